import { CsvError, parse } from 'csv-parse/sync';
import type { z } from 'zod';
import { restored } from '#domain/text/csv.ts';
import type { FileLocation, Problems, Unit } from './problems.ts';
import { brokenText, readText } from './text-file.ts';
import { MAX_COLUMNS, readWorkbook } from './workbook.ts';

/** Letters; a longer line has an unclosed quotation mark. */
const LONGEST_LINE = 1024 * 1024;
const MAX_LINES = 1_000_000;

/**
 * A row of a CSV or XLSX file with its location. `unit`: what `--partial` omits with the row when anything of it is
 * invalid.
 */
export type Row<T> = { file: string; row: number; unit: Unit | undefined; data: T };

export type Sheet<S extends z.ZodObject> = {
  schema: S;
  /** The column that identifies a row's subject. */
  subject: string & keyof S['shape'];
  unit: (subject: string) => Unit;
};

/** `subjects` includes those of invalid rows; `isWhole`: every row says what it is of. */
export type CsvFile<T> = { rows: Row<T>[]; subjects: Set<string>; isWhole: boolean };

/** Valid rows; invalid ones, and a wrong header, are problems. `null` when the file could not be read. */
export async function readCsv<S extends z.ZodObject>(
  root: string,
  file: string,
  sheet: Sheet<S>,
  problems: Problems,
): Promise<CsvFile<z.output<S>> | null> {
  const lines = file.endsWith('.xlsx')
    ? await readWorkbook(root, file, problems)
    : await readLines(root, file, problems);
  if (lines === null) return null;
  const header = (lines[0] ?? []).map((name) => name.trim());
  if (!checkHeader(header, file, sheet.schema, problems)) return null;

  const rows: Row<z.output<S>>[] = [];
  const subjects = new Set<string>();
  let isWhole = true;
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index] as string[];
    if (line.length === 1 && line[0]?.trim() === '') continue;
    const cells = cellsOf(line, header);
    const subject = cells[sheet.subject];
    if (subject) subjects.add(subject);
    else isWhole = false;
    const location = { file, row: index + 1, unit: subject ? sheet.unit(subject) : undefined };
    if (line.length !== header.length) {
      const surplus = line.slice(header.length, header.length + MAX_COLUMNS).join(',') || null;
      problems.add(location, surplus, `has ${line.length} cells, the header has ${header.length}`);
      continue;
    }
    const data = parseCells(cells, location, sheet.schema, problems);
    if (data) rows.push({ ...location, data });
  }
  return { rows, subjects, isWhole };
}

/**
 * The lines of a CSV file, or `null` when it is unusable (the reason is in `problems`). `anySheet`: not one of a folder
 * but as suppliers send it, with a title above its header, and quotation marks in the middle of a cell (`מק"ט`).
 */
export async function readLines(
  root: string,
  file: string,
  problems: Problems,
  anySheet = false,
): Promise<string[][] | null> {
  const text = await readText(root, { file }, problems);
  if (text === null) return null;
  if (hasTooManyLines(text)) {
    problems.add({ file }, null, `has more than ${MAX_LINES} lines and was not read: divide it`);
    return null;
  }
  const delimiter = delimiterOf(text, anySheet ? TITLE_LINES : 1);
  try {
    return parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: anySheet,
      max_record_size: LONGEST_LINE,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : undefined;
    problems.add({ file, row: line }, null, `cannot be read as CSV: ${error.message}`);
    return null;
  }
}

/** Above a header stand at most this many lines of titles. */
export const TITLE_LINES = 30;

/** What separates the cells of the first lines most often. */
function delimiterOf(text: string, lines: number): ',' | ';' | '\t' {
  let end = -1;
  for (let line = 0; line < lines; line++) end = text.indexOf('\n', end + 1) + 1 || text.length;
  const head = text.slice(0, end);
  const count = (mark: string): number => head.split(mark).length;
  if (count('\t') > Math.max(count(','), count(';'))) return '\t';
  return count(';') > count(',') ? ';' : ',';
}

function hasTooManyLines(text: string): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && lines <= MAX_LINES; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > MAX_LINES;
}

function checkHeader(header: string[], file: string, schema: z.ZodObject, problems: Problems): boolean {
  const before = problems.list.length;
  const columns = Object.keys(schema.shape);
  if (header.length > MAX_COLUMNS) {
    problems.add({ file, row: 1 }, null, `has ${header.length} columns; known are ${columns.join(', ')}`);
    return false;
  }
  header.forEach((name, index) => {
    const location = { file, row: 1, column: name || `column ${index + 1}` };
    if (!columns.includes(name)) problems.add(location, name, `is an unknown column; known are ${columns.join(', ')}`);
    else if (header.indexOf(name) !== index) problems.add(location, name, 'is there twice');
  });
  for (const [name, cell] of Object.entries(schema.shape)) {
    const required = !(cell as z.ZodType).safeParse(undefined).success;
    if (required && !header.includes(name))
      problems.add({ file, row: 1, column: name }, null, 'this column is missing');
  }
  return problems.list.length === before;
}

type Cells = Record<string, string | null>;

function cellsOf(line: string[], header: string[]): Cells {
  const cells: Cells = {};
  header.forEach((name, index) => {
    cells[name] = restored((line[index] ?? '').trim()).normalize('NFC') || null;
  });
  return cells;
}

function parseCells<S extends z.ZodObject>(
  cells: Cells,
  location: FileLocation,
  schema: S,
  problems: Problems,
): z.output<S> | null {
  let broken = false;
  for (const [column, value] of Object.entries(cells)) {
    const reason = value === null ? null : brokenText(value);
    if (reason === null) continue;
    broken = true;
    problems.add({ ...location, column }, value, reason);
  }
  if (broken) return null;
  const result = schema.safeParse(cells);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const column = String(issue.path[0] ?? '');
    problems.add({ ...location, column }, cells[column], issue.message);
  }
  return null;
}
