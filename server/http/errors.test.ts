import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { freshDatabase } from '../../tests/support/database.ts';
import { request } from '../../tests/support/http.ts';
import { looseConnection } from '../../tests/support/loose-connection.ts';
import { startProcess } from '../../tests/support/site.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

const page = { accept: 'text/html,application/xhtml+xml' };

test('who goes to a page is told in Hebrew what is wrong, and who calls the API gets JSON', async () => {
  const shown = await site.call({ path: '/category/%00', headers: page });
  expect(shown.status).toBe(400);
  expect(shown.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(shown.headers['content-security-policy']).toContain("default-src 'self'");
  expect(shown.text).toContain('<h1>הבקשה אינה תקינה</h1>');
  expect(shown.text).toContain(String(shown.headers['x-request-id']));
  const called = await site.call({ path: '/category/%00' });
  expect(called.json()).toMatchObject({ error_code: 'BAD_REQUEST' });
});

test('while the database is away, known pages are shown, and the rest asks to try again', async () => {
  const database = await freshDatabase();
  const way = await looseConnection(database.url);
  const app = await startProcess({ DATABASE_URL: way.url, DATA_DIR: database.dataDir, LOG_LEVEL: 'fatal' });
  const ask = (path: string, headers: Record<string, string> = page) => request(app.port, { path, headers });
  try {
    const before = await ask('/');
    expect(before.status).toBe(200);
    way.refuse();
    await expect.poll(async () => (await ask('/readyz')).status).toBe(503);
    expect(await ask('/')).toMatchObject({ status: 200, text: before.text });
    expect((await ask('/', { ...page, cookie: 'auth._token.local=somebody' })).status).toBe(200);
    const unknown = await ask('/category?price_max=12345');
    expect([unknown.status, unknown.headers['retry-after']]).toEqual([503, '5']);
    expect(unknown.text).toContain('<h1>האתר אינו זמין לרגע</h1>');
    const cart = await request(app.port, { method: 'POST', path: '/api/sales/calc-cart', body: { cart: [] } });
    expect([cart.status, cart.json<{ error_code: string }>().error_code]).toEqual([503, 'UNAVAILABLE']);
    way.thaw();
    await expect.poll(async () => (await ask('/category?price_max=12345')).status, { timeout: 20_000 }).toBe(200);
  } finally {
    await app.end();
    await way.close();
    await database.drop();
  }
});
