import { type RefObject, useEffect, useRef } from 'react';

/**
 * Ref of an uncontrolled field that shows a part of the URL: another value of it comes into the same element, so that
 * the focus stays. What was chosen or typed before hydration is kept, and what is being typed or chosen while the page
 * comes: it is ahead of it.
 */
export function useInStep<Control extends HTMLInputElement | HTMLSelectElement>(
  value: string,
): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const shown = useRef(value);
  useEffect(() => {
    const field = control.current;
    const isAhead = field === document.activeElement && field?.value !== shown.current;
    if (field && shown.current !== value && !isAhead) field.value = value;
    shown.current = value;
  }, [value]);
  return control;
}
