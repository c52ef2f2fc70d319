import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreateOrderReply, Order } from '#contract/checkout/orders.ts';
import { GatewayUnreachable } from '#domain/money/gateway-errors.ts';
import { cancelOrder } from '#server/checkout/fulfilment/advance-order.ts';
import { endUnpaidOrders } from '#server/checkout/purchase/end-unpaid-orders.ts';
import { forgetOldKeys } from '#server/checkout/purchase/insert.ts';
import { sandboxProvider } from '#server/providers/payment/sandbox/client.ts';
import { SECRET, startApp, type TestApp } from '../../../tests/support/app.ts';
import { clock } from '../../../tests/support/clock.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { saleOf } from '../../../tests/support/sales.ts';
import { freePort } from '../../../tests/support/site.ts';

const time = clock();
let app: TestApp;
let shop: ReturnType<typeof shopper>;
let db: TestApp['connection']['pool'];

beforeAll(async () => {
  app = await startApp({ deps: { now: time.now } });
  shop = shopper(app.port);
  db = app.connection.pool;
});
afterAll(() => app.close());

const tools = () => ({ ...app.deps, log: app.app.log });
const stockOf = async (variant: string) =>
  (await db.query('select stock from variants where uuid = $1', [variant])).rows[0].stock;

test('goods of many unpaid orders return once, though two processes look at the same time', async () => {
  const goods = [await piece(db, { stock: 20 }), await piece(db, { stock: 20 })];
  const purchases = await Promise.all(
    Array.from({ length: 6 }, (_, i) => goods[i % 2]).map((one) => one && shop.order(one)),
  );
  expect(await Promise.all(goods.map((one) => stockOf(one.variant)))).toEqual([17, 17]);
  const paid = purchases[0];
  await pay(app.port, paid?.page ?? '', CARDS.lateWebhook);
  time.pass(31);
  await Promise.all([endUnpaidOrders(tools()), endUnpaidOrders(tools()), endUnpaidOrders(tools())]);
  expect(await Promise.all(goods.map((one) => stockOf(one.variant)))).toEqual([19, 20]);
  const states = await Promise.all(purchases.map(async (one) => (await shop.find(one?.secret ?? '')).status));
  expect(states).toEqual(['accepted', ...Array(5).fill('cancelled')]);
});

test('a key of yesterday makes a new order, and is forgotten in time', async () => {
  const body = await shop.orderBody(await piece(db));
  const first = await shop.place(body, 'key-of-yesterday');
  time.pass(24 * 60 + 1);
  const second = await shop.place(body, 'key-of-yesterday');
  const ids = [first, second].map((reply) => reply.json<CreateOrderReply>().order.uuid);
  expect(new Set(ids).size).toBe(2);
  // What is refused a day later is no repeat of it, either.
  time.pass(24 * 60 + 1);
  const refused = await shop.place({ ...body, total_order_price: 1 }, 'key-of-yesterday');
  expect([refused.status, refused.json<{ error_code: string }>().error_code]).toEqual([422, 'CART_CHANGED']);
  time.pass(24 * 60 + 1);
  await forgetOldKeys(tools());
  expect((await db.query('select 1 from idempotency_keys')).rowCount).toBe(0);
});

test('a hold can be extended, and coupon uses come back when it ends', async () => {
  await saleOf(app, { name: 'held', amount: 500, uses_limit: 1 }, 'HELD');
  const uses = async () => (await db.query(`select uses from sales where name = 'held'`)).rows[0].uses;
  const goods = await piece(db, { stock: 1 });
  const { secret, page } = await shop.order(goods, { coupons: [{ code: 'HELD' }] });
  expect(await uses()).toBe(1);
  time.pass(25);
  expect((await shop.post('/api/orders/extend-hold', { secret })).status).toBe(200);
  time.pass(10);
  await endUnpaidOrders(tools());
  expect((await shop.find(secret)).status).toBe('payment');
  time.pass(21);
  const ended = await shop.post('/api/orders/extend-hold', { secret });
  expect([ended.status, ended.json<{ error_code: string }>().error_code]).toEqual([422, 'ORDER_EXPIRED']);
  await endUnpaidOrders(tools());
  expect([(await shop.find(secret)).status, await uses(), await stockOf(goods.variant)]).toEqual(['cancelled', 0, 1]);
  expect((await shop.post('/api/orders/extend-hold', { secret })).status).toBe(422);
  const linked = await shop.order(await piece(db));
  const tomorrow = new Date(time.now().getTime() + 86_400_000);
  await db.query('update orders set hold_until = $2 where uuid = $1', [linked.order.uuid, tomorrow]);
  const extended = await shop.post('/api/orders/extend-hold', { secret: linked.secret });
  expect(extended.json<Order>().hold_until).toBe(tomorrow.toISOString());
  await pay(app.port, page, CARDS.approved);
  expect([(await shop.find(secret)).status, await uses(), await stockOf(goods.variant)]).toEqual(['accepted', 1, 0]);
});

test('a shopper who changes the details gives the order up and gets the last piece again', async () => {
  const goods = await piece(db, { stock: 1 });
  const first = await shop.order(goods);
  const giveReply = await shop.post('/api/orders/release', { secret: first.secret });
  expect([giveReply.status, giveReply.json<Order>().status]).toEqual([200, 'cancelled']);
  await pay(app.port, first.page, CARDS.approved);
  const second = await shop.order(goods);
  await pay(app.port, second.page, CARDS.approved);
  expect((await shop.post('/api/orders/release', { secret: second.secret })).status).toBe(422);
  expect([(await shop.find(first.secret)).status, (await shop.find(second.secret)).status]).toEqual([
    'cancelled',
    'accepted',
  ]);
  expect(await stockOf(goods.variant)).toBe(0);
});

test('a page that no gateway could close, paid after its shopper gave the order up, buys the goods that are still there', async () => {
  const goods = await piece(db, { stock: 1 });
  const { order, secret, page } = await shop.order(goods);
  expect((await shop.post('/api/orders/release', { secret })).json<Order>().status).toBe('cancelled');
  await db.query(`update sandbox.pages set state = 'open' where uuid = $1`, [page.slice(3)]);
  await pay(app.port, page, CARDS.approved);
  expect([(await shop.find(secret)).status, await stockOf(goods.variant)]).toEqual(['accepted', 0]);
  const back = 'select 1 from refunds r join payments p on p.uuid = r.payment_uid where p.order_uid = $1';
  expect((await db.query(back, [order.uuid])).rowCount).toBe(0);
});

test('a hold that is extended at its last moment goes on, though the job has asked the gateway already', async () => {
  const goods = await piece(db, { stock: 1 });
  const { order, secret } = await shop.order(goods);
  const { sandbox } = app.deps.payment;
  if (!sandbox) throw new Error('there is no sandbox');
  time.pass(31);
  const until = new Date(time.now().getTime() + 30 * 60_000);
  app.deps.payment.sandbox = {
    ...sandbox,
    async fetchResult(page) {
      await db.query('update orders set hold_until = $2 where uuid = $1', [order.uuid, until]);
      return sandbox.fetchResult(page);
    },
  };
  await endUnpaidOrders(tools());
  app.deps.payment.sandbox = sandbox;
  expect(await shop.find(secret)).toMatchObject({ status: 'payment', hold_until: until.toISOString() });
  expect(await stockOf(goods.variant)).toBe(0);
});

test('once the hold has ended, or staff have cancelled, no page is opened to pay on, before the job has had its turn', async () => {
  const goods = await piece(db, { stock: 2 });
  const [ended, cancelled] = [await shop.order(goods), await shop.order(goods)];
  const staff = { actor: 'operator:test', reason: 'מחיר שגוי' };
  const link = async (secret: string) => {
    const reply = await shop.post('/api/receipts/get-payment-link', { secret });
    return [reply.status, reply.json<{ error_code?: string }>().error_code];
  };
  expect(await link(cancelled.secret)).toEqual([200, undefined]);
  await app.deps.db.transaction((tx) => cancelOrder(tools(), tx, cancelled.order.uuid, staff));
  expect(await link(cancelled.secret)).toEqual([422, 'ORDER_EXPIRED']);
  time.pass(31);
  expect(await link(ended.secret)).toEqual([422, 'ORDER_EXPIRED']);
  expect((await shop.find(ended.secret)).status).toBe('payment');
  await endUnpaidOrders(tools());
  expect([(await shop.find(ended.secret)).status, await stockOf(goods.variant)]).toEqual(['cancelled', 2]);
});

test('an order that was paid a moment before it is given up stays paid', async () => {
  const goods = await piece(db, { stock: 1 });
  const { secret, page } = await shop.order(goods);
  await pay(app.port, page, CARDS.lateWebhook);
  const reply = await shop.post('/api/orders/release', { secret });
  expect([reply.status, reply.json<Order>().status]).toEqual([200, 'accepted']);
});

test('while the gateway cannot be asked, goods are kept a quarter of an hour longer; nobody is told then that nothing was charged', async () => {
  const goods = await piece(db, { stock: 2 });
  const [paid, left] = [await shop.order(goods), await shop.order(goods)];
  await pay(app.port, paid.page, CARDS.lateWebhook);
  const up = app.deps.payment.sandbox;
  if (!up) throw new Error('there is no sandbox');
  const down = sandboxProvider({ env: { ...app.deps.env, PORT: await freePort() }, secret: SECRET });
  app.deps.payment.sandbox = down;
  time.pass(31);
  await endUnpaidOrders(tools());
  expect([(await shop.find(paid.secret)).status, await stockOf(goods.variant)]).toEqual(['payment', 0]);
  app.deps.payment.sandbox = up;
  await shop.ask(paid.secret);
  expect((await shop.find(paid.secret)).status).toBe('accepted');

  app.deps.payment.sandbox = down;
  time.pass(16);
  await endUnpaidOrders(tools());
  app.deps.payment.sandbox = up;
  expect([(await shop.find(left.secret)).status, await stockOf(goods.variant)]).toEqual(['cancelled', 1]);
  const { rows } = await db.query(`select body from outbox where order_uid = $1 and about = 'order expired'`, [
    left.order.uuid,
  ]);
  expect(rows).toEqual([{ body: expect.stringContaining('אם חויבתם בכל זאת') }]);
  expect(rows[0].body).not.toContain('לא חויבתם');
});

test('what staff cancel is over at once, also while the gateway cannot be asked', async () => {
  const goods = await piece(db, { stock: 1 });
  const { order, secret } = await shop.order(goods);
  const up = app.deps.payment.sandbox;
  if (!up) throw new Error('there is no sandbox');
  const staff = { actor: 'operator:test', reason: 'מחיר שגוי' };
  await app.deps.db.transaction((tx) => cancelOrder(tools(), tx, order.uuid, staff));
  app.deps.payment.sandbox = sandboxProvider({ env: { ...app.deps.env, PORT: await freePort() }, secret: SECRET });
  await endUnpaidOrders(tools());
  app.deps.payment.sandbox = up;
  expect([(await shop.find(secret)).status, await stockOf(goods.variant)]).toEqual(['cancelled', 1]);
});

test('a gateway that no connection comes about to is asked once in a run, and the goods of others come back', async () => {
  const { sandbox } = app.deps.payment;
  if (!sandbox) throw new Error('there is no sandbox');
  const goods = await piece(db, { stock: 3 });
  const silent = [await shop.order(goods), await shop.order(goods)];
  const other = await shop.order(goods);
  const ids = silent.map(({ order }) => order.uuid);
  await db.query(`update payments set provider = 'silent' where order_uid = any($1)`, [ids]);
  let calls = 0;
  app.deps.payment.silent = {
    ...sandbox,
    fetchResult() {
      calls += 1;
      return Promise.reject(new GatewayUnreachable('fetch failed: UND_ERR_CONNECT_TIMEOUT'));
    },
  };
  time.pass(31);
  await endUnpaidOrders(tools());
  expect([calls, (await shop.find(other.secret)).status, await stockOf(goods.variant)]).toEqual([1, 'cancelled', 1]);
  delete app.deps.payment.silent;
});
