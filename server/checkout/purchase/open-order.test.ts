import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import type { CreateOrderReply, OpenOrder } from '#contract/checkout/orders.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, signUp } from '../../../tests/support/customers.ts';
import { CARDS, type Piece, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { noSales, saleOf } from '../../../tests/support/sales.ts';

let app: TestApp;
let shop: ReturnType<typeof shopper>;
let db: TestApp['connection']['pool'];
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '1' } });
  shop = shopper(app.port);
  db = app.connection.pool;
});
afterAll(() => app.close());

type Headers = Record<string, string>;
type Refused = { error_code: string; details?: { secret: string } };

const newKey = () => randomBytes(16).toString('hex');
const place = async (goods: Piece, headers: Headers = {}, more: Record<string, unknown> = {}) =>
  shop.post(
    '/api/orders/create',
    { ...(await shop.orderBody(goods)), ...more },
    { 'idempotency-key': newKey(), ...headers },
  );
const asked = async (body: Record<string, unknown>, headers: Headers = {}, host = 'raam.localhost') => {
  const reply = await app.call({ method: 'POST', host, path: '/api/orders/get-open-order', body, headers });
  return reply.json<{ order: OpenOrder | null }>().order;
};

test('an account places no other order before the one that waits for payment is abandoned or paid', async () => {
  const { bearer } = await signUp(app);
  const first = (await place(await piece(db), bearer)).json<CreateOrderReply>();
  const goods = await piece(db);
  const second = await place(goods, bearer);
  expect([second.status, second.json<Refused>().error_code, second.json<Refused>().details]).toEqual([
    409,
    'ORDER_OPEN',
    { secret: first.secret },
  ]);
  await shop.post('/api/orders/release', { secret: first.secret });
  const third = (await place(goods, bearer)).json<CreateOrderReply>();
  expect(third.order.status).toBe('payment');
  await pay(app.port, new URL(third.payment?.url ?? '').pathname, CARDS.approved);
  expect((await place(goods, bearer)).status).toBe(200);
});

test('an order that staff have placed for the account keeps it from buying nothing', async () => {
  const { bearer } = await signUp(app);
  const quote = (await place(await piece(db), bearer)).json<CreateOrderReply>();
  await db.query(
    `with person as (insert into staff (name, email, passkey_handle) values ('דנה', 'dana@shop.example', 'x') returning uuid)
     update orders set placed_by_uid = person.uuid from person where orders.uuid = $1`,
    [quote.order.uuid],
  );
  expect(await asked({}, bearer)).toBeNull();
  const ownPurchase = (await place(await piece(db), bearer)).json<CreateOrderReply>();
  expect(ownPurchase.order).toMatchObject({ status: 'payment' });
  expect((await asked({}, bearer))?.number).toBe(ownPurchase.order.number);
});

test('of orders that an account places at once there is one', async () => {
  const { bearer } = await signUp(app);
  const goods = await piece(db, { stock: 9 });
  const replies = await Promise.all(Array.from({ length: 5 }, () => place(goods, bearer)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
});

test('a guest’s device that knows of an open order places no other, and one that doesn’t may', async () => {
  const { secret } = await shop.order(await piece(db));
  const goods = await piece(db);
  const refused = await place(goods, {}, { open_order: secret });
  expect([refused.status, refused.json<Refused>().details]).toEqual([409, { secret }]);
  expect((await place(goods)).status).toBe(200);
  expect((await place(goods, {}, { open_order: 'of nobody' })).status).toBe(200);
  // One of another store is none here.
  const elsewhere = shopper(app.port, 'noam');
  const body = { ...(await elsewhere.orderBody(await piece(db, { store: 'noam' }))), open_order: secret };
  expect((await elsewhere.place(body)).status).toBe(200);
});

test('an open order is shown to its account and by its secret or its click’s key, in its own store', async () => {
  const mine = await signUp(app);
  const other = await signUp(app);
  const elsewhere = await signUp(app, caller(app, { host: 'noam.localhost' }), mine.phone);
  const stranger = await shop.order(await piece(db));
  const key = newKey();
  const goods = await piece(db, { stock: 1 });
  const { order, secret } = (await place(goods, { ...mine.bearer, 'idempotency-key': key })).json<CreateOrderReply>();
  const expected = {
    secret,
    number: order.number,
    state: 'open',
    amount_to_pay: order.amount_to_pay,
    hold_until: order.hold_until,
    hold_seconds: expect.any(Number),
    name: order.lines[0]?.name,
    lines_count: 1,
    variants: [goods.variant],
  };
  expect(await asked({}, mine.bearer)).toEqual(expected);
  expect(await asked({ open_order: secret })).toEqual(expected);
  expect(await asked({ click: key })).toEqual(expected);
  expect((await asked({ open_order: stranger.secret }, mine.bearer))?.number).toBe(stranger.order.number);

  for (const nothing of [
    await asked({}),
    await asked({}, other.bearer),
    await asked({ open_order: `${secret}x`, click: newKey() }),
    await asked({}, elsewhere.bearer, 'noam.localhost'),
    await asked({}, mine.bearer, 'noam.localhost'),
    await asked({ open_order: secret, click: key }, {}, 'noam.localhost'),
  ])
    expect(nothing).toBeNull();
  const weak = await app.call({
    method: 'POST',
    path: '/api/orders/get-open-order',
    body: { click: 'key-of-a-program' },
  });
  expect(weak.status).toBe(400);

  await pay(app.port, new URL(await pageOf(secret)).pathname, CARDS.approved);
  expect((await asked({ open_order: secret }))?.state).toBe('done');
  expect(await asked({}, mine.bearer)).toBeNull();
});

const pageOf = async (secret: string) =>
  (await shop.post('/api/receipts/get-payment-link', { secret })).json<{ url: string }>().url;

test('one that was abandoned is not open, and one in doubt is not to be paid', async () => {
  const gone = await shop.order(await piece(db));
  await shop.post('/api/orders/release', { secret: gone.secret });
  expect(await asked({ open_order: gone.secret })).toBeNull();
  const doubted = await shop.order(await piece(db));
  await db.query('update orders set hold_until = null where uuid = $1', [doubted.order.uuid]);
  expect((await asked({ open_order: doubted.secret }))?.state).toBe('review');
  expect((await place(await piece(db), {}, { open_order: doubted.secret })).status).toBe(200);
});

test('one whose cancellation was asked for is shown so, and has no page to pay it on until staff have closed the notice', async () => {
  const { bearer } = await signUp(app);
  const { order, secret } = (await place(await piece(db), bearer)).json<CreateOrderReply>();
  const { phone } = order.customer;
  const form = new URLSearchParams({ name: 'דנה לוי', phone, email: '', message: '', order_number: order.number });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = await app.call({ method: 'POST', path: '/cancellation', headers, body: form.toString() });
  expect(sent.status).toBe(200);
  const states = async () => [(await asked({}, bearer))?.state, (await asked({ open_order: secret }))?.state];
  const link = () => shop.post('/api/receipts/get-payment-link', { secret });
  expect(await states()).toEqual(['cancelling', 'cancelling']);
  const refused = await link();
  expect([refused.status, refused.json<Refused>().error_code]).toEqual([422, 'CANCELLATION_PENDING']);
  // It still comes before another one, and can be abandoned for it.
  expect((await place(await piece(db), bearer)).json<Refused>().error_code).toBe('ORDER_OPEN');

  await db.query(`update leads set state = 'closed', closed_at = now() where kind = 'cancellation'`);
  expect(await states()).toEqual(['open', 'open']);
  expect((await link()).status).toBe(200);
  await db.query(`update leads set state = 'open', closed_at = null where kind = 'cancellation'`);
  expect((await shop.post('/api/orders/release', { secret })).json<{ status: string }>().status).toBe('cancelled');
  expect((await place(await piece(db), bearer)).status).toBe(200);
});

test('what the own open order holds is not missing in the cart; of others’ it is', async () => {
  const goods = await piece(db, { stock: 1 });
  const { bearer } = await signUp(app);
  const { secret } = (await place(goods, bearer)).json<CreateOrderReply>();
  const calc = async (quantity: number, more: Record<string, unknown> = {}, headers: Headers = {}) =>
    (
      await shop.post('/api/sales/calc-cart', { cart: [{ id: goods.variant, quantity }], ...more }, headers)
    ).json<CalcCart>();
  expect((await calc(1)).errors.map(({ error_code }) => error_code)).toEqual(['PRODUCT_UNAVAILABLE']);
  for (const own of [await calc(1, { open_order: secret }), await calc(1, {}, bearer)])
    expect([own.errors, own.cart.map(({ quantity }) => quantity)]).toEqual([[], [1]]);
  const more = await calc(2, { open_order: secret });
  expect([more.errors[0]?.error_code, more.cart[0]?.quantity]).toEqual(['NOT_ENOUGH_STOCK', 1]);
});

test('what has its price on request by now is not given away to whose open order holds a piece', async () => {
  const goods = await piece(db, { stock: 1 });
  const { secret } = (await place(goods)).json<CreateOrderReply>();
  await db.query(
    `update products set price_on_request = true, stock_policy = 'ON_REQUEST', price_agorot = 0 where uuid = $1`,
    [goods.product],
  );
  const cart = await shop.calculate({ cart: [{ id: goods.variant, quantity: 1 }], open_order: secret });
  expect([cart.cart, cart.errors.map(({ error_code }) => error_code)]).toEqual([[], ['PRODUCT_UNAVAILABLE']]);
});

test.each([
  ['the code’s last use', {}, 1],
  ['the sale’s last use', { uses_limit: 1 }, null],
  ['one use for each customer', { uses_per_customer: 1 }, null],
] as const)('%s is not used up to whose open order counts it; to others it is', async (_, values, limit) => {
  await noSales(app);
  await saleOf(app, { amount: 1000, ...values }, 'LAST');
  await db.query(`update coupons set uses_limit = $1 where code = 'LAST'`, [limit]);
  const goods = await piece(db, { stock: 5 });
  const { bearer } = await signUp(app);
  const coupons = [{ code: 'LAST' }];
  const body = await shop.orderBody(goods, { coupons });
  const placed = await shop.post('/api/orders/create', body, { 'idempotency-key': newKey(), ...bearer });
  const { secret, order } = placed.json<CreateOrderReply>();
  const calc = async (more: Record<string, unknown> = {}, headers: Headers = {}) => {
    const cartBody = { cart: body.cart, coupons, delivery_type_id: body.delivery_type_id, ...more };
    const { errors, total_order_price } = (await shop.post('/api/sales/calc-cart', cartBody, headers)).json<CalcCart>();
    return [errors.map(({ error_code }) => error_code), total_order_price];
  };
  const full = order.total_cart_price + order.delivery.final_price;
  for (const own of [
    await calc({ open_order: secret }),
    await calc({}, bearer),
    await calc({ open_order: secret }, bearer),
  ])
    expect(own).toEqual([[], order.total_order_price]);
  if (!('uses_per_customer' in values)) expect(await calc()).toEqual([['COUPON_USED_UP'], full]);

  // A second use is not placed with it, and once it is paid the use is gone to its owner, too.
  const again = { ...body, open_order: secret };
  const beside = await shop.post('/api/orders/create', again, { 'idempotency-key': newKey(), ...bearer });
  expect([beside.status, beside.json<Refused>().error_code]).toEqual([409, 'ORDER_OPEN']);
  await pay(app.port, new URL(await pageOf(secret)).pathname, CARDS.approved);
  expect(await calc({ open_order: secret }, bearer)).toEqual([['COUPON_USED_UP'], full]);
});
