import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { altered } from '../../tests/support/sample-folder.ts';
import { startImport, type TestImport } from '../../tests/support/test-import.ts';
import type { Command } from '../command.ts';
import { couponsCreateCommand } from '../commands/coupons.ts';
import { productsUnpublishCommand } from '../commands/products.ts';
import { stockSetCommand } from '../commands/stock.ts';
import { setStatusCommand } from '../commands/stores.ts';

let shop: TestImport;
beforeEach(async () => {
  shop = await startImport();
});
afterEach(() => shop.end());

const run = (command: Command, args: string[], options: Record<string, string> = {}) => {
  const { pool, db } = shop.connection;
  const operation = { pool, db, env: {}, storage: shop.storage, dataDir: '', say: () => {} };
  return command.run(operation as unknown as Parameters<Command['run']>[0], args, options);
};
const stockOf = async (sku: string) => (await shop.query(`select stock from variants where sku = '${sku}'`))[0];
const told = (report: { notes: { file: string; column: string | null; value: string | null; reason: string }[] }) =>
  report.notes
    .filter(({ file }) => !file.endsWith('.html'))
    .map((n) => `${n.file} ${n.column} ${n.value}: ${n.reason}`);

const club = { name: 'מועדון', kind: 'PERCENT', percent: 5, by_coupon: true };
const spring = { name: 'אביב', kind: 'FREE_DELIVERY' };

test('a full import again changes nothing of what has lived on in the shop, and says what it left', async () => {
  await shop.sample.put('stores/one/sales.json', JSON.stringify([club, spring]));
  await shop.sample.put('stores/one/coupons.csv', 'code,sale,uses_limit\nCLUB,מועדון,5\n');
  expect((await shop.load()).errors).toEqual([]);

  await run(stockSetCommand, ['ONE-500-RED', '0']);
  await run(couponsCreateCommand, ['one', 'VIP'], { percent: '50', name: 'הנחת הנהלה' });
  await run(couponsCreateCommand, ['one', 'CLUB-SMS'], { sale: 'מועדון' });
  await run(productsUnpublishCommand, ['one-800'], { store: 'one' });
  await run(setStatusCommand, ['all', 'closed'], { until: '2099-04-01 08:00', message: 'חג שמח' });
  await shop.query('update sales set uses = 3');
  await shop.query('update coupons set uses = 2');
  await shop.query(`update stores set gate_hash = 'salt.hash'`);
  const states = async () =>
    Promise.all(
      ['sales', 'coupons', 'stores', 'variants', 'store_products'].map((table) =>
        shop.query(`select to_jsonb(t)::text from ${table} t order by 1`),
      ),
    );
  const before = await states();

  const again = await shop.load();
  expect(again.changed).toBe(0);
  expect(await states()).toEqual(before);
  expect(told(again)).toEqual([
    'catalogue/variants.csv stock null: differs from the stock of the shop for a variant: only --stock sets it',
    'stores/all/store.json status open: the store is closed and stays so: stores set-status',
  ]);

  // The lists are the files': what imports made and they no longer name ends, what commands made does not.
  await shop.sample.put('stores/one/sales.json', JSON.stringify([club]));
  await shop.sample.put('stores/one/coupons.csv', 'code,sale,uses_limit\nclub,מועדון,9\n');
  await shop.load();
  expect(await shop.query('select name, active from sales order by name')).toEqual([
    ['אביב', false],
    ['הנחת הנהלה', true],
    ['מועדון', true],
  ]);
  expect(await shop.query('select code, uses_limit, uses from coupons order by code')).toEqual([
    ['CLUB', 9, 2],
    ['CLUB-SMS', null, 2],
    ['VIP', null, 2],
  ]);
});

test('a file that names a sale or a code of a command leaves them as they were made', async () => {
  await shop.load();
  await run(couponsCreateCommand, ['one', 'VIP'], { percent: '50', name: 'מועדון', until: '2099-12-31' });
  await shop.sample.put('stores/one/sales.json', JSON.stringify([{ ...club, active: false }]));
  await shop.sample.put('stores/one/coupons.csv', 'code,sale,uses_limit\nvip,מועדון,1\n');
  const report = await shop.load();
  expect(report).toMatchObject({ errors: [], changed: 0 });
  expect(told(report)).toEqual([
    'stores/one/coupons.csv code vip: was made by a command and stays as it is there',
    'stores/one/sales.json [0] מועדון: was made by a command and stays as it is there',
  ]);
  expect(await shop.query('select amount, active, ends_at is not null from sales')).toEqual([['5000', true, true]]);
  expect(await shop.query('select uses_limit from coupons')).toEqual([[null]]);
});

test('a new variant gets its stock, and one that is there keeps what it has', async () => {
  await shop.load();
  await run(stockSetCommand, ['HELMET-M', '1']);
  await shop.loadOnly({
    'catalogue/variants.csv':
      'product,sku,color_name,color,size,options,stock\nhelmet,HELMET-M,שחור,#17181b,M,,5\nhelmet,HELMET-S,שחור,#17181b,S,,7\n',
  });
  expect([await stockOf('HELMET-M'), await stockOf('HELMET-S')]).toEqual([[1], [7]]);
});

test('--stock sets what the files say, but not where it has moved since they were exported', async () => {
  await shop.load();
  await run(stockSetCommand, ['ONE-500-RED', '8']);
  const files = {
    'catalogue/variants.csv':
      'product,sku,stock,stock_exported\none-500,ONE-500-RED,12,9\none-800,ONE-800-RED,4,3\nhelmet,HELMET-M,2,\nhelmet,HELMET-L,,5\n',
  };
  const unasked = await shop.loadOnly(files);
  expect(unasked.changed).toBe(0);
  const report = await shop.loadOnly(files, { setStock: true });
  expect(report.changed).toBe(2);
  expect(report.notes).toContainEqual({
    file: 'catalogue/variants.csv',
    row: 2,
    column: 'stock',
    value: '12',
    reason: 'was left at 8: the file was exported with 9, and it has moved since',
  });
  const skus = ['ONE-500-RED', 'ONE-800-RED', 'HELMET-M', 'HELMET-L'];
  expect(await Promise.all(skus.map(stockOf))).toEqual([[8], [4], [2], [5]]);
});

test('the state of a store in its file counts when the store is new', async () => {
  const closed = altered('stores/one/store.json', '"name_en"', '"status":"closed","name_en"');
  await shop.sample.put('stores/one/store.json', closed['stores/one/store.json'] ?? null);
  await shop.load();
  expect(await shop.query(`select key, status from stores order by key`)).toEqual([
    ['all', 'open'],
    ['one', 'closed'],
  ]);
});

test('the docs say of every table that an import writes whose it is', async () => {
  const { changes } = await shop.load();
  const docs = await readFile(new URL('../../docs/import-format.md', import.meta.url), 'utf8');
  const part = docs.slice(docs.indexOf('## A living shop'), docs.indexOf('## company.json'));
  expect(Object.keys(changes).filter((name) => !part.includes(`\`${name}\``))).toEqual([]);
});
