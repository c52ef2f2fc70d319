import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { containingWords, type SQL, sql } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';

export type FoundVariant = {
  uuid: string;
  product: string;
  name: string;
  sku: string;
  details: string;
  stock: number;
  policy: string;
  /** `null`: on request, so that it can't be ordered. */
  price_agorot: number | null;
};

/** What a store sells, by part of its name or SKU: for lines that staff add. */
export const findVariants = officeCall(
  {
    name: 'products.find',
    permission: 'products.read',
    input: z.object({ store: z.uuid(), q: z.string().trim().min(2).max(80) }),
    kind: 'read',
  },
  async (ctx, { store, q }): Promise<FoundVariant[]> => {
    if (!ctx.stores.includes(store)) throw refuse('NOT_FOUND');
    const like = containingWords(q);
    return selectVariants(ctx.db, store, {
      where: sql`(lower(v.sku) like ${like} or lower(p.name) like ${like})`,
      first: sql`(lower(v.sku) = ${q.toLowerCase()}) desc`,
    });
  },
);

/** What a store sells of `variants v` and `products p`, at most twenty. */
export async function selectVariants(
  db: Db,
  store: string,
  { where, first }: { where: SQL; first: SQL },
): Promise<FoundVariant[]> {
  const { rows } = await db.execute<FoundVariant>(sql`
    select v.uuid, p.uuid as product, p.name, v.sku, v.stock, p.stock_policy as policy,
      case when not p.price_on_request then coalesce(v.price_agorot, sp.price_agorot, p.price_agorot)::float8 end as price_agorot,
      coalesce((select string_agg(x.value_name, ' · ' order by x.position) from variant_values x where x.variant_uid = v.uuid), '') as details
    from variants v join products p on p.uuid = v.product_uid
      join store_products sp on sp.product_uid = p.uuid and sp.store_uid = ${store} and sp.published
    where v.active and coalesce(v.price_agorot, sp.price_agorot, p.price_agorot) is not null and ${where}
    order by ${first}, p.name, v.sku limit 20`);
  return rows;
}
