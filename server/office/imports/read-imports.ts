import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { transfers } from '#db/schema/index.ts';
import { eq, sql } from '#db/sql.ts';
import { hebrewReason } from '#domain/text/import-reasons.ts';
import { writeWorkbook } from '../../export/workbook.ts';
import { isPriceJump } from '../../import/checks/price-jumps.ts';
import type { Problem } from '../../import/problems.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { seesCosts } from '../../staff/grants.ts';
import { officeCall } from '../../staff/office-call.ts';
import { UNDONE_BY } from '../changes/operations.ts';
import { partsOf } from '../file-parts.ts';
import { afterCursor, all, cursorMoment, type ListPage, listFields, PAGE_ROWS, pageOf } from '../list.ts';
import type {
  ExportResult,
  FailedResult,
  ImportChoices,
  ImportResult,
  StoredMapping,
  TransferState,
} from './transfers.ts';

const reads = { permission: 'imports.run', companyWide: true, kind: 'read' } as const;

export type TransferRow = {
  uuid: string;
  moment: string;
  direction: 'import' | 'export';
  file_name: string;
  bytes: number | null;
  supplier: string;
  state: TransferState;
  by: string | null;
  created_at: Date;
  step: string;
  progress: number;
  change: string | null;
  undone_by: string | null;
  has_file: boolean;
};

const columns = sql`t.uuid, ${cursorMoment(sql`t.created_at`)} as moment, t.direction, t.file_name, t.bytes, t.supplier, t.state,
  s.name as by, t.created_at, t.step, t.progress, a.uuid as change, ${sql.raw(UNDONE_BY)} as undone_by,
  exists (select from transfer_parts p where p.transfer_uid = t.uuid) as has_file
  from transfers t left join staff s on s.uuid = t.staff_uid left join audit_log a on a.uuid = t.deed_uid and t.state = 'done'`;

/** Bulk edits run by the same job, and are their editor's. */
const files = sql`t.direction in ('import', 'export')`;

/** Imports and exports, the newest first, and the suppliers whose mapping is known. */
export const listImports = officeCall(
  { name: 'imports.list', ...reads, input: z.object({ after: listFields.after }) },
  async (ctx, { after }): Promise<{ page: ListPage<TransferRow>; suppliers: string[] }> => {
    const cursor = afterCursor(after, sql`t.created_at`, sql`t.uuid`);
    const { rows } = await ctx.db.execute<TransferRow>(
      sql`select ${columns} where ${all([files, cursor])} order by t.created_at desc, t.uuid desc limit ${PAGE_ROWS + 1}`,
    );
    const counted = await ctx.db.execute<{ count: number }>(
      sql`select count(*)::int as count from transfers t where ${files}`,
    );
    const suppliers = await ctx.db.execute<{ supplier: string }>(
      sql`select distinct supplier from transfers where supplier <> '' order by 1 limit 200`,
    );
    return { page: pageOf(rows, counted.rows[0]?.count ?? 0), suppliers: suppliers.rows.map((row) => row.supplier) };
  },
);

/** Errors, and notes, that a page shows; the sheet has all. */
const SHOWN = 100;

export type ImportPage = TransferRow & {
  mapping: StoredMapping | null;
  options: ImportChoices;
  report: ImportResult | ExportResult | FailedResult | null;
  /** Of what the report had before it was cut to what a page shows. */
  errorCount: number;
  noteCount: number;
  /** Among the errors, prices that are written once they are accepted. */
  priceJumps: number;
  /** What new goods of a supplier's catalogue may be of. */
  owners: { companies: Owner[]; stores: Owner[]; brands: Owner[] };
};
type Owner = { key: string; name: string };

export const readImport = officeCall(
  { name: 'imports.read', ...reads, input: z.object({ import: z.uuid() }) },
  async (ctx, { import: uuid }): Promise<ImportPage> => {
    const { rows } = await ctx.db.execute<ImportPage>(
      sql`select t.mapping, t.options, t.report, ${columns} where t.uuid = ${uuid} and ${files}`,
    );
    const [row] = rows;
    if (!row) throw refuse('NOT_FOUND');
    const { report } = row;
    const owners = {
      companies: (await ctx.db.execute<Owner>(sql`select key, name from companies order by name`)).rows,
      stores: (await ctx.db.execute<Owner>(sql`select key, name from stores order by position, name`)).rows,
      brands: (await ctx.db.execute<Owner>(sql`select key, name from brands order by name limit 1000`)).rows,
    };
    const none = { owners, errorCount: 0, noteCount: 0, priceJumps: 0 };
    if (report === null || report.kind === 'failed') return { ...row, ...none };
    const noteCount = report.notes.length;
    if (report.kind === 'export')
      return { ...row, ...none, noteCount, report: { ...report, notes: report.notes.slice(0, SHOWN) } };
    const { errors, notes } = report;
    const shown = { ...report, errors: errors.slice(0, SHOWN), notes: notes.slice(0, SHOWN) };
    const priceJumps = errors.filter(isPriceJump).length;
    return { ...row, owners, report: shown, errorCount: errors.length, noteCount, priceJumps };
  },
);

/**
 * All errors and notes of an import, or what an export left out, as a workbook: where each is, and why, in Hebrew and
 * in the command's words.
 */
export const exportErrors = officeCall(
  { name: 'imports.errors', ...reads, input: z.object({ import: z.uuid() }) },
  async (ctx, { import: uuid }): Promise<Buffer> => {
    const [row] = await ctx.db.select({ report: transfers.report }).from(transfers).where(eq(transfers.uuid, uuid));
    const report = row?.report as ImportPage['report'] | undefined;
    if (!report || report.kind === 'failed') throw refuse('NOT_FOUND');
    const folder = await mkdtemp(join(tmpdir(), 'errors-'));
    try {
      const path = join(folder, 'errors.xlsx');
      const { add, end } = writeWorkbook(path);
      await add(['סוג', 'קובץ', 'שורה', 'עמודה', 'ערך', 'פירוט', 'reason']);
      for (const line of report.kind === 'export' ? linesOfExport(report) : linesOfImport(report)) await add(line);
      await end();
      return await readFile(path);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

const lineOf =
  (kind: string) =>
  ({ file, row, column, value, reason }: Problem) => [
    kind,
    file,
    row ?? '',
    column ?? '',
    value ?? '',
    hebrewReason(reason),
    reason,
  ];
const linesOfImport = ({ errors, notes }: ImportResult) => [
  ...errors.map(lineOf('שגיאה')),
  ...notes.map(lineOf('הערה')),
];
const linesOfExport = ({ notes }: ExportResult) =>
  notes.map((note) => ['הושמט', '', '', '', '', hebrewReason(note), note]);

export type Download = { name: string; bytes: number | null; pieces: AsyncIterable<Uint8Array> };

/** The file of an export, or the one that was imported. That it left the system is in the change log. */
export const downloadTransfer = officeCall(
  {
    name: 'exports.download',
    permission: 'imports.run',
    companyWide: true,
    kind: 'write',
    input: z.object({ transfer: z.uuid() }),
  },
  async (ctx, { transfer: uuid }): Promise<Download> => {
    const [row] = await ctx.db.select().from(transfers).where(eq(transfers.uuid, uuid));
    if (
      !row ||
      !['import', 'export'].includes(row.direction) ||
      row.state === 'uploading' ||
      (row.direction === 'export' && row.state !== 'done')
    )
      throw refuse('NOT_FOUND');
    const mayHoldCosts = row.direction === 'import' || (row.options as { costs?: boolean }).costs === true;
    if (mayHoldCosts && row.staffUid !== ctx.staff.uuid && !seesCosts(ctx.staff)) throw refuse('FORBIDDEN');
    await noteOperation(ctx.db, { transfer: uuid, file: row.fileName });
    return { name: row.fileName, bytes: row.bytes, pieces: partsOf(ctx.db, uuid) };
  },
);
