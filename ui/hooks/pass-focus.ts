/**
 * The `ref` of what is gone once it was pressed: if it had the focus, what stands beside it gets it, else the page.
 * Left alone, the browser would begin at the top of the document.
 */
export const passFocus = (pressed: HTMLElement | null) => () => {
  if (!pressed?.contains(document.activeElement)) return;
  const beside = pressed.nextElementSibling?.querySelector('a') ?? document.getElementById('content');
  beside?.focus({ preventScroll: true });
};
