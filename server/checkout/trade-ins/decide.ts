import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, orderTradeIns, tradeIns } from '#db/schema/index.ts';
import { refuse } from '../../platform/errors.ts';
import { type EditedOrder, editionOf, editOrder, linesOf } from '../editing/edit-order.ts';
import { creditName } from '../editing/edited-lines.ts';
import { record } from '../orders/history.ts';

type Decision = { actor: string; reason: string; at: Date };
export type OrderTradeIn = typeof orderTradeIns.$inferSelect;

/** The order's, locked after the order, as whoever edits the order does. @throws NOT_FOUND, NOT_POSSIBLE once it is decided */
async function lockUndecided(tx: Db, orderUid: string): Promise<OrderTradeIn> {
  await tx.select({ uuid: orders.uuid }).from(orders).where(eq(orders.uuid, orderUid)).for('update');
  const [row] = await tx.select().from(orderTradeIns).where(eq(orderTradeIns.orderUid, orderUid)).for('update');
  if (!row) throw refuse('NOT_FOUND');
  if (row.state !== 'estimated') throw refuse('NOT_POSSIBLE', { message: 'הטרייד־אין בהזמנה הזו כבר הוכרע' });
  if (row.tradeInUid) {
    await tx.execute(sql`select from trade_ins where uuid = ${row.tradeInUid} for update`);
    const { rowCount } = await tx.execute(sql`
      select from order_trade_ins i join orders o on o.uuid = i.order_uid
      where i.trade_in_uid = ${row.tradeInUid} and i.order_uid <> ${orderUid} and i.state = 'confirmed' and o.status not in ('cancelled', 'refunded')`);
    if (rowCount) throw refuse('NOT_POSSIBLE', { message: 'הרכב הזה כבר זוכה בהזמנה אחרת' });
  }
  return row;
}

/** The piece that the used vehicle is for. @throws NOT_POSSIBLE once it is no longer in the order */
export async function boughtWith(db: Db, { orderUid, productUid }: OrderTradeIn) {
  const [line] = productUid
    ? await db
        .select()
        .from(orderLines)
        .where(and(eq(orderLines.orderUid, orderUid), eq(orderLines.productUid, productUid)))
        .orderBy(orderLines.position)
        .limit(1)
    : [];
  if (!line) throw refuse('NOT_POSSIBLE', { message: 'הרכב שנקנה אינו עוד בהזמנה' });
  return line;
}

/**
 * Makes a discount of what the inspected vehicle is worth: from then on it is in the order's sums, as whatever else was edited.
 * What was paid too much is proposed as a refund, never made by itself. @throws NOT_FOUND, NOT_POSSIBLE
 */
export async function confirmTradeIn(
  tx: Db,
  orderUid: string,
  { agorot, actor, reason, at }: Decision & { agorot: number },
): Promise<{ edited: EditedOrder; tradeIn: OrderTradeIn }> {
  const tradeIn = await lockUndecided(tx, orderUid);
  const line = await boughtWith(tx, tradeIn);
  if (agorot > line.priceAgorot) throw refuse('NOT_POSSIBLE', { message: 'הזיכוי גבוה ממחיר הרכב שנקנה' });
  const [order] = await tx.select().from(orders).where(eq(orders.uuid, orderUid));
  if (!order) throw refuse('ORDER_NOT_FOUND');
  if (order.status === 'payment' && order.dueAgorot > 0 && agorot >= order.totalAgorot)
    throw refuse('NOT_POSSIBLE', { message: 'לא יישאר מה לשלם. קלטו קודם את ההזמנה' });
  const lines = await linesOf(tx, orderUid);
  const same = lines.map(({ uuid, quantity }) => ({ line: uuid, quantity }));
  const credit = { line: line.uuid, agorot, name: creditName(tradeIn.name) };
  const edited = await editOrder(
    tx,
    orderUid,
    { edition: editionOf(order, lines), lines: same, actor, reason, credit },
    [],
  );
  await tx
    .update(orderTradeIns)
    .set({ state: 'confirmed', confirmedAgorot: agorot, reason, decidedAt: at })
    .where(eq(orderTradeIns.orderUid, orderUid));
  return { edited, tradeIn: { ...tradeIn, state: 'confirmed', confirmedAgorot: agorot, reason } };
}

/** Leaves the order at its sum, and ends the offer. @throws NOT_FOUND, NOT_POSSIBLE */
export async function rejectTradeIn(tx: Db, orderUid: string, { actor, reason, at }: Decision): Promise<OrderTradeIn> {
  const tradeIn = await lockUndecided(tx, orderUid);
  await tx
    .update(orderTradeIns)
    .set({ state: 'rejected', reason, decidedAt: at })
    .where(eq(orderTradeIns.orderUid, orderUid));
  if (tradeIn.tradeInUid)
    await tx
      .update(tradeIns)
      .set({ state: 'refused', reason, stateAt: at })
      .where(eq(tradeIns.uuid, tradeIn.tradeInUid));
  await record(tx, orderUid, [{ field: 'trade_in', from: 'estimated', to: 'rejected', actor, reason }]);
  return { ...tradeIn, state: 'rejected', reason };
}
