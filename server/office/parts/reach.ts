import type pg from 'pg';
import { CACHE_CHANNEL, partsTag } from '#db/cache-tags.ts';
import type { Db } from '#db/client.ts';
import { type SQL, sql } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { storesWith } from '../../staff/grants.ts';
import type { Allowed } from '../../staff/office-call.ts';
import { mayEverywhere } from '../products/reach.ts';

/** The stores that sell any vehicle or part of the diagram whose uuid is `uid`. */
export const storesOfDiagram = (uid: SQL): SQL => sql`
  select sp.store_uid from assembly_vehicles av join store_products sp on sp.product_uid = av.vehicle_uid where av.assembly_uid = ${uid}
  union select sp.store_uid from callout_parts cp join store_products sp on sp.product_uid = cp.part_uid where cp.assembly_uid = ${uid}`;

/**
 * Which of `assemblies a` a person sees: those with something that their stores sell, and with a role in all stores
 * every one.
 */
export function seenDiagrams({ staff, stores }: Pick<Allowed, 'staff' | 'stores'>): SQL {
  if (storesWith(staff, 'products.read') === 'all') return sql`true`;
  return sql`exists (select from (${storesOfDiagram(sql`a.uuid`)}) s where s.store_uid = any(${sql.param(stores)}::uuid[]))`;
}

/**
 * @throws NOT_FOUND; with `edit` FORBIDDEN where a store sells something of it in which the person may not edit
 * products
 */
export async function reachedDiagram(ctx: Allowed, db: Db, uuid: string, edit = false) {
  const { rows } = await db.execute<{ companyUid: string; stores: string[] }>(sql`
    select a.company_uid as "companyUid", array(${storesOfDiagram(sql`a.uuid`)})::text[] as stores
    from assemblies a where a.uuid = ${uuid} and ${seenDiagrams(ctx)} ${edit ? sql`for update of a` : sql``}`);
  const [row] = rows;
  if (!row) throw refuse('NOT_FOUND');
  if (edit) allowDiagram(ctx, row.stores);
  return row;
}

export function allowDiagram(ctx: Pick<Allowed, 'staff'>, stores: string[]): void {
  if (!mayEverywhere(ctx, 'products.edit', stores))
    throw refuse('FORBIDDEN', { message: 'בשרטוט יש מוצרים שנמכרים גם בחנויות שאין לכם בהן הרשאה לשנות מוצרים' });
}

/**
 * Tells every process that the company's diagrams, or which vehicles its parts fit, are others once the transaction
 * commits.
 */
export async function invalidateParts(client: Pick<pg.ClientBase, 'query'>, companyUid: string): Promise<void> {
  await client.query(`select pg_notify($1, $2 || uuid) from stores where company_uid = $3`, [
    CACHE_CHANNEL,
    partsTag(''),
    companyUid,
  ]);
}
