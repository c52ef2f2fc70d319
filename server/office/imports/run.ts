import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { actingAs } from '#db/actor.ts';
import { poolOf, withPatience } from '#db/client.ts';
import { OperatorError } from '#db/operator-error.ts';
import { staff, transfers } from '#db/schema/index.ts';
import { eq, sql } from '#db/sql.ts';
import { vatAt } from '../../checkout/documents/vat-rates.ts';
import type { Deps } from '../../context.ts';
import { exportFolder } from '../../export/export.ts';
import { zipFolder } from '../../export/zip.ts';
import { type ImportOptions, type ImportReport, importFolder } from '../../import/import.ts';
import type { Progress } from '../../import/progress.ts';
import { importSheet, type SheetReport } from '../../import/sheet/import-sheet.ts';
import { mapHeadings, recognise, type SheetMapping } from '../../import/sheet/recognise.ts';
import { BadZip, unzipFolder } from '../../import/unzip.ts';
import { grantsOf, seesCosts } from '../../staff/grants.ts';
import { actorName } from '../../staff/office-call.ts';
import { saveParts, writeParts } from '../file-parts.ts';
import { type Rehearsed, readRehearsed } from './rehearsed.ts';
import { runBulk } from './run-bulk.ts';
import type { ExportResult, FailedResult, ImportChoices, ImportResult, StoredMapping, Transfer } from './transfers.ts';

type JobDeps = Pick<Deps, 'db' | 'storage' | 'env'>;

/** A process that shows no sign of life for so long is dead. */
const DEAD_SECONDS = 60;
const SIGN_OF_LIFE_MS = 5_000;
/** What ends each process that begins with it isn't begun for ever. */
const MAX_DEATHS = 3;
/** A statement of a large import takes longer than a job's usual half a minute. */
const STATEMENT_MS = 10 * 60_000;
/** Of errors, and of notes. */
const KEPT_PROBLEMS = 20_000;

/**
 * Checks, imports and exports what is due, one after another; the rest waits for another process once this one stops.
 */
export async function runTransfers(deps: JobDeps, log: FastifyBaseLogger, stop?: AbortSignal): Promise<void> {
  while (!stop?.aborted) {
    const claimed = await claim(deps);
    if (!claimed) return;
    await work(deps, claimed, log);
  }
}

type Claimed = { row: Transfer; wasClaimed: boolean; person: string | null; actor: string };

async function claim({ db }: JobDeps): Promise<Claimed | null> {
  const { rows } = await db.execute<{ uuid: string; was_claimed: boolean }>(sql`
    with due as (
      select uuid, claimed_at is not null as was_claimed from transfers
      where state in ('check', 'apply') and (claimed_at is null or claimed_at < now() - make_interval(secs => ${DEAD_SECONDS}))
        -- An import holds the catalogue as long as it takes; another one, or a bulk save, would only wait for it.
        and (direction = 'export' or not exists (select from transfers o where o.state in ('check', 'apply') and o.direction <> 'export'
          and o.claimed_at >= now() - make_interval(secs => ${DEAD_SECONDS})))
      order by created_at limit 1 for update skip locked)
    update transfers t set claimed_at = now(), options = case when due.was_claimed
        then t.options || jsonb_build_object('deaths', coalesce((t.options ->> 'deaths')::int, 0) + 1) else t.options - 'deaths' end
      from due where t.uuid = due.uuid returning t.uuid, due.was_claimed`);
  if (!rows[0]) return null;
  const [claimed] = await db
    .select({ row: transfers, person: staff.uuid, email: staff.email })
    .from(transfers)
    // An import may be applied by another person than its uploader, whose file it stays.
    .leftJoin(staff, eq(staff.uuid, sql`coalesce((${transfers.options} ->> 'by')::uuid, ${transfers.staffUid})`))
    .where(eq(transfers.uuid, rows[0].uuid));
  if (!claimed) return null;
  const actor = claimed.email ? actorName({ email: claimed.email }) : 'office';
  return { row: claimed.row as Transfer, wasClaimed: rows[0].was_claimed, person: claimed.person, actor };
}

async function work(deps: JobDeps, { row, wasClaimed, person, actor }: Claimed, log: FastifyBaseLogger): Promise<void> {
  const { db } = deps;
  const place = { step: '', progress: 0 };
  const alive = setInterval(() => {
    db.execute(
      sql`update transfers set claimed_at = now(), step = ${place.step}, progress = ${place.progress} where uuid = ${row.uuid}`,
    ).catch((err) => log.warn({ err }, 'an import’s progress was not noted'));
  }, SIGN_OF_LIFE_MS / 5);
  const progress: Progress = (label, done, total) => {
    place.step = label;
    place.progress = Math.round((done / Math.max(1, total)) * 100);
  };
  const end = (values: Partial<typeof transfers.$inferInsert>) =>
    db
      .update(transfers)
      .set({ ...values, claimedAt: null, step: '', progress: 100, endedAt: sql`now()` })
      .where(eq(transfers.uuid, row.uuid));
  const folder = await mkdtemp(join(tmpdir(), 'transfer-'));
  try {
    const { deaths = 0 } = row.options as ImportChoices;
    const isBegunAnew = row.direction === 'export' || row.state === 'check';
    if (isBegunAnew && deaths >= MAX_DEATHS)
      await end(failedWith('השרת נעצר שוב ושוב באמצע, ולא נכתב דבר. פנו למי שמפעיל אותו.'));
    else if (row.direction === 'export') await end(await exportOf(deps, row, folder, progress));
    else if (row.state === 'apply' && wasClaimed) await end(await afterDeath(deps, row));
    else if (row.direction === 'bulk') {
      const operation = row.operationUid ?? undefined;
      const source = 'products.bulk /products/bulk';
      await end(
        await actingAs({ kind: 'staff', name: actor, source, ...(operation && { operation }) }, () =>
          runBulk(deps, row, progress),
        ),
      );
    } else {
      const source = row.state === 'apply' ? 'imports.apply' : 'imports.check';
      const operation = row.state === 'apply' ? row.operationUid : null;
      await end(
        await actingAs(
          { kind: 'staff', name: actor, source: `${source} /import/${row.uuid}`, ...(operation && { operation }) },
          () => importOf(deps, row, person, folder, progress),
        ),
      );
    }
  } catch (error) {
    log.error({ err: error, transfer: row.uuid }, 'an import or export failed');
    await end(failedWith(error instanceof OperatorError ? error.message : 'משהו השתבש בשרת, ולא נכתב דבר. נסו שוב.'));
  } finally {
    clearInterval(alive);
    await rm(folder, { recursive: true, force: true });
  }
}

/** A killed process wrote all or nothing: the operation is in the change log, or it isn't. */
async function afterDeath({ db }: JobDeps, row: Transfer): Promise<Partial<typeof transfers.$inferInsert>> {
  const { rows } = await db.execute(
    sql`select from audit_log where uuid = ${row.operationUid} and details ? 'changes'`,
  );
  if (rows.length > 0) return { state: 'done' };
  return failedWith('השרת נעצר באמצע, ולא נכתב דבר. אפשר לבדוק ולייבא שוב.');
}

const failedWith = (message: string) => ({
  state: 'failed' as const,
  report: { kind: 'failed', message } satisfies FailedResult,
});

async function importOf(
  deps: JobDeps,
  row: Transfer,
  person: string | null,
  folder: string,
  progress: Progress,
): Promise<Partial<typeof transfers.$inferInsert>> {
  const { db, storage } = deps;
  const { partial, acceptPriceChanges } = row.options as ImportChoices;
  const isRehearsal = row.state === 'check';
  let rehearsed: Rehearsed = { prices: [], priceCount: 0, jumps: 0 };
  const options: Omit<ImportOptions, 'folder'> = {
    pool: patient(poolOf(db)),
    storage,
    // A rehearsal shows what the good rows change, and lists the others.
    mode: isRehearsal || partial ? 'partial' : 'all',
    // Confirmed when it is applied; until then such a row has an error.
    acceptPriceChanges: acceptPriceChanges === true,
    costs: person !== null && seesCosts({ grants: await grantsOf(db, person) }),
    progress,
    ...(isRehearsal && {
      rehearse: async (client) => {
        rehearsed = await readRehearsed(client);
      },
    }),
  };
  const importFile = /\.zip$/i.test(row.fileName) ? importZip : importOneSheet;
  const report = await importFile(deps, row, await mkdtemp(join(folder, 'read-')), options).catch(
    async (error: unknown) => {
      if (!isRehearsal) throw error;
      // What is wrong with the files may be such that the rest can't be written: then only the errors are told.
      return importFile(deps, row, await mkdtemp(join(folder, 'read-')), { ...options, mode: 'check' });
    },
  );
  const result: ImportResult = {
    ...rehearsed,
    // What was applied is what was checked.
    ...(!isRehearsal && (row.report as ImportResult | null)),
    kind: 'import',
    sample: report.sample,
    rows: report.rows,
    skipped: report.skipped,
    errors: report.errors.slice(0, KEPT_PROBLEMS),
    notes: report.notes.slice(0, KEPT_PROBLEMS),
    changes: report.changes,
  };
  const mapping: StoredMapping | null = report.mapping && { ...report.mapping, headings: report.headings };
  const state = isRehearsal ? 'checked' : report.written ? 'done' : 'checked';
  return { state, report: result, ...(mapping && { mapping }) };
}

type AnyReport = Omit<SheetReport, 'mapping'> & { mapping: SheetMapping | null };

async function importOneSheet(
  deps: JobDeps,
  row: Transfer,
  folder: string,
  options: Omit<ImportOptions, 'folder'>,
): Promise<AnyReport> {
  const { db } = deps;
  const file = join(folder, row.fileName);
  await saveParts(db, row.uuid, file);
  const mapping = row.mapping as (Omit<StoredMapping, 'columns'> & { columns: string[] | null }) | null;
  const remembered = mapping ? null : await rememberedMapping(deps, row);
  return importSheet({
    ...options,
    file,
    mapping(lines) {
      if (!mapping) return (remembered && fitting(remembered, lines)) ?? recognise(lines);
      const { kind, headingRow, columns, fixed, vatBp } = mapping;
      return { kind, headingRow, columns: columns ?? mapHeadings(lines[headingRow - 1] ?? [], kind), fixed, vatBp };
    },
  });
}

/** The newest mapping that the supplier's sheets were imported by. */
async function rememberedMapping({ db, env }: JobDeps, row: Transfer): Promise<StoredMapping | null> {
  if (!row.supplier) return null;
  const { rows } = await db.execute<{ mapping: StoredMapping }>(sql`
    select mapping from transfers where supplier = ${row.supplier} and mapping is not null and uuid <> ${row.uuid}
      and state in ('checked', 'done') order by created_at desc limit 1`);
  const [formerTransfer] = rows;
  if (!formerTransfer) return null;
  // Without VAT, as that one was, at the rate of today.
  return formerTransfer.mapping.vatBp
    ? { ...formerTransfer.mapping, vatBp: await vatAt(db, env, row.createdAt) }
    : formerTransfer.mapping;
}

/** The remembered columns, where the sheet has the same headings in some row; `null` where it has others. */
function fitting({ kind, headings, columns, fixed, vatBp }: StoredMapping, lines: string[][]): SheetMapping | null {
  const byHeading = new Map(headings.map((heading, at) => [heading.trim(), columns[at] ?? '']));
  const named = headings.map((heading) => heading.trim()).filter(Boolean);
  const index = lines.slice(0, 30).findIndex((line) => {
    const cells = new Set(line.map((cell) => cell.trim()));
    return named.every((heading) => cells.has(heading));
  });
  if (index < 0 || named.length === 0) return null;
  const sheetColumns = (lines[index] ?? []).map((cell) => byHeading.get(cell.trim()) ?? '');
  return {
    kind,
    headingRow: index + 1,
    columns: sheetColumns.map((column, at) => (sheetColumns.indexOf(column) === at ? column : '')),
    fixed,
    vatBp,
  };
}

async function importZip(
  { db }: JobDeps,
  row: Transfer,
  folder: string,
  options: Omit<ImportOptions, 'folder'>,
): Promise<AnyReport> {
  const root = join(folder, 'folder');
  await mkdir(root);
  const file = join(folder, 'folder.zip');
  await saveParts(db, row.uuid, file);
  const rest = { mapping: null, headings: [], sample: [], rows: 0, skipped: 0 };
  try {
    const report = await importFolder({ ...options, folder: await unzipFolder(file, root) });
    return { ...report, ...rest, rows: Object.values(report.read).reduce((sum, count) => sum + count, 0) };
  } catch (error) {
    if (!(error instanceof BadZip)) throw error;
    const problem = { file: row.fileName, row: null, column: null, value: null, reason: error.message };
    const none: ImportReport = { errors: [problem], notes: [], read: {}, written: false, changed: 0, changes: {} };
    return { ...none, ...rest };
  }
}

async function exportOf(
  { db, storage }: JobDeps,
  row: Transfer,
  folder: string,
  progress: Progress,
): Promise<Partial<typeof transfers.$inferInsert>> {
  const target = join(folder, 'export');
  const { what, costs } = row.options as { what?: string; costs?: boolean };
  const tablesOnly = what === 'tables';
  const pool = patient(poolOf(db));
  const report = await exportFolder({
    pool,
    storage,
    folder: target,
    xlsx: tablesOnly,
    tablesOnly,
    costs: costs === true,
    progress,
  });
  await db.execute(sql`delete from transfer_parts where transfer_uid = ${row.uuid}`);
  const bytes = await writeParts(db, row.uuid, zipFolder(target));
  const { written, files, notes, missing } = report;
  const result: ExportResult = { kind: 'export', written, files, notes, missing: missing.length };
  return { state: 'done', bytes, report: result };
}

/** The pool with more patience for each statement. */
const patient = (pool: pg.Pool): pg.Pool =>
  ({
    query: (text: string, values?: unknown[]) => pool.query(text, values),
    async connect() {
      const client = await pool.connect();
      return { ...withPatience(client, STATEMENT_MS), release: (broken?: boolean) => client.release(broken) };
    },
  }) as unknown as pg.Pool;

/** Files are kept for a month, those of exports for three days; the history stays. */
export async function forgetTransferFiles({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.execute(sql`
    delete from transfer_parts p using transfers t where t.uuid = p.transfer_uid
      and t.created_at < now() - case t.direction when 'export' then interval '3 days' else interval '30 days' end
      and t.state not in ('check', 'apply')`);
  await db.execute(sql`delete from transfers where direction = 'film' and created_at < now() - interval '30 days'`);
}
