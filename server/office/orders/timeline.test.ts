import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { endUnpaidOrders } from '../../checkout/purchase/end-unpaid-orders.ts';
import type { TimelineEntry } from './timeline.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ office: true });
});
afterAll(() => site.close());

type Words = { titles: string; texts: string[] };
async function told(uuid: string): Promise<Words> {
  const cookie = await signInAs(site, 'manager');
  const { data } = await readPage<{ timeline: TimelineEntry[] }>(site, cookie, `/orders/${uuid}`);
  const own = data.timeline.filter(({ kind }) => kind === 'state' || kind === 'money');
  return { titles: own.map(({ title }) => title).join(), texts: own.map(({ text }) => text) };
}

test('why the shop did something is told in Hebrew: a declined card, a hold that ended, money that came too late', async () => {
  const { pool } = site.connection;
  const shop = shopper(site.port);
  const declined = await shop.order(await piece(pool));
  for (let tries = 0; tries < 3; tries++) await pay(site.port, declined.page, CARDS.declined);
  await shop.ask(declined.secret);
  expect((await told(declined.order.uuid)).texts).toContain('הכרטיס נדחה');

  const goods = await piece(pool, { stock: 1 });
  const { order, page, secret } = await shop.order(goods);
  await pool.query(`update orders set hold_until = now() - interval '1 hour' where uuid = $1`, [order.uuid]);
  await endUnpaidOrders({ ...site.deps, log: site.app.log });
  await pool.query('update variants set stock = 0 where uuid = $1', [goods.variant]);
  await pay(site.port, page, CARDS.approved);
  await shop.ask(secret);
  const { titles, texts } = await told(order.uuid);
  // Of the payment, and of the refund that it leads to.
  const late = 'שולמה אחרי שהפריטים שוחררו, והם כבר אינם במלאי';
  expect(texts.filter(Boolean)).toEqual([late, late, 'לא שולמה בזמן']);
  expect(titles + texts.join()).not.toMatch(/[a-z]{3}/i);
});
