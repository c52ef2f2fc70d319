import type { CancellationNotice } from '#contract/checkout/orders.ts';
import type { Db } from '#db/client.ts';
import { rowsOf } from '#db/rows.ts';
import { orderHistory, orders } from '#db/schema/index.ts';
import { and, eq, or, type SQLWrapper, sql } from '#db/sql.ts';
import { orderNumberOf } from '#domain/orders/order-number.ts';
import { isBeingHandled, type OrderStatus } from '#domain/orders/states.ts';
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

/** Whether an inquiry has this number, by the index of its key. @param number as `isInquiryNumber` takes it */
export const isNumbered = (uuid: SQLWrapper, number: SQLWrapper | string) =>
  sql`${uuid} between (${number}::text || '-0000-0000-0000-000000000000')::uuid and (${number}::text || '-ffff-ffff-ffff-ffffffffffff')::uuid`;

/** Whether staff have still to deal with a notice of cancellation that was sent for an order. */
export const hasOpenNotice = (orderUid: SQLWrapper) =>
  sql<boolean>`exists (select from order_history h join leads l on ${isNumbered(sql`l.uuid`, sql`h.to_value`)}
    where h.order_uid = ${orderUid} and h.field = 'cancellation_notice' and l.state <> 'closed')`;

/** Whether a notice of cancellation was ever sent for an order. */
export async function wasAskedFor(db: Db, orderUid: string): Promise<boolean> {
  const [notice] = await db
    .select({ uuid: orderHistory.uuid })
    .from(orderHistory)
    .where(and(eq(orderHistory.orderUid, orderUid), eq(orderHistory.field, 'cancellation_notice')))
    .limit(1);
  return notice !== undefined;
}

/** Whether a notice could still end it. One that waits for its lender is in `payment`, too. */
export const canStillBeCancelled = (status: OrderStatus): boolean => status === 'payment' || isBeingHandled(status);

type Asked = { uuid: string; status: OrderStatus; cancellation_notices?: CancellationNotice[] };

/** Whether an order's buyer is asked for nothing for now: a notice of cancellation is being dealt with. */
export async function readCancelling({ db }: { db: Db }, order: Asked): Promise<boolean> {
  if (order.cancellation_notices?.length === 0 || !canStillBeCancelled(order.status)) return false;
  const { rows } = await db.execute<{ pending: boolean }>(
    sql`select ${hasOpenNotice(sql`${order.uuid}::uuid`)} pending`,
  );
  return rows[0]?.pending ?? false;
}

/** Closes the inquiries of an order's notices: what they asked for was done. */
export async function closeNotices(tx: Db, orderUid: string, now: Date): Promise<void> {
  await tx.execute(sql`
    update leads l set state = 'closed', closed_at = ${now.toISOString()} from order_history h
    where h.order_uid = ${orderUid} and h.field = 'cancellation_notice' and ${isNumbered(sql`l.uuid`, sql`h.to_value`)}
      and l.kind = 'cancellation' and l.state <> 'closed'`);
}

type Notice = {
  /** As typed: with or without the dash, in any case. */
  orderNumber: string;
  phone: string;
  email: string;
  /** The inquiry's number, which its sender was shown. */
  inquiry: string;
};

/**
 * Adds a notice of cancellation to its order's history, for operators. Only where phone or e-mail is the order's; the
 * sender does not learn whether it was, so that order numbers can't be probed. @returns the order
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
