import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/form/contact-fields.tsx';
import { ErrorSummary, useSent } from '#ui/form/error-summary.tsx';
import { keepFocus, useFirstFieldFocus } from '../focus-first-field.ts';
import { PasswordField } from '../password/password-field.tsx';
import { useEmail } from '../use-email.ts';

type Props = {
  email: string;
  busy: boolean;
  problem: ReactNode;
  onEnter: (email: string, password: string) => void;
};

/** Sign-in by e-mail and password. */
export function PasswordStep({ email: initialEmail, busy, problem, onEnter }: Props) {
  const { email, check, field } = useEmail(initialEmail);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const { sent, failed } = useSent();
  const form = useRef<HTMLFormElement>(null);
  useFirstFieldFocus(form);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const missing = password === '' ? 'הזינו סיסמה' : undefined;
    setError(missing);
    const right = check();
    if (right && !missing) return onEnter(email, password);
    failed();
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
      <ErrorSummary errors={{ email: field.error, password: error }} sent={sent} />
      <EmailField {...field} />
      <PasswordField
        label="סיסמה"
        name="password"
        autoComplete="current-password"
        error={error}
        onChange={(next) => {
          setPassword(next);
          setError(undefined);
        }}
      />
      {problem}
      <Button type="submit" size="lg" wide busy={busy} {...keepFocus}>
        כניסה
      </Button>
    </form>
  );
}
