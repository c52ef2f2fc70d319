import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, variants } from '#db/schema/index.ts';

type Wanted = { variantUid: string; quantity: number };

/**
 * Takes the pieces of all lines, or of none. Rows are always locked in one order, and not against the lines that point to
 * them (FOR UPDATE would be), so that two orders can't deadlock.
 */
export async function takeStock(tx: Db, wanted: Wanted[]): Promise<boolean> {
  const pieces = new Map<string, number>();
  for (const { variantUid, quantity } of wanted) pieces.set(variantUid, (pieces.get(variantUid) ?? 0) + quantity);
  if (pieces.size === 0) return true;
  const { rowCount } = await tx.execute(sql`
    with wanted as (
      select * from unnest(${sql.param([...pieces.keys()])}::uuid[], ${sql.param([...pieces.values()])}::int[]) as w (uuid, quantity)
    ), locked as (
      select v.uuid from ${variants} v join wanted using (uuid) order by v.uuid for no key update of v
    )
    update ${variants} v set stock = v.stock - w.quantity from wanted w, locked l
    where v.uuid = w.uuid and l.uuid = w.uuid and v.stock >= w.quantity`);
  return rowCount === pieces.size;
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
