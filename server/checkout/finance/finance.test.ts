import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FinancePlan } from '#contract/catalogue/finance-models.ts';
import type { Product } from '#contract/catalogue/products.ts';
import type { KeptQuote, QuoteReply } from '#contract/checkout/finance.ts';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import { loanFigures } from '#domain/money/finance-figures.ts';
import { ILLUSTRATION, LOAN_WARNING } from '#domain/money/finance-texts.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { provedGuest } from '../../../tests/support/customers.ts';
import { oracle } from '../../../tests/support/finance-oracle.ts';
import { piece, shopper } from '../../../tests/support/purchase.ts';
import { noSales, saleOf } from '../../../tests/support/sales.ts';
import { forgetOldQuotes } from './kept-quotes.ts';

let app: TestApp;
let shop: ReturnType<typeof shopper>;
let db: TestApp['connection']['pool'];
let clock = () => new Date();

beforeAll(async () => {
  app = await startApp({ deps: { now: () => clock() } });
  shop = shopper(app.port);
  db = app.connection.pool;
});
afterAll(() => app.close());

type Refused = { error_code: string };
const ask = (body: object) => shop.post('/api/finance/quote', body);
const reopen = (uid: string, host = 'raam.localhost') => app.call({ host, path: `/api/finance/get-quote/${uid}` });
const quoted = async (body: object) => (await ask(body)).json<QuoteReply>();
const setPrice = (variant: string, agorot: number) =>
  db.query('update variants set price_agorot = $2 where uuid = $1', [variant, agorot]);
const plansOf = async (host: string) =>
  (await app.call({ host, path: '/api/finance/get-plans' })).json<FinancePlan[]>();

test("the law's vector, through the API: 45,900 less 9,180 in 60 payments at 8.9 %", async () => {
  const { variant } = await piece(db);
  await setPrice(variant, 4_590_000);
  const { quote, snaps, uid } = await quoted({ variant_id: variant, down: 9_180, months: 60 });
  expect([snaps, uid]).toEqual([[], null]);
  expect(quote).toMatchObject({
    price: 45_900,
    down: 9_180,
    principal: 36_720,
    months: 60,
    monthly: 760.47,
    balloon: 0,
    fee: 0,
    total_payments: 45_628.2,
    credit_cost: 8_908.2,
    effective_rate: 9.27,
  });
  expect(quote.plan).toMatchObject({ rate: 8.9, rate_kind: 'קבועה', prime: null, rates_date: '2026-11-01' });
  const back = await quoted({ variant_id: variant, down: 9_180, monthly: 760.47 });
  expect([back.quote.months, back.snaps]).toEqual([60, []]);
});

/**
 * What the calls add to `domain/money/finance-offer.test.ts`: rows of plans and prices, shekels and percent on the way
 * in and out.
 */
test('random wishes, of each plan for each vehicle, are answered as exact arithmetic computes them', async () => {
  const cents = (value: number) => Math.round(value * 100);
  const goods = await Promise.all(Array.from({ length: 8 }, () => piece(db, { store: 'sela' })));
  const anyPlan = fc.record({
    rate: fc.integer({ min: 0, max: 1_900 }),
    step: fc.constantFrom(1, 1, 6, 12),
    balloon: fc.constantFrom(0, 0, 1_000, 3_000),
    fee: fc.constantFrom(0, 29_000, 85_050),
  });
  for (const [i, { rate, step, balloon, fee }] of fc.sample(anyPlan, 40).entries()) {
    await db.query(
      `insert into finance_plans (store_uid, name, lender, rate_bp, rate_kind, rates_date, months_min, months_max, months_step,
         down_min_bp, down_max_bp, balloon_bp, fee_agorot, min_agorot, max_agorot, position)
       select uuid, $1, 'בנק', $2, 'קבועה', '2026-11-01', 12, 100, $3, 0, 6000, $4, $5, 100000, 40000000, 9 from stores where key = 'sela'`,
      [`תוכנית ${i}`, rate, step, balloon, fee],
    );
  }
  for (const { variant } of goods)
    await setPrice(variant, fc.sample(fc.integer({ min: 900_000, max: 35_000_000 }), 1)[0] ?? 0);
  app.deps.cache.clear();
  const plans = await plansOf('sela.localhost');
  const ofPlan = fc.record({
    down: fc.integer({ min: 0, max: 30_000_000 }).map((agorot) => agorot / 100),
    months: fc.integer({ min: 6, max: 110 }),
  });
  const wishes = plans.flatMap((plan) =>
    goods.flatMap(({ variant }) => fc.sample(ofPlan, 1).map((wish) => ({ ...wish, plan, variant_id: variant }))),
  );
  expect(wishes.length).toBeGreaterThan(320);
  const sela = shopper(app.port, 'sela');
  const answer = async ({ plan, ...wish }: (typeof wishes)[number]) => {
    const reply = await sela.post('/api/finance/quote', { ...wish, plan_id: plan.id });
    expect(reply.status).toBe(200);
    const { quote } = reply.json<QuoteReply>();
    const used = plans.find(({ id }) => id === quote.plan.id) ?? plan;
    const exact = oracle({
      principal: cents(quote.price) - cents(quote.down),
      rateBp: cents(used.rate),
      months: quote.months,
      balloon: Math.floor((cents(quote.price) * cents(used.balloon) + 5_000) / 10_000),
      fee: cents(used.fee),
    });
    expect([quote.monthly, quote.total_payments, quote.credit_cost, quote.effective_rate].map(cents)).toEqual([
      exact.monthly,
      exact.totalPayments,
      exact.creditCost,
      exact.effectiveBp,
    ]);
  };
  for (let i = 0; i < wishes.length; i += 20) await Promise.all(wishes.slice(i, i + 20).map(answer));
});

describe('hostile input', () => {
  test('outside of the plan is brought in and told; what is no number is refused; nothing breaks', async () => {
    const { variant } = await piece(db);
    await setPrice(variant, 4_590_000);
    const low = await quoted({ variant_id: variant, down: -1, months: -12 });
    expect(low.quote).toMatchObject({ down: 9_180, months: 12 });
    expect(low.snaps).toEqual([
      { field: 'down', reason: 'BELOW_MIN', to: 9_180 },
      { field: 'months', reason: 'BELOW_MIN', to: 12 },
    ]);
    const high = await quoted({ variant_id: variant, down: 1e12, months: 1e308 });
    expect(high.quote).toMatchObject({ down: 35_900, months: 60 });
    expect(high.snaps.map(({ reason }) => reason)).toEqual(['ABOVE_MAX', 'ABOVE_MAX']);
    for (const monthly of [-5, 0, 1e12, 1e308, 0.001]) {
      expect((await ask({ variant_id: variant, monthly })).status, String(monthly)).toBe(200);
    }
    for (const wrong of [
      {},
      { variant_id: 'x' },
      { variant_id: variant, down: 'NaN' },
      { variant_id: variant, months: "1'; drop table orders" },
      { variant_id: variant, down: null },
      { variant_id: variant, price: 1 },
      { variant_id: variant, cart: [{ id: variant, quantity: 1 }] },
      { cart: [{ id: variant, quantity: -1 }] },
      { variant_id: variant, plan_id: '<script>' },
    ]) {
      expect((await ask(wrong)).status, JSON.stringify(wrong)).toBe(400);
    }
    expect((await ask({ variant_id: randomUUID() })).status).toBe(404);
    expect((await reopen('no-uid')).status).toBe(400);
    expect((await reopen(randomUUID())).status).toBe(404);
  });

  test('a price of their own has no effect, an unknown plan is told', async () => {
    const { variant, price } = await piece(db);
    const { quote, snaps } = await quoted({ cart: [{ id: variant, quantity: 1, price: 1 }], plan_id: randomUUID() });
    expect(quote.price).toBe(price / 100);
    expect(snaps).toEqual([{ field: 'plan', reason: 'NOT_OFFERED', to: null }]);
  });

  test("another store's vehicle and another store's quote are not there", async () => {
    const { variant } = await piece(db, { store: 'noam' });
    expect((await ask({ variant_id: variant })).status).toBe(404);
    const mine = await piece(db);
    const { uid } = await quoted({ variant_id: mine.variant, keep: true });
    expect((await reopen(uid ?? '')).status).toBe(200);
    expect((await reopen(uid ?? '', 'noam.localhost')).status).toBe(404);
  });
});

test('a kept quote reopens at the price of today and says so; after a month it is gone', async () => {
  const { variant } = await piece(db);
  await setPrice(variant, 4_590_000);
  const { uid } = await quoted({ variant_id: variant, down: 10_000, monthly: 900, keep: true });
  const first = (await reopen(uid ?? '')).json<KeptQuote>();
  expect(first).toMatchObject({ uid, variant_id: variant, changed: false, quote: { down: 10_000, months: 48 } });
  await setPrice(variant, 4_690_000);
  const later = (await reopen(uid ?? '')).json<KeptQuote>();
  expect(later).toMatchObject({ changed: true, kept: { price: 45_900 }, quote: { price: 46_900, months: 48 } });

  clock = () => new Date(Date.now() + 31 * 86_400_000);
  expect((await reopen(uid ?? '')).status).toBe(404);
  await forgetOldQuotes(app.deps);
  clock = () => new Date();
  expect((await db.query('select from finance_quotes where uuid = $1', [uid])).rowCount).toBe(0);
});

test('an order by financing carries the quote of just its total; a stale one is refused and nothing written', async () => {
  const goods = await piece(db);
  const guest = await provedGuest(app);
  const body = await shop.orderBody(goods, { payment_method: 'financing', ...guest });
  const { cart, delivery_type_id } = body;
  const { uid, quote } = await quoted({ cart, delivery_type_id, months: 36, keep: true });
  await setPrice(goods.variant, goods.price + 100_000);
  const dearer = {
    ...(await shop.orderBody(goods, { payment_method: 'financing', ...guest })),
    finance_quote_uid: uid,
  };
  const refused = await shop.place(dearer);
  expect([refused.status, refused.json<Refused>().error_code]).toEqual([422, 'FINANCE_QUOTE_CHANGED']);
  const unknown = await shop.place({ ...dearer, finance_quote_uid: randomUUID() });
  expect(unknown.json<Refused>().error_code).toBe('FINANCE_QUOTE_CHANGED');
  const { rows } = await db.query('select count(*)::int from order_lines where variant_uid = $1', [goods.variant]);
  expect(rows).toEqual([{ count: 0 }]);

  await setPrice(goods.variant, goods.price);
  const placed = await shop.place({ ...body, finance_quote_uid: uid });
  expect(placed.status).toBe(200);
  const { order, payment, secret } = placed.json<CreateOrderReply>();
  expect([payment, order.amount_to_pay, order.finance]).toEqual([null, 0, quote]);
  expect((await shop.find(secret)).finance).toEqual(quote);
  const { rows: mails } = await db.query(
    `select body, content from outbox where order_uid = $1 and about = 'order received' and channel = 'email'`,
    [order.uuid],
  );
  const [{ body: text, content }] = mails;
  expect(content.terms.figures).toEqual(expect.arrayContaining(loanFigures(quote)));
  for (const part of [
    formatExactPrice(quote.monthly),
    'תשלומים חודשיים שווים: 36',
    formatExactPrice(quote.credit_cost),
    quote.plan.lender,
    LOAN_WARNING,
    ILLUSTRATION,
  ])
    expect(text).toContain(part);
  const plain = await shop.order(await piece(db), { payment_method: 'card' });
  expect(plain.order.finance).toBeNull();
});

test('a cart is quoted at the total of its order: at the price of the place, and without a sale that this buyer has used', async () => {
  const goods = await piece(db);
  const guest = await provedGuest(app);
  const { rows } = await db.query(
    `insert into delivery_types (store_uid, key, kind, name, price_agorot, product_kinds, position, prices)
     select uuid, 'carrier-tried', 'COURIER', 'מוביל', 50000, '{VEHICLE}', 91,
       '[{"cities": ["אילת"], "priceAgorot": 120000, "freeFromAgorot": null}]' from stores where key = 'raam' returning uuid`,
  );
  await noSales(app);
  await saleOf(app, { kind: 'FIXED', amount: 30_000, uses_per_customer: 1 });
  const cart = [{ id: goods.variant, quantity: 1 }];
  const address = { city: 'אילת', street: 'התמרים', house: '4' };
  const delivery_type_id = String(rows[0]?.uuid);
  const shown = { cart, delivery_type_id, address: { city: address.city } };
  const { total_order_price } = await shop.calculate(shown);
  expect(total_order_price).toBe(goods.price / 100 + 1_200 - 300);
  const buy = async ({ customer, phone_ticket }: typeof guest) => {
    const { phone, email } = customer;
    const { uid, quote } = await quoted({ ...shown, phone, email, months: 36, keep: true });
    const reply = await shop.place({
      ...{ cart, delivery_type_id, address, customer, phone_ticket, terms_accepted: true },
      ...{ payment_method: 'financing', finance_quote_uid: uid, total_order_price: quote.price },
    });
    expect(reply.status).toBe(200);
    const result = await db.query('select asked::text from finance_quotes where uuid = $1', [uid]);
    expect(result.rows[0].asked).not.toContain(email);
    return quote.price;
  };
  expect(await buy(guest)).toBe(total_order_price);
  // By another phone, but the e-mail address counts, too: nobody but the server knows.
  const other = await provedGuest(app);
  const again = { ...other, customer: { ...other.customer, email: guest.customer.email } };
  expect(await buy(again)).toBe(total_order_price + 300);
  await db.query(`update delivery_types set active = false where key = 'carrier-tried'`);
  app.deps.cache.clear();
});

test('a lead carries the quote, and its mail names it; a quote that is gone keeps nobody from leaving details', async () => {
  const { variant } = await piece(db);
  const { uid, quote } = await quoted({ variant_id: variant, months: 24, keep: true });
  const leave = (phone: string, finance_quote_uid: string | null) =>
    shop.post('/api/contacts', { name: 'נועה לוי', phone, source: 'product', type: 'sale', finance_quote_uid });
  expect((await leave('050-7600001', uid)).status).toBe(200);
  expect((await leave('050-7600002', randomUUID())).status).toBe(200);
  const result = await db.query(`select finance_quote from leads where phone like '+97250760000_' order by phone`);
  expect(result.rows).toEqual([{ finance_quote: quote }, { finance_quote: null }]);
  const { rows } = await db.query(`select body from outbox where body like '%050-7600001%'`);
  expect(rows[0].body).toContain('24 תשלומים');
});

test('a store without a plan offers none, anywhere', async () => {
  const goods = await piece(db, { store: 'noam' });
  const product = async () =>
    (await app.call({ host: 'noam.localhost', path: `/api/products/get-product/${goods.product}` })).json<Product>();
  await setPrice(goods.variant, 1_490_000);
  const before = await product();
  expect(before.finance_plans).toHaveLength(1);
  expect(before.variants.find(({ id }) => id === goods.variant)?.monthly_from).toMatchObject({
    months: 36,
    down: 1_490,
  });
  await db.query(`delete from finance_plans where store_uid = (select uuid from stores where key = 'noam')`);
  app.deps.cache.clear();
  const after = await product();
  expect(after.finance_plans).toEqual([]);
  expect(after.variants.map(({ monthly_from }) => monthly_from)).toEqual(after.variants.map(() => null));
  const noam = shopper(app.port, 'noam');
  const reply = await noam.post('/api/finance/quote', { variant_id: goods.variant });
  expect([reply.status, reply.json<Refused>().error_code]).toEqual([422, 'FINANCE_UNAVAILABLE']);
  expect(await plansOf('noam.localhost')).toEqual([]);
});

test('nothing but vehicles is financed, one in an order: neither two, nor an accessory, nor a cart of those is quoted', async () => {
  const goods = await piece(db);
  const quote = async (body: object) => {
    const reply = await shop.post('/api/finance/quote', body);
    return [reply.status, reply.json<Refused>().error_code];
  };
  expect((await quote({ variant_id: goods.variant }))[0]).toBe(200);
  const cart = (quantity: number) => ({ cart: [{ id: goods.variant, quantity }] });
  // A cart doesn't offer what its order would be refused.
  expect((await shop.calculate(cart(1))).finance_plans).not.toEqual([]);
  expect((await shop.calculate(cart(2))).finance_plans).toEqual([]);
  expect(await quote(cart(2))).toEqual([422, 'FINANCE_UNAVAILABLE']);
  await db.query(`update products set kind = 'ACCESSORY' where uuid = $1`, [goods.product]);
  app.deps.cache.clear();
  expect(await quote({ variant_id: goods.variant })).toEqual([422, 'FINANCE_UNAVAILABLE']);
  expect(await quote(cart(1))).toEqual([422, 'FINANCE_UNAVAILABLE']);
});
