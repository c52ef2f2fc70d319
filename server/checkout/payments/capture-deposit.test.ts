import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PayLink } from '#contract/checkout/payments.ts';
import { orders } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { GatewayRefused } from '#domain/money/gateway-errors.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import type { PaymentProvider } from '#server/providers/payment/provider.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { clock } from '../../../tests/support/clock.ts';
import { CARDS, pay, piece, shopper, submit } from '../../../tests/support/purchase.ts';
import { editionOf, editOrder, linesOf } from '../editing/edit-order.ts';
import { advanceOrder } from '../fulfilment/advance-order.ts';
import { deliverOrder, shipOrder } from '../fulfilment/ship.ts';
import { payLinkSecret } from '../order-secret.ts';
import { balanceOf, onlineMoney } from '../orders/balance.ts';
import { captureDeposit } from './capture-deposit.ts';
import { carryOutRefunds } from './carry-out-refunds.ts';
import { listInDoubt, resolveInDoubt } from './in-doubt.ts';
import { refundOrder } from './refund-order.ts';

const by = { actor: 'operator:test', reason: 'test' };
const DEPOSIT = 80_000;

const time = clock();
let app: TestApp;
let shop: ReturnType<typeof shopper>;
let db: TestApp['connection']['pool'];

beforeAll(async () => {
  app = await startApp({ deps: { now: time.now } });
  shop = shopper(app.port);
  db = app.connection.pool;
  await db.query(`update stores set settings = jsonb_set(settings, '{purchase,deposit}', '"hold"') where key = 'raam'`);
  app.deps.cache.clear();
});
afterAll(() => app.close());

const tools = () => ({ ...app.deps, log: app.app.log });

async function reserved() {
  const goods = await piece(db, { stock: 2 });
  await db.query('update products set deposit_agorot = $2 where uuid = $1', [goods.product, DEPOSIT]);
  const made = await shop.order(goods, { payment_method: 'deposit' });
  return { ...made, goods, uuid: made.order.uuid };
}
async function held() {
  const purchase = await reserved();
  await pay(app.port, purchase.page, CARDS.approved);
  expect(await shop.find(purchase.secret)).toMatchObject({ status: 'accepted', payment_status: 'authorised' });
  return purchase;
}
/** An order by card whose gateway held the sum; staff have accepted that. */
async function heldWhole() {
  const purchase = await shop.order(await piece(db, { stock: 1 }));
  await db.query(`update sandbox.pages set capture = 'hold' where uuid = $1`, [purchase.page.slice(3)]);
  await pay(app.port, purchase.page, CARDS.approved);
  const doubt = (await listInDoubt(tools())).find((one) => one.order === purchase.order.number);
  await resolveInDoubt(tools(), doubt?.uuid ?? '', { ...by, outcome: 'accept' });
  return { ...purchase, uuid: purchase.order.uuid };
}
const rowsOf = async <T>(text: string, uuid: string): Promise<T[]> => (await db.query(text, [uuid])).rows;
const states = async (uuid: string) =>
  (
    await rowsOf<{ state: string }>(
      `select t.state from sandbox.transactions t join sandbox.pages g on g.uuid = t.page_uid
       join payments p on p.uuid::text = g.reference where p.order_uid = $1 and t.state <> 'declined'`,
      uuid,
    )
  ).map(({ state }) => state);
const messagesOf = async (uuid: string) =>
  (
    await rowsOf<{ about: string }>(
      `select about from outbox where order_uid = $1 and channel = 'sms' order by created_at`,
      uuid,
    )
  ).map(({ about }) => about);

/** The sandbox, with another answer to a capture. */
async function answering<T>(capture: PaymentProvider['capture'], work: () => Promise<T>): Promise<T> {
  const { sandbox } = app.deps.payment;
  if (!sandbox) throw new Error('there is no sandbox');
  app.deps.payment.sandbox = { ...sandbox, capture };
  try {
    return await work();
  } finally {
    app.deps.payment.sandbox = sandbox;
  }
}

test('where the store says so, a deposit is held, after a decline too; it is captured in part, once, and told of', async () => {
  const { uuid, secret, page } = await reserved();
  for (let i = 0; i < 3; i++) await pay(app.port, page, CARDS.declined);
  const { url } = (await shop.post('/api/receipts/get-payment-link', { secret })).json<{ url: string }>();
  await pay(app.port, new URL(url).pathname, CARDS.approved);
  expect(await shop.find(secret)).toMatchObject({
    status: 'accepted',
    payment_status: 'authorised',
    deposit: 800,
    documents: [],
  });
  expect([await states(uuid), await messagesOf(uuid)]).toEqual([['held'], ['order deposit_held']]);

  await expect(captureDeposit(tools(), uuid, { ...by, amountAgorot: DEPOSIT + 1 })).rejects.toThrow('Only 800');
  await captureDeposit(tools(), uuid, { ...by, amountAgorot: 5_000 });
  await expect(captureDeposit(tools(), uuid, by)).rejects.toThrow('No sum is held');
  // What was released of the hold is due at the branch, and holds no handover back.
  expect(await balanceOf(app.deps.db, uuid)).toBe(0);
  const { payment_status, deposit, documents } = await shop.find(secret);
  expect([payment_status, deposit, documents.map(({ total }) => total)]).toEqual(['paid', 50, [50]]);
  expect([await states(uuid), await messagesOf(uuid)]).toEqual([
    ['captured'],
    ['order deposit_held', 'order deposit_paid'],
  ]);
  // Its mail states what was captured, and what is left by that.
  const [mail] = await rowsOf<{ parts: { value: string }[] }>(
    `select content -> 'parts' as parts from outbox where order_uid = $1 and about = 'order deposit_paid' and channel = 'email'`,
    uuid,
  );
  const sums = [50, (await shop.find(secret)).total_order_price - 50].map((sum) => formatExactPrice(sum));
  expect(mail?.parts.map(({ value }) => value.replace(/[\u2066-\u2069]/g, ''))).toEqual(sums);
  await expect(refundOrder(tools(), uuid, { ...by, amountAgorot: 5_001 })).rejects.toThrow('At most 50');
});

test('of what is held, no more is captured by itself than the order costs after an edit', async () => {
  const { uuid } = await held();
  await app.deps.db.transaction(async (tx) => {
    const [placed] = await tx.select().from(orders).where(eq(orders.uuid, uuid));
    const [line] = await linesOf(tx, uuid);
    if (!placed || !line) throw new Error('no order');
    const lines = [{ line: line.uuid, quantity: 1, priceAgorot: 50_000 }];
    await editOrder(tx, uuid, { edition: editionOf(placed, [line]), lines, ...by, at: time.now() }, []);
  });
  expect(await captureDeposit(tools(), uuid, by)).toMatchObject({ status: 'paid', amountAgorot: 50_000 });
  expect(await onlineMoney(app.deps.db, uuid)).toEqual({ due: 50_000, taken: 50_000, owed: 0 });
});

test('a deposit that was held in part and completed by a payment link is captured without anything being too much', async () => {
  const { uuid, secret, page, order } = await reserved();
  await pay(app.port, page, CARDS.wrongSum);
  const doubt = (await listInDoubt(tools())).find((one) => one.order === order.number);
  await resolveInDoubt(tools(), doubt?.uuid ?? '', { ...by, outcome: 'accept' });
  expect(await balanceOf(app.deps.db, uuid)).toBe(100);
  const { url } = (await shop.post('/api/receipts/get-payment-link', { secret })).json<{ url: string }>();
  await pay(app.port, new URL(url).pathname, CARDS.approved);
  await shop.ask(secret);
  expect(await captureDeposit(tools(), uuid, by)).toMatchObject({ status: 'paid', amountAgorot: DEPOSIT - 100 });
  expect(await onlineMoney(app.deps.db, uuid)).toEqual({ due: DEPOSIT, taken: DEPOSIT, owed: 0 });
});

test('other ways to pay are charged as always', async () => {
  const purchase = await shop.order(await piece(db));
  await pay(app.port, purchase.page, CARDS.approved);
  expect((await shop.find(purchase.secret)).payment_status).toBe('paid');
});

test('a capture whose answer was lost is repeated with the same sum, and nothing is released meanwhile', async () => {
  const { uuid } = await held();
  const { sandbox } = app.deps.payment;
  await answering(
    async (request) => {
      await sandbox?.capture(request);
      throw new Error('the answer was lost');
    },
    () => expect(captureDeposit(tools(), uuid, { ...by, amountAgorot: 6_000 })).rejects.toThrow('lost'),
  );
  await expect(refundOrder(tools(), uuid, by)).rejects.toThrow('answer was lost');
  await expect(captureDeposit(tools(), uuid, by)).rejects.toThrow('repeat it with --amount 60');
  expect(await captureDeposit(tools(), uuid, { ...by, amountAgorot: 6_000 })).toMatchObject({ status: 'paid' });
  expect(await states(uuid)).toEqual(['captured']);
});

test('what the gateway refused to take can be released; nothing is taken after that, nor for a cancelled order', async () => {
  const { uuid, secret } = await held();
  const refusing = () => Promise.reject(new GatewayRefused('no'));
  await answering(refusing, () => expect(captureDeposit(tools(), uuid, by)).rejects.toThrow('no'));
  await db.query(`update orders set status = 'cancelled' where uuid = $1`, [uuid]);
  await expect(captureDeposit(tools(), uuid, by)).rejects.toThrow('The order is cancelled');
  await db.query(`update orders set status = 'accepted' where uuid = $1`, [uuid]);
  const part = { ...by, amountAgorot: DEPOSIT - 100 };
  await expect(refundOrder(tools(), uuid, part)).rejects.toThrow('released as a whole');
  await refundOrder(tools(), uuid, by);
  await expect(captureDeposit(tools(), uuid, by)).rejects.toThrow('No sum is held');
  await shop.ask(secret);
  expect(await shop.find(secret)).toMatchObject({ status: 'refunded', payment_status: 'cancelled' });
  expect([await states(uuid), (await messagesOf(uuid)).at(-1)]).toEqual([['released'], 'order released']);
});

test('a second hold whose doubt is closed is not captured', async () => {
  const { uuid, secret, page, order } = await reserved();
  await submit(app.port, `${page}/cancel`, {});
  const link = await shop.post('/api/receipts/get-payment-link', { secret });
  await pay(app.port, new URL(link.json<{ url: string }>().url).pathname, CARDS.approved);
  await db.query(`update sandbox.pages set state = 'open' where uuid = $1`, [page.slice(3)]);
  await pay(app.port, page, CARDS.approved);
  const { sandbox } = app.deps.payment;
  if (!sandbox) throw new Error('there is no sandbox');
  app.deps.payment.sandbox = { ...sandbox, releaseHold: () => Promise.reject(new GatewayRefused('no')) };
  await carryOutRefunds(tools());
  app.deps.payment.sandbox = sandbox;
  const doubt = (await listInDoubt(tools())).find((one) => one.order === order.number);
  await resolveInDoubt(tools(), doubt?.uuid ?? '', { ...by, outcome: 'close' });
  await captureDeposit(tools(), uuid, by);
  await expect(captureDeposit(tools(), uuid, by)).rejects.toThrow('No sum is held');
  expect((await states(uuid)).sort()).toEqual(['captured', 'held']);
});

test('a refused capture is tried again with another key; one whose answer was lost keeps its key, whatever comes after', async () => {
  const { uuid } = await held();
  const keys: string[] = [];
  const tried = (error: Error) =>
    answering(
      ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        return Promise.reject(error);
      },
      () => expect(captureDeposit(tools(), uuid, by)).rejects.toThrow(error.message),
    );
  const [no, lost] = [new GatewayRefused('no'), new Error('lost')];
  for (const error of [no, no, lost, lost, no, no, lost]) await tried(error);
  const [first, second, third, ...rest] = keys;
  expect(new Set([first, second, third]).size).toBe(3);
  expect(rest).toEqual(Array(4).fill(third));
});

/** A sum that the gateway holds although it should charge it, or the other way round; then a person decides. */
test.each([
  ['deposit', 'sale', 'accept', 'accepted', 'paid', ['approved']],
  ['deposit', 'sale', 'refund', 'refunded', 'refunded', ['approved', 'refund']],
  ['card', 'hold', 'accept', 'accepted', 'authorised', ['held']],
  ['card', 'hold', 'refund', 'refunded', 'cancelled', ['released']],
] as const)('%s, where the gateway made it a %s: %s', async (method, did, outcome, status, paid, gateway) => {
  const goods = await piece(db, { stock: 1 });
  await db.query('update products set deposit_agorot = $2 where uuid = $1', [goods.product, DEPOSIT]);
  const { order, page, secret } = await shop.order(goods, { payment_method: method });
  await db.query('update sandbox.pages set capture = $2 where uuid = $1', [page.slice(3), did]);
  await pay(app.port, page, CARDS.approved);
  expect(await shop.find(secret)).toMatchObject({ status: 'payment', payment_status: 'pending' });
  const doubt = (await listInDoubt(tools())).find((one) => one.order === order.number);
  await resolveInDoubt(tools(), doubt?.uuid ?? '', { ...by, outcome });
  expect(await shop.find(secret)).toMatchObject({ status, payment_status: paid });
  expect((await states(order.uuid)).sort()).toEqual([...gateway].sort());
  const capture = captureDeposit(tools(), order.uuid, by);
  if (paid !== 'authorised') return expect(capture).rejects.toThrow('No sum is held');
  expect(await capture).toMatchObject({ status: 'paid' });
  expect(await states(order.uuid)).toEqual(['captured']);
});

test('of a payment in doubt only what can be done is offered: none is accepted for a cancelled financed order, or one that is paid', async () => {
  const { order, page } = await shop.order(await piece(db));
  await pay(app.port, page, CARDS.wrongSum);
  const doubt = async () => (await listInDoubt(tools())).find((one) => one.order === order.number);
  const accept = async () => resolveInDoubt(tools(), (await doubt())?.uuid ?? '', { ...by, outcome: 'accept' });
  expect((await doubt())?.outcomes).toEqual(['accept', 'refund', 'close']);
  const set = (columns: string) => db.query(`update orders set ${columns} where uuid = $1`, [order.uuid]);
  await set(`status = 'cancelled', payment_method = 'financing', due_agorot = 0`);
  expect((await doubt())?.outcomes).toEqual(['refund', 'close']);
  await expect(accept()).rejects.toThrow('its lender pays no more');
  await set(`status = 'accepted', payment_method = 'card'`);
  expect((await doubt())?.outcomes).toEqual(['refund', 'close']);
  await expect(accept()).rejects.toThrow('paid already');
});

test.each([
  ['a deposit', () => held()],
  ['the whole sum of an order whose gateway only held it', () => heldWhole()],
])('while %s is only held, goods are neither sent nor handed over, whichever way', async (_, make) => {
  const { uuid } = await make();
  const move = (work: (tx: typeof app.deps.db) => Promise<unknown>) => app.deps.db.transaction(work);
  const set = (columns: string) => db.query(`update orders set ${columns} where uuid = $1`, [uuid]);
  const parcel = { ...by, carrier: '', trackingNumber: '' };
  const [{ branch }] = (await rowsOf<{ branch: string }>(
    'select branch_uid as branch from orders where uuid = $1',
    uuid,
  )) as [{ branch: string }];
  await db.query(`insert into handover_steps (order_uid, title, position, done_at) values ($1, 'רישיון', 0, now())`, [
    uuid,
  ]);
  await move((tx) => advanceOrder(tools(), tx, uuid, by));
  await expect(move((tx) => shipOrder(tools(), tx, uuid, parcel))).rejects.toThrow('only held');
  // On its way to the buyer by a stage, without a parcel; an order that is picked up waits at its branch meanwhile.
  await set('branch_uid = null');
  await expect(move((tx) => advanceOrder(tools(), tx, uuid, by))).rejects.toThrow('only held');
  await set(`branch_uid = '${branch}'`);
  await move((tx) => advanceOrder(tools(), tx, uuid, by));
  for (const handOver of [advanceOrder, deliverOrder])
    await expect(move((tx) => handOver(tools(), tx, uuid, by))).rejects.toThrow('only held');
  await captureDeposit(tools(), uuid, by);
  await move((tx) => deliverOrder(tools(), tx, uuid, by));
  expect(await rowsOf('select status from orders where uuid = $1', uuid)).toEqual([{ status: 'provided' }]);
});

test('a doubt from before it was kept how the money was taken: its reason tells, or nothing is done with the money', async () => {
  const doubted = async (card: string, did: string) => {
    const { order, page, secret } = await shop.order(await piece(db, { stock: 1 }));
    await db.query('update sandbox.pages set capture = $2 where uuid = $1', [page.slice(3), did]);
    await pay(app.port, page, card);
    await db.query('update payments set taken_as = null where order_uid = $1', [order.uuid]);
    const doubt = (await listInDoubt(tools())).find((one) => one.order === order.number);
    return { secret, resolve: (outcome: string) => resolveInDoubt(tools(), doubt?.uuid ?? '', { ...by, outcome }) };
  };
  const told = await doubted(CARDS.approved, 'hold');
  await told.resolve('accept');
  expect(await shop.find(told.secret)).toMatchObject({ status: 'accepted', payment_status: 'authorised' });
  const untold = await doubted(CARDS.wrongSum, 'sale');
  for (const outcome of ['accept', 'refund']) await expect(untold.resolve(outcome)).rejects.toThrow('then `close` it');
  await untold.resolve('close');
  expect(await shop.find(untold.secret)).toMatchObject({ status: 'payment', payment_status: 'failed' });
});

test('a payment link says that the sum is only held', async () => {
  const { order } = await reserved();
  const secret = payLinkSecret(app.deps.secret, order);
  const link = (await shop.post('/api/receipts/check-payment-link', { secret })).json<PayLink>();
  expect(link).toMatchObject({ state: 'to_pay', held: true, amount: DEPOSIT / 100 });
});
