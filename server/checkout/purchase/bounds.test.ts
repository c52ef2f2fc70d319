import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carryOut } from '#server/checkout/payments/carry-out-refunds.ts';
import { refundOrder } from '#server/checkout/payments/refund-order.ts';
import { endUnpaidOrders } from '#server/checkout/purchase/end-unpaid-orders.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { clock } from '../../../tests/support/clock.ts';
import { signUp } from '../../../tests/support/customers.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';

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
const codeOf = (reply: { json: <T>() => T }) => reply.json<{ error_code?: string }>().error_code;

test('a deposit is never more than the order costs', async () => {
  const goods = await piece(db);
  await db.query('update products set deposit_agorot = $2 where uuid = $1', [goods.product, goods.price * 3]);
  app.deps.cache.clear();
  const { order } = await shop.order(goods, { payment_method: 'deposit' });
  expect(order.amount_to_pay).toBe(order.total_order_price);
});

test.each([
  { street: 'ת.ד. 123', house: '4' },
  { street: '', house: 'ת״ד 123' },
])('no courier comes to a post box: %j', async (place) => {
  const body = await shop.orderBody(await piece(db), { branch_id: null });
  const { rows } = await db.query(
    `insert into delivery_types (store_uid, key, kind, name, price_agorot, product_kinds, position)
     select uuid, gen_random_uuid()::text, 'COURIER', 'שליח', 0, '{VEHICLE}', 95 from stores where key = 'raam' returning uuid`,
  );
  app.deps.cache.clear();
  const send = (address: typeof place) =>
    shop.place({ ...body, delivery_type_id: rows[0].uuid, address: { ...NO_ADDRESS, ...address } });
  const refused = (await send(place)).json<{ error_code: string; message: string; fields: object[] }>();
  expect(refused).toMatchObject({ error_code: 'ADDRESS_REQUIRED', message: expect.stringContaining('תא דואר') });
  expect(refused.fields).toHaveLength(1);
  expect(codeOf(await send({ street: 'תדהר', house: '4' }))).toBeUndefined();
});
const NO_ADDRESS = { city: 'חיפה', entrance: '', floor: '', apartment: '', postal_code: '', remarks: '' };

test('a hold is extended ten times, and then no more', async () => {
  const goods = await piece(db, { stock: 1 });
  const { secret } = await shop.order(goods);
  for (let times = 0; times < 10; times += 1) {
    time.pass(29);
    expect((await shop.post('/api/orders/extend-hold', { secret })).status).toBe(200);
  }
  time.pass(20);
  expect(codeOf(await shop.post('/api/orders/extend-hold', { secret }))).toBe('HOLD_NOT_EXTENDABLE');
  time.pass(11);
  await endUnpaidOrders(tools());
  expect((await shop.find(secret)).status).toBe('cancelled');
});

test('the database keeps no line that is reduced by more than it costs, or raised', async () => {
  const { order } = await shop.order(await piece(db), {});
  const reduceTo = (sum: string) =>
    db.query(`update order_lines set discount_agorot = ${sum} where order_uid = $1`, [order.uuid]);
  await reduceTo('price_agorot * quantity');
  await expect(reduceTo('price_agorot * quantity + 1')).rejects.toThrow('order_lines_sum');
  await expect(reduceTo('-1')).rejects.toThrow('order_lines_sum');
});

test('a refund is asked for once, whatever came of it', async () => {
  const { order, page } = await shop.order(await piece(db));
  await pay(app.port, page, CARDS.approved);
  const { sandbox } = app.deps.payment;
  if (!sandbox) throw new Error('there is no sandbox');
  const { refund } = sandbox;
  let questions = 0;
  sandbox.refund = async (request) => {
    questions += 1;
    return refund(request);
  };
  const outcome = await refundOrder(tools(), order.uuid, { amountAgorot: 100, actor: 'operator:test', reason: '' });
  for (const status of ['done', 'refused', 'unknown', 'asked']) {
    await db.query('update refunds set status = $2 where uuid = $1', [outcome.uuid, status]);
    await carryOut(tools(), outcome.uuid);
  }
  sandbox.refund = refund;
  expect(questions).toBe(1);
});

test('a picture is made at the widths of the list, and at no other', async () => {
  const name = `${'a1'.repeat(16)}.png`;
  const drawn = sharp({ create: { width: 400, height: 300, channels: 3, background: '#a33' } });
  await app.deps.storage.put(name, await drawn.png().toBuffer());
  const at = async (width: number | string) => (await app.call({ path: `/media/${name}/${width}` })).status;
  expect([await at(160), await at(320)]).toEqual([200, 200]);
  for (const width of [0, 1, 161, 319, 5_000, '320.5', '320px', '-320', '1e3'])
    expect([width, await at(width)]).toEqual([width, 404]);
});

test('a variant that was withdrawn is not sold, also to who has it in the cart', async () => {
  const goods = await piece(db);
  const body = await shop.orderBody(goods);
  await db.query('update variants set active = false where uuid = $1', [goods.variant]);
  const refused = await shop.place(body);
  expect([refused.status, codeOf(refused)]).toEqual([422, 'CART_CHANGED']);
  expect((await shop.calculate({ cart: body.cart })).errors).toHaveLength(1);
});

test('erasing an account leaves neither its garage nor its tokens', async () => {
  const { who, customer, bearer } = await signUp(app);
  await db.query(
    `insert into garage_vehicles (customer_uid, vehicle_uid) select $1, uuid from products where kind = 'VEHICLE' order by uuid limit 1`,
    [customer.uuid],
  );
  const left = async () =>
    Promise.all(
      ['garage_vehicles', 'customer_tokens'].map(
        async (table) => (await db.query(`select 1 from ${table} where customer_uid = $1`, [customer.uuid])).rowCount,
      ),
    );
  expect(await left()).toEqual([1, 1]);
  const reply = await who.post('/customer/customers/delete-account', { confirm: true }, bearer);
  expect(reply.status).toBe(200);
  expect(await left()).toEqual([0, 0]);
});
