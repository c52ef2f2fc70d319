import { useEffect } from 'react';
import { BUYER_KEYS, isObject, readValue, writeValue } from '~/browser-storage.ts';

const TAB = 'sessionStorage';
type Values = Record<string, string>;

const drafts = (): Record<string, unknown> => readValue(BUYER_KEYS.drafts, isObject, TAB) ?? {};

/**
 * Keeps what is typed into a form in its tab, by `key`, until it was received: a page that is loaded anew shows it again. Signing out
 * forgets it.
 */
export function useDraft(key: string, formId: string, isReceived: boolean): void {
  useEffect(() => {
    const write = (values: Values | undefined) => writeValue(BUYER_KEYS.drafts, { ...drafts(), [key]: values }, TAB);
    if (isReceived) write(undefined);
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const draft = drafts()[key];
    if (isObject(draft)) fill(form, draft);
    const onInput = () => write(valuesOf(form));
    form.addEventListener('input', onInput);
    return () => form.removeEventListener('input', onInput);
  }, [key, formId, isReceived]);
}

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** What was typed before scripts ran stays. */
function fill(form: HTMLFormElement, draft: Record<string, unknown>): void {
  for (const field of form.elements) {
    const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
    if (!isText || field.type === 'hidden') continue;
    const value = draft[field.name];
    if (typeof value !== 'string') continue;
    if (field instanceof HTMLInputElement && field.type === 'radio') field.checked = field.value === value;
    else if (field.value === field.defaultValue) field.value = value;
  }
}
