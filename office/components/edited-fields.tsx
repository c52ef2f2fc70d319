import { type FocusEventHandler, type HTMLInputTypeAttribute, useContext, useEffect, useRef, useState } from 'react';
import { toShekels } from '#domain/money/money.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import type { FieldConflict } from '#server/office/edited-fields.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField, SelectField, SumField, TextArea, TextField } from '#ui/form/field.tsx';
import { FormAnswer } from './action-form.tsx';
import { DateField } from './fields/date-field.tsx';
import { Moment } from './shown-values.tsx';
import { useAdopted } from './use-adopted.ts';

export const sumText = (agorot: number | null): string => (agorot === null ? '' : String(toShekels(agorot)));

type Field = {
  name: string;
  label: string;
  required?: boolean;
  type?: HTMLInputTypeAttribute;
  ltr?: true;
  /** Digits, from a keyboard of them. */
  numeric?: true;
  /** Shown instead of the value as stored; the call turns it back. */
  show?: (value: string) => string;
  className?: string;
  hint?: string;
  /** One of these; `''` is none of them. */
  options?: { value: string; label: string }[];
  /** So many lines of text. */
  lines?: number;
  /**
   * `moment`: a day and an hour, stored as ISO 8601 in UTC, which `show` turns into what the field holds. `tick`: `yes`
   * or `no`.
   */
  kind?: 'moment' | 'sum' | 'tick';
};
type Props = {
  fields: Field[];
  /** As stored, sums in shekels; what is read anew while the form is open is taken over where nothing was typed. */
  values: Record<string, string>;
};

/**
 * Fields of an editor that two people may have open: beside each new value goes the one that the form began with
 * (`was.<name>`), as `saveEdited` checks. Where another person has changed one meanwhile, both values are shown, and
 * saving again decides knowingly.
 */
export const EditedFields = ({ fields, values }: Props) =>
  fields.map((field) => <EditedField key={field.name} field={field} stored={values[field.name] ?? ''} />);

/**
 * What a field of an editor was when the form was opened (`was.<name>`). It stays so when the page behind is read anew:
 * otherwise a save would overwrite what another person saved meanwhile.
 */
export function OriginalValue({ name, value }: { name: string; value: string }) {
  const [initial] = useState(value);
  return <input type="hidden" name={name} value={initial} />;
}

function textOf(value: FieldConflict['theirs'], kind: Field['kind']): string {
  if (kind === 'sum') return sumText(value as number | null);
  if (kind === 'tick') return value ? 'yes' : 'no';
  return value instanceof Date ? value.toISOString() : String(value ?? '');
}

/** What the form around was last answered about a field. */
function useAnswerOf({ name, kind }: Field) {
  const { reply, sent } = useContext(FormAnswer);
  const conflicts = (reply?.details as { conflicts?: FieldConflict[] } | undefined)?.conflicts;
  const conflict = conflicts?.find(({ field }) => field === name);
  const value = String(sent.get(name) ?? '');
  return {
    reply,
    /** What was sent of it, as the field holds it. */
    sent: kind === 'tick' ? (value ? 'yes' : 'no') : kind === 'moment' ? value.slice(0, 16) : value,
    theirs: conflict && textOf(conflict.theirs, kind),
    error: reply?.errors?.find(({ path }) => path === name)?.message,
  };
}

const asIs = (text: string): string => text;

function EditedField({ field, stored }: { field: Field; stored: string }) {
  const { name, kind, show = asIs, className = '' } = field;
  const box = useRef<HTMLDivElement>(null);
  const input = () => box.current?.querySelector<HTMLInputElement>('input:not([type=hidden]), select, textarea');
  const { held, setHeld, baseline, setBaseline, done } = useAdopted(stored, { toHeld: show, toSent: asIs });
  const { reply, sent, theirs, error } = useAnswerOf(field);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (reply?.ok) done(reply, sent);
    else if (theirs !== undefined) setBaseline(theirs);
  }, [reply]);
  // Written into the field only where it was not typed there: what is typed before the page's scripts run stays.
  const shown = useRef(held);
  useEffect(() => {
    const element = input();
    if (!element || kind === 'moment' || held === shown.current) return;
    shown.current = held;
    if (kind === 'tick') element.checked = held === 'yes';
    else element.value = held;
  });
  const readTyped = ({ target }: { target: EventTarget }) => {
    if (kind === 'moment' || target !== input()) return;
    const { checked, value } = target as HTMLInputElement;
    shown.current = kind === 'tick' ? (checked ? 'yes' : 'no') : value;
    setHeld(shown.current);
  };
  const take = () => {
    setHeld(show(theirs ?? ''));
    if (kind !== 'moment') input()?.focus();
  };
  return (
    <div ref={box} className={`grid content-start gap-1.5 ${className}`} onChange={readTyped}>
      <input type="hidden" name={`was.${name}`} value={baseline} />
      <Control {...{ field, held }} onHeld={setHeld} onLeft={readTyped} {...(error && { error })} />
      {theirs !== undefined && (
        <p className="flex flex-wrap items-center gap-2 rounded-sm bg-warning-wash px-3 py-2 text-sm text-warning">
          <span>
            בינתיים נשמר כאן:{' '}
            {theirs && kind === 'moment' ? (
              <Moment at={theirs} />
            ) : (
              <bdi className="font-semibold">{wordsOf(field, show(theirs)) || 'ריק'}</bdi>
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

type ControlProps = {
  field: Field;
  held: string;
  onHeld: (text: string) => void;
  /** A sum is written out once its field is left. */
  onLeft: FocusEventHandler;
  error?: string;
};

function Control({ field, held, onHeld, onLeft, error }: ControlProps) {
  const { name, label, required, type, ltr, numeric, hint, options, lines, kind } = field;
  const [first] = useState(held);
  const fieldProps = { label, name, ...(required && { required }), ...(hint && { hint }), ...(error && { error }) };
  const shared = { ...fieldProps, defaultValue: first };
  if (kind === 'moment') return <DateField {...fieldProps} withTime value={held} onChange={onHeld} />;
  if (kind === 'tick') return <CheckboxField {...{ label, name, error }} defaultChecked={first === 'yes'} />;
  if (kind === 'sum') return <SumField {...shared} onBlur={onLeft} />;
  if (lines) return <TextArea {...shared} rows={lines} />;
  if (!options)
    return (
      <TextField
        {...shared}
        {...(type && { type })}
        {...(ltr && { dir: 'ltr' })}
        {...(numeric && { inputMode: 'numeric' })}
      />
    );
  return (
    <SelectField {...shared}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectField>
  );
}

function wordsOf({ kind, options }: Field, value: string): string {
  if (kind === 'sum') return value && formatExactPrice(Number(value));
  if (kind === 'tick') return value === 'yes' ? 'מסומן' : 'לא מסומן';
  return options?.find((option) => option.value === value)?.label ?? value;
}
