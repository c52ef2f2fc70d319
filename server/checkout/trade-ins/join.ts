import type { Db } from '#db/client.ts';
import { orderLines, orders, orderTradeIns, products, tradeIns } from '#db/schema/index.ts';
import { and, eq, gt, sql } from '#db/sql.ts';
import { netPiece, tradeInCredit } from '#domain/money/trade-in-credit.ts';
import { isBeingHandled } from '#domain/orders/states.ts';
import { tradeInName } from '#domain/people/trade-in-questions.ts';
import { refuse } from '../../platform/errors.ts';
import { record } from '../orders/history.ts';
import { returnedPieces } from '../orders/returned-pieces.ts';
import { shownState, USED_IN } from '../orders/trade-in-usage.ts';

type Joined = { tradeIn: string; order: string; storeUid: string; actor: string; now: Date };

/**
 * Puts an offer to an order that was placed without it, or with one that was rejected, of the same phone and store. Its
 * estimate is in no sum, as of one that the shopper chose. @throws NOT_POSSIBLE
 */
export async function joinTradeIn(tx: Db, { tradeIn, order: orderUid, storeUid, actor, now }: Joined): Promise<void> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.uuid, orderUid), eq(orders.storeUid, storeUid)))
    .for('update');
  await tx.execute(sql`select from trade_ins where uuid = ${tradeIn} for update`);
  const { rows } = await tx.execute<{ make: string; model: string; year: number; low: number; high: number }>(sql`
    select t.make, t.model, t.year, t.low_agorot::float8 as low, t.high_agorot::float8 as high from trade_ins t ${USED_IN}
    where t.uuid = ${tradeIn} and t.phone = ${order?.phone ?? ''} and t.store_uid = ${storeUid} and ${shownState(now)} = 'offered'`);
  const [offer] = rows;
  if (!order || !offer || (order.status !== 'payment' && !isBeingHandled(order.status)))
    throw refuse('NOT_POSSIBLE', { message: 'ההצעה אינה בתוקף, או שההזמנה אינה של אותו אדם או שכבר הסתיימה' });
  const [vehicle] = await tx
    .select({ line: orderLines })
    .from(orderLines)
    .innerJoin(products, and(eq(products.uuid, orderLines.productUid), eq(products.kind, 'VEHICLE')))
    .where(and(eq(orderLines.orderUid, orderUid), gt(orderLines.quantity, returnedPieces(sql`${orderLines.uuid}`))))
    .orderBy(orderLines.position)
    .limit(1);
  if (!vehicle) throw refuse('NOT_POSSIBLE', { message: 'בהזמנה אין רכב' });
  const [former] = await tx.select().from(orderTradeIns).where(eq(orderTradeIns.orderUid, orderUid));
  const joined = {
    orderUid,
    tradeInUid: tradeIn,
    productUid: vehicle.line.productUid,
    name: tradeInName(offer),
    lowAgorot: offer.low,
    highAgorot: offer.high,
    creditAgorot: tradeInCredit(offer.low, netPiece(vehicle.line), order.totalAgorot),
    createdAt: now,
  };
  const inserted = await tx
    .insert(orderTradeIns)
    .values(joined)
    // Another vehicle takes the place of one that was rejected.
    .onConflictDoUpdate({
      target: orderTradeIns.orderUid,
      set: { ...joined, state: 'estimated', reason: '', decidedAt: null },
      setWhere: eq(orderTradeIns.state, 'rejected'),
    })
    .returning({ uuid: orderTradeIns.orderUid });
  if (inserted.length === 0) throw refuse('NOT_POSSIBLE', { message: 'בהזמנה כבר יש טרייד־אין' });
  // No order says so of that one any more.
  if (former?.tradeInUid)
    await tx
      .update(tradeIns)
      .set({ state: 'refused', stateAt: now, reason: former.reason })
      .where(eq(tradeIns.uuid, former.tradeInUid));
  await record(tx, orderUid, [{ field: 'trade_in', from: former?.state ?? null, to: 'estimated', actor }]);
}
