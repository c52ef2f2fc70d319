import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { KeptQuote, QuoteReply } from '#contract/checkout/finance.ts';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import type { TradeIn } from '#contract/leads/trade-ins.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, newPhone, provedGuest } from '../../../tests/support/customers.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, type Piece, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { buyer, buyWith, condition, honda, offered as offer } from '../../../tests/support/trade-ins.ts';
import type { OrderPage } from '../orders/read-order.ts';

let site: TestApp;
const START = new Date('2026-06-07T07:00:00Z');
let clock = START;
let owner: string;
let sales: string;
/** What the registry does with the next plate. */
let registry: () => { make: string; model: string; year: number } | null;
const plates: string[] = [];
beforeAll(async () => {
  site = await startApp({
    office: true,
    env: { TRUST_PROXY: '1' },
    deps: {
      now: () => clock,
      registry: {
        async find(plate) {
          plates.push(plate);
          return registry();
        },
        check: async () => 'answers',
      },
    },
  });
  owner = await signInAs(site, 'owner');
  sales = await signInAs(site, 'sales');
});
afterAll(() => site.close());
beforeEach(async () => {
  clock = START;
  registry = () => honda;
  plates.length = 0;
  for (const table of ['order_trade_ins', 'trade_ins', 'plate_answers', 'outbox', 'limit_hits'])
    await query(`delete from ${table}`);
});

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const DAY = 86_400_000;

const offered = (more: Parameters<typeof offer>[1] = {}) => offer(site, more);
const read = async (secret: string, host = 'raam.localhost') =>
  site.call({ host, path: `/api/trade-ins/get-trade-in?secret=${secret}` });
const stateOf = async (secret: string) => (await read(secret)).json<TradeIn>().state;

const buy = (goods: Piece, mine: { secret: string; phone: string }, more: Parameters<typeof buyWith>[3] = {}) =>
  buyWith(site, goods, mine, more);
const errorOf = (reply: { json: <T>() => T }) => reply.json<{ error_code?: string }>().error_code;
const show = async (uuid: string) => (await readPage<OrderPage>(site, owner, `/orders/${uuid}`)).data;

test('an offer that staff change while its order is being placed is not kept at the former sum', async () => {
  const goods = await piece(site.connection.pool);
  const mine = await offered();
  const staff = await site.connection.pool.connect();
  await staff.query('begin');
  await staff.query('update trade_ins set low_agorot = 2000000 where uuid = $1', [mine.uuid]);
  const placing = buy(goods, mine, { trade_in: { secret: mine.secret, product_uid: goods.product, low: 30_600 } });
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%trade_ins%for update%'`;
  await expect.poll(() => query(waiting)).toHaveLength(1);
  await staff.query('commit');
  staff.release();
  expect(errorOf((await placing).reply)).toBe('TRADE_IN_CHANGED');
  expect(await query('select from order_trade_ins where trade_in_uid = $1', [mine.uuid])).toEqual([]);
});

test('only the owner’s offer in force goes with an order, once, and changes no sum', async () => {
  const goods = await piece(site.connection.pool);
  const mine = await offered();
  const unproved = await offered({ proved: false });
  expect(errorOf((await buy(goods, unproved)).reply)).toBe('TRADE_IN_UNUSABLE');
  expect(errorOf((await buy(goods, { ...mine, phone: newPhone() })).reply)).toBe('TRADE_IN_UNUSABLE');
  const other = await piece(site.connection.pool);
  const elsewhere = { trade_in: { secret: mine.secret, product_uid: '00000000-0000-4000-8000-000000000000' } };
  expect(errorOf((await buy(goods, mine, elsewhere)).reply)).toBe('TRADE_IN_UNUSABLE');
  const foreign = await offered({ phone: mine.phone, host: 'noam.localhost' });
  expect(errorOf((await buy(goods, { ...mine, secret: foreign.secret })).reply)).toBe('TRADE_IN_UNUSABLE');

  // Staff have lowered it since it was chosen: what the shopper saw is what an order keeps, or it is refused with
  // today's.
  await query('update trade_ins set low_agorot = 2000000 where uuid = $1', [mine.uuid]);
  const shown = { trade_in: { secret: mine.secret, product_uid: goods.product, low: 30_600 } };
  const { reply: lowered } = await buy(goods, mine, shown);
  expect(errorOf(lowered)).toBe('TRADE_IN_CHANGED');
  const now = (await read(mine.secret)).json<TradeIn>().offer;
  expect(lowered.json<{ details: object }>().details).toEqual({ low: 20_000, expires_at: now?.expires_at });
  await query('update trade_ins set low_agorot = 3060000 where uuid = $1', [mine.uuid]);

  const { body, reply } = await buy(goods, mine, shown);
  expect(reply.status, reply.text).toBe(200);
  const { order, payment } = reply.json<{ order: { uuid: string }; payment: { url: string } }>();
  const credit = Math.min(3_060_000, goods.price) / 100;
  expect(order).toMatchObject({
    total_order_price: body.total_order_price,
    amount_to_pay: body.total_order_price,
    trade_in: { name: 'הונדה יפן CB500X (2021)', state: 'estimated', low: 30_600, credit },
  });
  expect((await site.call({ host: 'pay.localhost', path: new URL(payment.url).pathname })).status).toBe(200);
  const [paid] = await query('select amount_agorot::int from payments where order_uid = $1', [order.uuid]);
  expect(paid.amount_agorot).toBe(Math.round(body.total_order_price * 100));
  expect(await stateOf(mine.secret)).toBe('ordered');
  expect(errorOf((await buy(other, mine)).reply)).toBe('TRADE_IN_UNUSABLE');
  expect((await caller(site).post('/api/trade-ins/withdraw', { secret: mine.secret })).status).toBe(422);

  // An order that came to nothing leaves the offer free; one that has expired is refused.
  await query(`update orders set status = 'cancelled', hold_until = null where uuid = $1`, [order.uuid]);
  expect(await stateOf(mine.secret)).toBe('offered');
  clock = new Date(clock.getTime() + 15 * DAY);
  expect(errorOf((await buy(other, mine)).reply)).toBe('TRADE_IN_UNUSABLE');
});

test('a financed order counts its trade-in towards the down payment, and no more than its own credit', async () => {
  const goods = await piece(site.connection.pool);
  const guest = await provedGuest(site);
  // Another code is sent to the same phone.
  clock = new Date(START.getTime() + 120_000);
  const { secret, uuid } = await offered({ phone: guest.customer.phone });
  const shop = shopper(site.app.server);
  const body = await shop.orderBody(goods, { payment_method: 'financing', ...guest });
  const { cart, delivery_type_id } = body;
  const money = Math.round(goods.price / 400);
  const terms = { down: money, trade_in: 6000, months: 36, keep: true };
  const askReply = await caller(site).post('/api/finance/quote', { cart, delivery_type_id, ...terms });
  const { uid, quote } = askReply.json<QuoteReply>();
  const down = money + 6000;
  expect(quote).toMatchObject({ down, trade_in: 6000, principal: quote.price - down });
  const { kept, changed } = (await site.call({ path: `/api/finance/get-quote/${uid}` })).json<KeptQuote>();
  expect([kept, changed]).toEqual([quote, false]);

  const financed = { ...body, finance_quote_uid: uid };
  expect(errorOf(await shop.place(financed))).toBe('FINANCE_QUOTE_CHANGED');
  const trade_in = { secret, product_uid: goods.product };
  await query('update trade_ins set low_agorot = 599900 where uuid = $1', [uuid]);
  expect(errorOf(await shop.place({ ...financed, trade_in }))).toBe('FINANCE_QUOTE_CHANGED');
  await query('update trade_ins set low_agorot = 600000 where uuid = $1', [uuid]);
  const placed = await shop.place({ ...financed, trade_in });
  expect(placed.status, placed.text).toBe(200);
  expect(placed.json<CreateOrderReply>().order).toMatchObject({ finance: quote, amount_to_pay: 0 });
});

test('no more is lent than a used vehicle leaves of the price, and less than the smallest loan is not lent', async () => {
  const goods = await piece(site.connection.pool);
  const before = await query('select price_agorot from variants where uuid = $1', [goods.variant]);
  const cost = (agorot: number) =>
    query('update variants set price_agorot = $2 where uuid = $1', [goods.variant, agorot]);
  await cost(10_000_000);
  const guest = await provedGuest(site);
  clock = new Date(START.getTime() + 120_000);
  const { secret, uuid } = await offered({ phone: guest.customer.phone });
  const worth = (agorot: number) =>
    query('update trade_ins set low_agorot = $2, high_agorot = $2 where uuid = $1', [uuid, agorot]);
  const shop = shopper(site.app.server);
  const body = await shop.orderBody(goods, { payment_method: 'financing', ...guest });
  const { cart, delivery_type_id } = body;
  const ask = (trade_in: number) =>
    caller(site).post('/api/finance/quote', { cart, delivery_type_id, trade_in, keep: true });
  const trade_in = { secret, product_uid: goods.product };
  // Above the largest down payment of each plan; the whole of it counts, or none.
  const { uid, quote } = (await ask(85_000)).json<QuoteReply>();
  expect(quote).toMatchObject({ down: 85_000, trade_in: 85_000, principal: quote.price - 85_000 });
  await worth(8_600_000);
  const named = { ...body, trade_in, finance_quote_uid: uid };
  expect(errorOf(await shop.place(named))).toBe('FINANCE_QUOTE_CHANGED');
  // The plans lend 10,000 at the least, with a quote or without.
  expect(errorOf(await ask(95_000))).toBe('FINANCE_UNAVAILABLE');
  await worth(9_500_000);
  for (const order of [named, { ...body, trade_in }])
    expect(errorOf(await shop.place(order))).toBe('FINANCE_UNAVAILABLE');
  await worth(8_500_000);
  const placed = await shop.place(named);
  expect(placed.status, placed.text).toBe(200);
  expect(placed.json<CreateOrderReply>().order).toMatchObject({ finance: quote, trade_in: { credit: 85_000 } });
  await query('update variants set price_agorot = $2 where uuid = $1', [goods.variant, before[0].price_agorot]);
});

test('two orders at a time with one offer: one of them gets it', async () => {
  const mine = await offered();
  const goods = [await piece(site.connection.pool), await piece(site.connection.pool)];
  const replies = await Promise.all(goods.map((one) => buy(one, mine)));
  const codes = replies.map(({ reply }) => errorOf(reply) ?? 'placed').sort();
  expect(codes.filter((code) => code === 'placed').length).toBe(1);
  expect(await query('select from order_trade_ins')).toHaveLength(1);
});

test('staff confirm what the inspected vehicle is worth: a discount of the order, what was paid too much proposed, once', async () => {
  const goods = await piece(site.connection.pool);
  const mine = await offered({ km: 70_000 });
  const { reply } = await buy(goods, mine);
  const { order, payment } = reply.json<{
    order: { uuid: string; total_order_price: number };
    payment: { url: string };
  }>();
  await pay(site.port, new URL(payment.url).pathname, CARDS.approved);
  await query('delete from outbox');
  const decide = (cookie: string, call: string, input: object) =>
    act(site, cookie, `/orders/${order.uuid}`, call, { ...input });
  const confirmed = await decide(owner, 'confirmTradeIn', { sum: 15_000, reason: 'נבדק בסניף' });
  expect(confirmed, JSON.stringify(confirmed)).toMatchObject({ status: 200, data: { ok: true } });
  expect(confirmed.data.message).toContain('15,000');
  const page = await show(order.uuid);
  expect(page.order.totalAgorot).toBe(order.total_order_price * 100 - 1_500_000);
  expect(page.discounts).toMatchObject([{ saleName: 'טרייד־אין: הונדה יפן CB500X (2021)', amountAgorot: 1_500_000 }]);
  expect(page.sums.paid).toBe(order.total_order_price * 100);
  expect(page.tradeIn).toMatchObject({ state: 'confirmed', confirmedAgorot: 1_500_000 });
  expect(page.refunds).toEqual([]);
  expect((await decide(owner, 'confirmTradeIn', { sum: 15_000, reason: 'שוב' })).status).toBe(422);
  expect((await decide(owner, 'rejectTradeIn', { reason: 'שוב' })).status).toBe(422);
  expect((await query(`select channel from outbox where about = 'trade-in confirmed'`)).length).toBe(2);
  expect((await decide(owner, 'refund', { lines: [], total: 15_000, reason: 'טרייד־אין' })).data.ok).toBe(true);
  expect((await read(mine.secret)).json<TradeIn>()).toMatchObject({
    state: 'confirmed',
    order: { credit: 15_000 },
    reason: 'נבדק בסניף',
  });
  const [log] = await query(
    `select a.actor from changes c join audit_log a on a.uuid = c.deed_uid where c.table_name = 'order_trade_ins' and c.operation = 'update' and c.entity_uid = $1`,
    [order.uuid],
  );
  expect(log.actor).toBe('staff:noa@demo.example');
});

test('an estimate is free of the limit only where the registry has named the vehicle', async () => {
  const goods = await piece(site.connection.pool);
  const mine = await offered();
  const { order } = (await buy(goods, mine)).reply.json<{ order: { uuid: string } }>();
  await query(`update orders set status = 'accepted', payment_status = 'paid', hold_until = null where uuid = $1`, [
    order.uuid,
  ]);
  await query(`update payments set status = 'paid' where order_uid = $1`, [order.uuid]);
  const sum = Math.floor(goods.price / 2_000) + 1;
  await query('update trade_ins set table_high_agorot = $2, registered_at = null where uuid = $1', [
    mine.uuid,
    sum * 100,
  ]);
  const confirm = () => act(site, sales, `/orders/${order.uuid}`, 'confirmTradeIn', { sum, reason: 'נבדק' });
  expect((await confirm()).data.message).toContain('לאישור');
  await query('update trade_ins set registered_at = now() where uuid = $1', [mine.uuid]);
  expect((await confirm()).data).toMatchObject({ ok: true });
  expect((await show(order.uuid)).tradeIn).toMatchObject({ state: 'confirmed', confirmedAgorot: sum * 100 });
});

test('above the table’s estimate it is a discount: beyond the person’s limit a second one decides; never above the vehicle’s price', async () => {
  const goods = await piece(site.connection.pool);
  const mine = await offered({ make: 'לא ידוע' });
  const offerPage = `/trade-ins/${mine.uuid}`;
  const { data } = await readPage<{ tradeIn: { state_at: string } }>(site, sales, offerPage);
  const seen = data.tradeIn.state_at;
  clock = new Date(clock.getTime() + 60_000);
  expect((await act(site, sales, offerPage, 'offer', { seen, sum: 20_000, days: 7, why: 'לפי התמונות' })).data.ok).toBe(
    true,
  );
  expect((await act(site, sales, offerPage, 'offer', { seen, sum: 30_000, days: 7 })).status).toBe(409);
  const { rows: people } = await site.connection.pool.query<{ uuid: string }>(
    `select uuid from staff where email in ('maya@demo.example', 'noa@demo.example') order by email`,
  );
  const give = (at: number, was: string) => act(site, sales, offerPage, 'assign', { owner: people[at]?.uuid, was });
  expect((await give(0, 'nobody')).status).toBe(200);
  expect((await give(1, 'nobody')).status).toBe(409);
  expect((await give(1, people[0]?.uuid ?? '')).status).toBe(200);
  expect((await query(`select channel from outbox where about = 'trade-in offered'`)).length).toBe(2);
  const { reply } = await buy(goods, mine);
  expect(reply.status, reply.text).toBe(200);
  const { order } = reply.json<{ order: { uuid: string; total_order_price: number } }>();
  await query(`update orders set status = 'accepted', payment_status = 'paid', hold_until = null where uuid = $1`, [
    order.uuid,
  ]);
  await query(`update payments set status = 'paid' where order_uid = $1`, [order.uuid]);
  const confirm = (sum: number) => act(site, sales, `/orders/${order.uuid}`, 'confirmTradeIn', { sum, reason: 'נבדק' });
  expect((await confirm(goods.price / 100 + 1)).data.message).toContain('לאישור');
  expect((await show(order.uuid)).tradeIn?.state).toBe('estimated');
  const [{ uuid: dear }] = await query(
    `select uuid from approvals where call = 'orders.confirm-trade-in' and entity_uid = $1`,
    [order.uuid],
  );
  expect((await act(site, owner, '/approvals', 'approve', { approval: dear })).status).toBe(422);
  // Five per cent of the vehicle is what a salesperson may do alone.
  const alone = Math.floor(goods.price / 2_000) - 1;
  expect((await confirm(alone + 1_000)).data.message).toContain('לאישור');
  expect((await confirm(alone)).data).toMatchObject({ ok: true });
  expect((await show(order.uuid)).tradeIn).toMatchObject({ state: 'confirmed', confirmedAgorot: alone * 100 });
});

test('refused after the inspection, the order stays at its sum, and its buyer reads why', async () => {
  const goods = await piece(site.connection.pool);
  const mine = await offered();
  const { reply } = await buy(goods, mine);
  const { order, secret } = reply.json<{ order: { uuid: string; total_order_price: number }; secret: string }>();
  const page = `/orders/${order.uuid}`;
  expect((await act(site, owner, page, 'rejectTradeIn', { reason: '' })).status).toBe(400);
  expect((await act(site, owner, page, 'rejectTradeIn', { reason: 'פגיעת שלדה' })).data.ok).toBe(true);
  expect(await shopper(site.app.server).find(secret)).toMatchObject({
    total_order_price: order.total_order_price,
    trade_in: { state: 'rejected', credit: 0, reason: 'פגיעת שלדה' },
  });
  expect(await stateOf(mine.secret)).toBe('rejected');
  // Another vehicle of the same person may take its place; the first stays rejected.
  clock = new Date(clock.getTime() + 61_000);
  const other = await offered({ phone: mine.phone });
  const { data } = await readPage<{ orders: { uuid: string }[] }>(site, sales, `/trade-ins/${other.uuid}`);
  expect(data.orders.map(({ uuid }) => uuid)).toEqual([order.uuid]);
  expect((await act(site, sales, `/trade-ins/${other.uuid}`, 'join', { order: order.uuid })).data.ok).toBe(true);
  expect(await stateOf(other.secret)).toBe('ordered');
  expect(await stateOf(mine.secret)).toBe('refused');
});

test('an offer is put to an order of the same person that was placed without it', async () => {
  const goods = await piece(site.connection.pool);
  const mine = await offered();
  const purchase = await shopper(site.app.server).order(goods, { customer: buyer(mine.phone) });
  const others = await shopper(site.app.server).order(await piece(site.connection.pool));
  const { data } = await readPage<{ orders: { uuid: string }[] }>(site, sales, `/trade-ins/${mine.uuid}`);
  expect(data.orders.map(({ uuid }) => uuid)).toEqual([purchase.order.uuid]);
  const join = (order: string) => act(site, sales, `/trade-ins/${mine.uuid}`, 'join', { order });
  expect((await join(others.order.uuid)).status).toBe(422);
  expect((await join(purchase.order.uuid)).data.ok).toBe(true);
  expect((await join(purchase.order.uuid)).status).toBe(422);
  expect((await show(purchase.order.uuid)).order.totalAgorot).toBe(Math.round(purchase.order.total_order_price * 100));
  expect(await stateOf(mine.secret)).toBe('ordered');
});

test('the office’s table: saved by the importer’s rules, tried, undone; it counts from the next estimate on', async () => {
  const [company] = await query('select uuid, trade_in from companies where trade_in is not null');
  const was = company.trade_in;
  const now = { ...was, values: [{ make: 'הונדה', year_from: 2020, year_to: 2022, price: 50_000 }] };
  const save = (value: object) =>
    act(site, owner, '/settings/trade-in', 'edit', {
      company: company.uuid,
      was: JSON.stringify(was),
      now: JSON.stringify(value),
    });
  const wrong = await save({ ...now, values: [{ make: 'הונדה', year_from: 2022, year_to: 2020, price: -1 }] });
  expect(wrong.data, JSON.stringify(wrong.data)).toMatchObject({ ok: false });
  expect(wrong.data.errors?.map(({ path }) => path).sort()).toContain('values.0.price');
  expect((await save(now)).data.ok).toBe(true);
  const tried = await act(site, owner, '/settings/trade-in', 'try', { company: company.uuid, ...honda, ...condition });
  expect(tried.data.result).toMatchObject({ range: { low: 4_500_000, high: 5_000_000 } });
  expect((await read((await offered()).secret)).json<TradeIn>().offer).toMatchObject({ low: 45_000, high: 50_000 });
  const [{ operation }] = await query(
    `select c.deed_uid as operation from changes c where c.table_name = 'companies' order by c.id desc limit 1`,
  );
  const undone = await act(site, owner, `/changes/${operation}`, 'undo', { reason: 'טעות' });
  expect(undone.data, JSON.stringify(undone.data)).toMatchObject({ ok: true });
  expect((await query('select trade_in from companies where uuid = $1', [company.uuid]))[0].trade_in).toEqual(was);
});
