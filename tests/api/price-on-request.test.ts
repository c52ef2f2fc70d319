import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Configurator } from '#contract/catalogue/configurator.ts';
import type { Product, ProductList } from '#contract/catalogue/products.ts';
import { importFolder } from '#server/import/import.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { shopper } from '../support/purchase.ts';
import { emptyFolder } from '../support/sample-folder.ts';

const SLUG = 'raam-barak-500';
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function load(text: string) {
  const folder = await emptyFolder({ 'catalogue/products.csv': text });
  const report = await importFolder({ pool: app.connection.pool, storage: app.deps.storage, folder: folder.path });
  await folder.remove();
  expect(report.errors).toEqual([]);
}
const get = async <T>(path: string): Promise<T> => (await app.call({ path: `/api${path}` })).json<T>();
const product = () => get<Product>(`/products/get-product/${SLUG}`);
const list = async (query: string) =>
  (await get<ProductList>(`/products/get-products?collection=naked&page_size=96&${query}`)).items;

it('a product with its price on request is shown without one, asked for and never sold; and sold again with a price', async () => {
  const before = await product();
  const variant = before.variants.find(({ available }) => available);
  const shop = shopper(app.port);
  const cart = [{ id: variant?.id ?? '', quantity: 1 }];
  const bought = await shop.orderBody({ variant: cart[0]?.id ?? '', product: before.id, store: 'raam', price: 0 });
  expect(
    (await get<{ configurator: Configurator | null }>(`/variants/get-configurator?product=${SLUG}`)).configurator,
  ).not.toBeNull();

  await load(`slug,price\n${SLUG},on request\n`);
  await expect.poll(async () => (await product()).price).toBeNull();
  const now = await product();
  expect(now).toMatchObject({ deleted_price: null, deposit: null, available: false, stock_policy: 'ON_REQUEST' });
  expect(now).toMatchObject({ starting_from: false, finance_plans: [] });
  expect(now.variants.map((one) => [one.price, one.deleted_price, one.monthly_from, one.available])).toEqual(
    now.variants.map(() => [null, null, null, false]),
  );
  expect(await get(`/variants/get-configurator?product=${SLUG}`)).toEqual({ configurator: null, configuration: null });

  for (const sort of ['price', '-price']) {
    const items = await list(`sort=${sort}`);
    expect(items.length).toBeGreaterThan(3);
    expect(items.at(-1)).toMatchObject({ slug: { name: SLUG }, price: null });
    const prices = items.slice(0, -1).map(({ price }) => price ?? Number.NaN);
    expect(prices).toEqual(prices.toSorted((a, b) => (sort === 'price' ? a - b : b - a)));
  }
  for (const range of ['price_min=0', 'price_max=10000000', 'monthly_max=1000000'])
    expect(
      (await list(range)).map(({ slug }) => slug.name),
      range,
    ).not.toContain(SLUG);
  const { min } = await get<{ min: number }>('/products/get-products-price-range?collection=naked');
  expect(min).toBeGreaterThan(0);

  const { cart: lines, errors } = await shop.calculate({ cart });
  expect([lines, errors]).toMatchObject([
    [],
    [{ error_code: 'PRODUCT_UNAVAILABLE', message: expect.stringContaining('המחיר לפי פנייה') }],
  ]);
  const order = await shop.post('/api/orders/create', bought, { 'idempotency-key': crypto.randomUUID() });
  expect(order.status).toBe(422);
  const quote = await shop.post('/api/finance/quote', { variant_id: cart[0]?.id });
  expect(quote.status).toBe(404);

  const { text } = await app.call({ path: `/product/${SLUG}` });
  expect(text).toContain('מחיר לפי פנייה');
  expect(text).toContain('השאירו פרטים ונחזור אליכם עם הצעת מחיר');
  expect(text).not.toContain('קנייה מיידית');
  // What has no offer and no review is no product to search engines.
  expect(text).not.toContain('"@type":["ProductGroup","Product"');
  expect((await app.call({ path: '/category/naked' })).text).toContain('מחיר לפי פנייה');
  expect((await app.call({ path: `/compare?ids=${SLUG}` })).text).not.toContain('₪0');

  await load(`slug,price,deleted_price,deposit,stock_policy\n${SLUG},42900,45900,800,IN_STOCK\n`);
  await expect.poll(async () => (await product()).available).toBe(true);
  expect((await product()).price).toBe(before.price);
  expect((await shop.calculate({ cart })).cart).toHaveLength(1);
});
