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

test('a deposit that is taken while its release begins is not refunded', async () => {
  await query(`update stores set settings = jsonb_set(settings, '{purchase,deposit}', '"hold"') where key = 'raam'`);
  site.deps.cache.clear();
  const goods = await piece(site.connection.pool);
  await query('update products set deposit_agorot = 80000 where uuid = $1', [goods.product]);
  const { order, page } = await shopper(site.port).order(goods, { payment_method: 'deposit' });
  await pay(site.port, page, CARDS.approved);
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
