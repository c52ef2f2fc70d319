import type { Db } from '#db/client.ts';
import type { HeldTransaction } from '#db/held-transaction.ts';
import { OperatorError } from '#db/operator-error.ts';
import { draftSteps, drafts } from '#db/schema/index.ts';
import { and, asc, eq, inArray, isNotNull, lte, ne, sql } from '#db/sql.ts';
import type { OfficeContext, RequestContext } from '../../context.ts';
import { findOperation } from '../../office/changes/operations.ts';
import { undo } from '../../office/changes/undo.ts';
import { carryOutStep, type Draft, insideOf, memberOf, StepFailure } from '../../office/drafts/carry-out.ts';
import { loadOfficeCalls } from '../../office/drafts/load-calls.ts';
import type { PreviewPass } from '../../office/drafts/preview-link.ts';
import { refuse } from '../../platform/errors.ts';

/** What a preview shows: the shop as it will be at a moment, with the draft. */
export type Shown = {
  draft: Draft;
  /** `null`: now. */
  at: Date | null;
  /** Published before it, in this sequence. */
  before: Draft[];
  /** Taken back by then. */
  ended: Draft[];
  /** Of one that shows the same. */
  key: string;
};

/** `null` for a link that was revoked, and for a draft that is none any more. */
export async function whatIsShown(db: Db, pass: PreviewPass, now: Date): Promise<Shown | null> {
  const [draft] = await db.select().from(drafts).where(eq(drafts.uuid, pass.draft));
  if (!draft || draft.linkNonce !== pass.nonce || !['draft', 'scheduled', 'failed'].includes(draft.state)) return null;
  const scheduledAt = draft.state === 'scheduled' ? draft.publishAt : null;
  const moment = pass.at ? new Date(pass.at) : scheduledAt;
  const at = moment && moment > now ? moment : null;
  const until = at ?? now;
  const stillThere = sql`(${drafts.endAt} is null or ${drafts.endAt} > ${until.toISOString()}::timestamptz)`;
  const [before, ended] = await Promise.all([
    db
      .select()
      .from(drafts)
      .where(and(eq(drafts.state, 'scheduled'), lte(drafts.publishAt, until), ne(drafts.uuid, draft.uuid), stillThere))
      .orderBy(asc(drafts.publishAt), asc(drafts.createdAt)),
    db
      .select()
      .from(drafts)
      .where(
        and(
          eq(drafts.state, 'published'),
          isNotNull(drafts.operationUid),
          lte(drafts.endAt, until),
          eq(drafts.problem, ''),
        ),
      )
      .orderBy(asc(drafts.endAt)),
  ]);
  const versions = [...ended, ...before, draft].map(({ uuid, version, state }) => `${uuid} ${version} ${state}`);
  return { draft, at, before, ended, key: [at?.getTime() ?? 'now', ...versions].join('\n') };
}

/**
 * Short, so that the shop waits for none of its rows; shorter than PostgreSQL's search for deadlocks, so that it is
 * never the shop that loses one.
 */
export const PREVIEWING = {
  lock_timeout: '400ms',
  statement_timeout: '8s',
  idle_in_transaction_session_timeout: '8s',
};

/**
 * Brings the transaction to what is shown, and lets it write no more. @throws NOT_POSSIBLE for a step that can't be
 * carried out
 */
export async function carryOutShown(
  { store: _store, customer: _customer, limits: _limits, ...ctx }: RequestContext,
  { draft, before, ended }: Shown,
  { db, client }: Pick<HeldTransaction, 'db' | 'client'>,
): Promise<void> {
  await loadOfficeCalls();
  const office: OfficeContext = { ...ctx, db, reader: db, userAgent: '', staff: null, source: 'preview' };
  for (const { operationUid } of ended) {
    await db
      .transaction(async () => {
        const { conflicts } = await undo(client, await findOperation(client, operationUid as string));
        if (conflicts.length > 0) throw new StepFailure(0, 'conflict');
      })
      .catch((error) => {
        // It won't be taken back then, either, or somebody has undone it already.
        if (!(error instanceof StepFailure || error instanceof OperatorError)) throw error;
      });
    await client.query(`set local statement_timeout = '${PREVIEWING.statement_timeout}'`);
  }
  const shownDrafts = [...before, draft];
  const steps = await db
    .select()
    .from(draftSteps)
    .where(
      inArray(
        draftSteps.draftUid,
        shownDrafts.map(({ uuid }) => uuid),
      ),
    )
    .orderBy(asc(draftSteps.position));
  for (const shownDraft of shownDrafts) {
    const stepsOfDraft = steps.filter(({ draftUid }) => draftUid === shownDraft.uuid);
    const work = async (tx: Db) => {
      for (const step of stepsOfDraft) {
        const member = await memberOf(office, step.addedByUid);
        if (!member) throw new StepFailure(step.position, 'מי שהכינו את הצעד כבר אינם בצוות');
        await carryOutStep(insideOf(office, tx, member), step, true);
      }
    };
    await db.transaction(work).catch((error) => {
      if (!(error instanceof StepFailure)) throw error;
      // Of the others, one that won't be published changes nothing.
      if (shownDraft !== draft) return;
      throw refuse('NOT_POSSIBLE', { message: `אי אפשר להציג את הטיוטה. צעד ${error.position}: ${error.message}` });
    });
  }
  await client.query('set transaction read only');
}
