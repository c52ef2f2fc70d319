import {
  type BulkCell,
  type BulkField,
  type BulkRow,
  type BulkValue,
  bulkFields,
  cellValueOf,
  faultsOf,
  withCells,
} from '#domain/catalogue/bulk-rows.ts';
import { stockPolicyNames } from '#domain/catalogue/kind-names.ts';
import { sumOf, WRONG_SUM } from '#domain/catalogue/price-rules.ts';
import { toShekels } from '#domain/money/money.ts';
import { parseNumber } from '#domain/text/typed-number.ts';

export type BulkStore = { uuid: string; name: string; price: boolean };
export type CellKind = 'text' | 'sum' | 'policy' | 'flag' | 'number' | 'shown';
export type BulkColumn = {
  key: string;
  label: string;
  kind: CellKind;
  /** In pixels: what stands in it is known. */
  width: number;
  /** `null`: only shown. */
  field: BulkField | null;
  store: string | null;
  /** Of a store: whether the person may change its prices. */
  priced?: boolean;
};

export function columnsOf(stores: BulkStore[]): BulkColumn[] {
  const columnOf = (field: BulkField, kind: CellKind, width: number): BulkColumn => ({
    key: field,
    label: bulkFields[field],
    kind,
    width,
    field,
    store: null,
  });
  return [
    columnOf('name', 'text', 260),
    { key: 'sku', label: 'מק״ט', kind: 'shown', width: 150, field: null, store: null },
    columnOf('price', 'sum', 150),
    columnOf('deletedPrice', 'sum', 120),
    columnOf('policy', 'policy', 130),
    columnOf('stock', 'number', 90),
    ...stores.flatMap(({ uuid, name, price }): BulkColumn[] => [
      { ...columnOf('published', 'flag', 120), key: `published.${uuid}`, label: `מוצג: ${name}`, store: uuid },
      {
        ...columnOf('storePrice', 'sum', 140),
        key: `storePrice.${uuid}`,
        label: `מחיר: ${name}`,
        store: uuid,
        priced: price,
      },
    ]),
  ];
}

/** Whether this person may change this cell. */
export function isEditable(row: BulkRow, { field, store, priced }: BulkColumn): boolean {
  if (!field || cellValueOf(row, field, store) === undefined) return false;
  switch (field) {
    case 'published':
      return true;
    case 'storePrice':
      return priced === true && !row.onRequest;
    case 'price':
    case 'deletedPrice':
      return row.may.price && !row.onRequest;
    case 'stock':
      return row.may.stock;
    default:
      return row.may.edit;
  }
}

export const FLAGS = { yes: 'כן', no: 'לא' };

/** A stored value as its cell shows it, and as it is copied. */
export function textOfValue(kind: CellKind, value: BulkValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (kind === 'sum') return String(toShekels(Number(value)));
  if (kind === 'flag') return value ? FLAGS.yes : FLAGS.no;
  if (kind === 'policy') return stockPolicyNames[value as keyof typeof stockPolicyNames] ?? String(value);
  return String(value);
}

export function storedText(row: BulkRow, { field, kind, store }: BulkColumn): string {
  if (field) return textOfValue(kind, cellValueOf(row, field, store));
  const [first, ...others] = row.variants;
  return first ? first.sku + (others.length > 0 ? ` +${others.length}` : '') : '';
}

type Read = { value: BulkValue } | { message: string };
const YES = ['כן', '1', 'true', 'yes', 'v', 'x', '✓', 'on'];
const NO = ['לא', '0', 'false', 'no', '', '-', '–'];

/** What was typed or pasted into a cell, as it is stored. */
export function readText(kind: CellKind, field: BulkField, typed: string): Read {
  const text = typed.trim();
  if (kind === 'sum') {
    const sum = sumOf(text);
    return sum === undefined ? { message: WRONG_SUM } : { value: sum };
  }
  if (kind === 'number') {
    const number = parseNumber(text);
    return number !== undefined && Number.isInteger(number) && number >= 0
      ? { value: number }
      : { message: 'כתבו מספר שלם שאינו שלילי' };
  }
  if (kind === 'flag') {
    const word = text.toLowerCase();
    if (YES.includes(word)) return { value: true };
    return NO.includes(word) ? { value: false } : { message: 'כתבו כן או לא' };
  }
  if (kind === 'policy') {
    const policy = Object.entries(stockPolicyNames).find(([key, name]) => name === text || key === text.toUpperCase());
    return policy ? { value: policy[0] } : { message: `אחת מאלה: ${Object.values(stockPolicyNames).join(', ')}` };
  }
  return field === 'name' && text === '' ? { message: 'הזינו שם' } : { value: text };
}

/** What is typed into a row, by the column's key. */
export type RowEdits = Readonly<Record<string, string>>;
export type Judged = {
  /** Cells whose value is another one than the stored. */
  cells: (BulkCell & { column: BulkColumn })[];
  after: BulkRow;
  /** By the column's key. */
  faults: Map<string, string>;
};

const judged = new WeakMap<RowEdits, { row: BulkRow; result: Judged }>();

/**
 * What a row's typed cells come to, judged by the same rules as on the server. Of one state of a row it is found once.
 */
export function judge(row: BulkRow, edits: RowEdits, columns: BulkColumn[]): Judged {
  const cached = judged.get(edits);
  if (cached?.row === row) return cached.result;
  const faults = new Map<string, string>();
  const cells: Judged['cells'] = [];
  for (const [key, typed] of Object.entries(edits)) {
    const column = columns.find((one) => one.key === key);
    if (!column?.field) continue;
    const read = readText(column.kind, column.field, typed);
    const was = cellValueOf(row, column.field, column.store) ?? null;
    if ('message' in read) faults.set(key, read.message);
    else if (read.value !== was) cells.push({ field: column.field, store: column.store, was, now: read.value, column });
  }
  const after = withCells(row, cells);
  for (const { field, store, message } of faultsOf(after, cells)) {
    const key = store ? `${field}.${store}` : field;
    if (!faults.has(key)) faults.set(key, message);
  }
  const result = { cells, after, faults };
  judged.set(edits, { row, result });
  return result;
}
