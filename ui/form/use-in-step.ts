import { type RefObject, useEffect, useRef } from 'react';

/**
 * Ref of an uncontrolled field that shows a part of the URL: another value of it comes into the same element, so that the focus
 * stays. What was chosen or typed before hydration is kept.
 */
export function useInStep<Control extends HTMLInputElement | HTMLSelectElement>(
  value: string,
): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const shown = useRef(value);
  useEffect(() => {
    if (control.current && shown.current !== value) control.current.value = value;
    shown.current = value;
  }, [value]);
  return control;
}
