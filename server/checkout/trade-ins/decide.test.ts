import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, type Piece, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { cookieOf, member } from '../../../tests/support/staff.ts';
import { buyWith, offered } from '../../../tests/support/trade-ins.ts';
import type { OrderPage } from '../../office/orders/read-order.ts';
import { endUnpaidOrders } from '../purchase/end-unpaid-orders.ts';

let site: TestApp;
let owner: string;
beforeAll(async () => {
  site = await startApp({ office: true, env: { TRUST_PROXY: '1' } });
  owner = await signInAs(site, 'owner');
});
afterAll(() => site.close());

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const show = async (uuid: string) => (await readPage<OrderPage>(site, owner, `/orders/${uuid}`)).data;
type Offer = Awaited<ReturnType<typeof offered>>;

/** A vehicle of another product. */
async function otherModel({ product }: Piece): Promise<Piece> {
  for (;;) {
    const goods = await piece(site.connection.pool);
    if (goods.product !== product) return goods;
  }
}

/** A paid order of a vehicle, with a used one that nobody has inspected yet. */
async function paidWith(
  more: { offer?: Offer; quantity?: number } = {},
): Promise<{ uuid: string; secret: string; goods: Piece }> {
  const goods = await piece(site.connection.pool);
  const { reply } = await buyWith(site, goods, more.offer ?? (await offered(site)), { quantity: more.quantity ?? 1 });
  expect(reply.status, reply.text).toBe(200);
  const { order, secret, payment } = reply.json<{
    order: { uuid: string };
    secret: string;
    payment: { url: string };
  }>();
  await pay(site.port, new URL(payment.url).pathname, CARDS.approved);
  return { uuid: order.uuid, secret, goods };
}
const confirm = (uuid: string, sum: number, who = owner) =>
  act(site, who, `/orders/${uuid}`, 'confirmTradeIn', { sum, reason: 'נבדק' });

test('no credit is confirmed while money of the order is on its way back', async () => {
  const { uuid } = await paidWith();
  await query(
    `insert into refunds (payment_uid, amount_agorot, status, actor, ask_at)
     select uuid, 10000, 'unknown', 'test', now() from payments where order_uid = $1`,
    [uuid],
  );
  const refused = await confirm(uuid, 15_000);
  expect([refused.status, refused.data.message]).toEqual([422, expect.stringContaining('עוד לא הסתיים')]);
  await query(
    `update refunds set status = 'refused' where payment_uid in (select uuid from payments where order_uid = $1)`,
    [uuid],
  );
  expect((await confirm(uuid, 15_000)).data.ok).toBe(true);
});

test('what is due before the handover is less the credit only until that is in the total', async () => {
  const { uuid, secret } = await paidWith();
  const page = async () => (await site.call({ host: 'raam.localhost', path: `/order/${secret}` })).text;
  expect(await page()).toContain('לפני הזיכוי');
  expect((await confirm(uuid, 15_000)).data.ok).toBe(true);
  expect(await page()).not.toContain('לפני הזיכוי');
});

test('an edit keeps a confirmed credit whole, and the vehicle that it is in', async () => {
  const { uuid, goods } = await paidWith({ quantity: 2 });
  const other = await piece(site.connection.pool);
  type Editing = { edition: string; lines: { line: string; quantity: number }[] };
  const edit = async (change: (lines: { line: string; quantity: number }[]) => object[]) => {
    const { edition, lines } = (await readPage<Editing>(site, owner, `/orders/${uuid}/edit`)).data;
    const kept = lines.map(({ line, quantity }) => ({ line, quantity }));
    return act(site, owner, `/orders/${uuid}/edit`, 'edit', { reason: 'סוכם בטלפון', edition, lines: change(kept) });
  };
  expect((await edit((lines) => [...lines, { variant: other.variant, quantity: 1 }])).status).toBe(200);
  // The one promotion of the order is the other vehicle's, and goes with it.
  await query(
    `update order_lines set discount_agorot = case when variant_uid = $2 then 10000 else 0 end where order_uid = $1`,
    [uuid, other.variant],
  );
  await query('delete from order_discounts where order_uid = $1', [uuid]);
  await query(`insert into order_discounts (order_uid, sale_name, amount_agorot) values ($1, 'מבצע', 10000)`, [uuid]);
  await query(
    `update orders set discount_agorot = 10000, total_agorot = lines_agorot - 10000 + delivery_agorot where uuid = $1`,
    [uuid],
  );
  expect((await confirm(uuid, 15_000)).data.ok).toBe(true);
  const had = (await show(uuid)).order.discountAgorot;

  expect((await edit(([, second]) => [{ ...second }])).status).toBe(422);
  expect((await edit(([first, second]) => [{ ...first, price: 7_000 }, { ...second }])).status).toBe(422);
  expect((await edit(([first, second]) => [{ ...first, quantity: 1 }, { ...second }])).status).toBe(200);
  expect((await show(uuid)).order.discountAgorot).toBe(had);
  expect((await edit(([first]) => [{ ...first }])).status).toBe(200);
  const page = await show(uuid);
  expect(page.lines).toMatchObject([{ productUid: goods.product, quantity: 1, discountAgorot: 1_500_000 }]);
  expect(page.discounts.map(({ amountAgorot }) => amountAgorot)).toEqual([1_500_000, 0]);
  expect(page.order.totalAgorot).toBe(goods.price - 1_500_000 + page.order.deliveryAgorot);
});

test('a credit of the whole price, given back, ends no order: its goods stay held', async () => {
  const { uuid, goods } = await paidWith();
  const { order } = await show(uuid);
  expect((await confirm(uuid, order.totalAgorot / 100)).data.ok).toBe(true);
  const total = order.totalAgorot / 100;
  const back = await act(site, owner, `/orders/${uuid}`, 'refund', { lines: [], total, reason: 'טרייד־אין' });
  expect(back.data.ok).toBe(true);
  expect((await show(uuid)).order).toMatchObject({ status: 'accepted', stockHeld: true, paymentStatus: 'refunded' });
  expect(await query('select stock from variants where uuid = $1', [goods.variant])).toEqual([{ stock: 4 }]);
});

test('nothing is handed over before its trade-in is decided on', async () => {
  const { uuid } = await paidWith();
  await query(`update orders set status = 'delivery_in_process' where uuid = $1`, [uuid]);
  await query(`insert into handover_steps (order_uid, title, position, done_at) values ($1, 'x', 0, now())`, [uuid]);
  const handOver = () => act(site, owner, `/orders/${uuid}`, 'hand-over', {});
  const refused = await handOver();
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.data)).toContain('טרייד־אין');
  expect((await act(site, owner, `/orders/${uuid}`, 'rejectTradeIn', { reason: 'פגיעת שלדה' })).data.ok).toBe(true);
  expect((await handOver()).status).toBe(200);
});

const reject = (uuid: string) => act(site, owner, `/orders/${uuid}`, 'rejectTradeIn', { reason: 'כבר זוכה' });
const stateOf = async ({ uuid }: Offer) =>
  (await query('select state from trade_ins where uuid = $1', [uuid]))[0].state;

test('one plate is credited in one order, whoever confirms at the same time; the other is rejected, and ends no offer', async () => {
  const offers = [await offered(site), await offered(site)];
  await query(`update trade_ins set plate = '90100200' where uuid = any($1)`, [offers.map(({ uuid }) => uuid)]);
  const orders = [await paidWith({ offer: offers[0] }), await paidWith({ offer: offers[1] })];
  const replies = await Promise.all(orders.map(({ uuid }) => confirm(uuid, 5_000)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  const second = replies[0]?.status === 422 ? 0 : 1;
  const { uuid } = orders[second] ?? { uuid: '' };
  expect((await confirm(uuid, 5_000)).status).toBe(422);
  expect((await reject(uuid)).data.ok).toBe(true);
  expect([await stateOf(offers[0] as Offer), await stateOf(offers[1] as Offer)]).toEqual(['offered', 'offered']);
  // A year later it may have been sold and come back.
  const again = await offered(site);
  await query(`update trade_ins set plate = '90100200' where uuid = $1`, [again.uuid]);
  const third = await paidWith({ offer: again });
  const confirmedDaysAgo = (days: number) =>
    query(`update order_trade_ins set decided_at = now() - make_interval(days => $1) where state = 'confirmed'`, [
      days,
    ]);
  await confirmedDaysAgo(364);
  expect((await confirm(third.uuid, 5_000)).status).toBe(422);
  await confirmedDaysAgo(367);
  expect((await confirm(third.uuid, 5_000)).data.ok).toBe(true);
});

/** An order that expired with a credit for its used vehicle, which another order has been given since. */
async function expiredWithCredit(plate: string) {
  const offers = [await offered(site), await offered(site)];
  await query(`update trade_ins set plate = $2 where uuid = any($1)`, [offers.map(({ uuid }) => uuid), plate]);
  const { reply } = await buyWith(site, await piece(site.connection.pool), offers[0] as Offer);
  const { order, secret } = reply.json<{ order: { uuid: string }; secret: string }>();
  // Its page was left, and the next one is of the sum less the credit.
  await query(`update payments set opened_at = opened_at - interval '31 minutes' where order_uid = $1`, [order.uuid]);
  expect((await confirm(order.uuid, 5_000)).data).toMatchObject({ ok: true });
  const shop = shopper(site.port);
  const { url } = (await shop.post('/api/receipts/get-payment-link', { secret })).json<{ url: string }>();
  await query(`update orders set hold_until = now() - interval '1 hour' where uuid = $1`, [order.uuid]);
  await endUnpaidOrders({ ...site.deps, log: site.app.log });
  const other = await paidWith({ offer: offers[1] as Offer });
  expect((await confirm(other.uuid, 5_000)).data.ok).toBe(true);
  const payBy = async (card: string) => {
    await pay(site.port, new URL(url).pathname, card);
    await shop.ask(secret);
    return show(order.uuid);
  };
  return { uuid: order.uuid, payBy };
}

test('an order that had expired with its credit isn’t revived by a late payment once another order has the credit', async () => {
  const late = await (await expiredWithCredit('90100400')).payBy(CARDS.approved);
  expect(late.order.status).not.toBe('accepted');
  expect(late.order.stockHeld).toBe(false);
  expect(late.refunds).toMatchObject([{ reason: 'paid after its used vehicle was credited in another order' }]);
});

test('a late payment in doubt isn’t accepted for such an order either; it is given back', async () => {
  const { uuid, payBy } = await expiredWithCredit('90100500');
  const [doubt] = (await payBy(CARDS.wrongSum)).reviews;
  const decide = (outcome: string) =>
    act(site, owner, `/orders/${uuid}`, 'review', { review: doubt?.uuid, outcome, reason: 'לפי ספרי הסליקה' });
  const refused = await decide('accept');
  expect([refused.status, refused.data.details]).toEqual([422, expect.stringContaining('כבר זוכה בהזמנה אחרת')]);
  expect((await show(uuid)).order).toMatchObject({ status: 'cancelled', stockHeld: false });
  expect((await decide('refund')).data).toMatchObject({ ok: true });
});

test('an order that waits for its payment keeps something to pay', async () => {
  const { reply } = await buyWith(site, await piece(site.connection.pool), await offered(site));
  const { order } = reply.json<{ order: { uuid: string; total_order_price: number } }>();
  const refused = await confirm(order.uuid, order.total_order_price);
  expect([refused.status, refused.data.message]).toEqual([422, expect.stringContaining('לא יישאר מה לשלם')]);
});

test('what another company credited for a plate is its own affair', async () => {
  const offers = [await offered(site), await offered(site)];
  await query(`update trade_ins set plate = '90100300' where uuid = any($1)`, [offers.map(({ uuid }) => uuid)]);
  const [theirs, ours] = [await paidWith({ offer: offers[0] }), await paidWith({ offer: offers[1] })];
  expect((await confirm(theirs?.uuid ?? '', 5_000)).data.ok).toBe(true);
  expect((await confirm(ours?.uuid ?? '', 5_000)).status).toBe(422);
  const [company] = await query(
    `insert into companies select (jsonb_populate_record(c, jsonb_build_object('uuid', gen_random_uuid(), 'key', 'elsewhere'))).* from companies c limit 1 returning uuid`,
  );
  const [store] = await query(
    `insert into stores select (jsonb_populate_record(s, jsonb_build_object('uuid', gen_random_uuid(), 'key', 'elsewhere', 'company_uid', $1::text))).*
     from stores s where key = 'raam' returning uuid`,
    [company.uuid],
  );
  await query('update trade_ins set store_uid = $2 where uuid = $1', [offers[0]?.uuid, store.uuid]);
  expect((await confirm(ours?.uuid ?? '', 5_000)).data.ok).toBe(true);
});

test('the vehicle of a cancelled order is neither credited nor refused there', async () => {
  const offer = await offered(site);
  const { uuid } = await paidWith({ offer });
  await query(`update orders set status = 'cancelled' where uuid = $1`, [uuid]);
  expect((await confirm(uuid, 5_000)).status).toBe(422);
  expect((await reject(uuid)).status).toBe(422);
  expect(await stateOf(offer)).toBe('offered');
});

test('a vehicle that staff have replaced takes the credit, up to what it costs after its discount', async () => {
  const { uuid, goods } = await paidWith();
  const other = await otherModel(goods);
  const { edition } = (await readPage<{ edition: string }>(site, owner, `/orders/${uuid}/edit`)).data;
  const lines = [{ variant: other.variant, quantity: 1 }];
  const edited = await act(site, owner, `/orders/${uuid}/edit`, 'edit', { reason: 'הוחלף', edition, lines });
  expect(edited.status).toBe(200);
  const [line] = await query('select uuid, price_agorot::float8 as price from order_lines where order_uid = $1', [
    uuid,
  ]);
  await query('update order_lines set discount_agorot = 100000 where uuid = $1', [line.uuid]);
  await query(`insert into order_discounts (order_uid, sale_name, amount_agorot) values ($1, 'מבצע', 100000)`, [uuid]);
  await query(
    'update orders set discount_agorot = discount_agorot + 100000, total_agorot = total_agorot - 100000 where uuid = $1',
    [uuid],
  );
  const most = (line.price - 100_000) / 100;
  expect((await confirm(uuid, most + 1)).status).toBe(422);
  expect((await confirm(uuid, most - 1)).data.ok).toBe(true);

  // It is that vehicle's from now on: neither a lower price nor another vehicle takes of it.
  const again = (await readPage<{ edition: string }>(site, owner, `/orders/${uuid}/edit`)).data.edition;
  const next = await otherModel(other);
  for (const changed of [
    { line: line.uuid, quantity: 1, price: most - 2 },
    { variant: next.variant, quantity: 1 },
  ]) {
    const edit = { reason: 'סוכם בטלפון', edition: again, lines: [changed] };
    const { status, data } = await act(site, owner, `/orders/${uuid}/edit`, 'edit', edit);
    expect(status).toBe(422);
    expect(JSON.stringify(data)).toContain('טרייד־אין');
  }
});

test('what the vehicle was reduced by counts towards the limit of whoever confirms', async () => {
  const sales = await signInAs(site, 'sales');
  const { uuid, goods } = await paidWith();
  await query(
    'update trade_ins set table_high_agorot = 0 where uuid = (select trade_in_uid from order_trade_ins where order_uid = $1)',
    [uuid],
  );
  // Five per cent of the vehicle is what a salesperson may do alone.
  const sum = Math.floor(goods.price / 4_000);
  await query('update order_lines set discount_agorot = $2 where order_uid = $1', [uuid, sum * 100 + 100_000]);
  expect((await confirm(uuid, sum, sales)).data.message).toContain('לאישור');
  // Half of the vehicle is above the limit of one manager, and of another one who would agree to it.
  await confirm(uuid, Math.floor(goods.price / 200), await signInAs(site, 'manager'));
  const [approval] = await query('select uuid from approvals where entity_uid = $1 order by created_at desc', [uuid]);
  const second = cookieOf(await member(site, 'manager'));
  const refused = await act(site, second, '/approvals', 'approve', { approval: approval.uuid });
  expect(refused.data.message).toBe('הסכום גבוה גם מהמותר לכם');
  await query('update order_lines set discount_agorot = 0 where order_uid = $1', [uuid]);
  expect((await confirm(uuid, sum, sales)).data).toMatchObject({ ok: true, message: expect.stringContaining('נרשם') });
});

/**
 * One that a lender pays, of so many pieces of the goods. `ordered` edits how many, and says what the buyer has to add.
 */
async function financed(quantity: number) {
  const { uuid, goods } = await paidWith({ quantity });
  await query(`update payments set status = 'cancelled' where order_uid = $1`, [uuid]);
  await query(`update orders set payment_method = 'financing', due_agorot = 0 where uuid = $1`, [uuid]);
  const ordered = async (pieces: number) => {
    const { edition, lines } = (
      await readPage<{ edition: string; lines: { line: string }[] }>(site, owner, `/orders/${uuid}/edit`)
    ).data;
    const editInput = { reason: 'סוכם בטלפון', edition, lines: [{ line: lines[0]?.line, quantity: pieces }] };
    const { data } = await act(site, owner, `/orders/${uuid}/edit`, 'edit', editInput);
    return (data.result as { balanceAgorot: number }).balanceAgorot;
  };
  return { uuid, price: goods.price, ordered };
}

test('a financed order with a credit that is made smaller and as large again owes nothing; what it grows by is the buyer’s', async () => {
  const { uuid, price, ordered } = await financed(2);
  expect((await confirm(uuid, 15_000)).data.ok).toBe(true);
  expect(await ordered(1)).toBe(0);
  expect(await ordered(2)).toBe(0);
  expect(await ordered(3)).toBe(price);
  expect(await ordered(1)).toBe(0);
  expect(await ordered(3)).toBe(price);
});

test('a credit of a financed order that grew before lowers what the buyer adds, then what the lender pays', async () => {
  const grown = await financed(1);
  expect(await grown.ordered(2)).toBe(grown.price);
  expect((await confirm(grown.uuid, 10_000)).data.ok).toBe(true);
  expect(await grown.ordered(3)).toBe(2 * grown.price - 1_000_000);
  expect(await grown.ordered(1), 'the lender’s sum covers one piece').toBe(0);
  expect(await grown.ordered(2)).toBe(grown.price - 1_000_000);

  const shrunk = await financed(2);
  expect(await shrunk.ordered(1)).toBe(0);
  expect((await confirm(shrunk.uuid, 10_000)).data.ok).toBe(true);
  expect(await shrunk.ordered(2), 'both pieces were the lender’s').toBe(0);
});

/** Makes a deposit of what was paid of an order, and gives a piece of its vehicle back, with half of that. */
async function reservedAndGivenBack(uuid: string, { product }: Piece): Promise<void> {
  await query('update payments set amount_agorot = 200000 where order_uid = $1', [uuid]);
  await query(`update orders set payment_method = 'deposit', due_agorot = 200000 where uuid = $1`, [uuid]);
  const line = (await show(uuid)).lines.find(({ productUid }) => productUid === product)?.uuid;
  const lines = [{ line, quantity: 1, amount: 1_000, restock: 'on' }];
  const back = await act(site, owner, `/orders/${uuid}`, 'refund', { lines, total: 1_000, reason: 'לא מתאים' });
  expect(back.data).toMatchObject({ ok: true });
}
const missing = async (uuid: string) => (await show(uuid)).sums.unpaid;

test('a credit is of a vehicle that is left, and lowers what a deposit leaves to pay', async () => {
  const { uuid, goods } = await paidWith();
  const other = await otherModel(goods);
  type Editing = { edition: string; lines: { line: string }[] };
  const { edition, lines } = (await readPage<Editing>(site, owner, `/orders/${uuid}/edit`)).data;
  const both = [
    { line: lines[0]?.line, quantity: 1 },
    { variant: other.variant, quantity: 1 },
  ];
  const edited = await act(site, owner, `/orders/${uuid}/edit`, 'edit', { reason: 'סוכם', edition, lines: both });
  expect(edited.status).toBe(200);
  await reservedAndGivenBack(uuid, goods);
  expect(await missing(uuid)).toBe(other.price - 100_000);
  expect((await confirm(uuid, other.price / 100 + 1)).status).toBe(422);
  expect((await confirm(uuid, 5_000)).data.ok).toBe(true);
  expect(await missing(uuid)).toBe(other.price - 600_000);
  const credited = (await show(uuid)).lines.filter(({ discountAgorot }) => discountAgorot > 0);
  expect(credited).toMatchObject([{ productUid: other.product, discountAgorot: 500_000 }]);
});

test('a credit of the piece that is left doesn’t change what the one that went back had cost', async () => {
  const { uuid, goods } = await paidWith({ quantity: 2 });
  await reservedAndGivenBack(uuid, goods);
  expect((await confirm(uuid, 5_000)).data.ok).toBe(true);
  expect(await missing(uuid)).toBe(goods.price - 600_000);
});

test('a vehicle that went back takes no credit: the used one is rejected', async () => {
  const { uuid, goods } = await paidWith();
  await reservedAndGivenBack(uuid, goods);
  expect((await confirm(uuid, 5_000)).data.message).toContain('אין עוד רכב');
  expect((await reject(uuid)).data.ok).toBe(true);
});
