import type { Db } from '#db/client.ts';
import { type SQL, sql } from '#db/sql.ts';
import type { ProductColumn } from '#domain/catalogue/filters.ts';
import type { FieldColumn, OptionColumn } from '../engine/facet-index.ts';

/** What a product costs, whether it is shown, and what of it is there. Money is agorot; variants by uuid. */
export type OfferRow = {
  uuid: string;
  published: boolean;
  /** `null`: on request. */
  price: number | null;
  stock_policy: string;
  variants: [stocked: boolean, price: number | null][] | null;
};

const price = sql`case when not p.price_on_request then coalesce(sp.price_agorot, p.price_agorot)::float8 end`;

export async function readOffers(db: Db, storeUid: string, uuids: string[]): Promise<OfferRow[]> {
  const { rows } = await db.execute<OfferRow>(sql`
    select p.uuid, p.stock_policy, sp.published, ${price} as price,
      (select json_agg(json_build_array(v.stock > 0, v.price_agorot) order by v.uuid)
       from variants v where v.product_uid = p.uuid and v.active) as variants
    from store_products sp join products p on p.uuid = sp.product_uid
    where sp.store_uid = ${storeUid} and sp.product_uid = any(${sql.param(uuids)}::uuid[])`);
  return rows;
}

export type ProductRow = {
  uuid: string;
  slug: string;
  kind: string;
  year: number | null;
  created: number;
  published: boolean;
  position: number;
  price: number | null;
  stock_policy: string;
} & Record<ProductColumn, string | number | null>;
/** By variant ordinal: the variants of all products, in the products' sequence. */
type VariantColumns = { docIds: number[]; stocked: boolean[]; prices: (number | null)[] };
export type SwatchRow = { type: string; name: string; value: string; value_type: string };

/** A product's document id is its ordinal among the store's products by uuid. */
export type StoreRows = {
  products: ProductRow[];
  meta: FieldColumn[];
  variants: VariantColumns;
  options: OptionColumn[];
  swatches: SwatchRow[];
  collections: { uuid: string; slug: string; filters: string[] | null; docIds: number[] }[];
  /** Document ids sorted by name, as the database sorts text. */
  byName: number[];
};

/**
 * Every product of the store, published or not. One array for each column, since a row for each variant and value would
 * cost a large store many times as much; from one snapshot, since document ids are ordinals.
 */
export function readStore(db: Db, storeUid: string): Promise<StoreRows> {
  return db.transaction(
    async (transaction) => {
      await transaction.execute(sql`set local statement_timeout = 0`);
      await transaction.execute(sql`set local jit = off`);
      const all = async <T extends object>(query: SQL): Promise<T[]> =>
        (await transaction.execute(sql`with ${listed(storeUid)} ${query}`)).rows as T[];
      const products = await all<ProductRow>(selectProducts(storeUid));
      const meta = await all<FieldColumn>(selectMeta);
      const [variants] = await all<VariantColumns>(selectVariants);
      const options = await all<OptionColumn>(selectOptions);
      const swatches = await all<SwatchRow>(selectSwatches);
      const collections = await all<StoreRows['collections'][number]>(selectCollections(storeUid));
      const [names] = await all<{ docIds: number[] }>(
        sql`select json_agg(doc_id) as "docIds" from (select l.doc_id from listed l join products p using (uuid) order by p.name, l.doc_id) l`,
      );
      return {
        products,
        meta,
        variants: variants?.docIds ? variants : { docIds: [], stocked: [], prices: [] },
        options,
        swatches,
        collections,
        byName: names?.docIds ?? [],
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

const listed = (storeUid: string): SQL => sql`
  listed as materialized (select product_uid as uuid, row_number() over (order by product_uid)::int - 1 as doc_id
    from store_products where store_uid = ${storeUid}),
  sold as (select v.*, l.doc_id, row_number() over (order by v.product_uid, v.uuid)::int - 1 as variant
    from listed l join variants v on v.product_uid = l.uuid and v.active)`;

/** What the registered filters read of a product. */
export const filterColumns: Record<ProductColumn, SQL> = {
  brand: sql`b.key`,
  licence_class: sql`p.licence_class`,
  year: sql`p.year`,
};
const selectFilterColumns = sql.join(
  Object.entries(filterColumns).map(([key, column]) => sql`${column} as ${sql.identifier(key)}`),
  sql`, `,
);

const selectProducts = (storeUid: string): SQL => sql`
  select p.uuid, p.slug, p.kind, p.stock_policy, ${selectFilterColumns},
    extract(epoch from p.created_at)::float8 as created, sp.published, sp.position,
    ${price} as price
  from listed l join products p using (uuid) left join brands b on b.uuid = p.brand_uid
    join store_products sp on sp.product_uid = p.uuid and sp.store_uid = ${storeUid}
  order by l.doc_id`;

const selectMeta = sql`
  select key, json_agg(doc_id) as "docIds", json_agg(value) as values
  from (select m.key, l.doc_id, m.value from listed l join product_meta m on m.product_uid = l.uuid order by m.key, l.doc_id, m.value) m
  group by key order by key`;

const selectVariants = sql`
  select json_agg(doc_id) as "docIds", json_agg(stock > 0) as stocked, json_agg(price_agorot) as prices
  from (select doc_id, stock, price_agorot from sold order by variant) v`;

const selectOptions = sql`
  select vv.type as key, json_agg(v.variant) as variants, json_agg(vv.value_name) as values
  from sold v join variant_values vv on vv.variant_uid = v.uuid group by vv.type order by vv.type`;

/** One swatch for each value of each option: a colour's hex or picture. */
const selectSwatches = sql`
  select vv.type, vv.value_name as name, min(vv.value) as value, min(vv.value_type) as value_type
  from sold v join variant_values vv on vv.variant_uid = v.uuid group by vv.type, vv.value_name`;

/** The products of every collection, in its sequence. */
const selectCollections = (storeUid: string): SQL => sql`
  select c.uuid, c.slug, c.filters, coalesce(m.doc_ids, '[]') as "docIds"
  from collections c left join (
    select collection_uid, json_agg(doc_id) as doc_ids from (
      select cp.collection_uid, l.doc_id from collection_products cp join listed l on l.uuid = cp.product_uid
        join products p on p.uuid = cp.product_uid
        join store_products sp on sp.product_uid = cp.product_uid and sp.store_uid = ${storeUid}
      order by cp.collection_uid, cp.position, sp.position, p.slug) o
    group by collection_uid) m on m.collection_uid = c.uuid
  where c.store_uid = ${storeUid}`;
