import type { Db } from '#db/client.ts';
import { orderLines, orders, orderTradeIns, products, tradeIns } from '#db/schema/index.ts';
import { and, desc, eq, gt, sql } from '#db/sql.ts';
import { netPiece } from '#domain/money/trade-in-credit.ts';
import { refuse } from '../../platform/errors.ts';
import { type EditedOrder, editionOf, editOrder, linesOf } from '../editing/edit-order.ts';
import { creditName } from '../editing/edited-lines.ts';
import { record } from '../orders/history.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { returnedPieces } from '../orders/returned-pieces.ts';
import { creditedElsewhere } from '../orders/trade-in-usage.ts';

type Decision = { actor: string; reason: string; at: Date };
export type OrderTradeIn = typeof orderTradeIns.$inferSelect;

/**
 * The order's, locked after the order, as whoever edits the order does. @throws NOT_FOUND, NOT_POSSIBLE once it or the
 * order is over
 */
async function lockUndecided(tx: Db, orderUid: string): Promise<OrderTradeIn> {
  const order = await lockOrder(tx, orderUid);
  const [row] = await tx.select().from(orderTradeIns).where(eq(orderTradeIns.orderUid, orderUid)).for('update');
  if (!row) throw refuse('NOT_FOUND');
  if (row.state !== 'estimated') throw refuse('NOT_POSSIBLE', { message: 'הטרייד־אין בהזמנה הזו כבר הוכרע' });
  if (order?.status === 'cancelled' || order?.status === 'refunded')
    throw refuse('NOT_POSSIBLE', { message: 'ההזמנה בוטלה, והרכב המשומש כבר אינו שייך לה' });
  return row;
}

/**
 * The line that the used vehicle is for: of another vehicle, where staff have replaced it or it went back. @throws
 * NOT_POSSIBLE without any that is left
 */
export async function boughtWith(db: Db, { orderUid, productUid }: OrderTradeIn) {
  const [bought] = await db
    .select({ line: orderLines })
    .from(orderLines)
    .innerJoin(products, and(eq(products.uuid, orderLines.productUid), eq(products.kind, 'VEHICLE')))
    .where(and(eq(orderLines.orderUid, orderUid), gt(orderLines.quantity, returnedPieces(sql`${orderLines.uuid}`))))
    .orderBy(desc(sql`${orderLines.productUid} is not distinct from ${productUid}`), orderLines.position)
    .limit(1);
  if (!bought) throw refuse('NOT_POSSIBLE', { message: 'אין עוד רכב בהזמנה' });
  return bought.line;
}

/**
 * Makes a discount of what the inspected vehicle is worth: from then on it is in the order's sums, as whatever else was
 * edited. What was paid too much is proposed as a refund, never made by itself. @throws NOT_FOUND, NOT_POSSIBLE
 */
export async function confirmTradeIn(
  tx: Db,
  orderUid: string,
  { agorot, actor, reason, at }: Decision & { agorot: number },
): Promise<{ edited: EditedOrder; tradeIn: OrderTradeIn }> {
  const tradeIn = await lockUndecided(tx, orderUid);
  if (await creditedElsewhere(tx, tradeIn, at))
    throw refuse('NOT_POSSIBLE', { message: 'הרכב המשומש כבר זוכה בהזמנה אחרת. כאן אפשר רק לדחות אותו' });
  const line = await boughtWith(tx, tradeIn);
  if (agorot > netPiece(line)) throw refuse('NOT_POSSIBLE', { message: 'הזיכוי גבוה ממה שעולה הרכב שנקנה' });
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
    { edition: editionOf(order, lines), lines: same, actor, reason, at, credit },
    [],
  );
  await tx
    .update(orderTradeIns)
    // Whose line keeps it from now on (`creditOf`): staff may have replaced the vehicle.
    .set({ state: 'confirmed', productUid: line.productUid, confirmedAgorot: agorot, reason, decidedAt: at })
    .where(eq(orderTradeIns.orderUid, orderUid));
  return { edited, tradeIn: { ...tradeIn, state: 'confirmed', confirmedAgorot: agorot, reason } };
}

/**
 * Leaves the order at its sum, and ends the offer, unless that was credited in another order. @throws NOT_FOUND,
 * NOT_POSSIBLE
 */
export async function rejectTradeIn(tx: Db, orderUid: string, { actor, reason, at }: Decision): Promise<OrderTradeIn> {
  const tradeIn = await lockUndecided(tx, orderUid);
  await tx
    .update(orderTradeIns)
    .set({ state: 'rejected', reason, decidedAt: at })
    .where(eq(orderTradeIns.orderUid, orderUid));
  if (tradeIn.tradeInUid && !(await creditedElsewhere(tx, tradeIn, at)))
    await tx
      .update(tradeIns)
      .set({ state: 'refused', reason, stateAt: at })
      .where(eq(tradeIns.uuid, tradeIn.tradeInUid));
  await record(tx, orderUid, [{ field: 'trade_in', from: 'estimated', to: 'rejected', actor, reason }]);
  return { ...tradeIn, state: 'rejected', reason };
}
