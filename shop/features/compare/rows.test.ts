import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product, ProductList } from '#contract/catalogue/products.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { compareGroups } from './rows.ts';
import { toVehicles } from './vehicle.ts';

/** As many as the page compares. */
const MAX_COMPARED = 4;
/** Maximum share of empty cells: above it the table shows how models were described, not how they differ. */
const MAX_EMPTY = 0.1;

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

/** Groups that a shopper would compare: same type, wheels or use, and same fuel. */
function kindOf({ meta }: Product): string {
  const value = (key: string) => meta.find((entry) => entry.key === key)?.value;
  return `${value('type') ?? value('wheels') ?? value('use')}, ${value('fuel')}`;
}

/** All combinations of two and more, up to the page's maximum. */
function choices<T>(items: T[]): T[][] {
  let all: T[][] = [[]];
  for (const item of items)
    all = [...all, ...all.filter(({ length }) => length < MAX_COMPARED).map((some) => [...some, item])];
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
      .filter(({ empty }) => empty > MAX_EMPTY);
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

test('what is ordered from a comparison is the cheapest variant in stock', async () => {
  const [product] = (await get<ProductList>('raam', '/api/products/get-products?page_size=40')).items;
  const full = await get<Product>('raam', `/api/products/get-product/${product?.slug.name}`);
  const [first] = full.variants;
  if (!first) throw new Error('a product has variants');
  const variants = [
    { ...first, sku: 'dear', price: 900, available: true },
    { ...first, sku: 'sold', price: 500, available: false },
    { ...first, sku: 'cheap', price: 700, available: true },
    { ...first, sku: 'asked', price: null, available: true },
  ];
  const skuOf = (some: Product['variants']) =>
    new URLSearchParams(toVehicles([{ product: { ...full, variants: some } }])[0]?.order?.split('?')[1]).get('variant');
  expect(skuOf(variants)).toBe('cheap');
  expect(skuOf(variants.filter(({ sku }) => sku === 'sold' || sku === 'asked'))).toBeNull();
});

test('the price is that of what can be ordered; where nothing can, of all', async () => {
  const [preview] = (await get<ProductList>('raam', '/api/products/get-products?kind=VEHICLE')).items;
  const product = await get<Product>('raam', `/api/products/get-product/${preview?.slug.name}`);
  const [one] = product.variants;
  if (!one) throw new Error('no variant');
  const variant = (sku: string, price: number, available: boolean) => ({
    ...one,
    sku,
    price,
    deleted_price: null,
    available,
  });
  const card = (...variants: Product['variants']) =>
    toVehicles([{ product: { ...product, price: 100, deleted_price: 110, starting_from: true, variants } }])[0];
  expect(card(variant('a', 100, false), variant('b', 300, true), variant('c', 200, true))).toMatchObject({
    price: 200,
    deleted_price: null,
    starting_from: true,
    order: `/purchase?uid=${product.id}&variant=c`,
  });
  expect(card(variant('a', 100, false), variant('b', 200, true))).toMatchObject({ price: 200, starting_from: false });
  expect(card(variant('a', 100, false), variant('b', 200, false))).toMatchObject({
    ...{ price: 100, deleted_price: 110, starting_from: true, order: null },
  });
});

test('a comparison is of the colour or configuration that was chosen, at its own price; what is gone is the model again', async () => {
  const product = await get<Product>('raam', '/api/products/get-product/raam-barak-500');
  const yellow = product.variants.find(({ sku }) => sku === 'RM-B500-YEL');
  const { configurator } = await get<{
    configurator: { groups: { choices: { key: string; default: boolean; variants: string[] }[] }[] };
  }>('raam', '/api/variants/get-configurator?product=raam-barak-500');
  const choices = configurator.groups.flatMap((group) => group.choices);
  const colour = choices.find(({ variants }) => variants.includes('RM-B500-YEL'));
  const standard = choices.filter((choice) => choice.default && choice.variants.length === 0);
  const saved = await app.call({
    ...{ method: 'POST', host: 'raam.localhost', path: '/api/variants/configure' },
    body: {
      product_uid: product.id,
      choices: [colour?.key, ...standard.map(({ key }) => key), 'pack-road'],
      save: true,
    },
  });
  const { code, price } = saved.json<{ code: string; price: number }>();
  const shown = async (entry: string) =>
    (await app.call({ host: 'raam.localhost', path: `/compare?ids=${entry}` })).text;
  const sum = (value: number) => `>₪${value.toLocaleString('en')}<`;

  const inYellow = await shown('raam-barak-500~RM-B500-YEL');
  expect(inYellow).toContain(sum(yellow?.price ?? 0));
  expect(inYellow).toContain(`/purchase?uid=${product.id}&amp;variant=RM-B500-YEL"`);
  expect(inYellow).toContain('href="/product/raam-barak-500?variant=RM-B500-YEL"');
  expect(inYellow).not.toContain('החל מ־</span>');

  const configured = await shown(`raam-barak-500~${code}`);
  expect(configured).toContain(sum(price));
  expect(configured).toContain(`href="/purchase?uid=${code}"`);
  expect(configured).toContain('צהוב ברק, חבילת דרך');

  for (const gone of ['RM-B500-GONE', 'bcdfghjkmn', '%22%3E'])
    expect(await shown(`raam-barak-500~${gone}`), gone).toContain('החל מ־</span>');
  // Another vehicle's configuration is none of this one.
  expect(await shown(`raam-masa-750~${code}`)).not.toContain(sum(price));
});
