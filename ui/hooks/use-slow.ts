import { useEffect, useState } from 'react';

/** A shorter wait, in milliseconds, isn't shown. */
const PATIENCE = 200;

/** Whether `pending` (a URL; `null`: nothing) takes long enough to show its skeleton. */
export function useSlow(pending: string | null): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (pending === null) return;
    const timer = setTimeout(() => setSlow(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [pending]);
  return isSlow;
}
