import { type FormEvent, useRef } from 'react';
import { Button } from '~/ui/button.tsx';
import { CheckboxField } from '~/ui/field.tsx';
import { Link } from '~/ui/link.tsx';
import { keepFocus, useFirstFieldFocus } from './focus-first-field.ts';
import { PersonFields, usePersonErrors } from './person-fields.tsx';
import type { Details } from './sign-in.ts';

type Props = { busy: boolean; problem?: string; onDetails: (details: Details) => void };

export function DetailsStep({ busy, problem, onDetails }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { check, ...fields } = usePersonErrors();
  useFirstFieldFocus(form);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const person = check(event.currentTarget);
    if (!person) return;
    const marketing_consent = new FormData(event.currentTarget).get('marketing_consent') !== null;
    onDetails({ ...person, email: person.email || null, marketing_consent });
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-ink-2">המספר אומת. נשאר רק לדעת איך לפנות אליכם.</p>
      <PersonFields {...fields} />
      <CheckboxField
        name="marketing_consent"
        label="אשמח לקבל מבצעים ועדכונים בדוא״ל וב־SMS. אפשר להסיר את ההסכמה בכל עת"
      />
      {problem && (
        <p role="alert" className="rounded-md bg-danger-wash px-4 py-3 font-medium text-danger">
          {problem}
        </p>
      )}
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
