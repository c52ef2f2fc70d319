import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { type Connection, connect } from '#db/client.ts';
import { sheetKinds } from '#domain/catalogue/import-columns.ts';
import { migratedDatabase } from '../../../tests/support/database.ts';
import { sampleFolder } from '../../../tests/support/sample-folder.ts';
import { writeWorkbook } from '../../export/workbook.ts';
import { localStorage } from '../../providers/storage/local.ts';
import { importFolder } from '../import.ts';
import * as schemas from '../schemas/catalogue.ts';
import { importSheet } from './import-sheet.ts';

let database: Awaited<ReturnType<typeof migratedDatabase>>;
let connection: Connection;
let folder: string;

beforeAll(async () => {
  database = await migratedDatabase();
  connection = connect(database.url, { max: 3 });
  folder = await mkdtemp(join(tmpdir(), 'sheets-'));
});
afterAll(async () => {
  await connection.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const storage = () => localStorage(join(folder, 'media'));
beforeEach(async () => {
  const sample = await sampleFolder({});
  const report = await importFolder({
    pool: connection.pool,
    folder: sample.path,
    storage: storage(),
    acceptPriceChanges: true,
  });
  expect(report.errors).toEqual([]);
  await sample.remove();
});

async function imported(name: string, content: string | Uint8Array, mode: 'check' | 'all' | 'partial' = 'all') {
  const file = join(folder, name);
  await writeFile(file, content);
  return importSheet({ pool: connection.pool, storage: storage(), file, mode });
}
async function prices(): Promise<Record<string, [product: number, own: number | null]>> {
  const { rows } = await connection.pool.query<{ sku: string; product: string; own: string | null }>(
    'select v.sku, p.price_agorot as product, v.price_agorot as own from variants v join products p on p.uuid = v.product_uid',
  );
  return Object.fromEntries(
    rows.map(({ sku, product, own }) => [sku, [Number(product), own === null ? null : Number(own)]]),
  );
}
/** Hebrew letters as Windows-1255 has them. */
const windows1255 = (text: string): Uint8Array =>
  Uint8Array.from(
    [...text].map((letter) =>
      letter >= 'א' && letter <= 'ת' ? letter.charCodeAt(0) - 0x5d0 + 0xe0 : letter.charCodeAt(0),
    ),
  );

test('the columns of each kind are those of the importer’s own schemas', () => {
  const { prices: _, stock: __, goods: ___, ...tables } = sheetKinds;
  const singular: Record<string, string> = {
    'branch-stock': 'branchStock',
    specs: 'spec',
    relations: 'relation',
    fits: 'fit',
    choices: 'choice',
  };
  const rows = new Map(Object.entries(schemas) as [string, z.ZodObject][]);
  for (const [kind, { columns, required }] of Object.entries(tables)) {
    const name = singular[kind] ?? (/^(?:safety|faq)$/.test(kind) ? kind : kind.replace(/ies$/, 'y').replace(/s$/, ''));
    const schema = rows.get(`${name}Row`) as z.ZodObject;
    expect([kind, [...columns].sort()]).toEqual([kind, Object.keys(schema.shape).sort()]);
    const needed = Object.entries(schema.shape).filter(([, cell]) => !(cell as z.ZodType).safeParse(undefined).success);
    expect([kind, [...required].sort()]).toEqual([kind, needed.map(([name]) => name).sort()]);
  }
});

test.each([
  ['UTF-8 with semicolons', (text: string) => Buffer.from(text.replaceAll(',', ';'))],
  ['UTF-8 with a mark and tabs', (text: string) => Buffer.from(`\ufeff${text.replaceAll(',', '\t')}`)],
  ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['Windows-1255', windows1255],
])('a price list in %s', async (_, encode) => {
  const report = await imported(
    'prices.csv',
    // lint-allow hebrew-typography: suppliers write it so
    encode('מק"ט,תיאור,מחיר לצרכן\r\nHELMET-M,קסדה,950\r\nHELMET-L,קסדה,950\r\n'),
  );
  expect(report.errors).toEqual([]);
  expect(report.mapping).toEqual({ kind: 'prices', headingRow: 1, columns: ['sku', '', 'price'] });
  expect(report.written).toBe(true);
  // All variants of the product have the one price: it is the product's, as before.
  expect((await prices())['HELMET-M']).toEqual([95_000, null]);
});

test('a supplier’s list: titles above, empty columns, a heading twice, sums with signs, sold out, a total', async () => {
  const file = join(folder, 'ספק.xlsx');
  await rm(file, { force: true });
  const { add, end } = writeWorkbook(file);
  for (const line of [
    ['מחירון חורף, רעם יבוא בע״מ'],
    ['בתוקף מ־1.11.2026'],
    [''],
    ['', 'מק״ט', 'תיאור פריט', '', 'מחיר לצרכן', 'מחיר לצרכן', 'הערות'],
    ['', 'HELMET-M', 'קסדה', '', '₪ 1,034.50', 880, ''],
    ['', '', '', '', '', '', ''],
    // lint-allow hebrew-typography: suppliers write it so
    ['', 'HELMET-L', 'קסדה', '', '1,090 ש"ח', 890, 'חדש'],
    ['', 'ONE-500-RED', 'אופנוע', '', 'אזל', '', ''],
    ['', 'NO-SUCH', 'לא שלנו', '', 12, '', ''],
    ['', 'סה״כ', '', '', '₪ 2,124.50', '', ''],
  ])
    await add(line);
  await end();
  const report = await importSheet({ pool: connection.pool, storage: storage(), file, mode: 'partial' });
  expect(report.mapping).toEqual({
    kind: 'prices',
    headingRow: 4,
    columns: ['', 'sku', '', '', 'price', '', ''].map((c, at) => (at === 2 ? (report.mapping?.columns[2] ?? '') : c)),
  });
  expect([report.rows, report.skipped]).toEqual([4, 1]);
  expect(
    report.errors.map(({ file: name, row, column, value, reason }) => [name, row, column, value, reason.slice(0, 14)]),
  ).toEqual([
    ['ספק.xlsx', 8, 'price', 'אזל', 'is not a price'],
    ['ספק.xlsx', 9, 'sku', 'NO-SUCH', 'unknown SKU: n'],
  ]);
  expect(report.written).toBe(true);
  const after = await prices();
  // Two sizes with two prices: each is the variant's own.
  expect(after['HELMET-M']?.[1]).toBe(103_450);
  expect(after['HELMET-L']?.[1]).toBe(109_000);
});

test('goods of a brand called Total are goods; a total is what has no SKU', async () => {
  const report = await imported(
    'prices.csv',
    'no,sku,name,price\n1,HELMET-M,TOTAL Quartz 5W-40,950\n2,HELMET-L,Total,950\n,,Total,1900\nסה״כ פריטים,2,,\nTotal,2,,\n',
  );
  expect(report.errors).toEqual([]);
  expect([report.rows, report.skipped]).toEqual([2, 3]);
});

test('with one error nothing is written, also one that only the sheet has', async () => {
  const before = await prices();
  const report = await imported('prices.csv', 'sku,price\nHELMET-M,905\nHELMET-L,905\nNO-SUCH,10\n');
  expect(report.errors.map(({ row, reason }) => [row, reason])).toEqual([[4, 'unknown SKU: no variant has it']]);
  expect(report.written).toBe(false);
  expect(await prices()).toEqual(before);
});

test('a price list deactivates no variant that it does not name', async () => {
  await imported('prices.csv', 'sku,price\nHELMET-M,910\n');
  const { rows } = await connection.pool.query(`select sku from variants where not active and sku like 'HELMET%'`);
  expect(rows).toEqual([]);
});

test('an empty price in a price list is told, and changes no price', async () => {
  await imported('prices.csv', 'sku,price\nHELMET-M,915\n');
  const before = await prices();
  const report = await imported('prices.csv', 'sku,price\nHELMET-M,\n');
  expect(report.errors.map(({ row, column, reason }) => [row, column, reason])).toEqual([[2, 'price', 'is empty']]);
  expect(await prices()).toEqual(before);
});

test.each([
  ['empty.csv', '', 'is empty'],
  ['old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'is a workbook of an old kind'],
  ['macros.xlsm', Buffer.from('504b0304', 'hex'), 'is a workbook with macros'],
  ['cut.xlsx', Buffer.from('504b030414000000', 'hex'), 'cannot be read as XLSX'],
  ['words.csv', 'שלום,עולם\nא,ב\n', 'this column is missing'],
])('%s is refused with its reason', async (name, content, reason) => {
  const report = await imported(name, content);
  expect(report.errors[0]?.reason).toContain(reason);
  expect(report.written).toBe(false);
});

test('a supplier’s catalogue: new makes, sizes of one name, two items of one name, and what is known gets its price alone', async () => {
  const before = (await prices())['HELMET-M'];
  const lines = [
    'id,sku,make,name,year,fuel,price,colour,size',
    '7,MZ-1,MZ,TS 150   (1973-1985),1974,2,"1,450",,',
    '7,MZ-2,MZ,TS 150   (1973-1985),1975,2,1690,,',
    '9,UR-1,אורל,מעיל אורל,,,1250,חום,M',
    '9,UR-2,אורל,מעיל אורל,,,1200,חום,L',
    '9,UR/3,אורל,רנג׳ר,1999,2,0,,',
    ',HELMET-M,gear,קסדה של הספק,,,910,,M',
    ',HELMET-XL,gear,קסדה של הספק,,,930,כחול,XL',
    'total,,,,,,5,,',
  ];
  const file = join(folder, 'catalogue.csv');
  await writeFile(file, `${lines.join('\n')}\n`);
  const report = await importSheet({
    pool: connection.pool,
    storage: storage(),
    file,
    mode: 'partial',
    mapping: () => ({
      kind: 'goods',
      headingRow: 1,
      columns: ['', 'sku', 'brand', 'name', 'year', '', 'price', 'color_name', 'size'],
      fixed: { kind: 'VEHICLE', stores: 'one' },
    }),
  });
  expect(report.errors.map(({ row, column, value, reason }) => [row, column, value, reason.slice(0, 4)])).toEqual([
    [6, 'price', '0', 'is 0'],
  ]);
  expect(report.written).toBe(true);
  const { rows } = await connection.pool.query(
    `select p.slug, b.key as brand, p.year, p.kind, p.price_agorot::int as price, array_agg(v.sku || ' ' || coalesce(v.price_agorot::text, '–') order by v.sku) as skus
     from products p left join brands b on b.uuid = p.brand_uid join variants v on v.product_uid = p.uuid
     where v.sku ~ '^(MZ|UR|HELMET-XL)' group by p.uuid, b.key order by p.slug collate "C"`,
  );
  const vehicle = { brand: 'mz', kind: 'VEHICLE' };
  const coat = { brand: expect.stringMatching(/^brand-[0-9a-f]{8}$/), year: null, kind: 'VEHICLE', price: 120_000 };
  expect(rows).toEqual([
    {
      slug: 'helmet',
      brand: 'gear',
      year: null,
      kind: 'ACCESSORY',
      price: expect.any(Number),
      skus: ['HELMET-XL 93000'],
    },
    { slug: 'ts-150-1973-1985-mz-1', ...vehicle, year: 1974, price: 145_000, skus: ['MZ-1 –'] },
    { slug: 'ts-150-1973-1985-mz-2', ...vehicle, year: 1975, price: 169_000, skus: ['MZ-2 –'] },
    // lint-allow hebrew-typography: suppliers' names make addresses with hyphens
    { slug: 'מעיל-אורל-ur-1', ...coat, skus: ['UR-1 125000', 'UR-2 –'] },
  ]);
  expect(before).not.toEqual([91_000, null]);
  expect((await prices())['HELMET-M']).toEqual([expect.any(Number), 91_000]);
  const options = await connection.pool.query(
    `select value from variant_values x join variants v on v.uuid = x.variant_uid where v.sku = 'HELMET-XL' order by 1`,
  );
  expect(options.rows).toEqual([{ value: 'XL' }, { value: 'כחול' }]);
  const again = await importSheet({
    pool: connection.pool,
    storage: storage(),
    file,
    mode: 'partial',
    mapping: () => ({ ...(report.mapping as NonNullable<typeof report.mapping>) }),
  });
  expect(Object.values(again.changes).map(({ inserted }) => inserted)).toEqual(
    Object.values(again.changes).map(() => 0),
  );
});

test('a supplier’s catalogue that names all sizes of a product and a new one takes none off sale', async () => {
  const file = join(folder, 'sizes.csv');
  const lines = ['sku,make,name,price,size', 'HELMET-M,gear,קסדה של הספק,910,M', 'HELMET-L,gear,קסדה של הספק,910,L'];
  await writeFile(
    file,
    `${[...lines, 'HELMET-XXL,gear,קסדה של הספק,930,XXL', 'HELMET-XS,gear,קסדה של הספק,,XS', 'COAT-A,gear,מעיל,500,A', 'COAT-B,gear,מעיל,,B'].join('\n')}\n`,
  );
  await connection.pool.query(`update variants set price_agorot = null, active = true where sku like 'HELMET%'`);
  await connection.pool.query(`delete from variants where sku like 'HELMET%' and sku not in ('HELMET-M', 'HELMET-L')`);
  const report = await importSheet({
    ...{ pool: connection.pool, storage: storage(), file, mode: 'partial' },
    mapping: () => ({
      ...{ kind: 'goods', headingRow: 1, columns: ['sku', 'brand', 'name', 'price', 'size'] },
      fixed: { kind: 'ACCESSORY', stores: 'one' },
    }),
  });
  expect(report.errors.map(({ row, column, reason }) => [row, column, reason])).toEqual([
    [5, 'price', 'is empty'],
    [7, 'price', 'is empty'],
  ]);
  const { rows } = await connection.pool.query(
    `select sku, active, price_agorot::int as price from variants where sku ~ '^(HELMET|COAT)' order by sku`,
  );
  expect(rows).toEqual([
    { sku: 'COAT-A', active: true, price: null },
    { sku: 'HELMET-L', active: true, price: 91_000 },
    { sku: 'HELMET-M', active: true, price: 91_000 },
    { sku: 'HELMET-XXL', active: true, price: 93_000 },
  ]);
});

test('a new SKU of a supplier with the colour and size of one on sale is told, also where its colour has no code', async () => {
  const file = join(folder, 'twins.csv');
  await connection.pool.query(`update variants set active = sku in ('HELMET-M', 'HELMET-L') where sku like 'HELMET%'`);
  const goods = async (...lines: string[]) => {
    await writeFile(file, ['sku,make,name,price,colour,size', ...lines, ''].join('\n'));
    const { errors } = await importSheet({
      ...{ pool: connection.pool, storage: storage(), file, mode: 'check' },
      mapping: () => ({
        ...{ kind: 'goods', headingRow: 1, columns: ['sku', 'brand', 'name', 'price', 'color_name', 'size'] },
        fixed: { kind: 'ACCESSORY', stores: 'one' },
      }),
    });
    return errors.map(({ row, value, reason }) => [row, value, reason]);
  };
  expect(await goods('HELMET-M,gear,קסדה,910,שחור,M', 'HELMET-M2,gear,קסדה,910,שחור,M')).toEqual([
    [3, 'HELMET-M2', 'has the same colour, size and options as HELMET-M'],
  ]);
  // One that is off sale has no twin.
  await connection.pool.query(`update variants set active = false where sku = 'HELMET-L'`);
  expect(await goods('HELMET-M,gear,קסדה,910,שחור,M', 'HELMET-L2,gear,קסדה,910,שחור,L')).toEqual([]);
});

test('prices that a supplier’s workbook calculates are rounded to the agora, after VAT, and their number is told', async () => {
  const file = join(folder, 'calculated.xlsx');
  const priced = async (vatBp: number, ...lines: (string | number)[][]) => {
    await rm(file, { force: true });
    const { add, end } = writeWorkbook(file);
    for (const line of [['sku', 'price'], ...lines]) await add(line);
    await end();
    const report = await importSheet({
      ...{ pool: connection.pool, storage: storage(), file, acceptPriceChanges: true },
      mapping: () => ({ kind: 'prices', headingRow: 1, columns: ['sku', 'price'], vatBp }),
    });
    const rounded = report.notes.filter(({ reason }) => reason.startsWith('was rounded')).map(({ reason }) => reason);
    return [report.errors.map(({ row, reason }) => `${row} ${reason.slice(0, 14)}`), rounded];
  };
  expect(await priced(0, ['HELMET-M', 936.915], ['HELMET-L', 1036.9149])).toEqual([
    [],
    ['was rounded to the agora, 2 of them'],
  ]);
  expect([(await prices())['HELMET-M']?.[1], (await prices())['HELMET-L']?.[1]]).toEqual([93_692, 103_691]);
  expect(await priced(1_800, ['HELMET-M', 789.995], ['HELMET-L', 800.1])).toEqual([
    [],
    ['was rounded to the agora, 1 of them'],
  ]);
  expect([(await prices())['HELMET-M']?.[1], (await prices())['HELMET-L']?.[1]]).toEqual([93_219, 94_412]);
  // What is written as a text may be thousands.
  for (const typed of ['₪ 1.234', '1.234'])
    expect(await priced(0, ['HELMET-M', typed])).toEqual([['2 is not a price'], []]);
  const text = await imported('thousands.csv', 'sku,price\nHELMET-M,1.234\n');
  expect(text.errors.map(({ reason }) => reason.slice(0, 14))).toEqual(['is not a price']);
});
