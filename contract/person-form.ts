import { z } from 'zod';
import { passwordProblem } from '#domain/people/password.ts';
import { emailAddress } from './email.ts';

const letters = /^[\p{L}\p{M}'’׳״" \-־.]+$/u;
export const personName = z.string().trim().min(1).max(60).regex(letters, 'אותיות, רווחים, גרש ומקף בלבד');

/** Name and e-mail of an account; no e-mail is `null`. */
export const personForm = z.strictObject({
  first_name: z.string().trim().min(1, 'הזינו שם פרטי').pipe(personName),
  last_name: z.string().trim().min(1, 'הזינו שם משפחה').pipe(personName),
  email: z
    .string()
    .trim()
    .pipe(z.union([z.literal(''), emailAddress]))
    .transform((email) => email || null),
});

/** `with_password`: a password as well, which signs in by the e-mail address. */
export const signUpForm = personForm
  .extend({ with_password: z.boolean(), password: z.string().default(''), marketing_consent: z.boolean() })
  .check(
    z.check(({ value: { with_password, password, email, first_name, last_name }, issues }) => {
      if (!with_password) return;
      const fault = (field: string, message: string) =>
        issues.push({ code: 'custom', input: password, path: [field], message });
      if (email === null) fault('email', 'כדי להיכנס עם סיסמה הזינו גם דוא״ל');
      const weak = passwordProblem(password, [first_name, last_name, email ?? ''].map(String));
      if (weak) fault('password', weak);
    }),
  );
