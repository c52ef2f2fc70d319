import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GatewayRefused } from '#domain/money/gateway-errors.ts';
import { captureDeposit } from '#server/checkout/payments/capture-deposit.ts';
import { resolveInDoubt } from '#server/checkout/payments/in-doubt.ts';
import { refundOrder } from '#server/checkout/payments/refund-order.ts';
import { startApp, type TestApp } from '../../../../tests/support/app.ts';
import { type Act, type CardcomFake, cardcomFake } from '../../../../tests/support/cardcom-fake.ts';
import {
  cardcomCalls,
  cardcomError,
  cardcomPageUrl,
  cardcomWebhook,
} from '../../../../tests/support/cardcom-schemas.ts';
import { clock } from '../../../../tests/support/clock.ts';
import { piece, shopper } from '../../../../tests/support/purchase.ts';
import { cardcomProvider } from './provider.ts';
import { pageResult } from './replies.ts';
import { judge } from './result.ts';

const time = clock();
let fake: CardcomFake;
let app: TestApp;
let shop: ReturnType<typeof shopper>;
let db: TestApp['connection']['pool'];

beforeAll(async () => {
  fake = await cardcomFake();
  app = await startApp({ deps: { now: time.now }, env: { ...fake.env, CARDCOM_URL: fake.url } });
  const { number, apiName, apiPassword } = { ...fake.account, number: fake.account.terminal };
  app.deps.payment.cardcom = cardcomProvider({
    url: fake.url,
    number,
    apiName,
    apiPassword,
    documents: true,
    timeoutMs: 1_000,
  });
  shop = shopper(app.port);
  db = app.connection.pool;
  await db.query(
    `update stores set settings = jsonb_set(jsonb_set(settings, '{purchase}', coalesce(settings->'purchase', '{}')), '{purchase,provider}', '"cardcom"') where key = 'raam'`,
  );
  app.deps.cache.clear();
});
afterAll(async () => {
  await app.close();
  await fake.close();
});
beforeEach(() => {
  fake.settings.webhooks = true;
  fake.settings.pending = 'code';
  fake.settings.bit = true;
});

const tools = () => ({ ...app.deps, log: app.app.log });
const paymentOf = async (order: string) =>
  (await db.query('select * from payments where order_uid = $1 order by created_at desc limit 1', [order])).rows[0];

async function order(changes: Parameters<typeof shop.order>[1] = {}) {
  const purchase = await shop.order(await piece(db, { stock: 5 }), changes);
  expect(cardcomPageUrl.safeParse(purchase.payment?.url).success).toBe(true);
  const guid = purchase.page.split('/').at(-1) ?? '';
  return { ...purchase, guid, uuid: purchase.order.uuid };
}

/** Anything that a third party may send to the webhook. */
const webhook = (body: string, type = 'application/json', path = '/api/receipts/webhook/cardcom') =>
  app.call({ method: 'POST', path, headers: { 'content-type': type }, body });

describe('a page', () => {
  test('carries the order, its instalments and a document that adds up, and is framed', async () => {
    const body = { business: { name: 'אופניים בע״מ', number: '514000009' } };
    const { uuid, order: made } = await order(body);
    const created = fake.calls.filter((call) => call.path === 'LowProfile/Create').at(-1)?.request;
    expect(created).toMatchObject({
      Amount: made.total_order_price,
      ReturnValue: (await paymentOf(uuid)).uuid,
      WebHookUrl: `http://raam.localhost:${app.port}/api/receipts/webhook/cardcom`,
      Document: { Name: 'אופניים בע״מ', TaxId: '514000009', Email: 'dana@example.com' },
      UIDefinition: { CardOwnerPhoneValue: expect.stringMatching(/^050\d{7}$/) },
    });
    const home = await app.call({ path: '/' });
    expect(String(home.headers['content-security-policy'])).toContain(
      "frame-src 'self' https://secure.cardcom.solutions",
    );
  });
});

test.each([
  [50, `${'x'.repeat(38)}@example.com`],
  [51, `${'x'.repeat(39)}@example.com`],
])('an address of %i characters: the page opens, and what the vendor refuses is left out', async (length, email) => {
  const customer = { first_name: 'דנה', last_name: 'לוי', phone: '050-7654321', email };
  expect(email).toHaveLength(length);
  const { payment } = await order({ customer });
  expect(payment).not.toBeNull();
  const created = fake.calls.filter((call) => call.path === 'LowProfile/Create').at(-1)?.request;
  const emailFields = length <= 50 ? { Email: email, IsSendByEmail: true } : { IsSendByEmail: false };
  expect(created?.Document).toMatchObject(emailFields);
  expect(Object.keys(created?.Document as object).includes('Email')).toBe(length <= 50);
  expect(created?.UIDefinition).toEqual(
    expect.objectContaining(length <= 50 ? { CardOwnerEmailValue: email } : { CardOwnerNameValue: 'דנה לוי' }),
  );
});

describe('paid', () => {
  test('by the webhook; document and its link are kept', async () => {
    const { guid, secret, uuid } = await order();
    await fake.act(guid, 'approve');
    expect(await shop.find(secret)).toMatchObject({
      status: 'accepted',
      payment_status: 'paid',
      card: { last4: '0000' },
    });
    const { document, transaction_id } = await paymentOf(uuid);
    const number = String(fake.books.deals.get(Number(transaction_id))?.document?.number);
    const link = `https://secure.cardcom.solutions/docs/TaxInvoiceAndReceipt/${number}`;
    expect(document).toMatchObject({ type: 'TaxInvoiceAndReceipt', number, link, allocationNumber: null });
  });

  test('once, by webhooks that are repeated until the shop takes them, in any form', async () => {
    const { guid, secret, uuid } = await order();
    fake.fault('LowProfile/GetLpResult', 500);
    await fake.act(guid, 'approve');
    expect(fake.webhooks.at(-1)?.status).toBe(500);
    fake.fault('LowProfile/GetLpResult', null);
    await expect.poll(async () => (await shop.find(secret)).payment_status).toBe('paid');
    const form = 'application/x-www-form-urlencoded';
    const replies = await Promise.all([
      webhook(JSON.stringify({ LowProfileId: guid.toUpperCase() })),
      webhook(`terminalnumber=1000&lowprofilecode=${guid}&Operation=1`, form),
      app.call({ path: `/api/receipts/webhook/cardcom?terminalnumber=1000&lowprofilecode=${guid}` }),
      fake.report(guid),
    ]);
    expect(replies.slice(0, 3).map((reply) => reply?.status)).toEqual([200, 200, 200]);
    const { rows } = await db.query(
      `select count(*)::int from order_history where order_uid = $1 and to_value = 'accepted'`,
      [uuid],
    );
    expect(rows[0].count).toBe(1);
  });
});

test.each([
  ['', 0, null],
  [null, null, null],
  ['', 42, '0042'],
  ['0000', 0, '0000'],
])('last digits of a card, %j and %j, are %j: a wallet may name none', (text, digits, last4) => {
  const paid = { ResponseCode: 0, Last4CardDigitsString: text, Last4CardDigits: digits };
  const reply = pageResult.parse({ ResponseCode: 0, ExternalPaymentVector: 'Bit', TranzactionInfo: paid });
  const terminal = { url: fake.url, number: 1000, apiName: '', apiPassword: '', documents: true, timeoutMs: 1_000 };
  expect(judge(terminal, '', reply)).toMatchObject({ wallet: 'bit', last4 });
});

test('a page that does not open on Bit says so, as long as it is open: the terminal has no Bit, or the limit was lowered', async () => {
  const limit = async (shekels: number) => {
    await db.query(`update stores set settings = jsonb_set(settings, '{purchase,wallets}', $1) where key = 'raam'`, [
      JSON.stringify([{ wallet: 'bit', up_to: shekels }]),
    ]);
    app.deps.cache.clear();
  };
  await limit(1_000_000);
  const opened = await order({ wallet: 'bit' });
  expect(opened.payment).toMatchObject({ url: expect.stringContaining('bit=1'), choose: null, missed: null });

  fake.settings.bit = false;
  const without = await order({ wallet: 'bit' });
  expect(without.payment).toMatchObject({ url: expect.not.stringContaining('bit=1'), choose: null, missed: 'Bit' });
  const again = await shop.post('/api/receipts/get-payment-link', { secret: without.secret });
  expect(again.json()).toEqual(without.payment);
  expect((await order()).payment).toMatchObject({ choose: null, missed: null });

  fake.settings.bit = true;
  const body = { ...(await shop.orderBody(await piece(db, { stock: 5 }))), wallet: 'bit' };
  const key = randomUUID();
  fake.fault('LowProfile/Create', 500);
  expect((await shop.place(body, key)).status).toBe(503);
  fake.fault('LowProfile/Create', null);
  await limit(1);
  expect((await shop.place(body, key)).json()).toMatchObject({
    payment: { url: expect.not.stringContaining('bit=1'), missed: 'Bit' },
  });
});

describe('not paid', () => {
  test('by a forged webhook, whatever it says', async () => {
    const { guid, secret, uuid, order: made } = await order();
    const { uuid: payment } = await paymentOf(uuid);
    const deal = { ResponseCode: 0, TranzactionId: 7, Amount: made.total_order_price, CoinId: 1, IsRefund: false };
    const forged = {
      ResponseCode: 0,
      TerminalNumber: 1000,
      LowProfileId: guid,
      ReturnValue: payment,
      TranzactionInfo: deal,
    };
    expect((await webhook(JSON.stringify(forged))).status).toBe(200);
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{"LowProfileId":1}',
      JSON.stringify({ LowProfileId: randomUUID() }),
    ])
      expect((await webhook(body)).status).toBe(404);
    expect(await shop.find(secret)).toMatchObject({ status: 'payment', payment_status: 'pending' });
    expect(await paymentOf(uuid)).toMatchObject({ status: 'pending', review_reason: null, transaction_id: null });
  });

  test.each<[Act, RegExp]>([
    ['dollars', /took USD/],
    ['refund', /may be a refund/],
    ['terminal', /the terminal is 999/],
  ])('but before a person: %s', async (act, reason) => {
    const { guid, secret, uuid } = await order();
    await fake.act(guid, act);
    if (act === 'terminal' || act === 'dollars') await fake.report(guid);
    expect(await shop.find(secret)).toMatchObject({ status: 'payment', payment_status: 'pending' });
    expect((await paymentOf(uuid)).review_reason).toMatch(reason);
  });
});

describe('money back', () => {
  async function paid() {
    const purchase = await order();
    await fake.act(purchase.guid, 'approve');
    const deal = Number((await paymentOf(purchase.uuid)).transaction_id);
    return { ...purchase, back: () => fake.books.deals.get(deal)?.refunded };
  }
  const ask = { actor: 'operator:test', reason: 'test' };
  const count = (path: string) => fake.calls.filter((call) => call.path === path).length;

  test('whole: the document is cancelled with it, and the credit document kept', async () => {
    const { uuid, secret, order: made, back } = await paid();
    const before = count('Documents/CancelDoc');
    const refund = await refundOrder(tools(), uuid, ask);
    expect(refund).toMatchObject({
      status: 'done',
      document: { type: 'TaxInvoiceAndReceiptRefund', link: expect.stringContaining('https://') },
    });
    expect([back(), count('Documents/CancelDoc') - before]).toEqual([made.total_order_price, 1]);
    // Vendor's meaning of the field: "do not send the new cancel document".
    const request = fake.calls.filter((call) => call.path === 'Documents/CancelDoc').at(-1)?.request;
    expect(request).toMatchObject({ IsCancelEmailSend: false });
    expect(await shop.find(secret)).toMatchObject({ status: 'refunded', payment_status: 'refunded' });
    await expect(refundOrder(tools(), uuid, ask)).rejects.toThrow('all of it went back');
  });

  test('in part: by the transaction', async () => {
    const { uuid, secret, back } = await paid();
    expect(await refundOrder(tools(), uuid, { ...ask, amountAgorot: 10_050 })).toMatchObject({ status: 'done' });
    expect([back(), (await shop.find(secret)).payment_status]).toEqual([100.5, 'partly_refunded']);
  });
});

test('a hold that comes back as a token without a transaction is for a person, and is captured once one has accepted it', async () => {
  const { uuid, secret } = await order();
  const { uuid: payment } = await paymentOf(uuid);
  await db.query(`update payments set capture = 'hold', provider_ref = null, url = null where uuid = $1`, [payment]);
  const held = await shop.post('/api/receipts/get-payment-link', { secret });
  const page = /[0-9a-f-]{36}/.exec(held.text)?.[0] ?? '';
  await fake.act(page, 'token');
  expect(await shop.find(secret)).toMatchObject({ status: 'payment', payment_status: 'pending', hold_until: null });
  expect(await paymentOf(uuid)).toMatchObject({
    review_reason: 'the page has a token but no transaction',
    taken_as: 'hold',
    taken_agorot: null,
  });
  await resolveInDoubt(tools(), payment, { outcome: 'accept', actor: 'operator:test', reason: 'in the books' });
  expect(await shop.find(secret)).toMatchObject({ status: 'accepted', payment_status: 'authorised' });

  // What the gateway refuses isn't charged, and nothing claims that it was.
  const before = fake.books.balance();
  const documents = async () => (await db.query('select 1 from documents where order_uid = $1', [uuid])).rowCount;
  fake.fault('Transactions/Transaction', { code: 4 });
  await expect(captureDeposit(tools(), uuid, { actor: 'operator:test' })).rejects.toThrow(GatewayRefused);
  fake.fault('Transactions/Transaction', null);
  expect(await paymentOf(uuid)).toMatchObject({ status: 'authorised', transaction_id: null });
  expect([await documents(), fake.books.balance()]).toEqual([0, before]);
  const captured = await captureDeposit(tools(), uuid, { actor: 'operator:test' });
  expect(captured).toMatchObject({ status: 'paid', transactionId: expect.stringMatching(/^\d+$/) });
  expect([await documents(), fake.books.balance()]).toEqual([1, before + captured.amountAgorot]);
  await expect(captureDeposit(tools(), uuid, { actor: 'operator:test' })).rejects.toThrow('No sum is held');
  expect(fake.books.balance()).toBe(before + captured.amountAgorot);
});

test('a deposit has a receipt of the gateway, which is no invoice, when it is charged as when it is captured', async () => {
  await db.query(`update products set deposit_agorot = 80000 where kind = 'VEHICLE'`);
  const rows = async (uuid: string) =>
    (await db.query('select kind, vat_agorot::int as vat, link from documents where order_uid = $1', [uuid])).rows;
  const receipt = [{ kind: 'receipt', vat: 0, link: expect.stringContaining('/docs/Receipt/') }];
  const charged = await order({ payment_method: 'deposit' });
  await fake.act(charged.guid, 'approve');
  expect(await rows(charged.uuid)).toEqual(receipt);
  const { uuid, secret } = await order({ payment_method: 'deposit' });
  await db.query(`update payments set capture = 'hold', provider_ref = null, url = null where order_uid = $1`, [uuid]);
  const held = await shop.post('/api/receipts/get-payment-link', { secret });
  await fake.act(/[0-9a-f-]{36}/.exec(held.text)?.[0] ?? '', 'approve');
  await captureDeposit(tools(), uuid, { actor: 'operator:test' });
  expect(await rows(uuid)).toEqual(receipt);
});

test('a number that another document of the company has keeps no payment from being recorded', async () => {
  const [earlier, next] = [await order(), await order()];
  await fake.act(earlier.guid, 'approve');
  const [{ number }] = (await db.query('select number from documents where order_uid = $1', [earlier.uuid])).rows;
  // As of a former account of the gateway's.
  await db.query(
    `insert into documents select (jsonb_populate_record(d, jsonb_build_object(
       'uuid', gen_random_uuid(), 'number', $2::text, 'payment_uid', (select uuid from payments where order_uid = $3)))).*
     from documents d where d.order_uid = $1`,
    [earlier.uuid, String(Number(number) + 1), (await order()).uuid],
  );
  await fake.act(next.guid, 'approve');
  expect(fake.webhooks.at(-1)?.status).toBe(200);
  expect(await shop.find(next.secret)).toMatchObject({ status: 'accepted', payment_status: 'paid', documents: [] });
  expect((await paymentOf(next.uuid)).document).toMatchObject({ number: String(Number(number) + 1) });
});

test('a document of a payment that was in doubt bears the day on which the gateway wrote it, not that of the decision', async () => {
  const { guid, uuid } = await order();
  await fake.act(guid, 'wrong-amount');
  const told = time.now();
  const { uuid: payment } = await paymentOf(uuid);
  time.pass(3 * 24 * 60);
  await resolveInDoubt(tools(), payment, { outcome: 'accept', actor: 'operator:test', reason: 'in the books' });
  const { rows } = await db.query('select issued_at from documents where order_uid = $1', [uuid]);
  expect(rows[0].issued_at.getTime() - told.getTime()).toBeLessThan(60_000);
});

test('a document bears the time at which CardCom took the money, which the shop learned of later', async () => {
  const { guid, secret, uuid } = await order();
  fake.settings.webhooks = false;
  fake.books.now = time.now;
  time.pass(3);
  const charged = time.now();
  await fake.act(guid, 'approve');
  time.pass(11);
  await shop.ask(secret);
  fake.settings.webhooks = true;
  const { rows } = await db.query('select issued_at from documents where order_uid = $1', [uuid]);
  expect(rows[0].issued_at.getTime()).toBe(Math.floor(charged.getTime() / 1_000) * 1_000);
});

test('a gateway that says it is unavailable has not said that nobody paid', async () => {
  const { guid, secret, uuid } = await order();
  await db.query(`update orders set hold_until = hold_until + interval '1 day' where uuid = $1`, [uuid]);
  fake.settings.webhooks = false;
  await fake.act(guid, 'approve');
  time.pass(301);
  for (const code of [605, 9999]) {
    fake.fault('LowProfile/GetLpResult', { code });
    expect((await webhook(JSON.stringify({ LowProfileId: guid }))).status).toBe(500);
    expect(await shop.find(secret)).toMatchObject({ status: 'payment', payment_status: 'pending' });
  }
  fake.fault('LowProfile/GetLpResult', null);
  await shop.ask(secret);
  expect(await shop.find(secret)).toMatchObject({ status: 'accepted', payment_status: 'paid' });
});

test('the operator is told which setting is missing', async () => {
  const { parseEnvironment } = await import('#server/platform/environment.ts');
  expect(() => parseEnvironment({ CARDCOM_TERMINAL: '1000' })).toThrow(/CARDCOM_API_NAME: must be set/);
  const live = { ...fake.env, MODE: 'live', SECRET: 'x'.repeat(32), CARDCOM_URL: 'http://relay.example' };
  expect(() => parseEnvironment(live)).toThrow('CARDCOM_URL: must be https');
});

test('every call and every answer of all this fits the vendor’s schemas', () => {
  const wrong: unknown[] = [];
  const check = (what: string, parsed: { success: boolean; error?: Error }) => {
    if (!parsed.success) wrong.push([what, parsed.error?.message]);
  };
  for (const { path, request, answer } of fake.calls) {
    const call = cardcomCalls[path as keyof typeof cardcomCalls];
    // The vendor accepts public https URLs only; the shop under test has none.
    const published = JSON.stringify(request).replaceAll(`http://raam.localhost:${app.port}/`, 'https://raam.example/');
    check(`${path} request`, call.request.safeParse(JSON.parse(published)));
    if (answer?.status === 200 && answer.body.Description !== 'שגיאה')
      check(`${path} answer`, call.response.safeParse(answer.body));
    else if (answer && answer.status !== 200) check(`${path} error`, cardcomError.safeParse(answer.body));
  }
  for (const { body } of fake.webhooks) check('webhook', cardcomWebhook.safeParse(body));
  expect(wrong).toEqual([]);
  expect(new Set(fake.calls.map((call) => call.path))).toEqual(
    new Set([
      'LowProfile/Create',
      'LowProfile/GetLpResult',
      'Transactions/Transaction',
      'Transactions/RefundByTransactionId',
      'Documents/CancelDoc',
      'Documents/CreateDocumentUrl',
    ]),
  );
});
