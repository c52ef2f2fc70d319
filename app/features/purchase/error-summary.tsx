import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type FieldErrors, type FieldName, fieldNames } from './customer-form.ts';

/** What is to be mended, each with a way to its field. Takes the focus when the form was sent with errors. */
export function ErrorSummary({ errors, sent }: { errors: FieldErrors; sent: number }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sent > 0) ref.current?.focus();
  }, [sent]);
  const names = (Object.keys(fieldNames) as FieldName[]).filter((name) => errors[name]);
  if (sent === 0 || names.length === 0) return null;
  return (
    <div
      ref={ref}
      tabIndex={-1}
      aria-labelledby="errors-title"
      role="group"
      className="rounded-lg bg-danger-wash p-5 focus:outline-2 focus:outline-danger"
    >
      <h2 id="errors-title" className="flex items-center gap-2 text-base font-bold text-danger">
        <CircleAlert aria-hidden className="size-5" />
        {names.length === 1 ? 'צריך לתקן פרט אחד' : `צריך לתקן ${names.length} פרטים`}
      </h2>
      <ul className="mt-2 grid gap-1 text-sm">
        {names.map((name) => (
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

function focusField(name: FieldName): void {
  document.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}
