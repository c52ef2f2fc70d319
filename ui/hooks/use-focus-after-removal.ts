import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses `target` once `list` is another one, when a row of it has gone together with the button that was pressed.
 * @returns what to call as the row is removed, before the list is loaded anew
 */
export function useFocusAfterRemoval(list: unknown, target: RefObject<HTMLElement | null>): () => void {
  const removed = useRef(false);
  useEffect(() => {
    if (removed.current && list) target.current?.focus();
    removed.current = false;
  }, [list, target]);
  return () => {
    removed.current = true;
  };
}
