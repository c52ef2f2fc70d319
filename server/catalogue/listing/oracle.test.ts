import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CollectionFilter } from '#contract/catalogue/collections.ts';
import { joinValues } from '#domain/catalogue/filters.ts';
import { fillCatalogue } from '../../../bench/_catalogue.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';

let app: TestApp;
let products: Raw[];
beforeAll(async () => {
  app = await startApp();
  await fillCatalogue(app.connection.pool, { key: 'oracle', products: 300 });
  products = await readRaw();
});
afterAll(() => app.close());

type Variant = { stock: number; price: number | null; color: string; size: string };
type Raw = {
  slug: string;
  price: number;
  policy: string;
  collections: string[];
  variants: Variant[];
  values: Record<string, string[]>;
};

/** The rows as they are, and nothing that the listing is made of. */
async function readRaw(): Promise<Raw[]> {
  const { rows } = await app.connection.pool.query(
    `select p.slug, p.price_agorot::float8 as price, p.stock_policy as policy, b.key as brand, p.licence_class, p.year,
       array(select c.slug from collection_products cp join collections c on c.uuid = cp.collection_uid where cp.product_uid = p.uuid) as collections,
       array(select m.key || '=' || m.value from product_meta m where m.product_uid = p.uuid) as meta,
       (select json_agg(json_build_object('stock', v.stock, 'price', v.price_agorot,
          'color', (select value_name from variant_values where variant_uid = v.uuid and type = 'COLOR'),
          'size', (select value_name from variant_values where variant_uid = v.uuid and type = 'SIZE')))
        from variants v where v.product_uid = p.uuid) as variants
     from products p join brands b on b.uuid = p.brand_uid where p.slug like 'oracle-%'`,
  );
  return rows.map(({ slug, price, policy, collections, variants, brand, licence_class, year, meta }) => {
    const values: Record<string, string[]> = { brand: [brand], licence_class: [licence_class], year: [String(year)] };
    for (const pair of meta as string[]) {
      const [key = '', value = ''] = pair.split('=');
      values[`meta.${key}`] = [...(values[`meta.${key}`] ?? []), bucket(key, value)];
    }
    return { slug, price, policy, collections, variants, values };
  });
}

const bounds: Record<string, number[]> = { engine_cc: [125, 250, 500, 1000], power_hp: [15, 47, 95, 150] };
function bucket(key: string, value: string): string {
  const ownBounds = bounds[key];
  if (!ownBounds) return value;
  const high = ownBounds.find((bound) => Number(value) <= bound);
  if (high === undefined) return `${ownBounds.at(-1)}-`;
  const low = ownBounds.filter((bound) => bound < Number(value)).at(-1);
  return `${low ?? ''}-${high}`;
}

type Filter = Record<string, string[]> & { collection?: string[]; price_min?: string[]; price_max?: string[] };

function matches(product: Raw, filter: Filter): boolean {
  const lowest = Math.min(...product.variants.map(({ price }) => price ?? product.price)) / 100;
  for (const [key, filterValues] of Object.entries(filter)) {
    if (key === 'color' || key === 'size') continue;
    if (key === 'collection' && !product.collections.includes(String(filterValues[0]))) return false;
    if (key === 'price_min' && lowest < Number(filterValues[0])) return false;
    if (key === 'price_max' && lowest > Number(filterValues[0])) return false;
    if (/^(collection|price_m)/.test(key)) continue;
    if (!filterValues.some((value) => product.values[key]?.includes(value))) return false;
  }
  if (!filter.color && !filter.size) return true;
  return product.variants.some(
    ({ stock, color, size }) =>
      (product.policy === 'ON_REQUEST' || (product.policy === 'IN_STOCK' && stock > 0)) &&
      (!filter.color || filter.color.includes(color)) &&
      (!filter.size || filter.size.includes(size)),
  );
}

const query = (filter: Filter): string =>
  Object.entries(filter)
    .map(([key, values]) => `${encodeURIComponent(key)}=${encodeURIComponent(joinValues(values))}`)
    .join('&');

const some = (...values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const filters: fc.Arbitrary<Filter> = fc.record(
  {
    collection: fc.constantFrom(['category-0'], ['category-3'], ['category-7']),
    price_min: fc.integer({ min: 5_000, max: 150_000 }).map((price) => [String(price)]),
    price_max: fc.integer({ min: 5_000, max: 150_000 }).map((price) => [String(price)]),
    brand: some('brand-1', 'brand-2', 'brand-8'),
    color: some('אדום', 'שחור', 'לבן', 'כתום'),
    size: some('S', 'M', 'XL'),
    licence_class: some('A', 'A1', 'B'),
    year: some('2023', '2026'),
    'meta.use': some('ספורט', 'שטח', 'תיור'),
    'meta.engine_cc': some('-125', '250-500', '1000-'),
    'meta.fuel': some('בנזין', 'חשמל'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Filter>;

async function ask<T>(path: string): Promise<T> {
  const reply = await app.call({ path, host: 'oracle.localhost' });
  expect(reply.status, reply.text.slice(0, 300)).toBe(200);
  return reply.json<T>();
}

const agrees = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const [list, { count }, offered] = await Promise.all([
        ask<{ items: { slug: { name: string } }[]; total: number }>(
          `/api/products/get-products?${query(filter)}&page_size=96`,
        ),
        ask<{ count: number }>(`/api/products/get-products-count?${query(filter)}`),
        ask<CollectionFilter[]>(`/api/collections/get-collection-filters?${query(filter)}`),
      ]);
      const matching = products.filter((product) => matches(product, filter));
      expect(list.total).toBe(matching.length);
      expect(count).toBe(matching.length);
      if (matching.length <= 96) {
        expect(list.items.map(({ slug }) => slug.name).toSorted()).toEqual(matching.map(({ slug }) => slug).toSorted());
      }
      for (const { key, values, kind, min, max } of offered) {
        const { [key]: _own, ...others } = filter;
        if (kind === 'PRICE') {
          const { price_min: _min, price_max: _max, ...rest } = filter;
          const prices = products
            .filter((one) => matches(one, rest))
            .map(({ variants, price }) => Math.min(...variants.map((one) => one.price ?? price)) / 100);
          expect([min, max]).toEqual(prices.length ? [Math.min(...prices), Math.max(...prices)] : [null, null]);
        }
        for (const { value, count: counted } of values) {
          const expected = products.filter((product) => matches(product, { ...others, [key]: [value] })).length;
          expect(counted, `${key}=${value} under ${query(filter)}`).toBe(expected);
        }
      }
    }),
    { numRuns },
  );

it('finds and counts what a plain walk over the raw rows finds and counts', { timeout: 120_000 }, () => agrees(60));

it('asks the database for nothing when a page is shown again, and for little the first time', async () => {
  const { pool } = app.connection;
  const asked: string[] = [];
  const send = pool.query.bind(pool);
  pool.query = ((...args: Parameters<typeof pool.query>) => {
    asked.push(JSON.stringify(args[0]).slice(0, 80));
    return send(...args);
  }) as typeof pool.query;
  const path = '/api/products/get-products?collection=category-3&color=אדום&sort=-price';
  await ask(encodeURI(path));
  expect(asked.length).toBeLessThanOrEqual(8);
  asked.length = 0;
  await ask(encodeURI(path));
  expect(asked).toEqual([]);
  pool.query = send as typeof pool.query;
});

it('counts right after stock and prices have changed', { timeout: 120_000 }, async () => {
  const { pool } = app.connection;
  await pool.query(
    `update variants set stock = case when stock > 0 then 0 else 2 end where right(md5(sku), 1) < '7' and sku like 'ORACLE-%'`,
  );
  await pool.query(
    `update products set price_agorot = price_agorot + 1000000 where right(md5(slug), 1) < '3' and slug like 'oracle-%'`,
  );
  products = await readRaw();
  const one = products[0] as Raw;
  await expect
    .poll(() => ask(`/api/products/get-products-price-range?slugs=${one.slug}`))
    .toMatchObject({ min: Math.min(...one.variants.map(({ price }) => price ?? one.price)) / 100 });
  await agrees(25);
});

it('follows stock and prices as they change', async () => {
  const path = '/api/products/get-products-count?color=%D7%90%D7%93%D7%95%D7%9D';
  const { count } = await ask<{ count: number }>(path);
  expect(count).toBeGreaterThan(0);
  await app.connection.pool.query(`update variants set stock = 0 where sku like 'ORACLE-%'`);
  const madeToOrder = products.filter(
    ({ policy, variants }) => policy === 'ON_REQUEST' && variants.some(({ color }) => color === 'אדום'),
  );
  expect(madeToOrder.length).toBeLessThan(count);
  await expect.poll(() => ask(path)).toEqual({ count: madeToOrder.length, at_least: false });
  await app.connection.pool.query(`update products set price_agorot = 100 where slug = 'oracle-product-7'`);
  await app.connection.pool.query(`update variants set price_agorot = null where sku like 'ORACLE-7-%'`);
  await expect
    .poll(() => ask('/api/products/get-products-price-range?slugs=oracle-product-7'))
    .toEqual({ min: 1, max: 1 });
  await expect
    .poll(
      async () =>
        (await ask<{ items: { price: number }[] }>('/api/products/get-products?sort=price&page_size=1')).items[0]
          ?.price,
    )
    .toBe(1);
});
