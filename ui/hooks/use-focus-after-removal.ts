import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses `target` once a row of `list` has gone together with the button that was pressed. A removal that fails leaves
 * the focus where it is, and so does whatever changes the list later: by then it is elsewhere.
 * @returns what to call as the row is removed, before the list is loaded anew
 */
export function useFocusAfterRemoval(list: unknown, target: RefObject<HTMLElement | null>): () => void {
  /** Where the focus was then. */
  const pressed = useRef<Element | null>(null);
  useEffect(() => {
    if (!pressed.current || !list) return;
    const focused = document.activeElement ?? document.body;
    // The list may change more than once before the row goes, as a line of the cart does while it is asked for.
    if (focused === pressed.current && focused !== document.body) return;
    if (focused === document.body) target.current?.focus();
    pressed.current = null;
  }, [list, target]);
  return () => {
    pressed.current = document.activeElement ?? document.body;
  };
}
