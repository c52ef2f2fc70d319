import { createdAt, index, integer, jsonb, moment, pgTable, primaryKey, text, uuid } from '../columns.ts';
import { stores } from '../stores.ts';
import { owner } from './customers.ts';

/** Only the hash of a token is stored; 30 days sliding. */
export const customerTokens = pgTable(
  'customer_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    customerUid: owner(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.customerUid)],
);

/** One live code per store and phone. `codeHash` is keyed; the code itself isn't stored. */
export const otpCodes = pgTable(
  'otp_codes',
  {
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    phone: text('phone').notNull(),
    codeHash: text('code_hash').notNull(),
    triesLeft: integer('tries_left').notNull(),
    /** Keyed hash of the network that requested it: the last tries are reserved for that network. */
    ipHash: text('asked_from').notNull().default(''),
    expiresAt: moment('expires_at').notNull(),
    sentAt: moment('sent_at').notNull().defaultNow(),
    usedAt: moment('used_at'),
  },
  (t) => [primaryKey({ columns: [t.storeUid, t.phone] })],
);

/**
 * Single-use proofs, valid for minutes, stored as a hash: `phone` is issued for a correct code and taken by `login`;
 * `nonce` goes to Google or Facebook and returns in their token; `identity` is who they say it is, until a phone is
 * proved too.
 */
export const loginTickets = pgTable(
  'login_tickets',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    kind: text('kind').notNull().default('phone'),
    phone: text('phone'),
    identity: jsonb('identity').$type<{ provider: string; subject: string }>(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index().on(t.expiresAt), index().on(t.storeUid)],
);

/** An account of Google or Facebook that signs a customer in. */
export const customerIdentities = pgTable(
  'customer_identities',
  {
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    customerUid: owner(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.storeUid, t.provider, t.subject] }), index().on(t.customerUid)],
);

/** A mailed link that chooses a new password: once, for an hour, while the account still has this e-mail. */
export const passwordLinks = pgTable(
  'password_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    customerUid: owner(),
    email: text('email').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index().on(t.customerUid), index().on(t.expiresAt)],
);
