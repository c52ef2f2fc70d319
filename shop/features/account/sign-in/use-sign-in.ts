import { useState } from 'react';
import type { SignedInReply } from '#contract/customers/customers.ts';
import { isolate } from '#domain/text/format.ts';
import { useToast } from '#ui/toasts.tsx';
import { ApiError, messageOf } from '~/api.ts';
import { greetingName } from '../customer.ts';
import {
  askCode,
  type Details,
  forgotPassword,
  login,
  loginByEmail,
  type Newcomer,
  type Person,
  signUp,
  verifyCode,
} from './sign-in.ts';
import { newcomerOf, type SocialName, type SocialReply, startSocial, takeSocial } from './social.ts';

export type Step =
  | { name: 'phone' }
  | { name: 'code' }
  | { name: 'details'; ticket: string }
  | { name: 'password' }
  | { name: 'forgot' };
/** Dialogs of the sign-in. */
export type NoticeKind = 'invalid-phone' | 'expired' | 'used-up' | 'not-registered' | 'check-mail' | 'welcome';
export type Mode = 'login' | 'signup' | 'forgot';

type State = {
  step: Step;
  /** Another step was left for this one. */
  isBack: boolean;
  phone: string;
  email: string;
  code: string;
  resendAt: number;
  remaining: number;
  /** Sent by this request, not by one of another device or a moment ago. */
  isNewCode: boolean;
  busy: boolean;
  problem?: string;
  /** When a refused try may be repeated; milliseconds since 1970. */
  waitUntil: number;
  notice: NoticeKind | null;
  ordersAdded: number;
  newcomer: Newcomer | null;
  /** Who ordered with the proved phone before, as a guest. */
  buyer: Person | null;
  /** What was typed of a sign-up whose phone has to be proved anew. */
  details: Details | null;
};

const start: State = {
  step: { name: 'phone' },
  isBack: false,
  phone: '',
  email: '',
  code: '',
  resendAt: 0,
  remaining: 5,
  isNewCode: true,
  busy: false,
  waitUntil: 0,
  notice: null,
  ordersAdded: 0,
  newcomer: null,
  buyer: null,
  details: null,
};

const notices: Record<string, NoticeKind> = {
  INVALID_PHONE: 'invalid-phone',
  OTP_EXPIRED: 'expired',
  OTP_USED_UP: 'used-up',
  NOT_REGISTERED: 'not-registered',
};

/** State after a refusal: a dialog, another step, or text beside the field. */
function refusedState(error: unknown): Partial<State> {
  const { error_code: code, details } = error instanceof ApiError ? error.reply : { error_code: '', details: null };
  const newcomer = newcomerOf(error);
  if (newcomer) return { step: { name: 'phone' }, newcomer };
  const notice = notices[code];
  if (notice) return { notice };
  const wait = code === 'RATE_LIMITED' ? Number((details as { retry_after?: number } | null)?.retry_after ?? 0) : 0;
  // The social ticket expires with the other.
  const again = code === 'TICKET_INVALID' ? { step: start.step, newcomer: null } : {};
  return { ...again, problem: messageOf(error), waitUntil: wait > 0 ? Date.now() + wait * 1_000 : 0 };
}

/**
 * Phone → code → in, or phone → code → details → in; or e-mail and password, or Google and Facebook. Ends with
 * `onIn`.
 */
export function useSignIn(mode: Mode, onIn: () => void) {
  const [state, setState] = useState<State>(mode === 'forgot' ? { ...start, step: { name: 'forgot' } } : start);
  /** Kept while the shopper is asked whether to sign up. */
  const [ticket, setTicket] = useState('');
  const toast = useToast();
  const update = (next: Partial<State>) => setState((before) => ({ ...before, ...next }));

  async function attempt(work: () => Promise<Partial<State> | undefined>): Promise<void> {
    update({ busy: true, problem: undefined, waitUntil: 0 });
    try {
      update({ busy: false, ...(await work()) });
    } catch (error) {
      update({ busy: false, code: '', ...refusedState(error) });
    }
  }

  const send = (phone: string) =>
    attempt(async () => {
      const { resendIn, remaining, isNew } = await askCode(phone);
      const resendAt = Date.now() + resendIn * 1_000;
      return { step: { name: 'code' }, phone, code: '', resendAt, remaining, isNewCode: isNew };
    });

  const verify = (code: string) =>
    attempt(async () => {
      const proved = await verifyCode(state.phone, code);
      if (proved.registered) return arrive(await login(proved.ticket, state.newcomer));
      const { ticket, buyer } = proved;
      if (mode === 'signup' || state.newcomer) return { step: { name: 'details', ticket }, buyer };
      setTicket(ticket);
      return { notice: 'not-registered', buyer };
    });

  const register = (details: Details) =>
    attempt(async () => {
      const proved = state.step.name === 'details' ? state.step.ticket : '';
      update({ details });
      const { orders_added } = await signUp(proved, state.newcomer, details);
      return { notice: 'welcome', ordersAdded: orders_added };
    });

  const enter = (email: string, password: string) =>
    attempt(async () => {
      update({ email });
      return arrive(await loginByEmail(email, password));
    });

  const forgot = (email: string) =>
    attempt(async () => {
      update({ email });
      await forgotPassword(email);
      return { notice: 'check-mail' };
    });

  /** Leaves the page for Google or Facebook. */
  const goTo = (provider: SocialName, to: string) =>
    attempt(async () => {
      window.location.assign(await startSocial(provider, to));
      return { busy: true };
    });

  const comeBack = (reply: SocialReply) => attempt(async () => arrive(await takeSocial(reply)));

  function arrive({ customer, orders_added }: SignedInReply): undefined {
    const text = orders_added > 0 ? 'הזמנות קודמות שלכם נוספו לאזור האישי' : undefined;
    toast({ kind: 'success', title: `שלום, ${isolate(greetingName(customer))}. התחברתם בהצלחה`, text });
    onIn();
  }

  const to = (step: Step) => update({ step, isBack: true, code: '', problem: undefined, waitUntil: 0, notice: null });

  return {
    ...state,
    mode,
    send,
    verify,
    register,
    enter,
    forgot,
    goTo,
    comeBack,
    goOn: onIn,
    toPhone: () => to({ name: 'phone' }),
    toDetails: () => to({ name: 'details', ticket }),
    toPassword: () => to({ name: 'password' }),
    toForgot: () => to({ name: 'forgot' }),
    setCode: (code: string) => update({ code }),
    show: (notice: NoticeKind | null) => update({ notice }),
    fail: (problem: string) => update({ problem }),
  };
}

export type SignIn = ReturnType<typeof useSignIn>;
