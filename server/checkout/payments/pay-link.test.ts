import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import type { PayLink } from '#contract/checkout/payments.ts';
import type { OrderPreview } from '#contract/customers/customers.ts';
import { endUnpaidOrders } from '#server/checkout/purchase/end-unpaid-orders.ts';
import { endOf } from '../../../shop/features/order/ended.ts';
import { SECRET, startApp, type TestApp } from '../../../tests/support/app.ts';
import { clock } from '../../../tests/support/clock.ts';
import { signUp } from '../../../tests/support/customers.ts';
import { CARDS, grow, pay, piece, shopper, submit } from '../../../tests/support/purchase.ts';
import { payLinkSecret } from '../order-secret.ts';
import { reconcilePayments } from './reconciliation.ts';
import { refundOrder } from './refund-order.ts';

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

async function linked() {
  const goods = await piece(db, { stock: 1 });
  const made = await shop.order(goods);
  return { ...made, link: payLinkSecret(SECRET, made.order) };
}
const open = (secret: string) => shop.post('/api/receipts/pay-by-payment-link', { secret });
const check = async (secret: string) =>
  (await shop.post('/api/receipts/check-payment-link', { secret })).json<PayLink>().state;
const page = (secret: string, host = 'raam.localhost') => app.call({ host, path: `/pay/${secret}` });

test('opens the page of its order, and tells a stranger nothing else of it', async () => {
  const { link, order, page: frame } = await linked();
  const opened = await open(link);
  expect(opened.json()).toMatchObject({ state: 'to_pay', order_number: order.number, amount: order.total_order_price });
  expect(new URL(opened.json<{ payment: { url: string } }>().payment.url).pathname).toBe(frame);
  for (const text of [opened.text, (await page(link)).text]) {
    expect(text).toContain(order.number);
    for (const secret of ['dana@example.com', '1234567', 'הרצל', order.uuid]) expect(text).not.toContain(secret);
  }
});

test('shows how it stands: to pay, paid, expired, given up, refunded', async () => {
  const one = await linked();
  expect((await page(one.link)).text).toContain('מה משלמים');
  await pay(app.port, one.page, '4580000000000075');
  expect(await check(one.link)).toBe('paid');
  expect((await open(one.link)).json()).toMatchObject({ state: 'paid', payment: null });
  expect((await page(one.link)).text).toContain('התשלום התקבל');
  await refundOrder({ ...app.deps, log: app.app.log }, one.order.uuid, { actor: 'operator:test', reason: '' });
  expect(await check(one.link)).toBe('refunded');

  const two = await linked();
  time.pass(31);
  await endUnpaidOrders({ ...app.deps, log: app.app.log });
  expect(await check(two.link)).toBe('expired');
  expect((await page(two.link)).text).toContain('תוקף הקישור פג');

  const three = await linked();
  await shop.post('/api/orders/release', { secret: three.secret });
  expect(await check(three.link)).toBe('cancelled');

  const four = await linked();
  await pay(app.port, four.page, CARDS.wrongSum);
  expect(await check(four.link)).toBe('review');
});

test('an order whose pieces all went back is neither paid nor to be paid, also where it had grown', async () => {
  const { link, order, secret, page: frame } = await linked();
  await pay(app.port, frame, CARDS.approved);
  await shop.ask(secret);
  // Two pieces since, of which the second isn't paid.
  await grow(db, order.uuid);
  expect(await check(link)).toBe('to_pay');
  const { rows } = await db.query('select uuid from order_lines where order_uid = $1', [order.uuid]);
  const lines = [{ orderLineUid: String(rows[0]?.uuid), quantity: 2, amountAgorot: 100_000, restock: true }];
  await refundOrder({ ...app.deps, log: app.app.log }, order.uuid, {
    lines,
    amountAgorot: 100_000,
    actor: 'operator:test',
    reason: '',
  });
  expect((await open(link)).json()).toMatchObject({ state: 'returned', amount: 0, paid: 0, payment: null });
  const { text } = await page(link);
  expect(text).toContain('כל הפריטים בהזמנה הוחזרו');
  expect(text).not.toContain('התשלום התקבל');
});

/** The link of a paid order that grew, and of its balance the open page. */
async function grown() {
  const made = await linked();
  await pay(app.port, made.page, CARDS.approved);
  await shop.ask(made.secret);
  await grow(db, made.order.uuid);
  return { ...made, page: await openPage(made.link) };
}
const openPage = async (link: string) =>
  new URL((await open(link)).json<{ payment: { url: string } }>().payment.url).pathname;

test('a balance whose payment is in doubt is neither paid nor to be paid', async () => {
  const { link, secret, page: frame } = await grown();
  const orderPage = () => app.call({ path: `/order/${secret}` });
  expect((await orderPage()).text).toContain('לתשלום היתרה');
  await pay(app.port, frame, CARDS.wrongSum);
  expect(await check(link)).toBe('review');
  expect((await page(link)).text).toContain('התשלום בבדיקה');
  expect((await open(link)).json()).toMatchObject({ state: 'review', payment: null });
  const { text } = await orderPage();
  expect(text).toContain('ואין צורך לשלם שוב');
  expect(text).not.toContain('לתשלום היתרה');
});

test('an order whose payment is in doubt is no open payment, and is asked for nowhere in the account', async () => {
  const { who, bearer } = await signUp(app);
  const body = await shop.orderBody(await piece(db));
  const placed = await shop.post('/api/orders/create', body, { 'idempotency-key': randomUUID(), ...bearer });
  const { order, payment } = placed.json<CreateOrderReply>();
  const read = async (path: string) => {
    const reply = await app.call({ path: `/personal-area/${path}`, headers: bearer });
    expect(reply.status).toBe(200);
    return /<main.*<\/main>/s.exec(reply.text.replace(/<script.*?<\/script>/gs, ''))?.[0] ?? '';
  };
  const open = async () => (await read('edit-details/payments')).includes(order.number);
  const shown = ['dashboard', 'orders/accessories', `orders/order-details?id=${order.uuid}`];
  const listed = async () =>
    (await who.get('/customer/orders/get-customer-orders', bearer)).json<{ items: OrderPreview[] }>().items;
  expect(await open()).toBe(true);
  for (const path of shown) expect(await read(path), path).toMatch(/ממתינה לתשלום.*לתשלום/s);
  await pay(app.port, new URL(payment?.url ?? '').pathname, CARDS.wrongSum);
  expect(await open()).toBe(false);
  for (const path of shown) {
    const words = await read(path);
    expect(words, path).toContain('התשלום בבדיקה');
    expect(words, path).not.toMatch(/ממתינה לתשלום|נותר לתשלום|לתשלום:|>לתשלום</);
  }
  expect(await listed()).toMatchObject([{ status: 'payment', amount_to_pay: 0, in_doubt: true }]);
});

test('what an order grew by is asked for in the account, but not while its payment is in doubt', async () => {
  const { who, bearer } = await signUp(app);
  const body = await shop.orderBody(await piece(db));
  const placed = await shop.post('/api/orders/create', body, { 'idempotency-key': randomUUID(), ...bearer });
  const { order, secret, payment } = placed.json<CreateOrderReply>();
  await pay(app.port, new URL(payment?.url ?? '').pathname, CARDS.approved);
  await shop.ask(secret);
  await grow(db, order.uuid);
  const asked = async () => {
    const list = await who.get('/customer/orders/get-customer-orders', bearer);
    const page = await app.call({ path: '/personal-area/edit-details/payments', headers: bearer });
    const path = `/personal-area/orders/order-details?id=${order.uuid}`;
    const details = (await app.call({ path, headers: bearer })).text;
    return {
      list: list.json<{ items: OrderPreview[] }>().items.map(({ amount_to_pay }) => amount_to_pay),
      payments: page.text.includes('/pay/'),
      details: details.includes('נותר לתשלום'),
      doubt: details.includes('ואין צורך לשלם שוב'),
    };
  };
  expect(await asked()).toEqual({ list: [order.total_order_price], payments: true, details: true, doubt: false });
  const link = (await shop.find(secret)).balance?.path.split('/').at(-1);
  const reply = await shop.post('/api/receipts/pay-by-payment-link', { secret: link });
  await pay(app.port, new URL(reply.json<{ payment: { url: string } }>().payment.url).pathname, CARDS.wrongSum);
  expect(await asked()).toEqual({ list: [0], payments: false, details: false, doubt: true });
});

test('of a balance the link tells how the last attempt to pay it ended, though the order is paid', async () => {
  const { link, page: frame } = await grown();
  const shown = async () => (await shop.post('/api/receipts/check-payment-link', { secret: link })).json<PayLink>();
  expect(await shown()).toMatchObject({ state: 'to_pay', payment_status: 'pending' });
  await submit(app.port, `${frame}/cancel`, {});
  expect(await shown()).toMatchObject({ state: 'to_pay', payment_status: 'cancelled' });
  const second = await openPage(link);
  for (let tries = 0; tries < 3; tries += 1) await pay(app.port, second, CARDS.declined);
  expect(await shown()).toMatchObject({ state: 'to_pay', payment_status: 'failed' });
  await pay(app.port, await openPage(link), CARDS.approved);
  expect(await shown()).toMatchObject({ state: 'paid', payment_status: 'paid' });
});

test('money in doubt that comes after the order ended is being looked into, and its buyer is not sent to order again', async () => {
  const { link, secret, page: frame } = await linked();
  time.pass(31);
  await endUnpaidOrders({ ...app.deps, log: app.app.log });
  expect(await shop.find(secret)).toMatchObject({ status: 'cancelled', in_doubt: false });
  await pay(app.port, frame, CARDS.wrongSum);
  expect(await check(link)).toBe('review');
  const order = await shop.find(secret);
  expect(order).toMatchObject({ status: 'cancelled', in_doubt: true });
  expect(endOf(order)).toMatchObject({ isInDoubt: true, title: 'התשלום התקבל וההזמנה בבדיקה' });
});

test('is kept by nobody, and unknown when it is changed or taken to another store', async () => {
  const { link } = await linked();
  const { headers, status, text } = await page(link);
  expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(text).toMatch(/<meta name="robots" content="noindex/);
  const wrong = [`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`, link.slice(0, 8), `${link}A`, 'x'];
  for (const secret of wrong) expect((await page(secret)).status).toBe(404);
  expect((await page(link, 'noam.localhost')).status).toBe(404);
  expect((await open('x'.repeat(100))).status).toBe(404);
  expect((await open('x'.repeat(101))).status).toBe(400);
});

test('its page is asked about for a day, and for as long as its order waits', async () => {
  const [left, waiting] = [await linked(), await linked()];
  await db.query('update orders set hold_until = $2 where uuid = $1', [
    waiting.order.uuid,
    new Date(time.now().getTime() + 72 * 3_600_000),
  ]);
  const tools = { ...app.deps, log: app.app.log };
  // The sandbox closes its pages by then; other gateways may still take money on them.
  const up = app.deps.payment.sandbox;
  if (up) app.deps.payment.sandbox = { ...up, fetchResult: async () => null };
  time.pass(24 * 60 + 1);
  await endUnpaidOrders(tools);
  await reconcilePayments(tools);
  if (up) app.deps.payment.sandbox = up;
  const { rows } = await db.query(
    'select order_uid as order from payments where next_check_at is not null and order_uid = any($1)',
    [[left.order.uuid, waiting.order.uuid]],
  );
  expect(rows).toEqual([{ order: waiting.order.uuid }]);
});
