import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';

/** What a store asks for the product; `price` is `null` where it is the product's. */
export type StorePrice = { store: string; price: number | null; deletedPrice: number | null };

export async function readStorePrices(db: Db, product: string): Promise<StorePrice[]> {
  const { rows } = await db.execute<StorePrice>(sql`
    select sp.store_uid::text as store, sp.price_agorot::float8 as price, sp.deleted_price_agorot::float8 as "deletedPrice"
    from store_products sp where sp.product_uid = ${product} order by sp.store_uid`);
  return rows;
}

/** Where the product is sold, and whether it is shown there. */
export type StorePlace = { store: string; published: boolean; home: boolean; position: number };

export async function readPlaces(db: Db, product: string): Promise<StorePlace[]> {
  const { rows } = await db.execute<StorePlace>(sql`
    select store_uid::text as store, published, is_home as home, position from store_products where product_uid = ${product} order by store_uid`);
  return rows;
}

/** Lists of a product, each as its form shows it: texts by column name, in sequence. */
export const listQueries = {
  specs: (product: string) =>
    sql`select group_name as "group", name, value, unit from product_specs where product_uid = ${product} order by position`,
  safety: (product: string) =>
    sql`select name, explanation, icon, case when standard then 'yes' else 'optional' end as standard from product_safety where product_uid = ${product} order by position`,
  faq: (product: string) =>
    sql`select question, answer from product_faqs where product_uid = ${product} order by position`,
  relations: (product: string) => sql`
    select r.kind::text as kind, p.slug as related, p.name as name from product_relations r join products p on p.uuid = r.related_uid
    where r.product_uid = ${product} order by r.kind, r.position, p.slug`,
  meta: (product: string) =>
    sql`select key, value from product_meta where product_uid = ${product} order by key, value`,
};
export type ListName = keyof typeof listQueries;
export type ListRow = Record<string, string>;

export const readList = async (db: Db, name: ListName, product: string): Promise<ListRow[]> =>
  (await db.execute<ListRow>(listQueries[name](product))).rows;

export type VariantRow = {
  uuid: string;
  sku: string;
  colorName: string;
  color: string;
  size: string;
  /** `נפח=45 ל׳|צד=ימין` */
  options: string;
  price: number | null;
  deletedPrice: number | null;
  weight: number | null;
  active: boolean;
  stock: number;
};

/**
 * Variants as their form shows them. Stock isn't part of what the form saves, nor of its version: it moves while the
 * form is open.
 */
export async function readVariants(db: Db, product: string): Promise<VariantRow[]> {
  const value = (type: string, column: string) =>
    sql`coalesce((select ${sql.raw(column)} from variant_values x where x.variant_uid = v.uuid and x.type = ${type}), '')`;
  const { rows } = await db.execute<VariantRow>(sql`
    select v.uuid, v.sku, ${value('COLOR', 'value_name')} as "colorName", ${value('COLOR', 'value')} as color, ${value('SIZE', 'value')} as size,
      coalesce((select string_agg(x.type || '=' || x.value, '|' order by x.position) from variant_values x
        where x.variant_uid = v.uuid and x.type not in ('COLOR', 'SIZE')), '') as options,
      v.price_agorot::float8 as price, v.deleted_price_agorot::float8 as "deletedPrice", v.weight_g as weight, v.active, v.stock
    from variants v where v.product_uid = ${product} order by v.position, v.sku`);
  return rows;
}

export const withoutStock = (rows: VariantRow[]): Omit<VariantRow, 'stock'>[] =>
  rows.map(({ stock: _, ...row }) => row);
