import pg from 'pg';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { altered } from '../../tests/support/sample-folder.ts';
import { startImport, type TestImport } from '../../tests/support/test-import.ts';
import type { ImportOptions } from './import.ts';

let shop: TestImport;
const query = (sql: string) => shop.query(sql);
const load = (options?: Partial<ImportOptions>) => shop.load(options);

beforeEach(async () => {
  shop = await startImport();
});
afterEach(() => shop.end());

test('a second run changes no row', async () => {
  await load();
  const listener = new pg.Client({ connectionString: shop.url });
  await listener.connect();
  await listener.query('listen cache_versions');
  let told = 0;
  listener.on('notification', () => told++);
  const tables = ['products', 'variants', 'product_images', 'menu_links', 'collections', 'stores', 'content_pages'];
  const states = () =>
    Promise.all(tables.map((table) => query(`select xmin::text, t.uuid from ${table} t order by t.uuid`)));
  const before = await states();
  const report = await load();
  expect(report.written).toBe(true);
  expect(report.changed).toBe(0);
  expect(await states()).toEqual(before);
  await listener.query('select 1');
  expect(told).toBe(0);
  await listener.end();
});

test('each import leaves an audit row, and tells the processes that cache', async () => {
  const listener = new pg.Client({ connectionString: shop.url });
  await listener.connect();
  const changedTags: string[] = [];
  listener.on('notification', ({ payload = '' }) => changedTags.push(payload.replace(/:.*/, '')));
  await listener.query('listen cache_versions');
  await load();
  await listener.query('select 1');
  await listener.end();
  expect([...new Set(changedTags)].sort()).toEqual(['catalogue', 'settings', 'stores', 'text', 'texts']);
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
  await shop.loadOnly({ 'catalogue/specs.csv': 'product,group,name,value,unit\none-500,מנוע,נפח,475,סמ״ק\n' });
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
  await shop.sample.put(
    'catalogue/variants.csv',
    altered('catalogue/variants.csv', 'one-500,ONE-500-BLK,שחור,#17181b/#c8102e,,43900,,0,158000,one-500/black,\n', '')[
      'catalogue/variants.csv'
    ] ?? null,
  );
  await load();
  expect(await query('select sku from variants where not active')).toEqual([['ONE-500-BLK']]);
});

test('a variant moves to another product only where products.csv describes both', async () => {
  await load();
  const variants = 'product,sku,price\none-500,ONE-500-BLK,43900\none-800,ONE-500-RED,\none-800,ONE-800-RED,\n';
  const wrong = await shop.loadOnly({ 'catalogue/variants.csv': variants });
  expect(wrong.errors.map(({ row, value, reason }) => [row, value, reason])).toEqual([
    [3, 'ONE-500-RED', 'duplicate SKU: product one-500 has it'],
  ]);
  const one = await shop.loadOnly({
    'catalogue/variants.csv': variants,
    'catalogue/products.csv': 'slug,position\none-800,2\n',
  });
  expect(one.errors).toHaveLength(1);
  const meant = await shop.loadOnly({
    'catalogue/variants.csv': variants,
    'catalogue/products.csv': 'slug,position\none-500,1\none-800,2\n',
  });
  expect(meant.errors).toEqual([]);
  expect(
    await query(
      `select p.slug from variants v join products p on p.uuid = v.product_uid where v.active and v.sku = 'ONE-500-RED'`,
    ),
  ).toEqual([['one-800']]);
});

test('a price update is one variants.csv, with semicolons and a byte-order mark as spreadsheets write it', async () => {
  await load();
  const report = await shop.loadOnly({
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
    // Stock of existing variants belongs to the shop.
    ['ONE-500-RED', '4150000', 9, true, 158_000],
  ]);
  expect(await query(`select count(*) from product_images`)).toEqual([['7']]);
});

test('products.csv with two columns changes a price and nothing else', async () => {
  await load();
  const report = await shop.loadOnly({ 'catalogue/products.csv': 'slug,price\none-500,40000\n' });
  expect(report.errors).toEqual([]);
  expect(report.changed).toBe(1);
  expect(await query(`select price_agorot, name, badges from products where slug = 'one-500'`)).toEqual([
    ['4000000', 'ONE Barak 500', ['חדש', 'מבצע']],
  ]);
});

test('--partial writes what is right and lists the rest', async () => {
  const wrong = altered('catalogue/products.csv', ',890,', ',cheap,')['catalogue/products.csv'] ?? '';
  await shop.sample.put('catalogue/products.csv', wrong);
  expect((await load()).written).toBe(false);
  const report = await load({ mode: 'partial' });
  expect(report.written).toBe(true);
  expect(report.errors[0]).toMatchObject({ file: 'catalogue/products.csv', row: 4, column: 'price', value: 'cheap' });
  expect(await query('select slug from products order by 1')).toEqual([['filter'], ['one-500'], ['one-800']]);
  expect(
    await query(`select p.slug, r.kind from product_relations r join products p on p.uuid = r.related_uid`),
  ).toEqual([['one-800', 'RELATED']]);
});

test('--partial takes no variant off sale of which a row has lost its product', async () => {
  await load();
  const active = () => query('select sku from variants where active order by 1');
  const before = await active();
  const lost =
    altered('catalogue/variants.csv', 'one-500,ONE-500-BLK,', ',ONE-500-BLK,')['catalogue/variants.csv'] ?? '';
  await shop.sample.put('catalogue/variants.csv', lost);
  const report = await load({ mode: 'partial' });
  expect(report.errors[0]).toMatchObject({ file: 'catalogue/variants.csv', column: 'product' });
  expect(await active()).toEqual(before);
});

test('a picture that has changed is read anew, in spite of the cache', async () => {
  await load();
  const before = await query(`select media from product_images where view = 'side'`);
  await shop.sample.put(
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

test('--partial without a store leaves out what is sold in it, and ends', async () => {
  await shop.sample.put('stores/all/store.json', '{ "name": ');
  const report = await load({ mode: 'partial' });
  expect(report.written).toBe(true);
  expect(await query('select key from stores')).toEqual([['one']]);
  expect(await query('select count(*) from products')).toEqual([['0']]);
  expect(await query(`select home->'featured' from stores`)).toEqual([[[]]]);
  expect(await query(`select name from menu_links where slug = 'naked'`)).toEqual([['נייקד']]);
  const errorTexts = report.errors.map((error) => `${error.file} ${error.column} ${error.value}`);
  expect(errorTexts).toContain('catalogue/products.csv stores all');
  expect(errorTexts).toContain('company.json branches[0].stores all');
});

test('when writing fails in the middle, nothing of it stays', async () => {
  await shop.connection.pool.query(
    `create function fail() returns trigger language plpgsql as $$ begin raise 'no more room'; end $$`,
  );
  await shop.connection.pool.query(
    'create trigger fail before insert on content_pages for each row execute function fail()',
  );
  await expect(load()).rejects.toThrow('no more room');
  for (const table of ['companies', 'stores', 'products', 'variants', 'audit_log']) {
    expect(await query(`select count(*) from ${table}`)).toEqual([['0']]);
  }
  await shop.connection.pool.query('drop trigger fail on content_pages');
  expect((await load()).written).toBe(true);
});

test('two imports at once do not disturb each other', async () => {
  const [first, second] = await Promise.all([load(), load()]);
  expect([first.changed, second.changed].sort((a, b) => a - b)[0]).toBe(0);
  expect(await query('select count(*) from products')).toEqual([['4']]);
});

test('a part is replaced by another one, in a chain that has an end; an empty cell takes it back', async () => {
  await load();
  const successors = () =>
    query('select p.slug, r.slug from products p join products r on r.uuid = p.replaced_by order by 1');
  const replaced = async (rows: string) =>
    (await shop.loadOnly({ 'catalogue/products.csv': `slug,replaced_by\n${rows}` })).errors.map(({ reason }) => reason);
  expect(await replaced('filter,helmet\n')).toEqual([]);
  expect(await successors()).toEqual([['filter', 'helmet']]);
  // What the database says of others counts, too.
  expect(await replaced('helmet,filter\n')).toEqual(['is replaced by this product in the end: a loop']);
  expect(await replaced('filter,filter\n')).toEqual(['is replaced by this product in the end: a loop']);
  expect(await replaced('filter,no-such\nhelmet,one-500\n')).toEqual([
    'unknown product',
    'is not a part that replaces another part',
  ]);
  expect(await replaced('filter,\nhelmet,filter\n')).toEqual([]);
  expect(await successors()).toEqual([['helmet', 'filter']]);
  const numbers = `select n.number from search_numbers n join products p on p.uuid = n.product_uid where p.slug = 'filter' and n.number = 'helmetm'`;
  expect(await query(numbers)).toEqual([['helmetm']]);
  await load();
  expect(await successors()).toEqual([['helmet', 'filter']]);
});

test('an import that sets stock takes no further lock for what is sold while it runs', async () => {
  expect((await shop.load()).errors).toEqual([]);
  // Whichever is the first, two pieces of it can be sold.
  await shop.query('update variants set stock = stock + 2');
  const variants = (await shop.query(
    'select v.sku, p.slug, v.uuid, v.stock from variants v join products p on p.uuid = v.product_uid order by v.uuid',
  )) as [sku: string, product: string, uuid: string, stock: number][];
  const [first, ...others] = variants as [(typeof variants)[0], ...typeof variants];
  const last = others.at(-1)?.[2];
  // The first has what the file says, so that nothing of it is to be written; the others have something else.
  const counted = (uuid: string, stock: number) => (uuid === first[2] ? stock : stock + 5);
  const file = [
    'product,sku,stock,stock_exported',
    ...variants.map(([sku, slug, uuid, stock]) => `${slug},${sku},${counted(uuid, stock)},${stock}`),
  ].join('\n');
  const [sale, next] = [new pg.Client({ connectionString: shop.url }), new pg.Client({ connectionString: shop.url })];
  await Promise.all([sale.connect(), next.connect()]);
  try {
    await sale.query('begin');
    await sale.query('select from variants where uuid = $1 for no key update', [last]);
    const load = shop.loadOnly({ 'catalogue/variants.csv': file }, { setStock: true });
    await expect
      .poll(() =>
        shop.query(
          `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        ),
      )
      .toEqual([[1]]);
    await next.query(`update variants set stock = stock - 1 where uuid = '${first[2]}'`);
    await next.query('begin');
    await next.query(`update variants set stock = stock - 1 where uuid = '${first[2]}'`);
    await sale.query('commit');
    // Would be a deadlock if the import now waited for the first.
    await next.query(`select from variants where uuid <> '${first[2]}' order by uuid for no key update`);
    await next.query('commit');
    expect((await load).errors).toEqual([]);
  } finally {
    await Promise.all([sale.end(), next.end()]);
  }
  const stockOf = async (sku: string) => (await shop.query(`select stock from variants where sku = '${sku}'`))[0];
  expect(await stockOf(first[0])).toEqual([first[3] - 2]);
  for (const [sku, , , stock] of others) expect(await stockOf(sku)).toEqual([stock + 5]);
});

test('a day on which the office has closed a branch stays closed, unless the file names that day', async () => {
  await shop.load();
  await shop.query(`update branches set exceptions = '{"2020-01-05": "", "2099-01-05": "", "2099-01-06": ""}'`);
  const named = '"exceptions":{"2099-01-06":"10:00-12:00","2099-01-07":""},"hours"';
  const company = altered('company.json', '"hours"', named);
  const report = await shop.loadOnly(company);
  const days = { '2099-01-05': '', '2099-01-06': '10:00-12:00', '2099-01-07': '' };
  expect(await shop.query('select exceptions from branches')).toEqual([[days]]);
  const [note] = report.notes.filter(({ file }) => file === 'company.json');
  expect(note).toMatchObject({ column: 'branches[0].exceptions', value: '2099-01-05' });
  expect(note?.reason).toContain('the office');
  expect((await shop.loadOnly(company)).changed).toBe(0);
});

test('a day that the office closes while an import begins is no day that the file has not named', async () => {
  await shop.load();
  const office = new pg.Client({ connectionString: shop.url });
  await office.connect();
  try {
    await office.query('begin');
    await office.query(`update branches set exceptions = '{"2099-02-02": ""}'`);
    const load = shop.loadOnly(altered('company.json', '"hours"', '"exceptions":{"2099-01-07":""},"hours"'));
    await expect
      .poll(() =>
        shop.query(
          `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        ),
      )
      .toEqual([[1]]);
    await office.query('commit');
    expect((await load).errors).toEqual([]);
  } finally {
    await office.end();
  }
  expect(await shop.query('select exceptions from branches')).toEqual([[{ '2099-01-07': '', '2099-02-02': '' }]]);
});

test('a product that a menu or the home page leads to stays in its store; old URLs follow it to its category', async () => {
  await shop.sample.put(
    'stores/one/redirects.csv',
    'from,to\n/old.asp,/product/one-800\n/helmet.asp,/product/helmet\n',
  );
  await shop.load();
  const leave = (slug: string) => shop.loadOnly({ 'catalogue/products.csv': `slug,stores\n${slug},all\n` });
  const redirects = () => shop.query('select source, target from redirects order by source');
  const faults = async (slug: string) => (await leave(slug)).errors.map(({ value, reason }) => `${value} ${reason}`);
  expect(await faults('one-500')).toEqual(['one stays with the store as long as its home page leads to it']);
  await shop.query(`update menu_links set entity_type = 'PRODUCT', slug = 'one-800' where name = 'נייקד'`);
  expect(await faults('one-800')).toEqual([
    'one stays with the store as long as the link "נייקד" of its menu leads to it',
  ]);
  // A folder that brings another menu takes the link away itself.
  const both = { 'catalogue/products.csv': 'slug,stores\none-800,all\n', 'stores/one/menus.json': '{"TOP_MENU":[]}' };
  const report = await shop.loadOnly(both);
  expect(report.errors).toEqual([]);
  expect(report.notes.map(({ value, reason }) => `${value} ${reason}`)).toContain(
    '1 led to products that the store no longer sells: to their categories now',
  );
  expect(await redirects()).toEqual([
    ['/helmet.asp', '/product/helmet'],
    ['/old.asp', '/category/naked'],
  ]);
  await shop.query(`delete from collections where slug = 'gear'`);
  expect((await leave('helmet')).errors).toEqual([]);
  expect(await redirects()).toEqual([['/old.asp', '/category/naked']]);
});
