import { createHash } from 'node:crypto';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { headOf } from '../../../tests/support/crawl.ts';

let site: TestApp;
let proxied: TestApp;
beforeAll(async () => {
  [site, proxied] = await Promise.all([startApp(), startApp({ env: { TRUST_PROXY: '1' } })]);
});
afterAll(() => Promise.all([site.close(), proxied.close()]));

type Item = Record<string, string[]>;

type Sold = { sku?: string; offers?: { shippingDetails?: { shippingRate: { value: string } }[] }; hasVariant?: Sold[] };

/** What a product's structured data says it costs to send the piece of this SKU. */
const ratesOf = ({ sku, offers, hasVariant = [] }: Sold, wanted: string | undefined): string[] => [
  ...(sku === wanted ? (offers?.shippingDetails ?? []) : []).map(({ shippingRate }) => shippingRate.value),
  ...hasVariant.flatMap((variant) => ratesOf(variant, wanted)),
];

async function readFeed(host = 'raam.localhost'): Promise<Item[]> {
  const { text, headers } = await site.call({ path: '/products.xml', host });
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  return [...text.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = '']) => {
    const read: Item = {};
    for (const [, name = '', value = ''] of item.matchAll(/<g:([a-z_]+)>([^<]*)<\/g:\1>/g))
      (read[name] ??= []).push(value);
    return read;
  });
}

test('every variant that can be bought at a price is in the feed of its home store, at the price of its page', async () => {
  const items = await readFeed();
  const { rows } = await site.connection.pool.query(
    `select v.sku, coalesce(v.price_agorot, sp.price_agorot, p.price_agorot) as price,
            case when p.stock_policy = 'IN_STOCK' and v.stock > 0 then 'in_stock' else 'out_of_stock' end as availability
     from variants v join products p on p.uuid = v.product_uid
     join store_products sp on sp.product_uid = p.uuid join stores s on s.uuid = sp.store_uid
     where s.key = 'raam' and sp.published and v.active and not p.price_on_request and p.stock_policy in ('IN_STOCK', 'OUT_OF_STOCK')
       and not exists (select 1 from store_products h join stores o on o.uuid = h.store_uid where h.product_uid = p.uuid
         and h.is_home and h.published and o.status = 'open' and o.public_domain is not null and h.store_uid <> s.uuid)
     order by v.sku`,
  );
  expect(rows.length).toBeGreaterThan(20);
  const told = items.map(({ id, price, sale_price, availability }) => [
    id?.[0],
    // The price that is struck through comes first where there is one.
    (sale_price ?? price)?.[0],
    availability?.[0],
  ]);
  expect(told.sort()).toEqual(
    rows.map(({ sku, price, availability }) => [sku, `${(Number(price) / 100).toFixed(2)} ILS`, availability]).sort(),
  );
});

test('an item has what merchant centres ask for', async () => {
  const items = await readFeed('ofek.localhost');
  expect(items.length).toBeGreaterThan(10);
  for (const item of items)
    for (const name of ['id', 'title', 'description', 'link', 'image_link', 'price', 'availability', 'condition'])
      expect(item[name]?.[0], `${item.id} ${name}`).toBeTruthy();
  // A maker's number, or that there is none: our own SKU is no maker's.
  for (const { id, mpn, identifier_exists } of items)
    expect([id, mpn === undefined]).toEqual([id, identifier_exists?.[0] === 'no']);
  expect(items.every(({ title }) => (title?.[0]?.length ?? 999) <= 150)).toBe(true);
});

test.each([200, 20_000])('what it costs to send %i g is what the cart says', async (grams) => {
  const sold = (await readFeed('ofek.localhost')).find(
    ({ service, availability }) => service && availability?.[0] === 'in_stock',
  );
  await site.connection.pool.query('update variants set weight_g = $2 where sku = $1', [sold?.id?.[0], grams]);
  // As the import tells, which alone writes weights.
  site.deps.cache.clear();
  const item = (await readFeed('ofek.localhost')).find(({ id }) => id?.[0] === sold?.id?.[0]) as Item;
  const { rows } = await site.connection.pool.query('select uuid from variants where sku = $1', [item.id?.[0]]);
  const cart = await site.call({
    host: 'ofek.localhost',
    method: 'POST',
    path: '/api/sales/calc-cart',
    body: { cart: [{ id: rows[0].uuid, quantity: 1 }] },
  });
  const couriers = cart.json<CalcCart>().delivery_options.filter(({ kind }) => kind === 'COURIER');
  const link = new URL(item.link?.[0] ?? '');
  const page = await site.call({ host: 'ofek.localhost', path: link.pathname });
  const rates = headOf(page.text).data.flatMap((one) => ratesOf(one, item.id?.[0]));
  expect(rates).toEqual(couriers.map(({ final_price }) => final_price.toFixed(2)));
  expect(item.service).toEqual(couriers.map(({ name }) => name));
  // After the item's own price come those of its deliveries.
  expect(item.price?.slice(1)).toEqual(couriers.map(({ final_price }) => `${final_price.toFixed(2)} ILS`));
});

test('a picture is the goods alone on white: no band of the store’s, no border, and no larger than it is', async () => {
  const items = await readFeed();
  const pictures = items.flatMap((item) => [...(item.image_link ?? []), ...(item.additional_image_link ?? [])]);
  expect(pictures.filter((picture) => !picture.endsWith('/plain.jpg'))).toEqual([]);
  const { pathname } = new URL(pictures[0] ?? '');
  const reply = await site.call({ path: pathname });
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
  // What was made is no source of another: nobody can tell its name.
  const made = createHash('sha256')
    .update(`plain/${pathname.split('/')[2]}/1`)
    .digest('hex')
    .slice(0, 32);
  expect((await site.call({ path: `/media/${made}.jpg/plain.jpg` })).status).toBe(404);
  const pixels = (picture: Buffer) =>
    sharp(picture).flatten({ background: 'white' }).raw().toBuffer({ resolveWithObject: true });
  const stored = await site.deps.storage.read(pathname.split('/')[2] ?? '');
  const [shown, own] = await Promise.all([reply.body, stored as Buffer].map(pixels));
  expect(own?.info.width).toBeLessThanOrEqual(1_500);
  expect([shown?.info.width, shown?.info.height]).toEqual([own?.info.width, own?.info.height]);
  const differences = [...(shown?.data ?? [])].map((value, at) => Math.abs(value - (own?.data[at] ?? 0)));
  expect(differences.reduce((sum, one) => sum + one, 0) / differences.length).toBeLessThan(4);
});

test('motor vehicles are kept out of what takes none of them; what needs no licence is not', async () => {
  const kept = ['Shopping_ads', 'Local_inventory_ads', 'Free_listings', 'Free_local_listings'];
  for (const host of ['raam.localhost', 'noam.localhost']) {
    const { rows } = await site.connection.pool.query(
      `select v.sku, p.kind = 'VEHICLE' and p.licence_class is distinct from 'none' as motor from variants v join products p on p.uuid = v.product_uid`,
    );
    const motor = new Map(rows.map((row) => [row.sku, row.motor]));
    const items = await readFeed(host);
    expect(items.length).toBeGreaterThan(10);
    for (const { id, excluded_destination } of items)
      expect([id, excluded_destination]).toEqual([id, motor.get(id?.[0]) ? kept : undefined]);
  }
});

test('a control character in a text leaves the feed readable', async () => {
  await site.connection.pool.query(`update products set name = name || E'\\x01\\x0b' where slug = 'raam-barak-300'`);
  site.deps.cache.clear();
  const { text } = await site.call({ path: '/products.xml', host: 'raam.localhost' });
  expect(text).toContain('</rss>');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  expect(text).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/);
});

test('from one address it is read a few times a minute, its head too', async () => {
  const read = (method: string) =>
    proxied.call({ path: '/products.xml', method, headers: { 'x-forwarded-for': '203.0.113.9' } });
  const answers = [];
  for (const method of ['HEAD', 'GET', 'HEAD', 'GET', 'HEAD']) answers.push((await read(method)).status);
  expect(answers).toEqual([200, 200, 200, 200, 429]);
});

test('pictures that are made at the first request are counted, unlike files', async () => {
  const name = '0'.repeat(32);
  const read = async (path: string) =>
    (await proxied.call({ path, headers: { 'x-forwarded-for': '203.0.113.10' } })).status;
  const answers = new Set<number>();
  for (let turn = 0; turn < 240; turn++) answers.add(await read(`/media/${name}.avif/plain.jpg`));
  expect([...answers]).toEqual([404]);
  expect(await read(`/media/${name}.avif/plain.jpg?again`)).toBe(429);
  expect(await read(`/media/${name}.avif`)).toBe(404);
});

test('its head is told without reading a product', async () => {
  // What a process keeps is there.
  await readFeed();
  const { query } = pg.Client.prototype;
  let statements = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { text: string }];
    if ((typeof asked === 'string' ? asked : asked.text).includes('"products"')) statements += 1;
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await readFeed();
    const whole = statements;
    expect(whole).toBeGreaterThan(0);
    const { status, headers } = await site.call({ method: 'HEAD', path: '/products.xml' });
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    // What the head would set going is read beside this one.
    await readFeed();
    expect(statements).toBe(2 * whole);
  } finally {
    pg.Client.prototype.query = query;
  }
});
