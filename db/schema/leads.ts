import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgEnum, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';
import { staff } from './staff.ts';
import { branches, stores } from './stores.ts';

export const leadState = pgEnum('lead_state', ['new', 'open', 'answered', 'converted', 'closed']);

/** Leads of the contact form, the lead banner and product pages. The consent's wording is stored as shown. */
export const leads = pgTable(
  'leads',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    source: text('source').notNull(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    email: text('email'),
    message: text('message').notNull().default(''),
    productUid: uuid('product_uid'),
    /** The model as typed, without a product page. */
    model: text('model').notNull().default(''),
    /** The quote that the shopper calculated: `financeQuote` of `contract/checkout/finance.ts`. */
    financeQuote: jsonb('finance_quote'),
    marketingConsent: boolean('marketing_consent').notNull().default(false),
    consentText: text('consent_text'),
    /** Given at `created_at`. */
    consentIpAddress: text('consent_address'),
    state: leadState('state').notNull().default('new'),
    /** Who of the office sees to it. */
    ownerUid: uuid('owner_uid').references(() => staff.uuid),
    firstAnsweredAt: moment('first_answered_at'),
    closedAt: moment('closed_at'),
    /** The order or quote that was made of it. */
    orderUid: uuid('order_uid'),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.storeUid, t.createdAt),
    index().on(t.storeUid, t.phone),
    index().on(t.createdAt, t.uuid),
    index('leads_owner_idx').on(t.ownerUid).where(sql`${t.ownerUid} is not null`),
    index('leads_waiting_idx').on(t.createdAt).where(sql`${t.state} in ('new', 'open')`),
    index('leads_person_idx').using(
      'gin',
      sql`lower(${t.name} || ' ' || ${t.phone} || ' ' || coalesce(${t.email}, '')) gin_trgm_ops`,
    ),
  ],
);

/** What staff answered: a mail that the shop sent, or a call or WhatsApp message that they noted. */
export const leadAnswers = pgTable(
  'lead_answers',
  {
    uuid: id(),
    leadUid: uuid('lead_uid')
      .notNull()
      .references(() => leads.uuid, { onDelete: 'cascade' }),
    staffUid: uuid('staff_uid')
      .notNull()
      .references(() => staff.uuid),
    channel: text('channel').$type<'email' | 'phone' | 'whatsapp'>().notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.leadUid, t.createdAt), index().on(t.staffUid)],
);

/** Newsletter subscribers. Mail goes only to confirmed ones who haven't unsubscribed. */
export const subscribers = pgTable(
  'subscribers',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    consentText: text('consent_text').notNull(),
    consentAt: moment('consent_at').notNull().defaultNow(),
    consentIpAddress: text('consent_address'),
    /** Hash of the token in their mails' links. */
    secret: text('secret').notNull().unique(),
    /** Confirmation mails since `asked_at`, so that no mailbox is flooded. */
    asked: integer('asked').notNull().default(0),
    askedAt: moment('asked_at').notNull().defaultNow(),
    confirmedAt: moment('confirmed_at'),
    confirmedIpAddress: text('confirmed_address'),
    unsubscribedAt: moment('unsubscribed_at'),
    createdAt: createdAt(),
  },
  (t) => [unique().on(t.storeUid, t.email)],
);

/**
 * Test rides and service visits. Two exclusion constraints, which Drizzle can't express, are in the migration: no two
 * live bookings of a branch's service share a seat at overlapping times, and no phone has two in a store at
 * overlapping times.
 */
export const bookings = pgTable(
  'bookings',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    branchUid: uuid('branch_uid')
      .notNull()
      .references(() => branches.uuid, { onDelete: 'cascade' }),
    service: text('service').notNull(),
    productUid: uuid('product_uid'),
    /** Keyed hash of the network it was booked from, or of the phone for a known device. */
    originHash: text('placed_from').notNull().default(''),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** From 0; a slot has as many seats as the branch serves at once. */
    seat: integer('seat').notNull(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    email: text('email'),
    message: text('message').notNull().default(''),
    secretHash: text('secret_hash').notNull().unique(),
    /** `null`: too late for a reminder. */
    remindAt: moment('remind_at'),
    remindedAt: moment('reminded_at'),
    cancelledAt: moment('cancelled_at'),
    /** When staff noted that nobody came. */
    noShowAt: moment('no_show_at'),
    /** How often the visit was moved: calendars update an event when this number has grown (RFC 5545, SEQUENCE). */
    moves: integer('moves').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.branchUid, t.startsAt),
    index().on(t.storeUid, t.startsAt),
    index().on(t.storeUid, t.phone),
    index().on(t.remindAt),
  ],
);
