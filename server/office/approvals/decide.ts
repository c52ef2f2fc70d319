import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { approvals, auditLog, staff } from '#db/schema/index.ts';
import { and, eq, lte, sql } from '#db/sql.ts';
import { DAY_MS } from '#domain/calendar/durations.ts';
import type { Permission } from '#domain/people/permissions.ts';
import type { Deps } from '../../context.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { maySignIn } from '../../staff/demo-staff.ts';
import { grantsOf, may } from '../../staff/grants.ts';
import { type Allowed, mayCall, messageOf, officeCall, officeCalls } from '../../staff/office-call.ts';
import { INTERRUPTED, isWritten, LOST_AFTER_MS } from '../../staff/repeats.ts';
import { reason } from '../inputs.ts';

const input = z.object({ approval: z.uuid(), note: reason });
type Approval = typeof approvals.$inferSelect;

/**
 * Carries out what another person requested, with the input as it was then. It is claimed first, by the one UPDATE that
 * finds it waiting, so that two who approve at once do it once. What isn't possible any more changes nothing and is
 * kept as failed, with why.
 */
export const approve = officeCall(
  { name: 'approvals.approve', permission: 'approvals.decide', input, kind: 'write' },
  async (ctx, { approval: uuid, note }) => {
    const waitingApproval = await findWaiting(ctx, uuid);
    if (waitingApproval.requestedByUid === ctx.staff.uuid)
      throw refuse('FORBIDDEN', { message: 'מי שביקש את הפעולה לא יכול גם לאשר אותה' });
    const call = officeCalls.get(waitingApproval.call);
    const permission = call?.options.permission;
    if (!call || !permission) throw refuseCall();
    if (!(await mayStillAsk(ctx, waitingApproval, permission)))
      throw refuse('NOT_POSSIBLE', { message: 'מי שביקש את הפעולה כבר לא רשאי לה. אפשר רק לדחות' });
    if (await isMadeByRequester(ctx, waitingApproval))
      throw refuse('FORBIDDEN', {
        message: 'מי שביקש את הפעולה הזמין אתכם לצוות או איפס את הכניסה שלכם ביממה האחרונה. צריך אישור של אדם אחר',
      });
    if (call.options.approval?.second === 'alone' && (await call.needsSecond(ctx, waitingApproval.input)))
      throw refuse('FORBIDDEN', { message: 'הסכום גבוה גם מהמותר לכם' });
    const operation = randomUUID();
    await claim(ctx, uuid, note, operation);
    try {
      const result = await call.asSecond(ctx, waitingApproval.input, operation);
      await finish(ctx, uuid, operation, { status: 'approved' });
      return { message: 'הפעולה אושרה ובוצעה', ...(messageOf(result) !== null && (result as { message: string })) };
    } catch (error) {
      const isRefused = error instanceof Refusal;
      if (!isRefused && (await isWritten(ctx.db, operation))) {
        await finish(ctx, uuid, operation, { status: 'approved', decisionNote: INTERRUPTED });
        throw error;
      }
      const why = reasonOf(error);
      await finish(ctx, uuid, operation, { status: 'failed', decisionNote: why.slice(0, 500) });
      if (!isRefused) throw error;
      throw refuse('NOT_POSSIBLE', { message: 'הפעולה כבר אינה אפשרית, ודבר לא השתנה', details: why });
    }
  },
);

/** Only one who finds it waiting carries it out; the input stays, in case that this process dies. */
async function claim(ctx: Allowed, uuid: string, decisionNote: string, operationUid: string): Promise<void> {
  const claimed = await ctx.db
    .update(approvals)
    .set({ status: 'carrying_out', operationUid, decisionNote, decidedByUid: ctx.staff.uuid, decidedAt: ctx.now() })
    .where(and(eq(approvals.uuid, uuid), eq(approvals.status, 'waiting')))
    .returning({ uuid: approvals.uuid });
  if (claimed.length === 0) throw decidedAlready();
}

async function finish(
  { db }: Pick<Allowed, 'db'>,
  uuid: string,
  operation: string,
  outcome: { status: Approval['status']; decisionNote?: string },
): Promise<void> {
  await db
    .update(approvals)
    .set({ ...outcome, input: {} })
    .where(and(eq(approvals.uuid, uuid), eq(approvals.operationUid, operation), eq(approvals.status, 'carrying_out')));
}

/**
 * The job: an approval whose process died on the way waits again where nothing was written, and counts as carried out
 * where something was: the log has its operation since the first write, in the same transaction.
 */
export async function resolveInterrupted({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const isWritten = sql`exists (select from ${auditLog} where ${auditLog.uuid} = ${approvals.operationUid})`;
  const isLost = and(
    eq(approvals.status, 'carrying_out'),
    lte(approvals.decidedAt, new Date(now().getTime() - LOST_AFTER_MS)),
  );
  await db
    .update(approvals)
    .set({ status: 'approved', decisionNote: INTERRUPTED, input: {} })
    .where(and(isLost, isWritten));
  await db
    .update(approvals)
    .set({ status: 'waiting', decisionNote: '', decidedByUid: null, decidedAt: null, operationUid: null })
    .where(and(isLost, sql`not ${isWritten}`));
}

/** Whether who asked is still active and has the permission in the store: two consents count, both of today. */
async function mayStillAsk(
  ctx: Allowed,
  { requestedByUid, storeUid }: Approval,
  permission: Permission,
): Promise<boolean> {
  const [requester] = await ctx.db.select().from(staff).where(eq(staff.uuid, requestedByUid));
  const grants = await grantsOf(ctx.db, requestedByUid);
  return requester !== undefined && maySignIn(ctx, requester) && may({ grants }, permission, storeUid ?? undefined);
}

/**
 * An account that the requester had in their hands a short while ago may still be theirs: its consent is no second one.
 */
async function isMadeByRequester({ db, staff: second, now }: Allowed, { requestedByUid }: Approval): Promise<boolean> {
  const since = new Date(now().getTime() - DAY_MS).toISOString();
  const { rows } = await db.execute(sql`
    select from audit_log a join staff w on a.actor = 'staff:' || w.email
    where w.uuid = ${requestedByUid} and a.created_at > ${since}::timestamptz
      and (a.details ->> 'invited' = ${second.uuid} or a.details ->> 'reset' = ${second.uuid}) limit 1`);
  return rows.length > 0;
}

/** Refuses what another person requested. */
export const decline = officeCall(
  { name: 'approvals.decline', permission: 'approvals.decide', input, kind: 'write' },
  async (ctx, { approval, note }) => {
    const waitingApproval = await findWaiting(ctx, approval);
    if (waitingApproval.requestedByUid === ctx.staff.uuid)
      throw refuse('FORBIDDEN', { message: 'בקשה שלכם אפשר למשוך, לא לדחות' });
    await settle(ctx, approval, 'declined', note);
  },
);

/** The refusal, then the detail that the rule gave. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal)
    return [error.message, typeof error.extra.details === 'string' ? error.extra.details : '']
      .filter(Boolean)
      .join(' · ');
  return 'תקלה';
}

/**
 * @throws NOT_FOUND where it is of a store in which the person decides nothing; FORBIDDEN for what they may not do
 * there themselves; NOT_POSSIBLE where it was decided already
 */
async function findWaiting(ctx: Allowed, uuid: string): Promise<Approval> {
  const [row] = await ctx.db.select().from(approvals).where(eq(approvals.uuid, uuid));
  if (!row || (row.storeUid !== null && !ctx.stores.includes(row.storeUid))) throw refuse('NOT_FOUND');
  if (!mayCall(ctx.staff, row.call, row.storeUid)) throw refuseCall();
  if (row.status !== 'waiting') throw decidedAlready();
  return row;
}

const refuseCall = () => refuse('FORBIDDEN', { message: 'אין לכם הרשאה לפעולה שמחכה כאן' });

const decidedAlready = () => refuse('NOT_POSSIBLE', { message: 'כבר הוחלט על הבקשה הזו' });

/** The input is gone with it: it may name people, and nothing needs it any more. */
export async function settle(
  { db, staff, now }: Pick<Allowed, 'db' | 'staff' | 'now'>,
  uuid: string,
  status: Approval['status'],
  decisionNote: string,
): Promise<void> {
  const settled = await db
    .update(approvals)
    .set({ status, input: {}, decisionNote, decidedByUid: staff.uuid, decidedAt: now() })
    .where(and(eq(approvals.uuid, uuid), eq(approvals.status, 'waiting')))
    .returning({ uuid: approvals.uuid });
  if (settled.length === 0) throw decidedAlready();
}
