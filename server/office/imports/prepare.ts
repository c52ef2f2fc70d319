import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { transfers } from '#db/schema/index.ts';
import { and, eq, inArray } from '#db/sql.ts';
import { israelDay } from '#domain/calendar/israel-time.ts';
import { type SheetKind, sheetKinds } from '#domain/catalogue/import-columns.ts';
import { vatAt } from '../../checkout/documents/vat-rates.ts';
import { isPriceJump } from '../../import/checks/price-jumps.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { seesCosts } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { ticked } from '../inputs.ts';
import type { ImportResult, StoredMapping, Transfer } from './transfers.ts';

const runs = { permission: 'imports.run', companyWide: true, kind: 'write' } as const;
const kinds = Object.keys(sheetKinds) as [SheetKind, ...SheetKind[]];

/** Changes a checked import, unless a process works on it. */
async function change(
  ctx: Allowed,
  uuid: string,
  states: Transfer['state'][],
  values: (row: Transfer) => Partial<typeof transfers.$inferInsert>,
): Promise<Transfer> {
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(transfers).where(eq(transfers.uuid, uuid)).for('update');
    if (row?.direction !== 'import') throw refuse('NOT_FOUND');
    if (!states.includes(row.state as Transfer['state']))
      throw refuse('NOT_POSSIBLE', { message: 'הייבוא הזה כבר רץ או הסתיים' });
    await tx
      .update(transfers)
      .set({ ...values(row as Transfer), claimedAt: null, progress: 0, step: '' })
      .where(and(eq(transfers.uuid, uuid), inArray(transfers.state, states)));
    return row as Transfer;
  });
}

/** What holds for all new goods of a supplier's catalogue, where their row doesn't say it. */
const forAll = z.string().trim().max(80);

/** What the sheet is, and which of its columns is which; the check begins anew. */
export const mapImport = officeCall(
  {
    name: 'imports.map',
    ...runs,
    input: z.object({
      import: z.uuid(),
      kind: z.enum(kinds),
      headingRow: z.coerce.number().int().min(1).max(1_000),
      supplier: z.string().trim().max(80).default(''),
      columns: z.record(z.string(), z.string().max(40)).default({}),
      fixed: z.object({ company: forAll, stores: forAll, kind: forAll, brand: forAll }).partial().default({}),
      withoutVat: ticked,
    }),
  },
  async (ctx, { import: uuid, kind, headingRow, supplier, columns, fixed, withoutVat }) => {
    const vatBp = withoutVat ? await vatAt(ctx.db, ctx.env, ctx.now()) : 0;
    await change(ctx, uuid, ['checked', 'failed'], (row) => {
      const before = row.mapping as StoredMapping | null;
      const knownColumns: readonly string[] = sheetKinds[kind].columns;
      const isSame = before?.kind === kind && before.headingRow === headingRow;
      const chosenColumns = (before?.headings ?? []).map((_, at) => columns[`c${at}`] ?? '');
      const mappedColumns = chosenColumns.map((column, at) =>
        knownColumns.includes(column) && chosenColumns.indexOf(column) === at ? column : '',
      );
      // Another kind or heading has other columns: they are recognised anew.
      const mapping = {
        kind,
        headingRow,
        headings: before?.headings ?? [],
        columns: isSame ? mappedColumns : null,
        fixed,
        vatBp,
      };
      return { state: 'check', options: { by: ctx.staff.uuid }, mapping, supplier };
    });
  },
);

/** Writes what was checked: all of it, or with `partial` what has no error. A job does it. */
export const applyImport = officeCall(
  {
    name: 'imports.apply',
    ...runs,
    input: z.object({ import: z.uuid(), partial: ticked, acceptPriceChanges: ticked }),
  },
  async (ctx, { import: uuid, partial, acceptPriceChanges }) => {
    const operationUid = randomUUID();
    const row = await change(ctx, uuid, ['checked'], ({ report }) => {
      const { errors } = report as ImportResult;
      const jumps = errors.filter(isPriceJump).length;
      if (errors.length > (acceptPriceChanges ? jumps : 0) && !partial)
        throw refuse('NOT_POSSIBLE', { message: 'בקובץ יש שגיאות: סמנו שרק השורות התקינות ייכתבו' });
      return { state: 'apply', operationUid, options: { partial, acceptPriceChanges, by: ctx.staff.uuid } };
    });
    await noteOperation(ctx.db, {
      import: uuid,
      file: row.fileName,
      partial,
      acceptPriceChanges,
      change: operationUid,
    });
  },
);

/** Everything as a folder that an import reads, or the catalogue's tables as workbooks; a job makes the file. */
export const beginExport = officeCall(
  { name: 'exports.begin', ...runs, input: z.object({ what: z.enum(['folder', 'tables']) }) },
  async (ctx, { what }) => {
    const day = israelDay(ctx.now());
    const [row] = await ctx.db
      .insert(transfers)
      .values({
        direction: 'export',
        staffUid: ctx.staff.uuid,
        fileName: `${what === 'folder' ? 'catalogue' : 'tables'}-${day}.zip`,
        state: 'apply',
        options: { what, costs: seesCosts(ctx.staff) },
        createdAt: ctx.now(),
      })
      .returning({ uuid: transfers.uuid });
    await noteOperation(ctx.db, { export: row?.uuid, what });
    return { uuid: row?.uuid ?? '' };
  },
);
