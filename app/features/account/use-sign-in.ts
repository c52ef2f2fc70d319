import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SignedInReply } from '#contract/customers.ts';
import { isolate } from '#domain/format.ts';
import { ApiError, messageOf } from '~/api.ts';
import { useToast } from '~/ui/toasts.tsx';
import { greetingName } from './customer.ts';
import { askCode, type Details, login, signUp, verifyCode } from './sign-in.ts';

export type Step = { name: 'phone' } | { name: 'code' } | { name: 'details'; ticket: string };
/** The dialogs of the way in (storefront.md §2). */
export type NoticeKind = 'invalid-phone' | 'expired' | 'used-up' | 'not-registered' | 'welcome';

type State = {
  step: Step;
  phone: string;
  code: string;
  resendAt: number;
  remaining: number;
  busy: boolean;
  problem?: string;
  notice: NoticeKind | null;
  ordersAdded: number;
};

const start: State = {
  step: { name: 'phone' },
  phone: '',
  code: '',
  resendAt: 0,
  remaining: 5,
  busy: false,
  notice: null,
  ordersAdded: 0,
};

const notices: Record<string, NoticeKind> = {
  INVALID_PHONE: 'invalid-phone',
  OTP_EXPIRED: 'expired',
  OTP_USED_UP: 'used-up',
  NOT_REGISTERED: 'not-registered',
};

/** Phone → code → in, or phone → code → details → in. `to` is where one goes then. */
export function useSignIn(mode: 'login' | 'signup', to: string) {
  const [state, setState] = useState(start);
  /** Kept while the shopper is asked whether to sign up with it. */
  const [ticket, setTicket] = useState('');
  const navigate = useNavigate();
  const toast = useToast();
  const update = (next: Partial<State>) => setState((before) => ({ ...before, ...next }));

  async function attempt(work: () => Promise<Partial<State> | undefined>): Promise<void> {
    update({ busy: true, problem: undefined });
    try {
      update({ busy: false, ...(await work()) });
    } catch (error) {
      const code = error instanceof ApiError ? error.reply.error_code : '';
      const notice = notices[code];
      const again = code === 'TICKET_INVALID' ? { step: start.step, code: '' } : {};
      update({ busy: false, code: '', ...again, ...(notice ? { notice } : { problem: messageOf(error) }) });
    }
  }

  const send = (phone: string) =>
    attempt(async () => {
      const { resendIn, remaining } = await askCode(phone);
      return { step: { name: 'code' }, phone, code: '', resendAt: Date.now() + resendIn * 1_000, remaining };
    });

  const verify = (code: string) =>
    attempt(async () => {
      const proved = await verifyCode(state.phone, code);
      if (proved.registered) return arrive(await login(proved.ticket));
      if (mode === 'signup') return { step: { name: 'details', ticket: proved.ticket } };
      setTicket(proved.ticket);
      return { notice: 'not-registered' };
    });

  const register = (details: Details) =>
    attempt(async () => {
      const { orders_added } = await signUp(state.step.name === 'details' ? state.step.ticket : '', details);
      return { notice: 'welcome', ordersAdded: orders_added };
    });

  function arrive({ customer, orders_added }: SignedInReply): undefined {
    const text = orders_added > 0 ? 'הזמנות קודמות שלכם נוספו לאזור האישי' : undefined;
    toast({ kind: 'success', title: `שלום, ${isolate(greetingName(customer))}. התחברתם בהצלחה`, text });
    goOn();
  }

  const goOn = () => void navigate(to, { replace: true });
  const toPhone = () => update({ step: { name: 'phone' }, code: '', problem: undefined, notice: null });
  const toDetails = () => update({ step: { name: 'details', ticket }, problem: undefined, notice: null });

  return {
    ...state,
    send,
    verify,
    register,
    goOn,
    toPhone,
    toDetails,
    setCode: (code: string) => update({ code }),
    show: (notice: NoticeKind | null) => update({ notice }),
  };
}

export type SignIn = ReturnType<typeof useSignIn>;
