import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportReport } from '#server/import/import.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { checkCommand, importCommand } from './import.ts';

let site: TestApp;
let folder: string;
beforeAll(async () => {
  site = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'goods-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const query = async <R>(sql: string) => (await site.connection.pool.query(sql)).rows as R[];
async function ran(command: typeof importCommand, lines: string[], options: Record<string, string | boolean>) {
  const file = join(folder, 'supplier.csv');
  await writeFile(file, lines.join('\r\n'));
  const { pool } = site.connection;
  const operation = { ...site.deps, pool, dataDir: folder, say: () => {} };
  const { json, failed } = await command.run(operation, [file], options);
  return { ...(json as ImportReport), failed };
}

const heading = 'קוד פריט,שם מוצר,יצרן,מידה,מחיר,מלאי';
const goods = { goods: 'raam', kind: 'ACCESSORY' };
const importedRows = () =>
  query<{ sku: string; price: string; own: string | null; name: string; store: string; brand: string; stock: number }>(`
    select v.sku, p.price_agorot as price, v.price_agorot as own, p.name, s.key as store, b.name as brand, v.stock
    from variants v join products p on p.uuid = v.product_uid join store_products sp on sp.product_uid = p.uuid
      join stores s on s.uuid = sp.store_uid join brands b on b.uuid = p.brand_uid
    where v.sku like 'ZQX-%' order by v.sku`);

test('--goods makes products of a supplier’s new items for the store, and gives known ones their price', async () => {
  const [priced] = await query<{ sku: string; price: number }>(
    `select min(v.sku) as sku, p.price_agorot::int as price from variants v join products p on p.uuid = v.product_uid
     where v.price_agorot is null and v.active and not p.price_on_request
     group by p.uuid having count(*) = 1 order by 1 limit 1`,
  );
  const without = Math.round((priced?.price ?? 0) / 1.18) + 100;
  const lines = [
    heading,
    'ZQX-1,קסדת סופה,SUFA,M,1000,2',
    'ZQX-2,קסדת סופה,SUFA,L,1000.50,אזל',
    `${priced?.sku},שם של הספק,SUFA,,${without / 100},`,
  ];
  const options = { ...goods, 'without-vat': true };
  // A check says the same and writes nothing.
  const checked = await ran(checkCommand, lines, options);
  expect([checked.errors, checked.written, await importedRows()]).toEqual([[], false, []]);
  const report = await ran(importCommand, lines, options);
  expect([report.errors, report.written, report.failed]).toEqual([[], true, false]);
  const product = { price: '118000', name: 'קסדת סופה', store: 'raam', brand: 'SUFA' };
  expect(await importedRows()).toEqual([
    { ...product, sku: 'ZQX-1', own: null, stock: 2 },
    { ...product, sku: 'ZQX-2', own: '118059', stock: 0 },
  ]);
  const [stored] = await query<{ price: number }>(
    `select p.price_agorot::int as price from variants v join products p on p.uuid = v.product_uid where v.sku = '${priced?.sku}'`,
  );
  expect(stored?.price).toBe(Math.round(without * 1.18));
});

test('what a supplier’s catalogue has wrong is told by its rows, and nothing is written', async () => {
  const lines = [heading, 'ZQX-7,מעיל,SUFA,M,בקרוב,1', ',מעיל,SUFA,L,300,1', 'ZQX-9,מעיל אחר,SUFA,XL,300,1'];
  const report = await ran(importCommand, lines, { ...goods, goods: 'no-such-store' });
  expect(report.errors.map(({ row, column, reason }) => [row, column, reason])).toEqual([
    [2, 'price', 'is not a price: shekels with at most two decimals, such as 42900 or 129.90'],
    [3, 'sku', 'is empty'],
    [4, 'stores', 'unknown store'],
  ]);
  expect([report.written, report.failed]).toEqual([false, true]);
  expect(await query(`select from variants where sku in ('ZQX-7', 'ZQX-9')`)).toEqual([]);
  await expect(
    importCommand.run({ ...site.deps, pool: site.connection.pool, dataDir: folder, say: () => {} }, [folder], {
      'without-vat': true,
    }),
  ).rejects.toThrow(/--without-vat is for a sheet/);
});

test('a sheet of one company neither reads nor changes the goods of another', async () => {
  const owner = 'select uuid from companies where key = $1';
  await site.connection.pool.query(
    `insert into companies (key, name, legal_name, company_number, address) values ('tzafon', 'צפון', 'צפון', '510000000', 'חיפה')`,
  );
  await site.connection.pool.query(
    `insert into brands (company_uid, key, name, name_en) values ((${owner}), 'sufa-n', 'SUFA', 'SUFA')`,
    ['tzafon'],
  );
  const [mine] = await query<{ key: string }>(`select key from companies where key <> 'tzafon'`);
  const [product] = await query<{ uuid: string }>(
    `insert into products (company_uid, slug, kind, name, price_agorot)
     select uuid, 'zqx-70', 'ACCESSORY', 'מראה', 9000 from companies where key = 'tzafon' returning uuid`,
  );
  await query(`insert into variants (company_uid, product_uid, sku, stock)
     select uuid, '${product?.uuid}', 'ZQY-70', 4 from companies where key = 'tzafon'`);

  const prices = ['קוד פריט,מחיר', 'ZQY-70,95'];
  const several = await ran(importCommand, prices, {});
  expect(several.errors.map(({ reason }) => reason).join()).toContain('several companies');
  const foreign = await ran(importCommand, prices, { company: mine?.key ?? '' });
  expect(foreign.errors.map(({ reason }) => reason)).toContain('unknown SKU: no variant has it');
  expect(await query(`select price_agorot::int from products where slug = 'zqx-70'`)).toEqual([{ price_agorot: 9000 }]);
  expect((await ran(importCommand, prices, { company: 'tzafon' })).failed).toBe(false);
  expect(await query(`select price_agorot::int from products where slug = 'zqx-70'`)).toEqual([{ price_agorot: 9500 }]);

  // An item that another company has by the same SKU, address and brand is a new one of the store's own.
  const added = await ran(
    importCommand,
    [heading, 'ZQY-70,,SUFA,,120,1'].map((line) => line.replace(',,SUFA', ',מראה,SUFA')),
    goods,
  );
  expect(added.errors).toEqual([]);
  expect(
    await query(`select c.key, v.stock, b.name as brand from variants v join products p on p.uuid = v.product_uid
      join companies c on c.uuid = v.company_uid left join brands b on b.uuid = p.brand_uid and b.company_uid = c.uuid
      where v.sku = 'ZQY-70' order by c.key = 'tzafon'`),
  ).toEqual([
    { key: mine?.key, stock: 1, brand: 'SUFA' },
    { key: 'tzafon', stock: 4, brand: null },
  ]);
});
