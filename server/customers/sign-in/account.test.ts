import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductList } from '#contract/catalogue/products.ts';
import type { Order } from '#contract/checkout/orders.ts';
import type { OrderPreview } from '#contract/customers/customers.ts';
import { orderLines, orders, stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, newPhone, signUp } from '../../../tests/support/customers.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

const productsOf = async (host: string) =>
  (await caller(site, { host }).get('/api/products/get-products?page_size=3'))
    .json<ProductList>()
    .items.map((item) => item.id);
const add = '/customer/customers/add-favorite-product';
const list = '/customer/customers/get-products';

test('favourites: added, listed with the newest first, removed', async () => {
  const { who, bearer } = await signUp(site);
  const [one = '', two = '', three = ''] = await productsOf('raam.localhost');
  expect((await who.post(add, { product_ids: [one] }, bearer)).json()).toEqual({ total: 1 });
  expect((await who.post(add, { product_ids: [three, two, one] }, bearer)).json()).toEqual({ total: 3 });
  const all = (await who.get(list, bearer)).json<ProductList>();
  expect(all.items.map((item) => item.id)).toEqual([three, two, one]);
  expect((await who.get('/api/customers/get-by-token', bearer)).json()).toMatchObject({ favorites: [three, two, one] });
  expect((await who.delete(`/customer/customers/${two}`, bearer)).json()).toEqual({ total: 2 });
  expect((await who.delete(`/customer/customers/${two}`, bearer)).status).toBe(404);
  const page = (await who.get(`${list}?page=2&page_size=1`, bearer)).json<ProductList>();
  expect([page.total, page.items.map((item) => item.id)]).toEqual([2, [one]]);
});

test("another customer's favourites and another store's products are not there", async () => {
  const [one, two] = [await signUp(site), await signUp(site)];
  const [product = ''] = await productsOf('raam.localhost');
  const [foreign = ''] = await productsOf('noam.localhost');
  await one.who.post(add, { product_ids: [product] }, one.bearer);
  expect((await two.who.delete(`/customer/customers/${product}`, two.bearer)).status).toBe(404);
  expect((await two.who.get(list, two.bearer)).json<ProductList>().total).toBe(0);
  expect((await one.who.post(add, { product_ids: [foreign] }, one.bearer)).status).toBe(404);
  expect((await one.who.post(add, { product_ids: [foreign, product] }, one.bearer)).json()).toEqual({ total: 1 });
  expect((await one.who.post(add, { product_ids: [] }, one.bearer)).status).toBe(400);
});

/** A guest's order. */
async function guestOrder(host: string, phone: string, name: string): Promise<string> {
  const [store] = await site.deps.db.select({ uuid: stores.uuid }).from(stores).where(eq(stores.key, host));
  if (!store) throw new Error(`no store ${host}`);
  const uuid = crypto.randomUUID();
  await site.deps.db.insert(orders).values({
    uuid,
    storeUid: store.uuid,
    number: uuid.slice(0, 9).toUpperCase(),
    secretHash: uuid,
    paymentMethod: 'card',
    firstName: 'נועה',
    lastName: 'לוי',
    phone: `+972${phone.slice(1)}`,
    email: 'noa@example.com',
    linesAgorot: 12_300,
    totalAgorot: 12_300,
    dueAgorot: 12_300,
    termsAcceptedAt: new Date(),
  });
  await site.deps.db
    .insert(orderLines)
    .values({ orderUid: uuid, name, sku: 'T-1', quantity: 2, priceAgorot: 6_150, position: 0 });
  return uuid;
}

const orderPath = '/customer/orders/get-customer-orders';
type Orders = { items: OrderPreview[]; total: number };

test('orders of a guest become those of the customer who proves the phone, in that store only', async () => {
  const phone = newPhone();
  const mine = await guestOrder('raam', phone, 'קסדה מלאה 50%');
  await guestOrder('noam', phone, 'סל קדמי');
  const { who, bearer } = await signUp(site, caller(site), phone);
  const reply = (await who.get(orderPath, bearer)).json<Orders>();
  expect(reply.items).toMatchObject([{ uuid: mine, total_order_price: 123, amount_to_pay: 123, lines_count: 1 }]);
  expect((await who.get(`/api/orders/get-order?id=${mine}`, bearer)).json<Order>().lines[0]?.name).toBe(
    'קסדה מלאה 50%',
  );

  const countFound = async (search: string) =>
    (await who.get(`${orderPath}?search=${encodeURIComponent(search)}`, bearer)).json<Orders>().total;
  expect(await countFound('קסדה')).toBe(1);
  expect(await countFound(mine.slice(0, 6))).toBe(1);
  expect(await countFound('50%')).toBe(1);
  expect(await countFound('%')).toBe(1);
  expect(await countFound('_')).toBe(0);
  expect(await countFound('סל')).toBe(0);
});

test("another customer's order answers 404, and so does one's own in another store", async () => {
  const phone = newPhone();
  const theirs = await guestOrder('raam', phone, 'מעיל');
  await signUp(site, caller(site), phone);
  const stranger = await signUp(site);
  expect((await stranger.who.get(`/api/orders/get-order?id=${theirs}`, stranger.bearer)).status).toBe(404);
  expect((await stranger.who.get(orderPath, stranger.bearer)).json<Orders>().total).toBe(0);
  const elsewhere = await signUp(site, caller(site, { host: 'noam.localhost' }), newPhone());
  expect((await elsewhere.who.get(`/api/orders/get-order?id=${theirs}`, elsewhere.bearer)).status).toBe(404);
});

test('an order that belongs to a customer stays there when somebody else proves its phone', async () => {
  const phone = newPhone();
  const first = await signUp(site);
  const uuid = await guestOrder('raam', phone, 'כפפות');
  await site.deps.db.update(orders).set({ customerUid: first.customer.uuid }).where(eq(orders.uuid, uuid));
  const second = await signUp(site, caller(site), phone);
  expect((await second.who.get(orderPath, second.bearer)).json<Orders>().total).toBe(0);
});

test('an update without an e-mail address leaves the stored one, proved as it is; null takes it away', async () => {
  const { who, bearer, customer } = await signUp(site);
  const update = (more: Record<string, unknown>) =>
    who.post('/customer/customers/update', { first_name: 'נועה', last_name: 'כהן', ...more }, bearer);
  await update({ email: 'kept@example.com' });
  await site.connection.pool.query('update customers set email_verified_at = now() where uuid = $1', [customer.uuid]);
  const proved = async () =>
    (await site.connection.pool.query('select email_verified_at from customers where uuid = $1', [customer.uuid]))
      .rows[0].email_verified_at;
  expect((await update({})).json()).toMatchObject({ last_name: 'כהן', email: 'kept@example.com' });
  expect(await proved()).not.toBeNull();
  expect((await update({ email: 'other@example.com' })).json()).toMatchObject({ email: 'other@example.com' });
  expect(await proved()).toBeNull();
  expect((await update({ email: null })).json()).toMatchObject({ email: null });
});

test('addresses of pictures are addresses: each of them answers', async () => {
  const get = async <T>(path: string) => (await site.call({ path })).json<T>();
  const store = await get<Record<string, string | null>>('/api/stores/find-by-sub-domain/raam');
  const { items } = await get<ProductList>('/api/products/get-products?page_size=3');
  const urls = [
    store.image_url,
    store.footer_logo_url,
    store.favicon_url,
    ...items.map(({ main_image }) => main_image?.image_url),
  ].filter((url) => typeof url === 'string');
  expect(urls.length).toBeGreaterThan(3);
  for (const path of urls) expect([path, (await site.call({ path })).status]).toEqual([path, 200]);
});
