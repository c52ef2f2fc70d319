import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { captureDeposit } from '#server/checkout/payments/capture-deposit.ts';
import { reconcilePayments } from '#server/checkout/payments/reconciliation.ts';
import { refundOrder } from '#server/checkout/payments/refund-order.ts';
import { endUnpaidOrders } from '#server/checkout/purchase/end-unpaid-orders.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { cardcomFake } from '../../../tests/support/cardcom-fake.ts';
import { clock } from '../../../tests/support/clock.ts';
import { payplusFake } from '../../../tests/support/payplus-fake.ts';
import { piece, shopper } from '../../../tests/support/purchase.ts';
import { cardcomProvider } from './cardcom/provider.ts';
import { payplusProvider } from './payplus/provider.ts';
import type { PaymentProvider } from './provider.ts';

type Fault = 'lost' | 'slow' | 500 | { code: number } | { text: string };
type Act = 'approve' | 'decline' | 'wrong-amount' | 'other-order' | 'dollars' | 'refund' | 'charged';

/** A gateway's fake, as the cases below use it. */
type Gateway = {
  name: 'cardcom' | 'payplus';
  provider: PaymentProvider;
  env: Record<string, string>;
  paths: { open: string; verify: string; refund: string; capture: string };
  /** Its answer to the call that opens a page, with a page of somebody else. */
  foreign: string;
  /** What it says of a result that is no payment. */
  refundDoubt: RegExp;
  /** How many payments its page was told to charge. */
  counts: (body: Record<string, unknown>) => unknown[];
  fake: {
    books: { balance: () => number };
    settings: { pending: 'code' | 'null'; webhooks: boolean };
    calls: { path: string; request: Record<string, unknown> }[];
    act: (ref: string, what: Act) => Promise<void>;
    report: (ref: string) => Promise<void>;
    fault: (path: string, fault: Fault | null) => unknown;
    close: () => Promise<void>;
  };
};

async function cardcom(): Promise<Gateway> {
  const fake = await cardcomFake();
  const { terminal: number, apiName, apiPassword } = fake.account;
  return {
    name: 'cardcom',
    fake,
    provider: cardcomProvider({ url: fake.url, number, apiName, apiPassword, documents: true, timeoutMs: 500 }),
    env: { ...fake.env, CARDCOM_URL: fake.url },
    paths: {
      open: 'LowProfile/Create',
      verify: 'LowProfile/GetLpResult',
      refund: 'Transactions/RefundByTransactionId',
      capture: 'Transactions/Transaction',
    },
    foreign: JSON.stringify({ ResponseCode: 0, LowProfileId: randomUUID(), Url: 'https://evil.example/EA' }),
    refundDoubt: /may be a refund/,
    counts: ({ AdvancedDefinition: advanced }) => {
      const { MinNumOfPayments, MaxNumOfPayments, SelectedNumOfPayments } = Object(advanced);
      return [MinNumOfPayments, MaxNumOfPayments, SelectedNumOfPayments];
    },
  };
}

async function payplus(): Promise<Gateway> {
  const fake = await payplusFake();
  return {
    name: 'payplus',
    fake,
    provider: payplusProvider({ url: fake.url, ...fake.account, documents: false, timeoutMs: 500 }),
    env: { ...fake.env, PAYPLUS_URL: fake.url },
    paths: {
      open: 'PaymentPages/generateLink',
      verify: 'PaymentPages/ipn',
      refund: 'Transactions/RefundByTransactionUID',
      capture: 'Transactions/ChargeByTransactionUID',
    },
    foreign: JSON.stringify({
      results: { status: 'success', code: 0 },
      data: { page_request_uid: randomUUID(), payment_page_link: 'https://evil.example/x' },
    }),
    refundDoubt: /is a Refund/,
    // The field that could change them is hidden.
    counts: ({ payments, payments_selected, hide_payments_field }) => [
      payments,
      payments_selected,
      hide_payments_field && payments,
    ],
  };
}

describe.each([
  ['CardCom', cardcom],
  ['PayPlus', payplus],
])('%s', (_name, start) => {
  const time = clock();
  let gateway: Gateway;
  let app: TestApp;
  let shop: ReturnType<typeof shopper>;
  let db: TestApp['connection']['pool'];

  beforeAll(async () => {
    gateway = await start();
    app = await startApp({ deps: { now: time.now }, env: gateway.env });
    app.deps.payment[gateway.name] = gateway.provider;
    shop = shopper(app.port);
    db = app.connection.pool;
    await db.query(
      `update stores set settings = jsonb_set(settings, '{purchase,provider}', to_jsonb($1::text)) where key = 'raam'`,
      [gateway.name],
    );
    app.deps.cache.clear();
  });
  afterAll(async () => {
    await app.close();
    await gateway.fake.close();
  });
  beforeEach(() => {
    gateway.fake.settings.webhooks = true;
    gateway.fake.settings.pending = 'code';
  });

  const tools = () => ({ ...app.deps, log: app.app.log });
  const paymentOf = async (order: string) =>
    (await db.query('select * from payments where order_uid = $1 order by created_at desc limit 1', [order])).rows[0];
  const refIn = (url: string | undefined) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(url ?? '')?.[0] ?? '';
  const act = (ref: string, what: Act) => gateway.fake.act(ref, what);
  async function order(changes: Parameters<typeof shop.order>[1] = {}) {
    const made = await shop.order(await piece(db, { stock: 5 }), changes);
    return { ...made, ref: refIn(made.payment?.url), uuid: made.order.uuid };
  }
  const opened = () => gateway.fake.calls.filter(({ path }) => path === gateway.paths.open).at(-1)?.request ?? {};

  test('its pages are framed, and charge as many payments as were chosen', async () => {
    const { payment } = await order({ payment_method: 'instalments', payments_count: 7 });
    expect(gateway.counts(opened())).toEqual([7, 7, 7]);
    await order();
    expect(gateway.counts(opened())).toEqual([1, 1, 1]);
    const home = await app.call({ path: '/' });
    const origin = new URL(payment?.url ?? '').origin;
    expect([payment?.origin, String(home.headers['content-security-policy'])]).toEqual([
      origin,
      expect.stringContaining(`frame-src 'self' ${origin}`),
    ]);
  });

  test.each(['slow', 'down', 'talking nonsense', 'naming a page elsewhere'])(
    'a page that it is %s for leaves an order that is paid later',
    async (how) => {
      const faults: Record<string, Fault> = { slow: 'slow', down: 500, 'talking nonsense': { text: '<html>' } };
      const goods = await piece(db, { stock: 1 });
      const body = await shop.orderBody(goods);
      const key = randomUUID();
      gateway.fake.fault(gateway.paths.open, faults[how] ?? { text: gateway.foreign });
      const refused = await shop.place(body, key);
      gateway.fake.fault(gateway.paths.open, null);
      expect(refused.status).toBe(503);
      const purchase = (await shop.place(body, key)).json<{ secret: string; payment: { url: string } }>();
      await act(refIn(purchase.payment.url), 'approve');
      expect((await shop.find(purchase.secret)).status).toBe('accepted');
    },
  );

  test.each(['code', 'null'] as const)(
    'paid: by the reconciliation, after "not yet" in the form of %s',
    async (pending) => {
      gateway.fake.settings.webhooks = false;
      gateway.fake.settings.pending = pending;
      const { ref, secret } = await order();
      expect((await shop.ask(secret)).json()).toMatchObject({ payment_status: 'pending' });
      await act(ref, 'approve');
      time.pass(2.1);
      await reconcilePayments(tools());
      expect(await shop.find(secret)).toMatchObject({ payment_status: 'paid', wallet: null });
    },
  );

  test('paid: once, though its first report came while it could not be asked, and then again and again', async () => {
    const { ref, secret, uuid } = await order();
    gateway.fake.fault(gateway.paths.verify, 500);
    await act(ref, 'approve');
    expect(await shop.find(secret)).toMatchObject({ payment_status: 'pending' });
    gateway.fake.fault(gateway.paths.verify, null);
    await Promise.all([gateway.fake.report(ref), gateway.fake.report(ref), shop.ask(secret)]);
    const history = `select count(*)::int from order_history where order_uid = $1 and to_value = 'accepted'`;
    expect((await db.query(history, [uuid])).rows[0].count).toBe(1);
  });

  test('not paid: after a decline that nobody reports; another card on the same page still pays', async () => {
    gateway.fake.settings.webhooks = false;
    const { ref, secret } = await order();
    await act(ref, 'decline');
    time.pass(2.1);
    await reconcilePayments(tools());
    expect(await shop.find(secret)).toMatchObject({ status: 'payment', payment_status: 'failed' });
    await act(ref, 'approve');
    time.pass(5.1);
    await reconcilePayments(tools());
    expect(await shop.find(secret)).toMatchObject({ status: 'accepted', payment_status: 'paid' });
  });

  test.each(['the shopper comes back', 'the hold ends'])('after a decline, but found paid when %s', async (when) => {
    gateway.fake.settings.webhooks = false;
    const { ref, secret } = await order();
    await act(ref, 'decline');
    await shop.ask(secret);
    expect(await shop.find(secret)).toMatchObject({ status: 'payment', payment_status: 'failed' });
    await act(ref, 'approve');
    time.pass(31);
    if (when === 'the hold ends') await endUnpaidOrders(tools());
    else await shop.ask(secret);
    expect(await shop.find(secret)).toMatchObject({ status: 'accepted', payment_status: 'paid' });
  });

  test('a page that nobody pays on ends after its time: another one is opened, and money that still comes on the first counts', async () => {
    const { ref, secret, uuid } = await order();
    await db.query(`update orders set hold_until = hold_until + interval '1 day' where uuid = $1`, [uuid]);
    time.pass(299);
    expect((await shop.ask(secret)).json()).toMatchObject({ payment_status: 'pending' });
    time.pass(2);
    expect((await shop.ask(secret)).json()).toMatchObject({ payment_status: 'cancelled' });
    const again = refIn((await shop.post('/api/receipts/get-payment-link', { secret })).json<{ url: string }>().url);
    expect(again).not.toBe(ref);
    await act(ref, 'approve');
    expect(await shop.find(secret)).toMatchObject({ status: 'accepted', payment_status: 'paid' });
    await act(again, 'approve');
    expect(await paymentOf(uuid)).toMatchObject({ status: 'paid', review_reason: 'paid twice' });
  });

  test.each<[Act, RegExp | 'refund']>([
    ['wrong-amount', /instead of/],
    ['other-order', /names another payment/],
    ['dollars', /took USD/],
    ['refund', 'refund'],
  ])('not paid, but before a person: %s', async (what, reason) => {
    const { ref, secret, uuid } = await order();
    await act(ref, what);
    if (what === 'dollars') await gateway.fake.report(ref);
    expect(await shop.find(secret)).toMatchObject({ status: 'payment', payment_status: 'pending' });
    expect((await paymentOf(uuid)).review_reason).toMatch(reason === 'refund' ? gateway.refundDoubt : reason);
  });

  const ask = { actor: 'operator:test', reason: 'test' };
  async function paid() {
    const purchase = await order();
    await act(purchase.ref, 'approve');
    return purchase;
  }

  test('money goes back in parts, one by one, and never more than came', async () => {
    const before = gateway.fake.books.balance();
    const { uuid, secret, order: placedOrder } = await paid();
    const back = () => before + placedOrder.total_order_price * 100 - gateway.fake.books.balance();
    expect(await refundOrder(tools(), uuid, { ...ask, amountAgorot: 10_050 })).toMatchObject({ status: 'done' });
    expect(await refundOrder(tools(), uuid, { ...ask, amountAgorot: 5_000 })).toMatchObject({ status: 'done' });
    expect([back(), (await shop.find(secret)).payment_status]).toEqual([15_050, 'partly_refunded']);
    const tooMuch = placedOrder.total_order_price * 100;
    await expect(refundOrder(tools(), uuid, { ...ask, amountAgorot: tooMuch })).rejects.toThrow('At most');
    await refundOrder(tools(), uuid, ask);
    expect([back(), (await shop.find(secret)).status]).toEqual([tooMuch, 'refunded']);
  });

  test.each([
    ['the answer is lost', 'lost' as const, 'unknown'],
    ['nothing comes', 'slow' as const, 'unknown'],
    ['it says no', { code: 5062 }, 'refused'],
  ])('a refund, when %s: asked once and by itself never again', async (_when, fault, status) => {
    const { uuid, secret } = await paid();
    const count = () => gateway.fake.calls.filter(({ path }) => path === gateway.paths.refund).length;
    const before = count();
    gateway.fake.fault(gateway.paths.refund, fault);
    expect(await refundOrder(tools(), uuid, { ...ask, amountAgorot: 100 })).toMatchObject({ status });
    gateway.fake.fault(gateway.paths.refund, null);
    time.pass(60);
    expect(count() - before).toBeLessThanOrEqual(1);
    expect(await shop.find(secret)).toMatchObject({ status: 'accepted', payment_status: 'paid' });
    const again = refundOrder(tools(), uuid, { ...ask, amountAgorot: 100 });
    if (status === 'unknown') await expect(again).rejects.toThrow('in doubt');
    else expect(await again).toMatchObject({ status: 'done' });
  });

  test('a held deposit is captured once, though the first answer was lost; one that was charged goes before a person', async () => {
    const held = async () => {
      const { uuid, secret } = await order();
      await db.query(`update payments set capture = 'hold', provider_ref = null, url = null where order_uid = $1`, [
        uuid,
      ]);
      const page = await shop.post('/api/receipts/get-payment-link', { secret });
      return { uuid, secret, page: refIn(page.text) };
    };
    const { uuid, secret, page } = await held();
    await act(page, 'approve');
    expect(await shop.find(secret)).toMatchObject({ status: 'accepted', payment_status: 'authorised' });
    expect(await gateway.provider.fetchResult(page)).toMatchObject({ state: 'held' });
    const before = gateway.fake.books.balance();
    gateway.fake.fault(gateway.paths.capture, 'lost');
    await expect(captureDeposit(tools(), uuid, { actor: 'operator:test' })).rejects.toThrow();
    gateway.fake.fault(gateway.paths.capture, null);
    const captured = await captureDeposit(tools(), uuid, { actor: 'operator:test' });
    expect([captured.status, (await shop.find(secret)).payment_status]).toEqual(['paid', 'paid']);
    expect(gateway.fake.books.balance()).toBe(before + captured.amountAgorot);
    await expect(captureDeposit(tools(), uuid, { actor: 'operator:test' })).rejects.toThrow('No sum is held');

    const other = await held();
    await act(other.page, 'charged');
    expect((await paymentOf(other.uuid)).review_reason).toMatch(/charged what was only to be held/);
  });
});
