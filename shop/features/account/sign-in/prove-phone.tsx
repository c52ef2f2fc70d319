import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { messageOf } from '~/api.ts';
import { Problem } from '../problem.tsx';
import { CodeStep } from './code-step.tsx';
import { askCode, isMobile, verifyCode } from './sign-in.ts';

type Props = {
  phone: string;
  /** `ticket` proves the phone once, for some minutes. */
  onProved: (ticket: string) => void;
  onChangePhone: () => void;
  /** What it is proved for. */
  why?: string;
};

const HOLDING = 'אין תשלום עכשיו, ולכן הפריטים נשמרים לכם אחרי אימות קצר בקוד. אין צורך להירשם.';

type State = {
  busy: boolean;
  code: string;
  problem?: string;
  sent: { resendAt: number; remaining: number; isNew: boolean } | null;
};

/** Proves a guest's phone by a code, in place of the button that needs it; no registration. */
export default function ProvePhone({ phone, onProved, onChangePhone, why = HOLDING }: Props) {
  const [state, setState] = useState<State>({ busy: true, code: '', sent: null });
  const update = useCallback((next: Partial<State>) => setState((before) => ({ ...before, ...next })), []);

  const send = useCallback(async () => {
    if (!isMobile(phone)) return update({ busy: false, problem: 'קוד נשלח לטלפון נייד בלבד. הזינו מספר נייד ישראלי' });
    update({ busy: true, problem: undefined, code: '' });
    try {
      const { resendIn, ...sent } = await askCode(phone);
      update({ busy: false, sent: { resendAt: Date.now() + resendIn * 1_000, ...sent } });
    } catch (error) {
      update({ busy: false, problem: messageOf(error) });
    }
  }, [phone, update]);
  useEffect(() => void send(), [send]);
  // The button that was pressed has made room for this.
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  async function verify(code: string) {
    update({ busy: true, problem: undefined });
    try {
      onProved((await verifyCode(phone, code)).ticket);
    } catch (error) {
      update({ busy: false, code: '', problem: messageOf(error) });
    }
  }

  return (
    <section aria-labelledby="prove-phone" className="grid max-w-lg gap-4 rounded-xl bg-ground-2 p-5 lg:p-7">
      <h2 ref={title} id="prove-phone" tabIndex={-1} className="text-xl focus:outline-none">
        אימות מספר הטלפון
      </h2>
      <p className="text-ink-2">{why}</p>
      {state.sent ? (
        <CodeStep
          phone={phone}
          code={state.code}
          onCode={(code) => update({ code })}
          busy={state.busy}
          error={state.problem}
          resendAt={state.sent.resendAt}
          remaining={state.sent.remaining}
          isNew={state.sent.isNew}
          onVerify={(code) => void verify(code)}
          onResend={() => void send()}
          onChangePhone={onChangePhone}
        />
      ) : (
        <>
          <Problem text={state.problem} waitUntil={0} />
          <div className="flex flex-wrap gap-3">
            <Button busy={state.busy} onClick={() => void send()}>
              שליחת קוד
            </Button>
            <Button variant="quiet" onClick={onChangePhone}>
              שינוי מספר
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
