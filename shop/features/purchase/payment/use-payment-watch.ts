import { useEffect, useRef } from 'react';

const POLL_EVERY_MS = 4_000;

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
    const timer = setInterval(onVisible, POLL_EVERY_MS);
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
 * Polls don't overlap. While something is begun of an answer nothing is asked, and an answer to what was asked before
 * that is of the former page: two that say ‘declined’ make one new page.
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
