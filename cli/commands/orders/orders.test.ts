import { afterAll, beforeAll, expect, test } from 'vitest';
import { endUnpaidOrders } from '#server/checkout/purchase/end-unpaid-orders.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { provedGuest } from '../../../tests/support/customers.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { runCommand } from '../../../tests/support/run-command.ts';
import type { Command } from '../../command.ts';
import { customersFindCommand } from '../people/customers.ts';
import { ordersListCommand } from './orders.ts';
import { ordersAdvanceCommand, ordersCancelCommand } from './orders-move.ts';
import { ordersShowCommand } from './orders-show.ts';

let site: TestApp;
let shop: ReturnType<typeof shopper>;
beforeAll(async () => {
  site = await startApp();
  shop = shopper(site.port);
});
afterAll(() => site.close());

let said: string[] = [];
async function run<T>(command: Command, args: string[], options = {}): Promise<T> {
  said = [];
  return (await runCommand(site, command, args, options, { say: (text) => said.push(text) })).json as T;
}
const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const stockOf = async (variant: string) =>
  (await query('select stock from variants where uuid = $1', [variant]))[0]?.stock;
const messagesOf = (number: string) =>
  query(
    `select b.about, b.channel, b.body from outbox b join orders o on o.uuid = b.order_uid where o.number = $1
     order by b.created_at, b.channel`,
    [number],
  );

/** A paid order of a customer with this last name. */
async function paidOrder(last_name: string) {
  const goods = await piece(site.connection.pool);
  const customer = { first_name: 'דנה', last_name, phone: '052-7654321', email: 'dana@example.com' };
  const placed = await shop.order(goods, { customer });
  await pay(site.port, placed.page, CARDS.approved);
  await shop.ask(placed.secret);
  return { ...placed, goods, number: placed.order.number };
}

test('an order is moved stage by stage to its end; history, customer and audit log know of each', async () => {
  const { number, secret } = await paidOrder('מתקדמת');
  const typed = number.replace('-', '').toLowerCase();
  for (const [from, to] of [
    ['accepted', 'in_process'],
    ['in_process', 'delivery_in_process'],
    ['delivery_in_process', 'provided'],
  ]) {
    if (to === 'provided') {
      await expect(run(ordersAdvanceCommand, [typed])).rejects.toThrow(/open steps/);
      await query(
        `insert into handover_steps (order_uid, title, text, position, done_at) select uuid, 'מסירה', '', 0, now() from orders where number = $1`,
        [number],
      );
    }
    expect(await run(ordersAdvanceCommand, [typed], { reason: 'test', to })).toEqual({
      number,
      from,
      to,
      pending: false,
    });
    expect(said.join()).toContain(number);
    if (to !== 'provided') await expect(run(ordersAdvanceCommand, [typed], { to })).rejects.toThrow(`not ${to}`);
  }
  await expect(run(ordersAdvanceCommand, [number])).rejects.toThrow(/no stage after/);
  await expect(run(ordersAdvanceCommand, [number], { to: 'sent' })).rejects.toThrow(/^--to is one of/);
  await expect(run(ordersCancelCommand, [number])).rejects.toThrow(/money of it is here: refund it/);

  const order = await shop.find(secret);
  expect(order.status).toBe('provided');
  expect(order.timeline.map(({ at }) => at !== null)).toEqual([true, true, true, true]);
  const audited = await query(
    `select actor, details from audit_log where command = 'orders advance' and details->>'number' = $1`,
    [number],
  );
  expect(audited).toHaveLength(3);
  expect(audited[0]).toMatchObject({ actor: expect.stringMatching(/^operator:./), details: { reason: 'test' } });
  const news = (await messagesOf(number)).slice(2);
  expect(news.map(({ about, channel }) => `${about} ${channel}`)).toEqual(
    ['in_process', 'ready', 'provided'].flatMap((event) => [`order ${event} email`, `order ${event} sms`]),
  );
  expect(news[2]?.body).toMatch(/מחכה לכם בסניף .+[\s\S]*\/order\//);

  const shown = await run<{ history: { field: string; actor: string; to_value: string; reason: string }[] }>(
    ordersShowCommand,
    [typed],
  );
  const moves = shown.history.filter(({ field }) => field === 'status');
  expect(moves.map(({ to_value }) => to_value)).toEqual([
    'payment',
    'accepted',
    'in_process',
    'delivery_in_process',
    'provided',
  ]);
  expect(moves.at(-1)).toMatchObject({ actor: expect.stringMatching(/^operator:/), reason: 'test' });
  expect(said.join()).toContain('delivery_in_process');
  expect(JSON.stringify(shown)).not.toContain('secret');
});

test('a cancelled order gives its goods back once, and a paid customer is told of the refund', async () => {
  const { number, goods, secret } = await paidOrder('מבטלת');
  expect(await stockOf(goods.variant)).toBe(4);
  const both = await Promise.allSettled([run(ordersCancelCommand, [number]), run(ordersCancelCommand, [number])]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await stockOf(goods.variant)).toBe(5);
  expect((await shop.find(secret)).status).toBe('cancelled');
  const [mail] = (await messagesOf(number)).filter(({ about }) => about === 'order cancelled');
  expect(mail).toMatchObject({ channel: 'email', body: expect.stringContaining('בתוך 14 ימים לכל היותר') });
  await expect(run(ordersAdvanceCommand, [number])).rejects.toThrow(/no stage after/);
});

test('goods that are on their way when their order is cancelled come back by hand', async () => {
  const { number, goods } = await paidOrder('בדרך');
  // By a courier: at a branch they would wait for their buyer.
  await query('update orders set branch_uid = null where number = $1', [number]);
  for (const _stage of ['in_process', 'delivery_in_process']) await run(ordersAdvanceCommand, [number]);
  await run(ordersCancelCommand, [number]);
  expect(await stockOf(goods.variant)).toBe(4);
});

test('an order that is being paid is not accepted by hand; cancelling ends its hold, and a payment on the way still counts', async () => {
  const goods = await piece(site.connection.pool);
  const [left, paid] = [await shop.order(goods), await shop.order(goods)];
  await expect(run(ordersAdvanceCommand, [left.order.number])).rejects.toThrow(/waits for a payment/);
  await pay(site.port, paid.page, CARDS.lateWebhook);
  for (const { order } of [left, paid])
    expect(await run(ordersCancelCommand, [order.number])).toMatchObject({ pending: true });
  await endUnpaidOrders({ ...site.deps, log: site.app.log });
  expect((await shop.find(left.secret)).status).toBe('cancelled');
  expect((await shop.find(paid.secret)).status).toBe('accepted');
  expect(await stockOf(goods.variant)).toBe(4);
});

test('an unpaid order that staff cancel is told as cancelled, closes its page, and money that comes all the same goes back', async () => {
  const goods = await piece(site.connection.pool);
  const { order, secret, page } = await shop.order(goods);
  await run(ordersCancelCommand, [order.number], { reason: 'the buyer asked' });
  await endUnpaidOrders({ ...site.deps, log: site.app.log });
  expect((await messagesOf(order.number)).map(({ about, channel }) => [about, channel])).toEqual([
    ['order cancelled', 'email'],
  ]);
  const [ended] = await query(
    `select actor, reason from order_history where order_uid = $1 and field = 'status' and to_value = 'cancelled'`,
    [order.uuid],
  );
  expect(ended).toEqual({ actor: expect.stringMatching(/^operator:/), reason: 'the buyer asked' });
  const uuid = page.slice(3);
  expect(await query('select state from sandbox.pages where uuid = $1', [uuid])).toEqual([{ state: 'cancelled' }]);
  await query(`update sandbox.pages set state = 'open' where uuid = $1`, [uuid]);
  await pay(site.port, page, CARDS.approved);
  expect((await shop.find(secret)).status).toBe('cancelled');
  expect(await stockOf(goods.variant)).toBe(5);
  const due = `select r.reason from refunds r join payments p on p.uuid = r.payment_uid where p.order_uid = $1`;
  expect(await query(due, [order.uuid])).toEqual([{ reason: 'paid after it was cancelled' }]);
});

test('a financed order, which waits for its lender, is accepted by hand', async () => {
  const { order, secret } = await shop.order(await piece(site.connection.pool), {
    payment_method: 'financing',
    ...(await provedGuest(site)),
  });
  expect(order).toMatchObject({ status: 'payment', amount_to_pay: 0 });
  await run(ordersAdvanceCommand, [order.number], { reason: 'the lender has agreed' });
  const orderNow = await shop.find(secret);
  expect(orderNow.status).toBe('accepted');
  expect(orderNow.timeline[0]?.at).toBe(orderNow.timeline[1]?.at);
  expect((await messagesOf(order.number)).map(({ about }) => about)).toEqual(
    ['received', 'received', 'accepted', 'accepted'].map((event) => `order ${event}`),
  );
});

test('orders list filters by store, status, day and text; what stands in LIKE is only text', async () => {
  const { number } = await paidOrder('לוי־מאה');
  const find = async (options: object) =>
    (await run<{ number: string }[]>(ordersListCommand, [], options)).map((row) => row.number);
  expect(await find({ search: 'לוי־מאה' })).toEqual([number]);
  expect(await find({ search: 'לוי_מאה' })).toEqual([]);
  expect(said).toEqual(['No orders.']);
  expect(await find({ search: number, store: 'raam', status: 'accepted', since: '2020-01-01' })).toEqual([number]);
  expect(await find({ search: number, store: 'noam' })).toEqual([]);
  expect(await find({ search: number, since: '2999-01-01' })).toEqual([]);
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Jerusalem' });
  expect(await find({ search: number, since: today, until: today, payment: 'paid' })).toEqual([number]);
  expect(await find({ search: number, until: '2020-01-01' })).toEqual([]);
  expect(await find({ search: number, payment: 'pending' })).toEqual([]);
  expect(await find({ search: number, min: '1', max: '9,999,999' })).toEqual([number]);
  expect(await find({ search: number, max: '0.5' })).toEqual([]);
  expect(await find({ search: number, min: '9999999' })).toEqual([]);
  for (const search of ['052-7654321', '0527654321', '+972 52 765 4321', '00972-52-7654321', '052 765', '7654-321'])
    expect(await find({ search, limit: '10000' }), search).toContain(number);
  expect(await find({ search: '050-9999999' })).toEqual([]);
  await find({ search: number });
  expect(said.at(-1)).toMatch(/^\n1 of 1 orders, ₪[\d,]+ in all, ₪[\d,]+ paid online$/);
  expect(await find({ limit: '1' })).toHaveLength(1);
  expect(await find({ search: number, payment: 'rest' })).toEqual([]);
  await query(
    'update orders set lines_agorot = lines_agorot + 12300, total_agorot = total_agorot + 12300 where number = $1',
    [number],
  );
  expect(await find({ search: number, payment: 'paid' })).toEqual([]);
  expect(await find({ search: number, payment: 'rest' })).toEqual([number]);
  expect(said.join()).toContain('paid, ₪123 due');
  for (const options of [
    { status: 'lost' },
    { limit: '0' },
    { since: 'yesterday' },
    { until: '2026-02-30' },
    { payment: 'lost' },
    { min: 'lots' },
  ])
    await expect(run(ordersListCommand, [], options)).rejects.toThrow(/^--/);
  for (const command of [ordersShowCommand, ordersAdvanceCommand, ordersCancelCommand])
    await expect(run(command, ["'; drop table orders; --"])).rejects.toThrow(/There is no order/);
});

test('customers find knows a guest by phone however it is typed, by e-mail and by name, and that they were erased', async () => {
  await paidOrder('אורחת');
  for (const text of ['0527654321', '+972 52 765 4321', 'dana@example', 'דנה אורחת']) {
    const people = await run<{ phone: string; uuid: null; orders: number }[]>(customersFindCommand, [text]);
    expect(people, text).toContainEqual(expect.objectContaining({ phone: '+972527654321', uuid: null, store: 'raam' }));
  }
  expect(said.join()).toMatch(/guest {2}/);
  expect(await run(customersFindCommand, ['nobody at all'])).toEqual([]);
  await query(`update orders set erased_at = now() where phone = '+972527654321' and customer_uid is null`);
  await run(customersFindCommand, ['0527654321']);
  expect(said.join()).toMatch(/guest, erased/);
});

test('what was agreed to is kept with the order, word for word', async () => {
  const goods = await piece(site.connection.pool);
  const consents = async (marketing_consent: boolean) => {
    const { order } = await shop.order(goods, { marketing_consent });
    return (
      await run<{ consents: { kind: string; text: string; address: string; created_at: string }[] }>(
        ordersShowCommand,
        [order.number],
      )
    ).consents;
  };
  expect((await consents(false)).map(({ kind }) => kind)).toEqual(['terms']);
  const both = await consents(true);
  expect(both.map(({ kind, text }) => [kind, text]).sort()).toEqual([
    ['marketing', 'אשמח לקבל מבצעים ועדכונים בדוא״ל וב־SMS (לא חובה, אפשר להסיר בכל עת)'],
    ['terms', 'קראתי ואישרתי את התקנון ואת מדיניות הביטולים'],
  ]);
  expect(both[0]?.address).toMatch(/127\.0\.0\.1|::1/);
});
