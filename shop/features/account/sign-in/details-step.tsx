import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { CheckboxField } from '#ui/form/field.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Link } from '#ui/link.tsx';
import { useFirstFieldFocus } from '../focus-first-field.ts';
import { PASSWORD_HINT, PasswordField } from '../password/password-field.tsx';
import { PersonFields } from './person-fields.tsx';
import type { Details, Person } from './sign-in.ts';

const schema = () => import('#contract/person-form.ts').then(({ signUpForm }) => signUpForm);

type Props = {
  busy: boolean;
  problem: ReactNode;
  /** From Google or Facebook, or from an order of the phone's, as initial values. */
  known: Person | null;
  /** As they were sent before, when the phone had to be proved anew; a password has to be typed again. */
  details: Details | null;
  onDetails: (details: Details) => void;
};

export function DetailsStep({ busy, problem, known, details, onDetails }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const [withPassword, setWithPassword] = useState(false);
  const person = details ?? known;
  const form = useForm(schema, {
    values: person
      ? {
          ...{ first_name: person.first_name, last_name: person.last_name, email: person.email ?? '' },
          ...(details?.marketing_consent && { marketing_consent: 'on' }),
        }
      : {},
    busy,
    onValid: async ({ with_password, password, ...person }) =>
      void onDetails({ ...person, ...(with_password && { password }) }),
  });
  useFirstFieldFocus(element);
  return (
    <form ref={element} {...form.props} className="grid gap-4">
      <p className="text-ink-2">המספר אומת. נשאר רק לדעת איך לפנות אליכם.</p>
      <FormErrors form={form} />
      <PersonFields field={form.field} />
      <CheckboxField
        name="with_password"
        label="הוספת סיסמה, לכניסה עם דוא״ל"
        checked={withPassword}
        onChange={(event) => setWithPassword(event.target.checked)}
      />
      {withPassword && (
        <PasswordField label="סיסמה" autoComplete="new-password" hint={PASSWORD_HINT} {...form.field('password')} />
      )}
      <CheckboxField
        {...form.checkbox('marketing_consent')}
        label="אשמח לקבל מבצעים ועדכונים בדוא״ל וב־SMS. אפשר להסיר את ההסכמה בכל עת."
      />
      {problem}
      <Button {...form.button} size="lg" wide>
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
