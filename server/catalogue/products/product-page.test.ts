import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { headOf } from '../../../tests/support/crawl.ts';
import { readRange } from '../../http/media/films.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

const get = (path: string, headers = {}, host?: string) => site.call({ path, headers, ...(host && { host }) });
const query = (sql: string, values: unknown[] = []) => site.connection.pool.query(sql, values);

/** How many queries an action makes; connections are counted, not replaced. */
async function queriesOf(act: () => Promise<unknown>): Promise<number> {
  const { pool } = site.connection;
  const real = pool.query;
  let count = 0;
  pool.query = function counted(this: unknown, ...args: unknown[]) {
    count += 1;
    return Reflect.apply(real, pool, args);
  } as typeof pool.query;
  try {
    await act();
  } finally {
    pool.query = real;
  }
  return count;
}

test('pages cost few queries, however many products they show', async () => {
  await get('/product/raam-masa-750');
  // Five of its cards, nine of its configurator.
  expect(await queriesOf(() => get('/product/raam-masa-750'))).toBeLessThanOrEqual(26);
  for (const path of ['/category/motorbikes', '/category/motorbikes?price_max=60000&color=שחור']) {
    await get(encodeURI(path));
    expect(await queriesOf(() => get(encodeURI(path))), path).toBeLessThanOrEqual(2);
  }
  await get('/category?search=barak');
  expect(await queriesOf(() => get('/category?search=barak'))).toBeLessThanOrEqual(4);
  await get('/purchase?uid=raam-masa-750');
  expect(await queriesOf(() => get('/purchase?uid=raam-masa-750'))).toBeLessThanOrEqual(28);
  const product = (await get('/api/products/get-product/raam-masa-750')).json<{ upsell: unknown[] }>();
  expect(product.upsell.length, 'the bound says something').toBeGreaterThan(2);
});

test('search engines are told whether it can be had', async () => {
  const told = async () => {
    const { data } = headOf((await get('/product/raam-masa-750')).text);
    type Group = { hasVariant: { offers: { availability: string } }[] };
    const { hasVariant } = data.find((one) => 'hasVariant' in one) as Group;
    const states = new Set(hasVariant.map(({ offers }) => offers.availability.replace('https://schema.org/', '')));
    return [...states].join();
  };
  for (const [policy, stock, expected] of [
    ['ON_REQUEST', 0, 'BackOrder'],
    ['IN_STOCK', 0, 'OutOfStock'],
    ['PRE_ORDER', 0, 'PreOrder'],
    ['OUT_OF_STOCK', 9, 'OutOfStock'],
    ['ON_REQUEST', 9, 'BackOrder'],
    ['IN_STOCK', 9, 'InStock'],
  ]) {
    await query(
      `update variants v set stock = $1 from products p where p.uuid = v.product_uid and p.slug = 'raam-masa-750'`,
      [stock],
    );
    await query(`update products set stock_policy = $1 where slug = 'raam-masa-750'`, [policy]);
    await expect.poll(told, { message: `${policy}, ${stock}`, timeout: 10_000 }).toBe(expected);
  }
});

test('what is made to order is called sold out in no colour, where it is put together neither', async () => {
  const { text } = await get('/product/sela-nimer-1000r', {}, 'sela.localhost');
  expect(text).toMatch(/צבע: /);
  expect(text).toContain('הדגם מגיע בהזמנה אישית. אפשר להשאיר פרטים');
  expect(text).not.toMatch(/צבע: [^"]*אזל מהמלאי|הגרסה הזו אזלה/);
});

test('what has no price and no review is no product to search engines, who would call it incomplete', async () => {
  const kinds = async () => headOf((await get('/product/raam-masa-750')).text).data.map((one) => one['@type']);
  expect((await kinds()).flat()).toContain('Product');
  await query(
    `update variants v set price_agorot = null, deleted_price_agorot = null from products p where p.uuid = v.product_uid and p.slug = 'raam-masa-750'`,
  );
  await query(
    `update products set price_on_request = true, stock_policy = 'ON_REQUEST', price_agorot = 0, deleted_price_agorot = null,
       deposit_agorot = null where slug = 'raam-masa-750'`,
  );
  await expect.poll(async () => (await kinds()).flat()).not.toContain('Product');
  expect(await kinds()).toContain('BreadcrumbList');
});

test.each([
  ['capital letters', '/product/RAAM-Masa-750'],
  ['encoded twice', '/product/%2572aam-masa-750'],
  ['a space around', '/product/%20raam-masa-750'],
])('another form of a slug leads to the one: %s', async (_, path) => {
  const reply = await get(`${path}?variant=x&utm_source=a`);
  expect([reply.status, reply.headers.location]).toEqual([301, '/product/raam-masa-750?variant=x&utm_source=a']);
});

test('a uuid and a former slug lead there too, in their own store only; a slug in use comes first', async () => {
  const { rows } = await query(`select uuid, company_uid from products where slug = 'raam-masa-750'`);
  const remember = (slug: string) =>
    query(`insert into slug_history (owner_uid, entity_type, slug, entity_uid) values ($1, 'PRODUCT', $2, $3)`, [
      rows[0].company_uid,
      slug,
      rows[0].uuid,
    ]);
  await remember('masa-שביל');
  await remember('raam-barak-800');
  expect((await get(`/product/${rows[0].uuid}`)).headers.location).toBe('/product/raam-masa-750');
  const former = await get(`/product/${encodeURIComponent('Masa-שביל'.normalize('NFD'))}`);
  expect([former.status, former.headers.location]).toEqual([301, '/product/raam-masa-750']);
  expect((await get('/product/raam-barak-800')).status).toBe(200);
  expect((await get(`/product/${encodeURIComponent('masa-שביל')}`, {}, 'gal.localhost')).status).toBe(404);
});

test.each([
  '/product/%00',
  '/product/raam-masa-750?variant=%00',
  '/product/raam%00',
  '/product/%25',
  '/product/%2500',
  '/product/..%2f..%2fetc%2fpasswd',
  "/product/'%20or%201=1--",
  '/product/%ED%A0%80',
  '/product/raam-masa-750%0d%0aSet-Cookie:x=1',
  '/api/products/get-product/%00',
  '/api/products/get-product/%2500',
  "/api/products/get-product/';drop%20table%20products;--",
])('%s is refused without a stumble', async (path) => {
  const reply = await get(path);
  expect([400, 404]).toContain(reply.status);
});

test.each([
  ['a very long one', `?variant=${'x'.repeat(4_000)}`],
  ['a script', '?variant=%3Cscript%3Ealert(1)%3C/script%3E'],
  ['two', '?variant=a&variant=b'],
  ['quotes', '?config=%27%22'],
])('a variant that is not there shows the product as it is: %s', async (_, search) => {
  const reply = await get(`/product/raam-masa-750${search}`);
  expect(reply.status).toBe(200);
  expect(reply.text).not.toContain('<script>alert');
});

test('the fees of a vehicle are the store’s for its brand, licence and engine; other products have none', async () => {
  type Reply = { road_fees: { name: string; price: number }[] };
  const fees = async (slug: string, host = 'raam.localhost') =>
    (await get(`/api/products/get-product/${slug}`, {}, host)).json<Reply>().road_fees.map(({ price }) => price);
  expect(await fees('raam-masa-750')).toEqual([714, 120, 890]);
  expect(await fees('raam-masa-750', 'ofek.localhost')).toEqual([714, 120, 790]);
  expect(await fees('raam-barak-300')).toEqual([472, 120, 890]);
  expect(await fees('noam-nof-4', 'noam.localhost')).toEqual([350]);
  expect(await fees('tipa-chain-lube', 'ofek.localhost')).toEqual([]);
});

test('a vehicle’s note on the licence is that of its class and brand; other products have none', async () => {
  const note = async (slug: string, host = 'zik.localhost') =>
    (await get(`/api/products/get-product/${slug}`, {}, host)).json<{ licence_note: string }>().licence_note;
  expect(await note('zik-dune-125')).toContain('A2');
  expect(await note('zik-dune-450')).toContain('דרגה A,');
  expect(await note('zik-kid-65')).toContain('מסלול סגור');
  expect(await note('noam-nof-4', 'ofek.localhost')).toBe(await note('noam-nof-4', 'noam.localhost'));
  expect(await note('tipa-chain-lube', 'ofek.localhost')).toBe('');
  const page = (await get('/product/zik-kid-65', {}, 'zik.localhost')).text;
  expect(page.includes('מסלול סגור בלבד: הוא אינו נרשם לדרך')).toBe(true);
  expect(page.includes('פרט ל־Kid 65')).toBe(false);
});

test('frames of the 360° view stand apart from the pictures', async () => {
  type Reply = { variants: { spin: { view: string }[]; product_images: { view: string }[] }[] };
  const { variants } = (await get('/api/products/get-product/raam-masa-750')).json<Reply>();
  const turning = variants.find(({ spin }) => spin.length > 0);
  expect(turning?.spin).toHaveLength(36);
  expect(turning?.product_images.some(({ view }) => view.startsWith('spin'))).toBe(false);
});

test('a film comes whole or by ranges, and never from outside the media', async () => {
  const film = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 251));
  const name = `${createHash('sha256').update(film).digest('hex').slice(0, 32)}.mp4`;
  await site.deps.storage.put(name, film);
  const whole = await get(`/media/${name}`);
  expect([whole.status, whole.headers['content-type'], whole.headers['accept-ranges']]).toEqual([
    200,
    'video/mp4',
    'bytes',
  ]);
  expect(whole.body.equals(film)).toBe(true);
  const part = await get(`/media/${name}`, { range: 'bytes=100-199' });
  expect([part.status, part.headers['content-range'], part.headers['content-length']]).toEqual([
    206,
    'bytes 100-199/1000',
    '100',
  ]);
  expect(part.body.equals(film.subarray(100, 200))).toBe(true);
  expect((await get(`/media/${name}`, { range: 'bytes=-10' })).body.equals(film.subarray(990))).toBe(true);
  const beyond = await get(`/media/${name}`, { range: 'bytes=1000-' });
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */1000']);
  expect((await site.call({ path: `/media/${name}`, method: 'HEAD' })).headers['content-length']).toBe('1000');
  expect((await get(`/media/${'0'.repeat(32)}.mp4`)).status).toBe(404);
  expect((await get('/media/..%2f..%2fsecret.mp4')).status).toBe(404);
  expect((await get(`/media/${name}/640`)).status).toBe(404);
});

test.each([
  ['bytes=0-0', [0, 0]],
  ['bytes=0-5000', [0, 99]],
  ['bytes=90-', [90, 99]],
  ['bytes=-500', [0, 99]],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=9-3', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['items=0-1', null],
  ['bytes=99999999999999999999-', null],
  [undefined, null],
] as const)('the range %s of a hundred bytes', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});

test('a product without a picture has the drawing of one, on its card and in its gallery', async () => {
  const [card, gallery] = ['/category/motorbikes', '/product/raam-masa-750'];
  const drawings = async (path: string) => (await get(path)).text.match(/data-no-picture/g)?.length ?? 0;
  const before = await drawings(card);
  expect(await drawings(gallery)).toBe(0);
  await query(
    `delete from product_images where product_uid = (select uuid from products where slug = 'raam-masa-750')`,
  );
  site.deps.cache.clear();
  expect([await drawings(gallery), await drawings(card)]).toEqual([1, before + 1]);
});

test('each of these stores tells of its vehicles in a sequence of its own', async () => {
  const products = {
    raam: 'raam-barak-500',
    ruach: 'ruach-maxi-300',
    noam: 'noam-nof-4-plus',
    gal: 'gal-wave-230',
    zik: 'zik-dune-450',
    sela: 'sela-ayal-570',
    ofek: 'raam-barak-500',
  };
  const sequences: string[] = [];
  for (const [store, product] of Object.entries(products)) {
    const { text } = await get(`/product/${product}`, {}, `${store}.localhost`);
    const parts = [
      ...text.matchAll(/<section[^>]* id="(overview|configurator|specifications|finance)"|<h2[^>]*>(מערכות בטיחות)/g),
    ];
    expect(parts, store).toHaveLength(5);
    sequences.push(parts.map(([, id, title]) => id ?? title).join(' '));
  }
  expect(new Set(sequences).size).toBeGreaterThanOrEqual(6);
});

test('a store’s own sequence of the parts, and of the links to them', async () => {
  const named = async (pattern: RegExp) => {
    const { text } = await get('/product/noam-nof-4', {}, 'noam.localhost');
    return [...text.matchAll(pattern)].map(([, id]) => id);
  };
  await query(
    `update stores set settings = settings || '{"product_sections": [{"section": "price"}, {"section": "specifications"}]}' where key = 'noam'`,
  );
  site.deps.cache.clear();
  expect(await named(/href="#(colors|overview|specifications|finance)" (?:aria-current|class="grid)/g)).toEqual([
    'colors',
    'finance',
    'specifications',
    'overview',
  ]);
  const sections = await named(/<section[^>]* id="(overview|specifications|finance)"/g);
  expect(sections).toEqual(['finance', 'specifications', 'overview']);
});

test('a store without a plan has no calculator, and says no payment', async () => {
  const page = async () => (await get('/product/noam-duo-3', {}, 'noam.localhost')).text;
  const before = await page();
  for (const words of ['מחשבון מימון', 'לחודש']) expect(before).toContain(words);
  await query(`delete from finance_plans where store_uid = (select uuid from stores where key = 'noam')`);
  site.deps.cache.clear();
  const text = await page();
  expect(text).toContain('Duo 3');
  expect(text.slice(0, text.indexOf('</main>'))).not.toMatch(/מחשבון מימון|לחודש|id="finance"/);
});

test('another form of a product’s address leads to the one, and another store’s product is not there', async () => {
  const { status, headers } = await get('/product/RAAM-Barak-500');
  expect([status, headers.location]).toEqual([301, '/product/raam-barak-500']);
  expect((await get('/product/gal-wave-230')).status).toBe(404);
});

test('what is near a vehicle are models, and near other goods products', async () => {
  expect((await get('/product/raam-masa-750')).text).toContain('דגמים קרובים');
  const { text } = await get('/product/zerem-warm-heated-grips');
  expect(text).toContain('מוצרים קרובים');
  expect(text).not.toContain('דגמים קרובים');
});
