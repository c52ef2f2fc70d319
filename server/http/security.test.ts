import net from 'node:net';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { caller, signUp } from '../../tests/support/customers.ts';
import { CALLS_A_MINUTE } from '../platform/limit-policies.ts';
import { contentSecurityPolicy } from './security.ts';

let site: TestApp;
/** Behind a proxy that terminates https. */
let proxied: TestApp;
beforeAll(async () => {
  [site, proxied] = await Promise.all([startApp(), startApp({ env: { TRUST_PROXY: '1' } })]);
});
afterAll(() => Promise.all([site.close(), proxied.close()]));

const directives = (policy: unknown): Record<string, string> =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((one) => [one.split(' ')[0] ?? '', one.slice(one.indexOf(' ') + 1)]),
  );

describe('headers', () => {
  test.each([
    '/',
    '/category/motorbikes',
    '/login',
    '/purchase?uid=raam-masa-750',
    '/no/such/page',
    '/api/products/get-brands',
    '/api/no/such/call',
    '/api/docs',
    '/api/openapi.json',
    '/robots.txt',
    '/sitemap.xml',
    '/manifest.webmanifest',
    '/favicon.ico',
    '/media/no-such.avif',
    '/payment/return',
    '/healthz',
    '/metrics',
  ])('%s carries a policy that lets no foreign script in and no frame around', async (path) => {
    const { headers } = await proxied.call({
      path,
      headers: { 'x-forwarded-proto': 'https', origin: 'https://evil.example' },
    });
    const policy = directives(headers['content-security-policy']);
    const scripts = policy['script-src'] ?? policy['default-src'] ?? '';
    expect(scripts).toMatch(/'self'|'none'|'nonce-/);
    expect(scripts).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*(?:\s|$)|https?:(?:\s|$)|data:/);
    expect(policy['frame-ancestors']).toBe(path === '/payment/return' ? "'self'" : "'none'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(String(headers['permissions-policy'])).toMatch(/(?:^|, )payment=\*.*otp-credentials=\(self\)/);
    // CORS is closed: no other site can read a reply.
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers['x-powered-by'] ?? headers.server).toBeUndefined();
  });

  test('the nonce of a page’s scripts is another one at each visit, and the page’s own', async () => {
    const visit = async () => {
      const { headers, text } = await site.call({ host: 'office.localhost', path: '/login' });
      const nonce = /'nonce-([\w+/=]{20,})'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
      expect(text).toContain(`nonce="${nonce}"`);
      return nonce;
    };
    const nonces = [await visit(), await visit(), await visit()];
    expect(new Set(nonces).size).toBe(3);
    expect(nonces).not.toContain('');
  });

  test('frames are those of the gateways and of the store’s list, not of another store’s', async () => {
    const setting = '{"frame_hosts": ["https://viewer.example"]}';
    await site.connection.pool.query(`update stores set settings = settings || $1::jsonb where key = 'sela'`, [
      setting,
    ]);
    await site.connection.pool.query('notify cache_versions');
    const frames = async (host: string) =>
      directives((await site.call({ host, path: '/login' })).headers['content-security-policy'])['frame-src'] ?? '';
    await expect.poll(() => frames('sela.localhost')).toContain('https://viewer.example');
    expect(await frames('sela.localhost')).toContain(`http://pay.localhost:${site.port}`);
    expect(await frames('raam.localhost')).not.toContain('viewer.example');
  });

  test('a page that was opened before the store changed its gateway is still framed', () => {
    const { sandbox } = site.deps.payment;
    if (!sandbox) throw new Error('no sandbox');
    const payment = { sandbox, cardcom: { ...sandbox, frameOrigin: 'https://old.example' } };
    const policy = contentSecurityPolicy({ payment, store: null }, { scripts: '', styles: '' });
    expect(directives(policy)['frame-src']).toContain(`'self' ${sandbox.frameOrigin} https://old.example `);
  });

  test('cookies: not for scripts, of this site, and over https only there', async () => {
    const who = caller(proxied);
    const { token } = await signUp(proxied, who);
    const headers = { cookie: `auth._token.local=${token}`, 'x-forwarded-proto': 'https' };
    const cookies = (await who.post('/customer/customers/logout', undefined, headers)).headers['set-cookie'] ?? [];
    const auth = cookies.find((one) => one.startsWith('auth._token.local='));
    for (const flag of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(auth).toContain(flag);
    for (const one of cookies) expect(one).toMatch(/Secure; SameSite=Lax|SameSite=Lax; Secure/);
    expect(cookies.join()).not.toMatch(/Domain=/i);
  });
});

describe('another site', () => {
  const writes = Object.keys(contract).filter((name) => !name.startsWith('GET '));
  const forms = [
    'POST /contact',
    'POST /gate',
    'POST /unsubscribe/x',
    'POST /confirm/x',
    'POST /cancellation',
    'PUT /api/x',
  ];
  test.each([...writes, ...forms])('gets nothing done by %s', async (name) => {
    const [method, path = ''] = name.split(' ');
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://sela.localhost:${site.port}` },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const reply = await site.call({ method: method ?? '', path: path.replace(/:\w+/, 'x'), headers });
      expect([reply.status, reply.json<{ error_code: string }>().error_code]).toEqual([403, 'FORBIDDEN_ORIGIN']);
    }
  });

  test('is told by no preflight that it may', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const reply = await site.call({ method: 'OPTIONS', path: '/api/contacts', headers });
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });
});

test.each(['/', '/healthz', '/media/x', '/api/contacts', '/%c0%ae'])(
  'TRACE %s is none of ours (found by the fuzz)',
  async (path) => {
    const reply = await site.call({ method: 'TRACE', path });
    expect([400, 404]).toContain(reply.status);
    expect(reply.json()).toEqual({
      error_code: expect.any(String),
      message: expect.any(String),
      request_id: reply.status === 404 ? reply.headers['x-request-id'] : expect.any(String),
    });
  },
);

describe('one address that asks too much', () => {
  test('is told to wait on a costly call, alone', async () => {
    const [path, most] = [
      '/api/variants/subscribe-to-stock',
      CALLS_A_MINUTE['POST /api/variants/subscribe-to-stock'] ?? 0,
    ];
    const loud = caller(proxied);
    const answers = await Promise.all(Array.from({ length: most + 3 }, () => loud.post(path, {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(most).fill(400), 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await caller(proxied).post(path, {})).status).toBe(400);
    expect((await loud.get('/api/products/get-brands')).status).toBe(200);
  });

  test('every limit is one of a call that there is', () => {
    const unknown = Object.keys(CALLS_A_MINUTE).filter((name) => {
      const [method = '', url = ''] = name.split(' ');
      return !site.app.hasRoute({ method, url });
    });
    expect(unknown).toEqual([]);
  });

  test('is told to wait on all together; who shares its IPv6 network, too', async () => {
    const ask = (address: string) => caller(proxied, { address }).get('/api/contacts/get-contact-types');
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < 1_210; sent += 110) {
      const replies = await Promise.all(Array.from({ length: 110 }, (_, i) => ask(`2001:db8:1:2::${i + 1}`)));
      for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses].sort()).toEqual([
      [200, 1_200],
      [429, 10],
    ]);
    // A page's files cost nothing and still come; what only looks like one of them is a request as any other.
    const one = caller(proxied, { address: '2001:db8:1:2::1' });
    expect((await one.get('/icons/192.png')).status).toBe(200);
    for (const path of ['/icons/nothing/there', '/media/nothing/there/at-all'])
      expect([path, (await one.get(path)).status]).toEqual([path, 429]);
  });
});

describe('slow and large', () => {
  /** Sends these bytes and nothing more; returns the reply until the server hangs up, and after how many seconds. */
  const hangs = (head: string) =>
    new Promise<{ answer: string; seconds: number }>((resolve) => {
      const startedAt = performance.now();
      let answer = '';
      const socket = net.connect(site.port, '127.0.0.1', () => socket.write(head));
      socket.on('data', (part) => (answer += part));
      socket.on('error', () => {});
      socket.on('close', () => resolve({ answer, seconds: (performance.now() - startedAt) / 1_000 }));
    });

  test('a head or a body that does not come to an end is refused', async () => {
    const { server } = site.app;
    expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([10_000, 30_000, 120_000]);
    [server.headersTimeout, server.requestTimeout] = [500, 800];
    const host = `Host: raam.localhost:${site.port}\r\n`;
    const all = await Promise.all([
      hangs(`GET / HTTP/1.1\r\n${host}X-Slow: `),
      hangs(
        `POST /api/contacts HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"name":`,
      ),
    ]);
    [server.headersTimeout, server.requestTimeout] = [10_000, 30_000];
    for (const { answer, seconds } of all) {
      expect(answer).toContain('408');
      expect(seconds).toBeLessThan(20);
    }
  });

  test('200 heads that come drop by drop keep nobody else waiting', async () => {
    const slow = Array.from({ length: 200 }, () => {
      const socket = net.connect(site.port, '127.0.0.1', () =>
        socket.write('GET / HTTP/1.1\r\nHost: raam.localhost\r\nX-A: '),
      );
      socket.on('error', () => {});
      return socket;
    });
    await expect.poll(() => slow.filter(({ connecting }) => !connecting).length).toBe(200);
    const drops = setInterval(() => slow.forEach((socket) => void socket.write('a')), 100);
    const took: number[] = [];
    for (let turn = 0; turn < 20; turn++) {
      const startedAt = performance.now();
      expect((await site.call({ path: '/healthz' })).status).toBe(200);
      took.push(performance.now() - startedAt);
    }
    clearInterval(drops);
    for (const socket of slow) socket.destroy();
    expect(took.toSorted((a, b) => a - b)[10]).toBeLessThan(100);
  });

  test.each([
    ['POST', '/api/contacts', 'application/json', 1024 * 1024 + 1, 413],
    ['POST', '/customer/media/upload-customer-image', 'image/png', 8 * 1024 * 1024 + 1, 401],
    ['POST', '/contact', 'application/x-www-form-urlencoded', 1024 * 1024 + 1, 413],
  ])('%s %s of more than it takes is refused before it is there', async (method, path, type, length, status) => {
    const host = `Host: raam.localhost:${site.port}\r\n`;
    const { answer } = await hangs(
      `${method} ${path} HTTP/1.1\r\n${host}Content-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toContain(`HTTP/1.1 ${status}`);
  });

  test('a body that tells no length is cut at the limit', async () => {
    const host = `Host: raam.localhost:${site.port}\r\n`;
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const { answer } = await hangs(
      `POST /api/contacts HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.repeat(20)}`,
    );
    expect(answer).toMatch(/HTTP\/1\.1 413/);
  });
});

describe('what fails', () => {
  test('is a page with a number that is in the logs, by shell or without', async () => {
    const { pool } = proxied.connection;
    await pool.query('alter table branches rename to gone');
    const broken = await proxied.call({ path: '/distributors', headers: { accept: 'text/html' } });
    await pool.query('alter table gone rename to branches');
    expect(broken.status).toBe(500);
    expect(broken.text).toContain(String(broken.headers['x-request-id']));
    expect(broken.text).toContain('מספר התקלה');
    expect(broken.text).not.toMatch(/relation|Failed query|node_modules/);
    expect(broken.headers['server-timing']).toBe(`request;desc="${broken.headers['x-request-id']}"`);

    const early = await proxied.call({ path: '/a%00b', headers: { accept: 'text/html' } });
    expect([early.status, early.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(early.text).toContain(String(early.headers['x-request-id']));
    expect(early.headers['content-security-policy']).toContain("script-src 'self'");
  });
});
