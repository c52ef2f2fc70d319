import { useState } from 'react';
import { TextField } from '#ui/form/field.tsx';

const looksRight = (email: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email.trim());

/** State of a single e-mail field: value, error, and the check on blur and submit. */
export function useEmail(given: string) {
  const [email, setEmail] = useState(given);
  const [error, setError] = useState<string>();
  const check = () => {
    const wrong = email.trim() === '' ? 'הזינו כתובת דוא״ל' : looksRight(email) ? undefined : 'כתובת דוא״ל לא תקינה';
    setError(wrong);
    return wrong === undefined;
  };
  return {
    email: email.trim(),
    check,
    field: {
      value: email,
      error,
      onChange: (event: { target: { value: string } }) => {
        setEmail(event.target.value);
        if (error && looksRight(event.target.value)) setError(undefined);
      },
      onBlur: () => email !== '' && check(),
    },
  };
}

export const EmailField = (field: ReturnType<typeof useEmail>['field']) => (
  <TextField
    label="דוא״ל"
    name="email"
    type="email"
    inputMode="email"
    autoComplete="username"
    required
    maxLength={254}
    {...field}
  />
);
