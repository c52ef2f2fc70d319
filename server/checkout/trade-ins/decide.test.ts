import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, type Piece, pay, piece } from '../../../tests/support/purchase.ts';
import { buyWith, offered } from '../../../tests/support/trade-ins.ts';
import type { OrderPage } from '../../office/orders/read-order.ts';

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

/** A paid order of a vehicle, with a used one that nobody has inspected yet. */
async function paidWith(more: { offer?: Offer; quantity?: number } = {}): Promise<{ uuid: string; goods: Piece }> {
  const goods = await piece(site.connection.pool);
  const { reply } = await buyWith(site, goods, more.offer ?? (await offered(site)), { quantity: more.quantity ?? 1 });
  expect(reply.status, reply.text).toBe(200);
  const { order, payment } = reply.json<{ order: { uuid: string }; payment: { url: string } }>();
  await pay(site.port, new URL(payment.url).pathname, CARDS.approved);
  return { uuid: order.uuid, goods };
}
const confirm = (uuid: string, sum: number, who = owner) =>
  act(site, who, `/orders/${uuid}`, 'confirmTradeIn', { sum, reason: 'נבדק' });

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
