import type { Db } from '#db/client.ts';
import { violatedConstraint } from '#db/constraints.ts';
import { prepared } from '#db/prepared.ts';
import { branchStock, type OrderRow, orderLines, variants } from '#db/schema/index.ts';
import { and, eq, gt, inArray, type SQL, sql } from '#db/sql.ts';
import { waitsAt } from '#domain/orders/transitions.ts';

/**
 * `to`: where pieces that go back are put: `warehouse` or a branch; without it, or with `origin`, where the order took
 * them from.
 */
export type Piece = { variantUid: string; quantity: number; to?: string };

/** Whether `takeStock` failed because fewer pieces were left than it takes. */
export const isOutOfStock = (error: unknown): boolean => violatedConstraint(error) === 'variants_stock_not_negative';

/**
 * Subtracts the pieces from their variants' stock, for the order. @throws an error that `isOutOfStock` recognises; the
 * transaction is lost with it
 */
export const takeStock = (tx: Db, orderUid: string, pieces: Piece[]): Promise<void> =>
  changeStock(tx, orderUid, pieces, -1);

/**
 * Gives back what the lines of an order hold, and `others` with it: one statement, since two could deadlock with
 * another order's. `branch`: where they wait by now.
 */
export async function returnStock(
  tx: Db,
  orderUid: string,
  { others = [], branch = null }: { others?: Piece[]; branch?: string | null } = {},
): Promise<void> {
  const pieces = await heldPieces(tx, orderUid);
  const existingPieces = pieces.flatMap(({ variantUid, quantity }) => (variantUid ? [{ variantUid, quantity }] : []));
  await putBack(tx, orderUid, [...(await atBranch(tx, existingPieces, branch)), ...others]);
}

/** The pieces with the branch that they go back to; of goods of which no branch has had any, no place is kept. */
export async function atBranch(tx: Db, pieces: Piece[], branch: string | null): Promise<Piece[]> {
  if (!branch || pieces.length === 0) return pieces;
  const branchVariants = await tx
    .selectDistinct({ uuid: branchStock.variantUid })
    .from(branchStock)
    .where(
      inArray(
        branchStock.variantUid,
        pieces.map(({ variantUid }) => variantUid),
      ),
    );
  const hasPlaces = new Set(branchVariants.map(({ uuid }) => uuid));
  return pieces.map((piece) =>
    piece.quantity > 0 && hasPlaces.has(piece.variantUid) ? { ...piece, to: branch } : piece,
  );
}

/** Adds the order's pieces to their variants' stock. */
export const putBack = (tx: Db, orderUid: string, pieces: Piece[]): Promise<void> =>
  changeStock(tx, orderUid, pieces, 1);

/**
 * Gives back the goods of an order that ends. Pieces that were sent stay out, still held by it, until a refund by line
 * says what becomes of them. @returns whether the order still holds some
 */
export async function releaseStock(tx: Db, order: OrderRow, others: Piece[] = []): Promise<boolean> {
  const { uuid: orderUid } = order;
  await returnStock(tx, orderUid, { others, branch: waitsAt(order) });
  const { rows } = await tx.execute(sql`
    update order_lines l set stock_taken = least(l.stock_taken, ${sentPieces(sql`l.uuid`)})
    where l.order_uid = ${orderUid} and exists (select from shipments p where p.order_uid = l.order_uid)
    returning l.stock_taken`);
  return rows.some(({ stock_taken }) => Number(stock_taken) > 0);
}

/** Pieces that were sent and still are out: of those whose money went back the order holds none any more. */
const sentPieces = (line: SQL): SQL =>
  sql`(select greatest(0, coalesce(sum(s.quantity), 0)::int - (select coalesce(sum(r.sent), 0)::int from refund_lines r
    join refunds f on f.uuid = r.refund_uid where r.order_line_uid = ${line} and f.status = 'done'))
    from shipment_lines s where s.order_line_uid = ${line})`;

/**
 * Adds the order's pieces to their variants' stock, or with the sign -1 takes them: a trigger says at which branches
 * (db/triggers/stock.sql).
 */
export async function changeStock(tx: Db, orderUid: string, pieces: Piece[], sign: 1 | -1): Promise<void> {
  const changes = new Map<string, number>();
  const places: Record<string, Record<string, number>> = {};
  for (const { variantUid, quantity, to = 'origin' } of pieces) {
    changes.set(variantUid, (changes.get(variantUid) ?? 0) + sign * quantity);
    if (to === 'origin') continue;
    const ofVariant = (places[variantUid] ??= {});
    ofVariant[to] = (ofVariant[to] ?? 0) + sign * quantity;
  }
  if (changes.size > 0)
    await stockQuery(tx).execute({
      variants: [...changes.keys()],
      changes: [...changes.values()],
      order: orderUid,
      places: JSON.stringify(places),
    });
}

/**
 * Rows are locked in the order of their uuids, so that two orders of the same variants can't deadlock; FOR NO KEY
 * UPDATE, so that lines that refer to them can be inserted meanwhile. The CHECK on `stock` refuses what is not there.
 */
const stockQuery = prepared((db) => {
  const locked = db.$with('locked').as(
    db
      .select({ uuid: variants.uuid, change: sql<number>`c.change`.as('change'), about: sql`about.said`.as('about') })
      .from(variants)
      .innerJoin(
        sql`unnest(${sql.placeholder('variants')}::uuid[], ${sql.placeholder('changes')}::int[]) as c (uuid, change)`,
        sql`c.uuid = ${variants.uuid}`,
      )
      // For the trigger, in the same statement: no order waits for one more.
      .innerJoin(
        sql`(select set_config('storefront.order', ${sql.placeholder('order')}::text, true) || set_config('storefront.places', ${sql.placeholder('places')}::text, true)) as about (said)`,
        sql`true`,
      )
      .orderBy(variants.uuid)
      .for('no key update', { of: variants }),
  );
  return db
    .with(locked)
    .update(variants)
    .set({ stock: sql`${variants.stock} + ${locked.change}` })
    .from(locked)
    .where(eq(variants.uuid, locked.uuid))
    .prepare('change_stock');
});

/**
 * Pieces that an order holds and that were not sent, by variant; `null` stands for variants that were deleted since.
 */
export const heldPieces = (tx: Db, orderUid: string): Promise<{ variantUid: string | null; quantity: number }[]> =>
  tx
    .select({
      variantUid: orderLines.variantUid,
      quantity: sql<number>`sum(greatest(0, ${orderLines.stockTaken} - ${sentPieces(sql`${orderLines.uuid}`)}))::int`,
    })
    .from(orderLines)
    .where(and(eq(orderLines.orderUid, orderUid), gt(orderLines.stockTaken, 0)))
    .groupBy(orderLines.variantUid);
