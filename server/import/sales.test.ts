import { afterEach, beforeEach, expect, test } from 'vitest';
import { altered } from '../../tests/support/sample-folder.ts';
import { startImport, type TestImport } from '../../tests/support/test-import.ts';

let shop: TestImport;
beforeEach(async () => {
  shop = await startImport();
});
afterEach(() => shop.end());

const pair = {
  name: 'שנייה בחצי מחיר',
  kind: 'BUY_X_GET_Y',
  buy: 1,
  get: 1,
  percent: 50,
  scope: { collections: ['gear'] },
};
const set = { name: 'סט', kind: 'BUNDLE', bundle: [{ products: ['helmet'], quantity: 2 }], amount: 1500.5 };
const club = {
  name: 'מועדון',
  kind: 'PERCENT',
  percent: 7.5,
  scope: { brands: ['one'], kinds: ['VEHICLE'] },
  min_sum: 100,
  min_quantity: 2,
  starts: '2026-11-01T00:00:00+02:00',
  ends: '2026-12-01T00:00:00+02:00',
  uses_per_customer: 1,
  by_coupon: true,
};
const put = (sales: unknown[], coupons = 'code,sale,uses_limit\nCLUB,מועדון,5\n') =>
  Promise.all([
    shop.sample.put('stores/one/sales.json', JSON.stringify(sales)),
    shop.sample.put('stores/one/coupons.csv', coupons),
  ]);
const errors = async () =>
  (await shop.load()).errors.map((e) => `${e.file} ${e.row ?? '-'} ${e.column ?? '-'}: ${e.reason}`);

test('sales and codes are written by their uuids, a second run changes nothing, a sale that is gone is switched off', async () => {
  await put([pair, set, club]);
  expect((await shop.load()).errors).toEqual([]);
  expect(
    await shop.query(
      `select a.name, a.amount, a.by_coupon, c.slug, p.slug, b.key, a.min_sum_agorot, a.min_quantity, a.starts_at = '2026-10-31T22:00Z'
       from sales a left join collections c on c.uuid::text = a.terms->'collections'->>0
         left join products p on p.uuid::text = a.terms->'bundle'->0->'products'->>0
         left join brands b on b.uuid::text = a.terms->'brands'->>0 order by a.amount`,
    ),
  ).toEqual([
    ['מועדון', '750', true, null, null, 'one', '10000', 2, true],
    ['שנייה בחצי מחיר', '5000', false, 'gear', null, null, null, null, null],
    ['סט', '150050', false, null, 'helmet', null, null, null, null],
  ]);
  expect((await shop.load()).changed).toBe(0);

  await shop.query('update sales set uses = 3');
  await shop.query(
    `insert into coupons (store_uid, sale_uid, code) select store_uid, uuid, 'BY-HAND' from sales where by_coupon`,
  );
  await put([club], 'code,sale,uses_limit\nclub,מועדון,9\n');
  await shop.load();
  expect(await shop.query('select active, uses from sales order by active')).toEqual([
    [false, 3],
    [false, 3],
    [true, 3],
  ]);
  expect(await shop.query('select code, uses_limit from coupons order by code')).toEqual([
    ['BY-HAND', null],
    ['CLUB', 9],
  ]);
});

test('what is wrong is listed, and nothing is written', async () => {
  await put(
    [
      { ...pair, scope: { collections: ['nowhere'], products: ['filter'], brands: ['acme'] } },
      { ...set, name: pair.name, bundle: [{ products: ['no-such'] }] },
      club,
    ],
    'code,sale,uses_limit\nCLUB,מועדון,\nclub,אין כזה,\nA,שנייה בחצי מחיר,\n',
  );
  expect(await errors()).toEqual([
    'stores/one/coupons.csv 3 code: is there twice, first in row 2',
    'stores/one/coupons.csv 3 sale: unknown sale',
    'stores/one/coupons.csv 4 sale: needs no coupon: set by_coupon of the sale, or leave the code out',
    'stores/one/sales.json - [0].scope.products[0]: store one does not sell this product',
    'stores/one/sales.json - [0].scope.collections[0]: unknown category',
    'stores/one/sales.json - [0].scope.brands[0]: unknown brand',
    'stores/one/sales.json - [1].name: is there twice',
    'stores/one/sales.json - [1].bundle[0].products[0]: unknown product',
  ]);
  expect(await shop.query('select count(*) from sales')).toEqual([['0']]);
});

test.each<[object, string]>([
  [{ kind: 'PERCENT' }, '[0].percent: is missing: a sale of the kind PERCENT needs it'],
  [{ kind: 'PERCENT', percent: 101 }, '[0].percent: is above 100'],
  [{ kind: 'FIXED', amount: 1.234 }, '[0].amount: has more than two decimals'],
  [{ kind: 'FIXED', amount: 5, percent: 5 }, '[0].percent: means nothing for the kind FIXED'],
  [{ kind: 'FREE_DELIVERY', ends: 'soon' }, '[0].ends: is not a time: 2026-11-01T00:00:00+02:00'],
  [
    { kind: 'FREE_DELIVERY', starts: '2026-02-01T00:00:00Z', ends: '2026-01-01T00:00:00Z' },
    '[0].ends: is not after starts',
  ],
  [{ kind: 'GIFT' }, '[0].kind: '],
  [{ kind: 'FREE_DELIVERY', colour: 'red' }, '[0].colour: is an unknown name'],
])('%j is refused', async (sale, reason) => {
  await put([{ name: 'מבצע', ...sale }], 'code,sale\n');
  expect((await errors()).join()).toContain(`stores/one/sales.json - ${reason}`);
});

test('deliveries are priced by zone and weight, and a zone must be there', async () => {
  const delivery = (zone: string) =>
    altered(
      'stores/one/store.json',
      '"free_from":500,',
      `"free_from":500,"max_weight":30,"prices":[{"zone":"${zone}","weight_from":2.5,"price":69,"free_from":900}],`,
    );
  const zones = (file: Record<string, string>) => ({
    'stores/one/store.json': (file['stores/one/store.json'] ?? '').replace(
      '"deliveries":',
      '"delivery_zones":[{"key":"south","name":"הדרום","cities":["אילת"],"postal_codes":["88"]}],"deliveries":',
    ),
  });
  for (const [file, text] of Object.entries(zones(delivery('west')))) await shop.sample.put(file, text);
  expect(await errors()).toEqual([
    'stores/one/store.json - deliveries[1].prices[0].zone: unknown zone: name it in delivery_zones',
  ]);
  for (const [file, text] of Object.entries(zones(delivery('south')))) await shop.sample.put(file, text);
  expect(await errors()).toEqual([]);
  expect(
    await shop.query(`select prices, max_weight_g from delivery_types t join stores s on s.uuid = t.store_uid
      where s.key = 'one' and t.key = 'courier'`),
  ).toEqual([
    [
      [
        {
          zone: 'הדרום',
          cities: ['אילת'],
          postalCodes: ['88'],
          weightFromG: 2500,
          priceAgorot: 6900,
          freeFromAgorot: 90000,
        },
      ],
      30000,
    ],
  ]);
});
