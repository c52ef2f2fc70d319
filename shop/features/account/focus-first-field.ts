import { type RefObject, useEffect } from 'react';

/**
 * Focuses a step's first field when the step appears. In the next frame: a closing dialog still holds the rest of the
 * page inert, and returns the focus to an element that is gone by then.
 */
export function useFirstFieldFocus(form: RefObject<HTMLElement | null>, isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return;
    const frame = requestAnimationFrame(() => form.current?.querySelector('input')?.focus());
    return () => cancelAnimationFrame(frame);
  }, [form, isWanted]);
}

/**
 * On a submit button: keeps the focus in the field while the button is pressed. A blur would validate the field, the
 * error would move the button, and the press would miss it.
 */
export const keepFocus = { onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault() };
