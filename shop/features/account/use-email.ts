import { useState } from 'react';
import { isEmail } from '#domain/people/email.ts';

/** State of the e-mail that signs in (`EmailField`): value, error, and the check on blur and submit. */
export function useEmail(initialEmail: string) {
  const [email, setEmail] = useState(initialEmail);
  const [error, setError] = useState<string>();
  const check = () => {
    const wrong = email.trim() === '' ? 'הזינו כתובת דוא״ל' : isEmail(email) ? undefined : 'כתובת דוא״ל לא תקינה';
    setError(wrong);
    return wrong === undefined;
  };
  return {
    email: email.trim(),
    check,
    field: {
      name: 'email',
      autoComplete: 'username',
      required: true,
      value: email,
      error,
      onChange: (event: { target: { value: string } }) => {
        setEmail(event.target.value);
        if (error && isEmail(event.target.value)) setError(undefined);
      },
      onBlur: () => email !== '' && check(),
    },
  };
}
