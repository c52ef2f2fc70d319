import type { BulkRow } from '#domain/catalogue/bulk-rows.ts';
import { applyFormula, type Formula } from '#domain/catalogue/price-formulas.ts';
import { sumOf } from '#domain/catalogue/price-rules.ts';
import { type BulkColumn, isEditable, type RowEdits, storedText, textOfValue } from './columns.ts';

/** What the grid holds besides its rows: what is typed, by the product's uuid, and what is chosen. */
export type Place = { row: number; col: number };
export type Sheet = {
  edits: ReadonlyMap<string, RowEdits>;
  active: Place;
  /** The other corner of what is chosen. */
  anchor: Place;
  /** Former edits, the newest last. */
  past: ReadonlyMap<string, RowEdits>[];
};
export type Grid = { rows: BulkRow[]; columns: BulkColumn[] };

const MAX_STEPS = 100;
export const emptySheet: Sheet = { edits: new Map(), active: { row: 0, col: 0 }, anchor: { row: 0, col: 0 }, past: [] };

export function cellText({ rows, columns }: Grid, { edits }: Pick<Sheet, 'edits'>, { row, col }: Place): string {
  const [one, column] = [rows[row], columns[col]];
  return one && column ? (edits.get(one.uuid)?.[column.key] ?? storedText(one, column)) : '';
}

export type Range = { top: number; bottom: number; first: number; last: number };
export const rangeOf = ({ active, anchor }: Pick<Sheet, 'active' | 'anchor'>): Range => ({
  top: Math.min(active.row, anchor.row),
  bottom: Math.max(active.row, anchor.row),
  first: Math.min(active.col, anchor.col),
  last: Math.max(active.col, anchor.col),
});

export const isIn = ({ top, bottom, first, last }: Range, { row, col }: Place): boolean =>
  row >= top && row <= bottom && col >= first && col <= last;

function placesIn({ top, bottom, first, last }: Range): Place[] {
  const places: Place[] = [];
  for (let row = top; row <= bottom; row++) for (let col = first; col <= last; col++) places.push({ row, col });
  return places;
}

/**
 * Writes texts into cells as one step that can be taken back; what can't be changed stays, and what is as stored is no
 * edit.
 */
export function write(grid: Grid, sheet: Sheet, texts: (Place & { text: string })[]): Sheet {
  const edits = new Map(sheet.edits);
  let changed = false;
  for (const { row: at, col, text } of texts) {
    const [row, column] = [grid.rows[at], grid.columns[col]];
    if (!row || !column || !isEditable(row, column) || cellText(grid, { edits }, { row: at, col }) === text) continue;
    changed = true;
    const { [column.key]: _, ...others } = edits.get(row.uuid) ?? {};
    const next = text === storedText(row, column) ? others : { ...others, [column.key]: text };
    if (Object.keys(next).length > 0) edits.set(row.uuid, next);
    else edits.delete(row.uuid);
  }
  return changed ? { ...sheet, edits, past: [...sheet.past, sheet.edits].slice(-MAX_STEPS) } : sheet;
}

export const stepBack = (sheet: Sheet): Sheet => {
  const edits = sheet.past.at(-1);
  return edits ? { ...sheet, edits, past: sheet.past.slice(0, -1) } : sheet;
};

export function moveTo({ rows, columns }: Grid, sheet: Sheet, to: Place, extend = false): Sheet {
  const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));
  const active = { row: within(to.row, rows.length), col: within(to.col, columns.length) };
  return { ...sheet, active, anchor: extend ? sheet.anchor : active };
}

/** What is chosen, as spreadsheets copy it. */
export function copied(grid: Grid, sheet: Sheet): string {
  const { top, bottom, first, last } = rangeOf(sheet);
  const lines: string[] = [];
  for (let row = top; row <= bottom; row++) {
    const cells: string[] = [];
    for (let col = first; col <= last; col++) cells.push(quoted(cellText(grid, sheet, { row, col })));
    lines.push(cells.join('\t'));
  }
  return lines.join('\n');
}

const quoted = (text: string): string => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A table as spreadsheets put it on the clipboard. */
export function readTable(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /("(?:[^"]|"")*"(?=[\t\r\n]|$)|[^\t\r\n]*)(\t|\r\n|\r|\n|$)/gy;
  for (let match = cells.exec(text); match; match = cells.exec(text)) {
    const [, cell = '', end = ''] = match;
    rows
      .at(-1)
      ?.push(
        cell.startsWith('"') && cell.endsWith('"') && cell.length > 1 ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      );
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  // The last line ends as all others do.
  if (rows.length > 1 && rows.at(-1)?.join('') === '') rows.pop();
  return rows;
}

/**
 * From the first chosen cell on; one line or one cell fills all that is chosen. A picture or a file has no text: then
 * all stays as it is.
 */
export function pasted(grid: Grid, sheet: Sheet, text: string): Sheet {
  if (text === '') return sheet;
  const table = readTable(text);
  const { top, bottom, first, last } = rangeOf(sheet);
  const width = Math.max(...table.map((line) => line.length));
  const height = table.length === 1 ? bottom - top + 1 : table.length;
  const wide = width === 1 ? last - first + 1 : width;
  const texts = placesIn({ top, bottom: top + height - 1, first, last: first + wide - 1 }).map(({ row, col }) => ({
    row,
    col,
    text: table[(row - top) % table.length]?.[(col - first) % width] ?? '',
  }));
  const end = { row: top + height - 1, col: first + wide - 1 };
  const chosen = moveTo(grid, moveTo(grid, sheet, { row: top, col: first }), end, true);
  return write(grid, { ...chosen, active: chosen.anchor, anchor: chosen.active }, texts);
}

/** The first chosen row's cells, in all chosen rows below it. */
export function filledDown(grid: Grid, sheet: Sheet): Sheet {
  const range = rangeOf(sheet);
  const texts = placesIn({ ...range, top: range.top + 1 }).map(({ row, col }) => ({
    row,
    col,
    text: cellText(grid, sheet, { row: range.top, col }),
  }));
  return write(grid, sheet, texts);
}

export const cleared = (grid: Grid, sheet: Sheet): Sheet =>
  write(
    grid,
    sheet,
    placesIn(rangeOf(sheet)).map((place) => ({ ...place, text: '' })),
  );

/** A formula in all chosen cells that are prices. An empty cell has nothing to count with. */
export function calculated(grid: Grid, sheet: Sheet, formula: Formula, by: number): Sheet {
  const texts = placesIn(rangeOf(sheet)).flatMap((place) => {
    if (grid.columns[place.col]?.kind !== 'sum') return [];
    const sum = sumOf(cellText(grid, sheet, place));
    if (formula === 'set') return [{ ...place, text: textOfValue('sum', applyFormula(0, formula, by)) }];
    return sum ? [{ ...place, text: textOfValue('sum', applyFormula(sum, formula, by)) }] : [];
  });
  return write(grid, sheet, texts);
}
