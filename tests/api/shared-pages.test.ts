import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { signUp } from '../support/customers.ts';
import { keptPages } from '../support/kept-pages.ts';
import { piece, shopper } from '../support/purchase.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

const PATHS = [
  '/',
  '/category',
  '/category/motorbikes?sort=price',
  '/product/raam-barak-500',
  '/page/terms',
  '/blog',
  '/blog/choose-first-bike',
  '/spare-parts',
  '/distributors',
  '/sitemap',
  '/compare',
];

test('a page that visitors share holds nothing of who asked for it first, and no page that is somebody’s own is shared', async () => {
  const { who, token, bearer, phone, customer } = await signUp(site);
  const name = 'נועה־של־הדף';
  const email = 'shared-page@example.com';
  const update = await who.post('/customer/customers/update', { first_name: name, last_name: 'לוי', email }, bearer);
  expect(update.status).toBe(200);
  const shop = shopper(site.port);
  const goods = await piece(site.connection.pool);
  const body = await shop.orderBody(goods, { customer: { first_name: name, last_name: 'לוי', phone, email } });
  const placed = await who.post('/api/orders/create', body, { ...bearer, 'idempotency-key': crypto.randomUUID() });
  const { secret, order } = placed.json<{ secret: string; order: { number: string; uuid: string } }>();
  const personal = [
    name,
    email,
    phone,
    phone.slice(1),
    token,
    secret,
    order.number,
    order.uuid,
    customer.uuid,
    who.address,
  ];
  expect(personal.filter((one) => !one)).toEqual([]);
  const headers = {
    cookie: `auth._token.local=${token}; order=${secret}; view=box`,
    'x-forwarded-for': who.address,
    'user-agent': `Browser of ${email}`,
    referer: `http://raam.localhost/success?secret=${secret}`,
    'accept-language': 'xx-personal',
  };
  for (const path of PATHS) {
    const own = await site.call({ path: `${path}${path.includes('?') ? '&' : '?'}utm_source=${email}`, headers });
    expect([path, own.status]).toEqual([path, 200]);
    expect(own.headers['set-cookie'], path).toBeUndefined();
    const stranger = await site.call({ path });
    for (const one of [...personal, 'xx-personal']) {
      expect(stranger.text, path).not.toContain(one);
      expect(own.text, path).not.toContain(one);
    }
  }
  for (const path of ['/personal-area', '/personal-area/orders/accessories', `/success?secret=${secret}`, '/purchase'])
    await site.call({ path, headers });
  const kept = keptPages(site.deps.cache);
  const all = [...kept.plain.entries(), ...kept.queried.entries()];
  expect(all.length).toBeGreaterThanOrEqual(PATHS.length);
  for (const [key, { brotli, headers }] of all) {
    const html = brotliDecompressSync(brotli).toString();
    expect(html, key).toContain('</html>');
    for (const one of personal) expect(`${key} ${html} ${JSON.stringify(headers)}`, key).not.toContain(one);
  }
});
