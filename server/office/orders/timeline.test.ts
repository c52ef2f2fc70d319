import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
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

test('what was sent is told: to staff with who sent it, to the buyer with the number to follow it by; what went back stands at its line', async () => {
  const { pool } = site.connection;
  const cookie = await signInAs(site, 'owner');
  const shop = shopper(site.port);
  const purchase = await shop.order(await piece(pool, { stock: 5 }), { quantity: 2 });
  await pay(site.port, purchase.page, CARDS.approved);
  await shop.ask(purchase.secret);
  const { uuid, lines } = purchase.order;
  const call = (name: string, input: Record<string, unknown>) => act(site, cookie, `/orders/${uuid}`, name, input);
  const line = lines[0]?.id ?? '';
  const other = await shop.order(await piece(pool));
  await pay(site.port, other.page, CARDS.approved);
  await shop.ask(other.secret);
  await call('ship', { lines: [{ line, quantity: 1 }], carrier: 'שליחויות הדרום', tracking: 'IL-998877' });
  // Of the ways on from here one is the usual one.
  const { text } = await site.call({ host: 'office.localhost', path: `/orders/${uuid}`, headers: { cookie } });
  const head = text.slice(text.indexOf('<h1'), text.indexOf('</header>', text.indexOf('<h1')));
  expect(head).toContain('נמסרה');
  expect(head.match(/<button[^>]*bg-action text-on-action/g)).toHaveLength(1);
  await call('refund', {
    lines: [{ line, quantity: 1, sent: 0, restock: 'on' }],
    total: lines[0]?.price,
    reason: 'לא מתאים',
  });

  const { data } = await readPage<{ timeline: TimelineEntry[] }>(site, cookie, `/orders/${uuid}`);
  expect(data.timeline.filter(({ kind }) => kind === 'shipment')).toMatchObject([
    { by: 'נועה ברק', title: 'נשלח: שליחויות הדרום IL-998877', text: lines[0]?.name },
  ]);
  expect((await shop.find(other.secret)).parcels, 'another order’s').toEqual([]);
  const order = await shop.find(purchase.secret);
  expect(order.parcels).toEqual([
    {
      carrier: 'שליחויות הדרום',
      tracking_number: 'IL-998877',
      shipped_at: expect.stringMatching(/^\d{4}-/),
      lines: [{ name: lines[0]?.name, quantity: 1 }],
    },
  ]);
  expect(order.lines.map(({ quantity, returned }) => [quantity, returned])).toEqual([[2, 1]]);
});
