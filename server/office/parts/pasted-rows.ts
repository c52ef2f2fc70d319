import { parse } from 'csv-parse/sync';

export const MOST_PASTED = 2_000;

/** A row as it was pasted; `row` counts the lines that aren't empty, the heading among them. */
export type PastedRow = {
  row: number;
  part: string;
  make: string;
  model: string;
  from: string;
  to: string;
  chassis: string;
};
type Column = Exclude<keyof PastedRow, 'row'> | 'years';

/** Headings as suppliers and staff write them, without punctuation. */
const headings: Record<Column, string[]> = {
  part: ['מקט', 'מקט חלק', 'מקט החלק', 'חלק', 'מספר חלק', 'מספר קטלוגי', 'sku', 'part', 'part number', 'partnumber'],
  make: ['יצרן', 'מותג', 'תוצר', 'make', 'brand'],
  model: ['דגם', 'רכב', 'כלי', 'שם דגם', 'model', 'vehicle'],
  from: ['משנה', 'משנת', 'משנת ייצור', 'שנת התחלה', 'from', 'from year', 'year from', 'year_from'],
  to: ['עד שנה', 'עד שנת', 'עד', 'עד שנת ייצור', 'שנת סיום', 'to', 'to year', 'year to', 'year_to'],
  years: ['שנים', 'שנה', 'שנתון', 'שנתונים', 'שנות ייצור', 'years', 'year'],
  chassis: ['שלדה', 'מספר שלדה', 'טווח שלדות', 'טווח שלדה', 'שלדות', 'chassis', 'chassis range', 'vin', 'vin range'],
};
const plain = (cell: string): string =>
  cell
    .toLowerCase()
    .replace(/["'״׳.:*]/g, '')
    .replace(/[\s_-]+/g, ' ')
    .trim();
const columnOf = new Map(
  Object.entries(headings).flatMap(([column, names]) => names.map((name) => [plain(name), column as Column])),
);
/** Of a list without headings. */
const USUAL: Column[] = ['part', 'make', 'model', 'from', 'to', 'chassis'];

/** Separated by tabs as spreadsheets copy, or else by semicolons or commas. */
function linesOf(text: string): string[][] {
  const delimiter = ['\t', ';', ','].find((mark) => text.includes(mark)) ?? '\t';
  const lines = parse(text, {
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  }) as string[][];
  return lines.filter((line) => line.some((cell) => cell !== ''));
}

/** `null`: no list at all, as a quotation mark doesn't end. */
export function readPasted(text: string): { rows: PastedRow[]; missing: Column[] } | null {
  let lines: string[][];
  try {
    lines = linesOf(text.normalize('NFC'));
  } catch {
    return null;
  }
  const head = (lines[0] ?? []).map((cell) => columnOf.get(plain(cell)));
  const hasHead = head.filter(Boolean).length >= 2;
  const columns = hasHead ? head : USUAL;
  const missing = (['part', 'model'] as const).filter((column) => !columns.includes(column));
  if (!columns.includes('from') && !columns.includes('years')) return { rows: [], missing: [...missing, 'years'] };
  const rows = lines.slice(hasHead ? 1 : 0).map((line, at): PastedRow => {
    const cell = (column: Column): string => line[columns.indexOf(column)]?.trim() ?? '';
    const has = (column: Column) => columns.includes(column);
    // `2019-2024`, or one year.
    const [first = '', last] = cell('years').split(/\s*[-–—]\s*/);
    const from = has('from') ? cell('from') : first;
    const to = has('to') ? cell('to') : has('years') ? (last ?? first) : '';
    return {
      row: at + (hasHead ? 2 : 1),
      part: has('part') ? cell('part') : '',
      make: has('make') ? cell('make') : '',
      model: has('model') ? cell('model') : '',
      from,
      to: to || from,
      chassis: has('chassis') ? cell('chassis') : '',
    };
  });
  return { rows, missing };
}
