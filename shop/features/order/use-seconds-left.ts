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
