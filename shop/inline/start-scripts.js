// Runs in the page before anything else. The page reads without its scripts, so they come once its first screen is painted, or with
// the first sign that somebody wants to do something; so do the pictures below it (docs/decisions/0016-scripts-after-the-picture.md).
{
  const ACTS = ['pointerdown', 'keydown', 'focusin', 'scroll'];
  const SIGNS = ['pointermove', ...ACTS];
  /** A picture that doesn't come must not keep the page from coming to life. */
  const LATEST = 5_000;
  /** From drawing a frame until it is on the screen. */
  const PAINTED = 60;
  const page = document.documentElement.dataset;

  /** See base.css; with motion only after a frame at rest. */
  const showPictures = () => {
    if (page.paint !== 'first') return;
    page.paint = 'rest';
    requestAnimationFrame(() => requestAnimationFrame(() => delete page.paint));
  };

  const begin = (sign) => {
    // Chromium tells of a pointer that nobody has moved, whenever something is laid out beneath it.
    if (sign?.type === 'pointermove' && !sign.movementX && !sign.movementY) return;
    showPictures();
    const waiting = document.querySelector('script[data-start]');
    // What is still being parsed has no scripts yet; once is enough.
    if (document.readyState === 'loading' || !waiting) return;
    for (const sign of SIGNS) removeEventListener(sign, begin, true);
    waiting.removeAttribute('data-start');
    for (const link of document.querySelectorAll('link[data-rel]')) link.rel = link.dataset.rel;
    const script = document.createElement('script');
    script.type = 'module';
    script.nonce = waiting.nonce;
    script.text = waiting.text;
    script.addEventListener('error', () => dispatchEvent(new Event('scripts-failed')));
    document.head.append(script);
    script.remove();
    dispatchEvent(new Event('scripts-begin'));
  };

  // After a reload, Back may change the address alone: the page that stands here is not the one to bring to life then, nor while
  // it is being left (entry.client.tsx).
  const address = location.pathname + location.search;
  const leave = () => {
    // Forward again while it is being left: the answer that comes may be the other page's.
    if (address === location.pathname + location.search && !('left' in page)) return;
    page.left = '';
    location.reload();
  };
  // A link to a part of the page is the browser's own. The router would hear of it and tell all parts, and React throws away what the
  // server has sent of those that are not alive yet: the part that somebody jumps to would be gone. Its entry is new where it has no state;
  // with one, Back from another page is told to the router (`idx` is its count of entries, which it adds one to).
  addEventListener('popstate', (event) => {
    if (event.state !== null || address !== location.pathname + location.search) return;
    history.replaceState({ idx: null }, '');
    event.stopImmediatePropagation();
  });
  addEventListener('popstate', leave);
  addEventListener('part-alive', () => removeEventListener('popstate', leave), { once: true });

  // What is far below (the same as in base.css) is laid out after the first screen, piece by piece; all of it for somebody who is to land in its
  // midst, or moves.
  const FAR =
    ':is(main > section ~ section, main > article > div ~ section, main ~ section:has(~ footer), main ~ footer)';
  // A page that always moves has no idle moment.
  const soon = (lay) => (window.requestIdleCallback ?? setTimeout)(lay, { timeout: 999 });
  const [visit] = performance.getEntriesByType('navigation');
  if (visit?.type === 'navigate' && !location.hash) {
    page.later = '';
    const layAll = () => delete page.later;
    for (const act of ACTS) addEventListener(act, layAll, { capture: true, passive: true, once: true });
    addEventListener('load', () => {
      const pieces = [...document.querySelectorAll(FAR)];
      const lay = () => {
        const piece = 'later' in page && pieces.shift();
        // Vite's development server has React compare every attribute.
        if (!piece || !document.querySelector('script[type="text/plain"]')) return layAll();
        piece.dataset.laid = '';
        soon(lay);
      };
      soon(lay);
    });
  }

  page.paint = 'first';
  for (const sign of SIGNS) addEventListener(sign, begin, { capture: true, passive: true });
  addEventListener('DOMContentLoaded', () => setTimeout(begin, LATEST));
  addEventListener('load', () => {
    // A page that nobody sees paints nothing.
    if (document.hidden) begin();
    else
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          showPictures();
          setTimeout(begin, PAINTED);
        }),
      );
  });
}
