import { CircleCheck } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Customer } from '#contract/customers/customers.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary, useSent } from '#ui/form/error-summary.tsx';
import { ApiError, call, messageOf } from '~/api.ts';
import { keepFocus } from '../focus-first-field.ts';
import { NoticeDialog } from '../notice-dialog.tsx';
import { Problem } from '../problem.tsx';
import { PasswordField } from './password-field.tsx';
import { focusField, useNewPassword } from './use-new-password.ts';

type Props = { customer: Customer & { email: string }; exists: boolean };

/** Changes the password with the old one, or sets a first one. */
export function ChangePassword({ customer: { email, first_name, last_name }, exists }: Props) {
  const [current, setCurrent] = useState('');
  const [currentError, setCurrentError] = useState<string>();
  const next = useNewPassword([email, first_name, last_name]);
  const [problem, setProblem] = useState<{ text: string; waitUntil: number }>();
  const [phase, setPhase] = useState<'form' | 'busy' | 'done'>('form');
  const { sent, failed } = useSent();
  const form = useRef<HTMLFormElement>(null);
  /** Of a change that was not answered: it may be the current one by now. */
  const unanswered = useRef<string>(undefined);
  const navigate = useNavigate();

  /** A first password has no field for the old one. */
  const refuse = () => (exists ? failed() : focusField(form.current, 'password'));

  function refused(refusal: unknown) {
    setPhase('form');
    const { error_code: code, details } =
      refusal instanceof ApiError ? refusal.reply : { error_code: '', details: null };
    if (refusal instanceof ApiError && (refusal.status === 0 || refusal.status >= 500))
      unanswered.current = next.password;
    if (code === 'WRONG_PASSWORD' || code === 'WEAK_PASSWORD') {
      (code === 'WRONG_PASSWORD' ? setCurrentError : next.wrong)(messageOf(refusal));
      return refuse();
    }
    const wait = Number((details as { retry_after?: number } | null)?.retry_after ?? 0);
    setProblem({ text: messageOf(refusal), waitUntil: wait > 0 ? Date.now() + wait * 1_000 : 0 });
  }

  const change = (from: string | undefined) =>
    call('POST /customer/customers/change-password', {
      body: { password: next.password, ...(from !== undefined && { current_password: from }) },
    });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (phase === 'busy') return;
    setProblem(undefined);
    const good = next.check();
    const missing = exists && current === '' ? 'הזינו את הסיסמה הנוכחית' : undefined;
    setCurrentError(missing);
    if (missing || !good) return refuse();
    setPhase('busy');
    try {
      await change(exists ? current : undefined).catch((refusal) => {
        const isWrong = refusal instanceof ApiError && refusal.reply.error_code === 'WRONG_PASSWORD';
        if (!isWrong || unanswered.current === undefined) throw refusal;
        return change(unanswered.current);
      });
      setPhase('done');
    } catch (refusal) {
      refused(refusal);
    }
  }

  const goOn = () => void navigate('/personal-area/privacy', { replace: true });
  return (
    <>
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-6 grid max-w-md gap-4"
      >
        {/* For password managers: the account of the password. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        {exists && <ErrorSummary errors={{ current_password: currentError, password: next.field.error }} sent={sent} />}
        {exists && (
          <PasswordField
            label="הסיסמה הנוכחית"
            name="current_password"
            autoComplete="current-password"
            showLabel="הצגת הסיסמה הנוכחית"
            error={currentError}
            onChange={(text) => {
              setCurrent(text);
              setCurrentError(undefined);
            }}
          />
        )}
        <PasswordField {...next.field} {...(exists && { label: 'הסיסמה החדשה' })} showLabel="הצגת הסיסמה החדשה" />
        <Problem {...problem} />
        <div>
          <Button type="submit" size="lg" className="max-sm:w-full" busy={phase === 'busy'} {...keepFocus}>
            שמירת הסיסמה
          </Button>
        </div>
      </form>
      <NoticeDialog
        notice={
          phase === 'done'
            ? {
                title: exists ? 'הסיסמה הוחלפה' : 'הסיסמה נשמרה',
                icon: CircleCheck,
                good: true,
                text: <p>מעכשיו נכנסים עם הדוא״ל והסיסמה החדשה. החשבון נותק מכל המכשירים האחרים.</p>,
                action: { label: 'המשך', onPress: goOn },
              }
            : null
        }
        onClose={goOn}
      />
    </>
  );
}
