import { useEffect, useSyncExternalStore } from 'react';
import type { OpenOrder } from '#contract/checkout/orders.ts';
import { createListeners } from '#ui/hooks/listeners.ts';
import { call } from '~/api.ts';
import { hasMarker } from '~/signed-in.ts';
import { forgetKnownOrder, keepKnownOrder, onKnownOrder, readKnownOrder } from './known-order.ts';

/** The server's latest state of the order. */
let open: OpenOrder | null = null;
/** `null` also where the order is known no more, whatever the server has last said or is about to say of it. */
const shownOrder = (): OpenOrder | null => (open && open.secret === readKnownOrder()?.secret ? open : null);
const listeners = createListeners();

function set(next: OpenOrder | null): void {
  open = next;
  listeners.notify();
}

let asking: Promise<void> | null = null;

/** Queries the server, if an order is known; concurrent callers share one request. */
export function askOpenOrder(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<void> {
  const knownOrder = readKnownOrder();
  if (!knownOrder && !hasMarker()) return set(null);
  try {
    const { order } = await call('POST /api/orders/get-open-order', {
      body: { open_order: knownOrder?.secret ?? null },
    });
    // It ended unpaid; the account's other open order replaces it.
    if (knownOrder && order?.secret !== knownOrder.secret) forgetKnownOrder(knownOrder.secret);
    if (order && order.secret !== knownOrder?.secret) keepKnownOrder({ secret: order.secret, at: Date.now() });
    set(order);
  } catch {
    // Retried when the page is looked at next.
  }
}

function subscribe(listener: () => void): () => void {
  const stop = onKnownOrder(() => {
    listener();
    void askOpenOrder();
  });
  const leave = listeners.subscribe(listener);
  return () => {
    leave();
    stop();
  };
}

/**
 * The shopper's open order, of this tab, device or account: `null` while none is known. Fetched when the page opens,
 * when `account` changes, and when the page becomes visible again.
 */
export function useOpenOrder(account: string | null = null): OpenOrder | null {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has another order
  useEffect(() => {
    void askOpenOrder();
    const onVisible = () => document.visibilityState === 'visible' && void askOpenOrder();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [account]);
  return useSyncExternalStore(subscribe, shownOrder, () => null);
}
