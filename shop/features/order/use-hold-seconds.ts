import { useMemo } from 'react';
import { useSecondsLeft } from '#ui/hooks/use-seconds-left.ts';

const steadyClock = (): number => performance.now();

/**
 * Whole seconds until a hold ends. They are counted from the arrival of the answer that told them, never by the
 * device's clock. Each new answer begins anew: the count may stand still while the device sleeps.
 */
export function useHoldSeconds(answer: { hold_seconds: number | null }): number {
  // Another answer that says the same is newer.
  const end = useMemo(() => steadyClock() + (answer.hold_seconds ?? 0) * 1_000, [answer]);
  return useSecondsLeft(end, steadyClock);
}
