import { CsvError, parse } from 'csv-parse/sync';
import type { z } from 'zod';
import type { Problems, Unit } from './problems.ts';
import { brokenText, readText } from './text-file.ts';

/** A line of a CSV file with the place it came from. */
export type Row<T> = { file: string; row: number; unit: Unit | undefined; data: T };

export type Sheet<S extends z.ZodObject> = {
  schema: S;
  /** What a line belongs to, from its raw cells. */
  unit: (cells: Record<string, string | null | undefined>) => Unit | undefined;
};

/** Rows that are right; for the others, and for a wrong header, a problem. `null` when the file could not be read at all. */
export async function readCsv<S extends z.ZodObject>(
  root: string,
  file: string,
  sheet: Sheet<S>,
  problems: Problems,
): Promise<Row<z.output<S>>[] | null> {
  const text = await readText(root, { file }, problems);
  if (text === null) return null;
  const lines = parseLines(text, file, problems);
  const header = lines?.[0]?.map((name) => name.trim());
  if (!lines || !header) {
    if (lines) problems.add({ file }, null, 'is empty: the first row names the columns');
    return null;
  }
  if (!checkHeader(header, file, sheet.schema, problems)) return null;

  const rows: Row<z.output<S>>[] = [];
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index] as string[];
    if (line.length === 1 && line[0]?.trim() === '') continue;
    const row = readLine(line, header, { file, row: index + 1 }, sheet, problems);
    if (row) rows.push(row);
  }
  return rows;
}

function parseLines(text: string, file: string, problems: Problems): string[][] | null {
  const head = text.slice(0, text.indexOf('\n') + 1 || undefined);
  const delimiter = head.split(';').length > head.split(',').length ? ';' : ',';
  try {
    return parse(text, { delimiter, bom: true, relax_column_count: true, relax_quotes: false });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : undefined;
    problems.add({ file, row: line }, null, `cannot be read as CSV: ${error.message}`);
    return null;
  }
}

function checkHeader(header: string[], file: string, schema: z.ZodObject, problems: Problems): boolean {
  const before = problems.list.length;
  const known = Object.keys(schema.shape);
  header.forEach((name, index) => {
    const place = { file, row: 1, column: name || `column ${index + 1}` };
    if (!known.includes(name)) problems.add(place, name, `is an unknown column; known are ${known.join(', ')}`);
    else if (header.indexOf(name) !== index) problems.add(place, name, 'is there twice');
  });
  for (const [name, cell] of Object.entries(schema.shape)) {
    const required = !(cell as z.ZodType).safeParse(undefined).success;
    if (required && !header.includes(name)) problems.add({ file, row: 1, column: name }, null, 'this column is missing');
  }
  return problems.list.length === before;
}

function readLine<S extends z.ZodObject>(
  line: string[],
  header: string[],
  at: { file: string; row: number },
  sheet: Sheet<S>,
  problems: Problems,
): Row<z.output<S>> | null {
  const cells: Record<string, string | null> = {};
  header.forEach((name, index) => {
    const value = (line[index] ?? '').trim().normalize('NFC');
    cells[name] = value === '' ? null : value;
  });
  const place = { ...at, unit: sheet.unit(cells) };
  const before = problems.list.length;
  if (line.length !== header.length) {
    problems.add(place, line.slice(header.length).join(',') || null, `has ${line.length} cells, the header has ${header.length}`);
  }
  for (const [column, value] of Object.entries(cells)) {
    const reason = value === null ? null : brokenText(value);
    if (reason) problems.add({ ...place, column }, value, reason);
  }
  if (problems.list.length > before) return null;
  const result = sheet.schema.safeParse(cells);
  if (result.success) return { ...place, data: result.data };
  for (const issue of result.error.issues) {
    const column = String(issue.path[0] ?? '');
    problems.add({ ...place, column }, cells[column], issue.message);
  }
  return null;
}
