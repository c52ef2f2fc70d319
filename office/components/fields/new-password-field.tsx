import { TextField } from '#ui/form/field.tsx';

/** By the rule of `domain/people/password.ts`. */
export const NewPasswordField = ({ label, error }: { label: string; error?: string | undefined }) => (
  <TextField
    label={label}
    name="password"
    type="password"
    autoComplete="new-password"
    hint="לפחות עשרה תווים: כמה מילים שאינן קשורות זו לזו"
    required
    maxLength={500}
    {...(error && { error })}
  />
);
