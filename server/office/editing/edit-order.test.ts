import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PayLink } from '#contract/checkout/payments.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, type Piece, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { cookieOf, member } from '../../../tests/support/staff.ts';
import type { OrdersPage } from '../orders/list-orders.ts';
import type { OrderPage } from '../orders/read-order.ts';

let site: TestApp;
let cookie: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  cookie = await signInAs(site, 'manager');
});
afterAll(() => site.close());

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.connection.pool.query(text, values)).rows as Row[];

type Editing = { edition: string; lines: { line: string; quantity: number; priceAgorot: number }[] };
type Edited = {
  after: { totalAgorot: number };
  stock: { change: number }[];
  balanceAgorot: number;
  creditAgorot: number;
};
type Sums = { total: number; due: number; lines: number; status: string };

async function paidOrder(quantity = 1): Promise<{ uuid: string; goods: Piece; secret: string }> {
  const goods = await piece(site.connection.pool);
  const shop = shopper(site.port);
  const purchase = await shop.order(goods, { quantity });
  await pay(site.port, purchase.page, CARDS.approved);
  await shop.ask(purchase.secret);
  const [row] = await query<{ uuid: string }>('select uuid from orders where number = $1', [purchase.order.number]);
  return { uuid: row?.uuid ?? '', goods, secret: purchase.secret };
}
const editing = async (uuid: string) => (await readPage<Editing>(site, cookie, `/orders/${uuid}/edit`)).data;
const edit = (uuid: string, input: Record<string, unknown>, who = cookie) =>
  act(site, who, `/orders/${uuid}/edit`, 'edit', { reason: 'סוכם בטלפון', ...input });
const stockOf = async ({ variant }: Piece) =>
  (await query<{ stock: number }>('select stock from variants where uuid = $1', [variant]))[0]?.stock;
const sumsOf = async (uuid: string): Promise<Sums | undefined> =>
  (
    await query<Sums>(
      `select total_agorot::float8 total, due_agorot::float8 due, status, (select sum(quantity * price_agorot) from order_lines where order_uid = o.uuid)::float8 lines
       from orders o where uuid = $1`,
      [uuid],
    )
  )[0];

/** Agorot that the list of orders says are missing; `undefined`: it isn't found by that state of payment. */
async function restOf(uuid: string, payment: string): Promise<number | undefined> {
  const { data } = await readPage<{ page: OrdersPage }>(site, cookie, `/orders?payment=${payment}`);
  return data.page.rows.find((row) => row.uuid === uuid)?.rest_agorot;
}

async function payLinkOf(uuid: string) {
  const [mail] = await query<{ body: string }>(
    `select body from outbox where order_uid = $1 and about = 'order payment_link' and channel = 'email' order by created_at desc limit 1`,
    [uuid],
  );
  const secret = /\/pay\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
  const link = await shopper(site.port).post('/api/receipts/pay-by-payment-link', { secret });
  return { secret, ...link.json<PayLink & { payment: { url: string } }>() };
}

test('a preview says what a change does, and does nothing', async () => {
  const { uuid, goods } = await paidOrder();
  const { edition, lines } = await editing(uuid);
  const [line] = lines;
  const before = await sumsOf(uuid);
  const { data } = await edit(uuid, { edition, dryRun: 'true', lines: [{ line: line?.line, quantity: 2 }] });
  expect(data.result).toMatchObject({
    after: { totalAgorot: (before?.total ?? 0) + (line?.priceAgorot ?? 0) },
    balanceAgorot: line?.priceAgorot,
    creditAgorot: 0,
    stock: [{ change: -1 }],
  });
  expect(await sumsOf(uuid)).toEqual(before);
  expect(await stockOf(goods)).toBe(4);
});

test('what grew is paid by a link, with an invoice of its own, before anything is handed over', async () => {
  const { uuid, goods, secret: orderSecret } = await paidOrder();
  const { edition, lines } = await editing(uuid);
  const price = lines[0]?.priceAgorot ?? 0;
  // A dearer list price doesn't touch what was sold.
  await query('update variants set price_agorot = $2 where uuid = $1', [goods.variant, price + 100_000]);
  expect((await edit(uuid, { edition, lines: [{ line: lines[0]?.line, quantity: 2 }] })).status).toBe(200);
  expect(await stockOf(goods)).toBe(3);
  expect(await sumsOf(uuid)).toMatchObject({ status: 'accepted', lines: 2 * price, due: (await sumsOf(uuid))?.total });
  // It counts as paid; lists say what is missing, and don't find it among the paid ones.
  expect(await restOf(uuid, 'rest')).toBe(price);
  expect(await restOf(uuid, 'paid')).toBeUndefined();
  const home = await readPage<{ home: { waiting: { rest: number } } }>(site, cookie, '/');
  expect(home.data.home.waiting.rest).toBe(1);
  await query('update orders set payments_count = 36 where uuid = $1', [uuid]);
  await query('update payments set payments_count = 36 where order_uid = $1', [uuid]);
  const { secret, payment, amount, paid, state, payments_count } = await payLinkOf(uuid);
  const [page] = await query(`select max_payments from payments where order_uid = $1 and status = 'pending'`, [uuid]);
  expect(page).toEqual({ max_payments: 1 });
  // Staff copy the link that was sent, or send it once more; neither makes another one.
  const asked = () =>
    query<{ n: number }>(
      `select count(*)::int n from outbox where order_uid = $1 and about = 'order payment_link' and channel = 'email'`,
      [uuid],
    );
  const link = { url: expect.stringMatching(new RegExp(`/pay/${secret}$`)), goodUntil: null };
  expect((await act(site, cookie, `/orders/${uuid}`, 'payLink', { hours: 24 })).data.result).toMatchObject(link);
  expect(await asked()).toEqual([{ n: 1 }]);
  expect((await act(site, cookie, `/orders/${uuid}`, 'payLink', { send: 'on' })).data.result).toMatchObject(link);
  expect(await asked()).toEqual([{ n: 2 }]);
  const shop = shopper(site.port);
  // Its buyer finds it without the message, too.
  expect((await shop.find(orderSecret)).balance).toEqual({ amount: price / 100, path: `/pay/${secret}` });
  expect({ amount, paid, state, payments_count }).toEqual({
    amount: price / 100,
    paid: price / 100,
    state: 'to_pay',
    payments_count: 1,
  });
  // Nor is anything sent.
  const sending = await act(site, cookie, `/orders/${uuid}`, 'ship', {});
  expect(sending.status).toBe(422);
  expect(JSON.stringify(sending.data)).toContain('לפני המשלוח נשאר לשלם');
  await query(`update orders set status = 'delivery_in_process' where uuid = $1`, [uuid]);
  await query(`insert into handover_steps (order_uid, title, position, done_at) values ($1, 'x', 0, now())`, [uuid]);
  expect((await act(site, cookie, `/orders/${uuid}`, 'hand-over')).status).toBe(422);
  await pay(site.port, new URL(payment.url).pathname, CARDS.approved);
  await shop.post('/api/receipts/check-payment-link', { secret });
  // The order was paid in 36, whatever it grew by.
  expect(await shop.find(orderSecret)).toMatchObject({ balance: null, payments_count: 36 });
  expect(await restOf(uuid, 'rest')).toBeUndefined();
  expect(await restOf(uuid, 'paid')).toBe(0);
  expect(
    await query(
      `select kind, total_agorot::float8 as total from documents where order_uid = $1 order by created_at desc limit 1`,
      [uuid],
    ),
  ).toEqual([{ kind: 'tax_invoice_receipt', total: price }]);
  expect((await act(site, cookie, `/orders/${uuid}`, 'hand-over')).status).toBe(200);
});

test('what shrank is proposed as a refund; stock returns; once refunded, it isn’t due again', async () => {
  const { uuid, goods } = await paidOrder(2);
  const { edition, lines } = await editing(uuid);
  const price = lines[0]?.priceAgorot ?? 0;
  const { data } = await edit(uuid, { edition, lines: [{ line: lines[0]?.line, quantity: 1 }] });
  expect(data.result).toMatchObject({ creditAgorot: price, balanceAgorot: 0 } satisfies Partial<Edited>);
  expect(await stockOf(goods)).toBe(4);
  expect(
    await query('select 1 from refunds r join payments p on p.uuid = r.payment_uid where p.order_uid = $1', [uuid]),
  ).toEqual([]);
  const overpaid = async () => (await readPage<OrderPage>(site, cookie, `/orders/${uuid}`)).data.sums.over;
  expect(await overpaid()).toBe(price);
  const { refundOrder } = await import('#server/checkout/payments/refund-order.ts');
  const log = { info() {}, warn() {}, error() {} };
  await refundOrder({ ...site.deps, log }, uuid, { amountAgorot: price, actor: 'test', reason: '' });
  const { balanceOf } = await import('#server/checkout/orders/balance.ts');
  expect(await balanceOf(site.deps.db, uuid)).toBe(0);
  expect(await overpaid()).toBe(0);
  const again = await editing(uuid);
  const grown = await edit(uuid, { edition: again.edition, lines: [{ line: lines[0]?.line, quantity: 2 }] });
  expect(grown.data.result).toMatchObject({ balanceAgorot: price, creditAgorot: 0 });
  // What went back is neither paid nor missing twice.
  expect(await restOf(uuid, 'rest')).toBe(price);
  expect(await payLinkOf(uuid)).toMatchObject({ amount: price / 100, paid: price / 100, total: (2 * price) / 100 });
});

test('of a financed order only what is to be paid online can be missing; a held deposit is found by both', async () => {
  const { uuid } = await paidOrder();
  // The lender's money is no payment of the shop's.
  await query(`update payments set status = 'cancelled' where order_uid = $1`, [uuid]);
  await query(
    `update orders set payment_method = 'financing', payment_status = 'pending', due_agorot = 0 where uuid = $1`,
    [uuid],
  );
  expect([await restOf(uuid, 'rest'), await restOf(uuid, 'pending')]).toEqual([undefined, 0]);
  await query('update orders set due_agorot = 500 where uuid = $1', [uuid]);
  expect([await restOf(uuid, 'rest'), await restOf(uuid, 'pending')]).toEqual([500, 500]);
  const held = await paidOrder();
  await query(
    `update payments set status = 'authorised', amount_agorot = 700, taken_agorot = null where order_uid = $1`,
    [held.uuid],
  );
  await query(
    `update orders set payment_method = 'deposit', payment_status = 'authorised', due_agorot = 700 where uuid = $1`,
    [held.uuid],
  );
  const rest = ((await sumsOf(held.uuid))?.total ?? 0) - 700;
  expect([await restOf(held.uuid, 'rest'), await restOf(held.uuid, 'authorised')]).toEqual([rest, rest]);
});

/** A financed order that was accepted, and grew by another piece, which is to be paid online. */
async function financedAndGrown() {
  const { uuid, goods } = await paidOrder();
  await query(`update payments set status = 'cancelled' where order_uid = $1`, [uuid]);
  await query(
    `update orders set payment_method = 'financing', payment_status = 'pending', due_agorot = 0, paid_at = null where uuid = $1`,
    [uuid],
  );
  const extra = await piece(site.connection.pool);
  const { edition, lines } = await editing(uuid);
  await edit(uuid, {
    edition,
    lines: [
      { line: lines[0]?.line, quantity: 1 },
      { variant: extra.variant, quantity: 1 },
    ],
  });
  return { uuid, goods, extra, ...(await payLinkOf(uuid)) };
}

test('what a financed order grew by goes back without ending it', async () => {
  const { uuid, goods, extra, secret, payment } = await financedAndGrown();
  await pay(site.port, new URL(payment.url).pathname, CARDS.approved);
  await shopper(site.port).post('/api/receipts/check-payment-link', { secret });
  const line = (await editing(uuid)).lines.at(-1)?.line;
  const owner = await signInAs(site, 'owner');
  const total = extra.price / 100;
  const refund = { lines: [{ line, quantity: 1, restock: 'on' }], total, reason: 'לא מתאים' };
  expect((await act(site, owner, `/orders/${uuid}`, 'refund', refund)).data).toMatchObject({ ok: true });
  expect(await sumsOf(uuid)).toMatchObject({ status: 'accepted' });
  expect([await stockOf(goods), await stockOf(extra)]).toEqual([4, 5]);
});

test('of two refunds of one order at once, from two payments, the limit counts both', async () => {
  const { uuid } = await paidOrder();
  const { edition, lines } = await editing(uuid);
  await edit(uuid, { edition, lines: [{ line: lines[0]?.line, quantity: 2 }] });
  const { secret, payment } = await payLinkOf(uuid);
  await pay(site.port, new URL(payment.url).pathname, CARDS.approved);
  await shopper(site.port).post('/api/receipts/check-payment-link', { secret });
  const price = (lines[0]?.priceAgorot ?? 0) / 100;
  const back = async (who: string, total: number) =>
    act(site, who, `/orders/${uuid}`, 'refund', { lines: [], total, reason: 'פיצוי' });
  expect((await back(await signInAs(site, 'owner'), price - 1_000)).data.ok).toBe(true);
  // Alone each is within the accountant's limit, and of another payment.
  const accountant = await signInAs(site, 'accountant');
  await Promise.all([back(accountant, 1_000), back(accountant, 4_500)]);
  const [sum] = await query<{ given: number }>(
    `select coalesce(sum(r.amount_agorot), 0)::float8 as given from refunds r join payments p on p.uuid = r.payment_uid
     where p.order_uid = $1 and r.status <> 'refused' and r.amount_agorot <> $2`,
    [uuid, (price - 1_000) * 100],
  );
  expect([100_000, 450_000]).toContain(sum?.given);
});

test('a financed order that was cancelled isn’t bought by what it grew by', async () => {
  const { uuid, goods, secret, payment } = await financedAndGrown();
  const owner = await signInAs(site, 'owner');
  expect((await act(site, owner, `/orders/${uuid}`, 'cancel', { reason: 'הבנק סירב' })).status).toBe(200);
  expect(await stockOf(goods)).toBe(5);
  // As the job leaves it whose lender didn't answer in time: other orders that it has ended are bought by money that
  // comes late.
  await query(`update order_history set actor = 'job' where order_uid = $1 and to_value = 'cancelled'`, [uuid]);
  await pay(site.port, new URL(payment.url).pathname, CARDS.approved);
  await shopper(site.port).post('/api/receipts/check-payment-link', { secret });
  expect(await sumsOf(uuid)).toMatchObject({ status: 'cancelled' });
  expect(await stockOf(goods)).toBe(5);
  expect(
    await query(`select r.reason from refunds r join payments p on p.uuid = r.payment_uid where p.order_uid = $1`, [
      uuid,
    ]),
  ).toEqual([{ reason: 'paid after it was cancelled' }]);
});

test('of two who edit at once, the second is told; more than there is isn’t sold', async () => {
  const { uuid, goods } = await paidOrder();
  const { edition, lines } = await editing(uuid);
  const line = lines[0]?.line;
  expect((await edit(uuid, { edition, lines: [{ line, quantity: 6 }] })).status).toBe(422);
  expect(await stockOf(goods)).toBe(4);
  expect((await edit(uuid, { edition, lines: [{ line, quantity: 2 }] })).status).toBe(200);
  const late = await edit(uuid, { edition, lines: [{ line, quantity: 3 }] });
  expect(late.status).toBe(409);
  expect(await stockOf(goods)).toBe(3);
  expect((await edit(uuid, { edition: (await editing(uuid)).edition, lines: [{ line, quantity: 0 }] })).status).toBe(
    422,
  );
});

test('a discount above the limit waits for a second person; another variant is added at today’s price', async () => {
  const { uuid } = await paidOrder();
  const other = await piece(site.connection.pool);
  const { edition, lines } = await editing(uuid);
  const [line] = lines;
  const price = (line?.priceAgorot ?? 0) / 100;
  const deep = { edition, lines: [{ line: line?.line, quantity: 1, price: Math.round(price * 0.8) }] };
  const waiting = await edit(uuid, deep);
  expect(waiting.data.message).toContain('לאישור');
  expect(await sumsOf(uuid)).toMatchObject({ lines: line?.priceAgorot });
  expect(await query('select call from approvals where entity_uid = $1', [uuid])).toEqual([{ call: 'orders.edit' }]);
  const added = await edit(uuid, {
    edition,
    lines: [
      { line: line?.line, quantity: 1, price: Math.round(price * 0.9) },
      { variant: other.variant, quantity: 1 },
    ],
  });
  expect(added.status).toBe(200);
  expect(await sumsOf(uuid)).toMatchObject({ lines: Math.round(price * 0.9) * 100 + other.price });
  expect(await stockOf(other)).toBe(4);
});

test('a discount above the limit is agreed to by who could give it alone', async () => {
  const { uuid } = await paidOrder();
  const { edition, lines } = await editing(uuid);
  const price = lines[0]?.priceAgorot ?? 0;
  await edit(uuid, { edition, lines: [{ line: lines[0]?.line, quantity: 1, price: price / 200 }] });
  const [approval] = await query<{ uuid: string }>('select uuid from approvals where entity_uid = $1', [uuid]);
  const approve = (who: string) => act(site, who, '/approvals', 'approve', { approval: approval?.uuid });
  const refused = await approve(cookieOf(await member(site, 'manager')));
  expect([refused.status, refused.data.message]).toEqual([403, 'הסכום גבוה גם מהמותר לכם']);
  expect(await sumsOf(uuid)).toMatchObject({ lines: price });
  expect((await approve(await signInAs(site, 'owner'))).status).toBe(200);
  expect(await sumsOf(uuid)).toMatchObject({ lines: price / 2 });
});

test('discounts in steps, and those of before, count together; without the right to discounts no price is lowered', async () => {
  const { uuid } = await paidOrder();
  const [line] = (await editing(uuid)).lines;
  const price = (line?.priceAgorot ?? 0) / 100;
  const lower = async (share: number) =>
    edit(uuid, {
      edition: (await editing(uuid)).edition,
      lines: [{ line: line?.line, quantity: 1, price: Math.round(price * share) }],
    });
  // The price of today is no help: the step before counts.
  await query(
    `update variants set price_agorot = 100 where uuid = (select variant_uid from order_lines where uuid = $1)`,
    [line?.line],
  );
  expect((await lower(0.9)).data.message).not.toContain('לאישור');
  expect((await lower(0.81)).data.message).toContain('לאישור');
  const { uuid: other } = await paidOrder();
  await query('update order_lines set discount_agorot = price_agorot / 10 where order_uid = $1', [other]);
  const [theirs] = (await editing(other)).lines;
  const { edition } = await editing(other);
  const again = { line: theirs?.line, quantity: 1, price: Math.round((theirs?.priceAgorot ?? 0) * 0.009) };
  expect((await edit(other, { edition, lines: [again] })).data.message).toContain('לאישור');

  await query(`update roles set permissions = array_remove(permissions, 'orders.discount') where key = 'manager'`);
  expect((await lower(0.89)).status).toBe(403);
  await query(`update roles set permissions = permissions || '{orders.discount}' where key = 'manager'`);
});

test('pieces that a line grows by count as discounted, where its price was lowered before or is lower than today’s', async () => {
  const { uuid } = await paidOrder();
  const [line] = (await editing(uuid)).lines;
  const price = (line?.priceAgorot ?? 0) / 100;
  const grow = async (more: Record<string, unknown> = {}) =>
    edit(uuid, { edition: (await editing(uuid)).edition, lines: [{ line: line?.line, quantity: 2, ...more }] });
  // As a second person has approved it.
  await query('update order_lines set price_agorot = price_agorot / 2 where uuid = $1', [line?.line]);
  for (const more of [{}, { price: price / 2 }, { price: price * 0.6 }])
    expect((await grow(more)).data.message, JSON.stringify(more)).toContain('לאישור');
  await query(`update roles set permissions = array_remove(permissions, 'orders.discount') where key = 'manager'`);
  expect((await grow()).status).toBe(403);
  expect((await grow({ price })).status).toBe(200);
  await query(`update roles set permissions = permissions || '{orders.discount}' where key = 'manager'`);
  const { uuid: dearer, goods } = await paidOrder();
  const [sold] = (await editing(dearer)).lines;
  await query('update variants set price_agorot = $2 where uuid = $1', [goods.variant, 2 * goods.price]);
  const { edition } = await editing(dearer);
  const more = await edit(dearer, { edition, lines: [{ line: sold?.line, quantity: 2 }] });
  expect(more.data.message).toContain('לאישור');
});

test('a line whose piece went back to stock takes one again when it grows', async () => {
  const { uuid, goods } = await paidOrder();
  const [line] = (await editing(uuid)).lines;
  const price = line?.priceAgorot ?? 0;
  const owner = await signInAs(site, 'owner');
  const back = (price - 500) / 100;
  const lines = [{ line: line?.line, quantity: 1, amount: back, restock: 'on' }];
  await act(site, owner, `/orders/${uuid}`, 'refund', { lines, total: back, reason: 'לא מתאים' });
  expect(await stockOf(goods)).toBe(5);
  const { edition } = await editing(uuid);
  expect((await edit(uuid, { edition, lines: [{ line: line?.line, quantity: 2 }] })).status).toBe(200);
  expect(await stockOf(goods)).toBe(4);
});

test('who may not edit can’t; nor anybody what is over, or of another order', async () => {
  const { uuid } = await paidOrder();
  const foreign = await paidOrder();
  const { edition, lines } = await editing(uuid);
  const change = { edition, lines: [{ line: lines[0]?.line, quantity: 2 }] };
  expect((await edit(uuid, change, await signInAs(site, 'accountant'))).status).toBe(403);
  const theirs = (await editing(foreign.uuid)).lines[0]?.line;
  expect((await edit(uuid, { edition, lines: [{ line: theirs, quantity: 1 }] })).status).toBe(422);
  await query(`update orders set status = 'provided' where uuid = $1`, [uuid]);
  expect((await edit(uuid, { ...change, edition: (await editing(uuid)).edition })).status).toBe(422);
});
