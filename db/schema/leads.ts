import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import { sql } from '#db/sql.ts';
import { products } from './catalogue.ts';
import {
  type AnyPgColumn,
  boolean,
  bytea,
  check,
  createdAt,
  id,
  index,
  integer,
  jsonb,
  moment,
  pgEnum,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
} from './columns.ts';
import { customers } from './customers/customers.ts';
import { orders } from './orders.ts';
import { staff } from './staff.ts';
import { branches, stores } from './stores.ts';

export const leadState = pgEnum('lead_state', ['new', 'open', 'answered', 'converted', 'closed']);

/** What was put together of the vehicle: names of the choices. */
export type LeadConfiguration = { code: string; choices: string[] };

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
    financeQuote: jsonb('finance_quote').$type<FinanceQuote>(),
    /** What the shopper had put together of the product, as it was then; choices by name. */
    configuration: jsonb('configuration').$type<LeadConfiguration>(),
    /** When the shopper wants to be called; both unset: as soon as possible. */
    callbackFrom: moment('callback_from'),
    callbackTo: moment('callback_to'),
    marketingConsent: boolean('marketing_consent').notNull().default(false),
    consentText: text('consent_text'),
    /** Given at `created_at`. */
    consentIpAddress: text('consent_address'),
    state: leadState('state').notNull().default('new'),
    /** Who of the office sees to it. */
    ownerUid: uuid('owner_uid').references(() => staff.uuid),
    firstAnsweredAt: moment('first_answered_at'),
    closedAt: moment('closed_at'),
    /** The order or quote that was made of it, or that a notice of cancellation is about. */
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
    /** How often the link was replaced, as an order's (`orders.link_version`). */
    linkVersion: integer('link_version').notNull().default(0),
    /** `null`: too late for a reminder. */
    remindAt: moment('remind_at'),
    remindedAt: moment('reminded_at'),
    cancelledAt: moment('cancelled_at'),
    /** When staff noted a no-show. */
    noShowAt: moment('no_show_at'),
    /** How often the visit was moved: calendars update an event when this number has grown (RFC 5545, SEQUENCE). */
    moves: integer('moves').notNull().default(0),
    /** Of a handover: the order whose vehicles are handed over. */
    orderUid: uuid('order_uid').references(() => orders.uuid, { onDelete: 'cascade' }),
    /** When the buyer is reminded of open tasks of the handover; `null` once that was seen to. */
    tasksRemindAt: moment('tasks_remind_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.orderUid),
    index().on(t.tasksRemindAt),
    index().on(t.branchUid, t.startsAt),
    index().on(t.storeUid, t.startsAt),
    index().on(t.storeUid, t.phone),
    index().on(t.remindAt),
  ],
);

/** Shown only to their author until staff publish them. */
export const moderationState = pgEnum('moderation_state', ['waiting', 'published', 'refused']);

/** What both hold of staff: the decision and an answer. */
const moderated = () => ({
  state: moderationState('state').notNull().default('waiting'),
  /** Why it was refused: its author reads this. */
  reason: text('reason').notNull().default(''),
  answer: text('answer').notNull().default(''),
  answeredAt: moment('answered_at'),
  /**
   * Since when the row is in its state, by staff or because its author wrote: an undo finds that words have changed
   * since, and publishes none that nobody read.
   */
  stateAt: moment('state_at').notNull().defaultNow(),
});

/** In each state it stands by since when it is there. */
const queueIndexes = (name: string, t: Record<'state' | 'stateAt' | 'uuid' | 'productUid', AnyPgColumn>) => [
  index(`${name}_queue_idx`).on(t.state, t.stateAt, t.uuid),
  index(`${name}_product_idx`).on(t.productUid),
];

/**
 * A buyer's words on a product of an order that was handed over. The buyer is the order's phone: one review for a
 * product and buyer, however many orders there are.
 */
export const productReviews = pgTable(
  'product_reviews',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    orderUid: uuid('order_uid')
      .notNull()
      .references(() => orders.uuid, { onDelete: 'cascade' }),
    phone: text('phone').notNull(),
    /** First name and initial: the only form in which a name is stored here. */
    author: text('author').notNull(),
    rating: smallint('rating').notNull(),
    /** From 1 to 5 by aspect (`domain/people/reviews.ts`); those left out were not rated. */
    aspects: jsonb('aspects').$type<Record<string, number>>().notNull().default({}),
    text: text('text').notNull(),
    ...moderated(),
    createdAt: createdAt(),
  },
  (t) => [
    ...queueIndexes('product_reviews', t),
    unique().on(t.storeUid, t.productUid, t.phone),
    index('product_reviews_order_idx').on(t.orderUid),
    index('product_reviews_shown_idx').on(t.storeUid, t.productUid, t.createdAt).where(sql`${t.state} = 'published'`),
    check('product_reviews_rating', sql`${t.rating} between 1 and 5`),
  ],
);

/** Redrawn without metadata, in two sizes; in the database, as they are public only with their review. */
export const reviewPhotos = pgTable(
  'review_photos',
  {
    uuid: id(),
    reviewUid: uuid('review_uid')
      .notNull()
      .references(() => productReviews.uuid, { onDelete: 'cascade' }),
    content: bytea('content').notNull(),
    thumbnail: bytea('thumbnail').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.reviewUid)],
);

/**
 * A visitor’s question on a product: published with its answer. The e-mail goes some weeks after
 * (`leads/reviews/forget.ts`).
 */
export const productQuestions = pgTable(
  'product_questions',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    /** Of a visitor who was signed in. */
    customerUid: uuid('customer_uid').references(() => customers.uuid, { onDelete: 'set null' }),
    author: text('author').notNull(),
    email: text('email'),
    text: text('text').notNull(),
    ...moderated(),
    createdAt: createdAt(),
  },
  (t) => [
    ...queueIndexes('product_questions', t),
    index('product_questions_customer_idx').on(t.customerUid).where(sql`${t.customerUid} is not null`),
    index('product_questions_shown_idx').on(t.storeUid, t.productUid, t.createdAt),
  ],
);

/** That an order's buyer was invited to review, or wants no such mail. At most one for an order. */
export const reviewInvitations = pgTable('review_invitations', {
  orderUid: uuid('order_uid')
    .primaryKey()
    .references(() => orders.uuid, { onDelete: 'cascade' }),
  /** The buyer asked for no more of them: counts for all orders of the phone in the store. */
  declinedAt: moment('declined_at'),
  createdAt: createdAt(),
});
