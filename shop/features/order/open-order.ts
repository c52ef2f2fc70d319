import { useEffect, useSyncExternalStore } from 'react';
import type { OpenOrder } from '#contract/checkout/orders.ts';
import { call } from '~/api.ts';
import { hasMarker } from '~/signed-in.ts';
import { forgetKnownOrder, keepKnownOrder, onKnownOrder, readKnownOrder } from './known-order.ts';

/** How what is known stands at the server, as it was answered last. */
let open: OpenOrder | null = null;
const listeners = new Set<() => void>();

function set(next: OpenOrder | null): void {
  open = next;
  for (const listener of listeners) listener();
}

let asking: Promise<void> | null = null;

/** Asks the server, if there is anything to ask for; those who ask at once share a question. */
export function askOpenOrder(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<void> {
  const known = readKnownOrder();
  if (!known && !hasMarker()) return set(null);
  try {
    const { order } = await call('POST /api/orders/get-open-order', { body: { open_order: known?.secret ?? null } });
    // It has ended unpaid; what the account has elsewhere comes in its place.
    if (known && order?.secret !== known.secret) forgetKnownOrder(known.secret);
    if (order && order.secret !== known?.secret) keepKnownOrder({ secret: order.secret, at: Date.now() });
    set(order);
  } catch {
    // Asked again when the page is looked at next.
  }
}

function subscribe(listener: () => void): () => void {
  const stop = onKnownOrder(() => void askOpenOrder());
  listeners.add(listener);
  return () => {
    stop();
    listeners.delete(listener);
  };
}

/**
 * The order that the shopper is in the middle of, on whichever tab, device or account: `null` while none is known. Asked for
 * when the page is opened, when `account` changes, and when the page is looked at again.
 */
export function useOpenOrder(account: string | null = null): OpenOrder | null {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has another order
  useEffect(() => {
    void askOpenOrder();
    const onVisible = () => document.visibilityState === 'visible' && void askOpenOrder();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [account]);
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  );
}
