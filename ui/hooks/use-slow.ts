import { useEffect, useState } from 'react';

/** A wait shorter than this, in milliseconds, is not shown. */
const PATIENCE = 200;

/** Whether what is `pending` (its address; `null`: nothing) is taking long enough for its shape to be shown. */
export function useSlow(pending: string | null): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (pending === null) return;
    const timer = setTimeout(() => setSlow(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [pending]);
  return slow;
}
