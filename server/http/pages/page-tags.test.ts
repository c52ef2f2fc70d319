import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { productsTag, productTag } from '#db/cache-tags.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { keptPages } from '../../../tests/support/kept-pages.ts';
import { shopper } from '../../../tests/support/purchase.ts';
import { placementsOf, refreshProducts } from '../../catalogue/derived/refresh.ts';

let site: TestApp;
let stores: Map<string, string>;
/** A vehicle on its store's home page, a category that it is in, and one that it is not. */
let goods: { product: string; variant: string; slug: string; inside: string; outside: string };

beforeAll(async () => {
  site = await startApp();
  stores = new Map(
    (await query<{ key: string; uuid: string }>('select key, uuid from stores')).map((s) => [s.key, s.uuid]),
  );
  const [found] = await query<typeof goods>(
    `select p.uuid as product, v.uuid as variant, p.slug, inside.slug as inside, outside.slug as outside
     from stores s join products p on s.home -> 'featured' ? p.slug and p.stock_policy = 'IN_STOCK'
     join lateral (select uuid from variants where product_uid = p.uuid and active order by sku limit 1) v on true
     join lateral (select c.slug from collections c join collection_products m on m.collection_uid = c.uuid and m.product_uid = p.uuid
       where c.store_uid = s.uuid order by c.slug limit 1) inside on true
     join lateral (select c.slug from collections c where c.store_uid = s.uuid
       and exists (select from collection_products m where m.collection_uid = c.uuid)
       and not exists (select from collection_products m where m.collection_uid = c.uuid and m.product_uid = p.uuid)
       order by c.slug limit 1) outside on true
     where s.key = 'raam' order by p.slug limit 1`,
  );
  if (!found) throw new Error('raam has no vehicle on its home page');
  goods = found;
  await query('update variants set stock = 9 where product_uid = $1', [goods.product]);
});
afterAll(() => site.close());

async function query<T>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await site.connection.pool.query(text, values)).rows as T[];
}

const OTHER = '/product/raam-masa-750';
const paths = () => [
  '/',
  `/category/${goods.inside}`,
  `/category/${goods.outside}`,
  `/product/${goods.slug}`,
  OTHER,
  '/page/terms',
  '/sitemap',
];

const pageOf = (path: string, store = 'raam') =>
  keptPages(site.deps.cache).plain.peek(`${stores.get(store)} box ${path}`);
const isFresh = (path: string, store?: string) => (pageOf(path, store)?.outdatedAt ?? 0) > performance.now();
const fresh = () => paths().filter((path) => isFresh(path));
const without = (...gone: string[]) => paths().filter((path) => !gone.includes(path));

async function visit(path: string, store = 'raam'): Promise<void> {
  expect((await site.call({ path, host: `${store}.localhost` })).status, path).toBe(200);
}

/** All pages are there, and made of what is there now. */
async function warm(): Promise<void> {
  await expect
    .poll(
      async () => {
        for (const path of paths()) await visit(path);
        await visit('/', 'gal');
        return fresh();
      },
      { timeout: 30_000, interval: 200 },
    )
    .toEqual(paths());
}

beforeEach(async () => {
  await query('update variants set stock = 3 where uuid = $1', [goods.variant]);
  await warm();
});

/** As the office does. */
async function save(slug: string, change: string): Promise<void> {
  const [product] = await query<{ uuid: string; company: string }>(
    'select uuid, company_uid as company from products where slug = $1',
    [slug],
  );
  const { uuid = '', company = '' } = product ?? {};
  const client = await site.connection.pool.connect();
  try {
    await client.query('begin');
    const before = await placementsOf(client, [uuid]);
    await client.query(`update products set ${change} where uuid = $1`, [uuid]);
    await refreshProducts(client, company, [uuid], before);
    await client.query('commit');
  } finally {
    client.release();
  }
}

const buy = (quantity: number) => shopper(site.port).order({ ...goods, store: 'raam', price: 0 }, { quantity });
const soon = { timeout: 10_000, interval: 20 };

test('one of the last pieces sold outdates the page of its product and no other', async () => {
  await buy(1);
  await expect.poll(fresh, soon).toEqual(without(`/product/${goods.slug}`));
});

test('the last piece sold outdates all pages that show the product, and no others', async () => {
  await buy(3);
  await expect.poll(fresh, soon).toEqual(without('/', `/category/${goods.inside}`, `/product/${goods.slug}`));
  expect(isFresh('/', 'gal')).toBe(true);
  await warm();
});

test('a name that staff change outdates what shows it or lists it, and no other page of the store', async () => {
  await save(goods.slug, `name = name || ' המחודש', year = 2031`);
  // The site's map asks whether the store has parts, by its list of vehicles.
  const gone = ['/', `/category/${goods.inside}`, `/product/${goods.slug}`, '/sitemap'];
  await expect.poll(fresh, { ...soon, timeout: 2_000 }).toEqual(without(...gone));
  // gal sells a part that fits it, whose terms of search name the vehicle.
  expect(isFresh('/', 'gal')).toBe(false);
  // As soon as the catalogue is read anew, lists are made of it.
  await expect
    .poll(
      async () =>
        (await site.call({ path: `/category/${goods.inside}`, host: 'raam.localhost' })).text.includes('המחודש'),
      {
        timeout: 2_000,
        interval: 50,
      },
    )
    .toBe(true);
});

test('a vehicle that its store renames is another one where only its parts are sold', async () => {
  const host = 'ofek.localhost';
  const get = async (path: string) => (await site.call({ path, host })).text;
  const found = async () =>
    JSON.parse(await get(`/api/products/get-products?search=${encodeURIComponent('קרקש')}`)).total as number;
  const [part] = await query<{ slug: string }>(
    `select p.slug from part_fits f join products p on p.uuid = f.part_uid join products v on v.uuid = f.vehicle_uid
     join store_products sp on sp.product_uid = p.uuid and sp.published
     where v.slug = 'raam-barak-1100r' and sp.store_uid = $1 order by 1 limit 1`,
    [stores.get('ofek')],
  );
  const page = `/product/${part?.slug}`;
  expect(await get(page)).toContain('raam-barak-1100r');
  expect(await get('/api/products/get-parts-vehicles')).toContain('raam-barak-1100r');
  expect(await found()).toBe(0);
  await save('raam-barak-1100r', `name = 'קרקש', slug = 'raam-qarqash'`);
  await expect.poll(async () => await get('/api/products/get-parts-vehicles'), soon).toContain('raam-qarqash');
  await expect.poll(async () => await get(page), soon).toContain('raam-qarqash');
  await expect.poll(found, soon).toBeGreaterThan(0);
});

test('a menu changes the pages of its store, at once, and no other store’s', async () => {
  await query(`update menu_links set name = name || ' !' where store_uid = $1 and menu_key = 'FOOTER'`, [
    stores.get('raam'),
  ]);
  await expect.poll(() => paths().filter((path) => pageOf(path)), soon).toEqual([]);
  expect(isFresh('/', 'gal')).toBe(true);
});

test('a text changes its own page and the lists of texts', async () => {
  await query(`update content_pages set body = body || ' ' where slug = 'terms' and store_uid = $1`, [
    stores.get('raam'),
  ]);
  await expect.poll(() => paths().filter((path) => pageOf(path)), soon).toEqual(without('/page/terms', '/sitemap'));
});

test('while goods are sold all the time, a page is rendered once a second', async () => {
  const startedAt = performance.now();
  const seen = new Set<number>();
  for (let sale = 0; sale < 40; sale++) {
    await query(`select pg_notify('cache_versions', 'stock:${goods.product}')`);
    await visit(`/product/${goods.slug}`);
    seen.add(pageOf(`/product/${goods.slug}`)?.renderedAt ?? 0);
  }
  expect(seen.size).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 1_000);
});

test('a page is made of the parts on its diagram, and of the products whose pictures stand for choices', async () => {
  const [part] = await query<{ assembly: string; uuid: string }>(
    `select a.slug as assembly, c.part_uid as uuid from callout_parts c join assemblies a on a.uuid = c.assembly_uid
     join store_products s on s.product_uid = c.part_uid and s.published
     join assembly_vehicles v on v.assembly_uid = a.uuid join products p on p.uuid = v.vehicle_uid and p.slug = 'raam-barak-500'
     where s.store_uid = $1 order by 1, 2 limit 1`,
    [stores.get('raam')],
  );
  const [choice] = await query<{ slug: string; uuid: string }>(
    `with other as (select v.sku, v.product_uid from variants v join products p on p.uuid = v.product_uid
       join store_products s on s.product_uid = p.uuid and s.store_uid = $1 where p.kind = 'ACCESSORY' order by v.sku limit 1),
     changed as (update configurator_choices c set picture_sku = other.sku from other where (c.product_uid, c.key) in (
         select c.product_uid, c.key from configurator_choices c join store_products s on s.product_uid = c.product_uid and s.published
         where s.store_uid = $1 order by 1, 2 limit 1) returning c.product_uid, other.product_uid as other)
     select p.slug, changed.other as uuid from changed join products p on p.uuid = changed.product_uid`,
    [stores.get('raam')],
  );
  site.deps.cache.clear();
  for (const [path, uuid] of [
    [`/spare-parts/${part?.assembly}`, part?.uuid],
    [`/product/${choice?.slug}`, choice?.uuid],
  ] as const) {
    await visit(path);
    expect(pageOf(path)?.tags.has(productTag(uuid ?? '')), path).toBe(true);
  }
});

test('every product that a page names is among what it was made of', async () => {
  const products = await query<{ uuid: string }>('select uuid from products');
  const more = [
    '/category',
    '/category?search=barak',
    '/blog',
    '/spare-parts',
    '/spare-parts?make=raam&model=raam-barak-500',
    '/compare',
    `/compare?ids=${goods.slug}`,
  ];
  const [post] = await query<{ slug: string }>(
    `select slug from posts where store_uid = $1 and products <> '{}' limit 1`,
    [stores.get('raam')],
  );
  for (const path of [...more, `/blog/${encodeURIComponent(post?.slug ?? '')}`]) await visit(path);
  const { plain, queried } = keptPages(site.deps.cache);
  const pages = [...plain.entries(), ...queried.entries()];
  expect(pages.length).toBeGreaterThan(12);
  let named = 0;
  for (const [key, { brotli, tags }] of pages) {
    // Vehicles to choose from, by name alone.
    if (/\/(?:spare-parts|compare)$/.test(key)) continue;
    const text = brotliDecompressSync(brotli).toString();
    const any = [...stores.values()].some((store) => tags.has(productsTag(store)));
    for (const { uuid } of products) {
      if (!text.includes(uuid)) continue;
      named++;
      expect(any || tags.has(productTag(uuid)), `${key} ${uuid}`).toBe(true);
    }
  }
  expect(named).toBeGreaterThan(100);
});
