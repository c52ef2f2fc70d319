import { Minus, Plus } from 'lucide-react';
import { IconButton } from '../button.tsx';

type Props = { value: number; onChange: (value: number) => void; max?: number; label: string; disabled?: boolean };

/** Quantity counter: one step at a time; at 0 the minus does nothing. */
export function Quantity({ value, onChange, max = 99, label, disabled }: Props) {
  return (
    <div role="group" aria-label={label} className="inline-flex items-center rounded-md border border-line-strong">
      <IconButton label="הפחתת כמות" disabled={disabled} onClick={() => value > 0 && onChange(value - 1)}>
        <Minus aria-hidden className="size-4" />
      </IconButton>
      <output className="tabular min-w-8 text-center font-semibold" aria-live="polite">
        {value}
      </output>
      <IconButton label="הוספת כמות" disabled={disabled || value >= max} onClick={() => onChange(value + 1)}>
        <Plus aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
