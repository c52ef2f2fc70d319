import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';

/** Counts the times that a form was sent with errors, found here (`failed`) or by the server. */
export function useSent(refused?: { errors: object }) {
  const [sent, setSent] = useState(0);
  const failed = () => setSent((times) => times + 1);
  useEffect(() => {
    if (refused && Object.keys(refused.errors).length > 0) setSent((times) => times + 1);
  }, [refused]);
  return { sent, failed };
}

type Props = {
  /** By the names of the fields, in the order in which they stand. */
  errors: Partial<Record<string, string>>;
  /** How many times the form was sent with errors. */
  sent: number;
};

/**
 * What was to be mended when a form of several fields was sent, each with a way to its field; it takes the focus then. What
 * is mended leaves it; what goes wrong later waits for the next time, so that nothing moves away from under a press.
 */
export function ErrorSummary({ errors, sent }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const [found, setFound] = useState<{ sent: number; names: string[] }>({ sent: 0, names: [] });
  if (sent !== found.sent) setFound({ sent, names: Object.keys(errors).filter((name) => errors[name]) });
  useEffect(() => {
    if (sent > 0) ref.current?.focus();
  }, [sent]);
  const wrong = found.names.filter((name) => errors[name]);
  if (sent === 0 || wrong.length === 0) return null;

  /** Around the form may stand others with fields of the same names. */
  const focusField = (name: string) =>
    (ref.current?.closest('form') ?? document).querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  return (
    <div
      ref={ref}
      tabIndex={-1}
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
            <button
              type="button"
              onClick={() => focusField(name)}
              className="min-h-6 text-start text-danger underline underline-offset-2"
            >
              {errors[name]}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
