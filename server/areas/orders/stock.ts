import { and, eq, gte, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, variants } from '#db/schema/index.ts';

type Wanted = { variantUid: string; quantity: number };

/** Takes the pieces of all lines, or of none. Rows are always locked in one order, so that two orders can't deadlock. */
export async function takeStock(tx: Db, wanted: Wanted[]): Promise<boolean> {
  for (const { variantUid, quantity } of [...wanted].sort((a, b) => (a.variantUid < b.variantUid ? -1 : 1))) {
    const taken = await tx
      .update(variants)
      .set({ stock: sql`${variants.stock} - ${quantity}` })
      .where(and(eq(variants.uuid, variantUid), gte(variants.stock, quantity)))
      .returning({ uuid: variants.uuid });
    if (taken.length === 0) return false;
  }
  return true;
}

/** Gives back what the lines of an order hold. */
export async function returnStock(tx: Db, orderUid: string): Promise<void> {
  await tx.execute(sql`
    update ${variants} v set stock = v.stock + held.quantity
    from (select variant_uid, sum(stock_taken)::int quantity from ${orderLines}
          where order_uid = ${orderUid} and stock_taken > 0 group by variant_uid order by variant_uid) held
    where v.uuid = held.variant_uid`);
}

/** What an order takes again when it is paid after its hold has ended. */
export async function stockOf(tx: Db, orderUid: string): Promise<Wanted[]> {
  const rows = await tx
    .select({ variantUid: orderLines.variantUid, quantity: sql<number>`sum(${orderLines.stockTaken})::int` })
    .from(orderLines)
    .where(and(eq(orderLines.orderUid, orderUid), sql`${orderLines.stockTaken} > 0`))
    .groupBy(orderLines.variantUid);
  return rows.flatMap(({ variantUid, quantity }) => (variantUid ? [{ variantUid, quantity }] : []));
}
