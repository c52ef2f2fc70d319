import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, payments, refundLines, refunds } from '#db/schema/index.ts';
import { SetupError } from '#db/setup-error.ts';
import { shareOfPieces } from '#domain/money/line-share.ts';
import type { Piece } from '../orders/stock.ts';
import type { Order } from './take-payment.ts';

/** Pieces of a line that go back. Without a sum, the share of the line's price that was paid for them; never more. */
export type AskedLine = {
  orderLineUid: string;
  quantity: number;
  amountAgorot?: number | undefined;
  restock: boolean;
};
type LineRow = Omit<typeof refundLines.$inferInsert, 'refundUid'>;

/** Checks the lines of a refund. The order is locked. @throws SetupError for more pieces or money than the line has left */
export async function checkedLines(tx: Db, order: Order, asked: AskedLine[]): Promise<LineRow[]> {
  const sold = await tx.select().from(orderLines).where(eq(orderLines.orderUid, order.uuid));
  const gone = await refundedPieces(tx, order.uuid);
  if (new Set(asked.map(({ orderLineUid }) => orderLineUid)).size < asked.length)
    throw new SetupError('A line is named twice.');
  return asked.map(({ orderLineUid, quantity, amountAgorot, restock }) => {
    const line = sold.find(({ uuid }) => uuid === orderLineUid);
    if (!line) throw new SetupError(`Order ${order.number} has no line ${orderLineUid}.`);
    const before = gone.get(orderLineUid) ?? 0;
    if (quantity > line.quantity - before)
      throw new SetupError(`Only ${line.quantity - before} of ${line.sku} can still go back.`);
    const share = shareOfPieces(line, quantity, before);
    const amount = amountAgorot ?? share;
    if (amount > share)
      throw new SetupError(`At most ${share / 100} shekels were paid for these pieces of ${line.sku}.`);
    if (restock && !order.stockHeld) throw new SetupError('The goods of this order are in stock again already.');
    return { orderLineUid, quantity, amountAgorot: amount, restock };
  });
}

/** Pieces by line that went back or are about to: of every refund that wasn't refused. */
export async function refundedPieces(tx: Db, orderUid: string): Promise<Map<string, number>> {
  const rows = await tx
    .select({ line: refundLines.orderLineUid, pieces: sql<number>`sum(${refundLines.quantity})::int` })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.uuid, refundLines.refundUid))
    .innerJoin(payments, eq(payments.uuid, refunds.paymentUid))
    .where(and(eq(payments.orderUid, orderUid), ne(refunds.status, 'refused')))
    .groupBy(refundLines.orderLineUid);
  return new Map(rows.map(({ line, pieces }) => [line, pieces]));
}

/**
 * Takes the pieces of a refund that was carried out from what its order holds, in the transaction that finishes it, so that nothing
 * returns them again. @returns those that go back to stock, for the caller to return together with others
 */
export async function releaseRefunded(tx: Db, order: Order, refundUid: string, at: Date): Promise<Piece[]> {
  if (!order.stockHeld) return [];
  const rows = await tx
    .select({ line: orderLines, quantity: refundLines.quantity, restock: refundLines.restock })
    .from(refundLines)
    .innerJoin(orderLines, eq(orderLines.uuid, refundLines.orderLineUid))
    .where(and(eq(refundLines.refundUid, refundUid), gt(orderLines.stockTaken, 0)))
    .orderBy(asc(orderLines.uuid));
  for (const { line, quantity } of rows)
    await tx
      .update(orderLines)
      .set({ stockTaken: sql`greatest(0, ${orderLines.stockTaken} - ${quantity})` })
      .where(eq(orderLines.uuid, line.uuid));
  await tx
    .update(refundLines)
    .set({ restockedAt: at })
    .where(
      and(
        eq(refundLines.refundUid, refundUid),
        refundLines.restock,
        sql`${refundLines.orderLineUid} = any(${sql.param(rows.map(({ line }) => line.uuid))}::uuid[])`,
      ),
    );
  return rows.flatMap(({ line, quantity, restock }) =>
    restock && line.variantUid ? [{ variantUid: line.variantUid, quantity: Math.min(quantity, line.stockTaken) }] : [],
  );
}
