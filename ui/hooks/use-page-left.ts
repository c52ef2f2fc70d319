import { type RefObject, useEffect, useRef } from 'react';

/**
 * Whether the component's page was left: who has gone elsewhere while an answer was on its way isn't called back by it.
 */
export function usePageLeft(): RefObject<boolean> {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return left;
}
