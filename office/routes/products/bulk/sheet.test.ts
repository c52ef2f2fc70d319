import { expect, test } from 'vitest';
import type { BulkRow } from '#domain/catalogue/bulk-rows.ts';
import { columnsOf, judge } from './columns.ts';
import {
  calculated,
  cellText,
  copied,
  emptySheet,
  filledDown,
  moveTo,
  pasted,
  readTable,
  stepBack,
  write,
} from './sheet.ts';

const row = (uuid: string, price: number, more: Partial<BulkRow> = {}): BulkRow => ({
  uuid,
  name: `מוצר ${uuid}`,
  slug: uuid,
  price,
  deletedPrice: null,
  deposit: null,
  onRequest: false,
  policy: 'IN_STOCK',
  stores: { s1: [true, null] },
  variants: [{ uuid: `v${uuid}`, sku: `SKU-${uuid}`, stock: 4 }],
  may: { edit: true, price: true, stock: true },
  ...more,
});
const columns = columnsOf([{ uuid: 's1', name: 'חנות', price: true }]);
const grid = { columns, rows: [row('a', 10_000), row('b', 20_000), row('c', 30_000)] };
const col = (key: string) => columns.findIndex((one) => one.key === key);
const price = col('price');
const at = (place: { row: number; col: number }, to = place) => moveTo(grid, moveTo(grid, emptySheet, place), to, true);
const prices = (sheet: typeof emptySheet) => grid.rows.map((_, row) => cellText(grid, sheet, { row, col: price }));

test('a table of a spreadsheet is read with its quotes, tabs and line ends', () => {
  expect(readTable('1\t2\r\n3\t4\r\n')).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
  expect(readTable('"a ""b""\nc"\t2')).toEqual([['a "b"\nc', '2']]);
  expect(readTable('9"\t2')).toEqual([['9"', '2']]);
  expect(readTable('a\t\nb\t')).toEqual([
    ['a', ''],
    ['b', ''],
  ]);
});

test('a column is pasted from the first chosen cell on, one cell fills what is chosen, and a step takes it back', () => {
  const sheet = pasted(grid, at({ row: 1, col: price }), '₪1,234.50\n99\n7\n');
  expect(prices(sheet)).toEqual(['100', '₪1,234.50', '99']);
  const filled = pasted(grid, at({ row: 0, col: price }, { row: 2, col: price }), '5');
  expect(prices(filled)).toEqual(['5', '5', '5']);
  expect(prices(stepBack(filled))).toEqual(['100', '200', '300']);
});

test('a picture, which has no text, empties nothing', () => {
  const sheet = at({ row: 0, col: price }, { row: 2, col: price });
  expect(pasted(grid, sheet, '')).toBe(sheet);
});

test('what is copied can be pasted', () => {
  const range = at({ row: 0, col: col('name') }, { row: 1, col: price });
  expect(copied(grid, range)).toBe('מוצר a\tSKU-a\t100\nמוצר b\tSKU-b\t200');
});

test('the first row fills those below; what can’t be changed stays', () => {
  const mixed = {
    columns,
    rows: [row('a', 10_000), row('b', 20_000, { may: { edit: true, price: false, stock: false } }), row('c', 1)],
  };
  const sheet = filledDown(
    mixed,
    moveTo(mixed, moveTo(mixed, emptySheet, { row: 0, col: price }), { row: 2, col: price }, true),
  );
  expect(mixed.rows.map((_, at) => cellText(mixed, sheet, { row: at, col: price }))).toEqual(['100', '200', '100']);
});

test('a formula counts with prices alone, also with those that were typed', () => {
  const typed = write(grid, at({ row: 0, col: 0 }, { row: 2, col: columns.length - 1 }), [
    { row: 0, col: price, text: '1,000' },
  ]);
  const sheet = calculated(grid, typed, 'percent', 3);
  expect(prices(sheet)).toEqual(['1030', '206', '309']);
  expect(cellText(grid, sheet, { row: 0, col: col('stock') })).toBe('4');
  expect(cellText(grid, sheet, { row: 0, col: col('deletedPrice') })).toBe('');
});

test('what is typed as it is stored is no change', () => {
  const sheet = write(grid, emptySheet, [{ row: 0, col: price, text: '100' }]);
  expect(sheet.edits.size).toBe(0);
  const [first] = grid.rows;
  expect(first && judge(first, { price: '100.00' }, columns).cells).toEqual([]);
});

test.each([
  ['price', 'יקר', 'סכום'],
  ['price', '', 'גדול מאפס'],
  ['price', '10.005', 'שתי ספרות'],
  ['deletedPrice', '90', 'גבוה מהמחיר'],
  ['storePrice.s1', '0', 'גדול מאפס'],
  ['stock', '-1', 'שלם'],
  ['policy', 'מתישהו', 'אחת מאלה'],
  ['published.s1', 'אולי', 'כן או לא'],
  ['name', ' ', 'שם'],
])('%s ‘%s’ is refused as in the product’s form', (key, text, message) => {
  const [first] = grid.rows;
  if (!first) throw new Error('no row');
  expect(judge(first, { [key]: text }, columns).faults.get(key)).toContain(message);
});
