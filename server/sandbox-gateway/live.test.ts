import { afterAll, beforeAll, expect, test } from 'vitest';
import { unpayableStores } from '#server/checkout/payments/payment-page.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { piece, shopper } from '../../tests/support/purchase.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { MODE: 'live' } });
});
afterAll(() => app.close());

test('live mode has no sandbox: not its pages, not its adapter, and the operator is told', async () => {
  const reply = await app.call({ host: 'pay.localhost', path: '/page.css' });
  expect([reply.status, reply.headers['content-type']]).not.toEqual([200, 'text/css; charset=utf-8']);
  expect(app.deps.payment).toEqual({});
  const lines = await unpayableStores(app.deps);
  expect(lines).toHaveLength(7);
  expect(lines).toContain('Store raam takes no payments: its provider "sandbox" is not available in this mode.');
});

test('live mode has no page of the design system, either', async () => {
  expect((await app.call({ path: '/design-system' })).status).toBe(404);
  expect((await app.call({ path: '/contact' })).status).toBe(200);
});

test('a checkout is refused before anything is written', async () => {
  const shop = shopper(app.port);
  const { pool } = app.connection;
  const goods = await piece(pool, { stock: 2 });
  const refused = await shop.place(await shop.orderBody(goods));
  expect([refused.status, refused.json<{ error_code: string }>().error_code]).toEqual([503, 'PAYMENT_PROVIDER_DOWN']);
  const { rows } = await pool.query(
    'select (select count(*) from orders)::int orders, stock from variants where uuid = $1',
    [goods.variant],
  );
  expect(rows).toEqual([{ orders: 0, stock: 2 }]);
});
