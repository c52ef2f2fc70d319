import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { sayInHebrew } from './hebrew-validity.ts';

sayInHebrew();

/** Further than this between its ends, it is a drag and no press. In pixels. */
const PRESS = 10;

// React Aria draws a table anew when its scripts come, often because somebody presses a row: the link under the press
// is gone, and the browser makes no click of it.
document.addEventListener(
  'pointerdown',
  (down) => {
    const link =
      down.target instanceof Element ? down.target.closest<HTMLAnchorElement>('.office-table a[href]') : null;
    if (!link || down.button !== 0 || down.ctrlKey || down.metaKey || down.shiftKey) return;
    const follow = (up: PointerEvent) => {
      const isPress = Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) < PRESS;
      if (isPress && !link.isConnected) location.assign(link.href);
    };
    document.addEventListener('pointerup', follow, { once: true, capture: true });
  },
  true,
);

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});
