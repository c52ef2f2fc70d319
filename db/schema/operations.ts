import { sql } from '#db/sql.ts';
import { OPERATION_COLUMN } from '../change-log.ts';
import {
  agorot,
  bigint,
  boolean,
  createdAt,
  id,
  index,
  integer,
  jsonb,
  moment,
  pgSchema,
  pgTable,
  primaryKey,
  text,
  uuid,
} from './columns.ts';

/** Messages to the outside: written in the causing transaction, sent by a job at least once. */
export const outbox = pgTable(
  'outbox',
  {
    uuid: id(),
    storeUid: uuid('store_uid'),
    /** The event (`order paid`), and its order. */
    about: text('about').notNull().default(''),
    orderUid: uuid('order_uid'),
    /**
     * Of a message to a person: the visit, the used vehicle, the notice of cancellation or the account (reminders,
     * alerts) that it is about, with which it is erased, whatever address it went to. Of one that names the former
     * phone of an account, the account.
     */
    thingUid: uuid('thing_uid'),
    /** `email`, `sms`, `webhook`. */
    channel: text('channel').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull().default(''),
    body: text('body').notNull(),
    /** Content of an e-mail (`MailContent`), rendered in the store's look when it is sent; without it, `body` is. */
    content: jsonb('content'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    lastError: text('last_error'),
    sentAt: moment('sent_at'),
    /** Set when no further attempt is made: refused permanently, or too often. `outbox retry` starts anew. */
    gaveUpAt: moment('gave_up_at'),
    /** The provider that accepted the message (`smtp`, `019`), and its id there. */
    provider: text('provider'),
    reference: text('reference'),
    /**
     * Final state: `kept` (no provider is configured), `accepted` by a provider, `delivered`, `undelivered`, and
     * `unknown` while it isn't known whether a provider accepted it. `deliveryNote` is the provider's own wording.
     */
    delivery: text('delivery'),
    deliveryNote: text('delivery_note'),
    /** When the provider is queried next. */
    reportDueAt: moment('report_due_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('outbox_report_idx').on(t.reportDueAt).where(sql`${t.reportDueAt} is not null`),
    index('outbox_due_idx').on(t.nextAttemptAt).where(sql`${t.sentAt} is null and ${t.gaveUpAt} is null`),
    index('outbox_recipient_idx').on(t.storeUid, t.recipient),
    index('outbox_order_idx').on(t.orderUid).where(sql`${t.orderUid} is not null`),
    index('outbox_thing_idx').on(t.thingUid).where(sql`${t.thingUid} is not null`),
    index('outbox_given_up_idx').on(t.gaveUpAt).where(sql`${t.gaveUpAt} is not null`),
  ],
);

/**
 * One operation of an operator, a job or an import: who, when, by which command. A command is one operation, however
 * many transactions it has. Changed rows are in `changes`; everything else (an export of personal data, its options)
 * in `details`.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    uuid: id(),
    /** `operator:<name>`, `job`, `database:<role>` for manual SQL. */
    actor: text('actor').notNull(),
    /** `command`, `staff`, `job`, `api` or `database` (db/actor.ts). */
    actorKind: text('actor_kind').notNull().default('command'),
    /** Name of the command. */
    command: text('command').notNull(),
    details: jsonb('details').notNull().default({}),
    /** The reason, where one was given. */
    reason: text('reason').notNull().default(''),
    /** The operation that this one undid. */
    undoes: uuid('undoes'),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.createdAt), index('audit_log_undoes_idx').on(t.undoes).where(sql`${t.undoes} is not null`)],
);

/**
 * Rows written by triggers (db/change-log.ts): one per changed row, with the columns that differ. An inserted row's
 * values aren't repeated, since the row itself, or the previous values of its next change, contain them.
 */
export const changes = pgTable(
  'changes',
  {
    /** Ascending by writing; always exact for one row, which one transaction writes at a time. */
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** The operation in `audit_log`. Not a foreign key: an import would look it up for each of a million rows. */
    operationUid: uuid(OPERATION_COLUMN).notNull(),
    tableName: text('table_name').notNull(),
    rowKey: jsonb('row_key').$type<Record<string, unknown>>().notNull(),
    /** The owner of the row: the product of a specification, the store of a menu link. */
    entityUid: uuid('entity_uid'),
    storeUid: uuid('store_uid'),
    /** `insert`, `update`, `delete`. */
    operation: text('operation').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
  },
  (t) => [index().on(t.operationUid), index().on(t.entityUid, t.id)],
);

/**
 * Hits of limits (`server/platform/limits.ts`), kept for a day. `subject` (a phone, a mailbox, an account) and
 * `ipHash` are keyed hashes, only compared. Hits counted under several policies at once share a `uuid`.
 */
export const limitHits = pgTable(
  'limit_hits',
  {
    uuid: uuid('uuid').notNull(),
    policy: text('policy').notNull(),
    subject: text('subject').notNull(),
    ipHash: text('address').notNull(),
    /** The store's uuid; empty without one. */
    store: text('store').notNull(),
    /** By a device that had proved the subject before. */
    known: boolean('known').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.uuid, t.policy, t.subject] }),
    index().on(t.policy, t.subject, t.at),
    index().on(t.policy, t.ipHash, t.at),
    index().on(t.policy, t.at),
    index().on(t.at),
  ],
);

/** The sandbox gateway's own books, read by nothing else. */
export const sandbox = pgSchema('sandbox');

export const sandboxPages = sandbox.table('pages', {
  uuid: id(),
  reference: text('reference').notNull(),
  amountAgorot: agorot('amount_agorot').notNull(),
  currency: text('currency').notNull(),
  instalments: integer('max_payments').notNull(),
  capture: text('capture').notNull(),
  /** What the page offers besides cards, and which of it it opens on. */
  wallets: text('wallets').array().notNull().default([]),
  wallet: text('wallet'),
  productName: text('product_name').notNull(),
  customer: jsonb('customer').notNull().default({}),
  returnUrl: text('return_url').notNull(),
  webhookUrl: text('webhook_url').notNull(),
  state: text('state').notNull().default('open'),
  createdAt: createdAt(),
});

export const sandboxTransactions = sandbox.table(
  'transactions',
  {
    uuid: id(),
    pageUid: uuid('page_uid')
      .notNull()
      .references(() => sandboxPages.uuid),
    state: text('state').notNull(),
    amountAgorot: agorot('amount_agorot').notNull(),
    refundedAgorot: agorot('refunded_agorot').notNull().default(0),
    paymentsCount: integer('payments_count').notNull().default(1),
    /** `null`: a card. */
    wallet: text('wallet'),
    last4: text('last4').notNull(),
    cardBrand: text('card_brand').notNull(),
    approvalNumber: text('approval_number').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.pageUid)],
);

export const sandboxWebhooks = sandbox.table(
  'webhooks',
  {
    uuid: id(),
    pageUid: uuid('page_uid')
      .notNull()
      .references(() => sandboxPages.uuid),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    deliveredAt: moment('delivered_at'),
  },
  (t) => [index('sandbox_webhooks_due_idx').on(t.nextAttemptAt).where(sql`${t.deliveredAt} is null`)],
);
