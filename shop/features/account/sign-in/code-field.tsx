import { CircleAlert } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { classNames } from '#ui/hooks/class-names.ts';

export const CODE_LENGTH = 6;
const BOXES = [0, 1, 2, 3, 4, 5];

type Props = {
  value: string;
  onChange: (value: string) => void;
  error?: string;
  disabled?: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
};

/** Six drawn boxes over one real input: screen readers, autofill and paste need a single field. */
export function CodeField({ value, onChange, error, disabled = false, inputRef }: Props) {
  const id = useId();
  const take = (text: string) => onChange(text.replace(/\D/g, '').slice(0, CODE_LENGTH));
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-medium text-ink-2">
        קוד בן 6 ספרות
      </label>
      <div dir="ltr" className="group relative">
        {/* lint-allow number-bound: of a whole message that is pasted or filled in, the digits are taken */}
        <input
          ref={inputRef}
          id={id}
          type="text"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\d{6}"
          enterKeyHint="done"
          required
          value={value}
          readOnly={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => take(event.target.value)}
          onPaste={(event) => {
            event.preventDefault();
            take(event.clipboardData.getData('text'));
          }}
          // Typing always appends: the boxes show no other caret.
          onSelect={(event) => {
            const { currentTarget: input } = event;
            if (input.selectionStart === input.selectionEnd)
              input.setSelectionRange(input.value.length, input.value.length);
          }}
          className="absolute inset-0 z-10 h-full w-full cursor-text opacity-0"
        />
        <div aria-hidden className="grid grid-cols-6 gap-2 sm:gap-3">
          {BOXES.map((index) => (
            <span
              key={index}
              className={classNames(
                'tabular grid h-14 place-items-center rounded-md border bg-ground text-2xl font-bold transition-colors sm:h-16',
                error ? 'border-danger' : value[index] ? 'border-ink' : 'border-line-strong',
                disabled && 'bg-ground-2 text-ink-2',
                index === Math.min(value.length, CODE_LENGTH - 1) &&
                  `group-focus-within:outline-3 ${error ? 'outline-danger' : 'outline-ink group-focus-within:border-ink'}`,
              )}
            >
              {value[index] ?? ''}
            </span>
          ))}
        </div>
      </div>
      <div role="alert">
        {error && (
          <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-danger">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
