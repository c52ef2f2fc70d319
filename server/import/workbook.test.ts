import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startImport, type TestImport } from '../../tests/support/test-import.ts';
import { workbook } from '../../tests/support/workbook.ts';
import { newProblems } from './problems.ts';
import { readWorkbook } from './workbook.ts';

let shop: TestImport;
let folder: string;
beforeAll(async () => {
  shop = await startImport();
  folder = await mkdtemp(join(tmpdir(), 'workbooks-'));
});
afterAll(async () => {
  await shop.end();
  await rm(folder, { recursive: true });
});

/** The rows read from such a file, or the reason why not. */
async function read(bytes: Uint8Array): Promise<string[][] | string | undefined> {
  await writeFile(join(folder, 'a.xlsx'), bytes);
  const problems = newProblems();
  return (await readWorkbook(folder, 'a.xlsx', problems)) ?? problems.list[0]?.reason;
}

test('a folder whose tables are spreadsheets is the same as one of CSV files', async () => {
  expect(await shop.load()).toMatchObject({ errors: [], written: true });
  const copy = await mkdtemp(join(tmpdir(), 'spreadsheets-'));
  await cp(shop.sample.path, copy, { recursive: true });
  const tables = (await readdir(copy, { recursive: true })).filter((name) => name.endsWith('.csv'));
  expect(tables.length).toBeGreaterThan(5);
  for (const name of tables) {
    const rows = parse(await readFile(join(copy, name), 'utf8'), { bom: true }) as string[][];
    const cells = rows.map((row) => row.map((cell) => (/^[1-9]\d{0,8}(\.\d)?$/.test(cell) ? Number(cell) : cell)));
    await writeFile(join(copy, name.replace(/csv$/, 'xlsx')), workbook(cells));
    await rm(join(copy, name));
  }
  const again = await shop.load({ folder: copy });
  expect(again).toMatchObject({ errors: [], written: true, changed: 0 });
  expect(again.read.products).toBeGreaterThan(3);
  await rm(copy, { recursive: true });
});

test('a fault is told by file, row and column, and a table that is there twice is none', async () => {
  const bad = await mkdtemp(join(tmpdir(), 'spreadsheets-'));
  await cp(shop.sample.path, bad, { recursive: true });
  await writeFile(
    join(bad, 'catalogue/products-2.xlsx'),
    workbook([['slug', 'price'], ['one-500', 'dear'], [], ['one-800', { xml: '<c r="B4" t="e"><v>#REF!</v></c>' }]]),
  );
  await writeFile(join(bad, 'stores/one/collections.xlsx'), workbook([['slug', 'name']]));
  const { errors, written } = await shop.load({ folder: bad });
  expect(written).toBe(false);
  expect(errors.map(({ file, row, column, reason }) => `${file} ${row} ${column} ${reason}`)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^catalogue\/products-2\.xlsx 2 price is not a price/),
      expect.stringMatching(/^catalogue\/products-2\.xlsx 4 price /),
      'stores/one/collections.csv null null is there as .xlsx, too: leave one of them',
    ]),
  );
  await rm(bad, { recursive: true });
});

test('numbers come as they are shown, days as days, yes as yes; what is only formatted is not there', async () => {
  const date = { xml: '<c r="D2" s="1"><v>46327</v></c>' };
  expect(
    await read(
      workbook(
        [
          ['a', 'b', 'c', 'd', '', ''],
          [129.90000000000001, 120000000, true, date],
          ['=1+1', '007', false],
        ],
        [[]],
      ),
    ),
  ).toEqual([
    ['a', 'b', 'c', 'd'],
    ['129.9', '120000000', 'yes', '2026-11-01'],
    ['=1+1', '007', '', ''],
  ]);
});

test('a text that could be a number stays as it was typed', async () => {
  const texts = ['12E5', '125e2', '0.12345678901234567'];
  expect(await read(workbook([['sku', 'a', 'b'], texts]))).toEqual([['sku', 'a', 'b'], texts]);
});

test.each([
  ['no ZIP', () => Buffer.from('slug,price\n'), 'cannot be read as XLSX'],
  ['half a file', () => workbook([['a']]).subarray(0, 400), 'cannot be read as XLSX'],
  ['a ZIP of other things', () => Buffer.from(zipSync({ 'a.txt': strToU8('a') })), 'cannot be read as XLSX'],
  ['two filled sheets', () => workbook([['a']], [['b']]), 'has 2 sheets with something in them: one table a file'],
  [
    'one cell in the last corner',
    () => workbook([[{ xml: '<c r="XFD1048576"><v>1</v></c>' }]]),
    'has cells beyond row 250000 or column 200',
  ],
  [
    'a gigabyte of nothing',
    () => Buffer.from(zipSync({ 'xl/a.xml': [new Uint8Array(200 * 1024 * 1024), { level: 1 }] })),
    'unpacks to more than 192 MB and was not read',
  ],
])('%s is refused with a line', async (_what, bytes, reason) => {
  expect(await read(bytes())).toContain(reason);
});
