// Runs in the page before anything else: a press on what React has not brought to life yet is kept and done once it has.
{
  const alive = (control) => Object.keys(control).some((key) => key.startsWith('__reactProps'));
  const native = (control) => control.popoverTargetElement || control.commandForElement;
  /** What waits, and for a radio or checkbox how it was left. */
  const waiting = new Map();

  addEventListener(
    'click',
    ({ target, isTrusted }) => {
      const control = isTrusted && target.closest?.('button[type=button], input[type=radio], input[type=checkbox]');
      if (!control || alive(control) || native(control)) return;
      const { checked } = control;
      // React may bring it to life for this very press, and has then done it.
      setTimeout(() => alive(control) || waiting.set(control, checked));
    },
    true,
  );

  // Told by `Alive` (ui/lazy-part.tsx) of each part.
  addEventListener('part-alive', () => {
    for (const [control, checked] of waiting) {
      if (!alive(control)) continue;
      waiting.delete(control);
      // React has to see a change: what already stands as wanted goes back for a moment.
      if (control.type !== 'button') control.checked = !checked;
      control.click();
    }
  });
}
