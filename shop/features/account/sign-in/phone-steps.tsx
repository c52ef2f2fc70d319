import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { clockText, formatWait } from '#domain/calendar/wait.ts';
import { formatPhone, parseMobile } from '#domain/people/phone.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { PhoneField } from '#ui/form/contact-fields.tsx';
import { useSecondsLeft } from '#ui/hooks/use-seconds-left.ts';
import { keepFocus, useFirstFieldFocus } from '../focus-first-field.ts';
import { CODE_LENGTH, CodeField } from './code-field.tsx';
import { isMobile } from './sign-in.ts';

type PhoneProps = {
  phone: string;
  /** Back from another step: the focus follows. */
  isBack: boolean;
  busy: boolean;
  /** The server's refusal. */
  problem: ReactNode;
  onInvalid: () => void;
  onPhone: (phone: string) => void;
};

export function PhoneStep({ phone: initialPhone, isBack, busy, problem, onInvalid, onPhone }: PhoneProps) {
  const [phone, setPhone] = useState(initialPhone);
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

type OtpRequest = CredentialRequestOptions & { otp: { transport: 'sms'[] } };

/** Fills in the code from the SMS where the browser supports WebOTP (docs/rules/phones.md). */
function useWebOtp(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const ended = new AbortController();
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: ended.signal };
    navigator.credentials.get(request).then(
      (found) => found && 'code' in found && typeof found.code === 'string' && latest.current(found.code),
      // Refused, or typed before the message arrived: the field remains.
      () => {},
    );
    return () => ended.abort();
  }, []);
}

type CodeProps = {
  phone: string;
  code: string;
  onCode: (code: string) => void;
  busy: boolean;
  error?: string;
  /** When the next code may be requested; milliseconds since 1970. */
  resendAt: number;
  remaining: number;
  /** `false`: the one that was sent before, perhaps from another device, is to be typed. */
  isNew: boolean;
  onVerify: (code: string) => void;
  onResend: () => void;
  onChangePhone: () => void;
};

export function CodeStep({ phone, code, onCode, busy, error, ...step }: CodeProps) {
  const input = useRef<HTMLInputElement>(null);
  const left = useSecondsLeft(step.resendAt);

  // The keyboard's focus follows to the step's one field, and back to it after a wrong code.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new error is what brings the focus back
  useEffect(() => {
    if (!busy) input.current?.focus();
  }, [busy, error]);

  function take(next: string) {
    onCode(next);
    if (next.length === CODE_LENGTH && next !== code && !busy) step.onVerify(next);
  }
  useWebOtp(take);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (code.length === CODE_LENGTH) step.onVerify(code);
    else input.current?.focus();
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-6">
      <p className="text-ink-2">
        {step.isNew ? 'שלחנו קוד ל־' : 'בדקה האחרונה כבר נשלח קוד ל־'}
        <bdi dir="ltr" className="font-semibold whitespace-nowrap text-ink">
          {formatPhone(parseMobile(phone) ?? phone)}
        </bdi>
        {step.isNew ? '. ' : ', גם אם התבקש במכשיר אחר. אם עוד לא השתמשתם בו, הוא תקף גם כאן. '}
        <LinkButton onClick={step.onChangePhone} disabled={busy}>
          שינוי מספר
        </LinkButton>
      </p>
      <CodeField value={code} onChange={take} error={error} disabled={busy} inputRef={input} />
      <Button type="submit" size="lg" wide busy={busy}>
        אישור
      </Button>
      <div className="text-center text-sm text-ink-2">
        {step.remaining === 0 && left > 0 ? (
          <p className="py-2.5">נשלחו כל הקודים שאפשר לשלוח. קוד נוסף בעוד {formatWait(left)}</p>
        ) : left > 0 ? (
          <p className="py-2.5">
            {step.isNew ? 'לא הגיע? שליחה חוזרת בעוד ' : 'אפשר לבקש קוד חדש בעוד '}
            <bdi dir="ltr" className="tabular">
              {clockText(left)}
            </bdi>
          </p>
        ) : (
          <LinkButton onClick={step.onResend} disabled={busy}>
            שליחת קוד נוסף
          </LinkButton>
        )}
      </div>
    </form>
  );
}
