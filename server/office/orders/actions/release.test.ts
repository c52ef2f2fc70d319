import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../../tests/support/purchase.ts';
import type { OrderPage } from '../read-order.ts';

let site: TestApp;
let owner: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  owner = await signInAs(site, 'owner');
});
afterAll(() => site.close());

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;

/** An order whose deposit is only held. */
async function held() {
  await query(`update stores set settings = jsonb_set(settings, '{purchase,deposit}', '"hold"') where key = 'raam'`);
  site.deps.cache.clear();
  const goods = await piece(site.connection.pool);
  await query('update products set deposit_agorot = 80000 where uuid = $1', [goods.product]);
  const { order, page } = await shopper(site.port).order(goods, { payment_method: 'deposit' });
  await pay(site.port, page, CARDS.approved);
  return order;
}

test('an order is not cancelled while nobody knows whether its deposit was taken; then it goes back', async () => {
  const { uuid } = await held();
  const call = (name: string, input: Record<string, unknown> = { reason: 'הלקוח התחרט' }) =>
    act(site, owner, `/orders/${uuid}`, name, input);
  const { sandbox } = site.deps.payment;
  if (!sandbox) throw new Error('there is no sandbox');
  site.deps.payment.sandbox = {
    ...sandbox,
    async capture(request) {
      await sandbox.capture(request);
      throw new Error('the answer was lost');
    },
  };
  expect((await call('capture', { amount: 600 })).status).toBe(500);
  site.deps.payment.sandbox = sandbox;
  const refused = await call('cancel');
  expect([refused.status, JSON.stringify(refused.data)]).toEqual([422, expect.stringContaining('חזרו קודם על החיוב')]);
  expect((await call('capture', { amount: 600 })).data.ok).toBe(true);
  expect((await call('cancel')).data.ok).toBe(true);
  expect((await call('refund', { lines: [], total: 600, reason: 'בוטלה' })).data.ok).toBe(true);
  const { order, payments } = (await readPage<OrderPage>(site, owner, `/orders/${uuid}`)).data;
  expect(payments).toMatchObject([{ status: 'refunded', refundedAgorot: 60_000 }]);
  expect(order.paymentStatus).toBe('refunded');
});

test('a deposit that is taken while its release begins is not refunded', async () => {
  const order = await held();
  const holder = await site.connection.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from orders where uuid = $1 for update', [order.uuid]);
  const released = act(site, owner, `/orders/${order.uuid}`, 'release', { reason: 'הלקוח התחרט' });
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await query(waiting)).length).toBe(1);
  await holder.query(`update payments set status = 'paid' where order_uid = $1 and status = 'authorised'`, [
    order.uuid,
  ]);
  await holder.query('commit');
  holder.release();
  expect((await released).status).toBe(422);
  expect((await readPage<OrderPage>(site, owner, `/orders/${order.uuid}`)).data.refunds).toEqual([]);
});
