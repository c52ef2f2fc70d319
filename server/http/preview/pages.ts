import { escapeMarkup } from '#domain/text/entities.ts';
import type { Store } from '../../context.ts';
import { plainPage } from '../pages/state-pages.ts';

/** Of a link that is over, was revoked, or whose draft has been published. */
export const endedPage = (about: { store: Store; nonce: string }): string =>
  plainPage(
    about,
    'התצוגה המקדימה הסתיימה',
    '<h1>התצוגה המקדימה הסתיימה</h1><p>תוקף הקישור עבר, הוא בוטל, או שהטיוטה כבר פורסמה. קישור חדש אפשר לבקש ממי ששלחו אותו.</p><p><a class="button" href="/">לחנות</a></p>',
  );

/** The draft at a phone's and at a desktop's width beside each other: each frame is the shop itself. */
export const sidesPage = ({
  name,
  nonce,
}: {
  name: string;
  nonce: string;
}): string => `<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><title>תצוגה מקדימה: ${escapeMarkup(name)}</title><style nonce="${nonce}">
*{box-sizing:border-box}body{margin:0;block-size:100dvh;display:grid;grid-template:auto 1fr/1fr;font:1rem/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem;padding:.75rem 1.25rem;border-block-end:1px solid GrayText}h1{margin:0;font-size:1.125rem}
a{color:inherit;font-weight:600}main{display:grid;grid-template-columns:minmax(0,1fr) 392px;gap:1.25rem;padding:1.25rem;min-block-size:0}
figure{margin:0;display:grid;grid-template-rows:auto 1fr;gap:.5rem;min-inline-size:0;min-block-size:0}figcaption{font-weight:600}
.room{position:relative;overflow:hidden;border:1px solid GrayText;border-radius:.5rem}
iframe{position:absolute;inset-block-start:0;inset-inline-start:0;border:0;inline-size:100%;block-size:100%;transform-origin:100% 0}
@media (max-width:60rem){main{grid-template-columns:minmax(0,1fr);overflow:auto}figure{block-size:85dvh}}
</style></head><body><header><h1>תצוגה מקדימה: <bdi>${escapeMarkup(name)}</bdi></h1><a href="/">תצוגה בחלון מלא</a><a href="/preview/leave">יציאה מהתצוגה</a></header><main>
<figure><figcaption>מחשב</figcaption><div class="room"><iframe id="desktop" src="/" title="החנות ברוחב מחשב"></iframe></div></figure>
<figure><figcaption>טלפון</figcaption><div class="room"><iframe src="/" title="החנות ברוחב טלפון"></iframe></div></figure>
</main><script nonce="${nonce}">
const frame = document.getElementById('desktop'), room = frame.parentElement, WIDTH = 1280;
new ResizeObserver(() => {
  const scale = Math.min(1, room.clientWidth / WIDTH);
  Object.assign(frame.style, { inlineSize: Math.max(WIDTH, room.clientWidth) + 'px', blockSize: room.clientHeight / scale + 'px', transform: 'scale(' + scale + ')' });
}).observe(room);
</script></body></html>`;
