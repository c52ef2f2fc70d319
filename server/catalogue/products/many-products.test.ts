import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CollectionFilter } from '#contract/catalogue/collections.ts';
import type { FoundProducts } from '#contract/catalogue/products.ts';
import type { Suggestions } from '#contract/catalogue/search.ts';
import { fillCatalogue } from '../../../bench/_catalogue.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';

/** More than twice as many as a search puts in order. */
const PRODUCTS = 700;
const PAGE = 96;
/** More than a page of them. */
const SOME = 120;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const { pool } = app.connection;
  await fillCatalogue(pool, { key: 'many9', products: PRODUCTS });
  await fillCatalogue(pool, { key: 'some9', products: SOME });
  // One category and all accessories stand last in the store, and all long texts have one word.
  await pool.query(`
    update products set kind = 'ACCESSORY' where slug ~ '^many9-.*7$';
    update search_documents d set body = '''zumzum''', position = d.position + case
      when exists (select from products p where p.uuid = d.product_uid and p.kind = 'ACCESSORY') or exists (
        select from collection_products m join collections c on c.uuid = m.collection_uid
        where m.product_uid = d.product_uid and c.slug = 'category-7') then 2000000 else 0 end
      from stores s where s.uuid = d.store_uid and s.key = 'many9'`);
});
afterAll(() => app.close());

async function ask<T>(path: string): Promise<T> {
  const reply = await app.call({ path: encodeURI(path), host: 'many9.localhost' });
  expect(reply.status, reply.text.slice(0, 300)).toBe(200);
  return reply.json<T>();
}
const list = (query: string) => ask<FoundProducts>(`/api/products/get-products?${query}&page_size=${PAGE}`);
const slugs = ({ items }: FoundProducts): string[] => items.map(({ slug }) => slug.name);
async function every(query: string): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; page <= Math.ceil(PRODUCTS / PAGE); page++)
    found.push(...slugs(await list(`${query}&page=${page}`)));
  return found;
}

it('finds, counts and sorts all that have a word, however many', async () => {
  const { total, at_least } = await list('search=מותג');
  expect({ total, at_least }).toEqual({ total: PRODUCTS, at_least: false });
  expect(await ask('/api/products/get-products-count?search=מותג')).toEqual({ count: PRODUCTS, at_least: false });
  expect(await ask<Suggestions>('/api/products/search-suggestions?search=מותג')).toMatchObject({ total: PRODUCTS });
  expect(new Set(await every('search=מותג')).size).toBe(PRODUCTS);
  expect(await every('search=מותג&sort=price')).toEqual(await every('sort=price'));
  const brands = (filters: CollectionFilter[]) => filters.find(({ key }) => key === 'brand')?.values;
  const [searched, all] = await Promise.all(
    ['search=מותג', ''].map((query) => ask<CollectionFilter[]>(`/api/collections/get-collection-filters?${query}`)),
  );
  expect(brands(searched as CollectionFilter[])).toEqual(brands(all as CollectionFilter[]));
});

it.each([
  ['a word of the short texts', 'מותג'],
  ['a word of the long texts', 'zumzum'],
  ['the beginning of a part number', 'many9'],
])('finds by %s all of a category and of a kind that stand behind hundreds of others', async (_by, search) => {
  for (const part of ['collection=category-7', 'kind=ACCESSORY', 'collection=category-7&kind=ACCESSORY']) {
    const [searched, all] = await Promise.all([list(`search=${search}&${part}`), list(part)]);
    expect(all.total, part).toBeGreaterThan(0);
    expect(new Set(slugs(searched)), part).toEqual(new Set(slugs(all)));
    expect(searched, part).toMatchObject({ total: all.total, at_least: false });
  }
});

it('puts the best of a category first, wherever they stand in the store', async () => {
  const { items } = await list('search=מותג&collection=category-7');
  const kinds = items.map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['VEHICLE', 'ACCESSORY']));
  // What else is equal comes after vehicles.
  expect(kinds.indexOf('ACCESSORY')).toBe(kinds.lastIndexOf('VEHICLE') + 1);
});

it('says so where a search was not read to its end', async () => {
  for (const search of ['zumzum', 'many9']) {
    expect(await list(`search=${search}`), search).toMatchObject({ total: 300, at_least: true });
    const suggested = await ask<Suggestions>(`/api/products/search-suggestions?search=${search}`);
    expect(suggested, search).toMatchObject({ total: 300, at_least: true });
    const page = await app.call({ path: `/category?search=${search}`, host: 'many9.localhost' });
    expect(page.text, search).toContain('\u2066300+\u2069 פריטים');
  }
  const page = await app.call({ path: encodeURI('/category?search=מותג'), host: 'many9.localhost' });
  expect(page.text).toContain('700 פריטים');
});

it.each([
  ['all its vehicles', 'some9', SOME, false],
  ['the first of its vehicles, and the search,', 'many9', 500, true],
])('the comparison offers %s', async (_what, store, count, cut) => {
  const { text } = await app.call({ path: '/compare', host: `${store}.localhost` });
  expect(new Set(text.match(/<option value="[^"]+"/g)).size).toBe(count);
  expect(text.includes('הדגמים הראשונים לפי שם')).toBe(cut);
  const chosen = await app.call({ path: `/compare?ids=${store}-product-1`, host: `${store}.localhost` });
  expect(chosen.text).not.toContain(`<option value="${store}-product-1"`);
});
