import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CollectionFilter } from '#contract/catalogue/collections.ts';
import type { Product, ProductList } from '#contract/catalogue/products.ts';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const ask = async <T>(store: string, path: string): Promise<T> => {
  const reply = await app.call({ host: `${store}.localhost`, path: encodeURI(path) });
  expect(reply.status, path).toBe(200);
  return reply.json<T>();
};

type Quote = { price: number; down: number; monthly: number; plan: { id: string } };

test.each(['raam', 'sela', 'gal', 'ofek'])(
  '“from … a month” is the least of the lenders of %s, with most payments',
  async (store) => {
    const { items } = await ask<ProductList>(store, '/api/products/get-products?kind=VEHICLE&page_size=96');
    let compared = 0;
    for (const { slug } of items) {
      const product = await ask<Product>(store, `/api/products/get-product/${slug.name}`);
      const [variant] = product.variants;
      if (!variant?.monthly_from) continue;
      const offers = await Promise.all(
        product.finance_plans.map(async ({ id, balloon, down_min }) => {
          const reply = await app.call({
            host: `${store}.localhost`,
            method: 'POST',
            path: '/api/finance/quote',
            body: { plan_id: id, variant_id: variant.id },
          });
          const { quote } = reply.json<{ quote: Quote | null }>();
          const isOwn = quote?.plan.id === id && balloon === 0;
          // A small loan's payment beside most of the price down is nobody's “from”.
          return isOwn && quote.down <= quote.price * (down_min / 100) + 0.01 ? [quote.monthly] : [];
        }),
      );
      const own = offers.flat();
      if (own.length === 0) continue;
      compared += Number(own.length > 1);
      expect(variant.monthly_from.monthly, slug.name).toBe(Math.min(...own));
    }
    expect(compared).toBeGreaterThan(0);
  },
);

test.each(['raam', 'ofek', 'sela'])(
  'ranges of %s touch nowhere: no bound belongs to two, and no product is in two',
  async (store) => {
    const filters = await ask<CollectionFilter[]>(store, '/api/collections/get-collection-filters?kind=VEHICLE');
    const { total } = await ask<ProductList>(store, '/api/products/get-products?kind=VEHICLE&page_size=1');
    const ranged = filters.filter(({ values }) => values.some(({ value }) => /^\d*-\d*$/.test(value)));
    expect(ranged.length).toBeGreaterThan(0);
    for (const { key, values } of ranged) {
      expect(
        values.reduce((sum, { count }) => sum + count, 0),
        key,
      ).toBeLessThanOrEqual(total);
      for (const { value, name } of values) {
        const [low] = value.split('-');
        expect(name, `${key} ${value}`).toMatch(low ? /^מעל [\d,.]+( עד [\d,.]+)?$/ : /^עד [\d,.]+$/);
      }
    }
  },
);
