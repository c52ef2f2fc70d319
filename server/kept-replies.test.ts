import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FoundProducts } from '#contract/catalogue/products.ts';
import { productTag } from '#db/cache-tags.ts';
import { startApp, type TestApp } from '../tests/support/app.ts';
import { piece } from '../tests/support/purchase.ts';
import type { RequestContext } from './context.ts';
import { keptReplies, keptReply } from './kept-replies.ts';
import { dependOn } from './platform/cache-reads.ts';

type Card = { id: string; price: number | null };

let site: TestApp;
let statements = 0;
const { query } = pg.Client.prototype;

beforeAll(async () => {
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { text: string }];
    const text = typeof asked === 'string' ? asked : asked.text;
    // What the cache asks twice a second.
    if (text !== 'select 1 as listening') statements++;
    return Reflect.apply(query, this, args);
  } as typeof query;
  site = await startApp();
});
afterAll(async () => {
  pg.Client.prototype.query = query;
  await site.close();
});

const found = async (path: string, host = 'raam.localhost') =>
  (await site.call({ path, host })).json<FoundProducts>().items;

/** How many statements the process sends while `path` is answered. */
async function statementsOf(path: string): Promise<number> {
  const before = statements;
  expect((await site.call({ path })).status).toBe(200);
  return statements - before;
}

// One of the words is in no short text, so that the long ones are searched in the database.
const SEARCH = `/api/products/search-suggestions?search=${encodeURIComponent('ברק קרבורטור')}`;

test('what was asked for before is answered without the database, whatever else the address says', async () => {
  expect(await statementsOf(SEARCH)).toBeGreaterThan(0);
  await expect.poll(() => statementsOf(SEARCH)).toBe(0);
  expect(await statementsOf(`${SEARCH}&utm_source=mail`)).toBe(0);
  for (const path of ['/api/blogs/get-posts', '/api/caching/get-vehicles-default-layout-cache']) {
    await statementsOf(path);
    await expect.poll(() => statementsOf(path), { message: path }).toBe(0);
  }
  expect(await statementsOf(SEARCH.replace(/search=.*/, `search=${encodeURIComponent('ברק חשמלי')}`))).toBeGreaterThan(
    0,
  );
});

test('invented parameters make no reply of their own, and an endless filter none that is kept', async () => {
  const replies = keptReplies(site.deps.cache);
  const added = async (path: string) => {
    const before = replies.size;
    expect((await site.call({ path })).status).toBe(200);
    return replies.size - before;
  };
  for (const call of [
    '/api/products/get-products',
    '/api/products/get-products-count',
    '/api/collections/get-collection-filters',
  ]) {
    const list = `${call}?collection=motorbikes&meta.brakes=abs`;
    expect(await added(list), list).toBe(1);
    expect(await added(`${list}&option.size=L`), list).toBe(1);
    expect(await added(`${list}&utm_source=mail&x=1`), list).toBe(0);
    expect(await added(`${list}${`&option.size=${'x'.repeat(900)}`.repeat(2)}`), list).toBe(0);
  }
});

test('a price is shown anew in lists and suggestions as soon as it has changed', async () => {
  const { product } = await piece(site.connection.pool);
  const { rows } = await site.connection.pool.query('select slug, name from products where uuid = $1', [product]);
  const search = encodeURIComponent(String(rows[0].name));
  const paths = [`/api/products/get-products?search=${search}`, `/api/products/search-suggestions?search=${search}`];
  const prices = () =>
    Promise.all(
      paths.map(async (path) => {
        const reply = (await site.call({ path })).json<{ items?: Card[]; products?: Card[] }>();
        return (reply.items ?? reply.products)?.find(({ id }) => id === product)?.price;
      }),
    );
  const [price] = await prices();
  expect(await prices()).toEqual([price, price]);
  await site.connection.pool.query('update variants set price_agorot = 8100000 where product_uid = $1', [product]);
  await expect.poll(prices).toEqual([81_000, 81_000]);
});

test('each store has its own replies, and an address that is refused has none', async () => {
  const path = '/api/products/get-products?page_size=50';
  const [raam, noam] = [await found(path), await found(path, 'noam.localhost')];
  expect(noam.map(({ id }) => id)).not.toEqual(raam.map(({ id }) => id));
  expect(await found(path, 'noam.localhost')).toEqual(noam);
  const filters = '/api/collections/get-collection-filters?collection=only-today';
  expect((await site.call({ path: filters })).status).toBe(404);
  await site.connection.pool.query(
    `insert into collections (store_uid, slug, name) select uuid, 'only-today', 'היום בלבד' from stores where key = 'raam'`,
  );
  await site.connection.pool.query('notify cache_versions');
  await expect.poll(async () => (await site.call({ path: filters })).status).toBe(200);
});

test('its ETag stands for what is in it', async () => {
  const path = '/api/collections/get-collection-filters?collection=motorbikes';
  const first = await site.call({ path });
  const etag = String(first.headers.etag);
  expect((await site.call({ path, headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await site.call({ path })).headers.etag).toBe(etag);
  const other = await site.call({ path: '/api/collections/get-collection-filters?collection=helmets' });
  expect(other.headers.etag).not.toBe(etag);
});

test('what changes while a reply is made isn’t in a kept one', async () => {
  const { cache } = site.deps;
  const { product } = await piece(site.connection.pool);
  const ctx = { ...site.deps, store: { uuid: product } } as unknown as RequestContext;
  let made = 0;
  const reply = () =>
    keptReply(ctx, 'race', performance.now(), async () => {
      dependOn(productTag(product));
      made++;
      if (made > 1) return `${made}`;
      const startedAt = performance.now();
      await site.connection.pool.query('update variants set price_agorot = 8200000 where product_uid = $1', [product]);
      await expect.poll(() => cache.changedSince([productTag(product)], startedAt)).toHaveLength(1);
      return `${made}`;
    });
  expect([(await reply()).body, (await reply()).body, (await reply()).body]).toEqual(['1', '2', '2']);
});
