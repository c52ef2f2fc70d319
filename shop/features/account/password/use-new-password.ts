import { useState } from 'react';
import { passwordProblem } from '#domain/people/password.ts';
import { PASSWORD_HINT } from './password-field.tsx';

/** State of a new-password field, with the server's rule. `personalFacts`: what others know about the person. */
export function useNewPassword(personalFacts: string[]) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const problemOf = (text: string) => passwordProblem(text, personalFacts) ?? undefined;
  return {
    password,
    wrong: setError,
    /** Whether it may be submitted; if not, the field shows why. */
    check(): boolean {
      const problem = problemOf(password);
      setError(problem);
      return problem === undefined;
    },
    field: {
      label: 'סיסמה חדשה',
      name: 'password',
      autoComplete: 'new-password' as const,
      hint: PASSWORD_HINT,
      error,
      onChange(next: string) {
        setPassword(next);
        if (error && !problemOf(next)) setError(undefined);
      },
      onBlur: () => password !== '' && setError(problemOf(password)),
    },
  };
}

export const focusField = (form: HTMLFormElement | null, name: string): void =>
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
