import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareOfPieces } from '#domain/money/line-share.ts';
import { toAgorot } from '#domain/money/money.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import type { OrderPage } from '../orders/read-order.ts';

let site: TestApp;
let owner: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  owner = await signInAs(site, 'owner');
});
afterAll(() => site.close());

const REFUND_REFUSED = '4580000000000091';
const REFUND_UNANSWERED = '4580000000000109';
/** From now on the gateway refuses to give back what this card paid, or does so again. */
const swapCard = (from: string, to: string) =>
  site.connection.pool.query('update sandbox.transactions set last4 = $2 where last4 = $1', [
    from.slice(-4),
    to.slice(-4),
  ]);

type Editing = { edition: string; lines: { line: string }[] };
const editing = async (uuid: string) => (await readPage<Editing>(site, owner, `/orders/${uuid}/edit`)).data;
const edit = async (uuid: string, lines: { line: string; quantity: number; price?: number }[]) =>
  act(site, owner, `/orders/${uuid}/edit`, 'edit', {
    ...{ reason: 'סוכם בטלפון', edition: (await editing(uuid)).edition, lines },
  });
const show = async (uuid: string) => (await readPage<OrderPage>(site, owner, `/orders/${uuid}`)).data;

async function giveBack(uuid: string, agorot: number, line?: string): Promise<void> {
  const lines = line ? [{ line, quantity: 1, restock: 'on' }] : [];
  const asked = { lines, total: agorot / 100, reason: 'לא מתאים' };
  expect((await act(site, owner, `/orders/${uuid}`, 'refund', asked)).data).toMatchObject({ ok: true });
}

/** Pays by the order's link what is missing, by another card than the one that brings a wrong sum. */
async function payBalance(orderSecret: string, card = CARDS.approved): Promise<void> {
  const shop = shopper(site.port);
  const secret = (await shop.find(orderSecret)).balance?.path.split('/').at(-1);
  const reply = await shop.post('/api/receipts/pay-by-payment-link', { secret });
  const { payment } = reply.json<{ payment: { url: string } }>();
  await pay(site.port, new URL(payment.url).pathname, card);
  await shop.post('/api/receipts/check-payment-link', { secret });
}

/** An order of several pieces whose deposit came short by a shekel, was accepted, and is completed by a link. */
async function depositInTwo(quantity: number, depositOf: (price: number) => number) {
  const goods = await piece(site.connection.pool);
  const each = depositOf(goods.price);
  await site.connection.pool.query('update products set deposit_agorot = $2 where uuid = $1', [goods.product, each]);
  const purchase = await shopper(site.port).order(goods, { quantity, payment_method: 'deposit' });
  const { uuid } = purchase.order;
  await pay(site.port, purchase.page, CARDS.wrongSum);
  const [doubt] = (await show(uuid)).reviews;
  const accept = { review: doubt?.uuid, outcome: 'accept', reason: 'חסר שקל, יושלם בקישור' };
  expect((await act(site, owner, `/orders/${uuid}`, 'review', accept)).status).toBe(200);
  await payBalance(purchase.secret);
  const [line] = (await editing(uuid)).lines;
  return { uuid, secret: purchase.secret, line: line?.line ?? '', price: goods.price, deposit: quantity * each };
}

test('a piece of a deposit order whose money goes back by two payments lowers the rest by its price alone', async () => {
  const { uuid, secret, line, price, deposit } = await depositInTwo(2, () => 150_000);
  // More than either payment has, and less than both.
  const back = deposit - 50;
  const lines = [{ line, quantity: 1, amount: back / 100, restock: 'on' }];
  const refundInput = { lines, total: back / 100, reason: 'לא מתאים' };
  expect((await act(site, owner, `/orders/${uuid}`, 'refund', refundInput)).data).toMatchObject({ ok: true });
  const { refunds, lines: sold, order, sums } = await show(uuid);
  expect(refunds.map(({ amountAgorot, status }) => [amountAgorot, status])).toEqual([
    [deposit - 100, 'done'],
    [50, 'done'],
  ]);
  expect(sold[0]).toMatchObject({ refunded: 1, refundedAgorot: back, stockTaken: 1 });
  expect([order.status, sums.over]).toEqual(['accepted', 0]);
  // It went to two cards.
  expect((await shopper(site.port).find(secret)).refunds).toMatchObject([
    { amount: (deposit - 100) / 100, done: true, to: { last4: '0067', wallet: null } },
    { amount: 0.5, done: true, to: { last4: '0000', wallet: null } },
  ]);
  const rest = price - (deposit - back);
  const atHandover = toAgorot((await shopper(site.port).find(secret)).rest);
  expect([sums.unpaid, atHandover]).toEqual([rest, rest]);
});

test.each([
  { refused: 'the rest of a piece', card: CARDS.approved, pieces: 1, again: 0 },
  { refused: 'a piece, but not the rest', card: CARDS.wrongSum, pieces: 0, again: 1 },
])('money of a deposit that one payment refused is still owed: $refused', async ({ card, pieces, again }) => {
  const { uuid, line, price, deposit } = await depositInTwo(2, () => 150_000);
  const back = deposit - 50;
  const refund = (amount: number) =>
    act(site, owner, `/orders/${uuid}`, 'refund', {
      ...{ lines: [{ line, quantity: 1, amount: amount / 100, restock: 'on' }], total: amount / 100 },
      reason: 'לא מתאים',
    });
  await swapCard(card, REFUND_REFUSED);
  expect((await refund(back)).data).toMatchObject({ ok: true });
  expect((await show(uuid)).lines[0]).toMatchObject({ refunded: pieces });
  await swapCard(REFUND_REFUSED, CARDS.approved);
  if (again) expect((await refund(back - 50)).data).toMatchObject({ ok: true });
  else await giveBack(uuid, 50);
  const { lines, sums } = await show(uuid);
  expect([lines[0]?.refunded, sums.left]).toEqual([1, deposit - back]);
  expect(sums.unpaid).toBe(price - (deposit - back));
});

test('the buyer hears of a return by two payments once, with their sum; of a part that was refused not, and of one in doubt once it is decided', async () => {
  const told = async (uuid: string): Promise<string[]> => {
    const { rows } = await site.connection.pool.query<{ body: string }>(
      `select body from outbox where order_uid = $1 and about = 'order refunded' and channel = 'email' order by created_at`,
      [uuid],
    );
    return rows.map(({ body }) => /החזרנו \u2066(.*?)\u2069/.exec(body)?.[1] ?? '');
  };
  const returned = async (card?: string) => {
    const { uuid, line, deposit } = await depositInTwo(2, () => 150_000);
    if (card) await swapCard(CARDS.approved, card);
    const back = (deposit - 50) / 100;
    const asked = { lines: [{ line, quantity: 1, amount: back }], total: back, reason: 'לא מתאים' };
    expect((await act(site, owner, `/orders/${uuid}`, 'refund', asked)).data).toMatchObject({ ok: true });
    if (card) await swapCard(card, CARDS.approved);
    return { uuid, sum: formatExactPrice((deposit - 50) / 100), first: formatExactPrice((deposit - 100) / 100) };
  };
  const whole = await returned();
  expect(await told(whole.uuid)).toEqual([whole.sum]);
  const refused = await returned(REFUND_REFUSED);
  expect(await told(refused.uuid)).toEqual([refused.first]);
  const doubted = await returned(REFUND_UNANSWERED);
  expect(await told(doubted.uuid)).toEqual([doubted.first]);
  const [doubt] = (await show(doubted.uuid)).reviews;
  const decided = { review: doubt?.uuid, outcome: 'done', reason: 'רשום בספרים' };
  expect((await act(site, owner, `/orders/${doubted.uuid}`, 'review', decided)).status).toBe(200);
  expect(await told(doubted.uuid)).toEqual([doubted.first, '₪0.50']);
});

test('a return that goes back by two payments of one card is one refund to its buyer, and each later one is another', async () => {
  const goods = await piece(site.connection.pool);
  const purchase = await shopper(site.port).order(goods);
  await pay(site.port, purchase.page, CARDS.approved);
  const [uuid, secret, price] = [purchase.order.uuid, purchase.secret, goods.price];
  const line = (await editing(uuid)).lines[0]?.line ?? '';
  await edit(uuid, [{ line, quantity: 3 }]);
  await payBalance(secret);
  // Of a piece's price and of twice that.
  await giveBack(uuid, 2 * price + 200);
  await giveBack(uuid, 100);
  await giveBack(uuid, 100);
  const shown = (await shopper(site.port).find(secret)).refunds;
  expect(shown.map(({ amount, done, to }) => [amount, done, to])).toEqual([
    [(2 * price + 200) / 100, true, null],
    [1, true, null],
    [1, true, null],
  ]);
  expect(new Set(shown.map(({ id }) => id)).size).toBe(3);
  expect((await show(uuid)).refunds).toHaveLength(4);
  // Until both parts are there, what is on its way is told apart.
  await site.connection.pool.query(`update refunds set status = 'unknown' where uuid = $1`, [
    (await show(uuid)).refunds.find(({ amountAgorot }) => amountAgorot === 200)?.uuid,
  ]);
  expect((await shopper(site.port).find(secret)).refunds.map(({ done }) => done)).toEqual([true, false, true, true]);
});

test('what goes back for a piece by two payments takes nothing of what an edit has made too much', async () => {
  const { uuid, line, price, deposit } = await depositInTwo(3, (price) => Math.ceil((2 * price + 50) / 3));
  const surplus = deposit - 2 * price;
  await edit(uuid, [{ line, quantity: 2 }]);
  await giveBack(uuid, price, line);
  await giveBack(uuid, price, line);
  const { refunds, sums } = await show(uuid);
  expect(refunds.map(({ amountAgorot }) => amountAgorot)).toEqual([price, price + surplus - 100, 100 - surplus]);
  expect(sums.over).toBe(surplus);
});

test('a deposit that came by two payments is what they brought together, once an edit leaves less than it', async () => {
  const { uuid, line, price, deposit } = await depositInTwo(3, (price) => price / 2);
  expect((await edit(uuid, [{ line, quantity: 1 }])).data.result).toMatchObject({ creditAgorot: deposit - price });
  await giveBack(uuid, deposit - price);
  expect((await show(uuid)).sums.over).toBe(0);
  expect((await edit(uuid, [{ line, quantity: 3 }])).data.result).toMatchObject({ balanceAgorot: deposit - price });
  expect((await edit(uuid, [{ line, quantity: 2 }])).data.result).toMatchObject({ balanceAgorot: deposit - price });
});

/**
 * Two pieces that each cost more than any one of three payments brought. `cards`: of the payment that gives back most
 * of the first piece, and of the one that gives back the rest of it.
 */
async function paidInThree(cards: { most: string; rest: string }) {
  const goods = await piece(site.connection.pool);
  const purchase = await shopper(site.port).order(goods);
  await pay(site.port, purchase.page, cards.rest);
  const [uuid, paid, more] = [purchase.order.uuid, goods.price, 50_000];
  const line = (await editing(uuid)).lines[0]?.line ?? '';
  await edit(uuid, [{ line, quantity: 1, price: (2 * paid) / 100 }]);
  await payBalance(purchase.secret, cards.most);
  await edit(uuid, [{ line, quantity: 2, price: (paid + more) / 100 }]);
  await payBalance(purchase.secret);
  return { uuid, line, paid, more, price: paid + more };
}

/** What the order's page offers for a piece, of which the server takes no more. */
async function offered(uuid: string, line: string): Promise<number> {
  const [sold] = (await show(uuid)).lines;
  const share = sold ? shareOfPieces(sold, 1, sold.returned) : 0;
  const amount = (share + 1) / 100;
  const lines = [{ line, quantity: 1, amount, restock: 'on' }];
  const reply = await act(site, owner, `/orders/${uuid}`, 'refund', { lines, total: amount, reason: 'לא מתאים' });
  expect(JSON.stringify(reply.data)).toContain('לכל היותר');
  return share;
}

const refundsOf = async (uuid: string) =>
  (await show(uuid)).refunds.map(({ amountAgorot, status }) => [amountAgorot, status]);

test('what one payment refused to give back for a piece is no part of the next one', async () => {
  const { uuid, line, paid, more, price } = await paidInThree({ most: CARDS.approved, rest: REFUND_REFUSED });
  await giveBack(uuid, price, line);
  expect(await refundsOf(uuid)).toEqual([
    [paid, 'done'],
    [more, 'refused'],
  ]);
  await giveBack(uuid, more);
  expect(await offered(uuid, line)).toBe(price);
  await swapCard(REFUND_REFUSED, CARDS.approved);
  await giveBack(uuid, price, line);
  expect((await show(uuid)).sums.left).toBe(0);
});

test('what went back for a piece that stayed is no part of its next return, and of that one alone', async () => {
  const { uuid, line, paid, more, price } = await paidInThree({ most: REFUND_REFUSED, rest: CARDS.approved });
  await giveBack(uuid, price, line);
  expect(await refundsOf(uuid)).toEqual([
    [paid, 'refused'],
    [more, 'done'],
  ]);
  expect((await show(uuid)).lines[0]).toMatchObject({ refunded: 0, refundedAgorot: more });
  expect(await offered(uuid, line)).toBe(paid);
  const again = { lines: [{ line, quantity: 1, restock: 'on' }], total: paid / 100, reason: 'לא מתאים' };
  expect((await act(site, owner, `/orders/${uuid}`, 'refund', again)).status).toBe(422);
  expect(await offered(uuid, line)).toBe(paid);
  await swapCard(REFUND_REFUSED, CARDS.approved);
  await giveBack(uuid, paid, line);
  expect((await refundsOf(uuid)).at(-1)).toEqual([paid, 'done']);
  expect(await offered(uuid, line)).toBe(price);
});
