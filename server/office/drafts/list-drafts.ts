import { z } from 'zod';
import { alias } from '#db/schema/columns.ts';
import { draftSteps, drafts, type StepChange, staff, stores } from '#db/schema/index.ts';
import { asc, count, desc, eq, inArray, sql } from '#db/sql.ts';
import { isUuid } from '#domain/text/uuid.ts';
import { may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { namesOf } from '../changes/names.ts';
import type { Draft, DraftStep } from './carry-out.ts';
import { draftOf, draftsInReach, isUndone, stepsOf } from './reach.ts';

/** Of what has ended, and of what one may choose from. */
const MAX_SHOWN = 200;
const SHOWN_ROWS = 40;
const publisher = alias(staff, 'publisher');

export type DraftRow = Pick<
  Draft,
  'uuid' | 'name' | 'state' | 'publishAt' | 'endAt' | 'publishedAt' | 'endedAt' | 'problem' | 'updatedAt'
> & { author: string; store: string | null; steps: number };

/** What will change in the shops, and when. */
export type Coming = {
  at: Date;
  kind: 'publish' | 'end' | 'sale_start' | 'sale_end' | 'post';
  name: string;
  store: string | null;
  draft: string | null;
};

/** Something of it is still to be done, by a person or at its moment. */
const isOpen = sql`(${drafts.state} in ('draft', 'failed', 'scheduled')
  or ${drafts.state} = 'published' and ${drafts.endAt} is not null and not ${isUndone})`;

/** All that are open, and of the others the latest. */
export const listDrafts = officeCall(
  { name: 'drafts.list', permission: 'content.edit', input: z.object({}), kind: 'read' },
  async (ctx): Promise<{ drafts: DraftRow[]; coming: Coming[] }> => {
    const isListed = sql`${draftsInReach(ctx)} and ${drafts.state} <> 'discarded'`;
    const others = ctx.db
      .select({ uuid: drafts.uuid })
      .from(drafts)
      .where(sql`${isListed} and not ${isOpen}`)
      .orderBy(desc(drafts.updatedAt))
      .limit(MAX_SHOWN);
    const rows = await ctx.db
      .select({
        uuid: drafts.uuid,
        name: drafts.name,
        state: drafts.state,
        publishAt: drafts.publishAt,
        endAt: sql<Date | null>`case when ${isUndone} then null else ${drafts.endAt} end`.mapWith(drafts.endAt),
        publishedAt: drafts.publishedAt,
        endedAt: drafts.endedAt,
        problem: drafts.problem,
        updatedAt: drafts.updatedAt,
        author: staff.name,
        store: stores.name,
        steps: sql<number>`(${ctx.db.select({ steps: count() }).from(draftSteps).where(eq(draftSteps.draftUid, drafts.uuid))})::int`,
      })
      .from(drafts)
      .innerJoin(staff, eq(staff.uuid, drafts.authorUid))
      .leftJoin(stores, eq(stores.uuid, drafts.storeUid))
      .where(sql`${isListed} and (${isOpen} or ${drafts.uuid} in (${others}))`)
      .orderBy(desc(drafts.updatedAt));
    return { drafts: rows, coming: await comingOf(ctx, rows) };
  },
);

/** Moments ahead: of drafts, and of promotions and posts that have one of their own. */
async function comingOf({ db, now, stores: reachedStores }: Allowed, rows: DraftRow[]): Promise<Coming[]> {
  const at = now();
  const ofDrafts = rows.flatMap(({ uuid, name, store, state, publishAt, endAt, problem }): Coming[] => [
    ...(state === 'scheduled' && publishAt
      ? [{ at: publishAt, kind: 'publish' as const, name, store, draft: uuid }]
      : []),
    ...(endAt && endAt > at && (state === 'scheduled' || (state === 'published' && !problem))
      ? [{ at: endAt, kind: 'end' as const, name, store, draft: uuid }]
      : []),
  ]);
  const { rows: ofRows } = await db.execute<{ at: string; kind: Coming['kind']; name: string; store: string }>(sql`
    select moments.at, moments.kind, moments.name, s.name as store from (
      select starts_at as at, 'sale_start' as kind, name, store_uid from sales where active
      union all select ends_at, 'sale_end', name, store_uid from sales where active
      union all select published_at, 'post', title, store_uid from posts) moments
    join stores s on s.uuid = moments.store_uid
    where moments.at > ${at.toISOString()}::timestamptz and s.uuid = any(${sql.param(reachedStores)}::uuid[]) order by moments.at limit ${MAX_SHOWN}`);
  const others = ofRows.map((row): Coming => ({ ...row, at: new Date(row.at), draft: null }));
  return [...ofDrafts, ...others].sort((a, b) => a.at.getTime() - b.at.getTime());
}

export type ShownStep = {
  uuid: string;
  position: number;
  call: string;
  by: string;
  at: Date;
  problem: string;
  changes: (StepChange & { id: number; entity_uid: null })[];
  more: number;
};

export const readDraft = officeCall(
  { name: 'drafts.read', permission: 'content.edit', input: z.object({ draft: z.uuid() }), kind: 'read' },
  async (ctx, { draft: uuid }) => {
    const draft = await draftOf(ctx, uuid);
    const steps = await stepsOf(ctx.db, uuid);
    const [[people], shops] = await Promise.all([
      ctx.db
        .select({ author: staff.name, publisher: publisher.name, undone: isUndone })
        .from(drafts)
        .innerJoin(staff, eq(staff.uuid, drafts.authorUid))
        .leftJoin(publisher, eq(publisher.uuid, drafts.publisherUid))
        .where(eq(drafts.uuid, uuid)),
      // The first one is offered for the preview: one that shows what the draft changes.
      ctx.db
        .select({ uuid: stores.uuid, name: stores.name })
        .from(stores)
        .where(draft.storeUid ? eq(stores.uuid, draft.storeUid) : inArray(stores.uuid, ctx.stores))
        .orderBy(desc(shownOf(steps)), asc(stores.position), asc(stores.key)),
    ]);
    const adders = await ctx.db
      .select({ uuid: staff.uuid, name: staff.name })
      .from(staff)
      .where(inArray(staff.uuid, [...new Set(steps.map(({ addedByUid }) => addedByUid))]));
    const shown = steps.map(
      ({ uuid: step, position, call, changes, problem, addedByUid, createdAt }): ShownStep => ({
        uuid: step,
        position,
        call,
        by: adders.find((one) => one.uuid === addedByUid)?.name ?? '',
        at: createdAt,
        problem,
        changes: changes.slice(0, SHOWN_ROWS).map((change, id) => ({ ...change, id, entity_uid: null })),
        more: Math.max(0, changes.length - SHOWN_ROWS),
      }),
    );
    const { linkNonce: _linkNonce, ...plain } = draft;
    return {
      draft: {
        ...plain,
        endAt: people?.undone ? null : plain.endAt,
        author: people?.author ?? '',
        publisher: people?.publisher ?? null,
      },
      steps: shown,
      shops,
      names: await namesOf(
        ctx,
        shown.flatMap(({ changes }) => changes),
      ),
      publishes: may(ctx.staff, 'content.publish'),
    };
  },
);

/** How much of what the steps change a store has; goods that it shows count twice. */
function shownOf(steps: DraftStep[]) {
  const named = steps.flatMap(({ storeUid, input, changes }) => [
    storeUid,
    input.product,
    ...changes.flatMap(({ key, after }) => [...Object.values(key), after?.product_uid]),
  ]);
  const uuids = [...new Set(named.filter((one) => typeof one === 'string' && isUuid(one)))];
  const among = sql`any(${sql.param(uuids)}::uuid[])`;
  return sql`(select coalesce(sum(1 + sp.published::int), 0) from store_products sp where sp.store_uid = ${stores.uuid}
    and (sp.product_uid = ${among} or sp.product_uid in (select product_uid from variants where uuid = ${among})))
    + (${stores.uuid} = ${among})::int`;
}

/** Drafts that a change may be put into, for the form's choice. */
export const openDrafts = officeCall(
  { name: 'drafts.open', permission: 'content.edit', input: z.object({}), kind: 'read' },
  async (ctx) => ({
    drafts: await ctx.db
      .select({ uuid: drafts.uuid, name: drafts.name })
      .from(drafts)
      .where(sql`${draftsInReach(ctx)} and ${drafts.state} in ('draft', 'failed')`)
      .orderBy(desc(drafts.updatedAt))
      .limit(MAX_SHOWN),
    publishes: may(ctx.staff, 'content.publish'),
  }),
);
