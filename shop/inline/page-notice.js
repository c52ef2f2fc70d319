// Runs in the page before anything else: tells the shopper where the page's scripts are late or don't come, and reloads for them at
// most once a minute (a chunk that can't be loaded is most often one of an older build).
{
  const GUARD = 60_000;
  const GUARD_KEY = 'chunk_reload_at';
  /** From the beginning of the scripts; a slow phone line needs some seconds for them. */
  const PATIENCE = 20_000;
  const TEXTS = {
    late: 'הלחיצה נקלטה. הדף עדיין נטען, עוד רגע…',
    dead: 'הדף לא נטען עד הסוף: קישורים עובדים, וחלק מהכפתורים לא יגיבו.',
    missing: 'חלק מהדף לא נטען. אפשר להמשיך, או לטעון את הדף מחדש.',
  };
  let box;

  const hide = (kind) => {
    if (box?.dataset.kind === kind) box.remove();
  };

  const show = (kind) => {
    // What doesn't come is worse than what comes late, and stays told.
    if (box?.isConnected && (box.dataset.kind === kind || kind === 'late')) return;
    box?.remove();
    box = document.createElement('div');
    box.dataset.kind = kind;
    box.role = 'alert';
    box.className =
      'toast fixed inset-x-4 top-[calc(var(--header-height)+0.75rem)] z-50 mx-auto grid max-w-md gap-1 rounded-lg border border-line bg-ground p-4 font-semibold text-ink shadow-floating';
    box.append(TEXTS[kind]);
    if (kind !== 'late') {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'min-h-11 justify-self-start text-action-ink underline';
      button.textContent = 'טעינה מחדש';
      button.addEventListener('click', () => location.reload());
      box.append(button);
    }
    document.body.append(box);
  };

  /** @returns whether the page is being left for its reload, or for the address whose code is missing */
  const reload = (url) => {
    // Without a connection a reload would take away the page that is still there.
    if (!navigator.onLine) return false;
    try {
      if (Math.abs(Date.now() - Number(sessionStorage.getItem(GUARD_KEY) ?? 0)) < GUARD) return false;
      sessionStorage.setItem(GUARD_KEY, String(Date.now()));
    } catch {
      return false;
    }
    if (url) location.assign(url);
    else location.reload();
    return true;
  };

  // Cancelled where the page is being left (ui/hooks/load-chunk.ts).
  addEventListener('chunk-failed', (event) => reload(event.detail) && event.preventDefault());
  addEventListener('page-notice', ({ detail: { kind, over } }) => (over ? hide(kind) : show(kind)));

  let patience;
  addEventListener('scripts-begin', () => {
    patience = setTimeout(show, PATIENCE, 'dead');
  });
  addEventListener('scripts-failed', () => {
    if (reload()) return;
    show('dead');
    if (!navigator.onLine) addEventListener('online', () => location.reload(), { once: true });
  });
  addEventListener('part-alive', () => {
    clearTimeout(patience);
    hide('dead');
  });
}
