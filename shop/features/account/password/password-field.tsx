import { useState } from 'react';
import { CheckboxField, TextField } from '#ui/form/field.tsx';

type Props = {
  id?: string;
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  /** Label of the show toggle, where the page has more than one password. */
  showLabel?: string;
  error?: string;
  defaultValue?: string | undefined;
  onChange?: (password: string) => void;
  onBlur?: () => void;
};

export const PASSWORD_HINT = 'לפחות 10 תווים. כמה מילים שאינן קשורות\u00a0זו\u00a0לזו הן סיסמה טובה.';

/** A password field with a show toggle. */
export function PasswordField({ onChange, showLabel = 'הצגת הסיסמה', ...field }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="grid gap-1">
      <TextField
        {...field}
        type={isShown ? 'text' : 'password'}
        // Dots begin on the side of the label.
        dir={isShown ? 'auto' : 'rtl'}
        required
        maxLength={200}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => onChange?.(event.target.value)}
      />
      <CheckboxField
        label={showLabel}
        checked={isShown}
        onChange={(event) => setShown(event.target.checked)}
        className="justify-self-start"
      />
    </div>
  );
}
