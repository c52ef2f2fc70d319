import { useEffect, useState } from 'react';

/** Pixels of scrolling after which the header hides. */
const HIDE_BELOW = 500;

export function useHiding(): boolean {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const onScroll = () => {
      const now = window.scrollY;
      if (Math.abs(now - last) < 4) return;
      setHidden(now > HIDE_BELOW && now > last);
      last = now;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return hidden;
}
