import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { PhoneField } from '#ui/form/contact-fields.tsx';
import { keepFocus, useFirstFieldFocus } from '../focus-first-field.ts';
import { isMobile } from './sign-in.ts';

type Props = {
  phone: string;
  /** Back from another step: the focus follows. */
  isBack: boolean;
  busy: boolean;
  /** The server's refusal. */
  problem: ReactNode;
  onInvalid: () => void;
  onPhone: (phone: string) => void;
};

export function PhoneStep({ phone: given, isBack, busy, problem, onInvalid, onPhone }: Props) {
  const [phone, setPhone] = useState(given);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  useFirstFieldFocus(form, isBack);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (isMobile(phone)) return onPhone(phone);
    setError('מספר טלפון לא תקין');
    onInvalid();
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-6">
      <PhoneField
        label="מספר טלפון נייד"
        name="phone"
        autoComplete="tel-national"
        enterKeyHint="send"
        placeholder="050-1234567"
        required
        value={phone}
        error={error}
        onChange={(event) => {
          setPhone(event.target.value);
          if (error && isMobile(event.target.value)) setError(undefined);
        }}
        onBlur={() => phone !== '' && setError(isMobile(phone) ? undefined : 'מספר טלפון לא תקין')}
      />
      {problem}
      <Button type="submit" size="lg" wide busy={busy} {...keepFocus}>
        שליחת קוד
      </Button>
    </form>
  );
}
