import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CreateOrderBody, CreateOrderReply } from '#contract/checkout/orders.ts';
import { advanceOrder } from '#server/checkout/fulfilment/advance-order.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { newPhone, provedGuest, signUp } from '../../../tests/support/customers.ts';
import { type Piece, piece, shopper } from '../../../tests/support/purchase.ts';
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
beforeEach(() => noSales(app));

const financed = (goods: Piece, changes: Partial<CreateOrderBody> & { quantity?: number } = {}) =>
  shop.orderBody(goods, { payment_method: 'financing', ...changes });
const place = (body: CreateOrderBody, headers: Record<string, string> = {}) =>
  shop.post('/api/orders/create', body, { 'idempotency-key': randomUUID(), ...headers });
const codeOf = async (reply: ReturnType<typeof place>) => (await reply).json<{ error_code?: string }>().error_code;
const stockOf = async ({ variant }: Piece) =>
  (await db.query('select stock from variants where uuid = $1', [variant])).rows[0].stock;

test('goods are held without payment for a proved phone only; an invented one holds nothing', async () => {
  const goods = await piece(db, { stock: 5 });
  expect(await codeOf(place(await financed(goods)))).toBe('PHONE_NOT_PROVED');
  expect(await codeOf(place(await financed(goods, { phone_ticket: 'invented' })))).toBe('TICKET_INVALID');
  const { phone_ticket } = await provedGuest(app);
  expect(await codeOf(place(await financed(goods, { phone_ticket })))).toBe('PHONE_NOT_PROVED');
  expect(await stockOf(goods)).toBe(5);

  const body = await financed(goods, await provedGuest(app));
  const key = { 'idempotency-key': randomUUID() };
  const first = (await place(body, key)).json<CreateOrderReply>();
  expect(first.order).toMatchObject({ status: 'payment', amount_to_pay: 0 });
  // The ticket is spent; the same click leads to the same order all the same.
  expect((await place(body, key)).json<CreateOrderReply>().order.uuid).toBe(first.order.uuid);
  expect(await codeOf(place(body))).toBe('ONE_VEHICLE');
  expect(await stockOf(goods)).toBe(4);
});

test('who is signed in has proved the phone of the account, and no other', async () => {
  const goods = await piece(db);
  const { phone, bearer } = await signUp(app);
  const as = (phone: string) => ({ first_name: 'נועה', last_name: 'לוי', phone, email: 'noa@example.com' });
  expect(await codeOf(place(await financed(goods, { customer: as(newPhone()) }), bearer))).toBe('PHONE_NOT_PROVED');
  expect((await place(await financed(goods, { customer: as(phone) }), bearer)).status).toBe(200);
});

test('one vehicle a person counts in all stores of the company: they sell the same goods', async () => {
  const phone = newPhone();
  const body = await financed(await piece(db), await provedGuest(app, phone));
  expect((await place(body)).status).toBe(200);
  const elsewhere = shopper(app.port, 'gal');
  const theirs = await provedGuest(app, phone, 'gal.localhost');
  const goods = await piece(db, { store: 'gal' });
  const second = await elsewhere.orderBody(goods, { payment_method: 'financing', ...theirs });
  expect(await codeOf(elsewhere.place(second))).toBe('ONE_VEHICLE');
});

test('one vehicle a person: neither two in an order nor a second order, until the first is taken up', async () => {
  const goods = await piece(db, { stock: 9 });
  const other = await piece(db, { stock: 9 });
  const { phone, bearer } = await signUp(app);
  const customer = { first_name: 'נועה', last_name: 'לוי', phone, email: 'noa@example.com' };
  expect(await codeOf(place(await financed(goods, { customer, quantity: 2 }), bearer))).toBe(
    'PAYMENT_METHOD_UNAVAILABLE',
  );
  const { order } = (await place(await financed(goods, { customer }), bearer)).json<CreateOrderReply>();
  expect(await codeOf(place(await financed(other, { customer }), bearer))).toBe('ONE_VEHICLE');
  // Paid by card it is no matter of trust.
  const byCard = await place(await shop.orderBody(other, { customer }), bearer);
  expect(byCard.status).toBe(200);
  await shop.post('/api/orders/release', { secret: byCard.json<CreateOrderReply>().secret });
  await app.deps.db.transaction((tx) => advanceOrder(app.deps, tx, order.uuid, { actor: 'operator:test', reason: '' }));
  expect((await place(await financed(other, { customer }), bearer)).status).toBe(200);
});

test('what costs nothing is held for a proved phone only, too, and one vehicle at a time', async () => {
  await saleOf(app, { amount: 10_000 }, 'GIFT');
  const goods = await piece(db, { stock: 5 });
  const body = await shop.orderBody(goods, { coupons: [{ code: 'GIFT' }] });
  expect(await codeOf(place(body))).toBe('PHONE_NOT_PROVED');
  const { phone, bearer } = await signUp(app);
  const mine = { ...body, customer: { ...body.customer, phone } };
  expect((await place(mine, bearer)).json<CreateOrderReply>().order).toMatchObject({ status: 'accepted' });
  expect(await codeOf(place(mine, bearer))).toBe('ONE_VEHICLE');
  expect(await stockOf(goods)).toBe(4);
});

test('what costs nothing is held by a few pieces, however often it is ordered', async () => {
  await saleOf(app, { amount: 10_000 }, 'FREE');
  const goods = await piece(db, { stock: 20 });
  await db.query(`update products set kind = 'ACCESSORY' where uuid = $1`, [goods.product]);
  app.deps.cache.clear();
  const { phone, bearer } = await signUp(app);
  const order = async (quantity: number) => {
    const body = await shop.orderBody(goods, { coupons: [{ code: 'FREE' }], quantity });
    return place({ ...body, customer: { ...body.customer, phone } }, bearer);
  };
  expect(await codeOf(order(11))).toBe('TOO_MANY_UNPAID');
  expect((await order(7)).json<CreateOrderReply>().order).toMatchObject({ status: 'accepted', amount_to_pay: 0 });
  expect(await codeOf(order(4))).toBe('TOO_MANY_UNPAID');
  expect((await order(3)).status).toBe(200);
  expect(await stockOf(goods)).toBe(10);
});

test('beside the one vehicle a few accessories are held without payment', async () => {
  const vehicle = await piece(db);
  let accessory = await piece(db, { stock: 20 });
  while (accessory.product === vehicle.product) accessory = await piece(db, { stock: 20 });
  await db.query(`update products set kind = 'ACCESSORY' where uuid = $1`, [accessory.product]);
  await db.query('update variants set price_agorot = 100 where uuid = $1', [accessory.variant]);
  app.deps.cache.clear();
  const { phone, bearer } = await signUp(app);
  const customer = { first_name: 'נועה', last_name: 'לוי', phone, email: 'noa@example.com' };
  const cart = (quantity: number) => [
    { id: vehicle.variant, quantity: 1 },
    { id: accessory.variant, quantity },
  ];
  const order = async (quantity: number) => {
    const body = await financed(vehicle, { customer, cart: cart(quantity) });
    const { total_order_price } = await shop.calculate({
      cart: body.cart,
      delivery_type_id: body.delivery_type_id,
    });
    return place({ ...body, total_order_price }, bearer);
  };
  expect(await codeOf(order(11))).toBe('TOO_MANY_UNPAID');
  expect((await order(10)).status).toBe(200);
  expect(await stockOf(accessory)).toBe(10);
});

test('goods without a vehicle are not financed, whatever they cost', async () => {
  const goods = await piece(db);
  await db.query(`update products set kind = 'ACCESSORY' where uuid = $1`, [goods.product]);
  app.deps.cache.clear();
  const body = await financed(goods, await provedGuest(app));
  expect(await codeOf(place(body))).toBe('PAYMENT_METHOD_UNAVAILABLE');
  expect(await stockOf(goods)).toBe(5);
});
