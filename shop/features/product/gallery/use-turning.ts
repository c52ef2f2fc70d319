import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { frameAt, slowed } from './spin.ts';

/**
 * Turning by drag with inertia, by keys and by steps. A drag moves the near side; keys follow the reading direction.
 */
export function useTurning(frames: number) {
  const [frame, setFrame] = useState(0);
  const turn = useRef(0);
  const rolling = useRef(0);
  const grip = useRef<{ x: number; time: number; speed: number } | null>(null);

  const turnTo = useCallback(
    (to: number) => {
      turn.current = to;
      setFrame(frameAt(to, frames));
    },
    [frames],
  );
  const stop = useCallback(() => cancelAnimationFrame(rolling.current), []);
  useEffect(() => stop, [stop]);

  function step(by: number): void {
    stop();
    turnTo(Math.round(turn.current) + by);
  }

  function roll(speed: number, from: number): void {
    if (speed === 0) return;
    rolling.current = requestAnimationFrame((now) => {
      const passed = Math.min(50, Math.max(0, now - from));
      turnTo(turn.current + speed * passed);
      roll(slowed(speed, passed), now);
    });
  }

  return {
    frame,
    step,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        stop();
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { x: event.clientX, time: event.timeStamp, speed: 0 };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const currentGrip = grip.current;
        if (!currentGrip) return;
        const by = ((event.clientX - currentGrip.x) / event.currentTarget.clientWidth) * frames;
        const time = Math.max(1, event.timeStamp - currentGrip.time);
        // Half of the previous speed, so that one jerk at the end doesn't dominate.
        grip.current = { x: event.clientX, time: event.timeStamp, speed: (currentGrip.speed + by / time) / 2 };
        turnTo(turn.current + by);
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const currentGrip = grip.current;
        grip.current = null;
        const rested = currentGrip && event.timeStamp - currentGrip.time > 80;
        if (!currentGrip || rested || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
        roll(currentGrip.speed, performance.now());
      },
      onPointerCancel() {
        grip.current = null;
      },
      onKeyDown(event: KeyboardEvent) {
        const eighth = Math.max(1, Math.round(frames / 8));
        const by = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1, PageUp: eighth, PageDown: -eighth }[
          event.key
        ];
        if (by !== undefined) step(by);
        else if (event.key === 'Home') step(-frame);
        else if (event.key === 'End') step(frames - 1 - frame);
        else return;
        event.preventDefault();
      },
    },
  };
}
