import { type FormEvent, type ReactNode, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/form/contact-fields.tsx';
import { keepFocus, useFirstFieldFocus } from '../focus-first-field.ts';
import { useEmail } from '../use-email.ts';

type Props = { email: string; busy: boolean; problem: ReactNode; onForgot: (email: string) => void };

export function ForgotStep({ email: initialEmail, busy, problem, onForgot }: Props) {
  const { email, check, field } = useEmail(initialEmail);
  const form = useRef<HTMLFormElement>(null);
  useFirstFieldFocus(form);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (check()) onForgot(email);
    else form.current?.querySelector('input')?.focus();
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-6">
      <p className="text-ink-2">הזינו את כתובת הדוא״ל של החשבון, ונשלח אליה קישור לבחירת סיסמה.</p>
      <EmailField {...field} />
      {problem}
      <Button type="submit" size="lg" wide busy={busy} {...keepFocus}>
        שליחת קישור
      </Button>
    </form>
  );
}
