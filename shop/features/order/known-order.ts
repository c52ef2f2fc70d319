import { BUYER_KEYS, readDevice, readTab, writeDevice, writeTab } from '../../buyer-storage.ts';

/**
 * The shopper's open order: placed, and not yet seen paid or ended. `uid`: the product of its purchase (`null`: the
 * cart); omitted where it was placed on another device of the account.
 */
export type KnownOrder = { secret: string; uid?: string | null; at: number };

/** After a day the link in the mail leads to the order. */
const KEPT_MS = 24 * 3_600_000;

const isKnown = (value: unknown): value is KnownOrder => {
  const { secret, uid, at } = (value ?? {}) as Partial<KnownOrder>;
  const named = uid === undefined || uid === null || typeof uid === 'string';
  return typeof secret === 'string' && named && typeof at === 'number' && Date.now() - at < KEPT_MS;
};

/** The account's order, from the server: nothing of it is stored on the device. */
let ofAccount: KnownOrder | null = null;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** This tab's order comes before another tab's, and that before the account's. */
export function readKnownOrder(): KnownOrder | null {
  for (const value of [readTab(BUYER_KEYS.order), readDevice(BUYER_KEYS.order)]) if (isKnown(value)) return value;
  return ofAccount;
}

/** Stored twice: a sign-out in another tab clears the device, and must not remove the page that this one pays on. */
export function keepKnownOrder(order: KnownOrder): void {
  if (order.uid === undefined) ofAccount = order;
  else {
    writeTab(BUYER_KEYS.order, order);
    writeDevice(BUYER_KEYS.order, order);
  }
  tell();
}

export function forgetKnownOrder(secret: string): void {
  const isIt = (value: unknown) => (value as KnownOrder | null)?.secret === secret;
  if (isIt(readTab(BUYER_KEYS.order))) writeTab(BUYER_KEYS.order, null);
  if (isIt(readDevice(BUYER_KEYS.order))) writeDevice(BUYER_KEYS.order, null);
  if (isIt(ofAccount)) ofAccount = null;
  tell();
}

/** Also when another tab has placed or finished an order. */
export function onKnownOrder(changed: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === null || key === BUYER_KEYS.order) && changed();
  listeners.add(changed);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', onStorage);
  };
}
