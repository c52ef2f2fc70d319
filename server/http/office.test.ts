import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { signInAs } from '../../tests/support/office.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ office: true });
});
afterAll(() => site.close());

const office = 'office.localhost';

test('a stranger is sent to the sign-in page, and back afterwards', async () => {
  const reply = await site.call({ host: office, path: '/orders?status=paid' });
  expect(reply.status).toBe(302);
  expect(reply.headers.location).toBe(`/sign-in?${new URLSearchParams({ back: '/orders?status=paid' })}`);
});

test.each([
  '/api/stores',
  '/api/products/get-products',
  '/customer/account',
  '/sitemap.xml',
  '/metrics',
  '/category/x',
])('the office’s host has nothing of the shops: %s', async (path) => {
  const cookie = await signInAs(site, 'owner');
  const reply = await site.call({ host: office, path, headers: { cookie } });
  expect(reply.status).toBe(404);
});

test('a shop’s host has nothing of the office', async () => {
  const cookie = await signInAs(site, 'owner');
  expect((await site.call({ path: '/orders', headers: { cookie } })).status).toBe(404);
  expect((await site.call({ path: '/sign-in' })).status).toBe(404);
  const page = await site.call({ host: office, path: '/sign-in' });
  const file = /\/assets\/office\/[\w.-]+\.js/.exec(page.text)?.[0] ?? '';
  expect((await site.call({ host: office, path: file })).status).toBe(200);
  expect((await site.call({ path: file })).status).toBe(404);
});

test('a write without an origin, or from another, is refused', async () => {
  const cookie = await signInAs(site, 'owner');
  const write = { host: office, path: '/sign-out', method: 'POST' as const, body: '' };
  const type = { 'content-type': 'application/x-www-form-urlencoded', cookie };
  expect((await site.call({ ...write, headers: type })).status).toBe(403);
  expect((await site.call({ ...write, headers: { ...type, origin: 'http://raam.localhost' } })).status).toBe(403);
  expect((await site.call({ host: office, path: '/orders', headers: { cookie } })).status).toBe(200);
  const own = { ...type, origin: `http://${office}:${site.port}` };
  expect((await site.call({ ...write, headers: own })).status).toBe(302);
  expect((await site.call({ host: office, path: '/orders', headers: { cookie } })).status).toBe(302);
});

test('whose role has no orders gets none of their pages', async () => {
  const cookie = await signInAs(site, 'editor');
  const reply = await site.call({ host: office, path: '/orders', headers: { cookie } });
  expect(reply.status).toBe(403);
  expect(reply.text).toContain('אין לכם הרשאה');
});

test('who decides about nobody’s requests finds their own', async () => {
  const [ownReply, deciding] = await Promise.all(
    (['accountant', 'manager'] as const).map(async (role) =>
      site.call({ host: office, path: '/approvals', headers: { cookie: await signInAs(site, role) } }),
    ),
  );
  expect(ownReply?.text).toContain('<h1 class="text-2xl">הבקשות שלי</h1>');
  expect(ownReply?.text).not.toContain('מחכה לאישור שלי');
  expect(deciding?.text).toContain('מחכה לאישור שלי');
});
