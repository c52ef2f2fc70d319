import { columnOf, type SheetKind, sheetKinds } from '#domain/catalogue/import-columns.ts';
import { TITLE_LINES } from '../csv.ts';

/** What a sheet is read as: `columns` says for each of its columns which one of the importer's it is, or `''`. */
export type SheetMapping = {
  kind: SheetKind;
  headingRow: number;
  columns: string[];
  /** Of a supplier's catalogue: what holds for all new goods whose row says nothing, by column. */
  fixed?: Record<string, string> | undefined;
  /** Its prices are without VAT: the rate that is added to them, in basis points. */
  vatBp?: number | undefined;
};

/** New goods are never guessed: a price list with a description in each row looks the same. */
const kinds = (Object.keys(sheetKinds) as SheetKind[]).filter((kind) => kind !== 'goods');

/** The headings' columns; a column that two headings name is the first one's. */
export function mapHeadings(headings: string[], kind: SheetKind): string[] {
  const columns = headings.map((heading) => columnOf(heading, kind));
  return columns.map((column, at) => (columns.indexOf(column) === at ? column : ''));
}

const countKnown = (columns: string[]): number => columns.filter(Boolean).length;
const isWhole = (columns: string[], kind: SheetKind): boolean =>
  sheetKinds[kind].required.every((column) => columns.includes(column));

/**
 * The heading's row (1 is the first) and the kind of table, by the headings that are known: titles stand above, and the
 * kind that has all it needs and most of the headings counts.
 */
export function recognise(lines: string[][], among: readonly SheetKind[] = kinds): SheetMapping {
  let best: SheetMapping & { whole: boolean } = {
    kind: among[0] ?? 'prices',
    headingRow: firstFilled(lines),
    columns: (lines[firstFilled(lines) - 1] ?? []).map(() => ''),
    whole: false,
  };
  for (const [index, line] of lines.slice(0, TITLE_LINES).entries())
    for (const kind of among) {
      const columns = mapHeadings(line, kind);
      const whole = isWhole(columns, kind);
      const isBetter = whole === best.whole ? countKnown(columns) > countKnown(best.columns) : whole;
      if (isBetter) best = { kind, headingRow: index + 1, columns, whole };
    }
  const { kind, headingRow, columns } = best;
  return { kind, headingRow, columns };
}

const firstFilled = (lines: string[][]): number =>
  Math.max(
    0,
    lines.findIndex((line) => line.filter((cell) => cell.trim()).length > 1),
  ) + 1;
