import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '#domain/text/format.ts';
import { sumOf } from './change.ts';

type Props = { label: string; name: string; value: string; placeholder: string; onSum: (sum: string) => void };

const grouped = (sum: string): string => (/^\d+$/.test(sum) ? formatNumber(Number(sum)) : sum);

/** A sum in shekels. What is typed stays as it is typed while one types; with thousands before and after. */
export function SumFilterField({ label, name, value, placeholder, onSum }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  // Not at first: without scripts the sum is sent as the address says it.
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(grouped(value));
  }, [value]);
  function change(text: string) {
    const sum = sumOf(text);
    if (sum === null) return;
    setTyped(text);
    onSum(sum);
  }
  return (
    <label className="block text-xs text-ink-3">
      {label} <span aria-hidden>(₪)</span>
      <input
        ref={field}
        dir="ltr"
        name={name}
        value={value && sumOf(typed) === value ? typed : value}
        placeholder={placeholder}
        inputMode="decimal"
        maxLength={20}
        autoComplete="off"
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => setTyped(grouped(value))}
        className="tabular mt-1 h-11 w-full rounded-md border border-line-strong bg-ground px-3 text-end text-base text-ink placeholder:text-ink-3 hover:border-ink-2"
      />
    </label>
  );
}
