import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { messageOf } from '~/api.ts';
import { BUYER_KEYS, isObject, readValue, writeValue } from '~/browser-storage.ts';
import { Problem } from '../problem.tsx';
import { CodeStep } from './phone-steps.tsx';
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

/** Times are in milliseconds since 1970. */
type Sent = { phone: string; expiresAt: number; resendAt: number; remaining: number; isNew: boolean };
type State = { busy: boolean; code: string; problem?: string; sent: Sent | null };

const isSent = (value: unknown): value is Sent =>
  isObject(value) &&
  typeof value.phone === 'string' &&
  typeof value.isNew === 'boolean' &&
  [value.expiresAt, value.resendAt, value.remaining].every(Number.isFinite);

/** The code that this tab has asked for, while it can be used: after a reload it is typed, and no other one is sent. */
function readSent(phone: string): Sent | null {
  const sent = readValue(BUYER_KEYS.code, isSent, 'sessionStorage');
  return sent?.phone === phone && sent.expiresAt > Date.now() ? sent : null;
}
const writeSent = (sent: Sent | null): void => writeValue(BUYER_KEYS.code, sent, 'sessionStorage');

/** Proves a guest's phone by a code, in place of the button that needs it; no registration. */
export default function ProvePhone({ phone, onProved, onChangePhone, why = HOLDING }: Props) {
  const [state, setState] = useState<State>({ busy: true, code: '', sent: null });
  const update = useCallback((next: Partial<State>) => setState((before) => ({ ...before, ...next })), []);

  const send = useCallback(async () => {
    if (!isMobile(phone)) return update({ busy: false, problem: 'קוד נשלח לטלפון נייד בלבד. הזינו מספר נייד ישראלי' });
    update({ busy: true, problem: undefined, code: '' });
    try {
      const { expiresIn, resendIn, remaining, isNew } = await askCode(phone);
      const now = Date.now();
      const sentCode = {
        phone,
        expiresAt: now + expiresIn * 1_000,
        resendAt: now + resendIn * 1_000,
        remaining,
        isNew,
      };
      writeSent(sentCode);
      update({ busy: false, sent: sentCode });
    } catch (error) {
      update({ busy: false, problem: messageOf(error) });
    }
  }, [phone, update]);
  useEffect(() => {
    const sentCode = readSent(phone);
    if (sentCode) update({ busy: false, sent: sentCode });
    else void send();
  }, [phone, send, update]);
  // The button that was pressed has made room for this.
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  async function verify(code: string) {
    update({ busy: true, problem: undefined });
    try {
      const { ticket } = await verifyCode(phone, code);
      writeSent(null);
      onProved(ticket);
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
