import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product, ProductList } from '#contract/catalogue/products.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { compareGroups } from './rows.ts';

/** As many as the page puts side by side. */
const MOST_COMPARED = 4;
/** Of a comparison’s cells: more of them without a value, and the table tells how the models were written, not how they differ. */
const MOST_EMPTY = 0.1;

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

/** What a shopper would compare: of one type, or with as many wheels, or for one use, and with the same fuel. */
function kindOf({ meta }: Product): string {
  const value = (key: string) => meta.find((entry) => entry.key === key)?.value;
  return `${value('type') ?? value('wheels') ?? value('use')}, ${value('fuel')}`;
}

/** Every choice of two and more, up to as many as the page compares. */
function choices<T>(items: T[]): T[][] {
  let all: T[][] = [[]];
  for (const item of items)
    all = [...all, ...all.filter(({ length }) => length < MOST_COMPARED).map((some) => [...some, item])];
  return all.filter(({ length }) => length > 1);
}

function emptyShare(products: Product[]): number {
  const cells = compareGroups(products).flatMap(({ rows }) => rows.flatMap(({ values }) => values));
  return cells.filter((value) => value === null).length / cells.length;
}

test.each(['raam', 'ruach', 'zik', 'sela', 'noam', 'gal', 'ofek'])(
  'the vehicles of one kind that %s sells tell of the same things',
  async (store) => {
    const list = await get<ProductList>(store, '/api/products/get-products?kind=VEHICLE&page_size=96');
    const vehicles = await Promise.all(
      list.items.map(({ slug }) => get<Product>(store, `/api/products/get-product/${slug.name}`)),
    );
    const kinds = [...new Set(vehicles.map(kindOf))];
    const compared = kinds.flatMap((kind) => choices(vehicles.filter((vehicle) => kindOf(vehicle) === kind)));
    expect(vehicles).toHaveLength(list.total);
    expect(compared.length, 'the bound says something').toBeGreaterThan(4);
    const poor = compared
      .map((products) => ({ slugs: products.map(({ slug }) => slug.name).join(), empty: emptyShare(products) }))
      .filter(({ empty }) => empty > MOST_EMPTY);
    expect(poor).toEqual([]);
  },
);

const inColors = (...names: string[]) =>
  ({
    variant_colors: names.map((value_name) => ({ value_name })),
    deposit: null,
    specifications: [],
    safety_systems: [],
  }) as unknown as Product;

test('as many colours are the same only where they are the same, in whatever order', () => {
  const differs = (...products: Product[]) => compareGroups(products)[0]?.rows[0]?.differs;
  expect(differs(inColors('אדום', 'שחור'), inColors('אדום', 'לבן'))).toBe(true);
  expect(differs(inColors('אדום', 'שחור'), inColors('שחור', 'אדום', 'שחור'))).toBe(false);
});
