import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';

type Taken = { variant: string; place: string; pieces: number };
/** Pieces of a line and where they are taken from. */
export type LinePlaces = { place: string; pieces: number }[];

/** Where the pieces that the order holds come from, by variant; only of variants that are at branches. */
export const takenFrom = async (db: Db, order: string): Promise<Taken[]> =>
  (
    await db.execute<Taken>(sql`
      select m.variant_uid as variant, coalesce(b.name, 'מחסן מרכזי') as place, sum(m.before - m.after)::int as pieces
      from stock_movements m left join branches b on b.uuid = m.branch_uid
      where m.order_uid = ${order} and exists (select from branch_stock s where s.variant_uid = m.variant_uid)
      group by m.variant_uid, b.uuid having sum(m.before - m.after) > 0 order by b.position nulls last`)
  ).rows;

/** Lines of one variant share its places, one line after the other. */
export function sharePlaces(taken: Taken[]): (line: { variantUid: string | null; stockTaken: number }) => LinePlaces {
  const left = taken.map((one) => ({ ...one }));
  return ({ variantUid, stockTaken }) => {
    let open = stockTaken;
    return left.flatMap((stock) => {
      const pieces = stock.variant === variantUid ? Math.min(open, stock.pieces) : 0;
      stock.pieces -= pieces;
      open -= pieces;
      return pieces > 0 ? [{ place: stock.place, pieces }] : [];
    });
  };
}
