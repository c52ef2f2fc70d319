import { useEffect } from 'react';
import { BUYER_KEYS, isObject, readValue, writeValue } from '../browser-storage.ts';

const TAB = 'sessionStorage';
type Values = Record<string, string>;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const drafts = (): Record<string, unknown> => readValue(BUYER_KEYS.drafts, isObject, TAB) ?? {};

/** Keeps, or forgets, what a form holds, as `useFormDraft` does. */
export const writeDraft = (key: string, values: Values | undefined): void =>
  writeValue(BUYER_KEYS.drafts, { ...drafts(), [key]: values }, TAB);

/**
 * Keeps what is typed into a form in this tab, by `key`, so that a page that is loaded anew shows it again; until it
 * was received, or the buyer signs out. `formId`: the id of a form that may not be on the page. `received`: what says
 * so; another one each time.
 */
export function useFormDraft(key: string, formId: string | undefined, received: unknown = null): void {
  useEffect(() => {
    if (received) writeDraft(key, undefined);
    const form = formId && document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const draft = drafts()[key];
    if (isObject(draft)) fill(form, draft);
    // What was typed before scripts ran may have been told before anybody listened.
    if (!received && fieldsOf(form).some((field) => field.value !== valueAtFirst(field)))
      writeDraft(key, valuesOf(form));
    const onInput = () => writeDraft(key, valuesOf(form));
    form.addEventListener('input', onInput);
    return () => form.removeEventListener('input', onInput);
  }, [key, formId, received]);
}

/** Lines, texts and choices, of one or from a list; neither files, consent nor a drawn signature. */
const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(
    (field): field is Field =>
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement ||
      (field instanceof HTMLInputElement && ['text', 'tel', 'email', 'radio'].includes(field.type)),
  );

/** What the page itself has put into it. */
const valueAtFirst = (field: Field): string =>
  field instanceof HTMLSelectElement
    ? (([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0])?.value ?? '')
    : field.defaultValue;

/** A list may no longer have what was chosen. */
const mayHold = (field: Field, value: string): boolean =>
  !(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value);

const isChoice = (field: Field) => field.type === 'radio';

/**
 * A choice from a list is kept beside what the page had chosen there: where another address chooses something else,
 * that stays.
 */
const keyOf = (field: Field): string =>
  field instanceof HTMLSelectElement ? `${field.name} ${valueAtFirst(field)}` : field.name;

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    fieldsOf(form)
      .filter((field) => !isChoice(field) || (field as HTMLInputElement).checked)
      .map((field) => [keyOf(field), field.value]),
  );

/**
 * A line that the page fills itself stays (an order's number from the address), and so does what was typed before
 * scripts ran. A text or a choice from a list that the page fills is what was saved before the draft.
 */
function fill(form: HTMLFormElement, draft: Record<string, unknown>): void {
  for (const field of fieldsOf(form)) {
    const value = draft[keyOf(field)];
    if (typeof value !== 'string' || field === document.activeElement || !mayHold(field, value)) continue;
    const isFree = field.value === (field instanceof HTMLInputElement ? '' : valueAtFirst(field));
    if (isChoice(field)) (field as HTMLInputElement).checked = field.value === value;
    else if (isFree) field.value = value;
  }
}
