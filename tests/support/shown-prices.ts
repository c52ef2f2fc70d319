import fc from 'fast-check';
import type { Configurator } from '#contract/catalogue/configurator.ts';
import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import type { Product, ProductPreview } from '#contract/catalogue/products.ts';
import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import type { CallReply } from '#contract/index.ts';
import { choicesOf, configure } from '#domain/catalogue/configurator.ts';
import { firstChoices, settle } from '#domain/catalogue/configurator-change.ts';
import { roadPrice } from '#domain/catalogue/road-price.ts';
import { basePrice, toAgorot } from '#domain/money/money.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import { cardcomProvider } from '#server/providers/payment/cardcom/provider.ts';
import { linesOfVehicle } from '../../shop/features/finance/offer.ts';
import { startApp } from './app.ts';
import { cardcomFake } from './cardcom-fake.ts';
import { payplusFake } from './payplus-fake.ts';
import { orderPhone, shopper } from './purchase.ts';
import { saleOf } from './sales.ts';
import { compareBasketCard, comparePageCard, USED } from './shown-cards.ts';
import { type Figure, payerOf } from './shown-payments.ts';

const STORES = ['raam', 'ruach', 'gal', 'noam', 'ofek'];

/** A basket by numbers that are taken modulo what there is, so that any of them is one. */
const anyBasket = fc.record({
  store: fc.constantFrom(...STORES),
  gateway: fc.constantFrom('sandbox', 'cardcom', 'payplus'),
  vehicle: fc.option(fc.nat(), { freq: 5 }),
  variant: fc.nat(),
  /** Presses in the configurator; `null`: the vehicle as it is. */
  presses: fc.option(fc.array(fc.nat(), { maxLength: 5 })),
  extras: fc.array(fc.record({ product: fc.nat(), quantity: fc.integer({ min: 1, max: 3 }) }), { maxLength: 2 }),
  delivery: fc.nat(),
  coupons: fc.constantFrom([], [{ code: 'TENTH' }], [{ code: 'FIFTY' }]),
  method: fc.constantFrom('card', 'instalments', 'deposit'),
  payments: fc.integer({ min: 2, max: 12 }),
});
export type AnyBasket = typeof anyBasket extends fc.Arbitrary<infer One> ? One : never;

/** Of what is asked for by leaving details there is no price to compare. */
const agorotOf = (price: number | null): number => toAgorot(price ?? -1);

/**
 * Buys random baskets over HTTP and notes every figure on the way, in agorot where it is data and as it is printed
 * where it is a page: card, product page, configurator, calculator, cart, payment page, order, mail and document.
 * `problems`: figures that are not what was charged.
 */
export async function buyRandomBaskets({ runs, seed }: { runs: number; seed?: number | undefined }) {
  const cardcom = await cardcomFake();
  const payplus = await payplusFake();
  const env = { ...cardcom.env, CARDCOM_URL: cardcom.url, ...payplus.env, PAYPLUS_URL: payplus.url };
  const app = await startApp({ env });
  const { terminal: number, apiName, apiPassword } = cardcom.account;
  app.deps.payment.cardcom = cardcomProvider({
    url: cardcom.url,
    number,
    apiName,
    apiPassword,
    documents: true,
    timeoutMs: 5_000,
  });
  const db = app.connection.pool;
  await db.query('update variants set stock = 500');
  for (const store of STORES) {
    await saleOf(app, { store }, 'TENTH');
    await saleOf(app, { store, kind: 'FIXED', amount: 5_000 }, 'FIFTY');
  }
  const payOnPage = payerOf(app, { cardcom, payplus });
  let compared = 0;

  const get = async (store: string, path: string) => {
    const reply = await app.call({ host: `${store}.localhost`, path });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text.slice(0, 200)}`);
    return reply;
  };

  async function useGateway(store: string, gateway: string): Promise<void> {
    await db.query(
      `update stores set settings = jsonb_set(settings, '{purchase,provider}', to_jsonb($2::text)) where key = $1`,
      [store, gateway],
    );
    app.deps.cache.clear();
  }

  /** A product of the list as it stands on its card, and with all that its page has. */
  async function productAt(
    store: string,
    kind: string,
    at: number,
  ): Promise<{ card: ProductPreview; product: Product } | null> {
    const path = `/api/products/get-products?kind=${kind}&page_size=96`;
    const { items } = (await get(store, path)).json<{ items: ProductPreview[] }>();
    const sold = items.filter((item) => item.available && item.price !== null);
    const card = sold[at % sold.length];
    return card ? { card, product: (await get(store, `/api/products/get-product/${card.id}`)).json<Product>() } : null;
  }

  async function vehicleOf(basket: AnyBasket, note: (figure: Figure) => void) {
    const found = basket.vehicle === null ? null : await productAt(basket.store, 'VEHICLE', basket.vehicle);
    if (!found) return null;
    const { card, product } = found;
    const prices = product.variants.map(({ price }) => agorotOf(price));
    const page = await get(basket.store, `/product/${product.slug.name}`);
    note({ where: 'card', is: agorotOf(card.price), wanted: Math.min(...prices) });
    note({ where: 'card says from', is: card.starting_from, wanted: new Set(prices).size > 1 });
    // In the order of the variants.
    const offers = [...page.text.matchAll(/"offers":\{[^}]*?"price":"([\d.]+)"/g)];
    const told = offers.map(([, price]) => toAgorot(Number(price)));
    note({ where: 'structured data', is: told.join(), wanted: prices.join() });
    const { configurator } = (await get(basket.store, `/api/variants/get-configurator?product=${product.id}`)).json<
      CallReply<'GET /api/variants/get-configurator'>
    >();
    const variant = product.variants[basket.variant % product.variants.length] as Product['variants'][number];
    if (!configurator || basket.presses === null) {
      await comparePage(
        basket.store,
        `/product/${product.slug.name}?variant=${variant.sku}`,
        agorotOf(variant.price),
        note,
      );
      const card = linesOfVehicle(product, variant, undefined, USED);
      return { line: { id: variant.id, quantity: 1 }, price: agorotOf(variant.price), deposit: product.deposit, card };
    }
    return configured(basket, product, configurator, note);
  }

  async function configured(
    basket: AnyBasket,
    product: Product,
    configurator: Configurator,
    note: (figure: Figure) => void,
  ) {
    const all = choicesOf(configurator);
    let chosen = firstChoices(configurator);
    for (const press of basket.presses ?? []) {
      const { key } = all[press % all.length] as (typeof all)[number];
      chosen = settle(configurator, chosen, { key, on: !chosen.includes(key) }) ?? chosen;
    }
    const browser = configure(configurator, chosen);
    const body = { product_uid: product.id, choices: chosen, save: true };
    const made = (await shopper(app.port, basket.store).post('/api/variants/configure', body)).json<
      CallReply<'POST /api/variants/configure'>
    >();
    const price = toAgorot(made.price ?? -1);
    note({ where: 'configurator, browser', is: toAgorot(browser.price ?? -1), wanted: price });
    const sku = product.variants.find(({ id }) => id === made.variant_id);
    const extras = all.filter(({ key, variants }) => chosen.includes(key) && variants.length === 0);
    const parts = extras.reduce((sum, extra) => sum + toAgorot(extra.price), agorotOf(sku?.price ?? null));
    note({ where: 'configurator, SKU and extras', is: parts, wanted: price });
    await comparePage(basket.store, `/product/${product.slug.name}?config=${made.code}`, price, note);
    return {
      line: { id: made.variant_id ?? '', quantity: 1, configuration: made.code },
      price,
      deposit: product.deposit,
      card: linesOfVehicle(product, { price: price / 100, available: true }, undefined, USED),
    };
  }

  /**
   * What the page of a vehicle prints: the price, and the calculator's cash price and monthly sum of a server's quote.
   */
  async function comparePage(
    store: string,
    path: string,
    price: number,
    note: (figure: Figure) => void,
  ): Promise<void> {
    const { text } = await get(store, path);
    const [address, key] = path.split('?');
    note({ where: `page prints the price ${price}`, is: text.includes(formatExactPrice(price / 100)), wanted: true });
    const wanted = Object.fromEntries(new URLSearchParams(key));
    const product = (await get(store, `/api/products/get-product/${address?.split('/').at(-1)}`)).json<Product>();
    const variant = product.variants.find(({ sku }) => sku === wanted.variant);
    const saved = wanted.config
      ? (await get(store, `/api/variants/get-configurator?product=${product.id}&config=${wanted.config}`)).json<
          CallReply<'GET /api/variants/get-configurator'>
        >().configuration
      : null;
    const of = { price: price / 100, available: !!wanted.config || variant?.available === true };
    comparePageCard(text, linesOfVehicle(product, of), note);
    const reply = await shopper(app.port, store).post('/api/finance/quote', {
      variant_id: saved?.variant_id ?? variant?.id,
      configuration: wanted.config ?? null,
    });
    const calculator = /id="finance"[\s\S]*?<output[\s\S]*?<\/dl>/.exec(text)?.[0] ?? '';
    note({ where: 'page has a calculator', is: calculator !== '', wanted: reply.status === 200 });
    if (reply.status !== 200) return;
    const { quote } = reply.json<{ quote: FinanceQuote }>();
    note({ where: 'financed price', is: toAgorot(quote.price), wanted: price });
    for (const [name, sum] of Object.entries({
      price: quote.price,
      monthly: quote.monthly,
      total: quote.total_payments,
    }))
      note({ where: `calculator prints ${name}`, is: calculator.includes(formatExactPrice(sum)), wanted: true });
    const beside = text.slice(0, text.indexOf('id="finance"'));
    note({
      where: 'monthly beside the price',
      is: beside.includes(`${formatExactPrice(quote.monthly)}</bdi> לחודש`),
      wanted: true,
    });
  }

  type Line = { id: string; quantity: number; configuration?: string | null; price: number };

  async function linesOf(basket: AnyBasket, note: (figure: Figure) => void) {
    const vehicle = await vehicleOf(basket, note);
    const lines: Line[] = [];
    if (vehicle) lines.push({ ...vehicle.line, price: vehicle.price });
    for (const { product: at, quantity } of basket.extras) {
      const extra = await productAt(basket.store, 'ACCESSORY', at);
      const [variant] = extra?.product.variants ?? [];
      if (variant && !lines.some(({ id }) => id === variant.id))
        lines.push({ id: variant.id, quantity, price: agorotOf(variant.price) });
    }
    return { vehicle, lines };
  }

  /** The total, in agorot. */
  function compareCart(lines: Line[], shown: CalcCart, way: string, note: (figure: Figure) => void): number {
    note({ where: 'cart objects', is: shown.errors, wanted: [] });
    for (const [at, line] of shown.cart.entries()) {
      note({ where: `cart line ${at}`, is: toAgorot(line.price), wanted: lines[at]?.price });
      if (line.choices.length === 0) continue;
      const rest = line.choices.reduce(
        (sum, { price }) => sum + toAgorot(price),
        toAgorot(basePrice(line.price, line.choices)),
      );
      note({ where: 'parts of a configured line', is: rest, wanted: toAgorot(line.price) });
    }
    const option = shown.delivery_options.find(({ id }) => id === way);
    note({ where: 'delivery, option and cart', is: option?.final_price, wanted: shown.delivery?.final_price });
    const total = toAgorot(shown.total_order_price);
    const goods = shown.cart.reduce(
      (sum, { price, quantity, discount }) => sum + quantity * toAgorot(price) - toAgorot(discount),
      0,
    );
    note({
      where: 'lines, discounts and delivery',
      is: goods + toAgorot(shown.delivery?.final_price ?? 0),
      wanted: total,
    });
    const named = shown.order_discounts.reduce((sum, { discount_amount }) => sum + toAgorot(discount_amount), 0);
    note({ where: 'discounts by name', is: named, wanted: toAgorot(shown.total_cart_discounts) });
    return total;
  }

  async function buy(basket: AnyBasket): Promise<Figure[]> {
    const figures: Figure[] = [];
    const note = (figure: Figure) => void figures.push(figure);
    await useGateway(basket.store, basket.gateway);
    const shop = shopper(app.port, basket.store);
    const { vehicle, lines } = await linesOf(basket, note);
    if (lines.length === 0) return figures;

    const cart = lines.map(({ price, ...line }) => ({ ...line, price: price / 100 }));
    const { delivery_options } = await shop.calculate({ cart });
    const way = delivery_options[basket.delivery % delivery_options.length];
    if (!way) return figures;
    const address = { city: 'חיפה', street: 'הרצל', house: '10' };
    const asked = { cart, coupons: basket.coupons, delivery_type_id: way.id, address: { city: address.city } };
    const shown = await shop.calculate(asked);
    const total = compareCart(lines, shown, way.id, note);
    if (vehicle) compareBasketCard(vehicle.card, shown, note);
    const deposit =
      basket.method === 'deposit' && lines.length === 1 && vehicle?.deposit ? toAgorot(vehicle.deposit) : null;
    const method = basket.method === 'deposit' && deposit === null ? 'card' : basket.method;
    const payments = method === 'instalments' ? basket.payments : 1;
    const reply = await shop.place({
      ...asked,
      address,
      branch_id: way.branches[0]?.id ?? null,
      payment_method: method,
      payments_count: payments,
      customer: { first_name: 'דנה', last_name: 'לוי', phone: orderPhone(), email: 'dana@example.com' },
      terms_accepted: true,
      total_order_price: shown.total_order_price,
    });
    note({
      where: 'order taken',
      is: [reply.status, reply.status === 200 ? '' : reply.text.slice(0, 200)],
      wanted: [200, ''],
    });
    if (reply.status !== 200) return figures;
    await payAndCompare(
      basket.store,
      reply.json<CreateOrderReply>(),
      shown,
      { total, due: deposit ?? total, payments },
      note,
    );
    return figures;
  }

  async function payAndCompare(
    store: string,
    made: CreateOrderReply,
    shown: CalcCart,
    bill: { total: number; due: number; payments: number },
    note: (figure: Figure) => void,
  ): Promise<void> {
    const { order, secret, payment } = made;
    const { total, due, payments } = bill;
    note({ where: 'order', is: toAgorot(order.total_order_price), wanted: total });
    note({ where: 'order, delivery', is: order.delivery.final_price, wanted: shown.delivery?.final_price });
    note({ where: 'order, fees', is: order.road_fees, wanted: shown.road_fees });
    note({ where: 'order, to pay', is: toAgorot(order.amount_to_pay), wanted: due });

    if (payment) await payOnPage(payment.url, { due, payments }, note);
    const paid = await shopper(app.port, store).find(secret);
    note({ where: 'paid in payments', is: paid.payments_count, wanted: payments });
    note({ where: 'order after payment', is: toAgorot(paid.total_order_price), wanted: total });
    note({ where: 'order is paid', is: paid.paid_at !== null, wanted: true });
    const charged = await db.query(
      `select amount_agorot::int sum, payments_count from payments where order_uid = $1 and status in ('paid', 'authorised')`,
      [order.uuid],
    );
    note({ where: 'payment', is: charged.rows, wanted: [{ sum: due, payments_count: payments }] });
    const { text } = await get(store, `/order/${secret}`);
    note({
      where: 'the order’s page prints the total',
      is: text.includes(formatExactPrice(total / 100)),
      wanted: true,
    });
    await comparePapers(order.uuid, { total, due, fees: roadPrice(0, shown.road_fees), payments }, note);
  }

  type Bill = { total: number; due: number; fees: number; payments: number };

  async function comparePapers(
    order: string,
    { total, due, fees, payments }: Bill,
    note: (figure: Figure) => void,
  ): Promise<void> {
    const mails = await db.query<{ body: string }>(
      `select body from outbox where order_uid = $1 and channel = 'email'`,
      [order],
    );
    const body = mails.rows.map((row) => row.body).join('\n');
    note({ where: 'mail prints the total', is: body.includes(formatExactPrice(total / 100)), wanted: true });
    note({
      where: 'mail prints the fees',
      is: /(?:(?<!יתרה )לתשלום|בנוסף,).*? לפני המסירה.*?(₪[\d,.]+)/.exec(body)?.[1],
      wanted: fees > 0 ? formatExactPrice(fees) : undefined,
    });
    const papers = await db.query<{ sum: number; content: { payment?: { count: number } } }>(
      'select total_agorot::int sum, content from documents where order_uid = $1',
      [order],
    );
    for (const paper of papers.rows) {
      note({ where: 'document', is: paper.sum, wanted: due });
      if (paper.content.payment)
        note({ where: 'document, payments', is: paper.content.payment.count, wanted: payments });
    }
  }

  const problems: string[] = [];
  const counts = { baskets: 0, configured: 0, cardcom: 0, payplus: 0, coupons: 0, instalments: 0, deposits: 0 };
  try {
    const outcome = await fc.check(
      fc.asyncProperty(anyBasket, async (basket) => {
        const figures = await buy(basket);
        compared += figures.length;
        counts.baskets++;
        counts.configured += Number(basket.vehicle !== null && basket.presses !== null);
        counts.cardcom += Number(basket.gateway === 'cardcom');
        counts.payplus += Number(basket.gateway === 'payplus');
        counts.coupons += basket.coupons.length;
        counts.instalments += Number(basket.method === 'instalments');
        counts.deposits += Number(basket.method === 'deposit');
        const wrong = figures.filter(({ is, wanted }) => JSON.stringify(is) !== JSON.stringify(wanted));
        if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
      }),
      { numRuns: runs, ...(seed !== undefined && { seed }), endOnFailure: true },
    );
    if (outcome.failed)
      problems.push(`seed ${outcome.seed}: ${JSON.stringify(outcome.counterexample)} ${String(outcome.errorInstance)}`);
  } finally {
    await app.close();
    await cardcom.close();
    await payplus.close();
  }
  return { problems, compared, ...counts };
}
