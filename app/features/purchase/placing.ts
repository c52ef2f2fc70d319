import type { CreateOrderBody, CreateOrderReply, Order } from '#contract/orders.ts';
import { ApiError, call } from '~/api.ts';
import { readAttempt, writeAttempt } from './purchase-storage.ts';

export type PaymentPage = { url: string; origin: string };
export type OpenedOrder = { order: Order; secret: string; page: PaymentPage | null };

/** Not `crypto.randomUUID`, which a page without https does not have. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Places an order under a key that is made once for a click and kept until the server has answered: a lost answer, a
 * reload or a gateway that is down then lead to the same order, never to a second one. @throws ApiError
 */
export async function placeOrder(body: CreateOrderBody): Promise<OpenedOrder> {
  const text = JSON.stringify(body);
  const known = readAttempt();
  const attempt = known?.body === text ? known : { key: newKey(), body: text };
  writeAttempt(attempt);
  try {
    const { order, secret, payment } = await call('POST /api/orders/create', {
      headers: { 'idempotency-key': attempt.key },
      body,
    });
    writeAttempt(null);
    return withPage(order, secret, payment);
  } catch (error) {
    if (!isUnanswered(error)) writeAttempt(null);
    throw error;
  }
}

/** The click that was not answered before the page was loaded anew. */
export function unansweredBody(): CreateOrderBody | null {
  const attempt = readAttempt();
  return attempt && (JSON.parse(attempt.body) as CreateOrderBody);
}

/** No connection, or the server could not finish: the order may exist, and the same click may be repeated. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** An order that was opened before, with a page to pay it on while it is unpaid. @throws ApiError */
export async function reopenOrder(secret: string): Promise<OpenedOrder> {
  return withPage(await call('POST /api/orders/check-payment', { body: { secret } }), secret, null);
}

async function withPage(order: Order, secret: string, page: CreateOrderReply['payment']): Promise<OpenedOrder> {
  if (page || order.status !== 'payment' || order.amount_to_pay === 0) return { order, secret, page };
  return { order, secret, page: await call('POST /api/receipts/get-payment-link', { body: { secret } }) };
}

/**
 * Lets an order go that another is to take the place of: its goods would be missing there. `null`: it could not be, and
 * lets them go by itself in time.
 */
export const giveUp = (secret: string): Promise<Order | null> =>
  call('POST /api/orders/let-go', { body: { secret } }).catch(() => null);

/** Where an order leads that needs no payment page (any more). Those two pages keep the secret in a cookie. */
export const finishedPath = (order: Order, secret: string): string =>
  navigator.cookieEnabled
    ? `${order.paid_at === null ? '/thank-you' : '/success'}?order=${encodeURIComponent(secret)}`
    : `/order/${encodeURIComponent(secret)}`;
