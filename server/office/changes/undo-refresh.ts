import type pg from 'pg';
import { CACHE_CHANNEL, partsTag, pictureTag, productTag } from '#db/cache-tags.ts';
import { invalidateTags, placementsOf, refreshDerived, refreshProducts } from '../../catalogue/derived/refresh.ts';

/** Tables of single products that category lists and the search are made of (server/catalogue/derived). */
const OF_PRODUCTS = [
  ...['products', 'store_products', 'variants', 'variant_values', 'product_meta', 'product_specs', 'product_safety'],
  'part_fits',
];
/** Tables of a whole company or store that category lists and the search are made of as well. */
const OF_ALL = ['brands', 'collections', 'search_synonyms'];
/** Shown with a product, and nowhere else. */
const SHOWN = [
  ...['product_faqs', 'product_images', 'product_relations', 'branch_stock'],
  ...['configurator_groups', 'configurator_choices', 'configurator_rules'],
];
/**
 * Neither lists nor the search have them; triggers invalidate the tags of what shows them. Of prices, the search has
 * which are struck through.
 */
const GOODS = ['deposit_agorot', 'stock', 'low_stock', 'published', 'stock_policy'];
/** An undo of more products than these makes all products anew. */
const MAX_PRODUCTS = 5_000;

type Undoing = { table: string; operation: string; listed: boolean; products: string[] | null };

/**
 * What an undo has to make anew of `undoing`, once its rows are back: of single products where it is about these alone.
 * It is asked before, as it notes where the products stood.
 */
export async function refreshingOf(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<Undoing>(
    `select table_name as table, operation,
       bool_or(not (operation = 'update' and table_name in ('products', 'variants', 'store_products')
         and (select coalesce(bool_and(key = any($1)), true) from jsonb_object_keys(before) key))) as listed,
       array_agg(distinct case when table_name in ('variant_values', 'branch_stock')
         then (select product_uid from variants v where v.uuid = c.entity_uid) else entity_uid end) as products
     from undoing c group by table_name, operation`,
    [GOODS],
  );
  const products = [...new Set(rows.flatMap((row) => row.products ?? []))].filter(Boolean);
  const single = rows.every(
    ({ table, operation }) =>
      [...OF_PRODUCTS, ...SHOWN].includes(table) && (table !== 'products' || operation === 'update'),
  );
  if (!single || products.length > MAX_PRODUCTS) {
    const isRead = rows.some(
      ({ table, operation, listed }) =>
        ([...OF_PRODUCTS, ...OF_ALL].includes(table) && listed) || (table === 'stores' && operation !== 'update'),
    );
    return () => refreshAll(client, isRead);
  }
  const listed = rows.some((row) => row.listed && OF_PRODUCTS.includes(row.table));
  const before = listed ? await placementsOf(client, products) : [];
  return async () => {
    await invalidateTags(
      client,
      products.flatMap((product) => [productTag(product), pictureTag(product)]),
    );
    if (!listed) return;
    const { rows: companies } = await client.query<{ uuid: string; products: string[] }>(
      'select company_uid as uuid, array_agg(uuid) as products from products where uuid = any($1) group by company_uid',
      [products],
    );
    for (const company of companies) await refreshProducts(client, company.uuid, company.products, before);
    if (rows.some(({ table }) => table === 'part_fits')) await invalidatePartsOf(client, products);
  };
}

/** Which vehicles parts are found by is no product's own page. */
async function invalidatePartsOf(client: pg.ClientBase, products: string[]): Promise<void> {
  const { rows } = await client.query<{ uuid: string }>(
    'select s.uuid from stores s where s.company_uid in (select company_uid from products where uuid = any($1))',
    [products],
  );
  await invalidateTags(
    client,
    rows.map(({ uuid }) => partsTag(uuid)),
  );
}

async function refreshAll(client: pg.ClientBase, isRead: boolean): Promise<void> {
  if (isRead) {
    const { rows: companies } = await client.query<{ uuid: string }>('select uuid from companies');
    for (const { uuid } of companies) await refreshDerived(client, uuid);
  }
  // Rows of any table: everything that is remembered is dropped.
  await client.query(`notify ${CACHE_CHANNEL}`);
}
