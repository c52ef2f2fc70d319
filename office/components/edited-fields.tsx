import { type HTMLInputTypeAttribute, useEffect, useRef, useState } from 'react';
import type { FieldConflict } from '#server/office/edited-fields.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import type { ActionReply } from '../load.ts';
import { DateField } from './fields/date-field.tsx';
import { Moment } from './texts.tsx';
import { useUnsaved } from './unsaved.tsx';

type Field = {
  name: string;
  label: string;
  required?: boolean;
  type?: HTMLInputTypeAttribute;
  ltr?: true;
  /** Shown instead of the value as stored; the call turns it back. */
  show?: (value: string) => string;
  className?: string;
  hint?: string;
  /** One of these; `''` is none of them. */
  options?: { value: string; label: string }[];
  /** So many lines of text. */
  lines?: number;
  /** A day and an hour: the value as stored is ISO 8601 in UTC, `show` makes it what the field holds. */
  moment?: true;
};
type Props = {
  fields: Field[];
  /** As stored; what is read anew while the form is open is taken over where nothing was typed. */
  values: Record<string, string>;
  /** What the last try was answered. */
  reply: ActionReply | undefined;
};

/**
 * Fields of an editor that two people may have open: beside each new value goes the one that the form began with (`was.<name>`), as
 * `saveEdited` checks. Where somebody else has changed one meanwhile, both values are shown, and saving again decides knowingly.
 */
export function EditedFields({ fields, values, reply }: Props) {
  const conflicts = (reply?.details as { conflicts?: FieldConflict[] } | undefined)?.conflicts ?? [];
  return fields.map((field) => {
    const conflict = conflicts.find((one) => one.field === field.name);
    const error = reply?.errors?.find(({ path }) => path === field.name)?.message;
    return (
      <EditedField
        key={field.name}
        field={field}
        now={values[field.name] ?? ''}
        theirs={conflict && textOf(conflict.theirs)}
        error={error}
        reply={reply}
      />
    );
  });
}

/**
 * What a field of an editor was when the form was opened (`was.<name>`). It stays so when the page behind is read anew: else what somebody else saved
 * meanwhile would be taken for known, and overwritten.
 */
export function Began({ name, value }: { name: string; value: string }) {
  const [began] = useState(value);
  return <input type="hidden" name={name} value={began} />;
}

const textOf = (value: FieldConflict['theirs']): string =>
  value instanceof Date ? value.toISOString() : String(value ?? '');

type One = {
  field: Field;
  now: string;
  theirs: string | undefined;
  error: string | undefined;
  reply: ActionReply | undefined;
};

/** What a field holds, and the stored value that whoever types knows of. It asks before what isn't saved is left. */
function useHeld({ now, theirs, reply }: One, show: (value: string) => string) {
  const [seen, setSeen] = useState(now);
  /** Saving replaces only this one. */
  const [known, setKnown] = useState(now);
  const [held, hold] = useState({ text: show(now), after: reply, isTaken: false });
  const [heard, setHeard] = useState(reply);
  const isSaved = reply?.ok && reply !== held.after;
  const isDirty = held.text !== show(known) && !isSaved;
  useUnsaved(isDirty);
  const put = (text: string, isTaken: boolean) => hold({ text, after: reply, isTaken });
  if (reply !== heard) {
    setHeard(reply);
    if (theirs !== undefined) setKnown(theirs);
  }
  // Read anew: what was typed and not saved stays, and is told as a conflict where somebody else has changed it.
  if (now !== seen && !isDirty) {
    setSeen(now);
    setKnown(now);
    put(show(now), true);
  }
  return { seen, known, held, put };
}

function EditedField(one: One) {
  const { field, theirs, error } = one;
  const { name, label, required, type, ltr, hint, options, lines, moment, className = '' } = field;
  const { show = (value: string) => value } = field;
  const box = useRef<HTMLDivElement>(null);
  const { seen, known, held, put } = useHeld(one, show);
  const input = () => box.current?.querySelector<HTMLInputElement>('input:not([type=hidden]), select, textarea');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each value that is taken over
  useEffect(() => {
    const element = input();
    if (held.isTaken && element && !moment) element.value = held.text;
  }, [held]);
  const typeIn = (text: string) => put(text, false);
  const take = () => {
    put(show(theirs ?? ''), true);
    if (!moment) input()?.focus();
  };
  const shared = {
    label,
    name,
    defaultValue: show(seen),
    ...(required && { required }),
    ...(hint && { hint }),
    ...(error && { error }),
  };
  return (
    <div
      ref={box}
      className={`grid content-start gap-1.5 ${className}`}
      onChange={({ target }) => !moment && 'value' in target && typeIn(String(target.value))}
    >
      <input type="hidden" name={`was.${name}`} value={known} />
      {options ? (
        <SelectField {...shared}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      ) : moment ? (
        <DateField
          {...{ label, name, ...(required && { required }), ...(hint && { hint }), ...(error && { error }) }}
          withTime
          value={held.text}
          onChange={typeIn}
        />
      ) : lines ? (
        <TextArea {...shared} rows={lines} />
      ) : (
        <TextField {...shared} {...(type && { type })} {...(ltr && { dir: 'ltr' })} />
      )}
      {theirs !== undefined && (
        <p className="flex flex-wrap items-center gap-2 rounded-sm bg-warning-wash px-3 py-2 text-sm text-warning">
          <span>
            בינתיים נשמר כאן:{' '}
            {theirs && moment ? (
              <Moment at={theirs} />
            ) : (
              <bdi className="font-semibold">{labelOf(options, show(theirs)) || 'ריק'}</bdi>
            )}
          </span>
          <Button variant="secondary" size="sm" onClick={take}>
            לקבל אותו
          </Button>
        </p>
      )}
    </div>
  );
}

const labelOf = (options: Field['options'], value: string): string =>
  options?.find((option) => option.value === value)?.label ?? value;
