import { parse } from 'csv-parse/sync';

export const MAX_PASTED = 2_000;

/** A row as it was pasted; `row` counts the lines that aren't empty, the heading among them. */
export type PastedRow = {
  row: number;
  part: string;
  make: string;
  model: string;
  from: string;
  to: string;
  /** A whole range in one cell, or its ends in two. */
  chassis: string;
  chassisFrom: string;
  chassisTo: string;
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
  chassisFrom: [
    'משלדה',
    'ממספר שלדה',
    'משלדה מספר',
    'משלדה מס',
    'chassis from',
    'from chassis',
    'frame from',
    'from frame no',
  ],
  chassisTo: ['עד שלדה', 'עד מספר שלדה', 'עד שלדה מספר', 'chassis to', 'to chassis', 'frame to', 'to frame no'],
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
    // A column that isn't there has no cells.
    const cell = (column: Column): string => line[columns.indexOf(column)]?.trim() ?? '';
    // `2019-2024`, or one year.
    const [first = '', last = first] = cell('years').split(/\s*[-–—]\s*/);
    const from = columns.includes('from') ? cell('from') : first;
    const to = columns.includes('to') ? cell('to') : last;
    return {
      row: at + (hasHead ? 2 : 1),
      part: cell('part'),
      make: cell('make'),
      model: cell('model'),
      from,
      to: to || from,
      chassis: cell('chassis'),
      chassisFrom: cell('chassisFrom'),
      chassisTo: cell('chassisTo'),
    };
  });
  return { rows, missing };
}
