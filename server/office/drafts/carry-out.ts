import { randomUUID } from 'node:crypto';
import { type Actor, actingAs } from '#db/actor.ts';
import { OPERATION_COLUMN } from '#db/change-log.ts';
import { type Db, poolOf } from '#db/client.ts';
import { type HeldTransaction, holdTransaction } from '#db/held-transaction.ts';
import { RuleRefusal } from '#db/operator-error.ts';
import { type draftSteps, type drafts, type StepChange, staff } from '#db/schema/index.ts';
import { eq, type InferSelectModel, sql } from '#db/sql.ts';
import { fieldName, tableName } from '#domain/text/field-names.ts';
import type { OfficeContext, StaffMember } from '../../context.ts';
import type { Cache } from '../../platform/cache.ts';
import { Refusal } from '../../platform/errors.ts';
import { maySignIn } from '../../staff/demo-staff.ts';
import { grantsOf } from '../../staff/grants.ts';
import { officeCalls } from '../../staff/office-call.ts';
import { ROW_NAME } from '../changes/operations.ts';

export type Draft = InferSelectModel<typeof drafts>;
export type DraftStep = InferSelectModel<typeof draftSteps>;

/** Why a step can't be carried out, as staff read it. */
export class StepFailure extends Error {
  readonly position: number;
  constructor(position: number, why: string) {
    super(why);
    this.position = position;
  }
}

/** The person as a signed-in one, with the rights of today; `null` for who has left. */
export async function memberOf(ctx: Pick<OfficeContext, 'db' | 'env'>, uuid: string): Promise<StaffMember | null> {
  const [person] = await ctx.db.select().from(staff).where(eq(staff.uuid, uuid));
  if (!person || !maySignIn(ctx, person)) return null;
  const { name, email } = person;
  return { uuid, name, email, sessionUid: '', provedAt: new Date(0), grants: await grantsOf(ctx.db, uuid) };
}

/** For rules that read through a cache inside of a transaction: what isn't committed must not be cached. */
const noCache: Cache = {
  get: (_key, _keeping, load) => load(),
  changedSince: () => [],
  onChange: () => {},
  listening: () => false,
  clear: () => {},
  close: async () => {},
};

/** The person's context within the transaction. */
export const insideOf = (ctx: OfficeContext, db: Db, member: StaffMember): OfficeContext => ({
  ...ctx,
  db,
  reader: db,
  cache: noCache,
  staff: member,
});

/**
 * Makes the step's call in the transaction of `ctx`; `tried`: which is rolled back. @throws StepFailure for what the
 * call refuses
 */
export async function carryOutStep(
  ctx: OfficeContext,
  step: Pick<DraftStep, 'call' | 'input' | 'position'>,
  tried = false,
) {
  const call = officeCalls.get(step.call);
  if (!call) throw new StepFailure(step.position, 'הפעולה אינה מוכרת יותר');
  try {
    return await call.asStep(ctx, step.input, tried);
  } catch (error) {
    const why = reasonOf(error);
    throw why === null ? error : new StepFailure(step.position, why);
  }
}

/** In Hebrew what a rule refused; `null` for a fault. */
function reasonOf(error: unknown): string | null {
  if (error instanceof RuleRefusal) return error.hebrew;
  if (!(error instanceof Refusal)) return null;
  const fields = error.extra.fields?.map(({ message }) => message) ?? [];
  const details = typeof error.extra.details === 'string' ? [error.extra.details] : [];
  return [...new Set([error.message, ...fields, ...details])].join(' · ');
}

/** What the operation has written after the change `from`, as the log has it. */
export async function changesAfter(
  db: Db,
  operation: string,
  from: number,
): Promise<{ rows: StepChange[]; last: number }> {
  const { rows } = await db.execute<StepChange & { id: number }>(sql`
    select c.id::float8, c.table_name as table, ${sql.raw(ROW_NAME)} as row, c.row_key as key, c.operation, c.before, c.after
    from changes c where c.${sql.raw(OPERATION_COLUMN)} = ${operation} and c.id > ${from} order by c.id`);
  return { rows: rows.map(({ id: _id, ...change }) => change), last: rows.at(-1)?.id ?? from };
}

const rowOf = ({ table, key }: StepChange): string => `${table} ${JSON.stringify(Object.entries(key).sort())}`;

/** The changes of rows that stood before the draft: those that it made itself have another key each time. */
export function ofStandingRows(changes: StepChange[], createdRows: Set<string>): StepChange[] {
  return changes.filter((change) => {
    if (change.operation === 'insert') createdRows.add(rowOf(change));
    return change.operation === 'insert' || !createdRows.has(rowOf(change));
  });
}

/** What isn't any more as it was when the step was tried out, as sentences. `call`: of the step. */
export function conflictsBetween(call: string, tried: StepChange[], changesNow: StepChange[]): string[] {
  const added = officeCalls.get(call)?.options.adds ?? [];
  const currentChanges = new Map<string, StepChange>();
  for (const change of changesNow) if (!currentChanges.has(rowOf(change))) currentChanges.set(rowOf(change), change);
  const seen = new Set<string>();
  return tried.flatMap((change) => {
    const row = rowOf(change);
    if (change.operation === 'insert' || seen.has(row)) return [];
    seen.add(row);
    const name = `${tableName(change.table)} ${change.row}`;
    const currentChange = currentChanges.get(row);
    if (!currentChange) return [`${name}: הרשומה שונתה או הוסרה בינתיים`];
    return Object.keys(change.before ?? {})
      .filter((field) => !added.includes(`${change.table}.${field}`))
      .filter((field) => !isSame(change.before?.[field], currentChange.before?.[field]))
      .map((field) => `${name}: ${fieldName(change.table, field)} שונה בינתיים`);
  });
}

const isSame = (a: unknown, b: unknown): boolean => a === undefined || JSON.stringify(a) === JSON.stringify(b);

/** How long a trial may wait for rows that the shop holds, and run. */
const TRIAL = { lock_timeout: '2s', statement_timeout: '15s', idle_in_transaction_session_timeout: '15s' };

export type Tried = { changes: StepChange[]; problem: string; input: Record<string, unknown>; storeUid: string | null };

/**
 * Carries the steps out, one after the other, and takes everything back: what each would change, or why it can't be.
 * Each as the person who added it.
 */
export async function tryOut(
  ctx: OfficeContext,
  steps: Pick<DraftStep, 'call' | 'input' | 'position' | 'addedByUid'>[],
): Promise<Tried[]> {
  const operation = randomUUID();
  return inOperation(ctx, { name: 'office', source: 'drafts.try', operation }, TRIAL, async ({ db }) => {
    const createdRows = new Set<string>();
    const results: Tried[] = [];
    let last = 0;
    for (const step of steps) {
      const result = await db
        .transaction(async (tx) => {
          const member =
            ctx.staff?.uuid === step.addedByUid ? ctx.staff : await memberOf({ ...ctx, db: tx }, step.addedByUid);
          if (!member) throw new StepFailure(step.position, 'מי שהכינו את הצעד כבר אינם בצוות');
          return carryOutStep(insideOf(ctx, tx, member), step, true);
        })
        .catch((error) => {
          if (error instanceof StepFailure) return error;
          throw error;
        });
      if (result instanceof StepFailure) {
        results.push({ changes: [], problem: result.message, input: step.input, storeUid: null });
        continue;
      }
      const written = await changesAfter(db, operation, last);
      last = written.last;
      results.push({ ...result, changes: ofStandingRows(written.rows, createdRows), problem: '' });
    }
    return { result: results, commit: false };
  });
}

/** One transaction that is one operation of the change log, kept only where `work` says so. */
export async function inOperation<T>(
  { db }: Pick<OfficeContext, 'db'>,
  actor: Omit<Actor, 'kind'>,
  settings: Record<string, string>,
  work: (held: HeldTransaction) => Promise<{ result: T; commit: boolean }>,
): Promise<T> {
  return actingAs({ kind: 'staff', ...actor }, async () => {
    const held = holdTransaction(poolOf(db), { settings });
    try {
      const { result, commit } = await work(held);
      if (commit) await held.commit();
      return result;
    } finally {
      await held.rollback();
    }
  });
}
