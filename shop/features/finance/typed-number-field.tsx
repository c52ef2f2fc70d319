import { type KeyboardEvent, useState } from 'react';
import { parseNumber } from '#domain/text/typed-number.ts';
import { TextField } from '#ui/form/field.tsx';

type Props = {
  label: string;
  name?: string;
  value: string;
  onValue: (value: number) => void;
  className?: string;
  /** Id of a describing element. */
  describedBy?: string;
};

/** Applies a typed value on blur or Enter, so that nothing is recalculated while it is being typed. */
export function TypedNumberField({ label, name, value, onValue, className, describedBy }: Props) {
  const [draft, setDraft] = useState<string | null>(null);

  function settle() {
    if (draft === null) return;
    const typed = parseNumber(draft);
    setDraft(null);
    if (typed !== undefined && typed !== parseNumber(value)) onValue(typed);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    settle();
  }

  return (
    <TextField
      label={label}
      name={name}
      required
      inputMode="numeric"
      autoComplete="off"
      maxLength={16}
      className={className}
      {...(describedBy && { 'aria-describedby': describedBy })}
      value={draft ?? value}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={settle}
      onKeyDown={onKeyDown}
    />
  );
}
