import { createHash } from 'node:crypto';
import zlib from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { keptPages } from '../../../tests/support/kept-pages.ts';
import type { RequestContext } from '../../context.ts';
import { findStore } from '../../stores/stores.ts';
import { type SharedPage, sharedPage } from './page-cache.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());
afterEach(() => vi.restoreAllMocks());

const PRODUCT = '/product/raam-masa-750';
const get = (path: string, headers = {}) => site.call({ path, headers });

/** How many queries an action makes. */
async function queriesOf(act: () => Promise<unknown>): Promise<number> {
  const { pool } = site.connection;
  const real = pool.query;
  let count = 0;
  pool.query = function counted(this: unknown, ...args: unknown[]) {
    count += 1;
    return Reflect.apply(real, pool, args);
  } as typeof pool.query;
  await act().finally(() => {
    pool.query = real;
  });
  return count;
}

test.each([
  '/',
  '/category/motorbikes',
  PRODUCT,
  '/page/terms',
  '/blog',
  '/category/motorbikes?color=%D7%A9%D7%97%D7%95%D7%A8',
])('%s comes ready made, in each encoding, and is not sent again to who has it', async (path) => {
  const first = await get(path);
  expect(first.status).toBe(200);
  const packed = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync };
  expect(
    await queriesOf(async () => {
      for (const [encoding, unpack] of Object.entries(packed)) {
        const again = await get(path, { 'accept-encoding': encoding });
        expect([again.headers['content-encoding'], again.headers.etag]).toEqual([encoding, first.headers.etag]);
        expect(unpack(again.body).equals(first.body)).toBe(true);
      }
    }),
  ).toBe(0);
  const knownReply = await get(path, { 'if-none-match': String(first.headers.etag) });
  expect([knownReply.status, knownReply.body.length]).toEqual([304, 0]);
  expect(first.headers.vary).toMatch(/accept-encoding/i);
});

test('a page that has stood for a while comes smaller, and says the same', async () => {
  const read = async (path: string) => (await get(path, { 'accept-encoding': 'br' })).body;
  const quick = await read('/page/about');
  const queried = await read('/category/motorbikes?sort=price');
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() - performance.timeOrigin + 11_000);
  // One whose query anybody can invent isn't worth the work; pages are packed one at a time, so it would be the first.
  await read('/category/motorbikes?sort=price');
  await expect.poll(async () => (await read('/page/about')).length).toBeLessThan(quick.length);
  const dense = await read('/page/about');
  expect(zlib.brotliDecompressSync(dense).equals(zlib.brotliDecompressSync(quick))).toBe(true);
  expect((await read('/category/motorbikes?sort=price')).equals(queried)).toBe(true);
});

test('a second question mark belongs to the query', async () => {
  const { text } = await get('/category?search=barak?500&sort=price');
  expect(text).toContain('barak?500');
  expect(text).toMatch(/<option[^>]*(?: value="price"[^>]* selected| selected[^>]* value="price")/);
  expect((await get('/category?search=barak')).text).not.toContain('barak?500');
});

test.each(['/', '/category/motorbikes', PRODUCT, '/product/nothing-of-ours'])(
  'the scripts and styles in %s are allowed by their hashes, and nothing else is',
  async (path) => {
    const { text, headers } = await get(path);
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toMatch(/nonce-|script-src[^;]*unsafe/);
    const inline = [...text.matchAll(/<(script|style)([^>]*)>([\s\S]*?)<\/\1>/g)].filter(
      ([, , attributes = '', content]) => !/ src=|application\//.test(attributes) && content,
    );
    expect(inline.length).toBeGreaterThan(3);
    for (const [, tag, , content = ''] of inline) {
      const hash = `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
      expect(
        policy.split('; ').find((part) => part.startsWith(`${tag}-src `)),
        content.slice(0, 60),
      ).toContain(hash);
    }
  },
);

test('a script that got into a text of the page is not allowed with the code’s own', async () => {
  const { pool } = site.connection;
  const evil = '<script>evil()</script><style>body{display:none}</style>';
  await pool.query(`update products set description = description || $1 where slug = 'raam-masa-750'`, [evil]);
  await pool.query('notify cache_versions');
  const read = () => get('/product/raam-masa-750');
  await expect.poll(async () => (await read()).text).toContain(evil);
  const policy = String((await read()).headers['content-security-policy']);
  for (const text of ['evil()', 'body{display:none}'])
    expect(policy).not.toContain(createHash('sha256').update(text).digest('base64'));
  expect(policy).toMatch(/script-src 'self' 'sha256-.*style-src 'self' 'sha256-/);
  await pool.query(`update products set description = replace(description, $1, '') where slug = 'raam-masa-750'`, [
    evil,
  ]);
  await pool.query('notify cache_versions');
  await expect.poll(async () => (await read()).text).not.toContain('evil()');
});

test('hosts, parameters and encodings that a visitor invents make no page of their own', async () => {
  const path = '/product/raam-masa-750';
  const { headers, text } = await get(path);
  const queries = await queriesOf(async () => {
    for (let i = 0; i < 20; i++) {
      const other = await site.call({ path: `${path}?x${i}=1&utm_source=${i}`, host: `raam.evil-${i}.example` });
      expect(other.headers.etag).toBe(headers.etag);
      expect(other.text).not.toContain('evil-');
    }
    for (const form of ['/product/%72aam-masa-750', '/product/raam%2Dmasa-750', `${path}/`])
      expect((await get(form)).headers.etag).toBe(headers.etag);
  });
  expect(queries).toBe(0);
  expect(text).toContain('raam-masa-750');
});

test('a page in another spelling leads to the one that is kept', async () => {
  const state = keptPages(site.deps.cache);
  await get(PRODUCT);
  const before = state.plain.size;
  for (const path of ['/product/Raam-masa-750', '/category/Motorbikes', '/category/motorbikes%20', '/page/Terms'])
    expect((await get(path)).status).toBe(301);
  expect(state.plain.size).toBe(before);
});

test.each(['constructor', 'toString', '__proto__'])('/%s is a page that there is not', async (name) => {
  expect((await get(`/${name}?a=1`)).status).toBe(404);
});

test('invented searches don’t take the place of what the catalogue names', async () => {
  const home = await get('/');
  // Of the smallest pages that a query makes, so many that together they would fill twice what is kept of them.
  const state = keptPages(site.deps.cache);
  const [one] = state.plain.values();
  const brotli = Buffer.alloc(1e6);
  for (let i = 0; i < 1_000; i++) state.queried.set(`invented ${i}?x`, { ...(one as SharedPage), brotli });
  expect(state.queried.calculatedSize).toBeLessThanOrEqual(32 * 1024 * 1024);
  expect(await queriesOf(() => get('/'))).toBe(0);
  expect((await get('/')).headers.etag).toBe(home.headers.etag);
});

test('a page is rendered once for all who wait for it', async () => {
  const one = await queriesOf(() => get('/product/raam-barak-500'));
  const many = await queriesOf(() => Promise.all(Array.from({ length: 12 }, () => get('/product/raam-barak-800'))));
  expect(one).toBeGreaterThan(5);
  expect(many).toBeLessThan(one * 1.5);
});

test('campaigns share the page; the chosen view has its own', async () => {
  const path = '/category/motorbikes';
  const box = await get(path);
  expect((await get(`${path}?utm_source=mail&gclid=1`)).headers.etag).toBe(box.headers.etag);
  const list = await get(path, { cookie: 'a=1; view=list' });
  expect(list.headers.etag).not.toBe(box.headers.etag);
  const chosen = await get(`${path}?view=list`);
  expect([chosen.headers['set-cookie']?.toString(), chosen.headers.etag]).toEqual([
    expect.stringContaining('view=list'),
    undefined,
  ]);
  expect((await get(path)).headers.etag).toBe(box.headers.etag);
});

test('a price and what is left in stock are soon there', async () => {
  const { pool } = site.connection;
  const find = `from products p where p.uuid = v.product_uid and p.slug = 'raam-masa-750'`;
  expect((await get(PRODUCT)).text).not.toMatch(/98,765|נותרו 2/);
  await pool.query(`update variants v set stock = 2 ${find}`);
  await expect.poll(async () => (await get(PRODUCT)).text, { timeout: 10_000 }).toContain('נותרו');
  await pool.query(`update variants v set price_agorot = 9876500 ${find}`);
  await expect.poll(async () => (await get(PRODUCT)).text, { timeout: 10_000 }).toContain('98,765');
});

test.each([
  '/purchase?uid=raam-masa-750',
  '/login',
  '/signup',
  '/contact',
  '/category/motorbikes?view=box',
  '/order/x',
])('%s is made for each visitor alone', async (path) => {
  const { headers } = await get(path);
  expect(headers['content-security-policy']).toContain('nonce-');
});

test('a page bears the policy of the settings that it was made of, not of those that its request came with', async () => {
  const former = await findStore(site.deps, 'raam');
  if (!former) throw new Error('raam is away');
  const store = { ...former, settings: { ...former.settings, frame_hosts: ['https://films.example'] } };
  const ctx = { ...site.deps, store: former, log: site.app.log } as unknown as RequestContext;
  const page = await sharedPage(ctx, { url: '/page/of-this-test', list: false }, async () => ({
    response: new Response('<p></p>', { headers: { 'content-type': 'text/html' } }),
    store,
  }));
  if (page instanceof Response) throw new Error('it was not kept');
  expect(page.headers['content-security-policy']).toContain('https://films.example');
});
