import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PayLink } from '#contract/checkout/payments.ts';
import { GatewayUnreachable } from '#domain/money/gateway-errors.ts';
import { endUnpaidOrders } from '#server/checkout/purchase/end-unpaid-orders.ts';
import { sandboxProvider } from '#server/providers/payment/sandbox/client.ts';
import { SECRET, startApp, type TestApp } from '../../../tests/support/app.ts';
import { clock } from '../../../tests/support/clock.ts';
import { CARDS, pay, piece, shopper, submit } from '../../../tests/support/purchase.ts';
import { freePort } from '../../../tests/support/site.ts';
import { payLinkSecret } from '../order-secret.ts';
import { onlineMoney } from '../orders/balance.ts';
import { carryOutRefunds } from './carry-out-refunds.ts';
import { listInDoubt, resolveInDoubt } from './in-doubt.ts';
import { reconcilePayments } from './reconciliation.ts';
import { refundOrder } from './refund-order.ts';
import { settlePayment } from './settle.ts';

const REFUND_REFUSED = '4580000000000091';
const REFUND_UNANSWERED = '4580000000000109';
const NO_WEBHOOK = '4580000000000075';
const by = { actor: 'operator:test', reason: 'test' };

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
const refundsOf = async (order: string) =>
  (
    await db.query(
      'select r.* from refunds r join payments p on p.uuid = r.payment_uid where p.order_uid = $1 order by r.created_at',
      [order],
    )
  ).rows;
/** What the gateway's own books say that went back for an order. */
const wentBack = async (order: string) =>
  Number(
    (
      await db.query(
        `select coalesce(sum(t.amount_agorot), 0) sum from sandbox.transactions t join sandbox.pages g on g.uuid = t.page_uid
         join payments p on p.uuid::text = g.reference where p.order_uid = $1 and t.state = 'refund'`,
        [order],
      )
    ).rows[0].sum,
  );

async function paid(card = CARDS.approved) {
  const goods = await piece(db, { stock: 3 });
  const purchase = await shop.order(goods);
  await pay(app.port, purchase.page, card);
  return { ...purchase, goods, uuid: purchase.order.uuid, total: Math.round(purchase.order.total_order_price * 100) };
}

/** Does something for which the order's row has to be waited for, by so many at the same time. */
async function whileLocked<T>(order: string, waiting: number, work: () => T): Promise<T> {
  const holder = await db.connect();
  await holder.query('begin');
  await holder.query('select 1 from orders where uuid = $1 for update', [order]);
  const done = work();
  const locks = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await db.query(locks)).rowCount).toBe(waiting);
  await holder.query('commit');
  holder.release();
  return done;
}

/** An order whose goods were sold to somebody else before its own money came. */
async function late(card = CARDS.approved) {
  const goods = await piece(db, { stock: 1 });
  const purchase = await shop.order(goods);
  time.pass(31);
  await endUnpaidOrders(tools());
  await shop.order(goods);
  await pay(app.port, purchase.page, card);
  return { ...purchase, goods, uuid: purchase.order.uuid, total: Math.round(purchase.order.total_order_price * 100) };
}

describe('goes back by itself:', () => {
  test('the others, when one can’t be written down; that one is left to a person, and not requested again', async () => {
    const [first, second] = [await late(), await late()];
    const [stuck] = await refundsOf(first.uuid);
    await db.query(`alter table refunds add constraint full_disk check (uuid <> '${stuck.uuid}' or status <> 'done')`);
    await carryOutRefunds(tools());
    expect(await refundsOf(second.uuid)).toMatchObject([{ status: 'done' }]);
    await db.query('alter table refunds drop constraint full_disk');
    time.pass(6);
    await carryOutRefunds(tools());
    expect(await refundsOf(first.uuid)).toMatchObject([{ status: 'unknown' }]);
    expect(await wentBack(first.uuid)).toBe(first.total);
    await resolveInDoubt(tools(), stuck.uuid, { ...by, outcome: 'done' });
    expect(await shop.find(first.secret)).toMatchObject({ status: 'refunded' });
  });

  test('money that came when the goods were gone; once, though many ask', async () => {
    const { uuid, secret, total, goods } = await late();
    expect(await refundsOf(uuid)).toMatchObject([{ status: 'due', actor: 'job' }]);
    await Promise.all([carryOutRefunds(tools()), carryOutRefunds(tools()), carryOutRefunds(tools())]);
    expect(await refundsOf(uuid)).toMatchObject([{ status: 'done' }]);
    expect([await wentBack(uuid), await stockOf(goods.variant)]).toEqual([total, 0]);
    expect(await shop.find(secret)).toMatchObject({ status: 'refunded', payment_status: 'refunded' });
    expect(await listInDoubt(tools())).toEqual([]);
  });

  test('the second of two payments; the order keeps the first', async () => {
    const purchase = await shop.order(await piece(db));
    await submit(app.port, `${purchase.page}/cancel`, {});
    const link = await shop.post('/api/receipts/pay', { secret: purchase.secret });
    await pay(app.port, new URL(link.json<{ payment: { url: string } }>().payment.url).pathname, CARDS.approved);
    await db.query(`update sandbox.pages set state = 'open' where uuid = $1`, [purchase.page.slice(3)]);
    await pay(app.port, purchase.page, CARDS.approved);
    await carryOutRefunds(tools());
    expect(await wentBack(purchase.order.uuid)).toBe(Math.round(purchase.order.total_order_price * 100));
    expect(await shop.find(purchase.secret)).toMatchObject({ status: 'accepted', payment_status: 'paid' });
    expect(await listInDoubt(tools())).toEqual([]);
  });

  test('later, when the gateway cannot be reached now', async () => {
    const { uuid, total } = await late();
    const up = app.deps.payment.sandbox;
    app.deps.payment.sandbox = sandboxProvider({ env: { ...app.deps.env, PORT: await freePort() }, secret: SECRET });
    await carryOutRefunds(tools());
    if (up) app.deps.payment.sandbox = up;
    expect(await refundsOf(uuid)).toMatchObject([{ status: 'due' }]);
    await carryOutRefunds(tools());
    expect(await wentBack(uuid)).toBe(0);
    time.pass(1.1);
    await carryOutRefunds(tools());
    expect(await wentBack(uuid)).toBe(total);
  });
});

describe('an operator', () => {
  test('gives it all back: order, stock and buyer follow', async () => {
    const { uuid, secret, total, goods } = await paid();
    expect(await refundOrder(tools(), uuid, by)).toMatchObject({ status: 'done', amountAgorot: total });
    expect(await shop.find(secret)).toMatchObject({ status: 'refunded', payment_status: 'refunded' });
    expect([await wentBack(uuid), await stockOf(goods.variant)]).toEqual([total, 3]);
    const { rows } = await db.query(`select channel from outbox where about = 'order refunded'`);
    expect(rows.map((row) => row.channel)).toEqual(expect.arrayContaining(['email', 'sms']));
  });

  test('gives parts back: never two at once, never too much; goods that left stay gone', async () => {
    const { uuid, secret, total, goods } = await paid();
    await db.query(`update orders set status = 'provided' where uuid = $1`, [uuid]);
    const both = await Promise.allSettled([1, 2].map(() => refundOrder(tools(), uuid, { ...by, amountAgorot: 1000 })));
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    const done = both.filter(({ status }) => status === 'fulfilled').length;
    expect(await wentBack(uuid)).toBe(1000 * done);
    expect((await shop.find(secret)).payment_status).toBe('partly_refunded');
    await expect(refundOrder(tools(), uuid, { ...by, amountAgorot: total })).rejects.toThrow('At most');
    await refundOrder(tools(), uuid, by);
    expect([await wentBack(uuid), await stockOf(goods.variant)]).toEqual([total, 2]);
  });

  test('closes a second charge whose refund the gateway never heard of: then that is not asked for any more', async () => {
    const purchase = await shop.order(await piece(db));
    await submit(app.port, `${purchase.page}/cancel`, {});
    const link = await shop.post('/api/receipts/get-payment-link', { secret: purchase.secret });
    await pay(app.port, new URL(link.json<{ url: string }>().url).pathname, CARDS.approved);
    await db.query(`update sandbox.pages set state = 'open' where uuid = $1`, [purchase.page.slice(3)]);
    await pay(app.port, purchase.page, CARDS.approved);
    const doubt = (await listInDoubt(tools())).find((one) => one.order === purchase.order.number);
    const close = () => resolveInDoubt(tools(), doubt?.uuid ?? '', { ...by, outcome: 'close' });
    // It may have been carried out: its own doubt says so first.
    await db.query(`update refunds set status = 'unknown' where payment_uid = $1`, [doubt?.uuid]);
    await expect(close()).rejects.toThrow('under way');
    await db.query(`update refunds set status = 'due' where payment_uid = $1`, [doubt?.uuid]);
    await close();
    await carryOutRefunds(tools());
    expect(await refundsOf(purchase.order.uuid)).toMatchObject([{ status: 'refused' }]);
    expect(await wentBack(purchase.order.uuid)).toBe(0);
  });

  test('is told when the gateway refuses', async () => {
    const { uuid, secret } = await paid(REFUND_REFUSED);
    expect(await refundOrder(tools(), uuid, by)).toMatchObject({ status: 'refused' });
    expect(await shop.find(secret)).toMatchObject({ status: 'accepted', payment_status: 'paid' });
  });

  test.each(['done', 'not-done'])('decides what nobody answered: %s', async (outcome) => {
    const { uuid, secret, total } = await paid(REFUND_UNANSWERED);
    const refund = await refundOrder(tools(), uuid, by);
    expect(refund.status).toBe('unknown');
    time.pass(600);
    await carryOutRefunds(tools());
    expect(await wentBack(uuid)).toBe(total);
    await expect(refundOrder(tools(), uuid, by)).rejects.toThrow('in doubt');
    const doubt = (await listInDoubt(tools())).find((one) => one.uuid === refund.uuid);
    expect(doubt).toMatchObject({ kind: 'refund', outcomes: ['done', 'not-done'] });
    await expect(resolveInDoubt(tools(), refund.uuid, { ...by, outcome: 'accept' })).rejects.toThrow('comes to one of');
    await resolveInDoubt(tools(), refund.uuid, { ...by, outcome });
    expect((await shop.find(secret)).status).toBe(outcome === 'done' ? 'refunded' : 'accepted');
    expect((await listInDoubt(tools())).some((one) => one.uuid === refund.uuid)).toBe(false);
  });

  test('decides for good: that the gateway was not reached, as its late answer says, asks for nothing anew', async () => {
    const { uuid } = await paid();
    const { sandbox } = app.deps.payment;
    if (!sandbox) throw new Error('there is no sandbox');
    let answer = (_error: Error): void => {};
    const asked = new Promise<void>((begun) => {
      const refund = () => {
        begun();
        return new Promise<never>((_, reject) => {
          answer = reject;
        });
      };
      app.deps.payment.sandbox = { ...sandbox, refund };
    });
    const asking = refundOrder(tools(), uuid, by);
    await asked;
    app.deps.payment.sandbox = sandbox;
    time.pass(6);
    await carryOutRefunds(tools());
    const [lost] = await refundsOf(uuid);
    await resolveInDoubt(tools(), lost.uuid, { ...by, outcome: 'done' });
    answer(new GatewayUnreachable('the connection broke'));
    await asking;
    time.pass(2);
    await carryOutRefunds(tools());
    expect(await refundsOf(uuid)).toMatchObject([{ status: 'done' }]);
    expect(await wentBack(uuid)).toBe(0);
  });

  test('hears of a refund whose process died while it asked; it is not asked again', async () => {
    const { uuid } = await paid();
    const [payment] = (await db.query('select uuid, amount_agorot from payments where order_uid = $1', [uuid])).rows;
    await db.query(
      `insert into refunds (payment_uid, amount_agorot, status, actor, ask_at, asked_at) values ($1, $2, 'asked', 'job', $3, $3)`,
      [payment.uuid, payment.amount_agorot, time.now()],
    );
    await carryOutRefunds(tools());
    expect(await refundsOf(uuid)).toMatchObject([{ status: 'asked' }]);
    time.pass(6);
    await carryOutRefunds(tools());
    expect([(await refundsOf(uuid)).map((row) => row.status), await wentBack(uuid)]).toEqual([['unknown'], 0]);
  });

  test.each([
    ['accept', 'accepted', 'paid', 0],
    ['refund', 'refunded', 'refunded', 1],
    ['close', 'payment', 'failed', 0],
  ])('decides about a wrong sum: %s', async (outcome, status, paymentStatus, stock) => {
    const goods = await piece(db, { stock: 1 });
    const { secret, page, order } = await shop.order(goods);
    await pay(app.port, page, CARDS.wrongSum);
    const doubt = (await listInDoubt(tools())).find((one) => one.order === order.number);
    await resolveInDoubt(tools(), doubt?.uuid ?? '', { ...by, outcome });
    expect(await shop.find(secret)).toMatchObject({ status, payment_status: paymentStatus });
    expect(await stockOf(goods.variant)).toBe(stock);
    // A whole payment of another sum is no deposit: its sale has an invoice, with VAT.
    if (outcome === 'accept') {
      const { rows } = await db.query(
        'select kind, total_agorot::int as total, vat_agorot > 0 as has_vat from documents where order_uid = $1',
        [order.uuid],
      );
      const total = Math.round(order.total_order_price * 100) - 100;
      expect(rows).toEqual([{ kind: 'tax_invoice_receipt', total, has_vat: true }]);
    }
    if (outcome === 'refund') expect(await wentBack(order.uuid)).toBe(Math.round(order.total_order_price * 100) - 100);
    const { rows } = await db.query(
      `select to_value, actor from order_history where order_uid = $1 and field = 'payment_status' order by created_at`,
      [order.uuid],
    );
    expect(rows.at(-1)).toEqual({ to_value: paymentStatus, actor: by.actor });
  });

  test('decides once, though two decide at the same time', async () => {
    const { page, order } = await shop.order(await piece(db, { stock: 1 }));
    await pay(app.port, page, CARDS.wrongSum);
    const doubt = (await listInDoubt(tools())).find((one) => one.order === order.number);
    const both = await whileLocked(order.uuid, 2, () =>
      Promise.allSettled(
        ['close', 'accept'].map((outcome) => resolveInDoubt(tools(), doubt?.uuid ?? '', { ...by, outcome })),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('counts a part that went back once, though two say at the same time that it did', async () => {
    const { uuid } = await paid(REFUND_UNANSWERED);
    const refund = await refundOrder(tools(), uuid, { ...by, amountAgorot: 1000 });
    await whileLocked(uuid, 2, () =>
      Promise.all([1, 2].map(() => resolveInDoubt(tools(), refund.uuid, { ...by, outcome: 'done' }))),
    );
    const { rows } = await db.query(
      `select p.refunded_agorot::int as back, (select count(*)::int from documents d where d.order_uid = p.order_uid and d.kind = 'credit_invoice') as credits
       from payments p where p.order_uid = $1`,
      [uuid],
    );
    expect(rows).toEqual([{ back: 1000, credits: 1 }]);
  });

  test('closes one of two doubts: the order goes on holding its goods for the other', async () => {
    const goods = await piece(db, { stock: 1 });
    const { order, secret, page } = await shop.order(goods);
    await submit(app.port, `${page}/cancel`, {});
    const link = await shop.post('/api/receipts/get-payment-link', { secret });
    await db.query(`update sandbox.pages set state = 'open' where uuid = $1`, [page.slice(3)]);
    for (const one of [page, new URL(link.json<{ url: string }>().url).pathname])
      await pay(app.port, one, CARDS.wrongSum);
    const doubts = (await listInDoubt(tools())).filter((one) => one.order === order.number);
    expect(doubts).toHaveLength(2);
    await resolveInDoubt(tools(), doubts[0]?.uuid ?? '', { ...by, outcome: 'close' });
    time.pass(31);
    await endUnpaidOrders(tools());
    expect(await shop.find(secret)).toMatchObject({ status: 'payment', hold_until: null });
    expect(await stockOf(goods.variant)).toBe(0);
  });

  test('closes a doubt about a page that was refused before: until then nothing is paid, after it the hold runs again', async () => {
    const goods = await piece(db, { stock: 1 });
    const { order, secret, page } = await shop.order(goods);
    await submit(app.port, `${page}/cancel`, {});
    const link = () => shop.post('/api/receipts/get-payment-link', { secret });
    const byLink = async () =>
      (await shop.post('/api/receipts/check-payment-link', { secret: payLinkSecret(SECRET, order) })).json<PayLink>()
        .state;
    expect((await link()).status).toBe(200);
    await db.query(`update sandbox.pages set state = 'open' where uuid = $1`, [page.slice(3)]);
    await pay(app.port, page, CARDS.wrongSum);
    expect([(await link()).status, await byLink()]).toEqual([422, 'review']);
    time.pass(31);
    await endUnpaidOrders(tools());
    expect(await shop.find(secret)).toMatchObject({ status: 'payment', hold_until: null });

    const doubt = (await listInDoubt(tools())).find((one) => one.order === order.number);
    await resolveInDoubt(tools(), doubt?.uuid ?? '', { ...by, outcome: 'close' });
    expect(await shop.find(secret)).toMatchObject({ status: 'payment', hold_until: expect.any(String) });
    expect([(await link()).status, await byLink()]).toEqual([200, 'to_pay']);
    time.pass(24 * 60 + 1);
    await endUnpaidOrders(tools());
    expect([(await shop.find(secret)).status, await stockOf(goods.variant)]).toEqual(['cancelled', 1]);
  });

  test.each([
    ['webhook', CARDS.approved],
    ['job', NO_WEBHOOK],
  ])(
    'hears of money on a page whose doubt was closed, by the %s; the answer of before is no new doubt',
    async (who, card) => {
      const { order, page, secret } = await shop.order(await piece(db, { stock: 1 }));
      await pay(app.port, page, CARDS.wrongSum);
      const doubt = async () => (await listInDoubt(tools())).find((one) => one.order === order.number);
      const uuid = (await doubt())?.uuid ?? '';
      await resolveInDoubt(tools(), uuid, { ...by, outcome: 'close' });
      time.pass(3);
      await reconcilePayments(tools());
      await settlePayment(tools(), uuid, 'test');
      expect(await doubt()).toBeUndefined();

      // Its buyer pays on the page that is still open in another tab.
      await db.query(`update sandbox.pages set state = 'open' where uuid = $1`, [page.slice(3)]);
      await db.query(`delete from sandbox.transactions where page_uid = $1`, [page.slice(3)]);
      await pay(app.port, page, card);
      time.pass(10);
      if (who === 'job') await reconcilePayments(tools());
      expect(await shop.find(secret)).toMatchObject({ status: 'accepted', payment_status: 'paid' });
      // All of it may go back, whatever the sum that was in doubt.
      const total = Math.round(order.total_order_price * 100);
      expect(await refundOrder(tools(), order.uuid, by)).toMatchObject({ status: 'done', amountAgorot: total });
    },
  );

  test('hears of a second charge on a page whose doubt was closed', async () => {
    const { order, page, secret } = await shop.order(await piece(db));
    await pay(app.port, page, CARDS.wrongSum);
    const doubt = async () => (await listInDoubt(tools())).find((one) => one.order === order.number);
    await resolveInDoubt(tools(), (await doubt())?.uuid ?? '', { ...by, outcome: 'close' });
    const link = await shop.post('/api/receipts/get-payment-link', { secret });
    await pay(app.port, new URL(link.json<{ url: string }>().url).pathname, CARDS.approved);
    expect((await shop.find(secret)).status).toBe('accepted');

    await db.query(`update sandbox.pages set state = 'open' where uuid = $1`, [page.slice(3)]);
    await db.query(`delete from sandbox.transactions where page_uid = $1`, [page.slice(3)]);
    await pay(app.port, page, REFUND_REFUSED);
    await carryOutRefunds(tools());
    expect(await doubt()).toMatchObject({ reason: 'paid twice', takenAgorot: null });
    const total = Math.round(order.total_order_price * 100);
    expect(await onlineMoney(app.deps.db, order.uuid)).toEqual({ due: total, taken: total, owed: 0 });
  });
});
