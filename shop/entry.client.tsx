import { startTransition, use } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isHandled } from '#ui/hooks/load-chunk.ts';

// Vite reports every chunk that fails to load before the importing code can handle it.
window.addEventListener('vite:preloadError', ({ payload }) => {
  setTimeout(() => {
    if (!isHandled(payload)) window.dispatchEvent(new CustomEvent('chunk-failed', { cancelable: true }));
  });
});

const never = new Promise<never>(() => {});

/** A page whose URL has already gone back isn't hydrated: it is being left (start-scripts.js). */
function Page() {
  if ('left' in document.documentElement.dataset) use(never);
  return <HydratedRouter />;
}

startTransition(() => {
  hydrateRoot(document, <Page />);
});

/** A view transition that another press interrupts isn't an error: browsers reject its unhandled promises. */
window.addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && /transition/i.test(event.reason.message)) event.preventDefault();
});
