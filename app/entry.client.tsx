import { startTransition, use } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

const RELOAD_GUARD = 60_000;

/** A chunk that can't be loaded is most often one of an older build: reload, at most once a minute (storefront.md §9). */
window.addEventListener('vite:preloadError', (event) => {
  // Without a connection a reload would take away the page that is still there.
  if (!navigator.onLine) return;
  const key = 'chunk_reload_at';
  try {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < RELOAD_GUARD) return;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    return;
  }
  event.preventDefault();
  window.location.reload();
});

const never = new Promise<never>(() => {});

/** A page whose address has gone back already is not brought to life: it is being left (start-scripts.js). */
function Page() {
  if ('left' in document.documentElement.dataset) use(never);
  return <HydratedRouter />;
}

startTransition(() => {
  hydrateRoot(document, <Page />);
});
