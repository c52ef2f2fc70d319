import { createContext, useContext } from 'react';
import type { CreateOrderBody, Order } from '#contract/checkout/orders.ts';
import { isOrderInDoubt } from '~/features/order/order-in-doubt.ts';
import { type ApiError, messageOf } from '../../../api.ts';
import { forgetKnownOrder, type KnownOrder, keepKnownOrder, readKnownOrder } from '../../order/known-order.ts';
import {
  abandonAttempt,
  abandonOrder,
  isRefusal,
  isUnanswered,
  type OpenedOrder,
  orderOfClick,
  type PaymentPage,
  placeOrder,
  reopenOrder,
  unansweredClick,
} from '../place-order.ts';
import {
  type Done,
  emptyForm,
  forgetPurchase,
  type MadeOf,
  madeOf,
  readAttempt,
  readClick,
  readDeviceDone,
  readForm,
  writeDone,
  writeForm,
} from './purchase-storage.ts';

/** State of a purchase as it is opened. An open order comes before what could be bought now. */
export type PurchaseState =
  /** No order is open. `message`: what became of the one that was. */
  | { name: 'free'; message?: string }
  /**
   * An order of this or of another purchase waits for payment. `page`: none while a notice of its cancellation is being
   * dealt with.
   */
  | { name: 'paying'; order: Order; secret: string; page: PaymentPage | null; uid: string | null | undefined }
  /** Paid, in doubt, or without payment online. */
  | { name: 'finished'; order: Order; secret: string }
  /** Bought in another tab since this purchase was opened. */
  | { name: 'bought'; done: Done }
  /**
   * No answer, or the gateway is down: what was sent is kept and can be sent again. `earlier`: it was another purchase,
   * or so long ago that nothing is sent before the shopper says so. Without a body it is an open order that could not
   * be asked for.
   */
  | { name: 'unanswered'; body: CreateOrderBody | null; message: string; earlier?: true };

const FREE: PurchaseState = { name: 'free' };
/** The hold ended, or the order was abandoned in another tab. */
export const CLOSED = 'ההזמנה נסגרה בלי תשלום והפריטים שוחררו. אפשר להזמין שוב';
const EARLIER = 'הזמנה קודמת נשלחה ולא התקבלה עליה תשובה, ומאז השתנה תוכן הרכישה או שעבר זמן רב.';

/** The open order of this tab, of another tab of the device, or of the account (`account`: its secret). */
export async function findPurchaseState(uid: string | null, account: string | null): Promise<PurchaseState> {
  const click = unansweredClick(madeOf(uid));
  if (click?.same) {
    const { state, refused } = await order(click.body, madeOf(uid), Date.now());
    return refused ? { name: 'free', message: refused.message } : state;
  }
  if (click) return { name: 'unanswered', body: click.body, message: EARLIER, earlier: true };
  if (readAttempt()) {
    const paidOrder = await abandonAttempt().catch(() => null);
    if (paidOrder) return stateOf(paidOrder, uid);
  }
  return reopen(account);
}

/** Whether `findPurchaseState` calls the server. */
export const hasOpenPurchase = (account: string | null): boolean =>
  readAttempt() !== null || readClick() !== null || readKnownOrder() !== null || account !== null;

async function reopen(account: string | null): Promise<PurchaseState> {
  let knownOrder = readKnownOrder();
  try {
    const clicked = knownOrder ? null : await orderOfClick();
    knownOrder ??= clicked
      ? { ...clicked, at: Date.now() }
      : account === null
        ? null
        : { secret: account, at: Date.now() };
    if (!knownOrder) return FREE;
    const reopened = await reopenOrder(knownOrder.secret);
    if (!isAbandoned(reopened.order)) return stateOf(reopened, knownOrder.uid);
  } catch (error) {
    if (!isRefusal(error, 'ORDER_NOT_FOUND') && !isRefusal(error, 'ORDER_EXPIRED'))
      return { name: 'unanswered', body: null, message: messageOf(error) };
  }
  if (!knownOrder) return FREE;
  forgetKnownOrder(knownOrder.secret);
  const next = await reopen(account === knownOrder.secret ? null : account);
  return next.name === 'free' ? { name: 'free', message: CLOSED } : next;
}

const isAbandoned = ({ status, paid_at }: Order): boolean => status === 'cancelled' && paid_at === null;

function stateOf({ order, secret, page, cancelling }: OpenedOrder, uid: KnownOrder['uid']): PurchaseState {
  if (isAbandoned(order)) return { name: 'free', message: CLOSED };
  keepKnownOrder({ secret, uid, at: Date.now() });
  return page || cancelling ? { name: 'paying', order, secret, page, uid } : { name: 'finished', order, secret };
}

export type Ordered = { state: PurchaseState; refused: ApiError | null };

/**
 * Places an order, unless one is open or the same was bought in another tab since `since` (ms). Two tabs take turns.
 * @returns the new state, and what the server objected to
 */
export function order(body: CreateOrderBody, snapshot: MadeOf, since: number): Promise<Ordered> {
  return withOrderLock(async () => {
    const done = readDeviceDone();
    if (done?.uid === snapshot.uid && done.at > since) return { state: { name: 'bought', done }, refused: null };
    const open = await reopen(null);
    if (open.name !== 'free') return { state: open, refused: null };
    try {
      const opened = await placeOrder(body, snapshot);
      return { state: stateOf(opened, snapshot.uid), refused: null };
    } catch (error) {
      if (isUnanswered(error)) return { state: { name: 'unanswered', body, message: messageOf(error) }, refused: null };
      const refused = error as ApiError;
      // The account has one open on another device.
      if (isRefusal(error, 'ORDER_OPEN'))
        return { state: await reopen((refused.reply.details as { secret: string }).secret), refused: null };
      return { state: FREE, refused };
    }
  });
}

/** Sends an earlier, unanswered order again unchanged, once the shopper has confirmed it. */
export async function resubmitOrder(body: CreateOrderBody): Promise<Ordered> {
  const attempt = readAttempt();
  return attempt ? order(body, attempt, Date.now()) : { state: FREE, refused: null };
}

/** Only pages by https have locks that the tabs of a browser share. */
const withOrderLock = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request('order', work) as Promise<T>) : work();

/** Back to the details: abandons the order first, unless it was just paid or its payment is in doubt. */
export async function abandonPurchase(secret: string | null, uid: string | null): Promise<PurchaseState> {
  try {
    const paidOrder = await abandonAttempt();
    if (paidOrder) return stateOf(paidOrder, uid);
  } catch {
    // It is tried again before another order takes its place.
  }
  const knownOrder = readKnownOrder();
  const open = secret ?? knownOrder?.secret;
  if (!open) return FREE;
  try {
    const paidOrder = await abandonOrder(open);
    if (paidOrder) return stateOf(paidOrder, knownOrder?.secret === open ? knownOrder.uid : undefined);
  } catch (error) {
    return { name: 'unanswered', body: null, message: messageOf(error) };
  }
  forgetKnownOrder(open);
  return FREE;
}

/** Nothing more is payable online: it is paid, nothing is due, or the payment is in doubt. */
export const isOver = (order: Order): boolean =>
  (order.status !== 'cancelled' && order.amount_to_pay === 0) || isOrderInDoubt(order);

/**
 * Clears the purchase of an order that the shopper has seen completed.
 * @returns the product of the purchase (`null`: the cart); `undefined` where this device has not placed it
 */
export function completePurchase(secret: string): string | null | undefined {
  const open = readKnownOrder();
  if (open?.secret !== secret) return undefined;
  forgetKnownOrder(secret);
  if (open.uid === undefined) return undefined;
  forgetPurchase(open.uid);
  // The next order asks for the consents anew.
  const form = readForm();
  if (form) writeForm({ ...form, remarks: emptyForm.remarks, terms: false, marketing: false });
  writeDone({ uid: open.uid, secret, at: Date.now() });
  return open.uid;
}

type PurchaseStateValue = {
  /** No order is open: the steps may ask for their sums. */
  isFree: boolean;
  placing: boolean;
  /** The steps replaced an open order on the page: the element that had the focus is gone. */
  returned: boolean;
  /** @returns what the server objected to */
  place: (body: CreateOrderBody) => Promise<ApiError | null>;
};

export const PurchaseStateContext = createContext<PurchaseStateValue>({
  isFree: false,
  placing: false,
  returned: false,
  place: async () => null,
});

/** The state that `OpenOrderFirst` has found, for the steps. */
export const usePurchaseState = (): PurchaseStateValue => useContext(PurchaseStateContext);
