import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { caller, signUp } from '../../tests/support/customers.ts';

let site: TestApp;
/** Behind a proxy whose headers are trusted. */
let proxied: TestApp;
beforeAll(async () => {
  [site, proxied] = await Promise.all([startApp(), startApp({ env: { TRUST_PROXY: '1' } })]);
});
afterAll(() => Promise.all([site.close(), proxied.close()]));

/** Status of a raw request, without the corrections an HTTP client would make. */
async function statusOf(target: string, head: string[]): Promise<number> {
  const socket = net.connect(site.port, '127.0.0.1');
  let answer = '';
  socket.on('data', (part) => (answer += part));
  socket.write([`GET ${target} HTTP/1.1`, ...head, 'Connection: close', '', ''].join('\r\n'));
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}
const HOST = 'Host: raam.localhost';

describe('what has more than one meaning is refused', () => {
  test.each([
    '/\\evil.example/login',
    '/a\\b',
    'http://evil.example/',
    'http://raam.localhost/',
    '//\\evil.example',
    '/preview/../category',
    '/healthz/%2e%2E/category',
    '/assets/.%2e/category?search=x',
    '/category/.',
    '/./category',
    '/icons/..#x',
    '/category#x',
  ])('GET %s', async (target) => {
    expect(await statusOf(target, [HOST])).toBe(400);
  });

  test.each([
    'raam.localhost:99999',
    'raam.localhost:x',
    'raam.localhost:',
    'raam.localhost:80:80',
    'raam.localhost@evil.example',
    'raam.localhost/evil',
    'raam.localhost?evil',
    'raam.local host',
    'evil"><script>.localhost',
    'רעם.localhost',
    '[::1',
    `${'a'.repeat(300)}.localhost`,
  ])('Host: %s', async (host) => {
    for (const path of ['/', '/healthz', '/api/products/get-brands', '/no/such/page'])
      expect(await statusOf(path, [`Host: ${host}`])).toBe(400);
  });

  test('two Host headers', async () => {
    expect(await statusOf('/', [HOST, HOST])).toBe(400);
    expect(await statusOf('/', [HOST, 'hOST: evil.example'])).toBe(400);
    expect(await statusOf('/', [HOST])).toBe(200);
  });

  test.each(['raam.localhost:3000', 'WWW.Raam.co.il', '[::1]:80', '127.0.0.1', 'under_score.internal'])(
    'but not Host: %s',
    async (host) => {
      expect(await statusOf('/healthz', [`Host: ${host}`])).toBe(200);
    },
  );
});

describe('X-Forwarded-Host', () => {
  test('says nothing to a shop behind a proxy: neither which store it is nor where its links lead', async () => {
    const headers = { 'x-forwarded-host': 'sela.localhost', 'x-forwarded-proto': 'https' };
    const ownReply = await proxied.call({ path: '/robots.txt', headers: { 'x-forwarded-proto': 'https' } });
    const reply = await proxied.call({ path: '/robots.txt', headers });
    expect([reply.status, reply.text]).toEqual([200, ownReply.text]);
    expect((await proxied.call({ path: '/feed.xml', headers })).text).not.toContain('sela');
    const { text } = await proxied.call({ path: '/', headers });
    expect(text).toContain('רעם');
    expect(text).not.toContain('sela.localhost');
  });

  test('a scheme that is none is not believed either', async () => {
    const { headers } = await proxied.call({ path: '/', headers: { 'x-forwarded-proto': 'https, gopher' } });
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});

describe('a path that no page has', () => {
  test.each([
    ['of 13 segments', '/a'.repeat(13)],
    ['of 4,000 segments', '/a'.repeat(4_000)],
    ['of more than 1 kB', `/category/${'a'.repeat(1_020)}`],
    ['of empty segments', `/category${'/'.repeat(20)}x`],
  ])('%s is 404 before it is rendered', async (_what, path) => {
    const { status, text } = await site.call({ path, headers: { accept: 'text/html' } });
    expect(status).toBe(404);
    expect(text).not.toContain('__reactRouterContext');
    expect((await site.call({ path: `${path}.data` })).status).toBe(404);
  });

  test('of 12 segments is the shop’s own page of what is not found', async () => {
    const { status, text } = await site.call({ path: '/a'.repeat(12), headers: { accept: 'text/html' } });
    expect(status).toBe(404);
    expect(text).toContain('__reactRouterContext');
  });
});

describe('JSON', () => {
  const post = (path: string, body: string) =>
    site.call({ method: 'POST', path, body, headers: { 'content-type': 'application/json', 'idempotency-key': 'x' } });
  const deep = (times: number, inner = '') => `${'['.repeat(times)}${inner}${']'.repeat(times)}`;

  test.each(['/api/orders/create', '/api/sales/calc-cart', '/api/contacts', '/api/finance/quote'])(
    '%s refuses what is nested 200,000 deep, or has 200,000 values',
    async (path) => {
      for (const body of [
        deep(200_000),
        `{"cart":${deep(200_000)},"customer":{}}`,
        '{"a":'.repeat(150_000),
        `{"cart":[${'0,'.repeat(200_000)}0]}`,
      ]) {
        const reply = await post(path, body);
        expect([reply.status, reply.json<{ error_code: string }>().error_code]).toEqual([400, 'BAD_REQUEST']);
      }
    },
  );

  test('brackets and commas within texts are text', async () => {
    const message = `${'[{,'.repeat(300)}\\"[`;
    const body = `{"name":"נועה","phone":"050-1234567","message":"${message}"}`;
    const reply = await post('/api/contacts', body);
    expect(reply.text).not.toContain('"path":""');
    expect((await post('/api/sales/calc-cart', '{"cart":[]}')).status).toBe(200);
  });
});

describe('a stranger', () => {
  test.each([
    ['POST', '/customer/customers/update'],
    ['POST', '/customer/customers/add-address'],
    ['POST', '/customer/customers/merge-device'],
    ['POST', '/customer/orders/cancel-order'],
    ['DELETE', '/customer/customers/x'],
  ])('%s %s is told to sign in, not what the body should have been', async (method, path) => {
    const headers = { 'content-type': 'application/json' };
    for (const body of ['{}', '{"a":', '[[['])
      expect((await site.call({ method, path, headers, body })).status, body).toBe(401);
  });

  test('a customer is told', async () => {
    const { token } = await signUp(site, caller(site));
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const path = '/customer/customers/add-address';
    expect((await site.call({ method: 'POST', path, headers, body: '{}' })).status).toBe(400);
  });
});
