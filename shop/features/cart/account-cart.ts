import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import { call } from '../../api.ts';
import { readValue, writeValue } from '../../browser-storage.ts';
import { hasMarker, signedInCustomer } from '../../signed-in.ts';
import { emptyCalculation, isSameLine } from './basket.ts';
import { ACCOUNT_CART, cart, readCart } from './cart-store.ts';
import { type CartLine, changesSince, linesWithout, toLines, withChanges } from './line-changes.ts';

/**
 * What the device's cart differs in from the account's, as this device last saw it, is a change of this device.
 * `merge`: unless lines could not be read here since.
 */
type Snapshot = { owner: string; lines: CartLine[]; merge?: boolean };
/** What the shopper is shown: what the account has changed at sign-in, and what can't be had. */
export type SyncReport = {
  added: number;
  /** Lines of which the account had more. */
  raised: number;
  problems: { message: string; error_code?: CalcCart['errors'][number]['error_code'] }[];
};

const isSnapshot = (value: unknown): value is Snapshot => {
  const { owner, lines } = (value ?? {}) as Partial<Snapshot>;
  return typeof owner === 'string' && Array.isArray(lines) && lines.every((line) => typeof line?.id === 'string');
};

/** Where storage is blocked, as long as the page is open. */
let inMemory: Snapshot | null = null;

function write(snapshot: Snapshot | null): void {
  inMemory = snapshot;
  writeValue(ACCOUNT_CART, snapshot);
}

/** A cart that can't be read was not emptied by the shopper: it is merged anew. */
function readDeviceCart(): { snapshot: Snapshot | null; lines: CartLine[] } {
  const stored = readCart();
  return {
    snapshot: stored ? readValue(ACCOUNT_CART, isSnapshot) : inMemory,
    lines: toLines(stored?.items ?? cart.get().items),
  };
}

/** Waits for a running calculation: its requested lines are not in the cart yet. */
const untilCalculated = (): Promise<void> =>
  new Promise((resolve) => {
    if (!cart.get().calculating) return resolve();
    const stop = cart.subscribe(() => {
      if (cart.get().calculating) return;
      stop();
      resolve();
    });
  });

/**
 * Only pages by https have locks that the tabs of a browser share; without them a change may be sent twice, which
 * changes nothing.
 */
const withLock = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? (navigator.locks.request(ACCOUNT_CART, work) as Promise<void>) : work();

export function hasChanges(owner: string): boolean {
  if (!hasMarker() || cart.get().calculating) return false;
  const { snapshot, lines } = readDeviceCart();
  return snapshot?.owner !== owner || snapshot.merge === true || changesSince(snapshot.lines, lines).length > 0;
}

let running: Promise<void> | undefined;
let mustSyncAgain = false;
/** The session is being ended: what would be sent now comes back as a refusal. */
let isLeaving = false;

/**
 * Sends this device's changes to the account and takes over what other devices have changed. Without a connection
 * nothing is lost: the changes stay here until the next chance.
 */
export function syncCart(owner: string, onReport: (report: SyncReport) => void = () => {}): Promise<void> {
  if (isLeaving) return Promise.resolve();
  mustSyncAgain = true;
  running ??= run(owner, onReport).finally(() => {
    running = undefined;
  });
  return running;
}

/** More turns than two would be a quarrel with the server. */
const TURNS = 5;

async function run(owner: string, onReport: (report: SyncReport) => void): Promise<void> {
  try {
    for (let turn = 0; mustSyncAgain && turn < TURNS; turn++) {
      mustSyncAgain = false;
      await withLock(() => exchange(owner, onReport));
      mustSyncAgain &&= hasChanges(owner);
    }
  } catch {
    // No connection, or signed out elsewhere.
  }
}

/** @throws ApiError */
async function exchange(owner: string, onReport: (report: SyncReport) => void): Promise<void> {
  await untilCalculated();
  if (!hasMarker()) return;
  if (readDeviceCart().snapshot && readDeviceCart().snapshot?.owner !== owner) forgetAccountCart();
  const device = readDeviceCart();
  const snapshot = device.snapshot?.merge ? null : device.snapshot;
  const sentLines = device.lines;
  const { cart: account, refused } = await call('POST /customer/customers/sync-cart', {
    body: { lines: changesSince(snapshot?.lines ?? [], sentLines), merge: snapshot === null },
  });
  await untilCalculated();
  // Signed out while the answer was on its way: nothing of the account comes back to the device.
  if (!hasMarker()) return;
  const { lines: currentLines } = readDeviceCart();
  const merged = withChanges(account, changesSince(sentLines, currentLines));
  if (changesSince(currentLines, merged).length > 0) {
    const { items, turn } = cart.get();
    const priceOf = (line: CartLine) => items.find((item) => isSameLine(item, line))?.price;
    const errors = await cart.change({ lines: merged.map((line) => ({ ...line, price: priceOf(line) })) });
    // Another change has taken its place, and knows nothing of the account's lines.
    if (cart.get().turn > turn + 1) {
      mustSyncAgain = true;
      return;
    }
    const added = snapshot ? 0 : linesWithout(merged, currentLines).length;
    const isRaised = (line: CartLine) =>
      currentLines.some((one) => isSameLine(one, line) && one.quantity < line.quantity);
    const raised = snapshot ? 0 : merged.filter(isRaised).length;
    onReport({ added, raised, problems: [...refused, ...errors] });
  }
  write({ owner, lines: account });
  if (!hasMarker()) forgetAccountCart();
}

/**
 * Signs out by `revoke`, when what can still reach the account has reached it and what was on its way has come back.
 * @throws what `revoke` throws; the device stays signed in then
 */
export async function afterLastChanges(revoke: () => Promise<unknown>): Promise<void> {
  const owner = signedInCustomer()?.uuid;
  await running;
  if (owner && hasChanges(owner)) await syncCart(owner);
  isLeaving = true;
  try {
    await revoke();
  } catch (error) {
    isLeaving = false;
    throw error;
  }
}

/** What the account has leaves the device; a line that has not reached it is the device's own, and stays. */
export function forgetAccountCart(): void {
  const { snapshot, lines } = readDeviceCart();
  write(null);
  if (!snapshot) return;
  const ownLines = linesWithout(lines, snapshot.lines);
  cart.load();
  const items = cart.get().items.filter((item) => ownLines.some((line) => isSameLine(item, line)));
  // Without coupons, which were given for the whole cart.
  cart.replace({ ...emptyCalculation, items });
  // Without a connection the sums come with the next change.
  if (items.length > 0) cart.change().catch(() => {});
}
