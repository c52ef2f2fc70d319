import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import { sandboxProvider } from '#server/providers/payment/sandbox/client.ts';
import { SECRET, startApp, type TestApp } from '../../../tests/support/app.ts';
import { provedGuest } from '../../../tests/support/customers.ts';
import { orderPhone, piece, shopper } from '../../../tests/support/purchase.ts';
import { saleOf } from '../../../tests/support/sales.ts';
import { freePort } from '../../../tests/support/site.ts';

let app: TestApp;
let shop: ReturnType<typeof shopper>;
let db: TestApp['connection']['pool'];

beforeAll(async () => {
  app = await startApp();
  shop = shopper(app.port);
  db = app.connection.pool;
});
afterAll(() => app.close());

type Refused = { error_code: string; message: string; details?: CalcCart; fields?: { path: string }[] };

async function written() {
  const { rows } = await db.query(
    `select (select count(*) from orders)::int orders, (select count(*) from order_lines)::int lines, (select count(*) from payments)::int payments,
       (select count(*) from idempotency_keys)::int keys, (select sum(stock) from variants)::int stock, (select sum(uses) from sales)::int uses`,
  );
  return rows[0];
}
const stockOf = async (variant: string) =>
  (await db.query('select stock from variants where uuid = $1', [variant])).rows[0].stock;

test('an order holds its goods for half an hour and opens a payment page', async () => {
  const goods = await piece(db, { stock: 3 });
  const { order, secret, payment } = await shop.order(goods, { quantity: 2 });
  expect(order).toMatchObject({
    status: 'payment',
    payment_status: 'pending',
    total_order_price: (2 * goods.price) / 100,
    amount_to_pay: (2 * goods.price) / 100,
    delivery: { branch_address: expect.stringMatching(/\d.*, \S/) },
    business: null,
  });
  expect(order.number).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  expect(order.lines).toMatchObject([{ quantity: 2, price: goods.price / 100 }]);
  expect(Date.parse(order.hold_until ?? '') - Date.parse(order.created_at)).toBe(30 * 60_000);
  expect(order.hold_seconds).toBeGreaterThan(29 * 60);
  expect(order.hold_seconds).toBeLessThanOrEqual(30 * 60);
  expect(payment?.url).toMatch(new RegExp(`^http://pay\\.localhost:${app.port}/p/[0-9a-f-]{36}$`));
  expect(await stockOf(goods.variant)).toBe(1);
  expect(await shop.find(secret)).toEqual({ ...order, hold_seconds: expect.any(Number) });
});

test('what was pasted with marks that nobody sees, or with separators, is what it says', async () => {
  const body = await shop.orderBody(await piece(db), {
    customer: { first_name: 'דנה', last_name: 'לוי', phone: orderPhone(), email: '\u200fa&b@example.com\u202c ' },
    business: { name: 'אב', number: '\u200e51-617915 7' },
  });
  const { order } = (await shop.place(body)).json<CreateOrderReply>();
  expect([order.customer.email, order.business?.number]).toEqual(['a&b@example.com', '516179157']);
});

describe('the same key', () => {
  test('fifty times at once makes one order with one page', { timeout: 90_000 }, async () => {
    const goods = await piece(db, { stock: 60 });
    const body = await shop.orderBody(goods);
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 50 }, () => shop.place(body, key)));
    expect(replies.map((reply) => reply.status)).toEqual(Array(50).fill(200));
    expect(new Set(replies.map((reply) => reply.json<CreateOrderReply>().order.uuid)).size).toBe(1);
    expect(new Set(replies.map((reply) => reply.json<CreateOrderReply>().payment?.url)).size).toBe(1);
    expect(await stockOf(goods.variant)).toBe(59);
  });

  test('with another body is refused, in another store it is another order', async () => {
    const key = randomUUID();
    const body = await shop.orderBody(await piece(db));
    expect((await shop.place(body, key)).status).toBe(200);
    const other = await shop.place({ ...body, remarks: 'אחר' }, key);
    expect([other.status, other.json<Refused>().error_code]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
    const noam = shopper(app.port, 'noam');
    const there = await noam.place(await noam.orderBody(await piece(db, { store: 'noam' })), key);
    expect(there.status).toBe(200);
  });

  test('after a refusal takes the corrected order', async () => {
    const key = randomUUID();
    const body = await shop.orderBody(await piece(db));
    expect((await shop.place({ ...body, total_order_price: 1 }, key)).status).toBe(422);
    expect((await shop.place(body, key)).status).toBe(200);
  });

  test('is required', async () => {
    const reply = await shop.post('/api/orders/create', await shop.orderBody(await piece(db)));
    expect(reply.status).toBe(400);
  });
});

describe('refused, and nothing is written:', () => {
  test('a price that changed since the cart, with the new total', async () => {
    const goods = await piece(db);
    const body = await shop.orderBody(goods);
    await db.query('update variants set price_agorot = $2 where uuid = $1', [goods.variant, goods.price + 100_00]);
    const before = await written();
    const reply = await shop.place(body);
    expect([reply.status, reply.json<Refused>().error_code]).toEqual([422, 'CART_CHANGED']);
    expect(reply.json<Refused>().details?.total_order_price).toBe(goods.price / 100 + 100);
    expect(await written()).toEqual(before);
  });

  test.each<[string, number, string, (body: Awaited<ReturnType<typeof shop.orderBody>>) => Promise<object> | object]>([
    ['a total of their own', 422, 'CART_CHANGED', (body) => ({ ...body, total_order_price: 1 })],
    [
      'a price of their own',
      422,
      'CART_CHANGED',
      (body) => ({ ...body, cart: [{ ...body.cart[0], price: 1 }], total_order_price: 1 }),
    ],
    [
      'a total with three decimals',
      422,
      'CART_CHANGED',
      (body) => ({ ...body, total_order_price: body.total_order_price + 0.001 }),
    ],
    ['quantity −1', 400, 'BAD_REQUEST', (body) => ({ ...body, cart: [{ ...body.cart[0], quantity: -1 }] })],
    [
      'a negative line beside a good one',
      400,
      'BAD_REQUEST',
      (body) => ({ ...body, cart: [...body.cart, { ...body.cart[0], quantity: -1 }] }),
    ],
    ['an empty cart', 400, 'BAD_REQUEST', (body) => ({ ...body, cart: [] })],
    [
      'more than there is',
      422,
      'CART_CHANGED',
      (body) => ({ ...body, cart: [{ ...body.cart[0], quantity: 6 }], total_order_price: body.total_order_price * 6 }),
    ],
    [
      'a product of another store',
      422,
      'CART_CHANGED',
      async (body) => ({ ...body, cart: [{ id: (await piece(db, { store: 'noam' })).variant, quantity: 1 }] }),
    ],
    ['an unknown coupon', 422, 'CART_CHANGED', (body) => ({ ...body, coupons: [{ code: 'NOPE' }] })],
    [
      'a delivery type of another store',
      422,
      'CART_CHANGED',
      async (body) => ({
        ...body,
        delivery_type_id: (
          await db.query(
            `select d.uuid from delivery_types d join stores s on s.uuid = d.store_uid where s.key = 'noam'`,
          )
        ).rows[0].uuid,
      }),
    ],
    ['no branch', 422, 'BRANCH_REQUIRED', (body) => ({ ...body, branch_id: null })],
    ['a branch of nobody', 422, 'BRANCH_REQUIRED', (body) => ({ ...body, branch_id: randomUUID() })],
    ['a wrong phone', 422, 'INVALID_PHONE', (body) => ({ ...body, customer: { ...body.customer, phone: '12345' } })],
    ['a wrong check digit', 400, 'BAD_REQUEST', (body) => ({ ...body, business: { name: 'אב', number: '516179158' } })],
    ['terms not accepted', 400, 'BAD_REQUEST', (body) => ({ ...body, terms_accepted: false })],
    [
      'more instalments than the store gives',
      422,
      'PAYMENT_METHOD_UNAVAILABLE',
      (body) => ({ ...body, payment_method: 'instalments', payments_count: 36 }),
    ],
    [
      'financing of a sum that no lender of the store finances',
      422,
      'PAYMENT_METHOD_UNAVAILABLE',
      async (body) => {
        await db.query('delete from finance_plans');
        app.deps.cache.clear();
        return { ...body, payment_method: 'financing' };
      },
    ],
    [
      'a status that the shopper sends along',
      400,
      'BAD_REQUEST',
      (body) => ({ ...body, status: 'accepted', payment_status: 'paid' }),
    ],
  ])('%s', async (_name, status, code, change) => {
    await db.query(
      `update stores set settings = jsonb_set(settings, '{purchase,max_payments}', '12') where settings ? 'purchase'`,
    );
    const body = await shop.orderBody(await piece(db));
    const changed = await change(body);
    const before = await written();
    const reply = await shop.place(changed);
    expect([reply.status, reply.json<Refused>().error_code]).toEqual([status, code]);
    expect(await written()).toEqual(before);
  });
});

test('twenty buyers of the last piece: one gets it, the others are told', { timeout: 90_000 }, async () => {
  const goods = await piece(db, { stock: 1 });
  const body = await shop.orderBody(goods);
  const replies = await Promise.all(Array.from({ length: 20 }, () => shop.place(body)));
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  for (const reply of replies.filter((one) => one.status !== 200)) {
    expect([reply.status, reply.json<Refused>().error_code]).toEqual([422, 'CART_CHANGED']);
    expect(reply.json<Refused>().details).toMatchObject({ cart: [], errors: [{ error_code: 'PRODUCT_UNAVAILABLE' }] });
  }
  expect(await stockOf(goods.variant)).toBe(0);
  const { rows } = await db.query('select sum(quantity)::int sold from order_lines where variant_uid = $1', [
    goods.variant,
  ]);
  expect(rows[0].sold).toBe(1);
});

/** What an order names is deleted between its calculation and its insert. */
async function placeWhile(deletes: string, uuid: string, place: () => ReturnType<typeof shop.place>) {
  const other = await db.connect();
  await other.query('begin');
  await other.query(deletes, [uuid]);
  const reply = place();
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await db.query(waiting)).rowCount).toBe(1);
  await other.query('commit');
  other.release();
  return reply;
}

test('goods that are deleted while they are ordered are gone, and nothing is written', async () => {
  const goods = await piece(db, { stock: 3 });
  const body = await shop.orderBody(goods);
  const before = await written();
  const reply = await placeWhile('delete from variants where uuid = $1', goods.variant, () => shop.place(body));
  expect(reply.json<Refused>().error_code).toBe('CART_CHANGED');
  expect(await written()).toEqual({ ...before, stock: before.stock - 3 });
});

test('a code that is deleted while it is used is told with the sum without it, and nothing is written', async () => {
  const noam = shopper(app.port, 'noam');
  const sale = await saleOf(app, { store: 'noam', name: 'soon over' }, 'SOON');
  const body = await noam.orderBody(await piece(db, { store: 'noam' }), { coupons: [{ code: 'SOON' }] });
  const before = await written();
  const reply = await placeWhile('delete from coupons where sale_uid = $1', sale, () => noam.place(body));
  expect([reply.status, reply.json<Refused>().error_code]).toEqual([422, 'CART_CHANGED']);
  expect(reply.json<Refused>().details?.total_order_price).toBeGreaterThan(body.total_order_price);
  expect(await written()).toEqual(before);
});

test('orders of the same two products in either order never block each other', { timeout: 90_000 }, async () => {
  const [one, two] = [await piece(db, { stock: 40 }), await piece(db, { stock: 40 })];
  const body = await shop.orderBody(one);
  const line = (goods: typeof one) => ({ id: goods.variant, quantity: 1 });
  const { total_order_price } = await shop.calculate({
    cart: [line(one), line(two)],
    delivery_type_id: body.delivery_type_id,
  });
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      shop.place({
        ...body,
        customer: { ...body.customer, phone: orderPhone() },
        total_order_price,
        cart: i % 2 ? [line(one), line(two)] : [line(two), line(one)],
      }),
    ),
  );
  expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200));
  expect([await stockOf(one.variant), await stockOf(two.variant)]).toEqual([20, 20]);
});

test('a gateway that is down answers 503; the same key opens the page when it is back', async () => {
  const up = app.deps.payment.sandbox;
  const goods = await piece(db, { stock: 2 });
  const body = await shop.orderBody(goods);
  const key = randomUUID();
  app.deps.payment.sandbox = sandboxProvider({ env: { ...app.deps.env, PORT: await freePort() }, secret: SECRET });
  const down = await shop.place(body, key);
  if (up) app.deps.payment.sandbox = up;
  expect([down.status, down.json<Refused>().error_code]).toEqual([503, 'PAYMENT_PROVIDER_DOWN']);
  const again = await shop.place(body, key);
  expect(again.status).toBe(200);
  expect(again.json<CreateOrderReply>().payment?.url).toContain('/p/');
  expect(await stockOf(goods.variant)).toBe(1);
});

test('a repeat for an order that was given up says so, and opens no page', async () => {
  const body = await shop.orderBody(await piece(db));
  const key = randomUUID();
  const { secret } = (await shop.place(body, key)).json<CreateOrderReply>();
  // CardCom, for one, closes no page.
  const up = app.deps.payment.sandbox;
  if (up) app.deps.payment.sandbox = { ...up, closePage: async () => {} };
  await shop.post('/api/orders/release', { secret });
  if (up) app.deps.payment.sandbox = up;
  const again = (await shop.place(body, key)).json<CreateOrderReply>();
  expect([again.order.status, again.payment]).toEqual(['cancelled', null]);
});

test('a repeat gets its order though the first took the last piece', async () => {
  const body = await shop.orderBody(await piece(db, { stock: 1 }));
  const key = randomUUID();
  const first = (await shop.place(body, key)).json<CreateOrderReply>();
  const repeat = await shop.place(body, key);
  expect([repeat.status, repeat.json<CreateOrderReply>().order?.uuid]).toEqual([200, first.order.uuid]);
});

test('a repeat gets its order though the phone may open no other', async () => {
  const body = await shop.orderBody(await piece(db, { stock: 9 }));
  const key = randomUUID();
  const first = (await shop.place(body, key)).json<CreateOrderReply>();
  for (let others = 0; others < 4; others++) expect((await shop.place(body, randomUUID())).status).toBe(200);
  expect((await shop.place(body, randomUUID())).json<Refused>().error_code).toBe('TOO_MANY_OPEN_ORDERS');
  const repeat = await shop.place(body, key);
  expect([repeat.status, repeat.json<CreateOrderReply>().order?.uuid]).toEqual([200, first.order.uuid]);
});

test('an order is seen by its secret in its own store, and by nothing else', async () => {
  const { order, secret } = await shop.order(await piece(db));
  const get = (query: string, store = 'raam') =>
    app.call({ host: `${store}.localhost`, path: `/api/orders/get-order?${query}` });
  expect((await get(`secret=${secret}`)).status).toBe(200);
  expect((await get(`secret=${secret}`)).headers['cache-control']).toBe('private, no-store');
  expect((await get(`secret=${secret}`, 'noam')).status).toBe(404);
  expect((await get(`secret=${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
  expect((await get(`id=${order.uuid}`)).status).toBe(401);
  expect((await get(`secret=${order.number}`)).status).toBe(404);
  expect((await get('')).status).toBe(404);
});

test('a signed-in customer sees the own order by id, another customer does not', async () => {
  const signIn = async (token: string) => {
    await db.query(
      `with c as (insert into customers (store_uid, first_name, last_name) select uuid, 'א', 'ב' from stores where key = 'raam' returning uuid)
       insert into customer_tokens (customer_uid, token_hash, expires_at) select uuid, $1, now() + interval '1 day' from c`,
      [createHash('sha256').update(token).digest('hex')],
    );
    return { authorization: `Bearer ${token}` };
  };
  const mine = await signIn(`mine-${randomUUID()}`);
  const other = await signIn(`other-${randomUUID()}`);
  const body = await shop.orderBody(await piece(db));
  const createReply = await shop.post('/api/orders/create', body, { 'idempotency-key': randomUUID(), ...mine });
  const path = `/api/orders/get-order?id=${createReply.json<CreateOrderReply>().order.uuid}`;
  expect((await app.call({ path, headers: mine })).status).toBe(200);
  expect((await app.call({ path, headers: other })).status).toBe(404);
});

test('an order that costs nothing is accepted as it is', async () => {
  await saleOf(app, { name: 'gift', amount: 10_000 }, 'GIFT');
  const { order, payment } = await shop.order(await piece(db), {
    coupons: [{ code: 'GIFT' }],
    ...(await provedGuest(app)),
  });
  expect(payment).toBeNull();
  expect(order).toMatchObject({
    status: 'accepted',
    payment_status: 'paid',
    total_order_price: 0,
    amount_to_pay: 0,
    hold_until: null,
  });
});

test('a deposit is all that is paid online, where the product takes one', async () => {
  const goods = await piece(db);
  await db.query('update products set deposit_agorot = 150000 where uuid = $1', [goods.product]);
  const outdated = await shop.place(await shop.orderBody(goods, { payment_method: 'deposit', due: 2000 }));
  expect(outdated.json()).toMatchObject({ error_code: 'CART_CHANGED', details: { deposit: 1500 } });
  const takenAs = (kind: 'charge' | 'hold') =>
    db.query(`update stores set settings = jsonb_set(settings, '{purchase,deposit}', $1) where key = 'raam'`, [
      JSON.stringify(kind),
    ]);
  const asShown = { payment_method: 'deposit', due: 1500, deposit_kind: 'hold' } as const;
  await takenAs('charge');
  app.deps.cache.clear();
  const charged = await shop.place(await shop.orderBody(goods, asShown));
  expect(charged.json()).toMatchObject({
    error_code: 'CART_CHANGED',
    message: expect.stringContaining('דמי השריון'),
    details: { deposit: 1500, deposit_kind: 'charge' },
  });
  await takenAs('hold');
  app.deps.cache.clear();
  const { order } = await shop.order(goods, asShown);
  expect(order).toMatchObject({ amount_to_pay: 1500, deposit: 1500, total_order_price: goods.price / 100 });
  await db.query('update products set deposit_agorot = null where uuid = $1', [goods.product]);
  const refused = await shop.place(await shop.orderBody(goods, { payment_method: 'deposit' }));
  expect(refused.json<Refused>().error_code).toBe('PAYMENT_METHOD_UNAVAILABLE');
  // Beside one that takes none.
  let other = await piece(db);
  while (other.product === goods.product) other = await piece(db);
  await db.query('update products set deposit_agorot = 150000 where uuid = $1', [other.product]);
  const both = { ...(await shop.orderBody(other)), payment_method: 'deposit' };
  const cart = [...both.cart, { id: goods.variant, quantity: 1 }];
  const { total_order_price } = await shop.calculate({ cart, delivery_type_id: both.delivery_type_id });
  const mixed = await shop.place({ ...both, cart, total_order_price });
  expect(mixed.json<Refused>().error_code).toBe('PAYMENT_METHOD_UNAVAILABLE');
});
