import type { Db } from '#db/client.ts';
import { type SQL, sql } from '#db/sql.ts';
import type { Permission } from '#domain/people/permissions.ts';
import { refuse } from '../../platform/errors.ts';
import { may, storesWith } from '../../staff/grants.ts';
import type { Allowed } from '../../staff/office-call.ts';

/**
 * Which of `products p` a person sees: those of the stores where the call is permitted. What no store has is seen only
 * with a role in all stores.
 */
export function seenProducts({ staff, stores }: Pick<Allowed, 'staff' | 'stores'>): SQL {
  if (storesWith(staff, 'products.read') === 'all') return sql`true`;
  return sql`exists (select from store_products sp where sp.product_uid = p.uuid and sp.store_uid = any(${sql.param(stores)}::uuid[]))`;
}

export type ReachedProduct = {
  uuid: string;
  slug: string;
  name: string;
  companyUid: string;
  /** Every store that has it, also those beyond the person's. */
  stores: string[];
};

/**
 * A product that the person sees, and with `lock` keeps from other editors until the transaction ends. @throws
 * NOT_FOUND
 */
export async function reachedProduct(ctx: Allowed, db: Db, product: string, lock = false): Promise<ReachedProduct> {
  const { rows } = await db.execute<ReachedProduct>(sql`
    select p.uuid, p.slug, p.name, p.company_uid as "companyUid",
      array(select sp.store_uid::text from store_products sp where sp.product_uid = p.uuid) as stores
    from products p where p.uuid = ${product} and ${seenProducts(ctx)} ${lock ? sql`for no key update of p` : sql``}`);
  const [row] = rows;
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/**
 * Whether the person may do it in every store that sells the product: its texts and its price are the same in all of
 * them.
 */
export const mayEverywhere = ({ staff }: Pick<Allowed, 'staff'>, permission: Permission, stores: string[]): boolean =>
  stores.length === 0
    ? storesWith(staff, permission) === 'all'
    : stores.every((store) => may(staff, permission, store));

/** The product, locked, for a change that every store shows. @throws NOT_FOUND, FORBIDDEN */
export async function lockWholeProduct(
  ctx: Allowed,
  db: Db,
  product: string,
  permission: Permission,
): Promise<ReachedProduct> {
  const reached = await reachedProduct(ctx, db, product, true);
  if (!mayEverywhere(ctx, permission, reached.stores))
    throw refuse('FORBIDDEN', { message: 'המוצר נמכר גם בחנויות שאין לכם בהן הרשאה לשנות אותו' });
  return reached;
}
