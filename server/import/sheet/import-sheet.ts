import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sheetKinds } from '#domain/catalogue/import-columns.ts';
import { companyOfSheet } from '../existing.ts';
import { type ImportOptions, type ImportReport, importFolder } from '../import.ts';
import { newProblems, type Problem, type Problems, sorted } from '../problems.ts';
import type { MadeFile } from './price-list.ts';
import { readSheet, type Sheet } from './read-sheet.ts';
import { recognise, type SheetMapping } from './recognise.ts';
import { filesOf, rowsOf, writeFiles } from './to-folder.ts';

export type SheetReport = ImportReport & {
  mapping: SheetMapping | null;
  headings: string[];
  /** The first rows below the heading, as they are. */
  sample: string[][];
  /** Rows that hold data, and those left out as titles or totals. */
  rows: number;
  skipped: number;
};

type SheetOptions = Omit<ImportOptions, 'folder'> & { file: string; mapping?: (lines: string[][]) => SheetMapping };

const SAMPLE_ROWS = 5;

/**
 * Imports a single sheet, XLSX or CSV, by the folder's rules: it becomes a folder of its own, whose errors are told by
 * the sheet's rows. Without a `mapping` the headings say what it is.
 */
export async function importSheet({
  file: path,
  mapping: mappingOf = (lines) => recognise(lines),
  ...options
}: SheetOptions): Promise<SheetReport> {
  const file = basename(path);
  const problems = newProblems();
  const sheet: Partial<Sheet> = (await readSheet(path, problems)) ?? {};
  const { lines = null, isWorkbook = false } = sheet;
  const mapping = lines && mappingOf(lines);
  const isComplete = mapping ? hasColumns(mapping, file, problems) : false;
  const headings = lines?.[(mapping?.headingRow ?? 1) - 1] ?? [];
  const sample = lines?.slice(mapping?.headingRow ?? 1, (mapping?.headingRow ?? 1) + SAMPLE_ROWS) ?? [];
  if (!lines || !mapping || !isComplete)
    return { ...emptyReport(problems.list), mapping, headings, sample, rows: 0, skipped: 0 };

  const sheetRows = rowsOf(lines, mapping, { isWorkbook });
  const named = [mapping.fixed?.stores ?? '', ...sheetRows.rows.map(({ cells }) => cells.stores ?? '')];
  const stores = [...new Set(named.flatMap((list) => list.split('|')))].filter(Boolean);
  const company = await companyOfSheet(
    options.pool as never,
    options.company ?? (mapping.fixed?.company || undefined),
    stores,
  );
  const files = await filesOf(options.pool as never, company?.uuid ?? null, sheetRows, mapping, file, problems);
  const folder = await mkdtemp(join(tmpdir(), 'sheet-'));
  try {
    await writeFiles(folder, files);
    // What the sheet itself has wrong prevents writing as the folder's errors do.
    const mode = options.mode === 'all' && problems.list.length > 0 ? 'check' : options.mode;
    const setStock = options.setStock || ['stock', 'branch-stock'].includes(mapping.kind);
    const report = await importFolder({
      ...options,
      company: company?.key ?? options.company,
      folder,
      setStock,
      ...(mode && { mode }),
    });
    const inSheet = (list: Problem[]): Problem[] => list.map((problem) => relocated(problem, files, file));
    return {
      ...report,
      errors: sorted([...problems.list, ...inSheet(report.errors)]),
      notes: [...fileNotes(problems.encodings, sheetRows.rounded, file), ...sorted(inSheet(report.notes))],
      mapping,
      headings,
      sample,
      rows: sheetRows.rows.length,
      skipped: sheetRows.skipped,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function hasColumns({ kind, columns, headingRow: row }: SheetMapping, file: string, problems: Problems): boolean {
  const missing = sheetKinds[kind].required.filter((column) => !columns.includes(column));
  for (const column of missing) problems.add({ file, row, column }, null, 'this column is missing');
  return missing.length === 0;
}

/** Errors of the made files, by the sheet's own rows. */
function relocated(problem: Problem, files: MadeFile[], file: string): Problem {
  const place = (name: string, row: number): number | undefined =>
    files.find((one) => one.file === name)?.from[row - 2];
  if (!files.some((one) => one.file === problem.file)) return problem;
  const reason = problem.reason.replace(/(catalogue\/[\w-]+\.csv) row (\d+)/g, (_, name, row) => {
    return `${file} row ${place(name, Number(row)) ?? row}`;
  });
  return { ...problem, file, row: problem.row === null ? null : (place(problem.file, problem.row) ?? null), reason };
}

const fileNotes = (encodings: ReadonlyMap<string, string>, rounded: number, file: string): Problem[] => [
  ...[...encodings.values()].map((encoding) => noteOf(file, `was read as ${encoding}`)),
  ...(rounded > 0 ? [noteOf(file, `was rounded to the agora, ${rounded} of them`)] : []),
];

const noteOf = (file: string, reason: string): Problem => ({ file, row: null, column: null, value: null, reason });

const emptyReport = (errors: Problem[]): ImportReport => ({
  errors,
  notes: [],
  read: {},
  written: false,
  changed: 0,
  changes: {},
});
