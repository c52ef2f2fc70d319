import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import { cancelOrder } from '#server/checkout/fulfilment/advance-order.ts';
import { refundOrder } from '#server/checkout/payments/refund-order.ts';
import { endUnpaidOrders } from '#server/checkout/purchase/end-unpaid-orders.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { clock } from '../../../tests/support/clock.ts';
import { provedGuest, signUp } from '../../../tests/support/customers.ts';
import { CARDS, orderPhone, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { noSales, saleOf } from '../../../tests/support/sales.ts';

const time = clock();
let app: TestApp;
let shop: ReturnType<typeof shopper>;
let db: TestApp['connection']['pool'];

beforeAll(async () => {
  app = await startApp({ deps: { now: time.now }, env: { TRUST_PROXY: '1' } });
  shop = shopper(app.port);
  db = app.connection.pool;
});
afterAll(() => app.close());
beforeEach(() => noSales(app));

type Body = Awaited<ReturnType<typeof shop.orderBody>>;
type Refused = { error_code: string; details?: CalcCart };
const by = (body: Body, phone = orderPhone()): Body => ({
  ...body,
  customer: { ...body.customer, phone, email: `${phone.replace(/\D/g, '').slice(-9)}@example.com` },
});
const count = (replies: { status: number }[]) => replies.filter(({ status }) => status === 200).length;
const one = async (sql: string, values: unknown[] = []) => (await db.query(sql, values)).rows[0];
const expire = () => endUnpaidOrders({ ...app.deps, log: app.app.log });

test('a hundred buyers of the last five pieces buy exactly five', { timeout: 120_000 }, async () => {
  const goods = await piece(db, { stock: 5 });
  const body = await shop.orderBody(goods);
  const replies = await Promise.all(Array.from({ length: 100 }, () => shop.place(by(body))));
  expect(count(replies)).toBe(5);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 422]));
  const sold = await one(
    'select sum(quantity)::int sold, (select stock from variants where uuid = $1) left_over from order_lines where variant_uid = $1',
    [goods.variant],
  );
  expect(sold).toEqual({ sold: 5, left_over: 0 });
});

test('of a hundred uses of a coupon for ten, exactly ten', { timeout: 120_000 }, async () => {
  const sale = await saleOf(app, { uses_limit: 10 }, 'TEN');
  const body = await shop.orderBody(await piece(db, { stock: 500 }), { coupons: [{ code: 'TEN' }] });
  const replies = await Promise.all(Array.from({ length: 100 }, () => shop.place(by(body))));
  expect(count(replies)).toBe(10);
  const refused = replies.find(({ status }) => status !== 200)?.json<Refused>();
  expect(refused).toMatchObject({
    error_code: 'CART_CHANGED',
    details: { errors: [{ error_code: 'COUPON_USED_UP' }] },
  });
  expect(await one('select uses from sales where uuid = $1', [sale])).toEqual({ uses: 10 });
  expect(await one('select count(*)::int from order_discounts where sale_uid = $1', [sale])).toEqual({ count: 10 });
});

test('a code for one use is used once, and comes back with the order that ends unpaid', async () => {
  await saleOf(app, {}, 'ONCE');
  await db.query(`update coupons set uses_limit = 1 where code = 'ONCE'`);
  const goods = await piece(db, { stock: 9 });
  const body = await shop.orderBody(goods, { coupons: [{ code: 'ONCE' }] });
  expect(count(await Promise.all(Array.from({ length: 6 }, () => shop.place(by(body)))))).toBe(1);
  const pricing = await shop.calculate({ cart: body.cart, coupons: body.coupons });
  expect(pricing.errors).toMatchObject([{ error_code: 'COUPON_USED_UP', id: 'ONCE' }]);
  time.pass(31);
  await expire();
  expect((await shop.place(by(body))).status).toBe(200);
  expect(await one(`select uses from coupons where code = 'ONCE'`)).toEqual({ uses: 1 });
});

test('once for each customer: by the phone of a guest, however many orders come at once', async () => {
  await saleOf(app, { uses_per_customer: 1 }, 'HELLO');
  const body = await shop.orderBody(await piece(db, { stock: 50 }), { coupons: [{ code: 'HELLO' }] });
  const [phone, other] = [orderPhone(), orderPhone()];
  const replies = await Promise.all(
    [...Array<string>(4).fill(phone), other].map((who, i) =>
      shop.place(by(body, i % 2 ? who : who.replace('0', '+972 '))),
    ),
  );
  expect(count(replies)).toBe(2);
  const refused = replies.find(({ status }) => status !== 200)?.json<Refused>();
  expect(refused?.details).toMatchObject({ coupons: [], errors: [{ error_code: 'COUPON_USED_UP' }] });
  // The way on: the same order for the price without the coupon.
  const again = by({ ...body, coupons: [], total_order_price: refused?.details?.total_order_price ?? 0 }, phone);
  expect((await shop.place(again)).status).toBe(200);
});

test('once for each customer: what the phone of an account has had as a guest counts, whatever phone it orders by', async () => {
  await saleOf(app, { uses_per_customer: 1 }, 'ONCE');
  const body = await shop.orderBody(await piece(db, { stock: 50 }), { coupons: [{ code: 'ONCE' }] });
  const { phone, bearer } = await signUp(app);
  expect((await shop.place(by(body, phone))).status).toBe(200);
  const other = await shop.post('/api/orders/create', by(body), { 'idempotency-key': randomUUID(), ...bearer });
  expect(other.status).toBe(422);
});

test('once for each customer comes back with all of the money', async () => {
  await saleOf(app, { uses_per_customer: 1 }, 'AGAIN');
  const body = await shop.orderBody(await piece(db, { stock: 5 }), { coupons: [{ code: 'AGAIN' }] });
  const first = await shop.place(body, randomUUID());
  expect((await shop.place(body, randomUUID())).status).toBe(422);
  const { order, payment } = first.json<CreateOrderReply>();
  await pay(app.port, new URL(payment?.url ?? '').pathname, CARDS.approved);
  await refundOrder({ ...app.deps, log: app.app.log }, order.uuid, { actor: 'operator:test', reason: '' });
  expect((await shop.place(body, randomUUID())).status).toBe(200);
});

test('a use comes back with all of the money, also where the goods stay gone, and of a cancelled order not twice', async () => {
  await saleOf(app, {}, 'BACK');
  const body = await shop.orderBody(await piece(db, { stock: 5 }), { coupons: [{ code: 'BACK' }] });
  const uses = async () => (await one(`select uses from coupons where code = 'BACK'`)).uses;
  const tools = { ...app.deps, log: app.app.log };
  const operator = { actor: 'operator:test', reason: '' };
  const paid: string[] = [];
  for (let more = 0; more < 3; more++) {
    const { order, payment } = (await shop.place(by(body))).json<CreateOrderReply>();
    await pay(app.port, new URL(payment?.url ?? '').pathname, CARDS.approved);
    paid.push(order.uuid);
  }
  const [provided = '', cancelled = ''] = paid;
  await db.query(`update orders set status = 'provided' where uuid = $1`, [provided]);
  await refundOrder(tools, provided, operator);
  expect(await uses()).toBe(2);
  await app.deps.db.transaction((tx) => cancelOrder(tools, tx, cancelled, operator));
  await refundOrder(tools, cancelled, operator);
  expect(await uses()).toBe(1);
});

test('free delivery is used up by what would have cost something, not by what is free anyway', async () => {
  const sale = await saleOf(app, { kind: 'FREE_DELIVERY', amount: 0, uses_per_customer: 1 }, 'SEND');
  const uses = async () => (await one('select uses from sales where uuid = $1', [sale])).uses;
  const guest = orderPhone();
  const free = by(await shop.orderBody(await piece(db), { coupons: [{ code: 'SEND' }] }), guest);
  const { cart, coupons, delivery_type_id, address } = free;
  const shown = await shop.calculate({ cart, coupons, delivery_type_id });
  expect([shown.delivery?.first_price, shown.coupons.map(({ code }) => code)]).toEqual([0, ['SEND']]);
  expect((await shop.place(free)).status).toBe(200);
  expect(await uses()).toBe(0);

  const type = await one(
    `insert into delivery_types (store_uid, key, kind, name, price_agorot, product_kinds, position)
     select uuid, 'carrier-tried', 'COURIER', 'מוביל', 50000, '{VEHICLE}', 91 from stores where key = 'raam' returning uuid`,
  );
  app.deps.cache.clear();
  const sent = { ...free, delivery_type_id: type.uuid, address, branch_id: null };
  expect((await shop.place(sent)).status).toBe(200);
  expect(await uses()).toBe(1);
  expect((await shop.place({ ...sent, remarks: 'שוב' })).json<Refused>().error_code).toBe('CART_CHANGED');
  await db.query('update delivery_types set active = false where uuid = $1', [type.uuid]);
  app.deps.cache.clear();
});

test('a sale for each customer once that comes by itself is told with the new sum', async () => {
  await saleOf(app, { uses_per_customer: 1 });
  const body = by(await shop.orderBody(await piece(db, { stock: 5 })));
  expect((await shop.place(body)).status).toBe(200);
  const refused = await shop.place(body, randomUUID());
  const sum = refused.json<Refused>().details?.total_order_price ?? 0;
  expect([refused.status, sum > body.total_order_price]).toEqual([422, true]);
  expect((await shop.place({ ...body, total_order_price: sum })).status).toBe(200);
});

test('five unpaid orders of a phone may be open, whatever comes at once; a paid or ended one makes room', async () => {
  const body = await shop.orderBody(await piece(db, { stock: 50 }));
  const replies = await Promise.all(Array.from({ length: 12 }, () => shop.place(body)));
  expect(count(replies)).toBe(5);
  const refused = replies.find(({ status }) => status !== 200);
  expect(refused?.json<Refused>().error_code).toBe('TOO_MANY_OPEN_ORDERS');
  expect((await shop.place(by(body))).status).toBe(200);
  await shop.post('/api/orders/release', {
    secret: replies.find(({ status }) => status === 200)?.json<{ secret: string }>().secret,
  });
  expect((await shop.place(body)).status).toBe(200);
  expect((await shop.place(body)).status).toBe(422);
});

test('what staff offer a customer takes none of the customer’s own places', async () => {
  const body = await shop.orderBody(await piece(db, { stock: 50 }));
  const { phone, bearer } = await signUp(app);
  await db.query(`insert into staff (name, email, passkey_handle) values ('רון', 'ron@example.com', 'x')`);
  for (let offer = 0; offer < 5; offer += 1) {
    const purchase = (await shop.place(by(body, phone))).json<CreateOrderReply>();
    await db.query(
      `update orders set placed_by_uid = (select uuid from staff limit 1), customer_uid = (select uuid from customers where phone = orders.phone and store_uid = orders.store_uid)
       where uuid = $1`,
      [purchase.order.uuid],
    );
  }
  const ownReply = await shop.post('/api/orders/create', by(body, phone), {
    'idempotency-key': randomUUID(),
    ...bearer,
  });
  expect(ownReply.json<Refused>().error_code).toBeUndefined();
  expect((await shop.place(by(body, phone))).status).toBe(200);
});

test('unpaid orders that a stranger opens with somebody’s phone keep its owner from nothing, signed in or not', async () => {
  const body = await shop.orderBody(await piece(db, { stock: 50 }));
  const { phone, bearer } = await signUp(app);
  const from = (address: string, more: Record<string, string> = {}) =>
    shop.post('/api/orders/create', by(body, phone), {
      'idempotency-key': randomUUID(),
      'x-forwarded-for': address,
      ...more,
    });
  for (let order = 0; order < 5; order += 1) expect((await from('198.51.100.60')).status).toBe(200);
  expect((await from('198.51.100.60')).json<Refused>().error_code).toBe('TOO_MANY_OPEN_ORDERS');
  expect((await from('198.51.100.61')).status).toBe(200);
  // By the account, also behind the stranger's own address; and one at a time, since an open order comes first.
  const ownReplies = await Promise.all(Array.from({ length: 7 }, () => from('198.51.100.60', bearer)));
  expect(count(ownReplies)).toBe(1);
  expect(
    new Set(ownReplies.filter(({ status }) => status !== 200).map((reply) => reply.json<Refused>().error_code)),
  ).toEqual(new Set(['ORDER_OPEN']));
});

test('once for each customer: an invented phone makes nobody another one, the e-mail address counts, too', async () => {
  await saleOf(app, { uses_per_customer: 1 }, 'MAIL');
  const body = await shop.orderBody(await piece(db, { stock: 50 }), { coupons: [{ code: 'MAIL' }] });
  const as = (email: string) => ({ ...body, customer: { ...body.customer, phone: orderPhone(), email } });
  const replies = await Promise.all(
    ['one@example.com', 'One@Example.com', 'ONE@example.com', 'other@example.com'].map((email) =>
      shop.place(as(email)),
    ),
  );
  expect(count(replies)).toBe(2);
  expect((await shop.place(as('Two@Example.com'))).status).toBe(200);
  expect((await shop.place(as('two@example.com'))).status).toBe(422);
  expect((await shop.place(as('one@example.com'))).json<Refused>()).toMatchObject({
    error_code: 'CART_CHANGED',
    details: { errors: [{ error_code: 'COUPON_USED_UP' }] },
  });
});

test('twenty-five of a network address', { timeout: 60_000 }, async () => {
  const body = await shop.orderBody(await piece(db, { stock: 90 }));
  const from = (address: string) =>
    shop.post('/api/orders/create', by(body), { 'idempotency-key': randomUUID(), 'x-forwarded-for': address });
  const replies = await Promise.all(Array.from({ length: 27 }, () => from('198.51.100.7')));
  expect(count(replies)).toBe(25);
  expect((await from('198.51.100.8')).status).toBe(200);
  // Whoever is signed in is told apart by the account, also with another's phone.
  const { bearer } = await signUp(app);
  const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': '198.51.100.7', ...bearer };
  expect((await shop.post('/api/orders/create', by(body), headers)).status).toBe(200);
  const result = await db.query<{ placed_from: string }>(
    'select distinct placed_from from orders where placed_from is not null',
  );
  expect(result.rows.some(({ placed_from }) => placed_from.includes('198.51'))).toBe(false);
});

test('an order that waits for a lender is confirmed, keeps its goods for three business days, and then ends with a word', async () => {
  const goods = await piece(db, { stock: 2 });
  const { order } = await shop.order(goods, { payment_method: 'financing', ...(await provedGuest(app)) });
  const sentMessages = async () =>
    (
      await db.query<{ channel: string; body: string }>(
        'select o.channel, o.body from outbox o join orders r on r.email = o.recipient or r.phone = o.recipient where r.uuid = $1 order by o.created_at, o.channel',
        [order.uuid],
      )
    ).rows;
  expect(order).toMatchObject({ status: 'payment', amount_to_pay: 0 });
  const days = (Date.parse(order.hold_until ?? '') - Date.parse(order.created_at)) / 86_400_000;
  expect([3, 5]).toContain(Math.round(days));
  expect(
    (await sentMessages()).some(
      ({ channel, body }) => channel === 'email' && body.includes(order.number) && body.includes('/order/'),
    ),
  ).toBe(true);

  time.pass(2 * 24 * 60);
  await expire();
  expect(await one('select status from orders where uuid = $1', [order.uuid])).toEqual({ status: 'payment' });
  time.pass(Math.round(days - 2) * 24 * 60 + 1);
  await expire();
  expect(await one('select status from orders where uuid = $1', [order.uuid])).toEqual({ status: 'cancelled' });
  expect(await one('select stock from variants where uuid = $1', [goods.variant])).toEqual({ stock: 2 });
  expect((await sentMessages()).filter(({ body }) => body.includes('בלי חיוב'))).toHaveLength(2);
});

test('a store may keep goods longer for a lender', async () => {
  const days = (settings: string) =>
    db.query(`update stores set settings = ${settings} where key = 'raam'`).then(() => app.deps.cache.clear());
  await days(`jsonb_set(settings, '{purchase,hold_days}', '10')`);
  const { order } = await shop.order(await piece(db), { payment_method: 'financing', ...(await provedGuest(app)) });
  expect(Date.parse(order.hold_until ?? '') - Date.parse(order.created_at)).toBeGreaterThan(11 * 86_400_000);
  await days(`settings #- '{purchase,hold_days}'`);
});

test('an order that costs nothing is confirmed', async () => {
  await saleOf(app, { amount: 10_000 }, 'GIFT');
  const { order } = await shop.order(await piece(db), { coupons: [{ code: 'GIFT' }], ...(await provedGuest(app)) });
  const sent = await one('select count(*)::int from outbox where body like $1', [`%${order.number}%`]);
  expect([order.status, order.hold_until, sent.count]).toEqual(['accepted', null, 2]);
});
