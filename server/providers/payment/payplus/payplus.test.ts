import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { eq, sql } from '#db/sql.ts';
import { issuedDocuments } from '#server/checkout/documents/issued-documents.ts';
import { undocumentedPayments } from '#server/checkout/documents/missing-documents.ts';
import { checkSeries } from '#server/checkout/documents/missing-numbers.ts';
import { editionOf, editOrder, linesOf } from '#server/checkout/editing/edit-order.ts';
import { fetchLateDocuments } from '#server/checkout/payments/late-documents.ts';
import { refundOrder } from '#server/checkout/payments/refund-order.ts';
import { abandonOrder } from '#server/checkout/purchase/end-unpaid-orders.ts';
import { documentsCheckCommand } from '../../../../cli/commands/orders/documents.ts';
import { startApp, type TestApp } from '../../../../tests/support/app.ts';
import { clock } from '../../../../tests/support/clock.ts';
import { type PayplusFake, payplusFake } from '../../../../tests/support/payplus-fake.ts';
import { piece, shopper } from '../../../../tests/support/purchase.ts';
import { runCommand } from '../../../../tests/support/run-command.ts';
import { payplusProvider } from './provider.ts';

const time = clock();
let fake: PayplusFake;
let app: TestApp;
let shop: ReturnType<typeof shopper>;
let db: TestApp['connection']['pool'];

beforeAll(async () => {
  fake = await payplusFake();
  const further = { north: { provider: 'payplus', ...secrets(fake), page_uid: fake.account.pageUid } };
  app = await startApp({
    deps: { now: time.now },
    env: { ...fake.env, PAYPLUS_URL: fake.url, PAYMENT_TERMINALS: JSON.stringify(further) },
  });
  shop = shopper(app.port);
  db = app.connection.pool;
  await purchase({ provider: 'payplus' });
});
afterAll(async () => {
  await app.close();
  await fake.close();
});
beforeEach(() => {
  fake.settings.signs = 'bytes';
});

const secrets = ({ account }: PayplusFake) => ({ api_key: account.apiKey, secret_key: account.secretKey });

async function purchase(changes: Record<string, unknown>): Promise<void> {
  await db.query(
    `update stores set settings = jsonb_set(settings, '{purchase}', settings->'purchase' || $1) where key = 'raam'`,
    [JSON.stringify(changes)],
  );
  app.deps.cache.clear();
}
const tools = () => ({ ...app.deps, log: app.app.log });
const paymentOf = async (order: string) =>
  (await db.query('select * from payments where order_uid = $1 order by created_at desc limit 1', [order])).rows[0];
const documentsOf = async (order: string) =>
  (await db.query('select provider, number, link from documents where order_uid = $1', [order])).rows;

async function order(changes: Parameters<typeof shop.order>[1] = {}) {
  const made = await shop.order(await piece(db, { stock: 5 }), changes);
  const created = fake.calls.filter(({ path }) => path === 'PaymentPages/generateLink').at(-1)?.request ?? {};
  return { ...made, ref: made.page.slice(1), uuid: made.order.uuid, created };
}

test('a page is asked for as documented: sum, order, buyer, items, addresses', async () => {
  const {
    uuid,
    order: placedOrder,
    created,
  } = await order({ business: { name: 'אופניים בע״מ', number: '514000009' } });
  const site = `http://raam.localhost:${app.port}`;
  expect(created).toMatchObject({
    payment_page_uid: fake.account.pageUid,
    charge_method: 1,
    amount: placedOrder.total_order_price,
    currency_code: 'ILS',
    more_info: (await paymentOf(uuid)).uuid,
    refURL_callback: `${site}/api/receipts/webhook/payplus`,
    refURL_success: `${site}/payment/return`,
    refURL_cancel: `${site}/payment/return?cancelled`,
    send_failure_callback: true,
    initial_invoice: true,
    custom_invoice_name: 'אופניים בע״מ',
    customer: { customer_name: 'אופניים בע״מ', vat_number: '514000009', phone: expect.stringMatching(/^97250\d{7}$/) },
  });
});

test('a report counts only with its signature, over the bytes or over the body as it is written anew', async () => {
  for (const signs of ['bytes', 'rewritten'] as const) {
    fake.settings.signs = signs;
    const { ref, secret } = await order();
    await fake.act(ref, 'approve');
    expect([fake.webhooks.at(-1)?.status, (await shop.find(secret)).payment_status]).toEqual([200, 'paid']);
    // A replay changes nothing.
    await fake.report(ref);
    expect(fake.webhooks.at(-1)?.status).toBe(200);
  }
  fake.settings.signs = 'wrong';
  const { ref, secret } = await order();
  await fake.act(ref, 'approve');
  expect([fake.webhooks.at(-1)?.status, (await shop.find(secret)).payment_status]).toEqual([404, 'pending']);
  const signed = (body: string, agent = 'PayPlus') =>
    app.call({
      method: 'POST',
      path: '/api/receipts/webhook/payplus',
      headers: {
        'content-type': 'application/json',
        'user-agent': agent,
        hash: createHmac('sha256', fake.account.secretKey).update(body).digest('base64'),
      },
      body,
    });
  const body = JSON.stringify({ transaction: { payment_page_request_uid: ref } });
  for (const text of ['', '{', 'null', '[]', '{"transaction":1}', body.replace(ref, randomUUID())])
    expect((await signed(text)).status).toBe(404);
  expect((await signed(body, 'curl')).status).toBe(404);
  expect(await shop.find(secret)).toMatchObject({ payment_status: 'pending' });
  expect((await signed(body)).status).toBe(200);
  expect(await shop.find(secret)).toMatchObject({ payment_status: 'paid' });
});

test('the buyer may come back by a form that the gateway sends', async () => {
  const back = await app.call({
    method: 'POST',
    path: '/payment/return',
    headers: { origin: 'https://payments.payplus.co.il', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'status=approved&amount=1',
  });
  expect([back.status, back.text]).toEqual([200, expect.stringContaining('payment-return')]);
});

test('wallets: the page takes what the store’s terminal has, opens on Bit, and says what has paid', async () => {
  await purchase({ wallets: [{ wallet: 'bit', up_to: 1_000_000 }, { wallet: 'google_pay' }] });
  const bit = await order({ wallet: 'bit' });
  expect(bit.created).toMatchObject({
    allowed_charge_methods: ['credit-card', 'bit', 'google-pay'],
    charge_default: 'bit',
  });
  expect(bit.payment).toMatchObject({ choose: null });
  await fake.act(bit.ref, 'bit');
  expect(await shop.find(bit.secret)).toMatchObject({ payment_status: 'paid', wallet: 'Bit', card: null });

  const google = await order({ wallet: 'google_pay' });
  expect([google.created.charge_default, google.payment?.choose]).toEqual(['credit-card', 'Google Pay']);
  await fake.act(google.ref, 'google-pay');
  expect(await shop.find(google.secret)).toMatchObject({ wallet: 'Google Pay', card: { last4: '9844' } });

  // Payments are for cards.
  const payments = await order({ payment_method: 'instalments', payments_count: 12 });
  expect(payments.created.allowed_charge_methods).toEqual(['credit-card']);
  const goods = await piece(db, { stock: 5 });
  for (const refused of [
    { payment_method: 'instalments', payments_count: 12, wallet: 'bit' },
    { payment_method: 'deposit', wallet: 'bit' },
    { wallet: 'apple_pay' },
  ] as const)
    expect((await shop.place(await shop.orderBody(goods, refused))).json()).toMatchObject({
      error_code: 'PAYMENT_METHOD_UNAVAILABLE',
    });
  await purchase({ wallets: [{ wallet: 'bit', up_to: 100 }] });
  expect((await shop.place(await shop.orderBody(goods, { wallet: 'bit' }))).status).toBe(422);
});

test('the invoice comes after the charge, and is asked for until it is there', async () => {
  fake.books.now = time.now;
  const { ref, uuid, secret } = await order();
  const charged = time.now();
  await fake.act(ref, 'approve');
  expect([(await shop.find(secret)).payment_status, await documentsOf(uuid)]).toEqual(['paid', []]);
  time.pass(0.3);
  await fetchLateDocuments(tools());
  expect(await documentsOf(uuid)).toEqual([]);
  fake.books.writeInvoices();
  time.pass(0.3);
  await Promise.all([fetchLateDocuments(tools()), fetchLateDocuments(tools())]);
  const { transaction_id: number, next_check_at } = await paymentOf(uuid);
  const link = `https://invoices.payplus.co.il/${number}`;
  expect([await documentsOf(uuid), next_check_at]).toEqual([[{ provider: 'payplus', number, link }], null]);
  // Its answers name an invoice by a UUID alone: no number of a series of ours, which has no gap for it, and a row of
  // the bookkeeper's list.
  expect(number).toMatch(/^[0-9a-f]{8}-/);
  expect((await checkSeries(app.deps.db)).filter(({ missing }) => missing.length > 0)).toEqual([]);
  const listed = await issuedDocuments(app.deps.db, sql`d.order_uid = ${uuid}`);
  const issued_at = new Date(Math.floor(charged.getTime() / 1_000) * 1_000);
  expect(listed).toMatchObject([{ provider: 'payplus', kind: 'tax_invoice_receipt', number, link, issued_at }]);
  const shown = await shop.find(secret);
  expect(shown.documents).toMatchObject([{ number, url: link }]);
});

test('while PayPlus is away no check for an invoice is counted; one that it never wrote is reported, and asked for again by a command', async () => {
  time.pass(241);
  await fetchLateDocuments(tools());
  fake.books.writeInvoices(false);
  const { ref, uuid, order: placedOrder } = await order();
  await fake.act(ref, 'approve');
  fake.fault('PaymentPages/ipn-full', 500);
  for (let run = 0; run < 12; run++) {
    time.pass(6);
    await fetchLateDocuments(tools());
  }
  expect(await paymentOf(uuid)).toMatchObject({ checks: 0, next_check_at: expect.any(Date) });
  fake.fault('PaymentPages/ipn-full', null);
  const check = async (options = {}) => {
    const { json, failed } = await runCommand(app, documentsCheckCommand, [], options);
    const { undocumented, asked } = json as { undocumented: { order: string }[]; asked: number };
    return { orders: undocumented.map((one) => one.order), asked, failed };
  };
  const doctor = async () => (await undocumentedPayments(app.deps)).length;
  expect([await check(), await doctor()]).toEqual([{ orders: [], asked: 0, failed: false }, 0]);
  for (let run = 0; run < 9; run++) {
    time.pass(241);
    await fetchLateDocuments(tools());
  }
  expect(await paymentOf(uuid)).toMatchObject({ checks: 9, next_check_at: null });
  expect([await check(), await doctor()]).toEqual([{ orders: [placedOrder.number], asked: 0, failed: true }, 1]);

  fake.books.writeInvoices();
  expect(await check({ ask: true })).toMatchObject({ asked: 1 });
  await fetchLateDocuments(tools());
  expect([await documentsOf(uuid), await doctor()]).toEqual([[expect.objectContaining({ provider: 'payplus' })], 0]);
});

test('an order that is edited before its invoice comes has that invoice, and no receipt of a deposit', async () => {
  fake.books.writeInvoices(false);
  const { ref, uuid, secret } = await order();
  await fake.act(ref, 'approve');
  await shop.find(secret);
  const { amount_agorot: paid } = await paymentOf(uuid);
  await app.deps.db.transaction(async (tx) => {
    const [placed] = await tx.select().from(orders).where(eq(orders.uuid, uuid));
    const lines = await linesOf(tx, uuid);
    if (!placed || !lines[0]) throw new Error('no order');
    const wanted = [{ line: lines[0].uuid, quantity: 2 }];
    const edit = { edition: editionOf(placed, lines), lines: wanted, actor: 'test', reason: '', at: time.now() };
    await editOrder(tx, uuid, edit, []);
  });
  fake.books.writeInvoices();
  time.pass(0.3);
  await fetchLateDocuments(tools());
  const { rows } = await db.query(
    'select kind, total_agorot::int as agorot, vat_agorot > 0 as has_vat from documents where order_uid = $1',
    [uuid],
  );
  expect(rows).toEqual([{ kind: 'tax_invoice_receipt', agorot: Number(paid), has_vat: true }]);
});

test.each(['whole', 'in part'])(
  'money that went back %s before the invoice came has its credit when it comes',
  async (how) => {
    fake.books.writeInvoices(false);
    const { ref, uuid, secret } = await order();
    await fake.act(ref, 'approve');
    await shop.find(secret);
    const { amount_agorot: paid } = await paymentOf(uuid);
    const back = how === 'whole' ? Number(paid) : 1_000;
    await refundOrder(tools(), uuid, { actor: 'operator:test', reason: 'test', amountAgorot: back });
    expect(await documentsOf(uuid)).toEqual([]);
    fake.books.writeInvoices();
    time.pass(0.3);
    await Promise.all([fetchLateDocuments(tools()), fetchLateDocuments(tools())]);
    const { rows } = await db.query(
      `select d.kind, d.total_agorot::int as agorot, o.kind as of from documents d left join documents o on o.uuid = d.credits_uid
     where d.order_uid = $1 order by d.issued_at, d.credits_uid nulls first`,
      [uuid],
    );
    expect(rows).toEqual([
      { kind: 'tax_invoice_receipt', agorot: Number(paid), of: null },
      { kind: 'credit_invoice', agorot: back, of: 'tax_invoice_receipt' },
    ]);
  },
);

test('a charge with an invoice goes back with its credit, also once the terminal writes no more documents', async () => {
  const documents = async (isWritten: boolean) => {
    const { ref, uuid, secret } = await order();
    await fake.act(ref, 'approve');
    await shop.find(secret);
    if (isWritten) {
      fake.books.writeInvoices();
      time.pass(0.3);
      await fetchLateDocuments(tools());
    }
    const { payplus } = app.deps.payment;
    if (!payplus) throw new Error('there is no PayPlus');
    app.deps.payment.payplus = payplusProvider({ url: fake.url, ...fake.account, documents: false, timeoutMs: 500 });
    await refundOrder(tools(), uuid, { actor: 'operator:test', reason: 'test' });
    app.deps.payment.payplus = payplus;
    return fake.calls.findLast(({ path }) => path === 'Transactions/RefundByTransactionUID')?.request.initial_invoice;
  };
  fake.books.writeInvoices(false);
  expect([await documents(false), await documents(true)]).toEqual([false, true]);
});

test('a page that nobody paid on ends after its time, and another one, on the same wallet, can be paid on', async () => {
  await purchase({ wallets: [{ wallet: 'bit', up_to: 1_000_000 }] });
  const { ref, secret } = await order({ wallet: 'bit' });
  await db.query(`update orders set hold_until = hold_until + interval '1 day'`);
  time.pass(299);
  expect((await shop.ask(secret)).json()).toMatchObject({ payment_status: 'pending' });
  time.pass(2);
  expect((await shop.ask(secret)).json()).toMatchObject({ payment_status: 'cancelled' });
  const again = (await shop.post('/api/receipts/get-payment-link', { secret })).json<{ url: string }>();
  expect(again.url).not.toContain(ref);
  expect(fake.calls.findLast(({ path }) => path === 'PaymentPages/generateLink')?.request.charge_default).toBe('bit');
  await fake.act(again.url.split('/').at(-1) ?? '', 'approve');
  expect(await shop.find(secret)).toMatchObject({ payment_status: 'paid' });
});

test('a given-up order closes its page; a hold is released the same day, and lapses by itself after it', async () => {
  const { ref, uuid } = await order();
  await abandonOrder({ ...tools(), store: { uuid: await storeUid() } } as never, uuid);
  expect(fake.books.pages.get(ref)?.disabled).toBe(true);

  for (const lapsed of [false, true]) {
    const held = await order();
    await db.query(`update payments set capture = 'hold', provider_ref = null, url = null where order_uid = $1`, [
      held.uuid,
    ]);
    const page = (await shop.post('/api/receipts/get-payment-link', { secret: held.secret })).json<{ url: string }>();
    const ref = page.url.split('/').at(-1) ?? '';
    await fake.act(ref, 'approve');
    const countCancellations = () => fake.calls.filter(({ path }) => path === 'Transactions/Cancel').length;
    const before = countCancellations();
    if (lapsed) fake.fault('Transactions/Cancel', { code: 1 });
    const refund = await refundOrder(tools(), held.uuid, { actor: 'operator:test', reason: 'test' });
    fake.fault('Transactions/Cancel', null);
    expect([refund?.status, countCancellations() - before]).toEqual(['done', 1]);
    expect(await shop.find(held.secret)).toMatchObject({ payment_status: 'cancelled' });
    // A report of the hold that comes after it was released is no new payment.
    await fake.report(ref);
    expect(fake.webhooks.at(-1)?.status).toBe(200);
    expect(await shop.find(held.secret)).toMatchObject({ payment_status: 'cancelled' });
    const { rows } = await db.query(
      'select count(*)::int from refunds r join payments p on p.uuid = r.payment_uid where p.order_uid = $1',
      [held.uuid],
    );
    expect(rows).toEqual([{ count: 1 }]);
  }
});

test('an order that is given up in the moment in which its deposit is held keeps the hold', async () => {
  const { uuid, secret } = await order();
  await db.query(`update payments set capture = 'hold', provider_ref = null, url = null where order_uid = $1`, [uuid]);
  const page = (await shop.post('/api/receipts/get-payment-link', { secret })).json<{ url: string }>();
  fake.settings.webhooks = false;
  await fake.act(page.url.split('/').at(-1) ?? '', 'approve');
  fake.settings.webhooks = true;
  const before = fake.calls.length;
  await abandonOrder({ ...tools(), store: { uuid: await storeUid() } } as never, uuid);
  expect(fake.calls.slice(before).map(({ path }) => path)).not.toContain('Transactions/Cancel');
  expect(await shop.find(secret)).toMatchObject({ status: 'accepted', payment_status: 'authorised' });
});

const storeUid = async () => (await db.query(`select uuid from stores where key = 'raam'`)).rows[0].uuid;

test('a store may have a terminal of its own', async () => {
  await purchase({ terminal: 'north' });
  const { ref, uuid, secret, created } = await order();
  expect([(await paymentOf(uuid)).provider, created.refURL_callback]).toEqual([
    'payplus:north',
    `http://raam.localhost:${app.port}/api/receipts/webhook/payplus%3Anorth`,
  ]);
  await fake.act(ref, 'approve');
  expect(await shop.find(secret)).toMatchObject({ payment_status: 'paid' });
  await purchase({ terminal: 'south' });
  expect((await shop.place(await shop.orderBody(await piece(db)))).json()).toMatchObject({
    error_code: 'PAYMENT_PROVIDER_DOWN',
  });
  await purchase({ terminal: null });
});

test('wrong keys are told of, and which setting is missing', async () => {
  const provider = (secretKey: string) =>
    payplusProvider({ url: fake.url, ...fake.account, secretKey, documents: true, timeoutMs: 500 });
  expect(await provider(fake.account.secretKey).check()).toContain('answers');
  await expect(provider('another').check()).rejects.toThrow('refused');
  const { parseEnvironment } = await import('#server/platform/environment.ts');
  expect(() => parseEnvironment({ PAYPLUS_API_KEY: 'x' })).toThrow(/PAYPLUS_SECRET_KEY: must be set/);
  const secret = 'kept to itself';
  const terminals = { PAYMENT_TERMINALS: JSON.stringify({ north: { provider: 'payplus', api_key: secret } }) };
  expect(() => parseEnvironment(terminals)).toThrow(/PAYMENT_TERMINALS.*at north\.secret_key/);
  expect(() => parseEnvironment(terminals)).not.toThrow(secret);
});
