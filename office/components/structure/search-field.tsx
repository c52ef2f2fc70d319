import { type InputHTMLAttributes, type Ref, useContext, useEffect, useId, useState } from 'react';
import { TextField } from '#ui/form/field.tsx';
import { fetchJson } from '../../fetch-json.ts';
import { useFound } from '../use-call.ts';
import type { Wanted } from './fields.ts';
import { LINK_IS_HIDDEN, useIsHidden } from './hidden-links.ts';
import { StoreOfForm } from './store-of-form.ts';

type Option = { value: string; label: string };

/** So many names are asked for at a time. */
const MAX_LABELS = 100;

/** How staff call what these names of the store's files mean; what isn't there any more has no entry. */
export function useLabels(wanted: Wanted | undefined, names: string[]): Record<string, string> {
  const store = useContext(StoreOfForm);
  const [labels, setLabels] = useState<Record<string, string>>({});
  const unknown = names.filter((name) => !(name in labels)).join('\n');
  useEffect(() => {
    if (!wanted || !store || !unknown) return;
    const stop = new AbortController();
    const query = new URLSearchParams({ store, wanted });
    for (const name of unknown.split('\n').slice(0, MAX_LABELS)) query.append('values', name);
    void fetchJson<{ found: Option[] }>(`/destinations?${query}`, stop.signal).then(
      (reply) =>
        reply &&
        setLabels((labelsBefore) => ({
          ...labelsBefore,
          ...Object.fromEntries(reply.found.map(({ value, label }) => [value, label])),
        })),
    );
    return () => stop.abort();
  }, [store, wanted, unknown]);
  return labels;
}

/** What the store has by these letters. */
export function useDestinations(wanted: Wanted | undefined, q: string): Option[] {
  const store = useContext(StoreOfForm);
  const asks = wanted !== undefined && q.trim().length >= 2;
  return useFound<Option>(asks ? `/destinations?${new URLSearchParams({ store, wanted, q })}` : null).found;
}

/**
 * The value of the only option with this label, or else of the only one whose label has all typed words; the text
 * itself where it is a value or no single option matches.
 */
export function valueOfTyped(typed: string, options: Option[]): string {
  const text = typed.trim();
  const called = options.filter(({ label }) => label === text);
  const words = text.toLowerCase().split(/\s+/);
  const hasAll = ({ label }: Option): boolean => words.every((word) => label.toLowerCase().includes(word));
  const [only] = called.length > 0 ? called : options.filter(hasAll);
  const isOne = options.length === 1 || called.length === 1;
  return options.some(({ value }) => value === text) || !isOne ? text : (only?.value ?? text);
}

type Props = {
  label: string;
  hint?: string;
  error?: string;
  required?: boolean;
  value: string;
  onChange: (value: string) => void;
} & Pick<InputHTMLAttributes<HTMLInputElement>, 'onKeyDown' | 'onBlur' | 'className'>;

/** The name of something in the store, found by typing part of how it is called. */
export function SearchField({ wanted, ...field }: Props & { wanted: Wanted | undefined }) {
  const destinations = useDestinations(wanted, field.value);
  const name = valueOfTyped(field.value, destinations);
  const isHidden = useIsHidden()(wanted, field.value);
  return (
    <FoundField
      {...field}
      {...(isHidden && { hint: LINK_IS_HIDDEN })}
      found={destinations}
      onBlur={() => name !== field.value && field.onChange(name)}
    />
  );
}

export function FoundField({ found, onChange, ...field }: Props & { found: Option[]; ref?: Ref<HTMLInputElement> }) {
  const id = useId();
  return (
    <>
      <TextField
        {...field}
        list={`${id}-found`}
        autoComplete="off"
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
