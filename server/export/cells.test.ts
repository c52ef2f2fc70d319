import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neutral, restored } from '#domain/text/csv.ts';
import { legacyKey } from '#domain/text/legacy-url.ts';
import { catalogueRows } from '../../tests/support/catalogue-rows.ts';
import { startImport, type TestImport } from '../../tests/support/test-import.ts';
import { readCsv } from '../import/csv.ts';
import { newProblems } from '../import/problems.ts';
import { specRow } from '../import/schemas/catalogue.ts';
import { MAX_TEXT_BYTES } from '../import/text-file.ts';
import { MAX_LETTERS, MAX_ROWS } from '../import/workbook.ts';
import { addressOf } from './content.ts';
import { exportFolder } from './export.ts';
import { MAX_PER_FILE, openTable } from './tables.ts';

let shop: TestImport;
let folders: string;
beforeAll(async () => {
  shop = await startImport();
  folders = await mkdtemp(join(tmpdir(), 'cells-'));
});
afterAll(async () => {
  await shop.end();
  await rm(folders, { recursive: true });
});

/** Formulas that spreadsheets run, and text that table formats break on. */
const HOSTILE = [
  ...[
    '=1+1',
    "=cmd|' /C calc'!A0",
    '+972501234567',
    '-1+1',
    '-5',
    '-0.5',
    '@SUM(A1)',
    '%0A=1',
    '|cmd',
    '＝1+1',
    "'=1",
    "''=1",
    "'",
    "'שלום",
  ],
  ...['\t=1', '\r=1', '\n=1', '"', '""', '",', ';', 'a;b,c', 'שורה\nשנייה', 'שורה\r\nשנייה', '<b>&amp;</b>', ']]>'],
  ...[
    '007',
    '1E5',
    '12e5',
    '1.20',
    '1e400',
    '0x10',
    'TRUE',
    '1/2',
    '2026-11-01',
    '#N/A x',
    '_x000D_',
    '_x005F_x000D_',
    'a\u0001b',
  ],
  ...['א\u200fב', '\u2066 5–\u2060 6\u2069', 'יח׳', '״', '😀'],
];

test.each([
  ['CSV', false],
  ['XLSX', true],
])('whatever a cell holds goes out as %s and comes back as it was, and no cell is a formula', async (name, xlsx) => {
  expect((await shop.load()).errors).toEqual([]);
  await shop.query(`delete from product_specs`);
  for (const [at, text] of HOSTILE.entries())
    await shop.connection.pool.query(
      `insert into product_specs (product_uid, group_name, name, value, unit, position)
       select uuid, $1, $1, $1, $1, $2 from products where slug = 'one-500'`,
      [text, at],
    );
  await shop.connection.pool.query(`update products set name = $1, badges = $2 where slug = 'one-800'`, [
    HOSTILE[1],
    ['=1', '+2'],
  ]);
  const before = await catalogueRows(shop.connection.pool);
  const folder = join(folders, name);
  const { pool } = shop.connection;
  await exportFolder({ pool, storage: shop.storage, folder, xlsx, progress: () => {} });
  if (!xlsx) {
    for (const file of (await readdir(folder, { recursive: true })).filter((one) => one.endsWith('.csv'))) {
      const text = await readFile(join(folder, file), 'utf8');
      expect(text.startsWith('\uFEFF')).toBe(true);
      const cells = (parse(text, { bom: true }) as string[][]).flat();
      expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell))).toEqual([]);
    }
  }
  await shop.query(`update product_specs set value = 'x', unit = 'x', name = 'x', group_name = 'x'`);
  await shop.query(`update products set name = 'x', badges = '{}' where slug = 'one-800'`);
  const report = await shop.load({ folder });
  expect(report.errors).toEqual([]);
  const after = await catalogueRows(pool);
  expect(after.product_specs).toEqual(before.product_specs);
  expect(after.products).toEqual(before.products);
});

test('a store that has nothing but its names and colours yet goes out and comes in', async () => {
  await shop.load();
  await shop.query(`insert into stores (company_uid, key, name, name_en, seo_title, seo_description)
    select uuid, 'bare', 'חשופה', 'BARE', 'כותרת', 'תיאור' from companies`);
  await shop.query(`insert into template_settings (store_uid, setting_name, setting_value)
    select uuid, colour, '#000000' from stores, unnest('{clr1,clr2,clr3}'::text[]) colour where key = 'bare'`);
  const folder = join(folders, 'bare');
  const { pool } = shop.connection;
  await exportFolder({ pool, storage: shop.storage, folder, store: 'bare', progress: () => {} });
  expect(await shop.load({ folder })).toMatchObject({ errors: [], written: true, changed: 1 });
});

test('what is made harmless is read back as it was, whatever it is', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '=', '-', '+', '@', '\t', '\r', ' ', '1', 'א', '%') });
  fc.assert(
    fc.property(text, (value) => {
      const cell = neutral(value);
      expect(restored(cell)).toBe(value);
      expect(/^[=+@\t\r]|^-(?!\d)/.test(cell)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test('an old address is written so that it is the same address again', () => {
  const keys = ['/אודות', '/item.asp?itemid=12', '/a b.asp', '/50%', '/a?b', '/a#b', '/c.asp?catid=1&itemid=a b', '/'];
  for (const key of keys) {
    expect(legacyKey(key === '/a?b' ? '/a%3Fb' : key === '/a#b' ? '/a%23b' : key)).toBe(key);
    expect(legacyKey(addressOf(key))).toBe(key);
    expect(addressOf(key)).toMatch(/^\/\S*$/);
  }
});

/**
 * Tables as long as they get: in `npm run prove -- long`. Here files are divided a hundred times as soon, by the
 * same rule.
 */
const PART = process.env.LONG_TESTS === 'all' ? 1 : 100;

test.each([
  ['csv', 240_000 / PART],
  ['xlsx', 50_000 / PART + 1],
])('a table that is too long for one .%s goes on in further files, in order', async (extension, rows) => {
  const folder = await mkdtemp(join(folders, 'long-'));
  const columns = ['product', 'group', 'name', 'value', 'unit'];
  const { csvBytes, xlsxRows, xlsxCharacters } = MAX_PER_FILE;
  const most = { csvBytes: csvBytes / PART, xlsxRows: xlsxRows / PART, xlsxCharacters: xlsxCharacters / PART };
  const table = openTable(join(folder, 'specs'), columns, extension === 'xlsx', most);
  const long = 'א'.repeat(extension === 'csv' ? 100 : 1);
  for (let at = 0; at < rows; at++) await table.add({ product: 'a', group: 'ב', name: `ג${at}`, value: long });
  await table.end();
  expect(table.rows).toBe(rows);
  const files = (await readdir(folder)).sort();
  expect(files).toEqual([`specs-001.${extension}`, `specs-002.${extension}`]);
  for (const file of files) expect((await stat(join(folder, file))).size).toBeLessThan(most.csvBytes + 1_000);
  const problems = newProblems();
  let next = 0;
  for (const file of files) {
    const read = await readCsv(folder, file, { schema: specRow, subject: 'product', unit: () => 'company' }, problems);
    for (const { data } of read?.rows ?? []) if (data.name === `ג${next}`) next += 1;
  }
  expect(problems.list).toEqual([]);
  expect(next).toBe(rows);
});

test('a file of an export is never larger than what an import reads', () => {
  expect(MAX_PER_FILE.csvBytes).toBeLessThan(MAX_TEXT_BYTES);
  expect(MAX_PER_FILE.xlsxRows).toBeLessThan(MAX_ROWS);
  expect(MAX_PER_FILE.xlsxCharacters).toBeLessThan(MAX_LETTERS);
});

test('a disk that is full ends a table with the reason', async () => {
  const table = openTable(join(folders, 'full'), ['words'], false);
  await writeFile(join(folders, 'full.csv'), 'there already');
  await expect(
    (async () => {
      for (let at = 0; at < 100_000; at++) await table.add({ words: 'מילה' });
      await table.end();
    })(),
  ).rejects.toThrow('EEXIST');
});

test('links to products that left the store, and to a category that it lost, are left out with a note, so that the folder can be imported again', async () => {
  const old = await startImport();
  const link = { entity_type: 'PRODUCT', slug: 'one-800' };
  const menu = [
    { ...link, name: 'הדגל', children: [{ name: 'כל הדגמים', entity_type: 'COLLECTION', slug: 'bikes' }] },
    { name: 'קישור', entity_type: 'INTERNAL_LINK', custom_path: '/product/one-800?from=menu' },
  ];
  await old.sample.put('stores/one/menus.json', JSON.stringify({ TOP_MENU: menu }));
  await old.sample.put(
    'stores/one/widgets.json',
    JSON.stringify([
      {
        area: 'CENTER',
        component: 'benefits',
        items: [{ icon: 'shield', title: 'א', text: 'ב', link: '/product/one-800' }],
      },
    ]),
  );
  await old.sample.put(
    'stores/one/redirects.csv',
    'from,to\n/old.asp,/product/one-800\n/bikes.asp,/category/bikes\n/naked.asp,/category/naked\n',
  );
  expect((await old.load()).errors).toEqual([]);
  await old.query(`update stores set home = jsonb_set(home, '{story,link}', '"/product/one-800"') where key = 'one'`);
  await old.query(`update stores set home = jsonb_set(home, '{hero,0,product}', '"one-800"') where key = 'one'`);
  await old.query(`delete from store_products sp using products p, stores s
    where p.uuid = sp.product_uid and s.uuid = sp.store_uid and p.slug = 'one-800' and s.key = 'one'`);
  await old.query(`delete from collections where slug = 'naked'`);
  const folder = join(folders, 'left-store');
  const progress = () => {};
  const { notes } = await exportFolder({ pool: old.connection.pool, storage: old.storage, folder, progress });
  expect(notes.map((note) => note.replace(/ was left out.*/, ''))).toEqual([
    'stores/one/store.json: "שלום"',
    'stores/one/store.json: "הסיפור"',
    'stores/one/menus.json: "הדגל"',
    'stores/one/menus.json: "קישור"',
    'stores/one/widgets.json: "/product/one-800"',
    'stores/one/redirects.csv: "/naked.asp"',
    'stores/one/redirects.csv: "/old.asp"',
  ]);
  const menus = JSON.parse(await readFile(join(folder, 'stores/one/menus.json'), 'utf8'));
  expect(menus.TOP_MENU).toMatchObject([{ name: 'כל הדגמים', slug: 'bikes' }]);
  expect((await old.load({ folder })).errors).toEqual([]);
  await old.end();
});
