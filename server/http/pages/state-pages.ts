import type { FastifyReply, FastifyRequest } from 'fastify';
import { stores } from '#db/schema/index.ts';
import { asc } from '#db/sql.ts';
import { themeOf } from '#domain/catalogue/theme.ts';
import { escapeMarkup } from '#domain/text/entities.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import { telHref } from '#domain/text/links.ts';
import type { Deps, Store } from '../../context.ts';
import { siteFont } from './site-font.ts';

type About = { store: Store; phone: string; nonce: string; message?: string };

/** How the store is reached. */
const ways = ({ email, phone }: { email: string | null; phone: string }): string => {
  const links = [
    phone && `<a href="${telHref(phone)}"><bdi dir="ltr">${escapeMarkup(phone)}</bdi></a>`,
    email && `<a href="mailto:${escapeMarkup(email)}"><bdi dir="ltr">${escapeMarkup(email)}</bdi></a>`,
  ].filter(Boolean);
  return links.length > 0 ? `<p class="ways">${links.join('')}</p>` : '';
};

/**
 * A page that needs nothing of the site but its font: what a store under construction or closed shows must not load
 * what it hides. Colours, size of letters and logo are the store's own.
 */
export function plainPage(
  { store, nonce }: Pick<About, 'nonce'> & { store: Store | null },
  title: string,
  content: string,
): string {
  const theme = themeOf(store?.theme ?? {});
  const font = siteFont();
  const name = escapeMarkup(store?.name ?? '');
  const logo = store?.logo
    ? `<img src="/media/${escapeMarkup(store.logo)}" alt="${name}" height="44">`
    : `<strong>${name}</strong>`;
  const icon = store?.favicon ? `<link rel="icon" href="/media/${escapeMarkup(store.favicon)}">` : '';
  const colours = Object.entries(theme).map(([key, value]) => `${key}:${value}`);
  return `<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow">
<meta name="theme-color" content="${theme['--dark']}">${font.links}${icon}<title>${title}${name && ` | ${name}`}</title><style nonce="${nonce}">
${font.faces}:root{${colours.join(';')}}
*{box-sizing:border-box}body{margin:0;min-block-size:100dvh;display:grid;grid-template:auto 1fr/minmax(0,1fr);overflow-wrap:break-word;font:1.125rem/1.6 Heebo,Arial,sans-serif;background:var(--dark);color:var(--on-dark)}
header{padding:1.5rem clamp(1.25rem,5vw,4rem)}header img{display:block;margin-inline:auto;block-size:2.75rem;max-inline-size:60vw}
main{display:grid;grid-template-columns:minmax(0,1fr);align-content:center;justify-items:center;text-align:center;padding:1rem clamp(1.25rem,5vw,4rem) 12vh}
svg{inline-size:min(100%,clamp(15rem,24vw,22rem));margin-block-end:1.25rem;stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
.ink,.thin{fill:none;stroke:var(--on-dark)}.thin{stroke:var(--on-dark-muted);stroke-width:2}.soft{fill:var(--dark-2)}.solid,.mark{fill:var(--dark);stroke:var(--on-dark)}.mark{stroke:var(--action-ink-on-dark)}
h1{margin:0 0 .75rem;font-size:clamp(2.25rem,7vw,4rem);line-height:1.1;font-weight:900;text-wrap:balance}p{text-wrap:balance;margin:0 0 1.5rem;max-inline-size:34rem;color:var(--on-dark-muted)}
p:has(+.ways){margin:0}.ways{display:flex;flex-wrap:wrap;justify-content:center;gap:0 2rem;margin:0}.ways a{display:inline-grid;align-content:center;min-block-size:2.75rem;font-weight:600;text-underline-offset:.25em}
form{display:grid;grid-template-columns:minmax(0,1fr);gap:.5rem;inline-size:min(100%,26rem);margin-block-end:1.5rem;text-align:start}label{font-weight:600}
.row{display:flex;flex-wrap:wrap;gap:.75rem}input{flex:1 1 min(100%,12rem);min-inline-size:0;min-block-size:3.25rem;padding-inline:1rem;border:2px solid var(--on-dark-muted);border-radius:.625rem;background:transparent;color:var(--on-dark);font:inherit}
button,.button{display:inline-grid;align-content:center;text-decoration:none;min-block-size:3.25rem;padding-inline:1.75rem;border:0;border-radius:.625rem;background:var(--action);color:var(--on-action);font:inherit;font-weight:700;cursor:pointer}
@media (max-width:30rem){button{inline-size:100%}}button:disabled{background:var(--dark-line);color:var(--on-dark-muted);cursor:not-allowed}
:focus-visible{outline:3px solid var(--on-dark);outline-offset:3px}[role=alert]{margin:.25rem 0 0;color:var(--on-dark);font-weight:600}a:not(.button){color:var(--on-dark)}
</style></head><body><header>${logo}</header><main>${content}</main></body></html>`;
}

/** The password gate. The code is checked by the server; the flag on the device only mirrors the cookie. */
export function gatePage(about: About): string {
  const error = about.message ? `<p id="error" role="alert">${escapeMarkup(about.message)}</p>` : '';
  const script = `
const form = document.querySelector('form'), input = form.elements.code, button = form.querySelector('button');
const check = () => { button.disabled = input.value === ''; };
input.addEventListener('input', check); check();
try { localStorage.removeItem('construction_gate'); } catch {}
form.addEventListener('submit', async (event) => {
  event.preventDefault(); button.disabled = true;
  try {
    const reply = await fetch('/gate', { method: 'POST', body: new URLSearchParams(new FormData(form)) });
    if (reply.ok) { try { localStorage.setItem('construction_gate', 'open'); } catch {} location.assign('/'); return; }
    // Read as text: a document made of it would bring a style of another nonce, which the policy reports.
    tell(/role=.alert.>([א-ת][^<&]*)</.exec(await reply.text())?.[1] || 'משהו השתבש. אפשר לנסות שוב');
  } catch { tell('אין חיבור לאינטרנט. אפשר לנסות שוב'); }
});
function tell(text) {
  let alert = document.querySelector('[role=alert]');
  if (!alert) { alert = document.createElement('p'); alert.id = 'error'; alert.setAttribute('role', 'alert'); form.append(alert); }
  alert.textContent = text; input.setAttribute('aria-invalid', 'true'); input.setAttribute('aria-describedby', 'error');
  check(); input.focus(); input.select();
}`;
  return plainPage(
    about,
    'האתר בבנייה',
    `${worksDrawing}<h1>האתר בבנייה</h1><p>אנחנו עובדים על האתר החדש, ובקרוב נפתח. יש לכם סיסמה? הזינו אותה כדי להיכנס.</p>
<form method="post" action="/gate"><label for="code">סיסמה</label><div class="row">
<input id="code" name="code" type="password" required autocomplete="off" maxlength="200"${error && ' aria-invalid="true" aria-describedby="error"'}>
<button type="submit">כניסה לאתר</button></div>${error}</form>${ways({ ...about, email: about.store.email })}<script nonce="${about.nonce}">${script}</script>`,
  );
}

export function closedPage(about: About): string {
  const { closedMessage, closedUntil } = about.store;
  const back = closedUntil
    ? `נפתח שוב ב־<bdi>${formatDate(closedUntil)}</bdi> בשעה <bdi>${formatTime(closedUntil)}</bdi>.`
    : 'נחזור בקרוב.';
  const message = closedMessage ? `${escapeMarkup(closedMessage)}</p><p>` : '';
  const reached = ways({ ...about, email: about.store.email });
  const question = reached && `<p>לשאלות על הזמנה קיימת:</p>${reached}`;
  return plainPage(
    about,
    'החנות סגורה כרגע',
    `${closedDrawing}<h1>החנות סגורה כרגע</h1><p>${message}${back} הזמנות שכבר בוצעו ממשיכות בטיפול כרגיל.</p>${question}`,
  );
}

/**
 * When nothing of the site could be made, the store perhaps not even be found. Support finds the request by its number.
 */
export function failurePage(about: {
  store: Store | null;
  nonce: string;
  message: string;
  requestId: string;
  again: boolean;
}): string {
  const [title = '', ...more] = about.message.split('. ');
  const text = more.length > 0 ? `<p>${escapeMarkup(more.join('. '))}</p>` : '';
  const button = about.again ? '<p><a class="button" href="">ניסיון נוסף</a></p>' : '';
  return plainPage(
    about,
    escapeMarkup(title),
    `${toolsDrawing}<h1>${escapeMarkup(title)}</h1>${text}${button}<p>לפנייה אלינו, מספר התקלה: <bdi dir="ltr">${escapeMarkup(about.requestId)}</bdi></p>${ways({ email: about.store?.email ?? null, phone: '' })}`,
  );
}

/** Line drawings like those of `ui/drawings.tsx`, on the store's dark ground. They say nothing themselves. */
const GROUND = '<path class="ink" d="M20 136h200"/><path class="thin" d="M34 148h40m18 0h54m18 0h40"/>';
const HILL = '<path class="soft" d="M14 136c18-60 62-96 108-96s86 36 104 96z"/>';

const drawing = (lines: string): string =>
  `<svg viewBox="0 0 240 160" aria-hidden="true" focusable="false">${HILL}${lines}${GROUND}</svg>`;

/** A workshop with its shutter down. */
const closedDrawing = drawing(
  '<path class="solid" d="M66 62h108v74H66z"/>' +
    '<path class="mark" d="M60 62l8-24h104l8 24c0 8-20 8-20 0 0 8-20 8-20 0 0 8-40 8-40 0 0 8-20 8-20 0 0 8-20 8-20 0z"/>' +
    '<path class="thin" d="M80 84h80m-80 14h80m-80 14h80"/><path class="ink" d="M80 136V76h80v60m-46-10h12"/>',
);

/** A barrier across the road, and a cone before it. */
const worksDrawing = drawing(
  '<path class="solid" d="M70 136V66h10v70zm90 0V66h10v70z"/><path class="mark" d="M54 76h132v24H54z"/>' +
    '<path class="mark" d="M78 76l-16 24m44-24l-16 24m44-24l-16 24m44-24l-16 24m44-24l-12 18"/>' +
    '<path class="solid" d="M104 130l12-36h8l12 36z"/><path class="ink" d="M96 136c0-4 2-6 6-6h36c4 0 6 2 6 6m-33-18h18"/>' +
    '<path class="thin" d="M75 66v-8m90 8v-8"/>',
);

/** A toolbox, opened. */
const toolsDrawing = drawing(
  '<path class="mark" d="M80 94V62a15 15 0 0 1-4-24v13l9 6 9-6V38a15 15 0 0 1-4 24v32"/>' +
    '<path class="solid" d="M150 40h14v26h-14z"/><path class="ink" d="M157 66v28M104 92V80a8 8 0 0 1 8-8h16a8 8 0 0 1 8 8v12"/>' +
    '<path class="solid" d="M60 92h120v44H60z"/><path class="ink" d="M60 108h120"/><path class="solid" d="M112 101h16v14h-16z"/>',
);

/** `localhost` alone, in demo mode: where the demo stores are. */
export async function storeIndex(request: FastifyRequest, reply: FastifyReply, deps: Deps): Promise<FastifyReply> {
  const rows = await deps.db
    .select({ key: stores.key, name: stores.name, text: stores.seoDescription })
    .from(stores)
    .orderBy(asc(stores.position), asc(stores.key));
  const port = /:(\d+)$/.exec(request.host)?.[0] ?? '';
  const items = rows
    .map(
      (store) =>
        `<li><a href="http://${escapeMarkup(store.key)}.localhost${port}/"><strong>${escapeMarkup(store.name)}</strong> <bdi>${escapeMarkup(store.key)}.localhost${port}</bdi><span>${escapeMarkup(store.text)}</span></a></li>`,
    )
    .join('');
  return reply
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>חנויות ההדגמה</title><style nonce="${request.nonce}">
body{font:1rem/1.6 system-ui,sans-serif;margin:0 auto;max-inline-size:44rem;padding:3rem 1.25rem;color:CanvasText}
ul{list-style:none;padding:0;display:grid;gap:.75rem}a{display:block;padding:1rem 1.25rem;border:1px solid GrayText;border-radius:.75rem;color:inherit;text-decoration:none}
a:hover,a:focus-visible{border-color:CanvasText;outline:2px solid CanvasText}bdi{margin-inline-start:.5rem}span{display:block}
</style></head><body><main><h1>חנויות ההדגמה</h1><p>אתר אחד, שבעה מותגים. כל חנות בכתובת שלה:</p><ul>${items}</ul></main></body></html>`);
}
