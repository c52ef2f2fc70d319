import { orders } from '#db/schema/index.ts';
import { and, eq, or, sql } from '#db/sql.ts';
import { orderNumberOf } from '#domain/orders/order-number.ts';
import { parsePhone } from '#domain/people/phone.ts';
import type { RequestContext } from '../../context.ts';
import { record } from './history.ts';

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
