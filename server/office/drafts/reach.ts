import type { Db } from '#db/client.ts';
import { draftSteps, drafts } from '#db/schema/index.ts';
import { asc, eq, type SQL, sql } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { storesWith } from '../../staff/grants.ts';
import type { Allowed } from '../../staff/office-call.ts';
import { UNDONE_BY } from '../changes/operations.ts';
import type { Draft, DraftStep } from './carry-out.ts';

/**
 * Drafts of the person's stores. One of several stores, or of none, is seen by its author and by whoever has the
 * permission in all.
 */
export function draftsInReach({ staff, stores }: Allowed): SQL {
  if (storesWith(staff, 'content.edit') === 'all') return sql`true`;
  return sql`(${drafts.authorUid} = ${staff.uuid} or ${drafts.storeUid} = any(${sql.param(stores)}::uuid[]))`;
}

/** What it published was undone in the change log: nothing is left that its end would take back. */
export const isUndone = sql<boolean>`exists (
  select from audit_log a where a.uuid = ${drafts.operationUid} and ${sql.raw(UNDONE_BY)} is not null)`;

/** @throws NOT_FOUND */
export async function draftOf(ctx: Allowed, uuid: string): Promise<Draft> {
  const [draft] = await ctx.db
    .select()
    .from(drafts)
    .where(sql`${eq(drafts.uuid, uuid)} and ${draftsInReach(ctx)}`);
  if (!draft) throw refuse('NOT_FOUND');
  return draft;
}

export const stepsOf = (db: Db, draftUid: string): Promise<DraftStep[]> =>
  db.select().from(draftSteps).where(eq(draftSteps.draftUid, draftUid)).orderBy(asc(draftSteps.position));

/** Of a draft whose steps may be changed. @throws NOT_POSSIBLE */
export function assertOpen({ state }: Draft): void {
  if (state === 'draft' || state === 'failed') return;
  const why: Record<Exclude<Draft['state'], 'draft' | 'failed'>, string> = {
    scheduled: 'הטיוטה מתוזמנת. כדי לשנות אותה בטלו קודם את התזמון',
    published: 'הטיוטה כבר פורסמה',
    ended: 'הטיוטה פורסמה והוחזרה',
    discarded: 'הטיוטה נמחקה',
  };
  throw refuse('NOT_POSSIBLE', { message: why[state] });
}
