import { afterAll, beforeAll, expect, test } from 'vitest';
import { setStatusCommand } from '../../store-cli/commands/stores.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function setStatus(store: string, status: string, code?: string): Promise<void> {
  const { connection, deps } = site;
  const { db, env, storage } = deps;
  const operation = { pool: connection.pool, db, env, storage, dataDir: '', say: () => {} };
  await setStatusCommand.run(operation, [store, status], { code });
  deps.cache.clear();
}

test('a store under construction shows nothing but its gate until the code is given', async () => {
  const host = 'zik.localhost';
  await expect(setStatus('zik', 'under_construction')).rejects.toThrow(/--code/);
  await setStatus('zik', 'under_construction', 'סוד 17');
  for (const path of ['/', '/product/zik-dune-250', '/blog', '/sitemap.xml']) {
    const { status, text, headers } = await site.call({ host, path });
    expect([status, headers['x-robots-tag'], headers['cache-control']]).toEqual([
      200,
      'noindex, nofollow',
      'private, no-store',
    ]);
    expect(text).toContain('האתר בבנייה');
    expect(text).not.toMatch(/Dune|סוד 17|gate_hash/);
  }
  expect((await site.call({ host, path: '/api/products/get-products' })).json()).toMatchObject({
    error_code: 'UNDER_CONSTRUCTION',
  });
  expect((await site.call({ host, path: '/robots.txt' })).text).toContain('Disallow: /\n');

  const sent = await site.call({ host, method: 'POST', path: '/contact', headers: FORM, body: 'name=dana' });
  expect([sent.status, sent.text.includes('האתר בבנייה')], 'what is sent did not arrive').toEqual([403, true]);

  const wrong = await site.call({ host, method: 'POST', path: '/gate', headers: FORM, body: 'code=nothing' });
  expect([wrong.status, wrong.headers['set-cookie']]).toEqual([422, undefined]);
  expect(wrong.text).toContain('role="alert"');
  const right = await site.call({
    host,
    method: 'POST',
    path: '/gate',
    headers: FORM,
    body: new URLSearchParams({ code: 'סוד 17' }).toString(),
  });
  expect([right.status, right.headers.location]).toEqual([303, '/']);
  const cookie = String(right.headers['set-cookie']?.[0]).split(';')[0];
  const opened = await site.call({ host, path: '/', headers: { cookie } });
  expect(opened.text).toContain('id="content"');
  expect(opened.headers['x-robots-tag']).toBe('noindex, nofollow');
  for (const forged of ['gate=', 'gate=open', `${cookie}x`])
    expect((await site.call({ host, path: '/', headers: { cookie: forged } })).text).toContain('האתר בבנייה');

  await setStatus('zik', 'under_construction', 'another');
  expect((await site.call({ host, path: '/', headers: { cookie } })).text).toContain('האתר בבנייה');
  await setStatus('zik', 'open');
  expect((await site.call({ host, path: '/' })).text).toContain('id="content"');
});

test('a closed store answers 503 and when to come back, and no other store with it', async () => {
  const host = 'gal.localhost';
  await setStatus('gal', 'closed');
  for (const path of ['/', '/category', '/api/products/get-products']) {
    const { status, headers } = await site.call({ host, path });
    expect([status, headers['retry-after']]).toEqual([503, '3600']);
  }
  expect((await site.call({ host, path: '/' })).text).toContain('החנות סגורה כרגע');
  expect((await site.call({ host, path: '/healthz' })).status).toBe(200);
  expect((await site.call({ path: '/' })).status).toBe(200);
  await setStatus('gal', 'open');
  expect((await site.call({ host, path: '/' })).status).toBe(200);
});
