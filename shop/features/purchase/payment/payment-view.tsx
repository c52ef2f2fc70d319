import { useEffect, useRef, useState } from 'react';
import { messageOf } from '~/api.ts';
import type { PaymentPage } from '../placing.ts';
import { PaymentFrame } from './payment-frame.tsx';
import { Declined, InDoubt, PageProblem, Processing, Stopped } from './payment-states.tsx';

const POLL_EVERY = 4_000;

/** What stands in the place of the gateway's page. `closed`: nobody has asked for it yet. */
type View =
  | { name: 'closed' | 'processing' | 'stopped' | 'in_doubt' }
  | { name: 'frame'; page: PaymentPage }
  | { name: 'problem'; message: string };

const IN_DOUBT: View = { name: 'in_doubt' };

/**
 * What is shown of a payment while it is made. A declined card gets a new page.
 * @param getPage `null`: nothing is to pay any more, which it tells itself
 * @returns `part`: what holds the view, and gets the focus; `follow`: what an answer about an unpaid order leads to
 */
export function usePaymentView(
  first: PaymentPage | null,
  isDeclined: boolean,
  getPage: () => Promise<PaymentPage | null>,
  isInDoubt = false,
) {
  const [view, setView] = useState<View>(first ? { name: 'frame', page: first } : { name: 'closed' });
  const [declined, setDeclined] = useState(isDeclined);
  const [busy, setBusy] = useState(false);
  const part = useRef<HTMLElement>(null);
  const shown = isInDoubt ? IN_DOUBT : view;
  const began = useRef(shown);
  // What had the focus (the frame, a button) makes room for something else.
  useEffect(() => {
    if (shown === began.current) return;
    part.current?.focus({ preventScroll: true });
    part.current?.scrollIntoView({ block: shown.name === 'frame' ? 'start' : 'nearest' });
  }, [shown]);

  async function open() {
    setBusy(true);
    try {
      const page = await getPage();
      if (page) setView({ name: 'frame', page });
    } catch (error) {
      setView({ name: 'problem', message: messageOf(error) });
    }
    setBusy(false);
  }

  function follow(status: string, returned: boolean, cancelled: boolean): void | Promise<void> {
    if (view.name !== 'frame' && view.name !== 'processing') return;
    // Told together with the new page: who reads it types into that one.
    if (status === 'failed') return open().then(() => setDeclined(true));
    if (status === 'cancelled' || cancelled) return setView({ name: 'stopped' });
    if (returned) setView({ name: 'processing' });
  }

  return { view: shown, declined, busy, part, open, follow };
}

type Props = { view: View; declined: boolean; onOpen: () => void };

export const PaymentView = ({ view, declined, onOpen }: Props) => (
  <>
    <div role="alert">{declined && (view.name === 'frame' || view.name === 'closed') && <Declined />}</div>
    <div role="status" className="contents">
      {view.name === 'processing' && <Processing onBack={onOpen} />}
      {view.name === 'stopped' && <Stopped onBack={onOpen} />}
      {view.name === 'in_doubt' && <InDoubt />}
    </div>
    {view.name === 'frame' && <PaymentFrame page={view.page} />}
    {view.name === 'problem' && <PageProblem message={view.message} onRetry={onOpen} />}
  </>
);

type Check<T> = (asked: { secret: string; returned: boolean }, signal: AbortSignal) => Promise<T>;
/** `cancelled`: by the shopper, as the gateway's page says. What it begins (a new payment page) is waited for. */
type OnAnswer<T> = (answer: T, returned: boolean, cancelled: boolean) => void | Promise<void>;

/**
 * Asks how a payment stands: when the frame says that it is back, and every few seconds while the page is visible. What
 * the frame brings is never believed; the server asks the gateway. `secret`: what is watched.
 */
export function usePaymentWatch<T>(secret: string, check: Check<T>, onAnswer: OnAnswer<T>): void {
  const use = useRef({ check, onAnswer });
  use.current = { check, onAnswer };

  useEffect(() => {
    const stopped = new AbortController();
    const ask = paymentWatch<T>(
      (returned) => use.current.check({ secret, returned }, stopped.signal),
      (answer, ...back) => (stopped.signal.aborted ? undefined : use.current.onAnswer(answer, ...back)),
    );
    const onMessage = (event: MessageEvent) => {
      const data = event.data as { type?: unknown; cancelled?: unknown } | null;
      if (event.origin === window.location.origin && data?.type === 'payment-return')
        void ask(true, data.cancelled === true);
    };
    const onVisible = () => document.visibilityState === 'visible' && void ask(false);
    const timer = setInterval(onVisible, POLL_EVERY);
    window.addEventListener('message', onMessage);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      stopped.abort();
      clearInterval(timer);
      window.removeEventListener('message', onMessage);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [secret]);
}

/**
 * Polls don't overlap. While something is begun of an answer nothing is asked, and an answer to what was asked before that is
 * of the former page: two that say ‘declined’ make one new page.
 */
export function paymentWatch<T>(
  check: (returned: boolean) => Promise<T>,
  onAnswer: OnAnswer<T>,
): (returned: boolean, cancelled?: boolean) => Promise<void> {
  let asking = 0;
  let begun: Promise<void> | undefined;
  let page = 0;
  return async (returned, cancelled = false) => {
    if (begun || (asking > 0 && !returned)) return;
    asking++;
    const askedOf = page;
    try {
      const answer = await check(returned);
      if (begun || askedOf !== page) return;
      begun = onAnswer(answer, returned, cancelled) ?? undefined;
      if (!begun) return;
      page++;
      await begun.finally(() => {
        begun = undefined;
      });
    } catch {
      // Asked again at the next turn.
    } finally {
      asking--;
    }
  };
}
