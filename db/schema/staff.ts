import { sql } from '#db/sql.ts';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  bytea,
  createdAt,
  id,
  index,
  integer,
  jsonb,
  moment,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from './columns.ts';
import { stores } from './stores.ts';

export const staffStatus = pgEnum('staff_status', ['invited', 'active', 'disabled']);

/** People of the office. An invited one has neither a password nor a second factor yet. */
export const staff = pgTable(
  'staff',
  {
    uuid: id(),
    /** Compared case-insensitively. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    status: staffStatus('status').notNull().default('invited'),
    passwordHash: text('password_hash'),
    /** Encrypted with a key made of SECRET; `null` until a one-time code app is enrolled. */
    totpSecret: text('totp_secret'),
    /** The step of the newest accepted code: neither it nor an older one is accepted again. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }).notNull().default(0),
    /** Random handle that passkeys carry; says nothing of the person. */
    passkeyHandle: text('passkey_handle').notNull().unique(),
    invitedByUid: uuid('invited_by_uid').references((): AnyPgColumn => staff.uuid, { onDelete: 'set null' }),
    lastSignInAt: moment('last_sign_in_at'),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('staff_email_idx').on(sql`lower(${t.email})`), index().on(t.invitedByUid)],
);
export type StaffRow = typeof staff.$inferSelect;

/** A named set of permissions (`domain/people/permissions.ts`) with the limits of what money it may move alone. */
export const roles = pgTable('roles', {
  uuid: id(),
  /** Of the built-in ones (`owner`); `null` for those made in the office. */
  key: text('key').unique(),
  name: text('name').notNull().unique(),
  permissions: text('permissions').array().notNull(),
  /** Largest refund without a second person; `null`: no limit. */
  refundLimitAgorot: bigint('refund_limit_agorot', { mode: 'number' }),
  /** Largest discount without a second person, in basis points of the goods; `null`: no limit. */
  discountLimitBp: integer('discount_limit_bp'),
  createdAt: createdAt(),
});

/** Who has which role where: in one store, or with `store_uid` null in all. */
export const staffRoles = pgTable(
  'staff_roles',
  {
    uuid: id(),
    staffUid: uuid('staff_uid')
      .notNull()
      .references(() => staff.uuid, { onDelete: 'cascade' }),
    roleUid: uuid('role_uid')
      .notNull()
      .references(() => roles.uuid),
    storeUid: uuid('store_uid').references(() => stores.uuid, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    unique('staff_roles_once').on(t.staffUid, t.roleUid, t.storeUid).nullsNotDistinct(),
    index().on(t.roleUid),
    index().on(t.storeUid),
  ],
);

/** Twelve hours from the sign-in; only the hash of the cookie is stored. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** Names the session where it is listed. */
    uuid: uuid('uuid').notNull().unique().defaultRandom(),
    staffUid: uuid('staff_uid')
      .notNull()
      .references(() => staff.uuid, { onDelete: 'cascade' }),
    /** When the person last proved a factor; changes of factors need a proof younger than 15 minutes. */
    provedAt: moment('proved_at').notNull(),
    ipAddress: text('ip_address').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    lastSeenAt: moment('last_seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.staffUid), index().on(t.expiresAt)],
);

/**
 * Single-use proofs, stored as a hash: `invitation` and `reset` open the enrolment of factors, `half` is a sign-in that
 * still lacks its second factor, `challenge` is a passkey's.
 */
export const staffTickets = pgTable(
  'staff_tickets',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    kind: text('kind').$type<'invitation' | 'reset' | 'half' | 'challenge'>().notNull(),
    staffUid: uuid('staff_uid').references(() => staff.uuid, { onDelete: 'cascade' }),
    /** What belongs to it: the challenge and its purpose, a secret being enrolled. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    triesLeft: integer('tries_left').notNull().default(5),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.staffUid), index().on(t.expiresAt)],
);

export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    /** The credential's id, base64url. */
    credentialId: text('credential_id').primaryKey(),
    staffUid: uuid('staff_uid')
      .notNull()
      .references(() => staff.uuid, { onDelete: 'cascade' }),
    publicKey: bytea('public_key').notNull(),
    /** Goes back when a key was cloned. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull().default([]),
    name: text('name').notNull(),
    lastUsedAt: moment('last_used_at'),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.staffUid)],
);

export const staffRecoveryCodes = pgTable(
  'staff_recovery_codes',
  {
    codeHash: text('code_hash').notNull(),
    staffUid: uuid('staff_uid')
      .notNull()
      .references(() => staff.uuid, { onDelete: 'cascade' }),
    usedAt: moment('used_at'),
  },
  (t) => [primaryKey({ columns: [t.staffUid, t.codeHash] })],
);

/** Browsers that a person has signed in with, by the hash of their cookie. Limits by account spare them. */
export const staffDevices = pgTable(
  'staff_devices',
  {
    deviceHash: text('device_hash').notNull(),
    staffUid: uuid('staff_uid')
      .notNull()
      .references(() => staff.uuid, { onDelete: 'cascade' }),
    lastSeenAt: moment('last_seen_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.staffUid, t.deviceHash] })],
);

export const approvalStatus = pgEnum('approval_status', [
  'waiting',
  'approved',
  'declined',
  'withdrawn',
  'failed',
  /** Agreed to, and on its way: a process that dies meanwhile leaves it so, until a job has looked what was written. */
  'carrying_out',
]);

/**
 * An action that waits for a second person: the call and its input as they were asked for, frozen. It is carried out
 * with exactly that input when another person with the permission approves.
 */
export const approvals = pgTable(
  'approvals',
  {
    uuid: id(),
    /** The office call (`orders.refund`). */
    call: text('call').notNull(),
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    storeUid: uuid('store_uid').references(() => stores.uuid, { onDelete: 'cascade' }),
    /** What it is about, for its timeline: `order`, `customer`. */
    entityKind: text('entity_kind').notNull(),
    entityUid: uuid('entity_uid').notNull(),
    /** One Hebrew sentence, without personal data. */
    summary: text('summary').notNull(),
    amountAgorot: bigint('amount_agorot', { mode: 'number' }),
    reason: text('reason').notNull().default(''),
    status: approvalStatus('status').notNull().default('waiting'),
    requestedByUid: uuid('requested_by_uid')
      .notNull()
      .references(() => staff.uuid),
    decidedByUid: uuid('decided_by_uid').references(() => staff.uuid),
    decidedAt: moment('decided_at'),
    decisionNote: text('decision_note').notNull().default(''),
    /** The operation of the change log that carries it out: it is in the log as soon as anything was written. */
    operationUid: uuid('operation_uid'),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.entityUid),
    index().on(t.storeUid),
    index().on(t.requestedByUid),
    index().on(t.decidedByUid),
    index('approvals_waiting_idx').on(t.createdAt).where(sql`${t.status} = 'waiting'`),
  ],
);

/** Forms that staff have sent: one that comes again is not carried out again (`server/staff/repeats.ts`). */
export const officeKeys = pgTable(
  'office_keys',
  {
    /** Of the person, the call, the form's own key and its input. */
    uuid: uuid('uuid').primaryKey(),
    /** What it writes, in the change log. */
    operationUid: uuid('operation_uid').notNull(),
    /** The reply to the person; `null` while it is carried out. */
    message: text('message'),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.createdAt)],
);

/**
 * What a program calls the office with (`server/office/api-keys`): its stores, some of its maker's permissions, and an
 * end. Never deleted and never renamed: the change log knows it by its name.
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    uuid: id(),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The key's last characters, by which people tell keys apart. */
    hint: text('hint').notNull(),
    permissions: text('permissions').array().notNull(),
    /** Largest refund of an order. */
    refundLimitAgorot: bigint('refund_limit_agorot', { mode: 'number' }).notNull().default(0),
    /** It may nothing that this person may not, or may no longer. */
    madeByUid: uuid('made_by_uid')
      .notNull()
      .references(() => staff.uuid),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    lastUsedAt: moment('last_used_at'),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('api_keys_name_idx').on(sql`lower(${t.name})`), index().on(t.madeByUid)],
);

export const apiKeyStores = pgTable(
  'api_key_stores',
  {
    keyUid: uuid('key_uid')
      .notNull()
      .references(() => apiKeys.uuid, { onDelete: 'cascade' }),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.keyUid, t.storeUid] }), index().on(t.storeUid)],
);

/** A list's filters, columns and order under a name; a shared one is seen by all who may see the list. */
export const savedViews = pgTable(
  'saved_views',
  {
    uuid: id(),
    staffUid: uuid('staff_uid')
      .notNull()
      .references(() => staff.uuid, { onDelete: 'cascade' }),
    /** `orders`, `leads`. */
    list: text('list').notNull(),
    name: text('name').notNull(),
    /** The list's query as in its address, without a leading `?`. */
    query: text('query').notNull(),
    shared: boolean('shared').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [unique().on(t.staffUid, t.list, t.name), index().on(t.list)],
);

/** What staff write beside an order, a customer, a lead or a booking; never shown to shoppers. */
export const notes = pgTable(
  'notes',
  {
    uuid: id(),
    entityKind: text('entity_kind').notNull(),
    entityUid: uuid('entity_uid').notNull(),
    storeUid: uuid('store_uid').references(() => stores.uuid, { onDelete: 'cascade' }),
    staffUid: uuid('staff_uid')
      .notNull()
      .references(() => staff.uuid),
    text: text('text').notNull(),
    /** People of the office named in it. */
    mentions: uuid('mentions').array().notNull().default([]),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.entityUid, t.createdAt), index().on(t.storeUid), index().on(t.staffUid)],
);

export const tasks = pgTable(
  'tasks',
  {
    uuid: id(),
    entityKind: text('entity_kind').notNull(),
    entityUid: uuid('entity_uid').notNull(),
    storeUid: uuid('store_uid').references(() => stores.uuid, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    /** `null`: not assigned yet. */
    assigneeUid: uuid('assignee_uid').references(() => staff.uuid),
    dueAt: moment('due_at'),
    doneAt: moment('done_at'),
    doneByUid: uuid('done_by_uid').references(() => staff.uuid),
    createdByUid: uuid('created_by_uid')
      .notNull()
      .references(() => staff.uuid),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.entityUid),
    index().on(t.storeUid),
    index().on(t.assigneeUid),
    index().on(t.doneByUid),
    index().on(t.createdByUid),
    index('tasks_open_idx').on(t.dueAt).where(sql`${t.doneAt} is null`),
  ],
);
