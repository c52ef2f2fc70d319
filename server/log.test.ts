import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#db/sql.ts';
import { startApp, type TestApp } from '../tests/support/app.ts';
import { buildApp } from './app.ts';
import { logOptions, maskedUrl } from './platform/log.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

test.each([
  ['/api/customers/get-otp-code?phone=0501234567', '/api/customers/get-otp-code?phone=…'],
  ['/api/x?a=1&code=123456&token=abc&b=2', '/api/x?a=1&code=…&token=…&b=2'],
  ['/order/AbC_123-x?print=1', '/order/…?print=1'],
  ['/success.data?order=AbC_123-x&_routes=a', '/success.data?order=…&_routes=a'],
  ['/login?to=%2Freset-password%3Ftoken%3DAbC_1%26x%3D2&y=3', '/login?to=%2Freset-password%3Ftoken%3D…%26x%3D2&y=3'],
  ['/pay/secret', '/pay/…'],
  ['/order/AbC_123-x/tasks', '/order/…/tasks'],
  ['/api/orders/add-paper?order=AbC&position=1&name=dana.jpg', '/api/orders/add-paper?order=…&position=1&name=…'],
  ['/orders.data?store=a&q=0501234567&who=dana', '/orders.data?store=a&q=…&who=…'],
  [
    '/sign-in?back=%2Forders%3Fq%3D0501234567%26who%3Ddana%26x%3D1',
    '/sign-in?back=%2Forders%3Fq%3D…%26who%3D…%26x%3D1',
  ],
  ['//order/AbC_123-x', '//order/…'],
  ['/order//AbC_123-x', '/order//…'],
  ['/Booking/AbC_123-x.data?a=1', '/Booking/…?a=1'],
  ['/__manifest?paths=%2Forder%2FAbC_123-x%2C%2Fcart&version=1', '/__manifest?paths=…&version=1'],
  ['/__manifest?version=1&paths=/confirm/AbC_123-x', '/__manifest?version=1&paths=…'],
  ['/login?to=%2Forder%2FAbC_123-x%3Fprint%3D1&y=3', '/login?to=%2Forder%2F…%3Fprint%3D1&y=3'],
  ['/trade-in/AbC_123-x', '/trade-in/…'],
  ['/preview/AbC_123-x?at=2026-12-01', '/preview/…?at=2026-12-01'],
  ['/login?to=%2Fpreview%2FAbC_123-x', '/login?to=%2Fpreview%2F…'],
  ['/api/trade-ins/photos/1?size=full&secret=AbC_123-x', '/api/trade-ins/photos/1?size=full&secret=…'],
  ['/trade-in?product=barak', '/trade-in?product=barak'],
  ['/api/orders/create', '/api/orders/create'],
  ['/booking?branch=haifa', '/booking?branch=haifa'],
  ['/product/x?color=red', '/product/x?color=red'],
])('%s is logged as %s', (url, logged) => {
  expect(maskedUrl(url)).toBe(logged);
});

test('phones, codes, tokens and cookies stay out of the log', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  const app = await buildApp(site.deps, {
    logger: { ...logOptions('info'), stream },
    pages: { build: () => Promise.reject(new Error('no page is asked for')), clientDir: null, mode: 'production' },
  });
  const headers = {
    host: 'raam.localhost',
    'x-rate-limit': 'otp',
    authorization: 'Bearer a-token-of-somebody-or-other',
    cookie: 'auth._token.local=another-token',
  };
  await app.inject({ url: '/api/customers/login-verify-otp-code?phone=0529876543&code=482913', headers });
  await app.inject({ url: '/api/customers/get-by-token?token=a-third-token-in-the-address', headers });
  const login = { email: 'somebody-secret@example.com', password: 'a-password-to-guess' };
  await app.inject({ method: 'POST', url: '/api/customers/login', headers: { host: headers.host }, payload: login });
  await app.close();
  const log = lines.join('');
  // Who tries doors is there, with the number of the request and the IP.
  const event = lines.map((line) => JSON.parse(line)).find((line) => line.event === 'WRONG_LOGIN');
  expect(event).toMatchObject({ reqId: expect.any(String), ip: '127.0.0.1', msg: 'security event' });
  expect(log).not.toMatch(/somebody-secret|a-password-to-guess/);
  expect(log).toContain('/api/customers/login-verify-otp-code?phone=…');
  expect(log).not.toMatch(/9876543|482913|a-token-of|another-token|a-third-token/);
});

test('a query that fails is logged without what was asked for', async () => {
  const failure = await site.deps.db.execute(sql`select ${'noa@example.com'}::int`).catch((error: unknown) => error);
  const logged = JSON.stringify(logOptions('info').serializers.err(failure));
  expect(logged).toContain('22P02');
  expect(logged).not.toContain('noa@example.com');
});
