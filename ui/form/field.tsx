import { CircleAlert } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { isShekels } from '#domain/money/money.ts';
import { parseNumber } from '#domain/text/typed-number.ts';
import { classNames } from '../hooks/class-names.ts';

type Common = {
  label: string;
  error?: string;
  hint?: ReactNode;
  className?: string;
  /** Keeps a line free for the error, so that nothing moves. */
  reserve?: boolean;
};

const control =
  'scroll-mt-16 w-full rounded-md border bg-ground px-4 text-base text-ink transition-colors placeholder:text-ink-3 disabled:bg-ground-3 disabled:text-ink-3 ' +
  'focus-visible:outline-offset-0';
const border = (error?: string) => (error ? 'border-danger' : 'border-line-strong hover:border-ink-2');

/**
 * What is written in Hebrew reads from the right, also where it begins with a model's Latin name: `auto` goes by the
 * first letter alone.
 */
const directionOf = (text: unknown): 'rtl' | 'auto' => (/[א-ת]/.test(String(text ?? '')) ? 'rtl' : 'auto');

type Typed = { value?: unknown; defaultValue?: unknown };
const freeText = ({ value, defaultValue }: Typed) => ({
  dir: directionOf(value ?? defaultValue),
  onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
    currentTarget.dir = directionOf(currentTarget.value);
  },
});

/** Ids that tie label, hint and error to a control, whose own `id` comes last: a caller's may be undefined. */
function useParts(error: string | undefined, hint: ReactNode, callerId: string | undefined) {
  const ownId = useId();
  const id = callerId ?? ownId;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    aria: { id, 'aria-invalid': error ? (true as const) : undefined, 'aria-describedby': described || undefined },
  };
}

function ErrorLine({ id, error, reserve }: { id: string; error?: string; reserve?: boolean }) {
  if (!error) return reserve ? <p className="h-5" /> : null;
  return (
    <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {error}
    </p>
  );
}

function Frame({
  id,
  label,
  required,
  error,
  hint,
  className,
  reserve,
  children,
}: Common & { id: string; required?: boolean; children: ReactNode }) {
  return (
    <div className={classNames('grid grid-cols-1 content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium text-ink-2">
        {label}
        {!required && <span className="font-normal text-ink-3"> (לא חובה)</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
      <ErrorLine {...{ id, error, reserve }} />
    </div>
  );
}

/** Of a number, plate or phone as it is typed, where a field names no bound of its own. */
const LONGEST_NUMBER = 30;

export function TextField({
  label,
  error,
  hint,
  className,
  reserve,
  ...input
}: Common & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  const { id, aria } = useParts(error, hint, input.id);
  const isNumber = input.type === 'tel' || ['numeric', 'decimal'].includes(input.inputMode ?? '');
  const leftToRight = isNumber || input.dir === 'ltr' || ['email', 'url', 'number'].includes(input.type ?? '');
  return (
    // A search field is never required.
    <Frame {...{ id, label, error, hint, className, reserve }} required={input.required || input.type === 'search'}>
      <input
        {...aria}
        {...(leftToRight ? { dir: 'ltr' } : freeText(input))}
        {...(isNumber && { maxLength: LONGEST_NUMBER })}
        className={classNames(control, 'h-12', leftToRight && 'text-end', border(error))}
        {...input}
        id={id}
      />
    </Frame>
  );
}

export function TextArea({
  label,
  error,
  hint,
  className,
  reserve,
  ...input
}: Common & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { id, aria } = useParts(error, hint, input.id);
  return (
    <Frame {...{ id, label, error, hint, className, reserve }} required={input.required}>
      <textarea
        {...aria}
        {...freeText(input)}
        rows={4}
        className={classNames(control, 'py-3', border(error))}
        {...input}
        id={id}
      />
    </Frame>
  );
}

export function SelectField({
  label,
  error,
  hint,
  className,
  reserve,
  children,
  ...input
}: Common & SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }) {
  const { id, aria } = useParts(error, hint, input.id);
  return (
    <Frame {...{ id, label, error, hint, className, reserve }} required={input.required}>
      <select {...aria} className={classNames(control, 'h-12 pe-9', border(error))} {...input} id={id}>
        {children}
      </select>
    </Frame>
  );
}

export function CheckboxField({
  label,
  error,
  className,
  reserve,
  ...input
}: {
  label: ReactNode;
  error?: string;
  className?: string;
  reserve?: boolean;
  ref?: Ref<HTMLInputElement>;
} & InputHTMLAttributes<HTMLInputElement>) {
  const { id, aria } = useParts(error, undefined, input.id);
  return (
    <div className={classNames('grid gap-1', className)}>
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2 text-sm text-ink-2">
        <input {...aria} type="checkbox" className="mt-0.5 size-5 shrink-0 accent-action-ink" {...input} id={id} />
        <span>{label}</span>
      </label>
      <ErrorLine {...{ id, error, reserve }} />
    </div>
  );
}

type Choice = { value: string; label: ReactNode; hint?: ReactNode };

/** One of a few choices, all in sight. The id is the first one's, to which an error summary leads. */
export function RadioField({
  label,
  error,
  hint,
  className,
  reserve,
  choices,
  defaultValue,
  required,
  ...input
}: Common & { choices: Choice[] } & InputHTMLAttributes<HTMLInputElement>) {
  const { id, aria } = useParts(error, hint, input.id);
  return (
    <fieldset aria-describedby={aria['aria-describedby']} className={classNames('grid content-start gap-1', className)}>
      <legend className="text-sm font-medium text-ink-2">
        {label}
        {!required && <span className="font-normal text-ink-3"> (לא חובה)</span>}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
      {choices.map((choice, index) => (
        <label key={choice.value} className="flex min-h-11 items-start gap-3 py-2 text-base text-ink">
          <input
            {...input}
            id={index === 0 ? id : undefined}
            type="radio"
            aria-invalid={aria['aria-invalid']}
            required={required}
            value={choice.value}
            defaultChecked={choice.value === defaultValue}
            className="mt-0.5 size-5 shrink-0 accent-action-ink"
          />
          <span>
            {choice.label}
            {choice.hint && <span className="block text-sm text-ink-3">{choice.hint}</span>}
          </span>
        </label>
      ))}
      <ErrorLine {...{ id, error, reserve }} />
    </fieldset>
  );
}

/** A sum in shekels as typed (`sumInput` of the office makes agorot of it); two decimals once it is left. */
export function SumField({ label, onBlur, ...field }: Common & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      dir="ltr"
      {...field}
      label={`${label} (₪)`}
      onBlur={(event) => {
        const sum = parseNumber(event.target.value);
        if (sum !== undefined && isShekels(sum)) event.target.value = String(sum);
        onBlur?.(event);
      }}
    />
  );
}
