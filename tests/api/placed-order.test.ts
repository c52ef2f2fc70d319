import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue/products.ts';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import { formatPrice } from '#domain/text/format.ts';
import { cancelOrder } from '#server/checkout/fulfilment/advance-order.ts';
import { refundOrder } from '#server/checkout/payments/refund-order.ts';
import { endUnpaidOrders } from '#server/checkout/purchase/end-unpaid-orders.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newPhone, signUp } from '../support/customers.ts';
import { CARDS, pay, piece, shopper } from '../support/purchase.ts';
import { buyWith, offered } from '../support/trade-ins.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

const plain = (text: string) =>
  text
    .replace(/<[^>]*>|\s+/g, ' ')
    .replace(/ +/g, ' ')
    .replace(/[\u2066-\u2069\u200e\u200f]/g, '');
/** What a page says, without its scripts. */
const readPage = async (path: string, headers = {}) => {
  const main = /<main.*<\/main>/s.exec((await site.call({ path, headers })).text)?.[0] ?? '';
  return plain(main.replace(/<script.*?<\/script>/gs, ''));
};

test('the page of a placed order leaves its secret to a cookie that no script reads, one for each order', async () => {
  const shop = shopper(site.port);
  const placed: { secret: string; number: string; cookie: string }[] = [];
  for (let i = 0; i < 2; i++) {
    const body = await shop.orderBody(await piece(site.connection.pool));
    const { secret, order } = (await shop.place(body)).json<CreateOrderReply>();
    const reply = await site.call({ path: `/success?order=${secret}&utm_source=mail` });
    expect([reply.status, reply.headers.location]).toEqual([302, `/success?order=${order.number}`]);
    const cookie = String(reply.headers['set-cookie']?.[0]);
    expect(cookie).toBe(`order.${order.number}=${secret}; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax`);
    placed.push({ secret, number: order.number, cookie: cookie.split(';')[0] ?? '' });
  }
  const headers = { cookie: placed.map(({ cookie }) => cookie).join('; ') };
  for (const { number } of placed) {
    const page = await site.call({ path: `/success?order=${number}`, headers });
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(page.text).toContain(number);
  }
  const [one, other] = placed;
  const asked = (path: string, cookie = '', host = 'raam.localhost') =>
    site.call({ host, path, headers: cookie ? { cookie } : {} });
  // Without the cookie, with another order's, or in another store there is nothing to see.
  for (const { status } of await Promise.all([
    asked(`/success?order=${one?.number}`),
    asked(`/success?order=${one?.number}`, other?.cookie),
    asked(`/success?order=${one?.number}`, `order.${one?.number}=${other?.secret.slice(1)}`),
    asked(`/success?order=${one?.number}`, one?.cookie, 'zik.localhost'),
    asked(`/success?order=${one?.secret}`, '', 'zik.localhost'),
  ]))
    expect(status).toBe(404);
  const { status, headers: sent } = await asked('/success');
  expect([status, sent.location]).toEqual([302, '/order']);
});

test("a cart and its order say what the vehicles' papers cost besides, each vehicle its own; the sums are without them", async () => {
  const shop = shopper(site.port);
  const goods = await piece(site.connection.pool);
  const { rows } = await site.connection.pool.query('select slug from products where uuid = $1', [goods.product]);
  const { road_fees } = (await site.call({ path: `/api/products/get-product/${rows[0].slug}` })).json<Product>();
  expect(road_fees.length).toBeGreaterThan(1);

  const twice = road_fees.map(({ name, price }) => ({ name, price: 2 * price }));
  const cart = await shop.calculate({ cart: [{ id: goods.variant, quantity: 2 }] });
  expect(cart.road_fees).toEqual(twice);
  expect(cart.total_order_price).toBe(cart.total_cart_price - cart.total_cart_discounts);

  const { order, secret } = await shop.order(goods, { quantity: 2 });
  expect(order.road_fees).toEqual(twice);
  expect((await shop.find(secret)).road_fees).toEqual(twice);
  expect(order.total_order_price).toBe(
    order.total_cart_price - order.total_cart_discounts + order.delivery.final_price,
  );
  const page = plain((await site.call({ path: `/order/${secret}` })).text);
  const fees = twice.reduce((sum, { price }) => sum + price, 0);
  expect(page).toContain(`מחיר על הכביש ${plain(formatPrice(order.total_order_price + fees))}`);
});

test('what a deposit leaves and what the papers cost are one sum to pay at the branch; once handed over nothing is', async () => {
  const shop = shopper(site.port);
  const phone = newPhone();
  const customer = { first_name: 'דנה', last_name: 'לוי', phone, email: 'dana@example.com' };
  const made = await shop.order(await piece(site.connection.pool), { payment_method: 'deposit', customer });
  await pay(site.port, made.page, CARDS.approved);
  await shop.ask(made.secret);
  const { deposit, total_order_price, road_fees, uuid } = await shop.find(made.secret);
  const rest = total_order_price - (deposit ?? 0);
  const due = rest + road_fees.reduce((sum, { price }) => sum + price, 0);
  expect(due).toBeGreaterThan(rest);
  const { bearer } = await signUp(site, undefined, phone);
  const pages = [`/order/${made.secret}`, `/personal-area/orders/order-details?id=${uuid}`];
  for (const path of pages) {
    const words = await readPage(path, bearer);
    expect(words.match(/לתשלום בסניף ₪[\d,]+/g)).toEqual([`לתשלום בסניף ${plain(formatPrice(due))}`]);
    expect(words).toContain(`יתרת ההזמנה ${plain(formatPrice(rest))}`);
    expect(words).not.toContain('יתרה לתשלום');
  }
  await site.connection.pool.query(`update orders set status = 'provided' where uuid = $1`, [uuid]);
  for (const path of pages) expect(await readPage(path, bearer)).not.toMatch(/לתשלום בסניף|יתרת ההזמנה/);
});

test('the page that a payment led to says later how the order stands by then', async () => {
  const shop = shopper(site.port);
  const made = await shop.order(await piece(site.connection.pool));
  await pay(site.port, made.page, CARDS.approved);
  await shop.ask(made.secret);
  const { number, uuid } = made.order;
  const read = () => readPage(`/success?order=${number}`, { cookie: `order.${number}=${made.secret}` });
  expect(await read()).toContain('ההזמנה התקבלה אישור יישלח');
  await site.connection.pool.query(`update orders set status = 'provided' where uuid = $1`, [uuid]);
  const words = await read();
  expect(words).toContain('ההזמנה נמסרה');
  expect(words).not.toContain('ההזמנה התקבלה');
});

test('an order that waits at its branch is on its way to nobody', async () => {
  const phone = newPhone();
  const customer = { first_name: 'דנה', last_name: 'לוי', phone, email: 'dana@example.com' };
  const { order } = await shopper(site.port).order(await piece(site.connection.pool), { customer });
  await site.connection.pool.query(`update orders set status = 'delivery_in_process' where uuid = $1`, [order.uuid]);
  const { bearer } = await signUp(site, undefined, phone);
  const pages = ['dashboard', 'orders/accessories', `orders/order-details?id=${order.uuid}`];
  for (const path of pages) {
    const words = await readPage(`/personal-area/${path}`, bearer);
    expect(words, path).toContain('מחכה לכם בסניף');
    expect(words, path).not.toContain('בדרך אליכם');
  }
  await site.connection.pool.query('update orders set branch_uid = null where uuid = $1', [order.uuid]);
  expect(await readPage('/personal-area/orders/accessories', bearer)).toContain('בדרך אליכם');
});

test('a printed order says who sells: name, number, address, telephone and mail', async () => {
  const { pool } = site.connection;
  const phone = newPhone();
  const customer = { first_name: 'דנה', last_name: 'לוי', phone, email: 'dana@example.com' };
  const { order, secret } = await shopper(site.port).order(await piece(pool), { customer });
  const { rows } = await pool.query(
    `select c.legal_name, c.company_number, c.address, s.email, (select w.attributes ->> 'value' from widgets w
       where w.store_uid = s.uuid and w.component = 'customer_service_phone') as phone
     from companies c join stores s on s.company_uid = c.uuid where s.key = 'raam'`,
  );
  const { bearer } = await signUp(site, undefined, phone);
  for (const path of [`/order/${secret}`, `/personal-area/orders/order-details?id=${order.uuid}`]) {
    const words = await readPage(path, bearer);
    for (const one of Object.values<string>(rows[0])) {
      expect(one).toBeTruthy();
      expect(words, path).toContain(one);
    }
  }
});

test('of an ended order its own page and the personal area say the same about the money', async () => {
  const shop = shopper(site.port);
  const { pool } = site.connection;
  const tools = { ...site.deps, log: site.app.log };
  const by = { actor: 'operator:test', reason: 'test' };
  const phone = newPhone();
  const customer = { first_name: 'דנה', last_name: 'לוי', phone, email: 'dana@example.com' };

  const paid = await shop.order(await piece(pool), { customer });
  await pay(site.port, paid.page, CARDS.approved);
  await shop.ask(paid.secret);
  // Paid after its hold ended and another shopper took the goods.
  const goods = await piece(pool, { stock: 1 });
  const late = await shop.order(goods, { customer });
  await pool.query(`update orders set hold_until = now() - interval '1 minute' where uuid = $1`, [late.order.uuid]);
  await endUnpaidOrders(tools);
  const { bearer } = await signUp(site, undefined, phone);
  const expectBoth = async ({ secret, order }: typeof paid, words: string) => {
    for (const path of [`/order/${secret}`, `/personal-area/orders/order-details?id=${order.uuid}`])
      expect(await readPage(path, bearer), path).toContain(words);
  };
  await expectBoth(late, 'לא חויבתם');
  await shop.order(goods);
  await pay(site.port, late.page, CARDS.approved);
  await expectBoth(late, 'התשלום הגיע אחרי שהפריטים כבר שוחררו');

  await site.deps.db.transaction((tx) => cancelOrder(tools, tx, paid.order.uuid, by));
  await expectBoth(paid, 'הסכום ששילמתם יוחזר לאמצעי התשלום בתוך');
  await refundOrder(tools, paid.order.uuid, by);
  await shop.ask(paid.secret);
  await expectBoth(paid, 'הסכום הוחזר לאמצעי התשלום');
  await pool.query(`update orders set payment_status = 'cancelled' where uuid = $1`, [paid.order.uuid]);
  await expectBoth(paid, 'המסגרת ששמרנו בכרטיס שוחררה, ולא חויבתם');
});

test('the used vehicle of an order is credited with no more than the order costs, and not waited for once that has ended', async () => {
  const { pool } = site.connection;
  const goods = await piece(pool);
  const offer = await offered(site);
  const { reply } = await buyWith(site, goods, offer);
  const { order, secret } = reply.json<CreateOrderReply>();
  const shown = async () => (await shopper(site.port).find(secret)).trade_in;
  const asks = /הביאו את הרכב לבדיקה/;
  const { bearer, customer } = await signUp(site);
  await pool.query('update orders set customer_uid = $2 where uuid = $1', [order.uuid, customer.uuid]);
  const pages = [`/order/${secret}`, `/personal-area/orders/order-details?id=${order.uuid}`];
  const credit = (await shown())?.credit ?? 0;
  expect(credit).toBeGreaterThan(1_000);
  for (const path of pages) expect(await readPage(path, bearer), path).toMatch(asks);
  // By an edit.
  await pool.query(
    'update orders set lines_agorot = 90000, discount_agorot = 0, delivery_agorot = 0, total_agorot = 90000 where uuid = $1',
    [order.uuid],
  );
  expect((await shown())?.credit).toBe(900);
  await pool.query(`update orders set hold_until = now() - interval '1 minute' where uuid = $1`, [order.uuid]);
  await endUnpaidOrders({ ...site.deps, log: site.app.log });
  for (const path of pages) {
    const words = await readPage(path, bearer);
    expect(words, path).toContain('לא חויבתם');
    expect(words, path).not.toMatch(asks);
  }
});

test('a free delivery is no row of a bill: it took nothing off the goods', async () => {
  const phone = newPhone();
  const customer = { first_name: 'דנה', last_name: 'לוי', phone, email: 'dana@example.com' };
  const { order, secret } = await shopper(site.port).order(await piece(site.connection.pool), { customer });
  await site.connection.pool.query(
    `insert into order_discounts (order_uid, sale_name, amount_agorot) values ($1, 'משלוח עלינו', 0), ($1, 'מבצע', 100)`,
    [order.uuid],
  );
  const { bearer } = await signUp(site, undefined, phone);
  for (const path of [`/order/${secret}`, `/personal-area/orders/order-details?id=${order.uuid}`]) {
    const words = await readPage(path, bearer);
    expect(words, path).toContain('מבצע');
    expect(words, path).not.toContain('משלוח עלינו');
  }
});
