import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CURRENT_OPERATION } from '#db/change-log.ts';
import type { Db } from '#db/client.ts';
import { OperatorError, RuleRefusal } from '#db/operator-error.ts';
import { draftSteps, drafts, type StepChange, staff } from '#db/schema/index.ts';
import { and, eq, inArray, sql } from '#db/sql.ts';
import { isUnavailable } from '#db/unavailable.ts';
import { atIsraelTime } from '#domain/calendar/israel-time.ts';
import { type Permission, permissions } from '#domain/people/permissions.ts';
import { undoReason } from '#domain/text/change-names.ts';
import { fieldName, tableName } from '#domain/text/field-names.ts';
import { isolate } from '#domain/text/format.ts';
import { lockImports } from '../../catalogue/derived/refresh.ts';
import type { OfficeContext, StaffMember } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { mail } from '../../staff/devices.ts';
import { may, mayThroughout } from '../../staff/grants.ts';
import { type Allowed, actorName, officeCall } from '../../staff/office-call.ts';
import { findOperation } from '../changes/operations.ts';
import { editPermission } from '../changes/reach.ts';
import { whyNotTakenBack } from '../changes/read-change.ts';
import { NOT_UNDOABLE, undo } from '../changes/undo.ts';
import type { Conflict } from '../changes/undo-conflicts.ts';
import {
  carryOutStep,
  changesAfter,
  conflictsBetween,
  type Draft,
  inOperation,
  insideOf,
  memberOf,
  ofStandingRows,
  StepFailure,
} from './carry-out.ts';
import { refuseEndOfStock, refuseValuesOfAnother } from './ends.ts';
import { loadOfficeCalls } from './load-calls.ts';
import { assertOpen, draftOf, stepsOf } from './reach.ts';

/** Days and times of Israel, as a form has them. */
export const moments = z.object({
  day: z.string('בחרו תאריך'),
  time: z.string('בחרו שעה').default('00:00'),
  end_day: z.string().optional(),
  end_time: z.string().optional(),
});
type Due = { publishAt: Date; endAt: Date | null };
const ofDraft = z.object({ draft: z.uuid() });
/** `version`: of the draft as the page showed it. What somebody has added since, its publisher has not seen. */
const ofSeenDraft = ofDraft.extend({ version: z.coerce.number().int().optional() });
const changedSince = () =>
  refuse('CHANGED_MEANWHILE', { message: 'הטיוטה השתנתה מאז שהדף נפתח. רעננו את הדף ובדקו את השינויים' });
const isSeen = (version: number | undefined) => (version === undefined ? undefined : eq(drafts.version, version));

/** @throws BAD_REQUEST for moments that are past, or that no clock in Israel shows */
export function checkedMoments(
  { now }: Pick<OfficeContext, 'now'>,
  { day = '', time = '00:00', end_day, end_time = '00:00' }: Partial<z.output<typeof moments>>,
): Due {
  const publishAt = atIsraelTime(day, time);
  const endAt = end_day ? atIsraelTime(end_day, end_time) : null;
  const fields = [
    ...(publishAt ? [] : [{ path: 'day', message: 'בחרו תאריך ושעה שקיימים' }]),
    ...(publishAt && publishAt <= now() ? [{ path: 'day', message: 'המועד כבר עבר' }] : []),
    ...(end_day && !endAt ? [{ path: 'end_day', message: 'בחרו תאריך ושעה שקיימים' }] : []),
    ...(publishAt && endAt && endAt <= publishAt ? [{ path: 'end_day', message: 'ההחזרה באה אחרי הפרסום' }] : []),
  ];
  if (!publishAt || fields.length > 0) throw refuse('BAD_REQUEST', { message: fields[0]?.message ?? '', fields });
  return { publishAt, endAt };
}

/** Now, as a whole or not at all. */
export const publishNow = officeCall(
  { name: 'drafts.publish', permission: 'content.publish', input: ofSeenDraft, kind: 'write' },
  async (ctx, { draft: uuid, version }) => {
    const draft = await draftOf(ctx, uuid);
    assertOpen(draft);
    assertPublishes(ctx, draft);
    try {
      if (!(await carryOut(ctx, uuid, ctx.staff, { from: ['draft', 'failed'], version }))) throw changedSince();
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error;
      await noteProblem(ctx.db, uuid, error);
      throw refuse('NOT_POSSIBLE', { message: 'הטיוטה לא פורסמה, ודבר לא השתנה בחנות', details: error.message });
    }
    return { message: `הטיוטה ״${draft.name}״ פורסמה` };
  },
);

export const scheduleDraft = officeCall(
  { name: 'drafts.schedule', permission: 'content.publish', input: ofSeenDraft.extend(moments.shape), kind: 'write' },
  async (ctx, { draft: uuid, version, ...when }) => {
    const draft = await draftOf(ctx, uuid);
    assertOpen(draft);
    const due = checkedMoments(ctx, when);
    const [step] = await ctx.db.select().from(draftSteps).where(eq(draftSteps.draftUid, uuid)).limit(1);
    if (!step) throw refuse('NOT_POSSIBLE', { message: 'אין בטיוטה שינויים' });
    await schedule(ctx, uuid, due, version);
    return { message: 'הטיוטה תוזמנה' };
  },
);

/**
 * In the person's name and with the person's rights of that moment. @throws FORBIDDEN for who may not publish in its
 * store, CHANGED_MEANWHILE, NOT_POSSIBLE
 */
export async function schedule(ctx: Allowed, uuid: string, { publishAt, endAt }: Due, version?: number): Promise<void> {
  const draft = await draftOf(ctx, uuid);
  assertPublishes(ctx, draft);
  if (endAt) await refuseEndOfStock(ctx.db, uuid);
  await refuseValuesOfAnother(ctx.db, uuid);
  const scheduled = await ctx.db
    .update(drafts)
    .set({ state: 'scheduled', publishAt, endAt, publisherUid: ctx.staff.uuid, problem: '', updatedAt: ctx.now() })
    .where(and(eq(drafts.uuid, uuid), inArray(drafts.state, ['draft', 'failed']), isSeen(version)))
    .returning({ uuid: drafts.uuid });
  if (scheduled.length === 0) throw changedSince();
}

export const unscheduleDraft = officeCall(
  { name: 'drafts.unschedule', permission: 'content.publish', input: ofDraft, kind: 'write' },
  async (ctx, { draft: uuid }) => {
    const draft = await draftOf(ctx, uuid);
    assertPublishes(ctx, draft);
    await assertMayCallOff(ctx, draft);
    const changed = await ctx.db
      .update(drafts)
      .set({ state: 'draft', publishAt: null, endAt: null, publisherUid: null, updatedAt: ctx.now() })
      .where(and(eq(drafts.uuid, uuid), eq(drafts.state, 'scheduled')))
      .returning({ uuid: drafts.uuid });
    if (changed.length === 0) throw refuse('NOT_POSSIBLE', { message: 'הטיוטה אינה מתוזמנת' });
    return { message: 'התזמון בוטל' };
  },
);

/**
 * When a published draft is taken back; without a day it stays. Either is up to who may make each of its changes
 * themselves.
 */
export const changeEnd = officeCall(
  {
    name: 'drafts.end',
    permission: 'content.publish',
    input: ofDraft.extend({ end_day: z.string().optional(), end_time: z.string().default('00:00') }),
    kind: 'write',
  },
  async (ctx, { draft: uuid, end_day, end_time }) => {
    const draft = await draftOf(ctx, uuid);
    assertPublishes(ctx, draft);
    const endAt = end_day ? checkedMoments(ctx, { day: end_day, time: end_time }).publishAt : null;
    const why = draft.operationUid && (await whyNotTakenBack(ctx, draft.operationUid));
    if (why) throw refuse('NOT_POSSIBLE', { message: why });
    if (endAt) await refuseEndOfStock(ctx.db, uuid);
    const changed = await ctx.db
      .update(drafts)
      .set({ endAt, problem: '', publisherUid: ctx.staff.uuid, updatedAt: ctx.now() })
      .where(and(eq(drafts.uuid, uuid), eq(drafts.state, 'published')))
      .returning({ uuid: drafts.uuid });
    if (changed.length === 0) throw refuse('NOT_POSSIBLE', { message: 'אפשר להחזיר רק מה שפורסם' });
    return { message: endAt ? 'ההחזרה תוזמנה' : 'השינויים יישארו' };
  },
);

/**
 * A draft of several stores, or of none, asks for one of them here: each of its steps asks for the rights of its own.
 * @throws FORBIDDEN
 */
function assertPublishes({ staff: person }: Allowed, { storeUid }: Draft): void {
  if (!may(person, 'content.publish', storeUid ?? undefined)) throw refuse('FORBIDDEN');
}

/**
 * What somebody else has scheduled is called off by who may make each of its changes themselves: those of a step that
 * is of no single store, in all of them. @throws NOT_POSSIBLE
 */
async function assertMayCallOff({ db, staff: person }: Allowed, { uuid, publisherUid }: Draft): Promise<void> {
  if (publisherUid === person.uuid) return;
  for (const { storeUid, changes } of await stepsOf(db, uuid)) {
    const missing = changes.flatMap(neededFor).find((permission) => !mayThroughout(person, permission, storeUid));
    if (!missing) continue;
    const needed = `לביטול התזמון צריך גם את ההרשאה ״${permissions[missing]}״`;
    throw refuse('NOT_POSSIBLE', { message: storeUid ? needed : `${needed} בכל החנויות` });
  }
}

/** What one needs to make the change themselves. */
function neededFor({ table, before, after }: StepChange): Permission[] {
  const fields = Object.keys(after ?? before ?? {});
  return (fields.length > 0 ? fields : [null]).flatMap((field) => editPermission(table, field) ?? []);
}

/** No step of an import's size; the shop's own writes wait for rows no longer than for an import. */
const PUBLISHING = { lock_timeout: '5s' };

/**
 * Carries out all steps in one transaction, which is one operation of the change log, and the draft's new state with
 * them: so it happens once, in however many processes, or not at all. Rights and former values are checked as they are
 * now.
 * @returns whether it was still to be published, and of that version
 * @throws StepFailure where a step isn't possible any more, and nothing is changed
 */
async function carryOut(
  ctx: OfficeContext,
  uuid: string,
  person: StaffMember,
  { from, version }: { from: Draft['state'][]; version?: number | undefined },
): Promise<boolean> {
  await loadOfficeCalls();
  const operation = randomUUID();
  const actor = { name: actorName(person), source: `drafts.publish /drafts/${uuid}`, operation };
  return inOperation(ctx, actor, PUBLISHING, async ({ db }) => {
    const [draft] = await db
      .select()
      .from(drafts)
      .where(and(eq(drafts.uuid, uuid), inArray(drafts.state, from), isSeen(version)))
      .for('update', { skipLocked: true });
    if (!draft) return { result: false, commit: false };
    const steps = await stepsOf(db, uuid);
    if (steps.length === 0) throw new StepFailure(0, 'אין בטיוטה שינויים');
    const inside = insideOf(ctx, db, person);
    const createdRows = new Set<string>();
    let last = 0;
    for (const step of steps) {
      await carryOutStep(inside, step);
      const written = await changesAfter(db, operation, last);
      last = written.last;
      const conflicts = conflictsBetween(step.call, step.changes, ofStandingRows(written.rows, createdRows));
      if (conflicts.length > 0) throw new StepFailure(step.position, conflicts.slice(0, 5).join('; '));
    }
    await db
      .update(drafts)
      .set({
        state: 'published',
        publishedAt: ctx.now(),
        publisherUid: person.uuid,
        operationUid: operation,
        problem: '',
        updatedAt: ctx.now(),
      })
      .where(eq(drafts.uuid, uuid));
    await db.execute(
      sql`update audit_log set details = details || ${{ draft: draft.name }}::jsonb where uuid = ${operation}`,
    );
    return { result: true, commit: true };
  });
}

/** Marks the step and the draft, so that the page says what is in the way. */
async function noteProblem(db: Db, uuid: string, { position, message }: StepFailure): Promise<void> {
  await db
    .update(draftSteps)
    .set({ problem: message.slice(0, 500) })
    .where(and(eq(draftSteps.draftUid, uuid), eq(draftSteps.position, position)));
  await db
    .update(drafts)
    .set({ problem: message.slice(0, 500) })
    .where(eq(drafts.uuid, uuid));
}

/**
 * A scheduled draft at its moment. What isn't possible any more, or meets a fault that another try would meet again,
 * changes nothing, and its author is notified.
 */
export async function publishScheduled(ctx: OfficeContext, uuid: string): Promise<void> {
  const [draft] = await ctx.db.select().from(drafts).where(eq(drafts.uuid, uuid));
  if (draft?.state !== 'scheduled') return;
  try {
    const person = draft.publisherUid ? await memberOf(ctx, draft.publisherUid) : null;
    if (!person || !may(person, 'content.publish', draft.storeUid ?? undefined))
      throw new StepFailure(0, 'מי שתזמנו את הטיוטה כבר אינם רשאים לפרסם');
    await carryOut(ctx, uuid, person, { from: ['scheduled'] });
  } catch (error) {
    // Another try may find the database there, and the rows free.
    if (isUnavailable(error)) throw error;
    const failure = error instanceof StepFailure ? error : new StepFailure(0, 'אירעה תקלה בפרסום');
    if (failure !== error) ctx.log.error({ err: error, draft: uuid }, 'draft not published');
    await ctx.db.transaction(async (tx) => {
      const failed = await tx
        .update(drafts)
        // Whoever publishes it later chooses when it ends: an end that is past by then would take it back at once.
        .set({ state: 'failed', publishAt: null, endAt: null, updatedAt: ctx.now() })
        .where(and(eq(drafts.uuid, uuid), eq(drafts.state, 'scheduled')))
        .returning({ uuid: drafts.uuid });
      if (failed.length === 0) return;
      await noteProblem(tx, uuid, failure);
      await notifyPeople(ctx, tx, draft, {
        heading: `הטיוטה ״${draft.name}״ לא פורסמה`,
        why: failure.message,
        next: 'דבר לא השתנה בחנות, ומועדי הפרסום וההחזרה בוטלו. בדקו את הטיוטה, ופרסמו או תזמנו אותה שוב.',
      });
    });
  }
}

/**
 * Takes back what the draft changed, at its end, where all of it is still as the draft left it; where somebody has
 * undone it already, it just ends. Else, or by a fault that another try would meet again, all of it stays, and people
 * are notified once. Who set the end could make each of these changes then; that the person has left since keeps no
 * prices of a sale in the shop.
 */
export async function takeBack(ctx: OfficeContext, uuid: string): Promise<void> {
  const [draft] = await ctx.db.select().from(drafts).where(eq(drafts.uuid, uuid));
  if (draft?.state !== 'published' || !draft.operationUid) return;
  const { operationUid } = draft;
  const person = draft.publisherUid && (await memberOf(ctx, draft.publisherUid));
  const name = person ? actorName(person) : 'office';
  const why = await inOperation(
    ctx,
    { name, source: `drafts.end /drafts/${uuid}`, operation: randomUUID() },
    PUBLISHING,
    async ({ db, client }) => {
      const [due] = await db
        .select()
        .from(drafts)
        .where(and(eq(drafts.uuid, uuid), eq(drafts.state, 'published'), eq(drafts.problem, '')))
        .for('update', { skipLocked: true });
      if (!due) return { result: null, commit: false };
      const setEnded = (endedAt: Date) =>
        db.update(drafts).set({ state: 'ended', endedAt, updatedAt: ctx.now() }).where(eq(drafts.uuid, uuid));
      // An undo of the change log that has begun is waited for.
      await lockImports(client);
      const operation = await findOperation(client, operationUid);
      if (operation.undone_by) {
        await setEnded((await findOperation(client, operation.undone_by)).at);
        return { result: null, commit: true };
      }
      const { conflicts } = await undo(client, operation);
      if (conflicts.length > 0) return { result: conflicts.slice(0, 5).map(conflictText).join('; '), commit: false };
      await db.execute(
        sql`update audit_log set details = details || ${{ draft: draft.name, change: operationUid }}::jsonb where uuid = ${sql.raw(CURRENT_OPERATION)}`,
      );
      await setEnded(ctx.now());
      return { result: null, commit: true };
    },
  ).catch((error) => {
    if (error instanceof RuleRefusal) return error.hebrew;
    if (error instanceof OperatorError) return NOT_UNDOABLE;
    // Another try may find the database there, and the rows free.
    if (isUnavailable(error)) throw error;
    ctx.log.error({ err: error, draft: uuid }, 'draft not taken back');
    return 'אירעה תקלה בהחזרה';
  });
  if (!why) return;
  await ctx.db.transaction(async (tx) => {
    const noted = await tx
      .update(drafts)
      .set({ problem: why.slice(0, 500), updatedAt: ctx.now() })
      .where(and(eq(drafts.uuid, uuid), eq(drafts.problem, '')))
      .returning({ uuid: drafts.uuid });
    if (noted.length === 0) return;
    await notifyPeople(ctx, tx, draft, {
      heading: `הטיוטה ״${draft.name}״ לא הוחזרה`,
      why,
      next: 'מה שפורסם נשאר בחנות. אפשר לשנות אותו ביד, או לבטל אותו ביומן השינויים.',
    });
  });
}

const conflictText = ({ table, row, field, reason }: Conflict): string =>
  `${tableName(table)} ${isolate(row)}${field ? ` (${fieldName(table, field)})` : ''}: ${undoReason(reason)}`;

/** Its author, and who published it where that is somebody else. */
async function notifyPeople(
  ctx: OfficeContext,
  tx: Db,
  { uuid, authorUid, publisherUid }: Draft,
  { heading, why, next }: { heading: string; why: string; next: string },
): Promise<void> {
  const people = await tx
    .select({ email: staff.email, name: staff.name })
    .from(staff)
    .where(and(inArray(staff.uuid, [authorUid, ...(publisherUid ? [publisherUid] : [])]), eq(staff.status, 'active')));
  for (const person of people)
    await mail(ctx, tx, person, {
      heading,
      paragraphs: [`שלום ${person.name},`, why, next],
      button: { label: 'לטיוטה', url: `${ctx.origin}/drafts/${uuid}` },
    });
}
