import { useEffect, useState } from 'react';

/** The visitor's time, minute by minute; `null` on the server and until the page is alive. */
export function useLiveNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
