import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { type SQL, sql } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import type { Allowed } from '../../staff/office-call.ts';

/** Where pieces lie: a branch by its uuid, or what is at none. */
export const WAREHOUSE = 'warehouse';
export const place = z.union([z.literal(WAREHOUSE), z.uuid()]);

export type Branch = { uuid: string; name: string };

/** Branches that the person may count, receive and move goods at: of their stores, by the operator's sequence. */
export const branchesOf = async ({ db, stores }: Pick<Allowed, 'db' | 'stores'>): Promise<Branch[]> =>
  (
    await db.execute<Branch>(sql`
      select b.uuid, b.name from branches b where exists (
        select from branch_stores s where s.branch_uid = b.uuid and s.store_uid = any(${sql.param(stores)}::uuid[]))
      order by b.position, b.name`)
  ).rows;

/** The place's name. @throws NOT_FOUND for a branch that isn't the variant's company's, or in no store of the person */
export async function placeName(ctx: Pick<Allowed, 'db' | 'stores'>, variant: string, at: string): Promise<string> {
  if (at === WAREHOUSE) return 'המחסן המרכזי';
  const { rows } = await ctx.db.execute<{ name: string }>(sql`
    select b.name from branches b join variants v on v.company_uid = b.company_uid
    where v.uuid = ${variant} and b.uuid = ${at} and exists (
      select from branch_stores s where s.branch_uid = b.uuid and s.store_uid = any(${sql.param(ctx.stores)}::uuid[]))`);
  if (!rows[0]) throw refuse('NOT_FOUND');
  return rows[0].name;
}

/** Pieces of `variants v` at a place; without one, all of it. */
export function piecesAt(at: string | undefined): SQL {
  if (at === undefined) return sql`v.stock`;
  if (at === WAREHOUSE)
    return sql`(v.stock - coalesce((select sum(b.pieces) from branch_stock b where b.variant_uid = v.uuid), 0))::int`;
  return sql`coalesce((select b.pieces from branch_stock b where b.variant_uid = v.uuid and b.branch_uid = ${at}), 0)`;
}

/** Locks the variant against sales and moves. @returns the pieces at the place */
export async function holdPlace(tx: Db, variant: string, at: string): Promise<number> {
  await tx.execute(sql`select from variants where uuid = ${variant} for no key update`);
  const { rows } = await tx.execute<{ pieces: number }>(
    sql`select ${piecesAt(at)} as pieces from variants v where v.uuid = ${variant}`,
  );
  return rows[0]?.pieces ?? 0;
}

/**
 * Adds to the variant's stock at the place, or takes from it. @returns all of its stock; `null`, with nothing written,
 * beyond what is stored
 */
export async function changeAt(tx: Db, variant: string, at: string, change: number): Promise<number | null> {
  await tx.execute(
    sql`select set_config('storefront.places', ${JSON.stringify({ [variant]: { [at]: change } })}, true)`,
  );
  const { rows } = await tx.execute<{ stock: number }>(
    sql`update variants set stock = stock + ${change} where uuid = ${variant} and stock + ${change} <= 1000000 returning stock`,
  );
  return rows[0]?.stock ?? null;
}

/** How a variant's stock is divided. `branches`: those that have some, had some, or have a threshold. */
export type Split = {
  warehouse: number;
  branches: { uuid: string; name: string; pieces: number; low: number | null }[];
};

/** As columns of a query that has `variants v`. */
export const splitColumns = sql`${piecesAt(WAREHOUSE)} as warehouse,
  coalesce((select json_agg(json_build_object('uuid', b.uuid, 'name', b.name, 'pieces', s.pieces, 'low', s.low_stock) order by b.position, b.name)
    from branch_stock s join branches b on b.uuid = s.branch_uid where s.variant_uid = v.uuid), '[]') as branches`;

/** Of a product's variants, those that lie at branches. */
export const splitOf = async (db: Db, product: string) =>
  (
    await db.execute<Split & { uuid: string; sku: string; stock: number; low_stock: number | null }>(sql`
      select v.uuid, v.sku, v.stock, v.low_stock, ${splitColumns} from variants v
      where v.product_uid = ${product} and exists (select from branch_stock s where s.variant_uid = v.uuid)
      order by v.position, v.sku`)
  ).rows;
