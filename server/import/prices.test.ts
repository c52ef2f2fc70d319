import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startImport, type TestImport } from '../../tests/support/test-import.ts';
import type { ImportReport } from './import.ts';

let shop: TestImport;
beforeAll(async () => {
  shop = await startImport();
});
beforeEach(async () => {
  await shop.load({ acceptPriceChanges: true });
});
afterAll(() => shop.end());

const errorTexts = ({ errors }: ImportReport) => errors.map((e) => `${e.row} ${e.column} ${e.value}: ${e.reason}`);
const products = (text: string, options = {}) => shop.loadOnly({ 'catalogue/products.csv': text }, options);
const variants = (text: string, options = {}) => shop.loadOnly({ 'catalogue/variants.csv': text }, options);
const priceOf = async (slug: string) =>
  (
    await shop.query(`select price_agorot::int, price_on_request, stock_policy from products where slug = '${slug}'`)
  )[0];

test('a price of 0 is refused unless it is said to be free', async () => {
  expect(errorTexts(await products('slug,price,stores\nhelmet,0,one|all=0\n'))).toEqual([
    '2 price 0: is 0: write "free" for what is given away',
    '2 stores one|all=0: all=0: is 0: write "free" for what is given away',
  ]);
  expect(errorTexts(await variants('product,sku,price\nhelmet,HELMET-M,0.00\n'))).toEqual([
    '2 price 0.00: is 0: write "free" for what is given away',
  ]);
  expect(await priceOf('helmet')).toEqual([89_000, false, 'IN_STOCK']);
  expect(errorTexts(await products('slug,price\nhelmet,free\n', { acceptPriceChanges: true }))).toEqual([]);
  expect(await priceOf('helmet')).toEqual([0, false, 'IN_STOCK']);
});

test('a price that changes by more than half needs --accept-price-changes, and is listed', async () => {
  const jump = 'slug,price,stores\none-500,4290,one|all=41900\nhelmet,1335,one|all\nfilter,194.86,all\n';
  const more = 'a change of more than 50 %: --accept-price-changes, if it is meant';
  expect(errorTexts(await products(jump))).toEqual([
    `2 price 4290: was ₪42,900, ${more}`,
    `4 price 194.86: was ₪129.90, ${more}`,
  ]);
  expect(await priceOf('one-500')).toEqual([4_290_000, false, 'IN_STOCK']);
  const accepted = await products(jump, { acceptPriceChanges: true });
  expect([accepted.errors, accepted.notes.map((note) => `${note.row} ${note.value} ${note.reason}`)]).toEqual([
    [],
    [
      '2 4290 was ₪42,900',
      '4 194.86 was ₪129.90',
      'null filter a product has no picture: a drawing stands in its place',
    ],
  ]);
  expect(await priceOf('one-500')).toEqual([429_000, false, 'IN_STOCK']);
});

test('so does one of a store and of a variant, also where it falls back to the price of the product', async () => {
  const store = await products('slug,stores\none-500,one|all=4190.50\n');
  expect(errorTexts(store)[0]).toMatch(/^2 stores 4190.5: was ₪41,900.50, a change/);
  const own = await variants('product,sku,price\none-500,ONE-500-BLK,4390\none-500,ONE-500-RED,90000\n');
  expect(errorTexts(own)).toMatchObject(
    [/^2 price 4390: was ₪43,900/, /^3 price 90000: was ₪42,900/].map((r) => expect.stringMatching(r)),
  );
  await variants('product,sku,price\none-500,ONE-500-BLK,90000\n', { acceptPriceChanges: true });
  expect(errorTexts(await variants('product,sku,price\none-500,ONE-500-BLK,\n'))[0]).toMatch(
    /^2 price 42900: was ₪90,000/,
  );
});

test('so does one of a variant whose product the same folder renames', async () => {
  const renamed = await shop.loadOnly({
    'catalogue/products.csv': 'slug,former_slugs\none-501,one-500\n',
    'catalogue/variants.csv': 'product,sku,price\none-501,ONE-500-RED,4290\none-501,ONE-500-BLK,43900\n',
  });
  expect(errorTexts(renamed)).toEqual([expect.stringMatching(/^2 price 4290: was ₪42,900, a change/)]);
});

test('a price on request takes all that needs a price with it, and refuses it beside', async () => {
  const reason = 'the price is on request: write a price, or leave this empty';
  expect(
    errorTexts(
      await products(
        'slug,price,deleted_price,deposit,stock_policy,stores\none-800,on request,70000,500,IN_STOCK,one|all=60000\n',
      ),
    ),
  ).toEqual([
    `2 deleted_price 70000: ${reason}`,
    `2 deposit 500: ${reason}`,
    `2 stock_policy IN_STOCK: ${reason}`,
    `2 stores all=60000: ${reason}`,
  ]);
  expect(errorTexts(await products('slug,price\none-800,on request\n'))).toEqual([]);
  expect(await priceOf('one-800')).toEqual([0, true, 'ON_REQUEST']);
  expect(await shop.query(`select deleted_price_agorot from products where slug = 'one-800'`)).toEqual([[null]]);
  expect(errorTexts(await products('slug,stock_policy\none-800,IN_STOCK\n'))).toEqual([
    `2 stock_policy IN_STOCK: ${reason}`,
  ]);
  expect(errorTexts(await variants('product,sku,price\none-800,ONE-800-RED,62900\n'))).toEqual([
    "2 price 62900: the product's price is on request",
  ]);
  expect((await products('slug,price\none-800,on request\n')).changed).toBe(0);
  expect(errorTexts(await products('slug,price,stock_policy\none-800,62900,IN_STOCK\n'))).toEqual([]);
  expect(await priceOf('one-800')).toEqual([6_290_000, false, 'IN_STOCK']);
});

test('a price on request is forgotten by stores and variants, too: a later price is the only one', async () => {
  await shop.query(`update store_products sp set deleted_price_agorot = 5000000 from products p, stores s
    where p.uuid = sp.product_uid and s.uuid = sp.store_uid and p.slug = 'one-500' and s.key = 'one'`);
  expect((await products('slug,price\none-500,on request\n')).changes).toMatchObject({
    store_products: { updated: 2 },
    variants: { updated: 1 },
  });
  expect(errorTexts(await products('slug,price,stock_policy\none-500,59900,IN_STOCK\n'))).toEqual([]);
  const others = (table: string) =>
    shop.query(`select t.price_agorot, t.deleted_price_agorot from ${table} t join products p on p.uuid = t.product_uid
      where p.slug = 'one-500' and coalesce(t.price_agorot, t.deleted_price_agorot) is not null`);
  expect([await others('store_products'), await others('variants')]).toEqual([[], []]);

  const both = { 'catalogue/products.csv': 'slug,price\none-500,on request\n' };
  const old = 'product,sku,deleted_price\none-500,ONE-500-BLK,70000\n';
  expect(errorTexts(await shop.loadOnly({ ...both, 'catalogue/variants.csv': old }))).toEqual([
    "2 deleted_price 70000: the product's price is on request",
  ]);
});

test('a former price that the new price reaches is taken away with a note: an export of it can be imported again', async () => {
  const rows = () =>
    shop.query(`select p.deleted_price_agorot, v.deleted_price_agorot from products p join variants v on v.product_uid = p.uuid
      where p.slug = 'one-800'`);
  const notes = ({ notes }: ImportReport) =>
    notes
      .filter(({ reason }) => !reason.includes('no picture'))
      .map((n) => `${n.row} ${n.column} ${n.value} ${n.reason}`);
  const reached = 'was taken away: the price is no longer below it';
  await variants('product,sku,deleted_price\none-800,ONE-800-RED,64000\n');
  expect(notes(await products('slug,price\none-800,63900\n'))).toEqual([]);
  expect(await rows()).toEqual([['6590000', '6400000']]);

  // A variant that the file doesn't name costs what its product does.
  const raised = await products('slug,price\none-800,65900\n');
  expect([errorTexts(raised), notes(raised)]).toEqual([
    [],
    [`2 deleted_price 65900 ${reached}`, `2 price ONE-800-RED: 64000 ${reached}`],
  ]);
  expect(await rows()).toEqual([[null, null]]);
  expect((await products('slug,price\none-800,65900\n')).changed).toBe(0);

  await products('slug,price,deleted_price\none-800,62900,65900\n');
  await variants('product,sku,price,deleted_price\none-800,ONE-800-RED,61900,64000\n');
  expect(notes(await products('slug,price\none-800,65000\n'))).toEqual([]);
  expect(notes(await variants('product,sku,price\none-800,ONE-800-RED,64000\n'))).toEqual([
    `2 deleted_price 64000 ${reached}`,
  ]);
  expect(await rows()).toEqual([['6590000', null]]);
  // A file that says a former price is judged by the price that the variant keeps.
  expect(errorTexts(await variants('product,sku,deleted_price\none-800,ONE-800-RED,63900\n'))).toEqual([
    '2 deleted_price 63900: the old price is not above the price',
  ]);
});

test('so is a store’s former price; a price below the deposit that the product has is refused', async () => {
  await shop.query(`update store_products sp set deleted_price_agorot = 4250000 from products p, stores s
    where p.uuid = sp.product_uid and s.uuid = sp.store_uid and p.slug = 'one-500' and s.key = 'all'`);
  const report = await products('slug,stores\none-500,one|all=42500\n');
  expect(report.notes.map(({ value, reason }) => `${value} ${reason}`)).toContain(
    'all: 42500 was taken away: the price is no longer below it',
  );
  await products('slug,deposit\none-500,40000\n');
  expect(errorTexts(await products('slug,price\none-500,39000\n'))).toEqual([
    '2 price 39000: the deposit is above the price: it is 40000, so change it too',
  ]);
  expect(errorTexts(await products('slug,price,deposit\none-500,39000,\n'))).toEqual([]);
});
