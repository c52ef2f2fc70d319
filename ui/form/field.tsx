import { CircleAlert } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { classNames } from '../hooks/class-names.ts';

type Common = { label: string; error?: string; hint?: ReactNode; className?: string };

const control =
  'scroll-mt-16 w-full rounded-md border bg-ground px-4 text-base text-ink transition-colors placeholder:text-ink-3 disabled:bg-ground-3 disabled:text-ink-3 ' +
  'focus-visible:outline-offset-0';
const border = (error?: string) => (error ? 'border-danger' : 'border-line-strong hover:border-ink-2');

/** Ids that tie label, hint and error to a control. */
function useParts(error?: string, hint?: ReactNode) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    aria: { id, 'aria-invalid': error ? (true as const) : undefined, 'aria-describedby': described || undefined },
  };
}

function Frame({
  id,
  label,
  required,
  error,
  hint,
  className,
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
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, error, hint, className, ...input }: Common & InputHTMLAttributes<HTMLInputElement>) {
  const { id, aria } = useParts(error, hint);
  const leftToRight = ['tel', 'email', 'url'].includes(input.type ?? '') || input.inputMode === 'numeric';
  return (
    // A search field is never required.
    <Frame {...{ id, label, error, hint, className }} required={input.required || input.type === 'search'}>
      <input
        {...aria}
        dir={leftToRight ? 'ltr' : 'auto'}
        className={classNames(control, 'h-12', leftToRight && 'text-end', border(error))}
        {...input}
      />
    </Frame>
  );
}

export function TextArea({
  label,
  error,
  hint,
  className,
  ...input
}: Common & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { id, aria } = useParts(error, hint);
  return (
    <Frame {...{ id, label, error, hint, className }} required={input.required}>
      <textarea {...aria} dir="auto" rows={4} className={classNames(control, 'py-3', border(error))} {...input} />
    </Frame>
  );
}

export function SelectField({
  label,
  error,
  hint,
  className,
  children,
  ...input
}: Common & SelectHTMLAttributes<HTMLSelectElement>) {
  const { id, aria } = useParts(error, hint);
  return (
    <Frame {...{ id, label, error, hint, className }} required={input.required}>
      <select {...aria} className={classNames(control, 'h-12 pe-9', border(error))} {...input}>
        {children}
      </select>
    </Frame>
  );
}

export function CheckboxField({
  label,
  error,
  className,
  ...input
}: { label: ReactNode; error?: string; className?: string } & InputHTMLAttributes<HTMLInputElement>) {
  const { id, aria } = useParts(error);
  return (
    <div className={classNames('grid gap-1', className)}>
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2 text-sm text-ink-2">
        <input {...aria} type="checkbox" className="mt-0.5 size-5 shrink-0 accent-action-ink" {...input} />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
