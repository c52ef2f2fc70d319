import type { CancellationNotice } from '#contract/checkout/orders.ts';
import { rowsOf } from '#db/rows.ts';
import { orderHistory, orders } from '#db/schema/index.ts';
import { and, eq, or, sql } from '#db/sql.ts';
import { orderNumberOf } from '#domain/orders/order-number.ts';
import { parsePhone } from '#domain/people/phone.ts';
import type { RequestContext } from '../../context.ts';
import { record } from './history.ts';

/** Column of a query of orders: their cancellation notices (`noteCancellation`), the oldest first. */
export const noticesOfOrder = rowsOf(
  { number: orderHistory.toValue, sentAt: orderHistory.createdAt },
  sql`from ${orderHistory}
    where ${orderHistory.orderUid} = ${orders.uuid} and ${orderHistory.field} = 'cancellation_notice'`,
  sql`${orderHistory.createdAt}`,
);

export const shownNotices = (rows: { number: string; sentAt: string }[]): CancellationNotice[] =>
  rows.map(({ number, sentAt }) => ({ number, sent_at: new Date(sentAt).toISOString() }));

type Notice = {
  /** As typed: with or without the dash, in any case. */
  orderNumber: string;
  phone: string;
  email: string;
  /** The inquiry's number, which its sender was shown. */
  inquiry: string;
};

/**
 * Adds a notice of cancellation to its order's history, for operators. Only where phone or e-mail is the order's; the sender does not
 * learn whether it was, so that order numbers can't be probed. @returns the order
 */
export async function noteCancellation(
  ctx: RequestContext,
  { orderNumber, phone, email, inquiry }: Notice,
): Promise<string | null> {
  const number = orderNumberOf(orderNumber);
  const mobile = parsePhone(phone);
  const owner = [
    ...(mobile ? [eq(orders.phone, mobile)] : []),
    ...(email.trim() ? [eq(sql`lower(${orders.email})`, email.trim().toLowerCase())] : []),
  ];
  if (!number || owner.length === 0) return null;
  const [order] = await ctx.db
    .select({ uuid: orders.uuid })
    .from(orders)
    .where(and(eq(orders.storeUid, ctx.store.uuid), eq(orders.number, number), or(...owner)));
  if (!order) return null;
  await record(ctx.db, order.uuid, [{ field: 'cancellation_notice', from: null, to: inquiry, actor: 'shopper' }]);
  return order.uuid;
}
