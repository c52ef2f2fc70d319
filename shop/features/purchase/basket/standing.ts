import type { CreateOrderBody, Order } from '#contract/checkout/orders.ts';
import { type ApiError, messageOf } from '../../../api.ts';
import { forgetKnownOrder, type KnownOrder, keepKnownOrder, readKnownOrder } from '../../order/known-order.ts';
import {
  giveUp,
  isInReview,
  isRefusal,
  isUnanswered,
  type OpenedOrder,
  orderOfClick,
  type PaymentPage,
  placeOrder,
  reopenOrder,
  unansweredClick,
  withdraw,
} from '../placing.ts';
import {
  type Done,
  dropChoice,
  emptyForm,
  type MadeOf,
  madeOf,
  readAttempt,
  readClick,
  readDeviceDone,
  readForm,
  writeDone,
  writeForm,
} from './purchase-storage.ts';

/** How a shopper stands who opens a purchase. What is open comes before what could be bought now. */
export type Standing =
  /** Nothing is open (any more); `message`: what came of what was. */
  | { name: 'free'; message?: string }
  /** An order waits for payment, of this purchase or of another one. */
  | { name: 'paying'; order: Order; secret: string; page: PaymentPage; uid: string | null | undefined }
  /** Paid, in doubt, or without payment online. */
  | { name: 'finished'; order: Order; secret: string }
  /** Bought in another tab since this purchase was opened. */
  | { name: 'bought'; done: Done }
  /**
   * No answer, or the gateway is down: what was sent is kept and can be sent again. `earlier`: it was another purchase, or so
   * long ago that nothing is sent before the shopper says so. Without a body it is an open order that could not be asked for.
   */
  | { name: 'unanswered'; body: CreateOrderBody | null; message: string; earlier?: true };

const FREE: Standing = { name: 'free' };
/** Its time was over, or it was let go in another tab. */
export const CLOSED = 'ההזמנה נסגרה בלי תשלום והפריטים שוחררו. אפשר להזמין שוב';
const EARLIER = 'הזמנה קודמת נשלחה ולא התקבלה עליה תשובה, ומאז השתנה תוכן הרכישה או שעבר זמן רב.';

/** What this tab, another tab of the device, or the account (`account`: its order's secret) is in the middle of. */
export async function findStanding(uid: string | null, account: string | null): Promise<Standing> {
  const click = unansweredClick(madeOf(uid));
  if (click?.same) {
    const { standing, refused } = await order(click.body, madeOf(uid), Date.now());
    return refused ? { name: 'free', message: refused.message } : standing;
  }
  if (click) return { name: 'unanswered', body: click.body, message: EARLIER, earlier: true };
  if (readAttempt()) {
    const kept = await withdraw().catch(() => null);
    if (kept) return standingOf(kept, uid);
  }
  return reopen(account);
}

/** Whether `findStanding` has anything to ask the server for. */
export const isAnythingOpen = (account: string | null): boolean =>
  readAttempt() !== null || readClick() !== null || readKnownOrder() !== null || account !== null;

async function reopen(account: string | null): Promise<Standing> {
  let known = readKnownOrder();
  try {
    const clicked = known ? null : await orderOfClick();
    known ??= clicked ? { ...clicked, at: Date.now() } : account === null ? null : { secret: account, at: Date.now() };
    if (!known) return FREE;
    const found = await reopenOrder(known.secret);
    if (!isLetGo(found.order)) return standingOf(found, known.uid);
  } catch (error) {
    if (!isRefusal(error, 'ORDER_NOT_FOUND') && !isRefusal(error, 'ORDER_EXPIRED'))
      return { name: 'unanswered', body: null, message: messageOf(error) };
  }
  if (!known) return FREE;
  forgetKnownOrder(known.secret);
  const next = await reopen(account === known.secret ? null : account);
  return next.name === 'free' ? { name: 'free', message: CLOSED } : next;
}

const isLetGo = ({ status, paid_at }: Order): boolean => status === 'cancelled' && paid_at === null;

function standingOf({ order, secret, page }: OpenedOrder, uid: KnownOrder['uid']): Standing {
  if (isLetGo(order)) return { name: 'free', message: CLOSED };
  keepKnownOrder({ secret, uid, at: Date.now() });
  return page ? { name: 'paying', order, secret, page, uid } : { name: 'finished', order, secret };
}

export type Ordered = { standing: Standing; refused: ApiError | null };

/**
 * Places an order, unless one is open or the same was bought in another tab since `since` (ms). Two tabs take turns.
 * @returns what the server objected to, beside how the shopper stands then
 */
export function order(body: CreateOrderBody, made: MadeOf, since: number): Promise<Ordered> {
  return inTurn(async () => {
    const done = readDeviceDone();
    if (done?.uid === made.uid && done.at > since) return { standing: { name: 'bought', done }, refused: null };
    const open = await reopen(null);
    if (open.name !== 'free') return { standing: open, refused: null };
    try {
      const opened = await placeOrder(body, made);
      return { standing: standingOf(opened, made.uid), refused: null };
    } catch (error) {
      if (isUnanswered(error))
        return { standing: { name: 'unanswered', body, message: messageOf(error) }, refused: null };
      const refused = error as ApiError;
      // The account has one open on another device.
      if (isRefusal(error, 'ORDER_OPEN'))
        return { standing: await reopen((refused.reply.details as { secret: string }).secret), refused: null };
      return { standing: FREE, refused };
    }
  });
}

/** The earlier click, at the shopper's word: as it was sent, for the purchase that it was of. */
export async function orderEarlier(body: CreateOrderBody): Promise<Ordered> {
  const attempt = readAttempt();
  return attempt ? order(body, attempt, Date.now()) : { standing: FREE, refused: null };
}

/** Only pages by https have locks that the tabs of a browser share. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request('order', work) as Promise<T>) : work();

/** Back to the details: what was ordered is let go first, unless it was paid a moment before or is in doubt. */
export async function leaveOrder(secret: string | null, uid: string | null): Promise<Standing> {
  try {
    const kept = await withdraw();
    if (kept) return standingOf(kept, uid);
  } catch {
    // It is asked for again before another order takes its place.
  }
  const known = readKnownOrder();
  const open = secret ?? known?.secret;
  if (!open) return FREE;
  try {
    const kept = await giveUp(open);
    if (kept) return standingOf(kept, known?.secret === open ? known.uid : undefined);
  } catch (error) {
    return { name: 'unanswered', body: null, message: messageOf(error) };
  }
  forgetKnownOrder(open);
  return FREE;
}

/** Nothing more is to be paid: it was, none is due online, or the payment is in doubt. */
export const isOver = (order: Order): boolean =>
  (order.status !== 'cancelled' && order.amount_to_pay === 0) || isInReview(order);

/**
 * The shopper has seen that an order is over: nothing is open any more.
 * @returns whose purchase it was (`null`: the cart's); `undefined` where this device has not placed it
 */
export function noteBought(secret: string): string | null | undefined {
  const open = readKnownOrder();
  if (open?.secret !== secret) return undefined;
  forgetKnownOrder(secret);
  if (open.uid === undefined) return undefined;
  dropChoice(open.uid);
  // The next order asks for the consents anew.
  const form = readForm();
  if (form) writeForm({ ...form, remarks: emptyForm.remarks, terms: false, marketing: false });
  writeDone({ uid: open.uid, secret, at: Date.now() });
  return open.uid;
}
