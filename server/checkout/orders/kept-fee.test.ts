import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderPage } from '#server/office/orders/read-order.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';

const REFUND_REFUSED = '4580000000000091';

let site: TestApp;
let shop: ReturnType<typeof shopper>;
let owner: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  shop = shopper(site.port);
  owner = await signInAs(site, 'owner');
});
afterAll(() => site.close());

const show = async (uuid: string) => (await readPage<OrderPage>(site, owner, `/orders/${uuid}`)).data;
const fees = async (uuid: string) => (await show(uuid)).refunds.map(({ status, feeAgorot }) => [status, feeAgorot]);

async function paid(quantity: number, card = CARDS.approved) {
  const purchase = await shop.order(await piece(site.connection.pool), { quantity });
  await pay(site.port, purchase.page, card);
  await shop.ask(purchase.secret);
  const { order, lines } = await show(purchase.order.uuid);
  return { uuid: order.uuid, secret: purchase.secret, line: lines[0]?.uuid ?? '', total: order.totalAgorot };
}

type Asked = { line?: string; quantity?: number; agorot: number; fee?: number };
const giveBack = (uuid: string, { line, quantity = 1, agorot, fee = 0 }: Asked) =>
  act(site, owner, `/orders/${uuid}`, 'refund', {
    lines: line ? [{ line, quantity, amount: agorot / 100, restock: 'on' }] : [],
    ...{ total: agorot / 100, fee: fee / 100, reason: 'התחרטו' },
  });

/** An order that its buyer has paid, and a second time the ₪200 that it grew by. `total`: of the first payment. */
async function paidTwice(card = CARDS.approved) {
  const first = await paid(1);
  const { uuid, secret, line, total } = first;
  const { edition } = (await readPage<{ edition: string }>(site, owner, `/orders/${uuid}/edit`)).data;
  const dearer = { line, quantity: 1, price: total / 100 + 200 };
  expect(
    (await act(site, owner, `/orders/${uuid}/edit`, 'edit', { edition, lines: [dearer], reason: 'תוספת' })).status,
  ).toBe(200);
  const { url } = (await shop.post('/api/receipts/get-payment-link', { secret })).json<{ url: string }>();
  await pay(site.port, new URL(url).pathname, card);
  await shop.ask(secret);
  return first;
}

test('a fee is told by the refund that it was kept of alone, and is no longer one as far as it went back, too', async () => {
  const { uuid, secret, line, total } = await paid(1);
  const newestMail = async () => {
    const { rows } = await site.connection.pool.query(
      `select body from outbox where order_uid = $1 and about = 'order refunded' and channel = 'email' order by created_at desc limit 1`,
      [uuid],
    );
    return String(rows[0]?.body);
  };
  const page = async () =>
    (await site.call({ path: `/order/${secret}` })).text.replace(
      /<script[\s\S]*?<\/script>|<[^>]*>|[\u2066-\u2069]/g,
      '',
    );
  await giveBack(uuid, { line, agorot: total - 10_000, fee: 10_000 });
  expect(await newestMail()).toContain('דמי ביטול של');
  expect(await page()).toMatch(/דמי ביטול שנוכו\s*₪100/);

  await giveBack(uuid, { agorot: 3_000 });
  expect(await newestMail()).not.toContain('דמי ביטול');
  expect((await shop.find(secret)).cancellation_fee).toBe(70);
  expect(await page()).toMatch(/דמי ביטול שנוכו\s*₪70/);

  await giveBack(uuid, { agorot: 7_000 });
  expect(await newestMail()).not.toContain('דמי ביטול');
  expect((await shop.find(secret)).payment_status).toBe('refunded');
  expect(await page()).not.toContain('דמי ביטול');
});

test('of a refund by two payments the fee stays with its pieces where the gateway refuses the other payment', async () => {
  const { uuid, line, total } = await paidTwice(REFUND_REFUSED);
  const reply = await giveBack(uuid, { line, agorot: total + 10_000, fee: 10_000 });
  expect(reply.data).toMatchObject({ ok: true, message: expect.stringContaining('סירבה להחזיר') });
  expect(await fees(uuid)).toEqual([
    ['done', 10_000],
    ['refused', 0],
  ]);
});

test('no more is kept as a fee than stays of the money, whichever payment the refund is of', async () => {
  for (const [stays, kept] of [
    [0, 0],
    [3_000, 3_000],
    [9_000, 5_000],
  ] as const) {
    const { uuid, total } = await paid(1);
    await giveBack(uuid, { agorot: total - stays, fee: 5_000 });
    expect(await fees(uuid)).toEqual([['done', kept]]);
  }
  const { uuid } = await paidTwice();
  await giveBack(uuid, { agorot: 20_000, fee: 5_000 });
  expect(await fees(uuid)).toEqual([['done', 5_000]]);
});

test('the fee that the law allows is kept once of an order, whatever goes back piece by piece; a refused refund kept none', async () => {
  const { uuid, line, total } = await paid(2);
  for (const agorot of [total / 2 - 6_000, total / 2 - 10_000])
    await giveBack(uuid, { line, agorot, fee: agorot === total / 2 - 6_000 ? 6_000 : 10_000 });
  expect(await fees(uuid)).toEqual([
    ['done', 6_000],
    ['done', 4_000],
  ]);
  const refused = await paid(1, REFUND_REFUSED);
  for (let tries = 0; tries < 2; tries++)
    await giveBack(refused.uuid, { line: refused.line, agorot: refused.total - 10_000, fee: 10_000 });
  expect(await fees(refused.uuid)).toEqual([
    ['refused', 10_000],
    ['refused', 10_000],
  ]);
});
