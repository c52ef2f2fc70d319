import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { copyText } from '../use-copy.ts';

type Props = {
  /** What it is, for readers. */
  label: string;
  value: string;
  /** Said once it was copied. */
  copied: string;
  onDone: () => void;
  children: ReactNode;
};

/** A secret that is shown once: to be copied, and then closed. */
export function OneTimeValue({ label, value, copied, onDone, children }: Props) {
  const [outcome, setOutcome] = useState('');
  const field = useRef<HTMLInputElement>(null);
  return (
    <div data-once className="grid gap-4">
      {children}
      <input
        ref={field}
        readOnly
        aria-label={label}
        dir="ltr"
        value={value}
        className="office-field"
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          onClick={async () =>
            setOutcome(
              (await copyText(value, field.current))
                ? copied
                : 'לא הועתק. הערך מסומן: אפשר להעתיק אותו במקלדת או בלחיצה ימנית',
            )
          }
        >
          העתקה
        </Button>
        <Button size="sm" variant="secondary" onClick={onDone}>
          סגירה
        </Button>
      </div>
      <p role="status" className={`text-sm empty:hidden ${outcome === copied ? 'text-success' : 'text-danger'}`}>
        {outcome}
      </p>
    </div>
  );
}
