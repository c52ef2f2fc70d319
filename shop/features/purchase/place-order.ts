import type { CreateOrderBody, CreateOrderReply, Order } from '#contract/checkout/orders.ts';
import { KEY_HOURS } from '#domain/orders/idempotency-key.ts';
import { isOrderInDoubt } from '~/features/order/order-in-doubt.ts';
import { ApiError, call } from '../../api.ts';
import {
  type Attempt,
  forgetClick,
  type MadeOf,
  readAttempt,
  readClick,
  writeAttempt,
} from './basket/purchase-storage.ts';

export type PaymentPage = NonNullable<CreateOrderReply['payment']>;
/** `cancelling`: it waits for payment without a page, as a notice of its cancellation is being dealt with. */
export type OpenedOrder = { order: Order; secret: string; page: PaymentPage | null; cancelling?: true };

/** Not `crypto.randomUUID`, which a page without https does not have. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Whether the server remembers the key of this click. */
const isKnown = ({ at }: { at: number }): boolean => Date.now() - at < KEY_HOURS * 3_600_000;

const sameContents = (one: MadeOf, other: MadeOf): boolean => one.uid === other.uid && one.made_of === other.made_of;

/**
 * Places an order under an idempotency key that is made once for a click and stored until the server has answered: a
 * lost answer, a reload or an unreachable gateway lead to the same order, never to a second one. Abandons another
 * unanswered attempt first. @throws ApiError
 */
export async function placeOrder(body: CreateOrderBody, snapshot: MadeOf): Promise<OpenedOrder> {
  const text = JSON.stringify(body);
  const pending = readAttempt();
  if (pending && pending.body !== text) {
    const paidOrder = await abandonAttempt();
    if (paidOrder) return paidOrder;
  }
  const attempt =
    pending?.body === text
      ? { ...pending, given_up: false }
      : { ...snapshot, key: newKey(), body: text, at: Date.now(), given_up: false };
  writeAttempt(attempt);
  try {
    const { order, secret, payment } = await send(attempt);
    const openedOrder = await withPage(order, secret, payment);
    writeAttempt(null);
    return openedOrder;
  } catch (error) {
    if (!isUnanswered(error)) writeAttempt(null);
    throw error;
  }
}

/**
 * Abandons the order that an unanswered request may have created: only repeating the request tells its secret.
 * @returns the order if it can't be abandoned any more. @throws ApiError when the server could not be asked
 */
export async function abandonAttempt(): Promise<OpenedOrder | null> {
  const attempt = readAttempt();
  if (!attempt) return null;
  if (!isKnown(attempt)) {
    writeAttempt(null);
    return null;
  }
  writeAttempt({ ...attempt, given_up: true });
  const reply = await send(attempt).catch((error) => {
    if (isUnanswered(error)) throw error;
    return null;
  });
  const paidOrder = reply && (await abandonOrder(reply.secret));
  writeAttempt(null);
  return paidOrder;
}

const send = ({ key, body }: Attempt): Promise<CreateOrderReply> =>
  call('POST /api/orders/create', { headers: { 'idempotency-key': key }, body: JSON.parse(body) as CreateOrderBody });

/**
 * The click that was not answered before the page was left. `same`: it may be repeated by itself, since what is bought
 * is what it was and the server still knows its key; otherwise only the shopper can say.
 */
export function unansweredClick(contents: MadeOf): { body: CreateOrderBody; same: boolean } | null {
  const attempt = readAttempt();
  if (!attempt || attempt.given_up) return null;
  return {
    body: JSON.parse(attempt.body) as CreateOrderBody,
    same: isKnown(attempt) && sameContents(attempt, contents),
  };
}

/** No connection, or the server could not finish: the order may exist, and the same click may be repeated. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

export const isRefusal = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.reply.error_code === code;

export const readOrder = (secret: string): Promise<Order> => call('GET /api/orders/get-order', { query: { secret } });

/**
 * The order that a click in another tab has led to, whether that tab has heard of it or was closed. @throws ApiError
 */
export async function orderOfClick(): Promise<{ secret: string; uid: string | null } | null> {
  const click = readClick();
  if (!click || !isKnown(click) || click.key === readAttempt()?.key) return null;
  const { order } = await call('POST /api/orders/get-open-order', { body: { click: click.key } });
  if (!order) return null;
  forgetClick();
  return { secret: order.secret, uid: click.uid };
}

/** An order that was opened before, with a page to pay it on while it is unpaid. @throws ApiError */
export async function reopenOrder(secret: string): Promise<OpenedOrder> {
  return withPage(await call('POST /api/orders/check-payment', { body: { secret } }), secret, null);
}

async function withPage(order: Order, secret: string, page: CreateOrderReply['payment']): Promise<OpenedOrder> {
  if (page || order.status !== 'payment' || order.amount_to_pay === 0 || isOrderInDoubt(order))
    return { order, secret, page };
  try {
    return { order, secret, page: await call('POST /api/receipts/get-payment-link', { body: { secret } }) };
  } catch (error) {
    if (isRefusal(error, 'CANCELLATION_PENDING')) return { order, secret, page: null, cancelling: true };
    // Paid, or in doubt, since a moment ago.
    if (isRefusal(error, 'ORDER_NOT_PAYABLE')) return { order: await readOrder(secret), secret, page: null };
    throw error;
  }
}

/**
 * Abandons an order, so that its goods are free for the next one. @returns the order if it can't be abandoned, since it
 * was paid or its payment is in doubt; `null` once it is cancelled. @throws ApiError when the server could not be asked
 */
export async function abandonOrder(secret: string): Promise<OpenedOrder | null> {
  try {
    const order = await call('POST /api/orders/release', { body: { secret } }).catch((error) => {
      if (isRefusal(error, 'ORDER_NOT_PAYABLE')) return readOrder(secret);
      throw error;
    });
    return order.status === 'cancelled' && order.paid_at === null ? null : { order, secret, page: null };
  } catch (error) {
    if (isRefusal(error, 'ORDER_NOT_FOUND')) return null;
    throw error;
  }
}

/** Where an order leads that needs no payment page (any more). Those two pages keep the secret in a cookie. */
export const finishedPath = (order: Order, secret: string): string =>
  navigator.cookieEnabled
    ? `${order.paid_at === null ? '/thank-you' : '/success'}?order=${encodeURIComponent(secret)}`
    : `/order/${encodeURIComponent(secret)}`;
