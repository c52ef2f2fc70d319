import { useEffect, useState } from 'react';

/**
 * Whole seconds until a hold ends. They are counted from the arrival of the answer that told them, never by the
 * device's clock. Each new answer begins anew: the count may stand still while the device sleeps.
 */
export function useSecondsLeft(answer: { hold_seconds: number | null }): number {
  const holdSeconds = answer.hold_seconds ?? 0;
  const [left, setLeft] = useState(holdSeconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer that says the same is newer
  useEffect(() => {
    const end = performance.now() + holdSeconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.round((end - performance.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [answer, holdSeconds]);
  return left;
}

const DAY = 24 * 3600;

/** `4:05:09`, or `29:59` below an hour; `null` from a day on, where a date says more. */
export function clockText(secondsLeft: number): string | null {
  if (secondsLeft >= DAY) return null;
  const hours = Math.floor(secondsLeft / 3600);
  const parts = [...(hours > 0 ? [hours] : []), Math.floor(secondsLeft / 60) % 60, secondsLeft % 60];
  return parts.map((part, i) => (i === 0 ? part : String(part).padStart(2, '0'))).join(':');
}
