import { type RefObject, useEffect, useRef } from 'react';

type Field = HTMLInputElement | HTMLSelectElement;

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox';
const stateOf = (field: Field): string => (isBox(field) && !field.checked ? '' : field.value);

/**
 * Ref of an uncontrolled field that shows a part of the URL: another value of it comes into the same element, so that
 * the focus stays. An empty value is a box without its tick. What was chosen or typed before hydration is kept, and
 * what is being typed or chosen while the page comes: it is ahead of it.
 */
export function useInStep<Control extends Field>(value: string): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const shownValue = useRef(value);
  useEffect(() => {
    const field = control.current;
    const isAhead = field === document.activeElement && field && stateOf(field) !== shownValue.current;
    if (field && shownValue.current !== value && !isAhead) {
      if (isBox(field)) field.checked = value !== '';
      else field.value = value;
    }
    shownValue.current = value;
  }, [value]);
  return control;
}
