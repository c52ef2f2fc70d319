import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import { emptyDatabase } from '../../tests/support/database.ts';
import { type ImportOptions, type ImportReport, importFolder } from './import.ts';
import { altered, type SampleFolder, sampleFolder } from './sample-folder.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let connection: Connection;
let data: string;
let folder: SampleFolder;

beforeEach(async () => {
  database = await emptyDatabase();
  await migrate(database.url);
  connection = connect(database.url, { max: 3 });
  data = await mkdtemp(join(tmpdir(), 'data-'));
  folder = await sampleFolder();
});
afterEach(async () => {
  await connection.close();
  await database.drop();
  await rm(data, { recursive: true });
  await folder.remove();
});

const load = (options: Partial<ImportOptions> = {}): Promise<ImportReport> =>
  importFolder({
    pool: connection.pool,
    folder: folder.path,
    storage: localStorage(join(data, 'media')),
    cacheFile: join(data, 'cache/pictures.json'),
    ...options,
  });

const query = async (sql: string): Promise<unknown[]> =>
  (await connection.pool.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;

/** A folder with only these files, on top of what is loaded. */
async function loadOnly(files: Record<string, string>, options: Partial<ImportOptions> = {}): Promise<ImportReport> {
  const path = await mkdtemp(join(tmpdir(), 'update-'));
  const empty: SampleFolder = { ...folder, path };
  await folder.remove();
  folder = { ...empty, remove: () => rm(path, { recursive: true }) };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(path, file, '..'), { recursive: true });
    await writeFile(join(path, file), text);
  }
  return load(options);
}

test('a folder is loaded whole', async () => {
  const report = await load();
  expect(report.errors).toEqual([]);
  expect(
    await query('select slug, price_agorot, deleted_price_agorot, badges, licence_class from products order by slug'),
  ).toEqual([
    ['filter', '12990', null, [], null],
    ['helmet', '89000', null, [], null],
    ['one-500', '4290000', null, ['חדש', 'מבצע'], 'A1'],
    ['one-800', '6290000', '6590000', [], 'A'],
  ]);
  expect(
    await query(`select s.key, p.slug, sp.price_agorot, sp.is_home from store_products sp
      join stores s on s.uuid = sp.store_uid join products p on p.uuid = sp.product_uid where kind = 'VEHICLE' order by 1, 2`),
  ).toEqual([
    ['all', 'one-500', '4190050', false],
    ['all', 'one-800', null, true],
    ['one', 'one-500', null, true],
    ['one', 'one-800', null, false],
  ]);
  expect(
    await query(
      `select sku, type, value_name, value, value_type from variants v join variant_values vv on vv.variant_uid = v.uuid order by sku, type`,
    ),
  ).toEqual([
    ['FILTER-1', 'צד', 'ימין', 'ימין', 'TEXT'],
    ['HELMET-L', 'COLOR', 'שחור', '#17181b', 'COLOR'],
    ['HELMET-L', 'SIZE', 'L', 'L', 'TEXT'],
    ['HELMET-M', 'COLOR', 'שחור', '#17181b', 'COLOR'],
    ['HELMET-M', 'SIZE', 'M', 'M', 'TEXT'],
    ['ONE-500-BLK', 'COLOR', 'שחור', '#17181b/#c8102e', 'COLOR'],
    ['ONE-500-RED', 'COLOR', 'אדום', '#c8102e', 'COLOR'],
    ['ONE-800-RED', 'COLOR', 'אדום', '#c8102e', 'COLOR'],
  ]);
  expect(
    await query(`select v.sku, i.view, i.alt, i.width, i.height, i.position from product_images i join variants v on v.uuid = i.variant_uid
      join products p on p.uuid = i.product_uid where p.slug = 'one-500' order by i.position`),
  ).toEqual([
    ['ONE-500-RED', 'hero', 'ONE Barak 500, אדום', 16, 12, 0],
    ['ONE-500-RED', 'side', 'ONE Barak 500, אדום, מבט מהצד', 16, 12, 1],
    ['ONE-500-RED', 'spin-01', 'ONE Barak 500, אדום, סיבוב, תמונה 1', 16, 12, 2],
    ['ONE-500-BLK', 'hero', 'ONE Barak 500, שחור', 16, 12, 3],
  ]);
});

test('categories take listed products first, then those of their rule, and a parent its children’s', async () => {
  await load();
  expect(
    await query(`select c.slug, array_agg(p.slug order by cp.position) from collections c
      join collection_products cp on cp.collection_uid = c.uuid join products p on p.uuid = cp.product_uid group by c.slug order by 1`),
  ).toEqual([
    ['bikes', ['one-800', 'one-500']],
    ['gear', ['helmet']],
    ['naked', ['one-800', 'one-500']],
  ]);
  expect(
    await query(
      `select p.slug from collections c left join collections p on p.uuid = c.parent_uid where c.slug = 'naked'`,
    ),
  ).toEqual([['bikes']]);
});

test('what stores say is kept: settings, home, menus, widgets, finance, deliveries, branches', async () => {
  await load();
  expect(
    await query(`select settings, home->'featured', home->'hero'->0->>'link' from stores where key = 'one'`),
  ).toEqual([
    [
      { purchase: { step_4: 'new', max_payments: 12, provider: 'sandbox' }, licence_note: '', frame_hosts: [] },
      ['one-500', 'one-800'],
      '/product/one-500',
    ],
  ]);
  expect(
    await query(`select m.menu_key, p.name, m.name, m.slug, m.custom_path, m.area_number from menu_links m
      left join menu_links p on p.uuid = m.parent_uid order by m.menu_key desc, m.position`),
  ).toEqual([
    ['TOP_MENU', null, 'אופנועים', 'bikes', null, 1],
    ['TOP_MENU', 'אופנועים', 'נייקד', 'naked', null, 1],
    ['TOP_MENU', null, 'צור קשר', null, 'contact', 2],
    ['FOOTER', null, 'אודות', 'about', null, 2],
    ['FOOTER', null, 'המדריך', null, 'https://guide.example/', 3],
  ]);
  expect(await query('select rate_bp, down_min_bp, max_agorot from finance_plans limit 1')).toEqual([
    [890, 2000, 25_000_000],
  ]);
  expect(
    await query(
      `select key, price_agorot, free_from_agorot from delivery_types where store_uid = (select uuid from stores where key = 'one') order by position`,
    ),
  ).toEqual([
    ['pickup', 0, null],
    ['courier', 3990, 50_000],
  ]);
  expect(await query('select s.key from branch_stores bs join stores s on s.uuid = bs.store_uid order by 1')).toEqual([
    ['all'],
    ['one'],
  ]);
});

test('HTML and SVG are clean when they are in', async () => {
  await load();
  expect(await query(`select title, description, body from content_pages`)).toEqual([
    [
      'אודות',
      'מי אנחנו',
      '<h2>מי אנחנו</h2><p>שלום <a href="https://guide.example/" rel="noopener noreferrer nofollow" target="_blank">מדריך</a></p>',
    ],
  ]);
  expect(await query(`select description from products where slug = 'one-500'`)).toEqual([
    ['<p>תיאור <strong>טוב</strong></p>'],
  ]);
  const logos = (await query("select logo from stores where key = 'one'")) as string[][];
  const svg = await localStorage(join(data, 'media')).read(logos[0]?.[0] ?? '');
  expect(svg?.toString()).toContain('<path');
  expect(svg?.toString()).not.toMatch(/script|onload|alert/);
});

test('products are found by brand, category and joined part number', async () => {
  await load();
  const [[text]] = (await query(`select search_text from products where slug = 'filter'`)) as [[string]];
  for (const word of ['מסננ', 'gear', 'ציוד', 'of4712', 'filter1']) expect(text).toContain(word);
  const [[bike]] = (await query(`select search_text from products where slug = 'one-500'`)) as [[string]];
  for (const word of ['barak500', 'אופנועימ', 'ניקד', 'one500red']) expect(bike).toContain(word);
});

test('a second run changes no row', async () => {
  await load();
  const versions = await query('select scope, version from cache_versions order by 1');
  const tables = ['products', 'variants', 'product_images', 'menu_links', 'collections', 'stores', 'content_pages'];
  const states = () =>
    Promise.all(tables.map((table) => query(`select xmin::text, t.uuid from ${table} t order by t.uuid`)));
  const before = await states();
  const report = await load();
  expect(report.written).toBe(true);
  expect(report.changed).toBe(0);
  expect(await states()).toEqual(before);
  expect(await query('select scope, version from cache_versions order by 1')).toEqual(versions);
});

test('each import leaves an audit row, and tells the processes that cache', async () => {
  const listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  const heard = new Promise<string>((resolve) => listener.on('notification', (message) => resolve(message.channel)));
  await listener.query('listen cache_versions');
  await load();
  expect(await heard).toBe('cache_versions');
  await listener.end();
  expect(await query('select scope, version from cache_versions order by 1')).toEqual([
    ['catalogue', '1'],
    ['stores', '1'],
  ]);
  await load();
  const audit = (await query('select actor, command, details from audit_log order by created_at')) as [
    string,
    string,
    { read: object },
  ][];
  expect(audit).toHaveLength(2);
  expect(audit[0]?.[0]).toMatch(/^operator:/);
  expect(audit[0]?.[2].read).toMatchObject({ products: 4, variants: 6, pictures: 8 });
});

test('lines of a product that are gone from its file are gone from the database; other products keep theirs', async () => {
  await load();
  await loadOnly({ 'catalogue/specs.csv': 'product,group,name,value,unit\none-500,מנוע,נפח,475,סמ״ק\n' });
  expect(
    await query(
      `select p.slug, s.name, s.value from product_specs s join products p on p.uuid = s.product_uid order by 1, s.position`,
    ),
  ).toEqual([
    ['one-500', 'נפח', '475'],
    ['one-800', 'נפח', '776'],
  ]);
  expect(await query('select count(*) from product_faqs')).toEqual([['1']]);
});

test('a variant that its product no longer lists is switched off, for old orders point to it', async () => {
  await load();
  await folder.put(
    'catalogue/variants.csv',
    altered('catalogue/variants.csv', 'one-500,ONE-500-BLK,שחור,#17181b/#c8102e,,43900,,0,158000,one-500/black,\n', '')[
      'catalogue/variants.csv'
    ] ?? null,
  );
  await load();
  expect(await query('select sku from variants where not active')).toEqual([['ONE-500-BLK']]);
});

test('a price update is one variants.csv, with semicolons and a byte-order mark as spreadsheets write it', async () => {
  await load();
  const report = await loadOnly({
    'catalogue/variants.csv': '\uFEFFproduct;sku;price;stock\r\none-500;ONE-500-RED;41500;2\r\n',
  });
  expect(report.errors).toEqual([]);
  expect(report.changed).toBe(1);
  expect(
    await query(
      `select sku, v.price_agorot, stock, active, weight_g from variants v join products p on p.uuid = v.product_uid where p.slug = 'one-500' order by sku`,
    ),
  ).toEqual([
    ['ONE-500-BLK', '4390000', 0, true, 158_000],
    ['ONE-500-RED', '4150000', 2, true, 158_000],
  ]);
  expect(await query(`select count(*) from product_images`)).toEqual([['7']]);
});

test('products.csv with two columns changes a price and nothing else', async () => {
  await load();
  const report = await loadOnly({ 'catalogue/products.csv': 'slug,price\none-500,40000\n' });
  expect(report.errors).toEqual([]);
  expect(report.changed).toBe(1);
  expect(await query(`select price_agorot, name, badges from products where slug = 'one-500'`)).toEqual([
    ['4000000', 'ONE Barak 500', ['חדש', 'מבצע']],
  ]);
});

test('--partial writes what is right and lists the rest', async () => {
  const wrong = altered('catalogue/products.csv', ',890,', ',cheap,')['catalogue/products.csv'] ?? '';
  await folder.put('catalogue/products.csv', wrong);
  expect((await load()).written).toBe(false);
  const report = await load({ mode: 'partial' });
  expect(report.written).toBe(true);
  expect(report.errors[0]).toMatchObject({ file: 'catalogue/products.csv', row: 4, column: 'price', value: 'cheap' });
  expect(await query('select slug from products order by 1')).toEqual([['filter'], ['one-500'], ['one-800']]);
  expect(
    await query(`select p.slug, r.kind from product_relations r join products p on p.uuid = r.related_uid`),
  ).toEqual([['one-800', 'RELATED']]);
});

test('a picture that has changed is read anew, in spite of the cache', async () => {
  await load();
  const before = await query(`select media from product_images where view = 'side'`);
  await folder.put(
    'pictures/one-500/red-side.png',
    await sharp({ create: { width: 20, height: 10, channels: 3, background: '#123456' } })
      .png()
      .toBuffer(),
  );
  const report = await load();
  expect(report.changed).toBe(1);
  expect(await query(`select width from product_images where view = 'side'`)).toEqual([[20]]);
  expect(await query(`select media from product_images where view = 'side'`)).not.toEqual(before);
});
