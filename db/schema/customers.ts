import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from '#db/sql.ts';
import { products, variants } from './catalogue.ts';
import { agorot, createdAt, id, moment } from './columns.ts';
import { stores } from './stores.ts';

/**
 * A customer belongs to one store. Phones are E.164 and proved by a code. An e-mail is only typed, so several may
 * have the same: none may block another's, nor learn from a refusal that it exists here.
 */
export const customers = pgTable(
  'customers',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    phone: text('phone'),
    email: text('email'),
    /** When a mailed link to this e-mail was followed. Only a proved e-mail may choose a new password by mail alone. */
    emailVerifiedAt: moment('email_verified_at'),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    passwordHash: text('password_hash'),
    image: text('image'),
    createdAt: createdAt(),
    erasedAt: moment('erased_at'),
  },
  (t) => [
    unique().on(t.storeUid, t.phone),
    index().on(t.createdAt, t.uuid),
    index('customers_person_idx').using(
      'gin',
      sql`lower(${t.firstName} || ' ' || ${t.lastName} || ' ' || coalesce(${t.phone}, '') || ' ' || coalesce(${t.email}, '')) gin_trgm_ops`,
    ),
    index('customers_email_idx').on(t.storeUid, sql`lower(${t.email})`),
    uniqueIndex('customers_verified_email_idx')
      .on(t.storeUid, sql`lower(${t.email})`)
      .where(sql`${t.emailVerifiedAt} is not null`),
  ],
);

/** What a customer agreed to or withdrew, when, and in which wording. The latest row of a kind is in force. */
export const consents = pgTable(
  'consents',
  {
    uuid: id(),
    customerUid: uuid('customer_uid')
      .notNull()
      .references(() => customers.uuid, { onDelete: 'cascade' }),
    /** `marketing`. */
    kind: text('kind').notNull(),
    given: boolean('given').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.customerUid, t.kind, t.createdAt)],
);

/** Only the hash of a token is stored; 30 days sliding. */
export const customerTokens = pgTable(
  'customer_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    customerUid: uuid('customer_uid')
      .notNull()
      .references(() => customers.uuid, { onDelete: 'cascade' }),
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
    customerUid: uuid('customer_uid')
      .notNull()
      .references(() => customers.uuid, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.storeUid, t.provider, t.subject] }), index().on(t.customerUid)],
);

/** A mailed link that chooses a new password: once, for an hour, while the account still has this e-mail. */
export const passwordLinks = pgTable(
  'password_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    customerUid: uuid('customer_uid')
      .notNull()
      .references(() => customers.uuid, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index().on(t.customerUid), index().on(t.expiresAt)],
);

export const addresses = pgTable(
  'addresses',
  {
    uuid: id(),
    customerUid: uuid('customer_uid')
      .notNull()
      .references(() => customers.uuid, { onDelete: 'cascade' }),
    city: text('city').notNull(),
    street: text('street').notNull().default(''),
    house: text('house').notNull().default(''),
    entrance: text('entrance').notNull().default(''),
    floor: text('floor').notNull().default(''),
    apartment: text('apartment').notNull().default(''),
    postalCode: text('postal_code').notNull().default(''),
    remarks: text('remarks').notNull().default(''),
    isMain: boolean('is_main').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.customerUid), uniqueIndex('addresses_one_main_idx').on(t.customerUid).where(sql`${t.isMain}`)],
);

export const favorites = pgTable(
  'favorites',
  {
    customerUid: uuid('customer_uid')
      .notNull()
      .references(() => customers.uuid, { onDelete: 'cascade' }),
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    /** As the customer knows it: when it was marked, alerts were switched on, or the job looked last. `null`: not known. */
    knownPriceAgorot: agorot('known_price_agorot'),
    knownAvailable: boolean('known_available'),
    /** The same before the last alert that named it, for the next look: where nobody took that alert in time, it is known still. */
    toldFromPriceAgorot: agorot('told_from_price_agorot'),
    toldFromAvailable: boolean('told_from_available'),
  },
  (t) => [primaryKey({ columns: [t.customerUid, t.productUid] }), index().on(t.productUid)],
);

/** Subscribers of a variant's return, by e-mail or SMS. Notified once, and deleted with it. */
export const stockSubscriptions = pgTable(
  'stock_subscriptions',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    variantUid: uuid('variant_uid')
      .notNull()
      .references(() => variants.uuid, { onDelete: 'cascade' }),
    channel: text('channel').notNull(),
    recipient: text('recipient').notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique().on(t.storeUid, t.variantUid, t.recipient), index().on(t.variantUid), index().on(t.recipient)],
);
