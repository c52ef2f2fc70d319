import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PayLink } from '#contract/checkout/payments.ts';
import { GatewayRefused } from '#domain/money/gateway-errors.ts';
import { toAgorot } from '#domain/money/money.ts';
import { carryOutRefunds } from '#server/checkout/payments/carry-out-refunds.ts';
import { forgetOldPapers } from '#server/privacy/erase.ts';
import { sandboxProvider } from '#server/providers/payment/sandbox/client.ts';
import { endOf } from '../../../shop/features/order/ended.ts';
import { SECRET, startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { freePort } from '../../../tests/support/site.ts';
import type { Fulfilment } from '../fulfilment/read-fulfilment.ts';
import type { OrderPage } from '../orders/read-order.ts';

let site: TestApp;
let cookie: string;
let owner: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  cookie = await signInAs(site, 'manager');
  owner = await signInAs(site, 'owner');
});
afterAll(() => site.close());

type Editing = { edition: string; lines: { line: string; quantity: number; priceAgorot: number }[] };
type Asked = { line?: string; variant?: string; quantity: number; price?: number };

async function paidOrder(quantity: number, price?: number) {
  const goods = await piece(site.connection.pool);
  if (price) await query(`update variants set price_agorot = ${price} where uuid = $1`, goods.variant);
  const shop = shopper(site.port);
  const purchase = await shop.order(goods, { quantity });
  await pay(site.port, purchase.page, CARDS.approved);
  await shop.ask(purchase.secret);
  const { uuid } = purchase.order;
  const [line] = (await editing(uuid)).lines;
  return { ...goods, uuid, secret: purchase.secret, line: line?.line ?? '', price: line?.priceAgorot ?? 0 };
}
const editing = async (uuid: string) => (await readPage<Editing>(site, cookie, `/orders/${uuid}/edit`)).data;
const edit = async (uuid: string, lines: Asked[]) =>
  act(site, cookie, `/orders/${uuid}/edit`, 'edit', {
    reason: 'סוכם בטלפון',
    edition: (await editing(uuid)).edition,
    lines,
  });
const show = async (uuid: string) => (await readPage<OrderPage>(site, cookie, `/orders/${uuid}`)).data;

async function giveBack(uuid: string, agorot: number, line?: string, fee = 0): Promise<void> {
  const lines = line ? [{ line, quantity: 1, restock: 'on' }] : [];
  const asked = { lines, total: agorot / 100, fee: fee / 100, reason: 'לא מתאים' };
  expect((await act(site, owner, `/orders/${uuid}`, 'refund', asked)).data).toMatchObject({ ok: true });
}

test('a piece that goes back leaves what an edit has made too much, which the order’s page goes on telling', async () => {
  const { uuid, line, price } = await paidOrder(3);
  expect((await edit(uuid, [{ line, quantity: 2 }])).data.result).toMatchObject({ creditAgorot: price });
  await giveBack(uuid, price, line);
  expect((await show(uuid)).sums.over).toBe(price);
  // What the shop has already isn't asked for.
  const grown = await edit(uuid, [{ line, quantity: 3 }]);
  expect(grown.data.result).toMatchObject({ balanceAgorot: 0, creditAgorot: 0 });
});

test('while money is on its way back, the order is not edited: what it is for would change', async () => {
  const { uuid, line, price } = await paidOrder(2);
  await edit(uuid, [{ line, quantity: 1 }]);
  const { sandbox } = site.deps.payment;
  site.deps.payment.sandbox = sandboxProvider({ env: { ...site.deps.env, PORT: await freePort() }, secret: SECRET });
  await giveBack(uuid, price);
  if (sandbox) site.deps.payment.sandbox = sandbox;
  const back = async (status: string) => {
    await site.connection.pool.query(
      `update refunds set status = $2 where payment_uid in (select uuid from payments where order_uid = $1)`,
      [uuid, status],
    );
    return edit(uuid, [{ line, quantity: 2 }]);
  };
  for (const status of ['asked', 'unknown', 'due'])
    expect(await back(status)).toMatchObject({
      status: 422,
      data: { message: expect.stringContaining('זיכוי של ההזמנה עוד לא הסתיים') },
    });
  expect((await show(uuid)).sums.over).toBe(price);
  await site.connection.pool.query(`update refunds set ask_at = now() - interval '1 second'`);
  await carryOutRefunds({ ...site.deps, log: site.app.log });
  expect((await edit(uuid, [{ line, quantity: 2 }])).data.result).toMatchObject({ balanceAgorot: price });
});

test('an order whose pieces all went back ends, also where what an edit had made too much goes back last', async () => {
  const { uuid, line, price } = await paidOrder(2);
  await edit(uuid, [{ line, quantity: 1 }]);
  await giveBack(uuid, price, line);
  expect((await show(uuid)).order.status).toBe('accepted');
  await giveBack(uuid, (await show(uuid)).sums.left);
  expect((await show(uuid)).order.status).toBe('refunded');
});

test('a line of which a piece went back keeps its price', async () => {
  const { uuid, line, price } = await paidOrder(2);
  await giveBack(uuid, price, line);
  const before = (await show(uuid)).order;
  for (const share of [0.95, 1.2])
    expect((await edit(uuid, [{ line, quantity: 2, price: Math.round(price * share) / 100 }])).status).toBe(422);
  expect((await show(uuid)).order).toEqual(before);
  expect((await edit(uuid, [{ line, quantity: 2, price: price / 100 }])).status).toBe(200);
});

test('after a sum as amends and an edit, the order’s page tells the same as the edit', async () => {
  const { uuid, line, price } = await paidOrder(2);
  await giveBack(uuid, 50_000);
  expect((await edit(uuid, [{ line, quantity: 1 }])).data.result).toMatchObject({ creditAgorot: price });
  expect((await show(uuid)).sums.over).toBe(price);
});

test('a piece that a courier has is taken out of its order without coming back to stock', async () => {
  const { uuid, variant, line, price } = await paidOrder(2);
  await query(`update orders set branch_uid = null, status = 'delivery_in_process' where uuid = $1`, uuid);
  expect((await edit(uuid, [{ line, quantity: 1 }])).data.result).toMatchObject({ creditAgorot: price, stock: [] });
  expect(await query('select stock from variants where uuid = $1', variant)).toEqual([{ stock: 3 }]);
});

/** What an order of another way to pay would have: accepted, with so much of it paid online. */
async function paidAs(method: 'financing' | 'deposit', uuid: string, agorot: number): Promise<void> {
  const { pool } = site.connection;
  await pool.query(
    `update payments set status = case when $2 > 0 then 'paid' else 'cancelled' end::payment_status, amount_agorot = greatest($2, 1), taken_agorot = null
     where order_uid = $1`,
    [uuid, agorot],
  );
  await pool.query('update orders set payment_method = $2, due_agorot = $3 where uuid = $1', [uuid, method, agorot]);
}

test('what is taken out of a financed order and put in again is the lender’s; what it grows by beyond that is the buyer’s', async () => {
  const { uuid, line, price } = await paidOrder(2);
  await paidAs('financing', uuid, 0);
  await edit(uuid, [{ line, quantity: 1 }]);
  expect((await edit(uuid, [{ line, quantity: 2 }])).data.result).toMatchObject({ balanceAgorot: 0 });
  expect((await edit(uuid, [{ line, quantity: 3 }])).data.result).toMatchObject({ balanceAgorot: price });
  expect((await edit(uuid, [{ line, quantity: 1 }])).data.result).toMatchObject({ balanceAgorot: 0 });
  expect((await edit(uuid, [{ line, quantity: 3 }])).data.result).toMatchObject({ balanceAgorot: price });
});

test('a deposit that an order is reduced below and grows beyond again is the deposit of before; what went back of it is no surplus', async () => {
  const { uuid, secret, line, price } = await paidOrder(3);
  const { totalAgorot } = (await show(uuid)).order;
  const deposit = 2 * price;
  await paidAs('deposit', uuid, deposit);
  const surplus = deposit - (totalAgorot - 2 * price);
  expect((await edit(uuid, [{ line, quantity: 1 }])).data.result).toMatchObject({ creditAgorot: surplus });
  expect((await edit(uuid, [{ line, quantity: 3 }])).data.result).toMatchObject({ creditAgorot: 0, balanceAgorot: 0 });
  await edit(uuid, [{ line, quantity: 1 }]);
  await giveBack(uuid, surplus);
  expect((await show(uuid)).sums.over).toBe(0);
  // It is a part of the deposit that is missing, once the order costs as much again.
  expect((await edit(uuid, [{ line, quantity: 3 }])).data.result).toMatchObject({ balanceAgorot: surplus });
  const rest = totalAgorot - deposit;
  expect(await restsOf(uuid, secret)).toEqual({
    office: rest + surplus,
    handover: rest,
    shop: rest,
    deposit: deposit - surplus,
  });
  expect(await payBalance(secret)).toMatchObject({ amount: surplus / 100, paid: (deposit - surplus) / 100 });
  expect(await restsOf(uuid, secret)).toEqual({ office: rest, handover: rest, shop: rest, deposit });
});

test('a piece that a deposit order gave back isn’t paid for at the handover: not by its price, nor by a fee that was kept', async () => {
  for (const fee of [0, 10_000]) {
    const { uuid, secret, line, price } = await paidOrder(2);
    const { totalAgorot } = (await show(uuid)).order;
    const deposit = 300_000;
    await paidAs('deposit', uuid, deposit);
    expect(await restsOf(uuid, secret)).toMatchObject({ office: totalAgorot - deposit, shop: totalAgorot - deposit });
    const back = deposit / 2 - fee;
    const lines = [{ line, quantity: 1, amount: back / 100, restock: 'on' }];
    const refundInput = { lines, total: back / 100, fee: fee / 100, reason: 'לא מתאים' };
    const giveOneBack = () => act(site, owner, `/orders/${uuid}`, 'refund', refundInput);
    // What the gateway refuses keeps no fee.
    const { sandbox } = site.deps.payment;
    if (sandbox) site.deps.payment.sandbox = { ...sandbox, refund: () => Promise.reject(new GatewayRefused('no')) };
    expect((await giveOneBack()).status).toBe(422);
    if (sandbox) site.deps.payment.sandbox = sandbox;
    expect((await giveOneBack()).data).toMatchObject({ ok: true });
    const rest = totalAgorot - price - deposit / 2;
    expect(await restsOf(uuid, secret)).toMatchObject({ office: rest, handover: rest, shop: rest });
  }
});

test('what a piece cost that a deposit order gave back stays, however its line grows and shrinks', async () => {
  const { uuid, line } = await paidOrder(2, 500_000);
  await query('update order_lines set discount_agorot = 100000 where order_uid = $1', uuid);
  await query('update orders set discount_agorot = 100000, total_agorot = total_agorot - 100000 where uuid = $1', uuid);
  await paidAs('deposit', uuid, 100_000);
  const returnOne = async () => {
    const lines = [{ line, quantity: 1, amount: 250, restock: 'on' }];
    const asked = { lines, total: 250, reason: 'לא מתאים' };
    expect((await act(site, owner, `/orders/${uuid}`, 'refund', asked)).data).toMatchObject({ ok: true });
  };
  const restOf = async () => (await show(uuid)).sums.unpaid;
  const before = await restOf();
  await returnOne();
  expect(await restOf()).toBe(before - 425_000);
  await edit(uuid, [{ line, quantity: 3 }]);
  expect(await restOf()).toBe(before + 75_000);
  // Of the two that are left, one has a discount.
  await returnOne();
  expect(await restOf()).toBe(before + 75_000 - 450_000);
  await edit(uuid, [{ line, quantity: 4 }]);
  expect(await restOf()).toBe(before + 75_000 - 450_000 + 500_000);
});

/**
 * What is still to be paid of an order, agorot, wherever it is said: `office` with what is to be paid online of it,
 * `handover` and `shop` without.
 */
async function restsOf(uuid: string, secret: string) {
  const [listed] = (
    await readPage<{ page: { rows: { rest_agorot: number }[] } }>(
      site,
      cookie,
      `/orders?q=${(await show(uuid)).order.number}`,
    )
  ).data.page.rows;
  const { sums } = await show(uuid);
  expect(listed?.rest_agorot).toBe(sums.unpaid);
  const handover = await readPage<{ fulfilment: Fulfilment }>(site, cookie, `/orders/${uuid}/handover`);
  const order = await shopper(site.port).find(secret);
  return {
    office: sums.unpaid,
    handover: handover.data.fulfilment.dueAtHandover.rest,
    shop: toAgorot(order.rest),
    deposit: toAgorot(order.deposit ?? 0),
  };
}

/** Pays what an order grew by. @returns what its page said before */
async function payBalance(orderSecret: string) {
  const shop = shopper(site.port);
  const secret = (await shop.find(orderSecret)).balance?.path.split('/').at(-1);
  const link = (await shop.post('/api/receipts/check-payment-link', { secret })).json<PayLink>();
  const { payment } = (await shop.post('/api/receipts/pay-by-payment-link', { secret })).json<{
    payment: { url: string };
  }>();
  await pay(site.port, new URL(payment.url).pathname, CARDS.approved);
  await shop.post('/api/receipts/check-payment-link', { secret });
  return link;
}

test('the deposit of an unpaid order is that of its goods, and no more than they cost: of pieces taken out, put in again and added', async () => {
  const goods = await piece(site.connection.pool);
  const { pool } = site.connection;
  const deposit = (agorot: number) =>
    pool.query('update products set deposit_agorot = $2 where uuid = $1', [goods.product, agorot]);
  await deposit(150_000);
  const purchase = await shopper(site.port).order(goods, { payment_method: 'deposit' });
  const { uuid } = purchase.order;
  // As after a moment without the gateway: an open page is not edited behind its shopper's back.
  await pool.query('update payments set provider_ref = null where order_uid = $1', [uuid]);
  const [line] = (await editing(uuid)).lines;
  const dueOf = async (quantity: number, more: Asked[] = [], price?: number) => {
    const { status } = await edit(uuid, [{ line: line?.line ?? '', quantity, ...(price && { price }) }, ...more]);
    expect(status).toBe(200);
    const { rows } = await pool.query(
      'select o.due_agorot::float8 as due, p.amount_agorot::float8 as asked from orders o join payments p on p.order_uid = o.uuid where o.uuid = $1',
      [uuid],
    );
    expect(rows[0].asked).toBe(rows[0].due);
    return rows[0].due;
  };
  expect(await dueOf(2)).toBe(300_000);
  expect(await dueOf(1)).toBe(150_000);
  // What neither takes out nor puts in keeps what was agreed.
  await deposit(200_000);
  expect(await dueOf(1, [], goods.price / 100 - 100)).toBe(150_000);
  expect(await dueOf(1, [], goods.price / 100)).toBe(150_000);
  await deposit(150_000);
  // What takes no deposit adds none.
  const { rows: plain } = await pool.query(
    `select v.uuid from variants v join products p on p.uuid = v.product_uid join store_products l on l.product_uid = p.uuid and l.published
     join stores s on s.uuid = l.store_uid and s.key = 'raam' where p.deposit_agorot is null and v.active and v.stock > 3 and not p.price_on_request limit 1`,
  );
  expect(await dueOf(1, [{ variant: plain[0].uuid, quantity: 1 }])).toBe(150_000);
  await deposit(goods.price * 1.5);
  const { order } = await show(uuid);
  expect(await dueOf(2)).toBe(2 * goods.price + order.deliveryAgorot);
  expect(await dueOf(1)).toBe(goods.price + order.deliveryAgorot);
  expect(await dueOf(2)).toBe(2 * goods.price + order.deliveryAgorot);
});

const query = async (text: string, uuid: string) => (await site.connection.pool.query(text, [uuid])).rows;
const mailsOf = async (uuid: string, event: string) =>
  (
    await query(`select body from outbox where order_uid = $1 and about = 'order ${event}' and channel = 'email'`, uuid)
  ).map(({ body }) => body);

test('one was sent and the rest goes back: it is delivered, and nobody is told that anything is on its way', async () => {
  const { uuid, line, price } = await paidOrder(2);
  const call = (name: string, input = {}) => act(site, owner, `/orders/${uuid}`, name, input);
  await call('ship', { lines: [{ line, quantity: 1 }], carrier: 'בלדר' });
  const lines = [{ line, quantity: 1, sent: 0, restock: 'on' }];
  expect((await call('refund', { lines, total: price / 100, reason: 'לא מתאים' })).status).toBe(200);
  await query(`insert into handover_steps (order_uid, title, position, done_at) values ($1, 'x', 0, now())`, uuid);
  expect((await call('deliver')).status).toBe(200);
  expect((await show(uuid)).order.status).toBe('provided');
  const subjects = await query(`select distinct about from outbox where order_uid = $1 order by about`, uuid);
  expect(subjects.map(({ about }) => about)).toEqual([
    'order paid',
    'order part_on_the_way',
    'order provided',
    'order refunded',
  ]);
});

test('cancelled with the fee kept: its buyer isn’t told that the whole sum comes back, in whichever sequence it was done', async () => {
  const cancel = (uuid: string) => act(site, owner, `/orders/${uuid}`, 'cancel', { reason: 'הלקוח התחרט' });
  const [first, second] = [await paidOrder(1), await paidOrder(1)];
  await cancel(first.uuid);
  expect(await mailsOf(first.uuid, 'cancelled')).toEqual([expect.stringContaining('הסכום ששילמתם יוחזר')]);
  await giveBack(first.uuid, first.price - 10_000, undefined, 10_000);
  await giveBack(second.uuid, second.price - 10_000, undefined, 10_000);
  await cancel(second.uuid);
  const back = 'בניכוי דמי ביטול של';
  expect(await mailsOf(second.uuid, 'cancelled')).toEqual([expect.stringContaining(back)]);
  expect(await mailsOf(first.uuid, 'refunded')).toEqual([expect.stringMatching(/נוכו דמי ביטול של \u2066₪100\u2069/)]);
  for (const { secret } of [first, second]) expect(endOf(await shopper(site.port).find(secret))?.text).toContain(back);

  // What is left without anybody having kept it as a fee is owed, and a fee is no more than the law allows.
  const [owed, more, cheap] = [await paidOrder(1), await paidOrder(1), await paidOrder(1, 100_000)];
  await giveBack(owed.uuid, owed.price - 4_000);
  await giveBack(more.uuid, more.price - 20_000, undefined, 10_000);
  await giveBack(cheap.uuid, cheap.price - 10_000, undefined, 10_000);
  for (const { uuid, secret } of [owed, more, cheap]) {
    await cancel(uuid);
    expect(await mailsOf(uuid, 'cancelled')).toEqual([expect.stringContaining('חלק מהסכום ששילמתם כבר הוחזר')]);
    expect(endOf(await shopper(site.port).find(secret))?.text).not.toContain(back);
  }
});

test('papers of a vehicle that has left its order stay in sight of whoever hands over, and go a year after the order has ended', async () => {
  const { uuid } = await paidOrder(1);
  await query(
    `with s as (insert into handover_steps (order_uid, title, position, task) values ($1, 'רישיון נהיגה', 0, 'papers') returning uuid)
     insert into order_files (order_uid, step_uid, name, type, bytes, content, from_buyer) select $1, uuid, 'רישיון.pdf', 'application/pdf', 1, '\\x00', true from s`,
    uuid,
  );
  const [extra] = await query(
    `select v.uuid from variants v join products p on p.uuid = v.product_uid join store_products l on l.product_uid = p.uuid and l.published
     join stores s on s.uuid = l.store_uid where s.uuid = (select store_uid from orders where uuid = $1) and v.active and p.kind = 'ACCESSORY' and v.stock > 0 order by v.sku limit 1`,
    uuid,
  );
  expect((await edit(uuid, [{ variant: extra.uuid, quantity: 1 }])).status).toBe(200);
  const shown = async (who: string) =>
    (await site.call({ host: 'office.localhost', path: `/orders/${uuid}`, headers: { cookie: who } })).text.includes(
      `href="/orders/${uuid}/files/`,
    );
  expect(await shown(cookie)).toBe(true);
  expect(await shown(await signInAs(site, 'accountant'))).toBe(false);
  const kept = async (after: number) => {
    const at = new Date();
    at.setMonth(at.getMonth() + after);
    await forgetOldPapers({ db: site.deps.db, now: () => at });
    return (await query('select from order_files where order_uid = $1', uuid)).length;
  };
  expect(await kept(13)).toBe(1);
  await query(`update orders set status = 'provided' where uuid = $1`, uuid);
  expect(await kept(11)).toBe(1);
  expect(await kept(13)).toBe(0);
});

test('what was signed for a vehicle is signed anew once the order has another one', async () => {
  const { uuid, line, product } = await paidOrder(1);
  await query(
    `insert into handover_steps (order_uid, title, position, task, ask, sent_at, done_at)
     values ($1, 'ייפוי כוח', 0, 'signature', 'x', now(), now()), ($1, 'רישיון נהיגה', 1, 'papers', '', now(), now())`,
    uuid,
  );
  const state = () =>
    query('select done_at is null open, refusal from handover_steps where order_uid = $1 order by position', uuid);
  const done = { open: false, refusal: '' };
  expect((await edit(uuid, [{ line, quantity: 2 }])).status).toBe(200);
  expect(await state()).toEqual([done, done]);
  expect(await mailsOf(uuid, 'paper_refused')).toEqual([]);
  let other = await piece(site.connection.pool);
  while (other.product === product) other = await piece(site.connection.pool);
  expect((await edit(uuid, [{ variant: other.variant, quantity: 1 }])).status).toBe(200);
  expect(await state()).toEqual([{ open: true, refusal: 'הרכב בהזמנה הוחלף' }, done]);
  expect(await mailsOf(uuid, 'paper_refused')).toEqual([expect.stringContaining('הרכב בהזמנה הוחלף')]);
});
