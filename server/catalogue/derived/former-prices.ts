import type pg from 'pg';

/** A former price of a store or a variant, of which shoppers see nothing any more. */
export type Cleared = { product: string; name: string; agorot: number };

/** Clears the stores' former prices that what these products cost there now reaches. `name`: the store's key. */
export async function clearStoresFormerPrices(client: pg.ClientBase, products: string[]): Promise<Cleared[]> {
  const { rows } = await client.query<Cleared>(
    `with reached as (
       select sp.store_uid, sp.product_uid, s.key as name, sp.deleted_price_agorot::float8 as agorot
       from store_products sp join products p on p.uuid = sp.product_uid join stores s on s.uuid = sp.store_uid
       where sp.product_uid = any($1) and sp.deleted_price_agorot <= coalesce(sp.price_agorot, p.price_agorot))
     update store_products sp set deleted_price_agorot = null from reached r
     where sp.store_uid = r.store_uid and sp.product_uid = r.product_uid returning r.product_uid as product, r.name, r.agorot`,
    [products],
  );
  return rows;
}

/**
 * The same of their variants. `name`: the SKU. These are locked first, in the order of their uuids, as orders lock
 * variants, and with them those of `lockWith`, which the transaction changes afterwards: two that each hold a row for
 * which the other waits would be a deadlock.
 */
export async function clearVariantsFormerPrices(
  client: pg.ClientBase,
  products: string[],
  lockWith: string[] = [],
): Promise<Cleared[]> {
  const { rows } = await client.query<Cleared>(
    `with locked as (
       select v.uuid, v.product_uid, v.sku, v.deleted_price_agorot::float8 as agorot,
         v.product_uid = any($1) and v.deleted_price_agorot <= coalesce(v.price_agorot, p.price_agorot) as reached
       from variants v join products p on p.uuid = v.product_uid
       where v.product_uid = any($1) and v.deleted_price_agorot <= coalesce(v.price_agorot, p.price_agorot) or v.uuid = any($2)
       order by v.uuid for no key update of v)
     update variants v set deleted_price_agorot = null from locked l
     where v.uuid = l.uuid and l.reached returning l.product_uid as product, l.sku as name, l.agorot`,
    [products, lockWith],
  );
  return rows;
}
