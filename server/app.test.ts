import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../tests/support/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

test.each(['raam.localhost', 'RAAM.localhost', 'www.raam.localhost', 'raam.co.il', 'www.raam.co.il'])(
  '%s is the store raam',
  async (host) => {
    const reply = await site.call({ host, path: '/' });
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('<html lang="he" dir="rtl"');
    expect(reply.text).toContain('רעם');
  },
);

test('an unknown store is a page of its own with status 404, and its name is not echoed', async () => {
  const reply = await site.call({ host: 'evil.localhost', path: '/' });
  expect(reply.status).toBe(404);
  expect(reply.text).not.toContain('evil');
});

test('localhost alone lists the seven demo stores', async () => {
  const reply = await site.call({ host: 'localhost', path: '/' });
  expect(reply.status).toBe(200);
  for (const key of ['ofek', 'raam', 'ruach', 'sela', 'noam', 'gal', 'zik'])
    expect(reply.text).toContain(`//${key}.localhost`);
});

test('health and readiness answer on any host', async () => {
  for (const path of ['/healthz', '/readyz']) {
    expect((await site.call({ host: 'balancer.internal', path })).status).toBe(200);
  }
});

test('a call that does not exist is a 404 in the one shape of errors', async () => {
  const reply = await site.call({ path: '/api/nothing/here' });
  expect(reply.status).toBe(404);
  expect(reply.json()).toEqual({
    error_code: 'NOT_FOUND',
    message: expect.any(String),
    request_id: expect.any(String),
  });
});

test('a form of more than 1 MiB is refused before a page reads it', async () => {
  const reply = await site.call({
    method: 'POST',
    path: '/contact',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `message=${'x'.repeat(1024 * 1024)}`,
  });
  expect([reply.status, reply.json<{ error_code: string }>().error_code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test('a NUL in an address or a body is refused, not a failure', async () => {
  const lead = { name: 'נועה', phone: '050-1234567', message: 'a\0b' };
  for (const call of [
    { path: '/product/a%00b', status: 400 },
    { path: '/category?search=a%00b', status: 400 },
    { path: '/api/products/get-product/a%00b', status: 404 },
    { path: '/api/contacts', method: 'POST', body: lead, status: 400 },
  ])
    expect((await site.call(call)).status, call.path).toBe(call.status);
});
