import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductList } from '#contract/catalogue/products.ts';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { caller, signUp } from '../support/customers.ts';
import { forgetPages } from '../support/kept-pages.ts';
import { type Piece, piece, shopper } from '../support/purchase.ts';

/**
 * How many statements each page and each main call sends to the database, with one item and with many: a query for each
 * item would show as a difference between the two. `ready`: what the process keeps (docs/decisions/0009, 0015) is
 * there, but not this page; `first`: nothing is kept.
 */
type Asked = { path: string; method?: string; body?: unknown; headers?: Record<string, string> };
type Row = [
  what: string,
  one: () => Asked | Promise<Asked>,
  many: () => Asked | Promise<Asked>,
  ready: number,
  first: number,
];

let statements: string[] = [];
const { query } = pg.Client.prototype;
let site: TestApp;
let single: Customer;
let several: Customer;
let goods: Piece[];
let many: string[];
let keys = 0;
type Customer = Awaited<ReturnType<typeof signUp>> & { orders: CreateOrderReply[] };

beforeAll(async () => {
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { text: string }];
    const text = typeof asked === 'string' ? asked : asked.text;
    // What the cache asks twice a second belongs to no page, and for whom a new connection writes to the connection.
    if (text !== 'select 1 as listening' && !text.includes("set_config('storefront.")) statements.push(text);
    return Reflect.apply(query, this, args);
  } as typeof query;
  site = await startApp({ env: { TRUST_PROXY: '1' } });
  goods = [];
  for (let i = 0; i < 10; i++) goods.push(await piece(site.connection.pool, { stock: 100 }));
  const list = await site.call({ path: '/api/products/get-products?page_size=20' });
  many = list.json<ProductList>().items.map(({ id }) => id);
  single = await customer(1);
  several = await customer(5);
}, 120_000);
afterAll(async () => {
  pg.Client.prototype.query = query;
  await site.close();
});

/** Signed in, with so many of everything that the personal area lists. */
async function customer(count: number): Promise<Customer> {
  const one = await signUp(site, caller(site));
  const orders: CreateOrderReply[] = [];
  for (let i = 0; i < count; i++) {
    for (const [path, body] of [
      ['add-address', { city: 'חיפה', street: 'הרצל', house: String(i + 1) }],
      ['add-favorite-product', { product_ids: [many[i]] }],
    ] as const) {
      const reply = await one.who.post(`/customer/customers/${path}`, body, one.bearer);
      if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    }
    // As a guest: only one may wait for payment of an account.
    const order = await one.who.post('/api/orders/create', await orderBody(count), {
      'idempotency-key': `query-count-${++keys}`,
    });
    if (order.status !== 200) throw new Error(order.text);
    orders.push(order.json<CreateOrderReply>());
  }
  await site.connection.pool.query('update orders set customer_uid = $1 where uuid = any($2)', [
    one.customer.uuid,
    orders.map(({ order }) => order.uuid),
  ]);
  return { ...one, orders };
}

const lines = (count: number) => goods.slice(0, count).map(({ variant }) => ({ id: variant, quantity: 1 }));

async function orderBody(count: number) {
  const { orderBody: bodyOf, calculate } = shopper(site.app.server);
  const body = await bodyOf(goods[0] as Piece);
  const cart = lines(count);
  const { total_order_price } = await calculate({ cart, delivery_type_id: body.delivery_type_id });
  return { ...body, cart, total_order_price };
}

/** Statements of one request, whose page is not kept; it has to succeed. */
async function statementsOf({ headers, ...asked }: Asked): Promise<string[]> {
  forgetPages(site.deps.cache);
  statements = [];
  const reply = await site.call({ ...asked, headers });
  expect(reply.status, `${asked.path} ${reply.text.slice(0, 300)}`).toBe(200);
  return statements;
}

const page = (path: string): Asked => ({ path });
const own = (path: string, { bearer, who }: Customer): Asked => ({
  path,
  headers: { ...bearer, 'x-forwarded-for': who.address },
});
const cookieOf = ({ token }: Customer) => ({ cookie: `auth._token.local=${token}` });
const ownPage = (path: string, who: Customer): Asked => ({ path, headers: cookieOf(who) });
const post = (path: string, body: unknown): Asked => ({ method: 'POST', path, body });
const order = async (count: number): Promise<Asked> => ({
  ...post('/api/orders/create', await orderBody(count)),
  headers: { 'idempotency-key': `query-count-${++keys}` },
});
const listed = (path: string): [() => Asked, () => Asked] => [
  () => ownPage(path, single),
  () => ownPage(path, several),
];
const called = (path: string): [() => Asked, () => Asked] => [() => own(path, single), () => own(path, several)];
const details = (who: Customer): Asked =>
  ownPage(`/personal-area/orders/order-details?id=${who.orders[0]?.order.uuid}`, who);
const both = (asked: () => Asked): [() => Asked, () => Asked] => [asked, asked];

const rows: Row[] = [
  ['home', ...both(() => page('/')), 0, 34],
  [
    'category',
    () => page(`/category/motorbikes?color=${encodeURIComponent('אדום רעם')}&price_max=30000`),
    () => page('/category/motorbikes'),
    0,
    27,
  ],
  ['search page', () => page('/category?search=Masa'), () => page('/category?search=Barak'), 0, 33],
  // What holds digits may be the number of a part that another has replaced.
  [
    'search page, with a number',
    () => page('/category?search=Barak%20800'),
    () => page('/category?search=Barak%20500'),
    1,
    34,
  ],
  ['product', () => page('/product/raam-sufa-400rr'), () => page('/product/raam-barak-800'), 3, 43],
  ['product with configurator', ...both(() => page('/product/raam-barak-500')), 3, 50],
  [
    'comparison',
    () => page('/compare?ids=raam-barak-500'),
    () => page('/compare?ids=raam-barak-500,raam-barak-800,raam-masa-450'),
    1,
    37,
  ],
  ['blog', ...both(() => page('/blog')), 4, 10],
  ['sitemap', ...both(() => page('/sitemap')), 3, 13],
  ['branches', ...both(() => page('/distributors')), 0, 7],
  ['content page', ...both(() => page('/page/about')), 1, 7],
  [
    'spare parts',
    () => page('/spare-parts?model=raam-barak-500'),
    () => page('/spare-parts?model=raam-barak-500&year=2022'),
    10,
    19,
  ],
  ['assembly', ...both(() => page('/spare-parts/raam-barak-brakes?model=raam-barak-500&year=2022')), 20, 28],
  [
    'purchase',
    () => page(`/purchase?uid=${goods[0]?.product}`),
    () => page(`/purchase?uid=${goods[9]?.product}`),
    8,
    43,
  ],
  [
    'get-products',
    () => page('/api/products/get-products?page_size=1'),
    () => page('/api/products/get-products?page_size=40'),
    0,
    19,
  ],
  [
    'get-products, search',
    () => page('/api/products/get-products?search=Barak&page_size=1'),
    () => page('/api/products/get-products?search=Barak'),
    0,
    21,
  ],
  [
    'search-suggestions',
    () => page('/api/products/search-suggestions?search=Barak%20800'),
    () => page('/api/products/search-suggestions?search=Barak'),
    0,
    28,
  ],
  [
    'get-collection-filters',
    ...both(() => page('/api/collections/get-collection-filters?collection=motorbikes')),
    0,
    19,
  ],
  [
    'get-product',
    () => page('/api/products/get-product/raam-barak-500'),
    () => page('/api/products/get-product/raam-masa-750'),
    0,
    32,
  ],
  [
    'calc-cart',
    () => post('/api/sales/calc-cart', { cart: lines(2) }),
    () => post('/api/sales/calc-cart', { cart: lines(10) }),
    1,
    // With the brands, by which some fees of vehicles go.
    8,
  ],
  // With the finance plans, too, which the price card calculates with: several vehicles aren't financed.
  ['calc-cart of one vehicle', ...both(() => post('/api/sales/calc-cart', { cart: lines(1) })), 1, 9],
  ['orders/create', () => order(1), () => order(10), 15, 21],
  ['personal area', ...listed('/personal-area'), 13, 19],
  ['orders', ...listed('/personal-area/orders/accessories'), 4, 10],
  ['order details', () => details(single), () => details(several), 7, 15],
  ['favourites', ...listed('/personal-area/favorites'), 9, 15],
  ['addresses', ...listed('/personal-area/edit-details/addresses'), 2, 8],
  ['get-customer-orders', ...called('/customer/orders/get-customer-orders'), 4, 6],
  ['get-addresses', ...called('/customer/customers/get-addresses'), 2, 4],
];

test.each(rows)('%s', async (_what, one, many, ready, first) => {
  const counted = { ready: [] as number[], first: [] as number[] };
  for (const ask of [one, many]) {
    // The first call brings what the second finds; a write is another one each time.
    const asked = [await ask(), await ask()] as const;
    site.deps.cache.clear();
    counted.first.push((await statementsOf(asked[0])).length);
    counted.ready.push((await statementsOf(asked[1])).length);
  }
  expect(counted).toEqual({ ready: [ready, ready], first: [first, first] });
});
