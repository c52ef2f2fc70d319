import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { CheckboxField } from '#ui/form/field.tsx';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import type { Field, ViewProps, Wanted } from './fields.ts';
import { useIsHidden } from './hidden-links.ts';
import { FoundField, useDestinations, useLabels, valueOfTyped } from './search-field.tsx';

/** A list of names: of a few that there are, or of whatever is found or typed. */
export function NamesField({ field, value, onChange, path, errors }: ViewProps<Extract<Field, { kind: 'names' }>>) {
  const names = Array.isArray(value) ? (value as string[]) : [];
  const id = useId();
  const adding = useRef<HTMLInputElement>(null);
  const noteRemoval = useFocusAfterRemoval(value, adding);
  const hint = field.hint && <p className="text-sm text-ink-3">{field.hint}</p>;
  const ownErrors = errors.filter((error) => error.path === path || error.path.startsWith(`${path}.`));
  const wrong = ownErrors.map((error) => (
    <p key={error.path} className="text-sm text-danger">
      {error.message}
    </p>
  ));
  if (field.options)
    return (
      <fieldset className="grid gap-1">
        <legend className="text-sm font-medium text-ink-2">{field.label}</legend>
        {hint}
        <div className="flex flex-wrap gap-x-5">
          {field.options.map((option) => (
            <CheckboxField
              key={option.value}
              label={option.label}
              checked={names.includes(option.value)}
              onChange={(event) =>
                onChange(event.target.checked ? [...names, option.value] : names.filter((one) => one !== option.value))
              }
            />
          ))}
        </div>
        {wrong}
      </fieldset>
    );
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="text-sm font-medium text-ink-2">
        {field.label}
      </h3>
      {hint}
      {names.length > 0 && <Names names={names} wanted={field.wanted} onChange={onChange} onRemove={noteRemoval} />}
      <AddName ref={adding} field={field} onAdd={(name) => !names.includes(name) && onChange([...names, name])} />
      {wrong}
    </section>
  );
}

function Names({
  names,
  wanted,
  onChange,
  onRemove,
}: {
  names: string[];
  wanted: Wanted | undefined;
  onChange: (names: string[]) => void;
  /** Before one is taken out. */
  onRemove: () => void;
}) {
  const labels = useLabels(wanted, names);
  const isHidden = useIsHidden();
  const swap = (at: number, by: -1 | 1) => {
    const next = [...names];
    [next[at], next[at + by]] = [next[at + by] as string, next[at] as string];
    onChange(next);
  };
  return (
    <ol className="flex flex-wrap gap-2">
      {names.map((name, at) => {
        const called = labels[name] ?? name;
        return (
          <li key={name} className="flex items-center rounded-md border border-line bg-ground-2 ps-3">
            <bdi title={name}>{called}</bdi>
            {isHidden(wanted, name) && <span className="ms-2 text-sm text-warning">מוסתר</span>}
            <IconButton label={`${called}: קודם`} disabled={at === 0} onClick={() => swap(at, -1)}>
              <ArrowUp aria-hidden className="size-4" />
            </IconButton>
            <IconButton label={`${called}: אחר כך`} disabled={at === names.length - 1} onClick={() => swap(at, 1)}>
              <ArrowDown aria-hidden className="size-4" />
            </IconButton>
            <IconButton
              label={`${called}: הסרה`}
              onClick={() => {
                onRemove();
                onChange(names.filter((one) => one !== name));
              }}
            >
              <X aria-hidden className="size-4" />
            </IconButton>
          </li>
        );
      })}
    </ol>
  );
}

type AddProps = {
  ref: RefObject<HTMLInputElement | null>;
  field: Extract<Field, { kind: 'names' }>;
  onAdd: (name: string) => void;
};

function AddName({ ref, field, onAdd }: AddProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const destinations = useDestinations(field.wanted, typed);
  const add = () => {
    const name = valueOfTyped(typed, destinations);
    const isOpen = destinations.length > 1 && !destinations.some(({ value }) => value === name);
    setError(isOpen ? 'יש כמה כאלה: בחרו אחת מהאפשרויות שמוצעות' : '');
    if (isOpen) return;
    if (name) onAdd(name);
    setTyped('');
    ref.current?.focus();
  };
  return (
    <div className="flex items-end gap-2">
      <FoundField
        ref={ref}
        className="max-w-sm grow"
        label={`הוספה: ${field.label}`}
        found={destinations}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setError('');
        }}
        {...(error && { error })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button variant="secondary" size="sm" className="min-h-12" onClick={add}>
        <Plus aria-hidden className="size-4" />
        הוספה
      </Button>
    </div>
  );
}
