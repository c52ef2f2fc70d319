import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import type { Order } from '#contract/checkout/orders.ts';
import { type Reply, request } from './http.ts';
import { CARDS, pay, shopper } from './purchase.ts';

/** What a visit needs to know of the shop. */
export type Shop = {
  port: number;
  store: string;
  /** Slugs of products, and variants that there is plenty of. */
  slugs: string[];
  variants: string[];
  categories: string[];
  lastCode: (phone: string) => Promise<string>;
};
export type Took = (kind: string, ms: number) => void;
type Visit = (shop: Shop, took: Took, number: number) => Promise<void>;

const pick = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/**
 * One visitor's requests, each measured, from an address of the visitor's own. @throws Error on any answer that is no
 * success
 */
function visitor({ port, store }: Shop, took: Took, number: number) {
  const address = `100.${64 + (Math.floor(number / 65_536) % 64)}.${Math.floor(number / 256) % 256}.${number % 256}`;
  const cookies: Record<string, string> = { 'x-forwarded-for': address };
  return async (kind: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> => {
    const began = performance.now();
    const method = body === undefined ? 'GET' : 'POST';
    const reply = await request(port, {
      host: `${store}.localhost`,
      method,
      path,
      body,
      headers: { ...cookies, 'accept-encoding': 'br', ...headers },
    });
    took(kind, performance.now() - began);
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 200)}`);
    return reply;
  };
}

const phoneOf = (number: number): string => `054${String(number).padStart(7, '0')}`;

const browse: Visit = async (shop, took, number) => {
  const ask = visitor(shop, took, number);
  await ask('page', '/');
  await ask('page', `/category/${pick(shop.categories)}`);
  for (let seen = 0; seen < 3; seen += 1) await ask('page', `/product/${pick(shop.slugs)}`);
};

const filter: Visit = async (shop, took, number) => {
  const ask = visitor(shop, took, number);
  const most = 20_000 + Math.floor(Math.random() * 80) * 1_000;
  const query = `price_max=${most}&sort=${pick(['price', '-price', 'newest'])}`;
  await ask('filter', `/category/${pick(shop.categories)}?${query}`);
  await ask('call', `/api/products/get-products?${query}&page_size=24`, undefined, { 'accept-encoding': 'identity' });
  await ask('call', `/api/collections/get-collection-filters?${query}`, undefined, { 'accept-encoding': 'identity' });
  await ask(
    'search',
    `/api/products/search-suggestions?search=${encodeURIComponent(pick(['מסע', 'ברק', 'masa', 'קסדה', '750']))}`,
  );
};

const cart: Visit = async (shop, took, number) => {
  const ask = visitor(shop, took, number);
  await ask('page', `/product/${pick(shop.slugs)}`);
  for (const quantity of [1, 2]) {
    const lines = [pick(shop.variants), pick(shop.variants)].map((id) => ({ id, quantity }));
    await ask('cart', '/api/sales/calc-cart', { cart: lines }, { 'accept-encoding': 'identity' });
  }
};

/** Places an order, pays it at the sandbox gateway's page, and sees it paid. */
const purchase: Visit = async (shop, took, number) => {
  const plain = { 'accept-encoding': 'identity' };
  const ask = visitor(shop, took, number);
  const lines = [{ id: pick(shop.variants), quantity: 1 }];
  const { delivery_options } = (await ask('cart', '/api/sales/calc-cart', { cart: lines }, plain)).json<CalcCart>();
  const delivery = delivery_options.find((option) => option.branches.length > 0) ?? delivery_options[0];
  const chosen = { cart: lines, coupons: [], delivery_type_id: delivery?.id };
  const { total_order_price } = (await ask('cart', '/api/sales/calc-cart', chosen, plain)).json<CalcCart>();
  const body = {
    ...chosen,
    branch_id: delivery?.branches[0]?.id ?? null,
    address: { city: 'חיפה', street: 'הרצל', house: '10' },
    customer: { first_name: 'דנה', last_name: 'לוי', phone: phoneOf(number), email: 'dana@example.com' },
    terms_accepted: true,
    total_order_price,
  };
  const headers = { ...plain, 'idempotency-key': crypto.randomUUID() };
  const made = (await ask('order', '/api/orders/create', body, headers)).json<{
    secret: string;
    payment: { url: string };
  }>();
  const began = performance.now();
  const paid = await pay(shop.port, new URL(made.payment.url).pathname, CARDS.approved);
  took('pay', performance.now() - began);
  if (paid.status >= 400) throw new Error(`the gateway's page answered ${paid.status}`);
  const order = (await ask('pay', '/api/orders/check-payment', { secret: made.secret }, plain)).json<Order>();
  if (order.payment_status !== 'paid') throw new Error(`a paid order is ${order.payment_status}`);
  await ask('page', `/order/${made.secret}`);
};

const signIn: Visit = async (shop, took, number) => {
  const plain = { 'accept-encoding': 'identity', 'x-rate-limit': 'otp' };
  const ask = visitor(shop, took, number);
  const phone = phoneOf(number);
  await ask('sign in', `/api/customers/get-otp-code?phone=${phone}`, undefined, plain);
  const code = await shop.lastCode(phone);
  const verified = await ask(
    'sign in',
    `/api/customers/login-verify-otp-code?phone=${phone}&code=${code}`,
    undefined,
    plain,
  );
  const { ticket } = verified.json<{ ticket: string }>();
  const person = { ticket, first_name: 'דנה', last_name: 'לוי' };
  const { token } = (await ask('sign in', '/api/customers/create-customer', person, plain)).json<{ token: string }>();
  const cookie = { cookie: `auth._token.local=${token}` };
  await ask('personal area', '/personal-area', undefined, cookie);
  await ask('personal area', '/customer/orders/get-customer-orders', undefined, {
    ...cookie,
    'accept-encoding': 'identity',
  });
  await ask('sign in', '/customer/customers/logout', '', { ...cookie, 'accept-encoding': 'identity' });
};

/** Of a hundred visits: how many only look, and how many go on. */
const MIX: [number, Visit][] = [
  [52, browse],
  [26, filter],
  [14, cart],
  [6, purchase],
  [2, signIn],
];

export function visit(shop: Shop, took: Took, number: number): Promise<void> {
  let chance = Math.random() * 100;
  for (const [share, kind] of MIX) {
    if (chance < share) return kind(shop, took, number);
    chance -= share;
  }
  return browse(shop, took, number);
}

/** Variants of a store whose order can be paid at once, with more pieces than any soak sells. */
export async function plentiful(
  store: string,
  port: number,
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>,
): Promise<string[]> {
  const rows = await query(
    `update variants v set stock = 10000000 from products p, store_products sp, stores s
     where p.uuid = v.product_uid and sp.product_uid = p.uuid and s.uuid = sp.store_uid and s.key = $1
       and v.active and sp.published and p.kind = 'VEHICLE' and p.stock_policy = 'IN_STOCK' returning v.uuid`,
    [store],
  );
  const variants = [...new Set(rows.map(({ uuid }) => String(uuid)))];
  const { delivery_options } = await shopper(port, store).calculate({ cart: [{ id: variants[0], quantity: 1 }] });
  if (delivery_options.length === 0) throw new Error(`${store} delivers nothing`);
  return variants;
}
