import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { passwordProblem } from '#domain/people/password.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary, useSent } from '#ui/form/error-summary.tsx';
import { CheckboxField } from '#ui/form/field.tsx';
import { Link } from '#ui/link.tsx';
import { keepFocus, useFirstFieldFocus } from '../focus-first-field.ts';
import { PASSWORD_HINT, PasswordField } from '../password/password-field.tsx';
import { PersonFields, usePersonErrors } from './person-fields.tsx';
import type { Details, Newcomer } from './sign-in.ts';

type Props = {
  busy: boolean;
  problem: ReactNode;
  /** Details from Google or Facebook, as initial values. */
  newcomer: Newcomer | null;
  onDetails: (details: Details) => void;
};

const NEEDS_EMAIL = 'כדי להיכנס עם סיסמה הזינו גם דוא״ל';

export function DetailsStep({ busy, problem, newcomer, onDetails }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [withPassword, setWithPassword] = useState(false);
  const { check, errors, ...fields } = usePersonErrors(withPassword ? NEEDS_EMAIL : undefined);
  const { sent, failed } = useSent();
  const [password, setPassword] = useState('');
  const [weak, setWeak] = useState<string>();
  useFirstFieldFocus(form);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const person = check(event.currentTarget);
    const data = new FormData(event.currentTarget);
    const known = ['first_name', 'last_name', 'email'].map((name) => String(data.get(name)).trim());
    const fault = withPassword ? passwordProblem(password, known) : null;
    setWeak(fault ?? undefined);
    if (!person || fault) return failed();
    const marketing_consent = data.get('marketing_consent') !== null;
    onDetails({ ...person, email: person.email || null, ...(withPassword && { password }), marketing_consent });
  }

  const shown = {
    ...errors,
    ...(!withPassword && errors.email === NEEDS_EMAIL && { email: undefined }),
    password: withPassword ? weak : undefined,
  };

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-ink-2">המספר אומת. נשאר רק לדעת איך לפנות אליכם.</p>
      <ErrorSummary errors={shown} sent={sent} />
      <PersonFields
        {...fields}
        errors={shown}
        values={newcomer ? { ...newcomer, email: newcomer.email ?? '' } : undefined}
      />
      <CheckboxField
        label="הוספת סיסמה, לכניסה עם דוא״ל"
        checked={withPassword}
        onChange={(event) => setWithPassword(event.target.checked)}
      />
      {withPassword && (
        <PasswordField
          label="סיסמה"
          name="password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          error={weak}
          onChange={(next) => {
            setPassword(next);
            setWeak(undefined);
          }}
        />
      )}
      <CheckboxField
        name="marketing_consent"
        label="אשמח לקבל מבצעים ועדכונים בדוא״ל וב־SMS. אפשר להסיר את ההסכמה בכל עת."
      />
      {problem}
      <Button type="submit" size="lg" wide busy={busy} {...keepFocus}>
        הרשמה
      </Button>
      <p className="text-xs text-ink-3">
        אין חובה למסור פרטים; בלעדיהם לא נוכל לפתוח חשבון. נשתמש בהם לניהול החשבון וההזמנות, לפי{' '}
        <Link to="/page/privacy" className="underline">
          מדיניות הפרטיות
        </Link>
        .
      </p>
    </form>
  );
}
