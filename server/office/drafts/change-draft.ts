import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { draftSteps, drafts } from '#db/schema/index.ts';
import { and, eq, inArray, sql } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { storesWith } from '../../staff/grants.ts';
import { type Allowed, officeCall, officeCalls } from '../../staff/office-call.ts';
import { type Draft, type DraftStep, type Tried, tryOut } from './carry-out.ts';
import { loadOfficeCalls } from './load-calls.ts';
import { checkedMoments, moments, schedule } from './publish.ts';
import { assertOpen, draftOf, stepsOf } from './reach.ts';

const MAX_STEPS = 200;
const name = z.string('תנו שם לטיוטה').trim().min(2, 'תנו שם לטיוטה').max(80, 'עד 80 תווים');
const ofDraft = z.object({ draft: z.uuid() });

/** An empty draft: to collect changes in, or to see the shop at a moment ahead. */
export const createDraft = officeCall(
  { name: 'drafts.create', permission: 'content.edit', input: z.object({ name }), kind: 'write' },
  async (ctx, input) => ({ uuid: await insertDraft(ctx, input.name, null), message: 'הטיוטה נפתחה' }),
);

/**
 * Keeps a call as a step instead of making it now: in a draft, in a new one, or as a draft of its own that is published
 * at a moment. The call's own permission counts, and its refusals are told at once: it is tried out after the steps
 * that are there already.
 */
export const addStep = officeCall(
  {
    name: 'drafts.add',
    permission: 'content.edit',
    input: z
      .object({
        call: z.string(),
        input: z.record(z.string(), z.unknown()),
        draft: z.uuid().optional(),
        name: name.optional(),
      })
      .extend(moments.partial().shape),
    kind: 'write',
  },
  async (ctx, { call, input, draft: uuid, name: newName, ...when }) => {
    if (!officeCalls.get(call)?.options.draftable)
      throw refuse('NOT_POSSIBLE', { message: 'הפעולה הזו מתבצעת רק עכשיו' });
    // Neither a draft nor a name: the form asked for a moment, whose day is missing.
    const due = when.day || !(uuid || newName) ? checkedMoments(ctx, when) : null;
    const draft = uuid && !due ? await draftOf(ctx, uuid) : null;
    if (draft) assertOpen(draft);
    const steps = draft ? await stepsOf(ctx.db, draft.uuid) : [];
    if (steps.length >= MAX_STEPS) throw refuse('NOT_POSSIBLE', { message: `בטיוטה אחת יש מקום ל־${MAX_STEPS} צעדים` });
    const position = (steps.at(-1)?.position ?? 0) + 1;
    const tried = (await tryOut(ctx, [...steps, { call, input, position, addedByUid: ctx.staff.uuid }])).at(
      -1,
    ) as Tried;
    if (tried.problem)
      throw refuse('NOT_POSSIBLE', {
        message: tried.problem,
        ...(steps.length > 0 && { details: 'השינוי נבדק אחרי הצעדים שכבר בטיוטה. אפשר להסיר צעד קודם ולנסות שוב' }),
      });
    if (tried.changes.length === 0) throw refuse('NOT_POSSIBLE', { message: 'אין כאן שינוי לשמור' });
    const storeUid = storeOfAll(ctx, draft, tried.storeUid, steps.length === 0);
    const title = newName ?? (tried.changes[0]?.row || 'טיוטה');
    const savedDraftUid = await ctx.db.transaction(async (tx) => {
      const draftUid = draft?.uuid ?? (await insertDraft({ ...ctx, db: tx }, title, storeUid));
      if (draft) await touch(tx, draft, { storeUid });
      const { changes } = tried;
      await tx.insert(draftSteps).values({
        draftUid,
        position,
        call,
        input: tried.input,
        storeUid: tried.storeUid,
        changes,
        addedByUid: ctx.staff.uuid,
      });
      if (due) await schedule({ ...ctx, db: tx }, draftUid, due);
      return draftUid;
    });
    return { draft: savedDraftUid, message: due ? 'השינוי תוזמן' : `נשמר בטיוטה ״${draft?.name ?? title}״` };
  },
);

export const removeStep = officeCall(
  { name: 'drafts.removeStep', permission: 'content.edit', input: ofDraft.extend({ step: z.uuid() }), kind: 'write' },
  async (ctx, { draft: uuid, step }) => {
    const draft = await draftOf(ctx, uuid);
    assertOpen(draft);
    const removed = await ctx.db.transaction(async (tx) => {
      await touch(tx, draft, {});
      return tx
        .delete(draftSteps)
        .where(and(eq(draftSteps.uuid, step), eq(draftSteps.draftUid, uuid)))
        .returning();
    });
    if (removed.length === 0) throw refuse('NOT_FOUND');
    const problems = await tryAgain(ctx, draft);
    return { message: problems > 0 ? 'הצעד הוסר. צעדים אחריו כבר אינם אפשריים' : 'הצעד הוסר' };
  },
);

/**
 * Takes the values of today for those that the steps were made on: who looks at the differences then publishes these.
 */
export const recheckDraft = officeCall(
  { name: 'drafts.recheck', permission: 'content.edit', input: ofDraft, kind: 'write' },
  async (ctx, { draft: uuid }) => {
    const draft = await draftOf(ctx, uuid);
    assertOpen(draft);
    await touch(ctx.db, draft, {});
    const problems = await tryAgain(ctx, draft);
    return { message: problems > 0 ? 'יש צעדים שאינם אפשריים' : 'כל הצעדים אפשריים, לפי הערכים של עכשיו' };
  },
);

/** Its steps go with it: they changed nothing, and nothing needs them any more. */
export const discardDraft = officeCall(
  { name: 'drafts.discard', permission: 'content.edit', input: ofDraft, kind: 'write' },
  async (ctx, { draft: uuid }) => {
    const draft = await draftOf(ctx, uuid);
    assertOpen(draft);
    await ctx.db.transaction(async (tx) => {
      await touch(tx, draft, { state: 'discarded', problem: '' });
      await tx.delete(draftSteps).where(eq(draftSteps.draftUid, uuid));
    });
    return { message: `הטיוטה ״${draft.name}״ נמחקה` };
  },
);

/** Another secret for its links: those that were given away open nothing any more. */
export const revokeLinks = officeCall(
  { name: 'drafts.revokeLinks', permission: 'content.edit', input: ofDraft, kind: 'write' },
  async (ctx, { draft: uuid }) => {
    await draftOf(ctx, uuid);
    await ctx.db.update(drafts).set({ linkNonce: sql`gen_random_uuid()` }).where(eq(drafts.uuid, uuid));
    return { message: 'הקישורים שניתנו כבר אינם פותחים את התצוגה' };
  },
);

async function insertDraft(ctx: Allowed, draftName: string, storeUid: string | null): Promise<string> {
  const now = ctx.now();
  const [row] = await ctx.db
    .insert(drafts)
    .values({ name: draftName.slice(0, 80), storeUid, authorUid: ctx.staff.uuid, createdAt: now, updatedAt: now })
    .returning({ uuid: drafts.uuid });
  return row?.uuid ?? '';
}

/** @throws CHANGED_MEANWHILE where somebody else has changed the draft since it was read */
async function touch(tx: Db, { uuid, version }: Draft, values: Partial<typeof drafts.$inferInsert>): Promise<void> {
  const touched = await tx
    .update(drafts)
    .set({ ...values, version: version + 1, updatedAt: sql`now()` })
    .where(and(eq(drafts.uuid, uuid), eq(drafts.version, version), inArray(drafts.state, ['draft', 'failed'])))
    .returning({ uuid: drafts.uuid });
  if (touched.length === 0) throw refuse('CHANGED_MEANWHILE', { message: 'מישהו שינה את הטיוטה בינתיים. נסו שוב' });
}

/**
 * The store that all steps are of. Who edits in some stores only doesn't lift a draft out of their colleagues' reach.
 */
function storeOfAll(ctx: Allowed, draft: Draft | null, storeUid: string | null, isEmpty: boolean): string | null {
  if (!draft || draft.storeUid === storeUid) return storeUid;
  if (isEmpty && draft.storeUid === null) return storeUid;
  if (storesWith(ctx.staff, 'content.edit') !== 'all' && draft.authorUid !== ctx.staff.uuid)
    throw refuse('NOT_POSSIBLE', { message: 'הטיוטה שייכת לחנות אחרת' });
  return null;
}

/** @returns how many steps can't be carried out */
async function tryAgain(ctx: Allowed, { uuid }: Draft): Promise<number> {
  await loadOfficeCalls();
  const steps = await stepsOf(ctx.db, uuid);
  const tried = await tryOut(ctx, steps);
  await ctx.db.transaction(async (tx) => {
    for (const [at, { changes, problem }] of tried.entries())
      await tx
        .update(draftSteps)
        .set(problem ? { problem } : { changes, problem })
        .where(eq(draftSteps.uuid, (steps[at] as DraftStep).uuid));
  });
  return tried.filter(({ problem }) => problem).length;
}
