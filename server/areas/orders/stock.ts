import { and, eq, gt, gte, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, variants } from '#db/schema/index.ts';

type Wanted = { variantUid: string; quantity: number };

/** Takes these pieces: all of them, or `false`, and then the caller rolls back. In one order, so that two can't deadlock. */
export async function takeStock(tx: Db, wanted: Wanted[]): Promise<boolean> {
  for (const { variantUid, quantity } of wanted.toSorted((a, b) => (a.variantUid < b.variantUid ? -1 : 1))) {
    const taken = await tx
      .update(variants)
      .set({ stock: sql`${variants.stock} - ${quantity}` })
      .where(and(eq(variants.uuid, variantUid), gte(variants.stock, quantity)))
      .returning({ uuid: variants.uuid });
    if (taken.length === 0) return false;
  }
  return true;
}

/** Gives back what the lines of an order hold, in the order in which it is taken. */
export async function returnStock(tx: Db, orderUid: string): Promise<void> {
  const held = await piecesOf(tx, orderUid);
  const uuids = held.flatMap(({ variantUid }) => variantUid ?? []);
  if (uuids.length === 0) return;
  await tx.select().from(variants).where(inArray(variants.uuid, uuids)).orderBy(variants.uuid).for('no key update');
  for (const { variantUid, quantity } of held) {
    if (!variantUid) continue;
    await tx
      .update(variants)
      .set({ stock: sql`${variants.stock} + ${quantity}` })
      .where(eq(variants.uuid, variantUid));
  }
}

/** What an order takes again when it is paid after its hold has ended; `null` when a variant no longer exists. */
export async function stockOf(tx: Db, orderUid: string): Promise<Wanted[] | null> {
  const rows = await piecesOf(tx, orderUid);
  const wanted = rows.flatMap(({ variantUid, quantity }) => (variantUid ? [{ variantUid, quantity }] : []));
  return wanted.length === rows.length ? wanted : null;
}

const piecesOf = (tx: Db, orderUid: string) =>
  tx
    .select({ variantUid: orderLines.variantUid, quantity: sql<number>`sum(${orderLines.stockTaken})::int` })
    .from(orderLines)
    .where(and(eq(orderLines.orderUid, orderUid), gt(orderLines.stockTaken, 0)))
    .groupBy(orderLines.variantUid);
