import { useEffect, useRef } from 'react';

const POLL_EVERY = 4_000;

type Check<T> = (asked: { secret: string; returned: boolean }, signal: AbortSignal) => Promise<T>;
/** What it begins (a new payment page) is waited for. */
type OnAnswer<T> = (answer: T, returned: boolean) => void | Promise<void>;

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
      (answer, returned) => (stopped.signal.aborted ? undefined : use.current.onAnswer(answer, returned)),
    );
    const onMessage = (event: MessageEvent) => {
      const data = event.data as { type?: unknown } | null;
      if (event.origin === window.location.origin && data?.type === 'payment-return') void ask(true);
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
): (returned: boolean) => Promise<void> {
  let asking = 0;
  let begun: Promise<void> | undefined;
  let page = 0;
  return async (returned) => {
    if (begun || (asking > 0 && !returned)) return;
    asking++;
    const askedOf = page;
    try {
      const answer = await check(returned);
      if (begun || askedOf !== page) return;
      begun = onAnswer(answer, returned) ?? undefined;
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
