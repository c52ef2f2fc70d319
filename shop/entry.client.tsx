import { startTransition, use } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isHandled } from '#ui/hooks/load-chunk.ts';

// Vite tells of every chunk that can't be loaded, before whoever asked for it learns of it and may deal with it.
window.addEventListener('vite:preloadError', ({ payload }) => {
  setTimeout(() => {
    if (!isHandled(payload)) window.dispatchEvent(new CustomEvent('chunk-failed', { cancelable: true }));
  });
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

/** A movement between two pages that the next press cuts short is no fault: browsers reject promises that nobody has taken. */
window.addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && /transition/i.test(event.reason.message)) event.preventDefault();
});
