import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { localStorage } from '#server/providers/storage/local.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { catalogueRows } from '../../tests/support/catalogue-rows.ts';
import { piece, shopper } from '../../tests/support/purchase.ts';
import { startImport, type TestImport } from '../../tests/support/test-import.ts';
import { type ImportOptions, importFolder } from '../import/import.ts';
import { type ExportOptions, exportFolder } from './export.ts';

// Some two thousand pictures are written to disk several times.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let site: TestApp;
let empty: TestImport;
let folders: string;

beforeAll(async () => {
  site = await startApp();
  empty = await startImport();
  folders = await mkdtemp(join(tmpdir(), 'exports-'));
});
afterAll(async () => {
  await site.close();
  await empty.end();
  await rm(folders, { recursive: true });
});

const progress = () => {};
const pool = () => site.connection.pool;
const exported = (name: string, options: Partial<ExportOptions> = {}) =>
  exportFolder({ pool: pool(), storage: site.deps.storage, folder: join(folders, name), progress, ...options });
const imported = (name: string, options: Partial<ImportOptions> = {}) =>
  importFolder({ pool: pool(), storage: site.deps.storage, folder: join(folders, name), ...options });

/** Every file below, by path. */
async function filesOf(name: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(join(folders, name), { recursive: true, withFileTypes: true });
  const files = new Map<string, Buffer>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(join(folders, name).length + 1), await readFile(path));
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}
async function rowsOf(path: string): Promise<Record<string, string>[]> {
  return parse(await readFile(join(folders, path), 'utf8'), { bom: true, columns: true });
}

test('seven stores go out, into an empty database, and out again as the same files and the same values', async () => {
  const first = await exported('CSV');
  expect(first).toMatchObject({ company: 'ofek-group', notes: [], missing: [] });
  expect(first.stores).toHaveLength(7);
  const storage = localStorage(join(folders, 'media'));
  const { pool: other } = empty.connection;
  const report = await importFolder({ pool: other, storage, folder: join(folders, 'CSV') });
  expect(report.errors).toEqual([]);
  expect(report.written).toBe(true);
  await exported('second', { pool: other, storage });

  const [before, after] = [await filesOf('CSV'), await filesOf('second')];
  expect([...after.keys()]).toEqual([...before.keys()]);
  expect([...before].filter(([path, bytes]) => !after.get(path)?.equals(bytes)).map(([path]) => path)).toEqual([]);
  expect(before.size).toBeGreaterThan(1_000);

  const [here, there] = [await catalogueRows(pool()), await catalogueRows(other)];
  for (const [table, rows] of Object.entries(here)) expect([table, there[table]]).toEqual([table, rows]);
  expect(here.product_images?.length).toBeGreaterThan(1_000);
});

/** Workbooks of all stores in `npm run prove -- long`. */
const isWhole = process.env.LONG_TESTS === 'all';

test.each([
  ['CSV', null], // as the test before has left it
  ['XLSX', { xlsx: true, ...(!isWhole && { store: 'zik' }) }],
  ['one store', { store: 'raam' }],
])('what goes out as %s changes nothing where it came from', async (name, options) => {
  if (options) expect((await exported(name, options)).missing).toEqual([]);
  const again = await imported(name);
  expect(again.errors).toEqual([]);
  expect(again.changes).toEqual(
    Object.fromEntries(Object.keys(again.changes).map((table) => [table, { inserted: 0, updated: 0, deleted: 0 }])),
  );
  const files = await readdir(join(folders, name), { recursive: true });
  expect(files.filter((path) => path.endsWith(name === 'XLSX' ? '.csv' : '.xlsx'))).toEqual([]);
  expect(files.filter((path) => path.endsWith(name === 'XLSX' ? '.xlsx' : '.csv'))).not.toEqual([]);
});

test('an export while orders are placed is one moment: what is sold meanwhile is still there', async () => {
  const goods = await piece(pool(), { stock: 3 });
  const { rows } = await pool().query<{ sku: string }>('select sku from variants where uuid = $1', [goods.variant]);
  const sku = rows[0]?.sku ?? '';
  let sold: Promise<unknown> | undefined;
  const read = async (media: string) => {
    // The first picture comes after the snapshot began and before the variants are read.
    sold ??= (async () => {
      await shopper(site.port).order(goods);
      await pool().query(`update products set name = 'נמכר' where uuid = $1`, [goods.product]);
    })();
    await sold;
    return site.deps.storage.read(media);
  };
  await exported('moment', { store: 'raam', storage: { ...site.deps.storage, read } });
  const stock = await pool().query('select stock from variants where uuid = $1', [goods.variant]);
  expect(stock.rows).toEqual([{ stock: 2 }]);
  const line = (await rowsOf('moment/catalogue/variants.csv')).find((one) => one.sku === sku);
  expect(line).toMatchObject({ stock: '3', stock_exported: '3' });
  const names = (await rowsOf('moment/catalogue/products.csv')).map(({ name }) => name);
  expect(names).not.toContain('נמכר');

  // What was sold since the export stays sold, also with `--stock`.
  const report = await imported('moment', { setStock: true });
  expect(report.errors).toEqual([]);
  expect((await pool().query('select stock from variants where uuid = $1', [goods.variant])).rows).toEqual([
    { stock: 2 },
  ]);
});

test('what is hidden, free, told on request, no longer sold, bound to chassis numbers or replaced is so in a new database', async () => {
  const [shop, other] = [await startImport(), await startImport()];
  await shop.load();
  await shop.query(`update store_products sp set published = false from products p, stores s
    where p.uuid = sp.product_uid and s.uuid = sp.store_uid and p.slug = 'one-800' and s.key = 'one'`);
  // Hidden at once, whatever leads to it.
  await shop.query(`insert into menu_links (store_uid, menu_key, name, entity_type, slug, area_number, position)
    select uuid, 'FOOTER', 'אל המוסתר', 'PRODUCT', 'one-800', 1, 2 from stores where key = 'one'`);
  await shop.query(`update products set price_agorot = 0 where slug = 'filter'`);
  const asked = await shop.loadOnly({ 'catalogue/products.csv': 'slug,price\none-500,on request\n' });
  expect(asked.errors).toEqual([]);
  // As the office leaves pictures: another sequence, of no variant, with a text and a point of focus of their own.
  await shop.query(`update product_images i set position = 9 - i.position,
    alt = case when i.position = 0 then 'על רקע ים' else i.alt end, focus_x = case when i.position = 0 then 30 end,
    focus_y = case when i.position = 0 then 70 end,
    variant_uid = case when i.view = 'side' then null else i.variant_uid end
    from products p where p.uuid = i.product_uid and p.slug = 'one-500'`);
  await shop.query(`update product_images i set position = n.at from (
      select i.uuid, row_number() over (partition by i.product_uid order by i.position) - 1 as at from product_images i) n
    where n.uuid = i.uuid`);
  await shop.query(`update variants set cost_agorot = 31250 where sku = 'HELMET-M'`);
  await shop.query(`update variants set active = false where sku in ('HELMET-L', 'ONE-500-BLK')`);
  await shop.query(`insert into spec_templates (company_uid, kind, position, group_name, name, unit)
    select uuid, 'ACCESSORY', n, 'מידות', 'מידה ' || n, 'ס״מ' from companies, generate_series(0, 2) n`);
  await shop.query(`update part_fits set chassis_prefix = 'ZX1100-', chassis_from = '0012345'`);
  await shop.query(
    `update products set replaced_by = (select uuid from products where slug = 'filter') where slug = 'helmet'`,
  );
  await shop.query(`update stores set settings = settings || '{"sms_sender": "ONE"}' where key = 'one'`);
  // Of the office: a promotion with codes, of which one is a single customer's, and a rate of VAT.
  await shop.query(`with made as (insert into sales (store_uid, name, kind, amount, terms, by_coupon, starts_at, uses_limit, uses)
      select uuid, 'מועדון', 'PERCENT', 750, jsonb_build_object('products', (select jsonb_agg(uuid) from products where slug = 'helmet')),
        true, '2031-01-01T22:00Z', 50, 3 from stores where key = 'one' returning uuid, store_uid)
    insert into coupons (store_uid, sale_uid, code, uses_limit) select store_uid, uuid, 'CLUB', 5 from made`);
  await shop.query(`insert into vat_rates (from_day, vat_bp) values ('2031-01-01', 1925)`);
  await exportFolder({ pool: shop.connection.pool, storage: shop.storage, folder: join(folders, 'states'), progress });
  const report = await other.load({ folder: join(folders, 'states') });
  expect(report.errors).toEqual([]);
  // The first shop's search doesn't include what SQL changed.
  for (const one of [shop, other]) await one.query('truncate search_documents, search_numbers');
  expect(await catalogueRows(other.connection.pool)).toEqual(await catalogueRows(shop.connection.pool));
  const lines = await rowsOf('states/catalogue/pictures.csv');
  expect(lines.map(({ product, sku, alt, focus_x }) => [product, sku, alt, focus_x])).toContainEqual([
    'one-500',
    'ONE-500-RED',
    'על רקע ים',
    '30',
  ]);
  expect(new Set(lines.map(({ product }) => product))).toEqual(new Set(['one-500']));
  const again = await shop.load({ folder: join(folders, 'states') });
  expect(await other.query(`select name from menu_links where slug = 'one-800'`)).toEqual([['אל המוסתר']]);
  for (const table of ['product_images', 'variants', 'spec_templates', 'menu_links', 'store_products'])
    expect([table, again.changes[table]]).toEqual([table, { inserted: 0, updated: 0, deleted: 0 }]);
  // A kind that a file names has its rows and no others; other kinds stay.
  const fewer = await other.loadOnly({ 'catalogue/templates.csv': 'kind,group,name,unit\nACCESSORY,מידות,היקף,\n' });
  expect([fewer.errors, fewer.changes.spec_templates]).toEqual([[], { inserted: 0, updated: 1, deleted: 2 }]);
  // The office's own stays as it is there, whatever a file says.
  await shop.query(
    `insert into coupons (store_uid, sale_uid, code, customer_uid) select store_uid, uuid, 'OF-DANA', gen_random_uuid() from sales`,
  );
  await exportFolder({ pool: shop.connection.pool, storage: shop.storage, folder: join(folders, 'own'), progress });
  expect((await rowsOf('own/stores/one/coupons.csv')).map(({ code, origin }) => [code, origin])).toEqual([
    ['CLUB', 'OPERATOR'],
  ]);
  await shop.query(`update sales set amount = 900; update coupons set uses_limit = 9`);
  await shop.query(`update vat_rates set vat_bp = 2000`);
  const kept = await shop.load({ folder: join(folders, 'own') });
  expect([kept.errors, kept.changes.sales, kept.changes.coupons, kept.changes.vat_rates]).toEqual([
    [],
    { inserted: 0, updated: 0, deleted: 0 },
    { inserted: 0, updated: 0, deleted: 0 },
    undefined,
  ]);
  expect(kept.notes.map(({ reason }) => reason)).toContain('has another rate, which stays');
  for (const one of [shop, other]) await one.end();
});

test.each([
  ['there is no such store', { store: 'nobody' }, 'There is no store nobody'],
  ['there is no such company', { company: 'nobody' }, 'There is no company nobody; there are ofek-group'],
])('%s: it says so, and leaves nothing', async (_, options, reason) => {
  await expect(exported('refused', options)).rejects.toThrow(reason);
  expect((await readdir(folders)).filter((name) => name.startsWith('refused'))).toEqual([]);
});

test('a folder with something in it is not touched', async () => {
  await exported('taken', { store: 'gal' });
  const before = await filesOf('taken');
  await expect(exported('taken')).rejects.toThrow('is there already and not empty');
  expect(await filesOf('taken')).toEqual(before);
});

test('where it breaks off in the middle, nothing of it is left', async () => {
  let pictures = 0;
  const read = async (media: string) => {
    if (++pictures === 20) throw new Error('the disk is gone');
    return site.deps.storage.read(media);
  };
  await expect(exported('broken', { storage: { ...site.deps.storage, read } })).rejects.toThrow('the disk is gone');
  expect(pictures).toBe(20);
  expect((await readdir(folders)).filter((name) => name.startsWith('broken'))).toEqual([]);
});

test('a picture that was lost is told, with the file that it should be', async () => {
  const [lost] = (await pool().query<{ logo: string }>(`select logo from stores where key = 'raam'`)).rows;
  const read = async (media: string) => (media === lost?.logo ? null : site.deps.storage.read(media));
  const { missing } = await exported('lost', { store: 'raam', storage: { ...site.deps.storage, read } });
  expect(missing).toContainEqual({ media: lost?.logo, path: 'stores/raam/files/logo.svg' });
});
