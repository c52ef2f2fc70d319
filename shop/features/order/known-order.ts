import { createListeners } from '#ui/hooks/listeners.ts';
import { BUYER_KEYS, isObject, onStored, readValue, writeValue } from '../../browser-storage.ts';

/**
 * The shopper's open order: placed, and not yet seen paid or ended. `uid`: the product of its purchase (`null`: the
 * cart); omitted where it was placed on another device of the account.
 */
export type KnownOrder = { secret: string; uid?: string | null; at: number };

/** After a day the link in the mail leads to the order. */
const KEPT_MS = 24 * 3_600_000;

const isOrder = (value: unknown): value is KnownOrder => isObject(value) && typeof value.secret === 'string';
const isKnown = (value: unknown): value is KnownOrder =>
  isOrder(value) &&
  (value.uid === undefined || value.uid === null || typeof value.uid === 'string') &&
  typeof value.at === 'number' &&
  Date.now() - value.at < KEPT_MS;
const AREAS = ['sessionStorage', 'localStorage'] as const;

/** The account's order, from the server: nothing of it is stored on the device. */
let ofAccount: KnownOrder | null = null;
const { notify, subscribe } = createListeners();

/** This tab's order comes before another tab's, and that before the account's. */
export function readKnownOrder(): KnownOrder | null {
  const [ofTab, ofDevice] = AREAS.map((area) => readValue(BUYER_KEYS.order, isKnown, area));
  return ofTab ?? ofDevice ?? ofAccount;
}

/** Stored twice: a sign-out in another tab clears the device, and must not remove the page that this one pays on. */
export function keepKnownOrder(order: KnownOrder): void {
  if (order.uid === undefined) ofAccount = order;
  else for (const area of AREAS) writeValue(BUYER_KEYS.order, order, area);
  notify();
}

export function forgetKnownOrder(secret: string): void {
  for (const area of AREAS)
    if (readValue(BUYER_KEYS.order, isOrder, area)?.secret === secret) writeValue(BUYER_KEYS.order, null, area);
  if (ofAccount?.secret === secret) ofAccount = null;
  notify();
}

/** Also when another tab has placed or finished an order. */
export function onKnownOrder(changed: () => void): () => void {
  const leave = subscribe(changed);
  const stop = onStored((key) => (key === null || key === BUYER_KEYS.order) && changed());
  return () => {
    leave();
    stop();
  };
}
