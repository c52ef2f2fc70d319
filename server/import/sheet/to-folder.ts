import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { csvOf, restored } from '#domain/text/csv.ts';
import type { Problems } from '../problems.ts';
import { goodsOf } from './goods.ts';
import {
  type MadeFile,
  makeFile,
  type NamedRow,
  pricesOf,
  readVariants,
  refuseEmptyPrice,
  type SheetRow,
} from './price-list.ts';
import type { SheetMapping } from './recognise.ts';
import { cleaned, isCalculated, roundedSum } from './values.ts';

export type SheetRows = {
  rows: SheetRow[];
  /** Totals and titles inside the table. */
  skipped: number;
  /** Sums that a formula has made, which were rounded. */
  rounded: number;
};

const SUM = /^(?:סה["״']?כ|סך הכו?ל)/;
const TOTAL = /^totals?(?![-\w./])/i;
/** What a row is of, by any kind of sheet. */
const KEYS = ['sku', 'slug', 'product'];

/**
 * Of a row that has a key, `TOTAL Quartz` is an oil: a total is what begins with that word and has at most a count
 * below the keys.
 */
function isTotal(filled: string[], key: string | undefined): boolean {
  const [first = '', ...rest] = filled.map((cell) => cell.trim());
  if ([first, ...rest].some((cell) => SUM.test(cell))) return true;
  if (key) return TOTAL.test(first) && (key === first || /^\d+$/.test(key));
  return [first, ...rest].some((cell) => TOTAL.test(cell));
}

/** The rows below the heading in the importer's words. Empty rows and totals are none. */
export function rowsOf(
  lines: string[][],
  { headingRow, columns, vatBp = 0 }: SheetMapping,
  { isWorkbook }: { isWorkbook: boolean },
): SheetRows {
  let rounded = 0;
  const rows: SheetRow[] = [];
  let skipped = 0;
  for (let at = headingRow; at < lines.length; at++) {
    const line = lines[at] ?? [];
    const filled = line.filter((cell) => cell.trim() !== '');
    if (filled.length === 0) continue;
    const cells: Record<string, string> = {};
    let sums = 0;
    columns.forEach((column, index) => {
      if (!column) return;
      const raw = (line[index] ?? '').trim();
      const calculated = isWorkbook && isCalculated(column, raw);
      if (calculated) sums += 1;
      cells[column] = roundedSum(column, cleaned(column, restored(raw).normalize('NFC')), vatBp, calculated);
    });
    const key = KEYS.map((column) => cells[column]).find(Boolean);
    if (isTotal(filled, key) || Object.values(cells).every((cell) => cell === '')) skipped += 1;
    else {
      rows.push({ row: at + 1, cells });
      rounded += sums;
    }
  }
  return { rows, skipped, rounded };
}

/** The sheet as files of an import folder; what can't become a row there is in `problems`. */
export async function filesOf(
  client: Pick<pg.ClientBase, 'query'>,
  companyUid: string | null,
  { rows }: SheetRows,
  mapping: SheetMapping,
  file: string,
  problems: Problems,
): Promise<MadeFile[]> {
  const { kind, columns } = mapping;
  if (kind === 'goods') return goodsOf(client, companyUid, rows, mapping, file, problems);
  if (kind !== 'prices' && kind !== 'stock') {
    const header = columns.filter(Boolean);
    return [makeFile(kind, header, rows)];
  }
  const variants = await readVariants(
    client,
    companyUid,
    rows.flatMap(({ cells }) => cells.sku ?? []),
  );
  const named: NamedRow[] = [];
  for (const { row, cells } of rows) {
    const variant = variants.get(cells.sku ?? '');
    if (variant && (kind === 'stock' || !refuseEmptyPrice({ row, cells }, columns, file, problems)))
      named.push({ row, cells: { ...cells, product: variant.product }, variant });
    else if (!variant)
      problems.add(
        { file, row, column: 'sku' },
        cells.sku || null,
        cells.sku ? 'unknown SKU: no variant has it' : 'is empty',
      );
  }
  if (kind === 'stock') return [makeFile('variants', ['product', ...columns.filter(Boolean)], named)];
  return pricesOf(named, columns);
}

export async function writeFiles(root: string, files: MadeFile[]): Promise<void> {
  await mkdir(join(root, 'catalogue'), { recursive: true });
  for (const { file, header, rows } of files.filter((one) => one.rows.length > 0))
    await writeFile(join(root, file), csvOf(header, rows));
}
