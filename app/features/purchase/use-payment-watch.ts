import { useEffect, useRef } from 'react';
import type { Order } from '#contract/orders.ts';
import { call } from '~/api.ts';

const POLL_EVERY = 4_000;

type Tell = (order: Order, returned: boolean) => void;

/**
 * Asks how a payment stands: when the frame says that it is back, and every few seconds while the page is visible. What
 * the frame brings is never believed; the server asks the gateway.
 */
export function usePaymentWatch(secret: string, onOrder: Tell): void {
  const tell = useRef(onOrder);
  tell.current = onOrder;

  useEffect(() => {
    const stopped = new AbortController();
    let asking = false;

    async function ask(returned: boolean) {
      if (asking && !returned) return;
      asking = true;
      try {
        const order = await call('POST /api/orders/check-payment', { body: { secret } }, { signal: stopped.signal });
        if (!stopped.signal.aborted) tell.current(order, returned);
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
