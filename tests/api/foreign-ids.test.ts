import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Product, ProductList } from '#contract/catalogue/products.ts';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import type { Address } from '#contract/customers/account.ts';
import { type CallName, contract } from '#contract/index.ts';
import { payLinkSecret } from '#server/checkout/order-secret.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { caller, signUp } from '../support/customers.ts';
import { CARDS, pay, piece, shopper } from '../support/purchase.ts';

/** Names under which a call takes what stands for one thing: an id, a secret, a code. */
const ID = /^(id|uid|uuid|ids|secret|token|ticket|code)$|_(id|uid|uuid|ids|uids|ticket)$/;
type Json = Record<string, unknown> & { properties?: Record<string, Json>; items?: Json };

function idsIn(schema: Json | undefined): string[] {
  if (!schema) return [];
  const here = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => [
    ...(ID.test(key) && key !== 'store_uid' && key !== 'company_uid' ? [key] : []),
    ...idsIn(value),
  ]);
  const inside = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] as Json[] | undefined) ?? []);
  return [...here, ...idsIn(schema.items), ...inside.flatMap(idsIn)];
}

const callsWithIds = Object.entries(contract)
  .filter(([, call]) =>
    (['params', 'query', 'body'] as const).some((part) => {
      const schema = (call as Record<string, unknown>)[part] as z.ZodType | undefined;
      return schema && idsIn(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Json).length > 0;
    }),
  )
  .map(([name]) => name);

/** Whose ids are nobody's own: the catalogue's and the content's, which the store shows to everybody. */
const PUBLIC = [
  'GET /api/products/',
  'GET /api/collections/',
  'GET /api/content-pages/',
  'GET /api/blogs/',
  'GET /api/seo/',
  'GET /api/contacts/',
  'POST /api/contacts',
  'POST /api/variants/',
  'POST /api/sales/calc-cart',
  'POST /api/orders/create',
  'GET /api/bookings/get-slots',
  'POST /api/bookings/create',
  'POST /api/finance/quote',
  // A quote holds nothing of a person; whoever has its uid may reopen it, in its store.
  'GET /api/finance/get-quote/:uid',
  // Adding to one's own lists, and taking out of them, by products, codes and quotes of the store.
  'POST /customer/customers/add-favorite-product',
  'POST /customer/customers/save-',
  'POST /customer/customers/merge-device',
  // Variants of the store, into one's own cart (`server/customers/account/cart.test.ts`).
  'POST /customer/customers/sync-cart',
  'GET /api/reviews/',
  'POST /api/reviews/ask-question',
  // By the order's secret: `server/office/reviews/reviews.test.ts` tries others' orders, products and photos.
  'POST /api/reviews/write-review',
  'POST /api/reviews/add-photo',
  'POST /api/reviews/remove-photo',
  // By the offer's secret: `server/leads/trade-ins/trade-ins.test.ts` tries others' offers, phones and photos.
  'POST /api/trade-ins/',
  'GET /api/trade-ins/',
  // By the order's secret and a proof of its phone: `server/checkout/fulfilment/buyer-tasks/paper-access.test.ts`.
  'POST /api/orders/remove-paper',
];
/**
 * What proves who one is: `server/customers/sign-in/attacks.test.ts` and
 * `server/customers/account/change-phone.test.ts` attack these.
 */
const SIGNING_IN = ['/api/customers/', '/customer/customers/change-password', '/customer/customers/change-phone'];

type Things = {
  order: string;
  paid: string;
  invoice: string;
  secret: string;
  link: string;
  address: string;
  vehicle: string;
  favorite: string;
  code: string;
  quote: string;
  image: string;
  booking: string;
  /** When that is. */
  visit: { day: string; time: string };
};
type Attempt = { path: string; method?: string; body?: unknown };
const NEW = { city: 'ירושלים', street: 'יפו', house: '1' };

/** By the owner's id: nobody else gets anything by it. */
const owned: Record<string, (mine: Things) => Attempt> = {
  'GET /api/orders/get-order': ({ order }) => ({ path: `/api/orders/get-order?id=${order}` }),
  'GET /api/receipts/get-invoices': ({ paid }) => ({ path: `/api/receipts/get-invoices?id=${paid}` }),
  'POST /api/receipts/get-receipts': ({ paid }) => ({ path: '/api/receipts/get-receipts', body: { id: paid } }),
  'POST /api/receipts/pay': ({ order }) => ({ path: '/api/receipts/pay', body: { id: order } }),
  'POST /customer/customers/update-address': ({ address }) => ({
    path: '/customer/customers/update-address',
    body: { id: address, ...NEW },
  }),
  'POST /customer/customers/set-main-address/:id': ({ address }) => ({
    path: `/customer/customers/set-main-address/${address}`,
    body: undefined,
    method: 'POST',
  }),
  'DELETE /customer/customers/delete-configuration/:code': ({ code }) => ({
    method: 'DELETE',
    path: `/customer/customers/delete-configuration/${code}`,
  }),
  'DELETE /customer/customers/delete-quote/:id': ({ quote }) => ({
    method: 'DELETE',
    path: `/customer/customers/delete-quote/${quote}`,
  }),
  'DELETE /customer/customers/:id': ({ favorite }) => ({
    method: 'DELETE',
    path: `/customer/customers/${favorite}`,
  }),
  'DELETE /customer/customers/delete-customer-address/:id': ({ address }) => ({
    method: 'DELETE',
    path: `/customer/customers/delete-customer-address/${address}`,
  }),
  'POST /customer/orders/cancel-order': ({ order }) => ({ path: '/customer/orders/cancel-order', body: { id: order } }),
  // Beside the contract: files and the page.
  'GET /customer/media/:id': ({ image }) => ({ path: image }),
  'GET /api/receipts/get-document/:id': ({ invoice }) => ({ path: `/api/receipts/get-document/${invoice}` }),
  'GET /personal-area/orders/order-details': ({ order }) => ({
    path: `/personal-area/orders/order-details?id=${order}`,
  }),
  'GET /personal-area/garage/:vehicle': ({ vehicle }) => ({ path: `/personal-area/garage/${vehicle}` }),
};

/** By a secret: whoever holds it may, in its own store; a guessed one opens nothing. */
const bySecret: Record<string, (mine: Things) => Attempt> = Object.fromEntries(
  [
    'POST /api/orders/check-payment',
    'POST /api/orders/extend-hold',
    'POST /api/receipts/get-payment-link',
    'POST /api/orders/release',
  ].map((name) => [name, ({ secret }: Things) => ({ path: name.split(' ')[1] ?? '', body: { secret } })]),
);
const byLink: Record<string, (mine: Things) => Attempt> = Object.fromEntries(
  ['POST /api/receipts/check-payment-link', 'POST /api/receipts/pay-by-payment-link'].map((name) => [
    name,
    ({ link }: Things) => ({ path: name.split(' ')[1] ?? '', body: { secret: link } }),
  ]),
);

const byBooking: Record<string, (mine: Things) => Attempt> = {
  'GET /api/bookings/get-booking': ({ booking }) => ({ path: `/api/bookings/get-booking?secret=${booking}` }),
  'POST /api/bookings/move': ({ booking, visit }) => ({
    path: '/api/bookings/move',
    body: { secret: booking, ...visit },
  }),
  'POST /api/bookings/cancel': ({ booking }) => ({ path: '/api/bookings/cancel', body: { secret: booking } }),
};

test('every call of the contract that takes an id is in one of the tables', () => {
  const known = { ...owned, ...bySecret, ...byLink, ...byBooking };
  const left = callsWithIds.filter(
    (name) =>
      !(name in known) &&
      !PUBLIC.some((start) => name.startsWith(start)) &&
      !SIGNING_IN.some((start) => name.includes(` ${start}`)),
  );
  expect(left).toEqual([]);
  const inContract = Object.keys(known).filter((name) => name in contract);
  expect(inContract.filter((name) => !callsWithIds.includes(name as CallName))).toEqual([]);
});

let site: TestApp;
let mine: Things;
let owner: Awaited<ReturnType<typeof signUp>>;
let other: Awaited<ReturnType<typeof signUp>>;
let elsewhere: Awaited<ReturnType<typeof signUp>>;

const SECRETS = ['רחוב־הסוד', 'קומת־הסוד', 'noa-secret@example.com'];

beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
  owner = await signUp(site);
  other = await signUp(site);
  elsewhere = await signUp(site, caller(site, { host: 'noam.localhost' }), owner.phone);
  const { who, bearer } = owner;
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const reply = await who.post(path, body, bearer);
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    return reply.json<T>();
  };
  const address = await post<Address>('/customer/customers/add-address', {
    city: 'חיפה',
    street: SECRETS[0],
    house: '7',
    floor: SECRETS[1],
  });
  await post('/customer/customers/add-address', { city: 'לוד', house: '2' });

  const shop = shopper(site.app.server);
  const customer = { first_name: 'נועה', last_name: 'לוי', phone: owner.phone, email: SECRETS[2] ?? '' };
  const place = async (): Promise<CreateOrderReply> => {
    const body = await shop.orderBody(await piece(site.connection.pool), { customer });
    const headers = { ...bearer, 'idempotency-key': crypto.randomUUID() };
    const placed = await who.post('/api/orders/create', body, headers);
    if (placed.status !== 200) throw new Error(placed.text);
    return placed.json<CreateOrderReply>();
  };
  const bought = await place();
  await pay(site.port, new URL(bought.payment?.url ?? '').pathname, CARDS.approved);
  await shop.ask(bought.secret);
  const { order, secret } = await place();
  const path = `/api/receipts/get-invoices?id=${bought.order.uuid}`;
  const [invoice] = (await who.get(path, bearer)).json<{ uuid: string }[]>();

  const listed = (await who.get('/api/products/get-products?page_size=90')).json<ProductList>();
  const favorite = listed.items[0]?.id ?? '';
  await post('/customer/customers/add-favorite-product', { product_ids: [favorite] });
  let code = '';
  let quote = '';
  for (const { slug, id } of listed.items) {
    if (code && quote) break;
    const { configurator } = (await who.get(`/api/variants/get-configurator?product=${slug.name}`)).json<{
      configurator: { groups: { choices: { key: string; default: boolean }[] }[] } | null;
    }>();
    if (!configurator) continue;
    const choices = configurator.groups.flatMap((group) =>
      group.choices.filter((choice) => choice.default).map(({ key }) => key),
    );
    const made = await post<{ code: string | null }>('/api/variants/configure', {
      product_uid: id,
      choices,
      save: true,
    });
    code ||= made.code ?? '';
    const { variants } = (await who.get(`/api/products/get-product/${slug.name}`)).json<Product>();
    const kept = await who.post('/api/finance/quote', { variant_id: variants[0]?.id, keep: true });
    if (kept.status === 200) quote ||= kept.json<{ uid: string }>().uid;
  }
  await post('/customer/customers/save-configuration', { code });
  await post('/customer/customers/save-quote', { uid: quote });

  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const image = await who.post('/customer/media/upload-customer-image', picture, {
    ...bearer,
    'content-type': 'image/png',
  });
  if (image.status !== 200) throw new Error(image.text);
  const { rows: garage } = await site.connection.pool.query<{ uuid: string }>(
    `insert into garage_vehicles (customer_uid, vehicle_uid, details_at) select $1, uuid, now() from products where kind = 'VEHICLE' limit 1 returning uuid`,
    [owner.customer.uuid],
  );
  const { secret: booking, ...visit } = await book(owner.phone);
  mine = {
    booking,
    visit,
    order: order.uuid,
    paid: bought.order.uuid,
    invoice: invoice?.uuid ?? '',
    secret,
    link: payLinkSecret(site.deps.secret, { uuid: order.uuid, number: order.number }),
    address: address.id,
    vehicle: garage[0]?.uuid ?? '',
    favorite,
    code,
    quote,
    image: image.json<{ image_src: string }>().image_src,
  };
}, 120_000);
afterAll(() => site.close());

/** A visit for service, at the first branch and time that there is. */
async function book(phone: string): Promise<{ secret: string; day: string; time: string }> {
  const { who } = owner;
  const { rows } = await site.connection.pool.query<{ uuid: string }>('select uuid from branches order by uuid');
  for (const { uuid: branch_uid } of rows) {
    const asked = await who.get(`/api/bookings/get-slots?branch_uid=${branch_uid}&service=SERVICE`);
    if (asked.status !== 200) continue;
    const free = asked.json<{ days: { day: string; times: string[] }[] }>().days.find(({ times }) => times.length > 0);
    if (!free) continue;
    const [time = ''] = free.times;
    const visit = { branch_uid, service: 'SERVICE', day: free.day, time, name: 'נועה לוי', phone };
    const made = await who.post('/api/bookings/create', visit);
    if (made.status !== 200) throw new Error(made.text);
    return { ...made.json<{ secret: string }>(), day: free.day, time };
  }
  throw new Error('no branch takes bookings');
}

const send = ({ path, method, body }: Attempt, host: string, headers: Record<string, string>) =>
  site.call({ host, path, method: method ?? (body === undefined ? 'GET' : 'POST'), body, headers });

/** Asked from this machine, which is not limited. */
async function ofOwner(): Promise<unknown> {
  const path = '/customer/customers/download-my-data';
  const reply = await site.call({ host: 'raam.localhost', path, headers: owner.bearer });
  expect(reply.status).toBe(200);
  const { generated_at: _now, sessions: _sessions, ...data } = reply.json<Record<string, unknown>>();
  return data;
}

const refusals = [401, 404];
/** A page sends a stranger to the sign-in, which tells nothing either. */
const acceptable = (name: string) => (name.startsWith('GET /personal-area') ? [...refusals, 302] : refusals);

describe.each(Object.entries(owned))('%s', (name, attempt) => {
  test('is refused to a stranger, to another customer and in another store, and changes nothing', async () => {
    const before = await ofOwner();
    const asked = attempt(mine);
    const cookie = (token: string): Record<string, string> =>
      name.startsWith('GET /personal-area')
        ? { cookie: `auth._token.local=${token}` }
        : { authorization: `Bearer ${token}` };
    const tries = {
      stranger: await send(asked, 'raam.localhost', {}),
      'another customer': await send(asked, 'raam.localhost', cookie(other.token)),
      'the same person in another store': await send(asked, 'noam.localhost', cookie(elsewhere.token)),
      "the owner's token in another store": await send(asked, 'noam.localhost', cookie(owner.token)),
      "another store's token here": await send(asked, 'raam.localhost', cookie(elsewhere.token)),
    };
    for (const [who, reply] of Object.entries(tries)) {
      expect(acceptable(name), `${who}: ${reply.status} ${reply.text.slice(0, 200)}`).toContain(reply.status);
      for (const secret of [...SECRETS, owner.phone.slice(1)]) expect(reply.text, who).not.toContain(secret);
    }
    expect(await ofOwner()).toEqual(before);
  });
});

describe.each([bySecret, byLink, byBooking].flatMap((table) => Object.entries(table)))('%s', (_name, attempt) => {
  test('opens nothing in another store, nor by a guessed secret', async () => {
    const before = await ofOwner();
    const asked = attempt(mine);
    const guessed = attempt({
      ...mine,
      secret: `${mine.secret.slice(0, -2)}xx`,
      link: `${mine.link.slice(0, -2)}xx`,
      booking: `${mine.booking.slice(0, -2)}xx`,
    });
    expect((await send(asked, 'noam.localhost', { authorization: `Bearer ${elsewhere.token}` })).status).toBe(404);
    expect((await send(guessed, 'raam.localhost', { authorization: `Bearer ${other.token}` })).status).toBe(404);
    expect(await ofOwner()).toEqual(before);
  });
});

/** The other side of the proof: the same requests are good ones. What deletes comes last, as the tables have it. */
test.each([
  ...Object.entries(bySecret).slice(0, 3),
  ...[byLink, byBooking, owned].flatMap((table) => Object.entries(table)),
])('%s answers its owner', async (name, attempt) => {
  const headers: Record<string, string> = name.startsWith('GET /personal-area')
    ? { cookie: `auth._token.local=${owner.token}` }
    : owner.bearer;
  const reply = await send(attempt(mine), 'raam.localhost', headers);
  expect(reply.status, reply.text.slice(0, 300)).toBe(200);
});
