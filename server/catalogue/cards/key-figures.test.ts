import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product, ProductList } from '#contract/catalogue/products.ts';
import { LOAN_WARNING } from '#domain/money/finance-texts.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function get<T>(store: string, path: string): Promise<T> {
  const reply = await app.call({ host: `${store}.localhost`, path });
  expect(reply.status, path).toBe(200);
  return reply.json<T>();
}

test.each([
  ['raam', ['הספק', 'רישיון', 'גובה מושב', 'משקל']],
  ['ruach', ['הספק', 'רישיון', 'גובה מושב', 'משקל']],
  ['noam', ['טווח', 'מהירות', 'משקל משתמש']],
  ['gal', ['אורך', 'הספק', 'מושבים']],
  ['sela', ['הספק', 'מושבים', 'מרווח גחון']],
])('cards of %s say what its vehicles are chosen by', async (store, names) => {
  const { items } = await get<ProductList>(store, '/api/products/get-products?kind=VEHICLE&page_size=96');
  const usual = items.filter(({ key_figures }) => names.every((name) => key_figures.some((one) => one.name === name)));
  expect(usual.length).toBeGreaterThan(items.length / 2);
  for (const { slug, key_figures } of items) expect(key_figures.length, slug.name).toBeGreaterThan(1);
  // A few bytes a card.
  for (const { key_figures } of items) expect(JSON.stringify(key_figures).length).toBeLessThan(260);
});

test('a card says the payment of the product’s own page, with lender and warning under the list', async () => {
  const { items } = await get<ProductList>('raam', '/api/products/get-products?collection=naked');
  const { text } = await app.call({ host: 'raam.localhost', path: '/category/naked' });
  const body = text.slice(0, text.indexOf('</main>'));
  for (const { slug } of items) {
    const product = await get<Product>('raam', `/api/products/get-product/${slug.name}`);
    const least = Math.min(...product.variants.map(({ monthly_from }) => monthly_from?.monthly ?? Number.NaN));
    expect(body, slug.name).toContain(`₪${Math.ceil(least).toLocaleString('en')}</bdi> לחודש`);
  }
  expect(body).toContain(LOAN_WARNING);
  expect(body).toMatch(/במימון כרמל מימון לרכב בע״מ/);
});

test('where nobody finances anything, no payment and no warning is shown', async () => {
  const { text } = await app.call({ host: 'raam.localhost', path: '/category/gear' });
  const body = text.slice(0, text.indexOf('</main>'));
  expect(body).not.toContain('לחודש');
  expect(body).not.toContain(LOAN_WARNING);
});
