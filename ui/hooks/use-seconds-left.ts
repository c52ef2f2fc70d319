import { useLayoutEffect, useState } from 'react';

/** Whole seconds until a moment of `clock` (milliseconds), rounded up, down to 0. */
export function useSecondsLeft(until: number, clock: () => number = Date.now): number {
  const count = () => Math.max(0, Math.ceil((until - clock()) / 1_000));
  const [left, setLeft] = useState(count);
  // Before it is painted: those of the former moment aren't seen with a new one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` is of both
  useLayoutEffect(() => {
    setLeft(count());
    const timer = setInterval(() => {
      setLeft(count());
      if (count() === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until, clock]);
  return left;
}
