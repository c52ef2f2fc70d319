import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Dialog } from '#ui/dialog.tsx';
import { useLeft } from '#ui/hooks/use-left.ts';
import { useToast } from '#ui/toasts.tsx';
import { ApiError, call, messageOf } from '~/api.ts';
import { refreshCustomer } from '../customer.ts';
import { useFirstFieldFocus } from '../focus-first-field.ts';
import { Problem } from '../problem.tsx';
import { PhoneStep } from '../sign-in/phone-step.tsx';
import ProvePhone from '../sign-in/prove-phone.tsx';
import { SignInAgain } from '../sign-in-again.tsx';

const WHY = 'אחרי האימות המספר הזה יזהה את החשבון, והחשבון ינותק מכל המכשירים האחרים.';

type Props = { open: boolean; onClose: () => void; fresh: boolean; to: string };

/** The new number, then its code. Reopened, it begins anew. */
export default function ChangePhoneDialog({ open, onClose, ...steps }: Props) {
  const content = useRef<HTMLDivElement>(null);
  useFirstFieldFocus(content, open);
  return (
    <Dialog open={open} onClose={onClose} title="החלפת מספר הטלפון" width="w-full sm:w-[28rem]">
      {open && (
        <div ref={content} className="grid gap-5 p-5 sm:p-6">
          <Steps {...steps} onDone={onClose} />
        </div>
      )}
    </Dialog>
  );
}

function Steps({ fresh, to, onDone }: Pick<Props, 'fresh' | 'to'> & { onDone: () => void }) {
  const [phone, setPhone] = useState('');
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const left = useLeft();

  async function change(ticket: string) {
    // Escape while the code was being looked at.
    if (left.current) return;
    try {
      await call('POST /customer/customers/change-phone', { body: { ticket } });
    } catch (error) {
      // The page was open for long: it asks for a sign-in now.
      if (error instanceof ApiError && error.reply.error_code === 'SIGN_IN_AGAIN') await revalidate();
      if (left.current) {
        toast({ kind: 'danger', title: messageOf(error) });
        return;
      }
      setProblem(messageOf(error));
      setAsked(false);
      return;
    }
    await Promise.all([refreshCustomer(), revalidate()]);
    toast({ kind: 'success', title: 'מספר הטלפון הוחלף' });
    onDone();
  }

  if (!fresh) return <SignInAgain to={to}>מספר הטלפון מזהה את החשבון.</SignInAgain>;
  if (isAsked)
    return (
      <ProvePhone
        phone={phone}
        why={WHY}
        onProved={(ticket) => void change(ticket)}
        onChangePhone={() => setAsked(false)}
      />
    );
  return (
    <>
      <p className="text-ink-2">
        הזמנות קיימות נשארות בחשבון, והודעות עליהן ימשיכו להגיע למספר שנמסר בהן. כדי לשנות גם אותו, פנו אלינו.
      </p>
      <PhoneStep
        phone={phone}
        isBack={phone !== ''}
        busy={false}
        problem={<Problem text={problem} waitUntil={0} />}
        onInvalid={() => setProblem(undefined)}
        onPhone={(next) => {
          setPhone(next);
          setProblem(undefined);
          setAsked(true);
        }}
      />
    </>
  );
}
