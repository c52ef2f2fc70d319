// Runs in the page before anything else: the page reads without its scripts, so they come once its first screen is painted, or
// with the first sign that somebody wants to do something on it (docs/decisions/0016-scripts-after-the-picture.md).
{
  const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'];
  /** A picture that doesn't come must not keep the page from coming to life. */
  const LATEST = 5_000;
  /** From drawing a frame until it is on the screen. */
  const PAINTED = 60;

  const begin = () => {
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
    document.head.append(script);
    script.remove();
  };

  for (const sign of SIGNS) addEventListener(sign, begin, { capture: true, passive: true });
  addEventListener('DOMContentLoaded', () => setTimeout(begin, LATEST));
  // A page that nobody sees paints nothing.
  addEventListener('load', () => {
    if (document.hidden) begin();
    else requestAnimationFrame(() => setTimeout(begin, PAINTED));
  });
}
