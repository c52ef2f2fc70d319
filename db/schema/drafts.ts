import { sql } from '#db/sql.ts';
import { createdAt, id, index, integer, jsonb, moment, pgEnum, pgTable, text, unique, uuid } from './columns.ts';
import { staff } from './staff.ts';
import { stores } from './stores.ts';

export const draftState = pgEnum('draft_state', ['draft', 'scheduled', 'published', 'ended', 'failed', 'discarded']);

/**
 * Changes under one name that are published together or not at all: now, at a moment, or to be taken back at another.
 */
export const drafts = pgTable(
  'drafts',
  {
    uuid: id(),
    name: text('name').notNull(),
    /** The store that all its steps are of; `null`: of several, or of none. */
    storeUid: uuid('store_uid').references(() => stores.uuid, { onDelete: 'cascade' }),
    authorUid: uuid('author_uid')
      .notNull()
      .references(() => staff.uuid),
    state: draftState('state').notNull().default('draft'),
    /** Grows with every change of its steps or moments: previews of an earlier version show nothing of it. */
    version: integer('version').notNull().default(1),
    publishAt: moment('publish_at'),
    /** When what it changed is taken back. */
    endAt: moment('end_at'),
    /** Who published or scheduled it: with this person's rights it is carried out. */
    publisherUid: uuid('publisher_uid').references(() => staff.uuid),
    publishedAt: moment('published_at'),
    endedAt: moment('ended_at'),
    /** What it changed, in the change log. */
    operationUid: uuid('operation_uid'),
    /** Why it wasn't published or taken back, as its author reads it. */
    problem: text('problem').notNull().default(''),
    /** In the signature of links to its preview: another one revokes them all. */
    linkNonce: uuid('link_nonce').notNull().defaultRandom(),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index().on(t.storeUid),
    index().on(t.authorUid),
    index().on(t.publisherUid),
    index('drafts_state_idx').on(t.state, t.createdAt),
    index('drafts_due_idx').on(t.publishAt).where(sql`${t.state} = 'scheduled'`),
    index('drafts_end_idx').on(t.endAt).where(sql`${t.state} = 'published' and ${t.endAt} is not null`),
  ],
);

/** A row as a step changed it when it was tried out, in the words of the change log. */
export type StepChange = {
  table: string;
  row: string;
  key: Record<string, unknown>;
  operation: 'insert' | 'update' | 'delete';
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** One call of a draft, in the sequence in which they are carried out. */
export const draftSteps = pgTable(
  'draft_steps',
  {
    uuid: id(),
    draftUid: uuid('draft_uid')
      .notNull()
      .references(() => drafts.uuid, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** The office call (`content.savePage`). */
    call: text('call').notNull(),
    /** Input as submitted; publishing runs it through `officeCall` again. */
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    storeUid: uuid('store_uid').references(() => stores.uuid, { onDelete: 'cascade' }),
    /** What it changed when it was last tried out; values that are others by then are a conflict. */
    changes: jsonb('changes').$type<StepChange[]>().notNull().default([]),
    /** Why it could not be carried out when it was last tried; empty where it could. */
    problem: text('problem').notNull().default(''),
    addedByUid: uuid('added_by_uid')
      .notNull()
      .references(() => staff.uuid),
    createdAt: createdAt(),
  },
  (t) => [unique('draft_steps_position').on(t.draftUid, t.position), index().on(t.storeUid), index().on(t.addedByUid)],
);
