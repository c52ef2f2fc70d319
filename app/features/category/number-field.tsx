import { useState } from 'react';
import { sumOf } from './change.ts';

type Props = { label: string; name: string; value: string; placeholder: string; onSum: (sum: string) => void };

/** A sum in shekels, as the address says it. What is typed stays as it is typed while it says the same sum. */
export function NumberField({ label, name, value, placeholder, onSum }: Props) {
  const [typed, setTyped] = useState(value);
  function change(text: string) {
    const sum = sumOf(text);
    if (sum === null) return;
    setTyped(text);
    onSum(sum);
  }
  return (
    <label className="block text-xs text-ink-3">
      {label}
      <span dir="ltr" className="relative mt-1 block">
        <span aria-hidden className="absolute start-3 top-2.5 text-base text-ink-3">
          ₪
        </span>
        <input
          name={name}
          value={value && sumOf(typed) === value ? typed : value}
          placeholder={placeholder}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={() => setTyped(value)}
          className="tabular h-11 w-full rounded-md border border-line-strong bg-ground ps-8 pe-2 text-base text-ink placeholder:text-ink-3 hover:border-ink-2"
        />
      </span>
    </label>
  );
}
