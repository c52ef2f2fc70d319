import { afterAll, beforeAll, expect, test } from 'vitest';
import { carryOutRefunds } from '#server/checkout/payments/carry-out-refunds.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { clock } from '../../../tests/support/clock.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import type { OrderPage } from '../orders/read-order.ts';

const REFUND_REFUSED = '4580000000000091';

const time = clock();
let site: TestApp;
let shop: ReturnType<typeof shopper>;
let owner: string;
beforeAll(async () => {
  site = await startApp({ office: true, deps: { now: time.now } });
  shop = shopper(site.port);
  owner = await signInAs(site, 'owner');
});
afterAll(() => site.close());

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.connection.pool.query(text, values)).rows as Row[];
const show = async (uuid: string) => (await readPage<OrderPage>(site, owner, `/orders/${uuid}`)).data;
const stockOf = async (variant: string) =>
  (await query<{ stock: number }>('select stock from variants where uuid = $1', [variant]))[0]?.stock;

type Editing = { edition: string; lines: { line: string; priceAgorot: number }[] };
type Wanted = { line?: string | undefined; variant?: string; quantity: number; price?: number };
const editing = async (uuid: string) => (await readPage<Editing>(site, owner, `/orders/${uuid}/edit`)).data;
async function edit(uuid: string, editsOf: (lines: Editing['lines']) => Wanted[]) {
  const { edition, lines } = await editing(uuid);
  return act(site, owner, `/orders/${uuid}/edit`, 'edit', {
    edition,
    lines: editsOf(lines),
    reason: 'סוכם בטלפון',
  });
}
/** Sells so many pieces of the first line instead. */
const sell = (uuid: string, quantity: number) => edit(uuid, ([line]) => [{ line: line?.line, quantity }]);
const newPage = async (secret: string) =>
  new URL((await shop.post('/api/receipts/get-payment-link', { secret })).json<{ url: string }>().url).pathname;
async function settle(secret: string, page: string, card = CARDS.approved) {
  await pay(site.port, page, card);
  await shop.ask(secret);
}
async function paid() {
  const goods = await piece(site.connection.pool, { stock: 5 });
  const purchase = await shop.order(goods);
  await settle(purchase.secret, purchase.page);
  return { goods, uuid: purchase.order.uuid, secret: purchase.secret };
}

test('an order whose page was left half an hour ago is edited; the former sum on that page goes before a person', async () => {
  const { order, secret, page } = await shop.order(await piece(site.connection.pool, { stock: 5 }));
  await query(`update orders set hold_until = hold_until + interval '1 day' where uuid = $1`, [order.uuid]);
  time.pass(29);
  expect((await sell(order.uuid, 2)).data.message).toContain('דף התשלום של ההזמנה פתוח');
  time.pass(2);
  expect((await sell(order.uuid, 2)).status).toBe(200);
  expect(await shop.find(secret)).toMatchObject({ status: 'payment', payment_status: 'cancelled' });
  expect(await newPage(secret)).not.toBe(page);
  await settle(secret, page);
  expect(
    await query('select review_reason as doubt from payments where order_uid = $1 order by created_at', [order.uuid]),
  ).toEqual([{ doubt: expect.stringContaining('another sum is due') }, { doubt: null }]);
});

test('promotions of which an edit leaves a part add up to the discount of the lines; what was paid stays what was paid', async () => {
  const { uuid, goods, secret } = await paid();
  await query('update order_lines set quantity = 3, discount_agorot = 2500 where order_uid = $1', [uuid]);
  const sums = `lines_agorot = $2::bigint * 3, discount_agorot = 2500, total_agorot = $2::bigint * 3 - 2500`;
  await query(`update orders set ${sums} where uuid = $1`, [uuid, goods.price]);
  await query('delete from order_discounts where order_uid = $1', [uuid]);
  await query(
    `insert into order_discounts (order_uid, sale_name, amount_agorot) values ($1, 'א', 1500), ($1, 'ב', 1000), ($1, 'משלוח', 0)`,
    [uuid],
  );
  expect((await sell(uuid, 2)).status).toBe(200);
  const discounts = 'select amount_agorot::int as agorot from order_discounts where order_uid = $1 order by sale_name';
  expect(await query(discounts, [uuid])).toEqual([{ agorot: 1000 }, { agorot: 666 }, { agorot: 0 }]);
  const order = await shop.find(secret);
  expect(order).toMatchObject({ total_cart_discounts: 16.66, paid_online: goods.price / 100 });
});

test('an order that is edited while its page is being opened has a page of its new sum', async () => {
  const { sandbox } = site.deps.payment;
  if (!sandbox) throw new Error('there is no sandbox');
  const sums: number[] = [];
  site.deps.payment.sandbox = {
    ...sandbox,
    async createCheckout(request) {
      sums.push(request.amountAgorot);
      const [row] = await query<{ uuid: string }>('select order_uid as uuid from payments where uuid = $1', [
        request.paymentId,
      ]);
      if (sums.length === 1) expect((await sell(row?.uuid ?? '', 2)).status).toBe(200);
      return sandbox.createCheckout(request);
    },
  };
  const goods = await piece(site.connection.pool, { stock: 5 });
  const { order, secret, page } = await shop.order(goods);
  site.deps.payment.sandbox = sandbox;
  expect(sums).toEqual([goods.price, 2 * goods.price]);
  await settle(secret, page);
  expect((await show(order.uuid)).sums).toMatchObject({ paid: 2 * goods.price, unpaid: 0, over: 0 });
});

const refund = (
  uuid: string,
  lines: { line?: string | undefined; quantity: number; amount?: number }[],
  agorot: number,
) =>
  act(site, owner, `/orders/${uuid}`, 'refund', {
    lines: lines.map(({ amount, ...line }) => ({ ...line, restock: 'on', ...(amount && { amount: amount / 100 }) })),
    total: agorot / 100,
    reason: 'לא מתאים',
  });

/** Paid, then made dearer, and the rest paid by another payment. */
async function paidTwice(editsOf: (lines: Editing['lines']) => Wanted[], card = CARDS.approved) {
  const purchase = await paid();
  await edit(purchase.uuid, editsOf);
  await settle(purchase.secret, await newPage(purchase.secret), card);
  const page = await show(purchase.uuid);
  expect(page.payments.map(({ status }) => status)).toEqual(['paid', 'paid']);
  return { ...purchase, page, total: page.order.totalAgorot };
}

test('an order that two payments have paid goes back at once: each line by the payment that covers it, the rest as a sum', async () => {
  const extra = await piece(site.connection.pool, { stock: 5 });
  const { uuid, goods, page, total } = await paidTwice(([line]) => [
    { line: line?.line, quantity: 1 },
    { variant: extra.variant, quantity: 1 },
  ]);
  const lines = page.lines.map(({ uuid: line }) => ({ line, quantity: 1 }));
  expect((await refund(uuid, lines, total)).data).toMatchObject({ ok: true });
  const after = await show(uuid);
  expect(after.order).toMatchObject({ status: 'refunded', paymentStatus: 'refunded', stockHeld: false });
  expect(after.sums).toMatchObject({ back: total, left: 0 });
  expect(after.refunds.map(({ lines }) => lines.length)).toEqual([1, 1]);
  expect([await stockOf(goods.variant), await stockOf(extra.variant)]).toEqual([5, 5]);
  expect(after.documents.filter(({ kind }) => kind === 'credit_invoice')).toHaveLength(2);
  expect((await refund(uuid, [], 100)).status).toBe(422);
});

test('a line that costs more than either payment goes back by both; what is more than both is refused', async () => {
  const { uuid, goods, page, total } = await paidTwice(([line]) => [
    { line: line?.line, quantity: 1, price: ((line?.priceAgorot ?? 0) * 2) / 100 },
  ]);
  const line = page.lines[0]?.uuid;
  expect((await refund(uuid, [{ line, quantity: 1 }], total + 100)).status).toBe(422);
  expect((await refund(uuid, [{ line, quantity: 1 }], total)).data).toMatchObject({ ok: true });
  expect((await show(uuid)).order).toMatchObject({ status: 'refunded', paymentStatus: 'refunded' });
  expect(await stockOf(goods.variant)).toBe(5);
});

test('of a piece of a deposit order that goes back by two payments both parts count once, and neither is a surplus', async () => {
  const other = await piece(site.connection.pool, { stock: 5 });
  const { uuid, page } = await paidTwice(([line]) => [
    { line: line?.line, quantity: 1 },
    { variant: other.variant, quantity: 1 },
  ]);
  await query(
    `update payments set amount_agorot = case when created_at = (select min(created_at) from payments where order_uid = $1) then 150000 else 50000 end
     where order_uid = $1`,
    [uuid],
  );
  await query(`update orders set payment_method = 'deposit', due_agorot = 200000 where uuid = $1`, [uuid]);
  const { totalAgorot } = page.order;
  const [line] = page.lines;
  const parts = [{ line: line?.uuid, quantity: 1, amount: 170_000 }];
  expect((await refund(uuid, parts, 170_000)).data).toMatchObject({ ok: true });
  const { sums, refunds, order, lines } = await show(uuid);
  expect(sums.unpaid).toBe(totalAgorot - (line?.priceAgorot ?? 0) - 30_000);
  expect(order).toMatchObject({ dueAgorot: 200_000, surplusRefundedAgorot: 0 });
  const rows = refunds.flatMap((one) => one.lines);
  expect(rows.map(({ quantity, amountAgorot }) => [quantity, amountAgorot])).toEqual([
    [1, 150_000],
    [0, 20_000],
  ]);
  expect(rows.reduce((sum, { costAgorot }) => sum + costAgorot, 0)).toBe(line?.priceAgorot);
  expect(lines[0]).toMatchObject({ refunded: 1, refundedAgorot: 170_000 });
});

test('where the gateway refuses one of two payments, staff read how much it was', async () => {
  const { uuid, total } = await paidTwice(([line]) => [{ line: line?.line, quantity: 2 }], REFUND_REFUSED);
  const reply = await refund(uuid, [], total);
  expect(reply.data).toMatchObject({ ok: true, message: expect.stringContaining('סירבה להחזיר') });
  expect((await show(uuid)).sums).toMatchObject({ back: total / 2, left: total / 2 });
});

/** An order that a lender pays for. */
async function financed() {
  const { uuid, secret } = await paid();
  await query(`update payments set status = 'cancelled' where order_uid = $1`, [uuid]);
  await query(
    `update orders set payment_method = 'financing', payment_status = 'pending', due_agorot = 0, paid_at = null where uuid = $1`,
    [uuid],
  );
  return { uuid, secret };
}

test('what a financed order grew by a second time, and was paid after its cancellation, goes back by itself', async () => {
  const { uuid, secret } = await financed();
  await sell(uuid, 2);
  await settle(secret, await newPage(secret));
  await sell(uuid, 3);
  const page = await newPage(secret);
  await act(site, owner, `/orders/${uuid}`, 'cancel', { reason: 'הבנק סירב' });
  await settle(secret, page);
  expect((await show(uuid)).refunds).toMatchObject([{ reason: 'paid after it was cancelled' }]);
});

test('what an order grew by and is paid once every piece went back goes back by itself, and is no sale', async () => {
  const { uuid, secret } = await paid();
  await sell(uuid, 2);
  const page = await newPage(secret);
  const [line] = (await editing(uuid)).lines;
  const price = line?.priceAgorot ?? 0;
  const back = price - 10_000;
  const lines = [{ line: line?.line, quantity: 2, amount: back / 100, restock: 'on' }];
  const refundInput = { lines, total: back / 100, fee: 100, reason: 'התחרטו' };
  expect((await act(site, owner, `/orders/${uuid}`, 'refund', refundInput)).data).toMatchObject({ ok: true });
  expect((await show(uuid)).order.status).toBe('accepted');
  const before = await show(uuid);
  await settle(secret, page);
  const after = await show(uuid);
  expect(after.refunds.at(-1)).toMatchObject({ amountAgorot: price, reason: 'paid after all of it went back' });
  expect(after.documents).toEqual(before.documents);
  expect(
    await query(`select from outbox where order_uid = $1 and about = 'order paid' and channel = 'email'`, [uuid]),
  ).toHaveLength(1);
  await carryOutRefunds({ ...site.deps, log: site.app.log });
  expect((await show(uuid)).sums).toMatchObject({ back: back + price, left: 10_000, unpaid: 0 });
  // The fee was kept of the first of the two refunds.
  const mails = await query<{ body: string }>(
    `select body from outbox where order_uid = $1 and about = 'order refunded' and channel = 'email'`,
    [uuid],
  );
  expect(mails.map(({ body }) => body.includes('דמי ביטול')).sort()).toEqual([false, true]);
});

test('the mail of a cancelled order says that money goes back also where only its balance was paid, unless that was settled elsewhere', async () => {
  const cancelled = async (settledElsewhere: boolean) => {
    const { uuid, secret } = await financed();
    await sell(uuid, 2);
    await settle(secret, await newPage(secret));
    if (settledElsewhere)
      await query(
        `update payments set review_reason = 'paid twice', review_resolved_at = now(), review_outcome = 'closed'
         where order_uid = $1 and status = 'paid'`,
        [uuid],
      );
    await act(site, owner, `/orders/${uuid}`, 'cancel', { reason: 'הבנק סירב' });
    const [mail] = await query<{ body: string }>(
      `select body from outbox where order_uid = $1 and about = 'order cancelled' and channel = 'email'`,
      [uuid],
    );
    return mail?.body;
  };
  expect(await cancelled(false)).toContain('הסכום ששילמתם יוחזר');
  expect(await cancelled(true)).toContain('ולא חויבתם');
});

test('an order that grew after it was sent isn’t over when its parcel arrives: the rest is sent first', async () => {
  const { uuid, secret } = await paid();
  const call = (name: string, input = {}) => act(site, owner, `/orders/${uuid}`, name, input);
  expect((await call('ship', { carrier: 'בלדר' })).status).toBe(200);
  await query(`insert into handover_steps (order_uid, title, position, done_at) values ($1, 'x', 0, now())`, [uuid]);
  await sell(uuid, 2);
  await settle(secret, await newPage(secret));
  expect((await call('deliver')).status).toBe(200);
  expect((await show(uuid)).order.status).toBe('delivery_in_process');
  expect(JSON.stringify((await call('deliver')).data)).toContain('עוד לא נשלחה כולה');
  expect((await call('ship', { carrier: 'בלדר' })).status).toBe(200);
  expect((await call('deliver')).status).toBe(200);
  expect((await show(uuid)).order.status).toBe('provided');
});

test('a payment that waits without a page follows the next edit; an order that never cost anything owes what it grew by', async () => {
  const { uuid, secret } = await paid();
  const price = (await editing(uuid)).lines[0]?.priceAgorot ?? 0;
  await sell(uuid, 3);
  await query(
    `insert into payments (order_uid, provider, capture, amount_agorot, max_payments) values ($1, 'sandbox', 'sale', $2, 1)`,
    [uuid, 2 * price],
  );
  await sell(uuid, 2);
  const waiting = () =>
    query(
      `select status, amount_agorot::float8 as amount from payments where order_uid = $1 and status <> 'paid' order by created_at desc limit 1`,
      [uuid],
    );
  expect(await waiting()).toEqual([{ status: 'pending', amount: price }]);
  await sell(uuid, 1);
  expect(await waiting()).toEqual([{ status: 'cancelled', amount: price }]);
  await query('update orders set paid_at = null where uuid = $1', [uuid]);
  const grown = await sell(uuid, 2);
  expect(grown.data.result).toMatchObject({ balanceAgorot: price });
  expect((await shop.find(secret)).balance?.amount).toBe(price / 100);
});
