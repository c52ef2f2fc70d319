import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CollectionFilter } from '#contract/catalogue/collections.ts';
import {
  filterDefinitions,
  isValueFilter,
  joinValues,
  type NumberParameterName,
  numberParameters,
  parametersOf,
} from '#domain/catalogue/filters.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';

const DIFFERENT = ['raam-masa-750', 'raam-barak-500'];
const ownFilters = ['meta.side', 'option.צד'];
const every = [...Object.keys(filterDefinitions), ...ownFilters];

let app: TestApp;
let offered: CollectionFilter[];
/** Two products that differ in every filter, those of an operator's own too. */
beforeAll(async () => {
  app = await startApp();
  const { pool } = app.connection;
  for (const [at, slug] of DIFFERENT.entries()) {
    const brand = `(select uuid from brands where company_uid = products.company_uid order by key offset ${at} limit 1)`;
    await pool.query(`update products set year = $2, licence_class = $3, brand_uid = ${brand} where slug = $1`, [
      slug,
      2024 + at,
      ['A1', 'A'][at],
    ]);
    for (const key of every.filter((key) => key.startsWith('meta.'))) {
      const meta = [slug, key.slice('meta.'.length)];
      const product = '(select uuid from products where slug = $1)';
      await pool.query(`delete from product_meta where product_uid = ${product} and key = $2`, meta);
      await pool.query(`insert into product_meta (product_uid, key, value) values (${product}, $2, $3)`, [
        ...meta,
        ['10', '2000'][at],
      ]);
    }
    for (const type of ['SIZE', 'צד']) {
      await pool.query(
        `insert into variant_values (variant_uid, type, value_name, value, value_type)
         select v.uuid, $2, $3, $3, 'TEXT' from variants v join products p on p.uuid = v.product_uid where p.slug = $1`,
        [slug, type, ['M', 'L'][at]],
      );
    }
  }
  await pool.query(`update variants set stock = 5`);
  await pool.query('notify cache_versions');
  await vi.waitFor(
    async () => {
      offered = (await get(`/api/collections/get-collection-filters?slugs=${DIFFERENT}`)).json();
      expect(offered.map(({ key }) => key)).toEqual(expect.arrayContaining(every));
    },
    { timeout: 20_000 },
  );
});
afterAll(() => app.close());

const get = (path: string) => app.call({ path, host: 'raam.localhost' });

/** A query that narrows by this filter. */
function queryOf(filter: string): string {
  const { values = [] } = offered.find(({ key }) => key === filter) ?? {};
  const pairs = parametersOf(filter).map((name) => [
    name,
    isValueFilter(name) ? joinValues([values[0]?.value ?? '']) : '999',
  ]);
  return new URLSearchParams(pairs).toString();
}

test.each(every)('%s is taken by the API, which refuses what it can’t be', async (filter) => {
  const count = '/api/products/get-products-count';
  const query = queryOf(filter);
  const { total, narrowed } = {
    total: (await get(count)).json<{ count: number }>().count,
    narrowed: (await get(`${count}?${query.replace('down_percent=999', 'down_percent=99')}`)).json<{ count: number }>()
      .count,
  };
  expect(narrowed).toBeLessThan(total);
  for (const name of parametersOf(filter)) {
    const bad = isValueFilter(name)
      ? ['x'.repeat(1_001)]
      : ['x', '-1', String(numberParameters[name as NumberParameterName].max + 1)];
    for (const value of bad) {
      expect((await get(`${count}?${new URLSearchParams([[name, value]])}`)).status, `${name}=${value}`).toBe(400);
    }
  }
});

test.each(every)('%s makes a shared page of its own, with a chip that takes it out', async (filter) => {
  const query = queryOf(filter);
  const page = await get(`/category?${query}`);
  expect(page.status).toBe(200);
  // Only a page that is shared has an ETag.
  expect(page.headers.etag).toBeTruthy();
  for (const name of parametersOf(filter)) {
    const others = new URLSearchParams(query);
    others.delete(name);
    expect((await get(`/category?${others}`)).headers.etag, name).not.toBe(page.headers.etag);
  }
  expect((await get(`/category?${query}&unknown=1&meta.A=1`)).headers.etag).toBe(page.headers.etag);
  const chips = [...page.text.matchAll(/<a ([^>]*)><span class="sr-only">הסרת הסינון: <\/span><bdi>([^<]+)</g)];
  expect(chips).toHaveLength(1);
  const href = /href="([^"]*)"/.exec(chips[0]?.[1] ?? '')?.[1] ?? '';
  expect(href.replaceAll('&amp;', '&')).toBe('/category');
});

test('a part’s number, which is no filter, leaves a page as it is', async () => {
  const { rows } = await app.connection.pool.query<{ value: string }>(
    `select value from product_meta m join store_products sp using (product_uid) join stores s on s.uuid = sp.store_uid
     where s.key = 'raam' and sp.published and m.key = 'part_number' limit 1`,
  );
  const page = await get(`/category?meta.part_number=${encodeURIComponent(rows[0]?.value ?? '')}`);
  expect(page.headers.etag).toBe((await get('/category')).headers.etag);
});

test('a field of more numbers than anyone ticks one by one is ranges in order, of years the latest first', async () => {
  const { pool } = app.connection;
  const numbered = `(select p.uuid, row_number() over (order by p.slug)::int - 1 as at from products p
    join store_products sp on sp.product_uid = p.uuid join stores s on s.uuid = sp.store_uid where s.key = 'raam') as numbered`;
  await pool.query(`update products set year = 1998 + at % 28 from ${numbered} where products.uuid = numbered.uuid`);
  await pool.query(`delete from product_meta where key = 'side'`);
  await pool.query(
    `insert into product_meta (product_uid, key, value) select uuid, 'side', (10 * (1 + at % 28))::text from ${numbered}`,
  );
  await pool.query('notify cache_versions');
  const valuesOf = async (key: string) => {
    const filters = (await get('/api/collections/get-collection-filters')).json<CollectionFilter[]>();
    return filters.find((filter) => filter.key === key)?.values.map(({ value, name }) => [value, name]);
  };
  await vi.waitFor(
    async () =>
      expect(await valuesOf('year')).toEqual([
        ['2020-', 'מעל 2020'],
        ['2015-2020', 'מעל 2015 עד 2020'],
        ['2010-2015', 'מעל 2010 עד 2015'],
        ['2005-2010', 'מעל 2005 עד 2010'],
        ['2000-2005', 'מעל 2000 עד 2005'],
        ['-2000', 'עד 2000'],
      ]),
    { timeout: 20_000 },
  );
  expect((await valuesOf('meta.side'))?.map(([value]) => value)).toEqual([
    '-50',
    '50-100',
    '100-150',
    '150-200',
    '200-250',
    '250-',
  ]);
  const { count } = (await get('/api/products/get-products-count?year=2000-2005')).json<{ count: number }>();
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from products p join store_products sp on sp.product_uid = p.uuid join stores s on s.uuid = sp.store_uid
     where s.key = 'raam' and sp.published and p.year between 2001 and 2005`,
  );
  expect(count).toBe(rows[0]?.count);
});
