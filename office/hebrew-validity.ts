import { errorText } from '#domain/forms/error-text.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isControl = (node: EventTarget | null): node is Control =>
  node instanceof HTMLInputElement || node instanceof HTMLSelectElement || node instanceof HTMLTextAreaElement;

/** What the server would say of the same value. */
function textOf(control: Control): string {
  const { validity, value } = control;
  const { type, minLength, min, max } = control as HTMLInputElement;
  const issue = (rest: object) => errorText({ input: value, ...rest } as Parameters<typeof errorText>[0]);
  if (validity.valueMissing) {
    if (type === 'checkbox') return 'סמנו את התיבה כדי להמשיך';
    return control instanceof HTMLSelectElement || type === 'radio'
      ? issue({ code: 'invalid_value', input: '-' })
      : issue({ code: 'invalid_type', input: '' });
  }
  if (validity.patternMismatch && control.title) return control.title;
  if (validity.tooShort) return issue({ code: 'too_small', origin: 'string', minimum: minLength });
  if (validity.rangeUnderflow) return issue({ code: 'too_small', origin: 'number', minimum: min });
  if (validity.rangeOverflow) return issue({ code: 'too_big', origin: 'number', maximum: max });
  if (type === 'number') return issue({ code: 'invalid_type', expected: 'number', input: '-' });
  return issue({ code: 'invalid_format', format: type });
}

/** The browser's own word about a field that isn't filled in is in the browser's language, and staff read Hebrew. */
export function sayInHebrew(): void {
  const messagedControls = new Set<Control>();
  // Such a text keeps its field wrong, also where the page asks for it no more: it goes before anything is checked
  // anew.
  const forget = () => {
    for (const control of messagedControls) control.setCustomValidity('');
    messagedControls.clear();
  };
  document.addEventListener('input', forget, true);
  document.addEventListener('click', forget, true);
  document.addEventListener(
    'invalid',
    ({ target }) => {
      // Fields of React Aria have texts of their own.
      if (!isControl(target) || target.validity.customError || target.closest('[data-rac]')) return;
      target.setCustomValidity(textOf(target));
      messagedControls.add(target);
    },
    true,
  );
}
