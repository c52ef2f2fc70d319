import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcilePayments } from '#server/checkout/payments/reconciliation.ts';
import { endUnpaidOrders } from '#server/checkout/purchase/end-unpaid-orders.ts';
import { erasePerson } from '#server/privacy/erase.ts';
import { sandboxProvider } from '#server/providers/payment/sandbox/client.ts';
import { signature } from '#server/providers/payment/sandbox/wire.ts';
import { deliverWebhooks } from '#server/sandbox-gateway/webhooks.ts';
import { SECRET, startApp, type TestApp } from '../../../tests/support/app.ts';
import { clock } from '../../../tests/support/clock.ts';
import { CARDS, pay, piece, shopper, submit } from '../../../tests/support/purchase.ts';
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
const paymentsOf = async (order: string) =>
  (
    await db.query(
      'select status, review_reason, provider_ref from payments where order_uid = $1 order by created_at',
      [order],
    )
  ).rows;
const changesOf = async (order: string, field: string) =>
  (
    await db.query('select to_value from order_history where order_uid = $1 and field = $2 order by created_at', [
      order,
      field,
    ])
  ).rows.map((row) => row.to_value);
const mailsTo = async (address: string) =>
  (await db.query('select count(*)::int from outbox where recipient = $1', [address])).rows[0].count;
const someone = (email: string) => ({ first_name: 'דנה', last_name: 'לוי', phone: '050-1234567', email });

/** A webhook as anybody may send it. */
const webhook = (
  page: string,
  header?: string,
  host = 'raam.localhost',
  body = JSON.stringify({ page_id: page.replace('/p/', '') }),
) =>
  app.call({
    host,
    method: 'POST',
    path: '/api/receipts/webhook/sandbox',
    headers: { 'content-type': 'application/json', 'x-sandbox-signature': header ?? signature(SECRET, body) },
    body,
  });

describe('an approved card', () => {
  test('pays the order by the webhook, before the shopper is back', async () => {
    const goods = await piece(db, { stock: 2 });
    const email = `${randomUUID()}@example.com`;
    const { order, secret, page } = await shop.order(goods, { customer: someone(email) });
    const reply = await pay(app.port, page, CARDS.approved);
    expect([reply.status, reply.headers.location]).toEqual([303, `http://raam.localhost:${app.port}/payment/return`]);
    expect(await shop.find(secret)).toMatchObject({
      status: 'accepted',
      payment_status: 'paid',
      amount_to_pay: 0,
      hold_until: null,
      card: { last4: '0000', brand: 'Visa' },
    });
    expect(await changesOf(order.uuid, 'status')).toEqual(['payment', 'accepted']);
    expect(await mailsTo(email)).toBe(1);
    expect(await stockOf(goods.variant)).toBe(1);
  });

  test('whose webhook is late is found by the returning shopper', async () => {
    const { secret, page } = await shop.order(await piece(db));
    await pay(app.port, page, CARDS.lateWebhook);
    expect((await shop.find(secret)).payment_status).toBe('pending');
    expect((await shop.ask(secret)).json()).toMatchObject({ status: 'accepted', payment_status: 'paid' });
  });

  test('whose webhook never comes is found by the reconciliation, though the shopper had asked before', async () => {
    const { secret, page } = await shop.order(await piece(db));
    for (let i = 0; i < 5; i++) await shop.ask(secret);
    await pay(app.port, page, CARDS.lateWebhook);
    await reconcilePayments(tools());
    expect((await shop.find(secret)).payment_status).toBe('pending');
    time.pass(2.1);
    await reconcilePayments(tools());
    expect(await shop.find(secret)).toMatchObject({ status: 'accepted', payment_status: 'paid' });
  });

  test('pays once, whoever tells of it how often and at the same time', async () => {
    const goods = await piece(db, { stock: 3 });
    const email = `${randomUUID()}@example.com`;
    const { order, secret, page } = await shop.order(goods, { customer: someone(email) });
    await pay(app.port, page, CARDS.lateWebhook);
    time.pass(2.1);
    const all = await Promise.all([
      ...Array.from({ length: 6 }, () => webhook(page)),
      ...Array.from({ length: 3 }, () => shop.ask(secret)),
      reconcilePayments(tools()),
      reconcilePayments(tools()),
      deliverWebhooks(tools()),
    ]);
    expect(all.slice(0, 9).map((reply) => reply?.status)).toEqual(Array(9).fill(200));
    expect((await webhook(page)).status).toBe(200);
    expect(await changesOf(order.uuid, 'status')).toEqual(['payment', 'accepted']);
    expect(await changesOf(order.uuid, 'payment_status')).toEqual(['pending', 'paid']);
    expect(await mailsTo(email)).toBe(1);
    expect(await stockOf(goods.variant)).toBe(2);
  });

  test('that comes after the hold takes the goods again', async () => {
    const goods = await piece(db, { stock: 1 });
    const { secret, page } = await shop.order(goods);
    time.pass(31);
    await endUnpaidOrders(tools());
    expect([await stockOf(goods.variant), (await shop.find(secret)).status]).toEqual([1, 'cancelled']);
    await pay(app.port, page, CARDS.approved);
    expect(await shop.find(secret)).toMatchObject({ status: 'accepted', payment_status: 'paid' });
    expect(await stockOf(goods.variant)).toBe(0);
  });

  test('that comes after its person was erased goes back, and the order stays cancelled', async () => {
    const goods = await piece(db, { stock: 1 });
    const late = await shop.order(goods, { customer: { ...someone('erased@example.com'), phone: '050-9876543' } });
    time.pass(31);
    await endUnpaidOrders(tools());
    const { rows } = await db.query('select store_uid from orders where uuid = $1', [late.order.uuid]);
    const person = { storeUid: rows[0].store_uid, customerUid: null, phone: '+972509876543' };
    expect(await erasePerson(app.deps.db, person, time.now())).toMatchObject({ orders_anonymised: 1 });
    await pay(app.port, late.page, CARDS.approved);
    expect(await shop.find(late.secret)).toMatchObject({ status: 'cancelled' });
    expect(await paymentsOf(late.order.uuid)).toMatchObject([{ review_reason: expect.stringContaining('erased') }]);
    const due = await db.query(
      `select r.amount_agorot::int from refunds r join payments p on p.uuid = r.payment_uid where p.order_uid = $1`,
      [late.order.uuid],
    );
    expect(due.rows).toEqual([{ amount_agorot: goods.price }]);
    expect(await stockOf(goods.variant)).toBe(1);
  });

  test('that comes when the goods are gone goes to a person, and takes nothing from others', async () => {
    const goods = await piece(db, { stock: 1 });
    const late = await shop.order(goods);
    time.pass(31);
    await endUnpaidOrders(tools());
    const other = await shop.order(goods);
    await pay(app.port, late.page, CARDS.approved);
    expect(await shop.find(late.secret)).toMatchObject({ status: 'cancelled', payment_status: 'paid' });
    expect(await paymentsOf(late.order.uuid)).toMatchObject([
      { status: 'paid', review_reason: expect.stringContaining('goods are gone') },
    ]);
    await pay(app.port, other.page, CARDS.approved);
    expect((await shop.find(other.secret)).status).toBe('accepted');
    expect(await stockOf(goods.variant)).toBe(0);
  });
});

describe('a refused card', () => {
  test('leaves an unpaid order that another card pays on the same page', async () => {
    const { secret, page } = await shop.order(await piece(db));
    expect((await pay(app.port, page, CARDS.declined)).headers.location).toBe(page);
    expect((await shop.ask(secret)).json()).toMatchObject({ status: 'payment', payment_status: 'pending' });
    await pay(app.port, page, CARDS.approved);
    expect(await shop.find(secret)).toMatchObject({ status: 'accepted', payment_status: 'paid' });
  });

  test('and a way back close the page; the goods return when the hold ends', async () => {
    const goods = await piece(db, { stock: 1 });
    const { secret, page } = await shop.order(goods);
    await pay(app.port, page, CARDS.declined);
    await submit(app.port, `${page}/cancel`, {});
    expect(await shop.find(secret)).toMatchObject({ status: 'payment', payment_status: 'failed' });
    expect(await stockOf(goods.variant)).toBe(0);
    time.pass(31);
    await Promise.all([endUnpaidOrders(tools()), endUnpaidOrders(tools())]);
    expect(await shop.find(secret)).toMatchObject({ status: 'cancelled', payment_status: 'failed' });
    expect(await stockOf(goods.variant)).toBe(1);
    const link = await shop.post('/api/receipts/get-payment-link', { secret });
    expect([link.status, link.json<{ error_code: string }>().error_code]).toEqual([422, 'ORDER_EXPIRED']);
  });

  test('three times ends the page; a new page can be paid', async () => {
    const { order, secret, page } = await shop.order(await piece(db));
    for (let i = 0; i < 3; i++) await pay(app.port, page, CARDS.declined);
    expect((await shop.find(secret)).payment_status).toBe('failed');
    const [one, two] = await Promise.all([1, 2].map(() => shop.post('/api/receipts/get-payment-link', { secret })));
    expect([one?.status, two?.status]).toEqual([200, 200]);
    expect(two?.text).toBe(one?.text);
    const next = new URL(one?.json<{ url: string }>().url ?? '').pathname;
    expect(next).not.toBe(page);
    expect((await shop.find(secret)).payment_status).toBe('pending');
    await pay(app.port, next, CARDS.approved);
    expect((await shop.find(secret)).status).toBe('accepted');
    expect((await paymentsOf(order.uuid)).map((row) => row.status)).toEqual(['failed', 'paid']);
  });

  test('that the gateway approves after all still counts', async () => {
    const { order, secret, page } = await shop.order(await piece(db));
    await submit(app.port, `${page}/cancel`, {});
    expect((await shop.find(secret)).payment_status).toBe('cancelled');
    await db.query(`update sandbox.pages set state = 'open' where uuid = $1`, [page.slice(3)]);
    await pay(app.port, page, CARDS.approved);
    expect(await shop.find(secret)).toMatchObject({ status: 'accepted', payment_status: 'paid' });
    expect(await paymentsOf(order.uuid)).toMatchObject([{ status: 'paid', review_reason: null }]);
  });
});

describe('not paid, but put before a person:', () => {
  test('the old sum of an order that was changed since, paid after all on the page that had been left', async () => {
    const { order, secret, page } = await shop.order(await piece(db));
    await submit(app.port, `${page}/cancel`, {});
    expect((await shop.find(secret)).payment_status).toBe('cancelled');
    await db.query('update orders set due_agorot = due_agorot - 100 where uuid = $1', [order.uuid]);
    await db.query(`update sandbox.pages set state = 'open' where uuid = $1`, [page.slice(3)]);
    await pay(app.port, page, CARDS.approved);
    expect(await shop.find(secret)).toMatchObject({ status: 'payment' });
    expect(await paymentsOf(order.uuid)).toMatchObject([
      { status: 'cancelled', review_reason: expect.stringContaining('changed since') },
    ]);
  });

  test('a wrong sum', async () => {
    const goods = await piece(db, { stock: 1 });
    const { order, secret, page } = await shop.order(goods);
    await pay(app.port, page, CARDS.wrongSum);
    expect(await shop.find(secret)).toMatchObject({ status: 'payment', payment_status: 'pending' });
    expect(await paymentsOf(order.uuid)).toMatchObject([
      { status: 'pending', review_reason: expect.stringContaining('instead of') },
    ]);
    time.pass(31);
    await endUnpaidOrders(tools());
    await reconcilePayments(tools());
    expect((await shop.find(secret)).status).toBe('payment');
    expect(await stockOf(goods.variant)).toBe(0);
    expect((await shop.post('/api/receipts/get-payment-link', { secret })).status).toBe(422);
  });

  test('nobody is told that no money was taken: neither of a card refused before, nor of one refused later', async () => {
    const noticesOf = async (order: string) =>
      (await db.query(`select about from outbox where order_uid = $1`, [order])).rows.map((row) => row.about);
    const first = await shop.order(await piece(db));
    for (let i = 0; i < 3; i++) await pay(app.port, first.page, CARDS.declined);
    expect(await noticesOf(first.order.uuid)).toContain('order payment_failed');
    await db.query(`update sandbox.pages set state = 'open' where uuid = $1`, [first.page.slice(3)]);
    await pay(app.port, first.page, CARDS.wrongSum);
    expect(await noticesOf(first.order.uuid)).toEqual([]);

    const second = await shop.order(await piece(db));
    await submit(app.port, `${second.page}/cancel`, {});
    const link = await shop.post('/api/receipts/get-payment-link', { secret: second.secret });
    await db.query(`update sandbox.pages set state = 'open' where uuid = $1`, [second.page.slice(3)]);
    await pay(app.port, second.page, CARDS.wrongSum);
    const next = new URL(link.json<{ url: string }>().url).pathname;
    for (let i = 0; i < 3; i++) await pay(app.port, next, CARDS.declined);
    expect((await shop.find(second.secret)).payment_status).toBe('failed');
    expect(await noticesOf(second.order.uuid)).toEqual([]);
  });

  test.each([
    ['another currency', `currency = 'USD'`, 'the gateway took USD'],
    ['another order', `reference = gen_random_uuid()::text`, 'the gateway names another payment'],
  ])('%s', async (_name, change, reason) => {
    const { order, secret, page } = await shop.order(await piece(db));
    await db.query(`update sandbox.pages set ${change} where uuid = $1`, [page.slice(3)]);
    await pay(app.port, page, CARDS.approved);
    expect(await shop.find(secret)).toMatchObject({ status: 'payment', payment_status: 'pending' });
    expect(await paymentsOf(order.uuid)).toMatchObject([{ status: 'pending', review_reason: reason }]);
  });

  test('money that comes twice, on two pages', async () => {
    const { order, secret, page } = await shop.order(await piece(db));
    await submit(app.port, `${page}/cancel`, {});
    const link = await shop.post('/api/receipts/get-payment-link', { secret });
    await pay(app.port, new URL(link.json<{ url: string }>().url).pathname, CARDS.approved);
    await db.query(`update sandbox.pages set state = 'open' where uuid = $1`, [page.slice(3)]);
    await pay(app.port, page, CARDS.approved);
    expect((await shop.find(secret)).status).toBe('accepted');
    expect((await paymentsOf(order.uuid)).map((row) => row.review_reason)).toEqual(['paid twice', null]);
    expect(await changesOf(order.uuid, 'status')).toEqual(['payment', 'accepted']);
  });
});

describe('changes nothing:', () => {
  test('a forged return', async () => {
    const { secret } = await shop.order(await piece(db));
    const reply = await app.call({ path: `/payment/return?status=approved&paid=1&order=${secret}` });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(reply.text).not.toContain(secret);
    expect(await shop.find(secret)).toMatchObject({ status: 'payment', payment_status: 'pending' });
  });

  test('a webhook without a signature, with a false or an old one, or sent to another store', async () => {
    const { secret, page } = await shop.order(await piece(db));
    await pay(app.port, page, CARDS.lateWebhook);
    const body = JSON.stringify({ page_id: page.slice(3) });
    const old = Math.floor(Date.now() / 1000) - 3600;
    const statuses = [
      await webhook(page, ''),
      await webhook(page, signature('another secret', body)),
      await webhook(page, signature(SECRET, `${body} `)),
      await webhook(page, signature(SECRET, body, old)),
      await webhook(page, signature(SECRET, body).replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) + 9}`)),
      await webhook(page, undefined, 'noam.localhost'),
      await app.call({ method: 'POST', path: '/api/receipts/webhook/constructor', body }),
    ].map((reply) => reply.status);
    expect(statuses).toEqual(Array(7).fill(404));
    expect((await shop.find(secret)).payment_status).toBe('pending');
  });

  test('a true webhook for a page that is not paid: the gateway is asked, not believed', async () => {
    const { secret, page } = await shop.order(await piece(db));
    const body = JSON.stringify({ page_id: page.slice(3), state: 'approved', amount: 1 });
    expect((await webhook(page, signature(SECRET, body), undefined, body)).status).toBe(200);
    expect((await shop.find(secret)).payment_status).toBe('pending');
  });
});

test('a gateway that cannot be asked leaves the order as it is; later it is asked again', async () => {
  const { secret, page } = await shop.order(await piece(db));
  await pay(app.port, page, CARDS.lateWebhook);
  const up = app.deps.payment.sandbox;
  app.deps.payment.sandbox = sandboxProvider({ env: { ...app.deps.env, PORT: await freePort() }, secret: SECRET });
  expect((await shop.ask(secret)).json()).toMatchObject({ payment_status: 'pending' });
  time.pass(2.1);
  await reconcilePayments(tools());
  if (up) app.deps.payment.sandbox = up;
  time.pass(5.1);
  await reconcilePayments(tools());
  expect((await shop.find(secret)).payment_status).toBe('paid');
});

test('the gateway is asked once for all who ask within three seconds, and again for who comes back from its page', async () => {
  const { secret } = await shop.order(await piece(db));
  const { sandbox } = app.deps.payment;
  if (!sandbox) throw new Error('there is no sandbox');
  let calls = 0;
  app.deps.payment.sandbox = {
    ...sandbox,
    fetchResult: (page) => {
      calls += 1;
      return sandbox.fetchResult(page);
    },
  };
  await Promise.all([1, 2, 3].map(() => shop.ask(secret)));
  await shop.post('/api/receipts/get-payment-link', { secret });
  const first = calls;
  await Promise.all([1, 2, 3].map(() => shop.post('/api/orders/check-payment', { secret, returned: true })));
  const returned = calls;
  time.pass(0.1);
  await shop.ask(secret);
  app.deps.payment.sandbox = sandbox;
  expect([first, returned, calls]).toEqual([1, 2, 3]);
});

test('a gateway that gives no answer is asked once in a run, and keeps nobody else’s from being asked', async () => {
  const { sandbox } = app.deps.payment;
  if (!sandbox) throw new Error('there is no sandbox');
  const silent = [await shop.order(await piece(db)), await shop.order(await piece(db))];
  const other = await shop.order(await piece(db));
  const ids = silent.map(({ order }) => order.uuid);
  await db.query(`update payments set provider = 'silent' where order_uid = any($1)`, [ids]);
  await pay(app.port, other.page, CARDS.lateWebhook);
  let calls = 0;
  app.deps.payment.silent = {
    ...sandbox,
    fetchResult() {
      calls += 1;
      return Promise.reject(new DOMException('no answer in time', 'TimeoutError'));
    },
  };
  time.pass(2.1);
  await reconcilePayments(tools());
  expect([calls, (await shop.find(other.secret)).payment_status]).toEqual([1, 'paid']);
  await reconcilePayments(tools());
  expect(calls).toBe(2);
  // Nor do so many of its payments that no other one would be among the first.
  const late = await shop.order(await piece(db));
  await db.query(
    `insert into payments (order_uid, provider, provider_ref, status, amount_agorot, opened_at, next_check_at)
     select order_uid, 'silent', gen_random_uuid()::text, 'failed', amount_agorot, opened_at, next_check_at - interval '1 day'
     from payments, generate_series(1, 60) where order_uid = $1 and provider = 'silent'`,
    [ids[0]],
  );
  await pay(app.port, late.page, CARDS.lateWebhook);
  time.pass(2.1);
  await reconcilePayments(tools());
  expect((await shop.find(late.secret)).payment_status).toBe('paid');
  delete app.deps.payment.silent;
});
