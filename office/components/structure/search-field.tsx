import { type InputHTMLAttributes, useContext, useEffect, useId, useState } from 'react';
import { TextField } from '#ui/form/field.tsx';
import { fetchJson } from '../../shell/fetch-json.ts';
import type { Wanted } from './fields.ts';
import { StoreOfForm } from './store-of-form.ts';

type Option = { value: string; label: string };

/** So many names are asked for at a time. */
const MOST_LABELS = 100;

/** How staff call what these names of the store's files mean; what isn't there any more has no entry. */
export function useLabels(wanted: Wanted | undefined, names: string[]): Record<string, string> {
  const store = useContext(StoreOfForm);
  const [labels, setLabels] = useState<Record<string, string>>({});
  const unknown = names.filter((name) => !(name in labels)).join('\n');
  useEffect(() => {
    if (!wanted || !store || !unknown) return;
    const stop = new AbortController();
    const query = new URLSearchParams({ store, wanted });
    for (const name of unknown.split('\n').slice(0, MOST_LABELS)) query.append('values', name);
    void fetchJson<{ found: Option[] }>(`/destinations?${query}`, stop.signal).then(
      (reply) =>
        reply &&
        setLabels((known) => ({
          ...known,
          ...Object.fromEntries(reply.found.map(({ value, label }) => [value, label])),
        })),
    );
    return () => stop.abort();
  }, [store, wanted, unknown]);
  return labels;
}

/** What the store has by these letters. */
function useFound(wanted: Wanted | undefined, q: string): Option[] {
  const store = useContext(StoreOfForm);
  const [found, setFound] = useState<Option[]>([]);
  useEffect(() => {
    if (!wanted || q.trim().length < 2) return setFound([]);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ store, wanted, q });
      void fetchJson<{ found: Option[] }>(`/destinations?${query}`, stop.signal).then(
        (reply) => reply && setFound(reply.found),
      );
    }, 200);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [store, wanted, q]);
  return found;
}

type Props = {
  label: string;
  hint?: string;
  error?: string;
  required?: boolean;
  wanted: Wanted | undefined;
  value: string;
  onChange: (value: string) => void;
} & Pick<InputHTMLAttributes<HTMLInputElement>, 'onKeyDown' | 'className'>;

/** The name of something in the store, found by typing part of how it is called. */
export function SearchField({ wanted, value, onChange, ...field }: Props) {
  const id = useId();
  const found = useFound(wanted, value);
  return (
    <>
      <TextField
        {...field}
        list={`${id}-found`}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-found`}>
        {found.map((option) => (
          <option key={option.value} value={option.value} label={option.label} />
        ))}
      </datalist>
    </>
  );
}
