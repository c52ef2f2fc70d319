import { useEffect, useRef } from 'react';

const POLL_EVERY = 4_000;

/**
 * Asks how a payment stands: when the frame says that it is back, and every few seconds while the page is visible. What
 * the frame brings is never believed; the server asks the gateway. `secret`: what is watched.
 */
export function usePaymentWatch<T>(
  secret: string,
  check: (asked: { secret: string; returned: boolean }, signal: AbortSignal) => Promise<T>,
  onAnswer: (answer: T, returned: boolean) => void,
): void {
  const use = useRef({ check, onAnswer });
  use.current = { check, onAnswer };

  useEffect(() => {
    const stopped = new AbortController();
    let asking = false;

    async function ask(returned: boolean) {
      if (asking && !returned) return;
      asking = true;
      try {
        const answer = await use.current.check({ secret, returned }, stopped.signal);
        if (!stopped.signal.aborted) use.current.onAnswer(answer, returned);
      } catch {
        // Asked again at the next turn.
      } finally {
        asking = false;
      }
    }

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
