import { type FormEvent, useEffect, useRef } from 'react';
import { BUYER_KEYS, isObject, readValue, writeValue } from '~/browser-storage.ts';

type Kept = Record<string, Record<string, string>>;
const isKept = (value: unknown): value is Kept => isObject(value) && Object.values(value).every(isObject);
const read = (): Kept => readValue(BUYER_KEYS.typed, isKept, 'sessionStorage') ?? {};

/**
 * What is typed into these fields of a form is there again after a reload, in this tab alone. A field that the page itself fills stays.
 * @returns what the form is given
 */
export function useKeptFields(form: string, ...names: string[]) {
  const ref = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when scripts begin
  useEffect(() => {
    for (const [name, value] of Object.entries(read()[form] ?? {})) {
      const field = ref.current?.elements.namedItem(name);
      // Nobody's typing is written into.
      if (field instanceof HTMLInputElement && field.value === '' && field !== document.activeElement)
        field.value = value;
    }
  }, []);
  return {
    ref,
    onInput: ({ currentTarget }: FormEvent<HTMLFormElement>): void => {
      const data = new FormData(currentTarget);
      const typed = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')]));
      writeValue(BUYER_KEYS.typed, { ...read(), [form]: typed }, 'sessionStorage');
    },
  };
}
