import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instalmentsText } from '#domain/money/instalments.ts';
import { deliverWebhooks } from '#server/sandbox-gateway/webhooks.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { clock } from '../../tests/support/clock.ts';
import { CARDS, pay, piece, shopper, submit } from '../../tests/support/purchase.ts';

const time = clock();
let app: TestApp;
let shop: ReturnType<typeof shopper>;
let db: TestApp['connection']['pool'];

beforeAll(async () => {
  app = await startApp({ deps: { now: time.now } });
  shop = shopper(app.port);
  db = app.connection.pool;
});
afterAll(() => app.close());

const open = (path: string) => app.call({ host: 'pay.localhost', path });
const stateOf = async (page: string) =>
  (await db.query('select state from sandbox.pages where uuid = $1', [page.slice(3)])).rows[0].state;
const chargesOf = async (page: string) =>
  (
    await db.query('select state from sandbox.transactions where page_uid = $1 order by created_at', [page.slice(3)])
  ).rows.map((row) => row.state);
const newPage = async () => (await shop.order(await piece(db))).page;

describe('hosts', () => {
  test('the gateway answers on its own host alone', async () => {
    const page = await newPage();
    const [here, there] = [await open(page), await app.call({ path: page })];
    expect([here.status, there.status]).toEqual([200, 404]);
    expect(here.text).toContain('תשלום בכרטיס אשראי');
    expect(there.text).not.toContain('תשלום בכרטיס אשראי');
    expect((await app.call({ path: '/api/pages', method: 'POST', body: {} })).status).toBe(404);
  });

  test.each(['/', '/api/docs', '/api/openapi.json', '/readyz', '/payment/return', '/api/stores/find-by-sub-domain'])(
    'no store page at pay: %s',
    async (path) => {
      const reply = await open(path);
      expect([401, 404]).toContain(reply.status);
      expect(reply.headers['set-cookie']).toBeUndefined();
    },
  );

  test('only shops may frame the page, and its forms lead only back to it and to its shop', async () => {
    const policy = String((await open(await newPage())).headers['content-security-policy']);
    expect(policy).toContain(`frame-ancestors 'self' http://*.localhost:${app.port} http://raam.localhost:${app.port}`);
    expect(policy).toContain(`form-action 'self' http://raam.localhost:${app.port}`);
    expect(policy).toContain("default-src 'none'");
    const store = await app.call({ path: '/' });
    expect(String(store.headers['content-security-policy'])).toContain(
      `frame-src 'self' http://pay.localhost:${app.port}`,
    );
  });

  test('a form from another site, or a call without the key, is refused', async () => {
    const page = await newPage();
    expect((await pay(app.port, page, CARDS.approved)).status).toBe(303);
    const next = await newPage();
    for (const headers of [
      { origin: `http://raam.localhost:${app.port}` },
      { origin: 'null' },
      { origin: 'http://evil.example' },
    ]) {
      expect((await submit(app.port, next, { number: CARDS.approved }, headers)).status).toBe(403);
    }
    const call = (path: string, method = 'GET', authorization?: string) =>
      app.call({
        host: 'pay.localhost',
        path,
        method,
        headers: authorization ? { authorization } : {},
        ...(method === 'POST' && { body: {} }),
      });
    expect((await call(`/api/pages/${next.slice(3)}`)).status).toBe(401);
    expect((await call(`/api/pages/${next.slice(3)}`, 'GET', 'Bearer wrong')).status).toBe(401);
    expect((await call(`/api/transactions/${randomUUID()}/refund`, 'POST')).status).toBe(401);
    expect(await stateOf(next)).toBe('open');
  });
});

describe('the card form', () => {
  test.each([
    ['number', { number: '4580000000000001' }, 'מספר הכרטיס אינו תקין'],
    ['number', { number: '' }, 'מספר הכרטיס אינו תקין'],
    ['number', { number: '4111111111111111' }, 'זו סביבת בדיקות'],
    ['expiry', { expiry: '01/20' }, 'התוקף אינו תקין או שעבר'],
    ['expiry', { expiry: '13/39' }, 'התוקף אינו תקין או שעבר'],
    ['cvv', { cvv: '12' }, 'הקוד אינו תקין'],
    ['holder', { holder: ' ' }, 'הזינו את השם שעל הכרטיס'],
    ['identity', { identity: '123456789' }, 'מספר הזהות אינו תקין'],
  ])('says what is wrong beside %s: %j', async (field, fields, message) => {
    const page = await newPage();
    const reply = await pay(app.port, page, CARDS.approved, fields);
    expect(reply.status).toBe(422);
    expect(reply.text).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`));
    expect(reply.text).toMatch(new RegExp(`id="${field}-error">${message}`));
    expect(await chargesOf(page)).toEqual([]);
  });

  test('takes a number with spaces, a short expiry, an identity number, and shows markup as text', async () => {
    const page = await newPage();
    const wrong = await pay(app.port, page, 'x', { holder: '"><script>alert(1)</script>' });
    expect(wrong.text).not.toContain('<script>alert');
    const right = await pay(app.port, page, '4580 0000 0000 0000', { expiry: '0139', identity: '123456782' });
    expect(right.headers.location).toContain('/payment/return');
  });

  test('charges in as many payments as were chosen, whatever is sent, and the order and its document say so', async () => {
    await db.query(
      `update stores set settings = jsonb_set(jsonb_set(settings, '{purchase}', coalesce(settings->'purchase', '{}')), '{purchase,max_payments}', '18') where key = 'raam'`,
    );
    app.deps.cache.clear();
    const { order, page, secret } = await shop.order(await piece(db), {
      payment_method: 'instalments',
      payments_count: 18,
    });
    const { text } = await open(page);
    expect(text).not.toContain('<select');
    expect(text).toContain(instalmentsText(order.amount_to_pay, 18));
    expect(text).toMatch(/<button class="pay"[^>]*>[^§]*? ב־18 תשלומים<\/button>/);
    expect((await pay(app.port, page, CARDS.approved, { payments: '1' })).status).toBe(303);
    const paid = await shop.find(secret);
    expect([paid.payment_status, paid.payments_count]).toEqual(['paid', 18]);
    expect(
      (await db.query('select payments_count from sandbox.transactions where page_uid = $1', [page.slice(3)])).rows,
    ).toEqual([{ payments_count: 18 }]);
    const { rows } = await db.query(`select d.content->'payment' payment from documents d where d.order_uid = $1`, [
      order.uuid,
    ]);
    expect(rows).toMatchObject([{ payment: { count: 18 } }]);
  });

  test('charges once, however often it is sent', async () => {
    const page = await newPage();
    const replies = await Promise.all(Array.from({ length: 10 }, () => pay(app.port, page, CARDS.approved)));
    for (const reply of replies) expect([200, 303]).toContain(reply.status);
    expect(await chargesOf(page)).toEqual(['approved']);
  });

  test('never keeps the number or the code', async () => {
    const page = await newPage();
    await pay(app.port, page, CARDS.approved, { cvv: '987' });
    const { rows } = await db.query(`select t::text from sandbox.transactions t where page_uid = $1`, [page.slice(3)]);
    expect(rows[0].t).not.toMatch(/4580|987/);
  });
});

describe('the bank’s question', () => {
  const ask = async (card: string) => {
    const page = await newPage();
    const question = String((await pay(app.port, page, card)).headers.location);
    return { page, question };
  };

  test('is answered with the code', async () => {
    const { page, question } = await ask(CARDS.challenge);
    expect((await open(question)).text).toContain('אימות מול הבנק');
    expect(await stateOf(page)).toBe('open');
    const wrong = await submit(app.port, question, { code: '0000' });
    expect([wrong.status, wrong.text.includes('הקוד שגוי')]).toEqual([422, true]);
    expect((await submit(app.port, question, { code: '1234' })).headers.location).toContain('/payment/return');
    expect([await stateOf(page), await chargesOf(page)]).toEqual(['approved', ['approved']]);
  });

  test('that fails leaves the page open for another card', async () => {
    const { page, question } = await ask(CARDS.challengeFails);
    expect((await submit(app.port, question, { code: '1234' })).headers.location).toBe(page);
    expect((await open(page)).text).toContain('האימות מול הבנק נכשל');
    expect([await stateOf(page), await chargesOf(page)]).toEqual(['open', ['challenge_failed']]);
  });

  test('of another page, or one answered already, changes nothing', async () => {
    const { question } = await ask(CARDS.challenge);
    const other = await newPage();
    await submit(app.port, `${other}/challenge/${question.split('/').at(-1)}`, { code: '1234' });
    expect(await stateOf(other)).toBe('open');
    await Promise.all(Array.from({ length: 5 }, () => submit(app.port, question, { code: '1234' })));
    expect(await chargesOf(question.slice(0, 39))).toEqual(['approved']);
  });
});

describe('an ended page', () => {
  test('takes no card: cancelled', async () => {
    const page = await newPage();
    expect((await submit(app.port, `${page}/cancel`, {})).headers.location).toContain('/payment/return');
    const reply = await pay(app.port, page, CARDS.approved);
    expect([reply.status, reply.text.includes('התשלום בוטל')]).toEqual([200, true]);
    expect([await stateOf(page), await chargesOf(page)]).toEqual(['cancelled', []]);
  });

  test('takes no card: expired after two hours', async () => {
    const { page, secret } = await shop.order(await piece(db));
    time.pass(121);
    expect((await pay(app.port, page, CARDS.approved)).text).toContain('הזמן לתשלום עבר');
    expect(await stateOf(page)).toBe('expired');
    await deliverWebhooks({ ...app.deps, log: app.app.log });
    expect((await shop.find(secret)).payment_status).toBe('cancelled');
  });

  test('is not found when there is none', async () => {
    for (const path of [`/p/${randomUUID()}`, '/p/1', '/p/%00', `/p/${randomUUID()}/challenge/x`])
      expect((await open(path)).status).toBe(404);
  });
});

test('a webhook that the shop does not take is sent again, later and later, until it is', async () => {
  const { page, secret } = await shop.order(await piece(db));
  const row = async () =>
    (await db.query('select attempts, delivered_at from sandbox.webhooks where page_uid = $1', [page.slice(3)]))
      .rows[0];
  const tools = { ...app.deps, log: app.app.log };
  const [{ webhook_url: url }] = (
    await db.query('select webhook_url from sandbox.pages where uuid = $1', [page.slice(3)])
  ).rows;
  await db.query('update sandbox.pages set webhook_url = $2 where uuid = $1', [page.slice(3), `${url}-gone`]);
  await pay(app.port, page, CARDS.approved);
  expect(await row()).toEqual({ attempts: 1, delivered_at: null });
  await deliverWebhooks(tools);
  expect((await row()).attempts).toBe(1);
  time.pass(0.1);
  await Promise.all([deliverWebhooks(tools), deliverWebhooks(tools)]);
  expect(await row()).toEqual({ attempts: 2, delivered_at: null });
  await db.query('update sandbox.pages set webhook_url = $2 where uuid = $1', [page.slice(3), url]);
  time.pass(0.3);
  await deliverWebhooks(tools);
  expect((await row()).delivered_at).not.toBeNull();
  expect((await shop.find(secret)).payment_status).toBe('paid');
});

test('money goes back by the adapter: once for each key, and never more than came', async () => {
  const { page } = await shop.order(await piece(db));
  await pay(app.port, page, CARDS.approved);
  const gateway = app.deps.payment.sandbox;
  const result = await gateway?.fetchResult(page.slice(3));
  const transactionId = result?.transactionId ?? '';
  const refund = (amountAgorot: number, idempotencyKey: string) =>
    gateway?.refund({
      transactionId,
      amountAgorot,
      idempotencyKey,
      chargedAgorot: result?.amountAgorot ?? 0,
      refundedAgorot: 0,
      document: null,
    });
  const refunded = async () =>
    (await db.query('select refunded_agorot::int from sandbox.transactions where uuid = $1', [transactionId])).rows[0]
      .refunded_agorot;
  await Promise.all([refund(1000, 'a'), refund(1000, 'a'), refund(500, 'b')]);
  expect(await refunded()).toBe(1500);
  await expect(refund((result?.amountAgorot ?? 0) - 1499, 'c')).rejects.toThrow();
  await expect(refund(999, 'a')).rejects.toThrow();
  expect(await refunded()).toBe(1500);
});

test('money that is only held is captured once', async () => {
  const gateway = app.deps.payment.sandbox;
  const page = await gateway?.createCheckout({
    paymentId: randomUUID(),
    amountAgorot: 5000,
    currency: 'ILS',
    instalments: 1,
    capture: 'hold',
    wallets: [],
    wallet: null,
    title: 'x',
    customer: { name: '', phone: '', email: '' },
    lines: [],
    business: null,
    isDeposit: false,
    returnUrl: `http://raam.localhost:${app.port}/payment/return`,
    cancelUrl: `http://raam.localhost:${app.port}/payment/return?cancelled`,
    webhookUrl: `http://raam.localhost:${app.port}/api/receipts/webhook/sandbox`,
  });
  await pay(app.port, `/p/${page?.providerRef}`, CARDS.approved);
  const held = await gateway?.fetchResult(page?.providerRef ?? '');
  expect(held?.state).toBe('held');
  const receipt = { customer: { name: '', phone: '', email: '' }, lines: [], business: null, isDeposit: false };
  const capture = (amountAgorot: number) =>
    gateway?.capture({
      providerRef: page?.providerRef ?? '',
      transactionId: held?.transactionId ?? '',
      amountAgorot,
      idempotencyKey: 'k',
      receipt,
    });
  await expect(capture(5001)).rejects.toThrow();
  await Promise.all([capture(4000), capture(4000)]);
  await expect(capture(3000)).rejects.toThrow();
  expect(await gateway?.fetchResult(page?.providerRef ?? '')).toMatchObject({ state: 'approved', amountAgorot: 4000 });
});
