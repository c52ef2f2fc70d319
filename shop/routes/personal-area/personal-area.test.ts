import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, signUp } from '../../../tests/support/customers.ts';
import { piece, shopper } from '../../../tests/support/purchase.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

const pages = [
  '',
  '/orders/accessories',
  '/orders/order-details?id=x',
  '/favorites',
  '/edit-details',
  '/edit-details/general',
  '/edit-details/addresses',
  '/edit-details/payments',
  '/garage',
  '/saved',
  '/privacy',
].map((path) => `/personal-area${path}`);
const cookie = (token: string) => ({ cookie: `auth._token.local=${token}` });

test.each(pages)('%s sends a stranger to the sign-in, and back here afterwards', async (path) => {
  const reply = await caller(site).get(path);
  const back = path === '/personal-area' ? '/login' : `/login?to=${encodeURIComponent(path)}`;
  expect([reply.status, reply.headers.location]).toEqual([302, back]);
  expect(reply.headers['cache-control']).toBe('private, no-store');
});

test.each(pages.filter((path) => !path.includes('id=')))(
  '%s is for its owner only: no cache, no search engine',
  async (path) => {
    const { who, token } = await signUp(site);
    const reply = await who.get(path, cookie(token));
    expect(reply.status).toBe(200);
    expect(reply.headers['cache-control']).toBe('private, no-store');
    expect(reply.headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(reply.text).toContain('<meta name="robots" content="noindex');
    const data = await who.get(`${path}.data`, cookie(token));
    expect([data.status, data.headers['cache-control']]).toEqual([200, 'private, no-store']);
  },
);

test.each(['/login', '/signup'])('%s: no cache, no search engine; who is signed in goes on', async (path) => {
  const reply = await caller(site).get(path);
  expect([reply.status, reply.headers['cache-control'], reply.headers['x-robots-tag']]).toEqual([
    200,
    'private, no-store',
    'noindex, nofollow',
  ]);
  const { who, token } = await signUp(site);
  const on = await who.get(`${path}?to=${encodeURIComponent('/purchase?uid=1')}`, cookie(token));
  expect([on.status, on.headers.location]).toEqual([302, '/purchase?uid=1']);
  const away = await who.get(`${path}?to=${encodeURIComponent('//evil.example')}`, cookie(token));
  expect(away.headers.location).toBe('/personal-area');
  const early = await caller(site).post(`${path}?to=/purchase`, undefined);
  expect([early.status, decodeURIComponent(early.headers.location ?? '')]).toEqual([303, `${path}?to=/purchase`]);
});

test("an order's page opens for its owner, and is not there for anybody else", async () => {
  const owner = await signUp(site);
  const goods = await piece(site.connection.pool);
  const customer = { first_name: 'נועה', last_name: 'לוי', phone: owner.phone, email: 'noa@example.com' };
  const { order } = await shopper(site.app.server).order(goods, { customer });
  const again = await signUp(site, caller(site));
  const path = `/personal-area/orders/order-details?id=${order.uuid}`;
  expect((await again.who.get(path, cookie(again.token))).status).toBe(404);
  expect((await owner.who.get('/personal-area/orders/order-details?id=x', cookie(owner.token))).status).toBe(404);
  // Placed as a guest: it becomes the owner's at the next sign-in.
  expect((await owner.who.get(path, cookie(owner.token))).status).toBe(404);
  await site.connection.pool.query(`update limit_hits set at = at - interval '61 seconds'`);
  const back = await signUp(site, caller(site), owner.phone);
  const page = await back.who.get(path, cookie(back.token));
  expect(page.status).toBe(200);
  expect(page.text).toContain(order.number);
});

test.each([
  ['דנה', 'לוי', 'דנה'],
  ['', 'לוי', 'לוי'],
  ['', '', 'אורחים יקרים'],
])('who is named "%s" "%s" is greeted as "%s"', async (first, last, greeting) => {
  const { who, token, customer } = await signUp(site);
  await site.connection.pool.query('update customers set first_name = $1, last_name = $2 where uuid = $3', [
    first,
    last,
    customer.uuid,
  ]);
  const { text } = await who.get('/personal-area', cookie(token));
  expect(text).toMatch(new RegExp(`<h1[^>]*>שלום, <bdi>${greeting}</bdi></h1>`));
});
