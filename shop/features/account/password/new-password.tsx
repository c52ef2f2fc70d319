import { CircleCheck } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#ui/button.tsx';
import { ApiError, call, messageOf } from '~/api.ts';
import { keepFocus, useFirstFieldFocus } from '../focus-first-field.ts';
import { NoticeDialog } from '../notice-dialog.tsx';
import { Problem } from '../problem.tsx';
import { PasswordField } from './password-field.tsx';
import { ResetFrame, ResetInvalid } from './reset-states.tsx';
import { focusField, useNewPassword } from './use-new-password.ts';

type Props = { token: string; email: string; signedIn: boolean };

/** Sets a new password from a mailed link. */
export function NewPassword({ token, email, signedIn }: Props) {
  const next = useNewPassword([email]);
  const [problem, setProblem] = useState<string>();
  const [phase, setPhase] = useState<'form' | 'busy' | 'done' | 'invalid'>('form');
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  useFirstFieldFocus(form);

  function refused(refusal: unknown) {
    setPhase('form');
    const code = refusal instanceof ApiError ? refusal.reply.error_code : '';
    if (code === 'RESET_LINK_INVALID') setPhase('invalid');
    else if (code === 'WEAK_PASSWORD') {
      next.wrong(messageOf(refusal));
      focusField(form.current, 'password');
    } else setProblem(messageOf(refusal));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (phase === 'busy') return;
    setProblem(undefined);
    if (!next.check()) return focusField(form.current, 'password');
    setPhase('busy');
    try {
      await call('POST /api/customers/reset-password', { body: { token, password: next.password } });
      setPhase('done');
    } catch (refusal) {
      refused(refusal);
    }
  }

  // The link is spent: Back must not lead to it.
  const goOn = () => void navigate(signedIn ? '/personal-area' : '/login', { replace: true });

  if (phase === 'invalid') return <ResetInvalid />;
  return (
    <ResetFrame title="בחירת סיסמה חדשה">
      <p className="mb-6 text-ink-2">
        לחשבון{' '}
        <bdi dir="ltr" className="font-semibold text-ink">
          {email}
        </bdi>
        . אחרי השמירה החשבון ינותק מכל מכשיר אחר.
      </p>
      <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <PasswordField {...next.field} />
        <Problem text={problem} />
        <Button type="submit" size="lg" wide busy={phase === 'busy'} {...keepFocus}>
          שמירת הסיסמה
        </Button>
      </form>
      <NoticeDialog
        notice={
          phase === 'done'
            ? {
                title: 'הסיסמה הוחלפה',
                icon: CircleCheck,
                good: true,
                text: <p>מעכשיו אפשר להיכנס עם הדוא״ל והסיסמה החדשה. החשבון נותק מכל המכשירים האחרים.</p>,
                action: { label: signedIn ? 'לאזור האישי' : 'להתחברות', onPress: goOn },
              }
            : null
        }
        onClose={goOn}
      />
    </ResetFrame>
  );
}
