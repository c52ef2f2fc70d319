import { afterAll, beforeAll, expect, test } from 'vitest';
import { setStatusCommand } from '../../cli/commands/stores/stores.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { CARDS, pay, piece, shopper } from '../../tests/support/purchase.ts';
import { runCommand } from '../../tests/support/run-command.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

type Closing = { until?: string; message?: string };

async function setStatus(store: string, status: string, code?: string, closing: Closing = {}): Promise<void> {
  await runCommand(site, setStatusCommand, [store, status], { code, ...closing });
  site.deps.cache.clear();
}

test('a store under construction shows nothing but its gate until the code is given', async () => {
  const host = 'zik.localhost';
  await expect(setStatus('zik', 'under_construction')).rejects.toThrow(/--code/);
  await setStatus('zik', 'under_construction', 'סוד 17');
  for (const path of ['/', '/gate', '/product/zik-dune-250', '/blog', '/sitemap.xml', '/healthz-', '/metrics/x']) {
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
  // By the code a form tells it from a proxy's page.
  const form = await site.call({ host, method: 'POST', path: '/contact.data', body: {} });
  expect([form.status, form.json<{ error_code: string }>().error_code]).toEqual([503, 'STORE_CLOSED']);
  expect((await site.call({ host, path: '/healthz' })).status).toBe(200);
  expect((await site.call({ path: '/' })).status).toBe(200);
  await setStatus('gal', 'open');
  expect((await site.call({ host, path: '/' })).status).toBe(200);
});

test('in every state a store serves those who have ordered of it: their orders, payments and notices of cancellation', async () => {
  const shop = shopper(site.port, 'noam');
  const host = 'noam.localhost';
  const of = async (path: string) => (await site.call({ host, path })).status;
  for (const state of ['closed', 'under_construction'] as const) {
    await setStatus('noam', state, state === 'closed' ? undefined : 'secret code');
    // Nobody has ordered yet.
    if (state === 'closed') expect(await of('/cancellation')).toBe(503);
    await setStatus('noam', 'open');
    const goods = await piece(site.connection.pool, { store: 'noam' });
    const body = await shop.orderBody(goods);
    const { secret, page } = await shop.order(goods);
    await setStatus('noam', state, state === 'closed' ? undefined : 'secret code');
    expect((await shop.place(body)).status).toBe(state === 'closed' ? 503 : 403);
    // However its address is written.
    const masked = { host, method: 'POST', path: '/api/orders/%63reate', body } as const;
    expect((await site.call(masked)).status).toBe(state === 'closed' ? 503 : 403);
    expect([await of('/cancellation'), await of(`/order/${secret}`), await of('/payment/return')]).toEqual([
      200, 200, 200,
    ]);
    await pay(site.port, page, CARDS.approved);
    expect((await shop.ask(secret)).json()).toMatchObject({ status: 'accepted' });
    const nothing = '00000000-0000-4000-8000-000000000000';
    expect([await of(`/success?order=${secret}`), await of(`/api/orders/papers/${nothing}?secret=${secret}`)]).toEqual([
      302, 404,
    ]);
    // What messages lead to: of orders, visits, reviews and offered vehicles.
    for (const path of ['booking', 'review', 'trade-in', 'api/trade-ins/photos'])
      expect(await of(`/${path}/nothing`), path).toBe(404);
    expect([await of(`/review/${secret}`), await of(`/review/${secret}.data`)]).toEqual([200, 200]);
    const notice = { type: 'cancellation', name: 'דנה לוי', phone: '050-1234567', message: '' };
    expect((await shop.post('/api/contacts', notice)).status).toBe(200);
    // Nothing new is begun, and what isn't there doesn't draw the store.
    for (const path of ['/booking', '/trade-in', '/category', '/icons/nothing', '/preview/a/b', '/assets/nothing.js'])
      expect(await of(path), path).toBe(state === 'closed' ? 503 : 200);
    expect((await site.call({ host, path: '/icons/nothing' })).text).toContain(
      state === 'closed' ? 'החנות סגורה כרגע' : 'האתר בבנייה',
    );
    expect((await site.call({ host, path: '/cancellation' })).headers['x-robots-tag']).toContain('noindex');
    await setStatus('noam', 'open');
  }
});

test('a store that is closed for a time says until when and why, and opens by itself', async () => {
  const host = 'sela.localhost';
  const now = site.deps.now;
  try {
    await setStatus('sela', 'closed', undefined, { until: '2099-04-01 08:00', message: 'חופשת פסח <b>שמחה</b>' });
    site.deps.now = () => new Date('2099-04-01T04:30:00Z');
    const { status, text, headers } = await site.call({ host, path: '/' });
    expect([status, headers['retry-after']]).toEqual([503, '1800']);
    expect(text).toContain('חופשת פסח &#60;b&#62;שמחה&#60;/b&#62;');
    expect(text).toContain('נפתח שוב ב־<bdi>01/04/2099</bdi> בשעה <bdi>08:00</bdi>');
    site.deps.now = () => new Date('2099-04-01T05:00:00Z');
    expect((await site.call({ host, path: '/' })).text).toContain('id="content"');
  } finally {
    site.deps.now = now;
    await setStatus('sela', 'open');
  }
  for (const [status, closing, reason] of [
    ['open', { until: '2099-04-01' }, /are of a store that is closed/],
    ['closed', { until: '2020-01-01' }, /is past/],
    ['closed', { until: '2099-03-27 02:30 ' }, /is a moment in Israel/],
    ['closed', { until: 'tomorrow' }, /is a moment in Israel/],
    ['closed', { message: ' ' }, /--message/],
  ] as const)
    await expect(setStatus('sela', status, undefined, closing)).rejects.toThrow(reason);
  expect((await site.call({ host, path: '/' })).status).toBe(200);
});
