import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Form } from './use-form.ts';

/** Counts submissions with errors. */
export function useSent() {
  const [sent, setSent] = useState(0);
  return { sent, failed: () => setSent((times) => times + 1) };
}

type Props = {
  /** By field name, in the sequence of the fields; under '' what no field is to blame for. */
  errors: Partial<Record<string, string>>;
  /** Number of submissions with errors. */
  sent: number;
  /** What the ids of the form's fields begin with, before their names. */
  id?: string;
};

/** What is wrong with a sent form (`useForm`): its fields' errors, or the reason why it was refused. */
export function FormErrors({ form }: { form: Pick<Form, 'id' | 'errors' | 'sent' | 'message'> }) {
  const alert = useRef<HTMLParagraphElement>(null);
  const { id, errors, sent, message } = form;
  const isListed = Object.values(errors).some(Boolean);
  useEffect(() => {
    if (sent > 0) alert.current?.focus();
  }, [sent]);
  return (
    <>
      <ErrorSummary id={id} errors={errors} sent={sent} />
      {message && !isListed && (
        <p
          ref={alert}
          tabIndex={-1}
          role="alert"
          className="rounded-md bg-danger-wash px-4 py-3 font-medium text-danger"
        >
          {message}
        </p>
      )}
    </>
  );
}

/**
 * Errors of a submitted form with several fields, each a link to its field; takes the focus on submit. A corrected
 * field is removed; later errors wait for the next submission, so that nothing moves during a press.
 */
export function ErrorSummary({ errors, sent, id = '' }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const [summary, setSummary] = useState<{ sent: number; names: string[] }>({ sent: 0, names: [] });
  if (sent !== summary.sent) setSummary({ sent, names: Object.keys(errors).filter((name) => errors[name]) });
  const mounted = useRef(false);
  useEffect(() => {
    // A page that came with errors may be in use already when its scripts arrive.
    const isInUse = !mounted.current && ref.current?.closest('form')?.contains(document.activeElement);
    mounted.current = true;
    if (sent > 0 && !isInUse) ref.current?.focus();
  }, [sent]);
  const wrong = summary.names.filter((name) => errors[name]);
  if (sent === 0 || wrong.length === 0) return null;

  /** Other forms on the page may have fields with the same names. */
  const focusField = (name: string) =>
    (ref.current?.closest('form') ?? document).querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();

  return (
    <div
      ref={ref}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without scripts the page begins with what is wrong
      autoFocus
      aria-labelledby={titleId}
      role="group"
      className="scroll-mt-20 rounded-lg bg-danger-wash p-5 focus:outline-2 focus:outline-danger"
    >
      <h2 id={titleId} className="flex items-center gap-2 text-base font-bold text-danger">
        <CircleAlert aria-hidden className="size-5" />
        {wrong.length === 1 ? 'צריך לתקן פרט אחד' : `צריך לתקן ${wrong.length} פרטים`}
      </h2>
      <ul className="mt-2 grid gap-1 text-sm">
        {wrong.map((name) => (
          <li key={name}>
            {name === '' ? (
              errors[name]
            ) : (
              <a
                href={`#${encodeURIComponent(id + name)}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(name);
                }}
                className="inline-block min-h-6 text-start text-danger underline underline-offset-2"
              >
                {errors[name]}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
