import { type RefObject, useEffect } from 'react';

/**
 * Brings the focus to a step's first field when the step appears. In the next frame: a dialog that closes as the step
 * comes up still holds the rest of the page inert, and gives the focus back to what is gone by then.
 */
export function useFirstFieldFocus(form: RefObject<HTMLElement | null>, wanted = true): void {
  useEffect(() => {
    if (!wanted) return;
    const frame = requestAnimationFrame(() => form.current?.querySelector('input')?.focus());
    return () => cancelAnimationFrame(frame);
  }, [form, wanted]);
}

/**
 * On a submit button: keeps the focus in the field while the button is pressed. Leaving the field would check it, an error
 * that appears would move the button, and the press would miss it.
 */
export const keepFocus = { onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault() };
