import { type PointerEvent, useRef } from 'react';

/** From so far on a finger drags; before, it presses or scrolls. */
const SLOP_PX = 12;
/** A quick flick closes before a third of the way is done. */
const FLICK_PX_PER_MS = 0.5;
/**
 * A finger that rested so long before it left was no flick, however fast it came there: resting, it sends no events.
 */
const REST_MS = 100;

type Drag = { pointer: number; x: number; y: number; away: number; last: number; at: number; speed: number };

/**
 * A panel at an edge follows the finger back to it, and closes where it is released far or fast enough. Right to left,
 * `end` is on the left.
 */
export function useDragAway(from: string, onClose: () => void) {
  const drag = useRef<Drag | null>(null);
  const side = { start: 1, end: -1 }[from];
  if (side === undefined) return {};

  function end({ currentTarget, type, timeStamp }: PointerEvent<HTMLElement>): void {
    const { away = 0, speed = 0, at = 0 } = drag.current ?? {};
    drag.current = null;
    const isFlick = speed > FLICK_PX_PER_MS && timeStamp - at < REST_MS;
    // From where the finger left it, the panel’s own transition goes on.
    currentTarget.style.translate = '';
    currentTarget.style.transition = '';
    if (type === 'pointerup' && away > 0 && (away > currentTarget.offsetWidth / 3 || isFlick)) onClose();
  }

  return {
    onPointerDownCapture({ pointerType, pointerId, clientX, clientY, target, timeStamp }: PointerEvent<HTMLElement>) {
      // What follows the finger itself is `touch-none`.
      const ownGesture = target instanceof Element && target.closest('input, textarea, select, .touch-none');
      if (pointerType === 'mouse' || ownGesture || drag.current) return;
      drag.current = { pointer: pointerId, x: clientX, y: clientY, away: 0, last: clientX, at: timeStamp, speed: 0 };
    },
    onPointerMove({ currentTarget, pointerId, clientX, clientY, timeStamp }: PointerEvent<HTMLElement>) {
      const activeDrag = drag.current;
      if (activeDrag?.pointer !== pointerId) return;
      const away = (clientX - activeDrag.x) * side;
      if (activeDrag.away === 0) {
        if (away < SLOP_PX || Math.abs(clientY - activeDrag.y) > away) return;
        currentTarget.setPointerCapture(pointerId);
        currentTarget.style.transition = 'none';
      }
      activeDrag.speed = ((clientX - activeDrag.last) * side) / Math.max(1, timeStamp - activeDrag.at);
      Object.assign(activeDrag, { away: Math.max(1, away), last: clientX, at: timeStamp });
      currentTarget.style.translate = `${activeDrag.away * side}px`;
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
