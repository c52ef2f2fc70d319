import { useLocation } from 'react-router';
import { signInPath } from '#domain/text/return-path.ts';
import { EmailField, PhoneField } from '#ui/form/contact-fields.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Link } from '#ui/link.tsx';
import type { CustomerForm } from '../basket/purchase-storage.ts';
import type { FieldName } from './customer-form-errors.ts';
import type { FormState } from './use-customer-form.ts';

/** What ties a text field to the form: its value, its error, and the check on leaving it. */
export function bind(state: FormState, name: Exclude<keyof CustomerForm, 'business' | 'terms' | 'marketing'>) {
  return {
    name,
    value: state.form[name],
    error: state.errors[name as FieldName],
    onChange: (event: { target: { value: string } }) => state.set({ [name]: event.target.value }),
    onBlur: () => state.form[name] !== '' && state.leave(name as FieldName),
  };
}

export function ContactFields({ state }: { state: FormState }) {
  return (
    <fieldset className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <legend className="mb-4 text-lg font-bold">פרטי קשר</legend>
      <TextField {...bind(state, 'first_name')} label="שם פרטי" required autoComplete="given-name" maxLength={60} />
      <TextField {...bind(state, 'last_name')} label="שם משפחה" required autoComplete="family-name" maxLength={60} />
      <PhoneField {...bind(state, 'phone')} label="טלפון נייד" required hint="לתיאום האספקה" />
      <EmailField {...bind(state, 'email')} required hint="לכאן נשלח את אישור ההזמנה" />
    </fieldset>
  );
}

/**
 * Guests go on as they are; who has an account signs in over the page. The link is for another tab, and before scripts
 * have come.
 */
export function GuestNote({ onSignIn }: { onSignIn: () => void }) {
  const { pathname, search } = useLocation();
  return (
    <p className="rounded-lg bg-ground-2 px-5 py-4 text-ink-2">
      ממשיכים כאורחים, בלי הרשמה. יש לכם חשבון?{' '}
      <Link
        to={signInPath(`${pathname}${search}`)}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onSignIn();
        }}
        className="-my-2.5 inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4"
      >
        כניסה ומילוי הפרטים
      </Link>
    </p>
  );
}
