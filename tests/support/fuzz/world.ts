import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import type { Address } from '#contract/customers/account.ts';
import { customers, customerTokens } from '#db/schema/index.ts';
import { newSecret } from '#server/identity/tokens.ts';
import { secretHash } from '#server/platform/keyed-hash.ts';
import type { TestApp } from '../app.ts';
import { type Caller, caller, newPhone, signUp } from '../customers.ts';
import { piece, shopper } from '../purchase.ts';
import type { Pools } from './values.ts';

/** Words that stand in somebody else's data only: whoever reads them has read too much. */
export const MARKERS = ['רחוב־הניצוד', 'ניצוד־פלוני', 'hunted-one@example.com', 'הערת־הניצוד'];

export type World = {
  pools: Pools;
  /** Bodies that are right as they stand. */
  examples: Record<string, unknown>;
  attacker: () => Promise<{ token: string }>;
};

/**
 * Two customers with orders and addresses in two stores, one who attacks them, and all that can be known from outside.
 */
export async function fuzzWorld(site: TestApp): Promise<World> {
  const pools: Pools = { uuid: [] };
  const add = (key: string, ...values: unknown[]) => {
    pools[key] = [...new Set([...(pools[key] ?? []), ...values])].slice(-60);
  };
  const harvest = (value: unknown, key = ''): void => {
    if (Array.isArray(value)) for (const one of value.slice(0, 8)) harvest(one, key);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) harvest(inner, name);
    else if (typeof value === 'string' && value.length > 0 && value.length < 80) {
      add(key, value);
      if (/^[0-9a-f]{8}-/.test(value)) add('uuid', value);
    }
  };

  const who = caller(site);
  for (const path of PUBLIC) {
    const reply = await who.get(path);
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    harvest(reply.json());
  }
  for (const host of ['raam.localhost', 'sela.localhost']) harvest(await victim(site, caller(site, { host })));

  const { body, created } = await ownOrder(site, who);
  harvest(created);
  const { branch_uid, product } = { branch_uid: body.branch_id, product: body.cart[0]?.id };
  pools['cart.id'] = [product, ...(pools.uuid ?? []).slice(0, 3)];
  pools.delivery_type_id = [body.delivery_type_id];
  pools.branch_id = pools.branch_uid = [branch_uid];
  pools.secret = [created.secret, randomUUID()];
  pools.phone = ['050-1234567', '+972 52 123 4567', newPhone()];
  pools.email = ['fuzz@example.com', 'a.b+c@example.co.il'];
  pools.subdomain = ['raam', 'www', 'nosuch'];
  pools.slug = [...(pools.slug ?? []), ...(pools.name ?? []).filter((name) => /^[\w-]+$/.test(String(name)))];
  pools.id = [...(pools.id ?? []), ...pools.slug.slice(0, 10)];
  pools.product = pools.slug;
  pools['x-rate-limit'] = ['otp'];
  pools['idempotency-key'] = Array.from({ length: 60 }, () => randomUUID());
  const { rows } = await site.connection.pool.query(`select uuid, company_uid from stores where key = 'raam'`);
  pools.store_uid = [rows[0].uuid];
  pools.company_uid = [rows[0].company_uid];
  pools.search = ['מסע', 'raam', 'נהיגה', 'BR-100', 'תל', 'הרצל', 'akuo'];
  pools.picture = [
    await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .png()
      .toBuffer(),
  ];

  const contact = { name: 'דנה לוי', phone: '0501234567', email: 'fuzz@example.com', message: 'שלום' };
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  return {
    pools,
    examples: {
      'POST /api/orders/create': body,
      'POST /api/sales/calc-cart': {
        cart: body.cart,
        delivery_type_id: body.delivery_type_id,
        coupons: [{ code: 'RAAM5' }],
      },
      'POST /api/contacts': contact,
      'POST /api/bookings/create': { ...contact, branch_uid, service: 'SERVICE', day, time: '10:00' },
      'POST /api/finance/quote': { variant_id: product, down: 5_000, months: 36, keep: true },
      'POST /customer/customers/add-address': { city: 'חיפה', street: 'הרצל', house: '7' },
      'POST /customer/customers/update': { first_name: 'נועה', last_name: 'לוי', email: 'fuzz@example.com' },
    },
    attacker: () => newcomer(site, rows[0].uuid),
  };
}

let newcomers = 0;

/** A signed-in customer, without a code: those are limited over all, and a fuzz ends many sessions. */
async function newcomer(site: TestApp, storeUid: string): Promise<{ token: string }> {
  const { db } = site.deps;
  const person = {
    storeUid,
    phone: `+97253${String(++newcomers).padStart(7, '0')}`,
    firstName: 'דנה',
    lastName: 'לוי',
  };
  const [customer] = await db.insert(customers).values(person).returning({ uuid: customers.uuid });
  const token = newSecret();
  const expiresAt = new Date(Date.now() + 86_400_000);
  await db
    .insert(customerTokens)
    .values({ tokenHash: secretHash(token), customerUid: customer?.uuid ?? '', expiresAt });
  return { token };
}

const PUBLIC = [
  '/api/caching/get-vehicles-default-layout-cache',
  '/api/products/get-products?page_size=40',
  '/api/collections/list',
  '/api/products/get-brands',
  '/api/products/get-parts-vehicles',
  '/api/finance/get-plans',
  '/api/contacts/get-contact-types',
  '/api/contacts/get-contact-sources',
  '/api/blogs/get-posts',
];

/** Leaves data with markers; what is returned are the ids that an attacker may have got hold of, and no secret. */
async function victim(site: TestApp, who: Caller) {
  const { bearer, customer, phone } = await signUp(site, who);
  const post = async <T>(path: string, body: unknown, headers = {}): Promise<T> => {
    const reply = await who.post(path, body, { ...bearer, ...headers });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    return reply.json<T>();
  };
  const [street, last_name, email, remarks] = MARKERS;
  await post('/customer/customers/update', { first_name: 'נועה', last_name, email });
  const address = await post<Address>('/customer/customers/add-address', { city: 'חיפה', street, house: '7', remarks });
  const store = who.host.split('.')[0] ?? '';
  const goods = await piece(site.connection.pool, { store });
  const person = { first_name: 'נועה', last_name: last_name ?? '', phone, email: email ?? '' };
  const body = await shopper(site.app.server, store).orderBody(goods, { customer: person, remarks: remarks ?? '' });
  const { order } = await post<CreateOrderReply>('/api/orders/create', body, { 'idempotency-key': randomUUID() });
  return { id: [customer.uuid, address.id, order.uuid], order_number: order.number };
}

async function ownOrder(site: TestApp, who: Caller) {
  const goods = await piece(site.connection.pool, { stock: 100_000 });
  const body = await shopper(site.app.server).orderBody(goods);
  const reply = await who.post('/api/orders/create', body, { 'idempotency-key': randomUUID() });
  if (reply.status !== 200) throw new Error(reply.text);
  return { body, created: reply.json<CreateOrderReply>() };
}
