import { themeOf } from '#domain/catalogue/theme.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import type { Store } from '../../context.ts';
import { siteFont } from './site-font.ts';
import { closedDrawing, toolsDrawing, worksDrawing } from './state-drawings.ts';

type About = { store: Store; phone: string; nonce: string; message?: string };

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** How the store is reached. */
const ways = ({ email, phone }: { email: string | null; phone: string }): string => {
  const links = [
    phone && `<a href="tel:${escapeHtml(phone.replace(/[^\d*+]/g, ''))}"><bdi dir="ltr">${escapeHtml(phone)}</bdi></a>`,
    email && `<a href="mailto:${escapeHtml(email)}"><bdi dir="ltr">${escapeHtml(email)}</bdi></a>`,
  ].filter(Boolean);
  return links.length > 0 ? `<p class="ways">${links.join('')}</p>` : '';
};

/**
 * A page that needs nothing of the site but its font: what a store under construction or closed shows must not load what it
 * hides. Colours, size of letters and logo are the store's own.
 */
function plainPage(
  { store, nonce }: Pick<About, 'nonce'> & { store: Store | null },
  title: string,
  content: string,
): string {
  const theme = themeOf(store?.theme ?? {});
  const font = siteFont();
  const name = escapeHtml(store?.name ?? '');
  const logo = store?.logo
    ? `<img src="/media/${escapeHtml(store.logo)}" alt="${name}" height="44">`
    : `<strong>${name}</strong>`;
  const icon = store?.favicon ? `<link rel="icon" href="/media/${escapeHtml(store.favicon)}">` : '';
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
  const error = about.message ? `<p id="error" role="alert">${escapeHtml(about.message)}</p>` : '';
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
  const message = closedMessage ? `${escapeHtml(closedMessage)}</p><p>` : '';
  const reached = ways({ ...about, email: about.store.email });
  const question = reached && `<p>לשאלות על הזמנה קיימת:</p>${reached}`;
  return plainPage(
    about,
    'החנות סגורה כרגע',
    `${closedDrawing}<h1>החנות סגורה כרגע</h1><p>${message}${back} הזמנות שכבר בוצעו ממשיכות בטיפול כרגיל.</p>${question}`,
  );
}

/** When nothing of the site could be made, the store perhaps not even be found. Support finds the request by its number. */
export function failurePage(about: {
  store: Store | null;
  nonce: string;
  message: string;
  requestId: string;
  again: boolean;
}): string {
  const [title = '', ...more] = about.message.split('. ');
  const text = more.length > 0 ? `<p>${escapeHtml(more.join('. '))}</p>` : '';
  const button = about.again ? '<p><a class="button" href="">ניסיון נוסף</a></p>' : '';
  return plainPage(
    about,
    escapeHtml(title),
    `${toolsDrawing}<h1>${escapeHtml(title)}</h1>${text}${button}<p>לפנייה אלינו, מספר התקלה: <bdi dir="ltr">${escapeHtml(about.requestId)}</bdi></p>${ways({ email: about.store?.email ?? null, phone: '' })}`,
  );
}
