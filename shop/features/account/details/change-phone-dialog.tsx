import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatPhone, parseMobile } from '#domain/people/phone.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { usePageLeft } from '#ui/hooks/use-page-left.ts';
import { useToast } from '#ui/toasts.tsx';
import { ApiError, call, messageOf } from '~/api.ts';
import { refreshCustomer } from '../customer.ts';
import { useFirstFieldFocus } from '../focus-first-field.ts';
import { Problem } from '../problem.tsx';
import { PhoneStep } from '../sign-in/phone-steps.tsx';
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
  /** Of a change that was not answered: it is still good, unless the change was made. */
  const [unanswered, setUnanswered] = useState<string>();
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const left = usePageLeft();

  async function change(ticket: string) {
    // Escape while the code was being looked at.
    if (left.current) return;
    setBusy(true);
    try {
      await call('POST /customer/customers/change-phone', { body: { ticket } });
    } catch (error) {
      if (!(ticket === unanswered && isSpent(error) && (await isOwn(phone)))) return refused(error, ticket);
    }
    await Promise.all([refreshCustomer(), revalidate()]);
    toast({ kind: 'success', title: 'מספר הטלפון הוחלף' });
    onDone();
  }

  async function refused(error: unknown, ticket: string) {
    // The page was open for long: it asks for a sign-in now.
    if (error instanceof ApiError && error.reply.error_code === 'SIGN_IN_AGAIN') await revalidate();
    if (left.current) {
      toast({ kind: 'danger', title: messageOf(error) });
      return;
    }
    const isLost = error instanceof ApiError && (error.status === 0 || error.status >= 500);
    setBusy(false);
    setProblem(messageOf(error));
    setUnanswered(isLost ? ticket : undefined);
    setAsked(false);
  }

  if (!fresh)
    return (
      <SignInAgain to={to} focused>
        מספר הטלפון מזהה את החשבון.
      </SignInAgain>
    );
  if (unanswered)
    return (
      <Unanswered
        phone={phone}
        busy={busy}
        problem={busy ? undefined : problem}
        onAgain={() => void change(unanswered)}
        onOther={() => {
          setUnanswered(undefined);
          setProblem(undefined);
        }}
      />
    );
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

const isSpent = (error: unknown): boolean => error instanceof ApiError && error.reply.error_code === 'TICKET_INVALID';

/** Whether the account has the phone already: the answer to the change was lost, not the change. */
const isOwn = (phone: string): Promise<boolean> =>
  call('GET /api/customers/get-by-token', { query: {} }).then(
    (customer) => parseMobile(customer.phone ?? '') === parseMobile(phone),
    () => false,
  );

type UnansweredProps = {
  phone: string;
  busy: boolean;
  problem: string | undefined;
  onAgain: () => void;
  onOther: () => void;
};

/** The code was right, and the change was not answered: no further code is needed to try again. */
function Unanswered({ phone, busy, problem, onAgain, onOther }: UnansweredProps) {
  const retryBox = useRef<HTMLDivElement>(null);
  // The field that had it is gone.
  useEffect(() => retryBox.current?.querySelector('button')?.focus(), []);
  return (
    <>
      <p className="text-ink-2">
        המספר{' '}
        <bdi dir="ltr" className="font-semibold whitespace-nowrap text-ink">
          {formatPhone(parseMobile(phone) ?? phone)}
        </bdi>{' '}
        אומת, ועוד לא ידוע אם הוחלף. אין צורך בקוד נוסף.
      </p>
      <Problem text={problem} waitUntil={0} />
      <div ref={retryBox} className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={onAgain}>
          ניסיון נוסף
        </Button>
        <Button variant="quiet" aria-disabled={busy || undefined} onClick={busy ? undefined : onOther}>
          מספר אחר
        </Button>
      </div>
    </>
  );
}
