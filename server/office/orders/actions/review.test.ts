import { afterAll, beforeAll, expect, test } from 'vitest';
import { GatewayRefused } from '#domain/money/gateway-errors.ts';
import { carryOutRefunds } from '#server/checkout/payments/carry-out-refunds.ts';
import { sandboxProvider } from '#server/providers/payment/sandbox/client.ts';
import { SECRET, startApp, type TestApp } from '../../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper, submit } from '../../../../tests/support/purchase.ts';
import { freePort } from '../../../../tests/support/site.ts';
import type { OrderPage } from '../read-order.ts';

const REFUND_REFUSED = '4580000000000091';

let site: TestApp;
let shop: ReturnType<typeof shopper>;
let owner: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  shop = shopper(site.port);
  owner = await signInAs(site, 'owner');
});
afterAll(() => site.close());

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const show = async (uuid: string) => (await readPage<OrderPage>(site, owner, `/orders/${uuid}`)).data;
const call = (uuid: string, name: string, input: Record<string, unknown> = {}) =>
  act(site, owner, `/orders/${uuid}`, name, { reason: 'לפי ספרי הסליקה', ...input });
const decide = async (uuid: string, outcome: string) => {
  const [doubt] = (await show(uuid)).reviews;
  return call(uuid, 'review', { review: doubt?.uuid, outcome });
};
const giveBack = async (uuid: string, agorot: number) =>
  expect((await call(uuid, 'refund', { lines: [], total: agorot / 100 })).data).toMatchObject({ ok: true });
const runRefunds = () => carryOutRefunds({ ...site.deps, log: site.app.log });
const stockOf = async (variant: string) =>
  (await query('select stock from variants where uuid = $1', [variant]))[0]?.stock;

async function placed(quantity: number) {
  const goods = await piece(site.connection.pool);
  const made = await shop.order(goods, { quantity });
  return { ...made, goods, uuid: made.order.uuid, total: Math.round(made.order.total_order_price * 100) };
}

/** Changes how many pieces the order's line has. */
async function edit(uuid: string, quantity: number) {
  type Editing = { edition: string; lines: { line: string; priceAgorot: number }[] };
  const { edition, lines } = (await readPage<Editing>(site, owner, `/orders/${uuid}/edit`)).data;
  const change = { edition, lines: [{ line: lines[0]?.line, quantity }], reason: 'סוכם בטלפון' };
  const { status, data } = await act(site, owner, `/orders/${uuid}/edit`, 'edit', change);
  expect(status).toBe(200);
  return data.result as { balanceAgorot: number; creditAgorot: number };
}

/** Pays what the order grew by, on the page of its link. */
async function payBalance(secret: string, card = CARDS.approved): Promise<void> {
  const link = (await shop.find(secret)).balance?.path.split('/').at(-1) ?? '';
  const reply = await shop.post('/api/receipts/pay-by-payment-link', { secret: link });
  await pay(site.port, new URL(reply.json<{ payment: { url: string } }>().payment.url).pathname, card);
  await shop.post('/api/receipts/check-payment-link', { secret: link });
}

/** As in another tab of the buyer's, where the page was left open. */
async function reopen(page: string): Promise<void> {
  await query(`update sandbox.pages set state = 'open' where uuid = $1`, [page.slice(3)]);
}

/** An order that its buyer has paid on a second page, and whose first page is open again. */
async function paidOnSecondPage(quantity: number) {
  const purchase = await placed(quantity);
  await submit(site.port, `${purchase.page}/cancel`, {});
  const link = await shop.post('/api/receipts/get-payment-link', { secret: purchase.secret });
  await pay(site.port, new URL(link.json<{ url: string }>().url).pathname, CARDS.approved);
  await reopen(purchase.page);
  return purchase;
}

test('a payment that was accepted pays its order also after it went back whole', async () => {
  const { uuid, secret, page, goods, total } = await placed(2);
  await pay(site.port, page, CARDS.wrongSum);
  expect((await decide(uuid, 'accept')).status).toBe(200);
  const missing = 100;
  expect((await show(uuid)).sums).toMatchObject({ paid: total - missing, unpaid: missing, over: 0 });
  expect(await edit(uuid, 3)).toMatchObject({ balanceAgorot: goods.price + missing });
  await payBalance(secret);
  expect((await show(uuid)).sums.unpaid).toBe(0);

  await giveBack(uuid, total - missing);
  const { order, sums, payments } = await show(uuid);
  expect(payments.map(({ status }) => status)).toEqual(['refunded', 'paid']);
  // What goes back as amends is not asked for again.
  expect(sums).toMatchObject({ unpaid: 0, over: 0, left: goods.price + missing });
  expect(order.status).toBe('accepted');
  expect((await shop.find(secret)).balance).toBeNull();
  expect(await edit(uuid, 2)).toMatchObject({ creditAgorot: goods.price, balanceAgorot: 0 });
});

test('a second charge whose doubt is closed is no money of the order', async () => {
  const { uuid, page, secret, goods, total } = await paidOnSecondPage(1);
  await pay(site.port, page, REFUND_REFUSED);
  await runRefunds();
  expect((await show(uuid)).reviews).toMatchObject([{ reason: 'paid twice' }]);
  expect((await decide(uuid, 'close')).status).toBe(200);
  expect((await show(uuid)).sums).toMatchObject({ paid: total, left: total, over: 0, unpaid: 0 });
  // What it grows by is asked for.
  expect(await edit(uuid, 2)).toMatchObject({ balanceAgorot: goods.price });
  await payBalance(secret);
  await giveBack(uuid, total);
  await giveBack(uuid, goods.price);
  const { order, sums, payments } = await show(uuid);
  expect(payments.map(({ status, refundedAgorot }) => [status, refundedAgorot])).toEqual([
    ['paid', 0],
    ['refunded', total],
    ['refunded', goods.price],
  ]);
  expect(sums).toMatchObject({ left: 0 });
  expect(order).toMatchObject({ status: 'refunded', paymentStatus: 'refunded' });
  expect(await stockOf(goods.variant)).toBe(5);
  expect((await call(uuid, 'refund', { lines: [], total: 1 })).status).toBe(422);
});

test('a second charge that goes back takes nothing of what an edit has made too much', async () => {
  const { uuid, page, goods, total } = await paidOnSecondPage(2);
  expect(await edit(uuid, 1)).toMatchObject({ creditAgorot: goods.price });
  await pay(site.port, page, CARDS.approved);
  await runRefunds();
  const { sums, refunds } = await show(uuid);
  expect(refunds).toMatchObject([{ status: 'done', amountAgorot: total }]);
  expect(sums.over).toBe(goods.price);
});

test('a piece goes back by what paid the order, not by a second charge that is in doubt', async () => {
  const { uuid, page, goods } = await paidOnSecondPage(2);
  await pay(site.port, page, REFUND_REFUSED);
  await runRefunds();
  const [line] = (await show(uuid)).lines;
  const refundInput = { lines: [{ line: line?.uuid, quantity: 1, restock: 'on' }], total: goods.price / 100 };
  expect((await call(uuid, 'refund', refundInput)).data).toMatchObject({ ok: true });
  const { payments, reviews } = await show(uuid);
  expect(payments.map(({ status, refundedAgorot }) => [status, refundedAgorot])).toEqual([
    ['paid', 0],
    ['partly_refunded', goods.price],
  ]);
  expect(reviews).toMatchObject([{ reason: 'paid twice' }]);
});

test.each([
  { gateway: 'is not reached', status: 'due', told: 'בעוד דקה', later: 'done' },
  { gateway: 'gives no answer', status: 'unknown', told: 'מחכה להכרעה', later: 'unknown' },
])(
  'a review whose refund the gateway $gateway is decided, and says how it stands; by a second person too',
  async (one) => {
    const accountant = await signInAs(site, 'accountant');
    const { sandbox } = site.deps.payment;
    if (!sandbox) throw new Error('there is no sandbox');
    const down = sandboxProvider({ env: { ...site.deps.env, PORT: await freePort() }, secret: SECRET });
    const silent = { ...sandbox, refund: () => Promise.reject(new Error('the answer was lost')) };
    const asked = async (cookie: string) => {
      const { uuid, page } = await placed(1);
      await pay(site.port, page, CARDS.wrongSum);
      const [doubt] = (await show(uuid)).reviews;
      const decision = { review: doubt?.uuid, outcome: 'refund', reason: 'סכום שגוי' };
      return { uuid, decide: () => act(site, cookie, `/orders/${uuid}`, 'review', decision) };
    };
    const [alone, second] = [await asked(owner), await asked(accountant)];
    await query(`update roles set refund_limit_agorot = 1 where key = 'accountant'`);
    await second.decide();
    const [request] = await query('select uuid from approvals where entity_uid = $1', [second.uuid]);
    site.deps.payment.sandbox = one.status === 'due' ? down : silent;
    const decided = [
      await alone.decide(),
      await act(site, owner, '/approvals', 'approve', { approval: request?.uuid }),
    ];
    site.deps.payment.sandbox = sandbox;
    const message = expect.stringContaining(one.told);
    expect(decided.map(({ status, data }) => [status, data.result])).toEqual(
      decided.map(() => [200, expect.objectContaining({ message })]),
    );
    expect(await query('select status from approvals where uuid = $1', [request?.uuid])).toEqual([
      { status: 'approved' },
    ]);
    await query(`update refunds set ask_at = now() - interval '1 second' where status = 'due'`);
    await runRefunds();
    for (const { uuid } of [alone, second]) expect((await show(uuid)).refunds).toMatchObject([{ status: one.later }]);
  },
);

test('a refund that the gateway refuses leaves its payment in doubt, and says so', async () => {
  const { uuid, page } = await placed(1);
  await pay(site.port, page, CARDS.wrongSum);
  const { sandbox } = site.deps.payment;
  if (!sandbox) throw new Error('there is no sandbox');
  site.deps.payment.sandbox = { ...sandbox, refund: () => Promise.reject(new GatewayRefused('no')) };
  const refused = await decide(uuid, 'refund');
  site.deps.payment.sandbox = sandbox;
  expect([refused.status, refused.data.message]).toEqual([422, expect.stringContaining('לא הוחזר כסף')]);
  expect((await show(uuid)).reviews).toHaveLength(1);
});

test('what an order grew by is accepted too, where another sum of it came', async () => {
  const { uuid, page, secret, goods } = await placed(1);
  await pay(site.port, page, CARDS.approved);
  await edit(uuid, 2);
  await payBalance(secret, CARDS.wrongSum);
  expect((await show(uuid)).reviews).toHaveLength(1);
  // Meanwhile its buyer is sent no link.
  const refused = await act(site, owner, `/orders/${uuid}`, 'payLink', { send: 'on' });
  expect(refused.status).toBe(422);
  expect(refused.data.details).toContain('הכריעו בו קודם');
  expect((await decide(uuid, 'accept')).status).toBe(200);
  const { order, reviews, sums, documents } = await show(uuid);
  expect(reviews).toEqual([]);
  expect(order).toMatchObject({ status: 'accepted', paymentStatus: 'paid' });
  expect(sums).toMatchObject({ unpaid: 100, over: 0 });
  expect(documents.map(({ kind, totalAgorot }) => [kind, totalAgorot]).at(-1)).toEqual([
    'tax_invoice_receipt',
    goods.price - 100,
  ]);
  // The rest of it is paid as it is.
  await payBalance(secret);
  expect((await show(uuid)).sums).toMatchObject({ unpaid: 0, over: 0 });
});

const linksOf = async (uuid: string) =>
  (
    await query(`select channel from outbox where order_uid = $1 and about = 'order payment_link' order by 1`, [uuid])
  ).map(({ channel }) => channel);

test('once a doubt is closed without money, its buyer is sent the link to pay on, and the goods wait for a day', async () => {
  const { uuid, secret, page } = await placed(1);
  await pay(site.port, page, CARDS.wrongSum);
  expect((await decide(uuid, 'close')).status).toBe(200);
  expect(await linksOf(uuid)).toEqual(['email', 'sms']);
  const order = await shop.find(secret);
  expect(order).toMatchObject({ status: 'payment', payment_status: 'failed', in_doubt: false });
  expect(Math.round((order.hold_seconds ?? 0) / 3600)).toBe(24);
});

test('the same of what an order grew by; whoever has asked to cancel is sent nothing', async () => {
  const { uuid, secret, page, order } = await placed(1);
  await pay(site.port, page, CARDS.approved);
  await edit(uuid, 2);
  const before = await linksOf(uuid);
  await payBalance(secret, CARDS.wrongSum);
  expect((await decide(uuid, 'close')).status).toBe(200);
  expect(await linksOf(uuid)).toHaveLength(before.length + 2);

  await payBalance(secret, CARDS.wrongSum);
  const { phone } = order.customer;
  const form = new URLSearchParams({ name: 'דנה לוי', phone, email: '', message: '', order_number: order.number });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await site.call({ method: 'POST', path: '/cancellation', headers, body: form.toString() });
  expect((await decide(uuid, 'close')).status).toBe(200);
  expect(await linksOf(uuid)).toHaveLength(before.length + 2);
});

test('what a financed order grew by is not accepted once it was cancelled: its lender pays the rest no more', async () => {
  const { uuid, page, secret, goods } = await placed(1);
  await pay(site.port, page, CARDS.approved);
  // As of one that a lender pays for.
  await query(`update payments set status = 'cancelled' where order_uid = $1`, [uuid]);
  await query(
    `update orders set payment_method = 'financing', payment_status = 'pending', due_agorot = 0, paid_at = null where uuid = $1`,
    [uuid],
  );
  await edit(uuid, 2);
  await payBalance(secret, CARDS.wrongSum);
  expect((await call(uuid, 'cancel')).status).toBe(200);
  const refused = await decide(uuid, 'accept');
  expect([refused.status, JSON.stringify(refused.data)]).toEqual([422, expect.stringContaining('ההזמנה בוטלה')]);
  expect((await show(uuid)).order).toMatchObject({ status: 'cancelled', stockHeld: false });
  expect(await stockOf(goods.variant)).toBe(5);
  expect((await decide(uuid, 'refund')).status).toBe(200);
});

test('what is missing after a review is paid on a page of that sum, though one of the whole was open', async () => {
  const { uuid, secret, page, total } = await placed(1);
  await submit(site.port, `${page}/cancel`, {});
  await shop.post('/api/receipts/get-payment-link', { secret });
  await reopen(page);
  await pay(site.port, page, CARDS.wrongSum);
  expect((await decide(uuid, 'accept')).status).toBe(200);
  await payBalance(secret);
  expect((await show(uuid)).sums).toMatchObject({ paid: total, unpaid: 0, over: 0 });
});

test('a sum that was only held is not accepted as what an order grew by', async () => {
  const { uuid, page, secret } = await placed(1);
  await pay(site.port, page, CARDS.approved);
  await edit(uuid, 2);
  const link = (await shop.find(secret)).balance?.path.split('/').at(-1) ?? '';
  const reply = await shop.post('/api/receipts/pay-by-payment-link', { secret: link });
  const second = new URL(reply.json<{ payment: { url: string } }>().payment.url).pathname;
  await query(`update sandbox.pages set capture = 'hold' where uuid = $1`, [second.slice(3)]);
  await pay(site.port, second, CARDS.approved);
  const refused = await decide(uuid, 'accept');
  expect([refused.status, JSON.stringify(refused.data)]).toEqual([422, expect.stringContaining('רק תפוס')]);
  expect((await decide(uuid, 'refund')).status).toBe(200);
  expect((await show(uuid)).payments.map(({ status }) => status)).toEqual(['paid', 'cancelled']);
});

test('what is in doubt keeps its order: nobody gives it up, cancels it, or accepts what is partly on its way back', async () => {
  const { uuid, secret, page } = await placed(1);
  await pay(site.port, page, CARDS.wrongSum);
  expect((await shop.post('/api/orders/release', { secret })).json()).toMatchObject({
    error_code: 'ORDER_NOT_PAYABLE',
  });
  const cancelled = await call(uuid, 'cancel');
  expect([cancelled.status, cancelled.data.details]).toEqual([422, expect.stringContaining('בבירור')]);
  expect((await show(uuid)).order.status).toBe('payment');

  const isUnderWay = (status: string) =>
    query(
      `insert into refunds (payment_uid, amount_agorot, status, actor, ask_at)
      select uuid, 100, $2, 'test', now() from payments where order_uid = $1`,
      [uuid, status],
    );
  await isUnderWay('unknown');
  expect((await decide(uuid, 'accept')).status).toBe(422);
  await query('delete from refunds where payment_uid in (select uuid from payments where order_uid = $1)', [uuid]);
  await query('update payments set refunded_agorot = 100 where order_uid = $1', [uuid]);
  expect((await decide(uuid, 'accept')).status).toBe(422);
  await query('update payments set refunded_agorot = 0 where order_uid = $1', [uuid]);
  expect((await decide(uuid, 'accept')).status).toBe(200);
});

test('the page after a decline has as many payments as were chosen', async () => {
  const goods = await piece(site.connection.pool);
  const { secret, page } = await shop.order(goods, { payment_method: 'instalments', payments_count: 3 });
  for (let tries = 0; tries < 3; tries += 1) await pay(site.port, page, CARDS.declined);
  const link = (await shop.post('/api/receipts/get-payment-link', { secret })).json<{ url: string }>();
  expect(new URL(link.url).pathname).not.toBe(page);
  const opened = await query(
    'select p.max_payments as instalments from payments p join orders o on o.uuid = p.order_uid where o.email = $1 and p.status = $2',
    ['dana@example.com', 'pending'],
  );
  expect(opened).toContainEqual({ instalments: 3 });
});
