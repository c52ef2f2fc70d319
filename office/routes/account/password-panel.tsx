import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { NO_ANSWER } from '#ui/lost-submission.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { AskingDialog } from '../../components/dialogs/asking-dialog.tsx';
import { RecoveryCodes } from '../../components/factors/recovery-codes.tsx';
import { TotpQr } from '../../components/factors/totp-qr.tsx';
import { NewPasswordField } from '../../components/fields/new-password-field.tsx';
import { Facts, Panel } from '../../components/panel.tsx';
import { useCall } from '../../components/use-call.ts';
import type { ActionReply } from '../../load.ts';
import type { Proof } from './prove-dialog.tsx';

type Factors = { hasPassword: boolean; passkeys: number; recoveryCodes: number };
type Open = 'codes' | 'password' | 'recovery' | 'remove' | null;

const titles = {
  codes: 'אפליקציית קודים',
  password: 'החלפת סיסמה',
  recovery: 'קודי שחזור חדשים',
  remove: 'ביטול הכניסה בסיסמה',
};

/** Password, one-time codes and recovery codes, which come and go together. */
export function PasswordPanel({ factors, proof }: { factors: Factors; proof: Proof }) {
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => {
    setOpen(null);
    setCodes(null);
  };
  // Codes are shown once: a repeat of the form has none.
  const show = ({ result }: ActionReply) => (result ? setCodes((result as { codes: string[] }).codes) : close());
  const button = (what: NonNullable<Open>, label: string) => (
    <Button size="sm" variant="secondary" onClick={() => proof.first(() => setOpen(what))}>
      {label}
    </Button>
  );
  return (
    <Panel title="סיסמה וקודים">
      <Facts
        facts={[
          ['כניסה בסיסמה ובקוד', factors.hasPassword ? 'פעילה' : 'לא פעילה'],
          ['קודי שחזור שנותרו', factors.hasPassword ? factors.recoveryCodes : ''],
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {factors.hasPassword ? (
          <>
            {button('password', 'החלפת סיסמה')}
            {button('codes', 'מעבר לאפליקציה אחרת')}
            {button('recovery', 'קודי שחזור חדשים')}
            {factors.passkeys > 0 && button('remove', 'ביטול הכניסה בסיסמה')}
          </>
        ) : (
          button('codes', 'הוספת סיסמה וקודים')
        )}
      </div>
      <AskingDialog open={open !== null} onClose={close} title={open ? titles[open] : ''}>
        <div className="grid gap-4 p-5">
          {codes && (
            <>
              <RecoveryCodes codes={codes} />
              <Button onClick={close}>שמרתי</Button>
            </>
          )}
          {!codes && open === 'codes' && <Enrol hasPassword={factors.hasPassword} onDone={show} onCancel={close} />}
          {!codes && open === 'recovery' && (
            <ActionForm call="newRecoveryCodes" submit="יצירת קודים" onDone={show} onCancel={close}>
              <p>כל הקודים הקודמים יפסיקו לפעול.</p>
            </ActionForm>
          )}
          {open === 'password' && (
            <ActionForm call="changePassword" submit="החלפה" onDone={close} onCancel={close}>
              <TextField
                label="הסיסמה הנוכחית"
                name="current"
                type="password"
                autoComplete="current-password"
                required
                maxLength={500}
              />
              <NewPasswordField label="סיסמה חדשה" />
            </ActionForm>
          )}
          {open === 'remove' && (
            <ActionForm call="removePassword" submit="ביטול הכניסה בסיסמה" danger onDone={close} onCancel={close}>
              <p>מעכשיו תיכנסו רק במפתחות. הסיסמה, הקודים מהאפליקציה וקודי השחזור יימחקו.</p>
            </ActionForm>
          )}
        </div>
      </AskingDialog>
    </Panel>
  );
}

type Enrolment = { ticket: string; qr: string; secret: string };

/** Opening the dialog requests a secret; it counts once its first code is right. */
function Enrol({
  hasPassword,
  onDone,
  onCancel,
}: {
  hasPassword: boolean;
  onDone: (reply: ActionReply) => void;
  onCancel: () => void;
}) {
  const call = useCall();
  const begin = () => void call.submit({ _call: 'beginCodes' }, { method: 'post', action: '/account' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(begin, []);
  const isBusy = call.state !== 'idle';
  // The first time is over: it was refused, or its answer was lost, which leaves no reply.
  const [isOver, setOver] = useState(false);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) setOver(true);
    wasBusy.current = isBusy;
  }, [isBusy]);
  const reply = call.data;
  const enrolment = reply?.result as Enrolment | undefined;
  if (!enrolment)
    return (
      <>
        <p role="status">{isOver && !isBusy ? (reply?.message ?? NO_ANSWER) : 'רגע…'}</p>
        {isOver && (
          <Button busy={isBusy} onClick={begin}>
            לנסות שוב
          </Button>
        )}
      </>
    );
  return (
    <ActionForm call="enrolCodes" submit="הפעלה" onDone={onDone} onCancel={onCancel}>
      <input type="hidden" name="ticket" value={enrolment.ticket} />
      {!hasPassword && <NewPasswordField label="סיסמה" />}
      <TotpQr qr={enrolment.qr} secret={enrolment.secret} />
      <TextField
        label="הקוד שמוצג באפליקציה"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={20}
      />
    </ActionForm>
  );
}
