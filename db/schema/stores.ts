import type { BookingPlans } from '#domain/calendar/booking.ts';
import type { DeliveryRule } from '#domain/money/delivery-price.ts';
import type { TradeInTable } from '#domain/money/trade-in-estimate.ts';
import { deliveryKinds } from '#domain/orders/delivery-kinds.ts';
import {
  boolean,
  createdAt,
  id,
  index,
  integer,
  jsonb,
  moment,
  pgEnum,
  pgTable,
  real,
  text,
  unique,
  uuid,
} from './columns.ts';

export const storeStatus = pgEnum('store_status', ['open', 'under_construction', 'closed']);

/** Owns brands, products, variants and stock; several stores sell from it. */
export const companies = pgTable('companies', {
  uuid: id(),
  key: text('key').notNull().unique(),
  name: text('name').notNull(),
  legalName: text('legal_name').notNull(),
  companyNumber: text('company_number').notNull(),
  address: text('address').notNull(),
  /** What it gives for used vehicles; `null`: a person makes each offer. */
  tradeIn: jsonb('trade_in').$type<TradeInTable>(),
  createdAt: createdAt(),
});

export const brands = pgTable(
  'brands',
  {
    uuid: id(),
    companyUid: uuid('company_uid')
      .notNull()
      .references(() => companies.uuid, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    name: text('name').notNull(),
    nameEn: text('name_en').notNull(),
    logo: text('logo'),
    position: integer('position').notNull().default(0),
  },
  (t) => [unique().on(t.companyUid, t.key)],
);

/** A brand's site. `key` is the first label of the host name. */
export const stores = pgTable(
  'stores',
  {
    uuid: id(),
    companyUid: uuid('company_uid')
      .notNull()
      .references(() => companies.uuid, { onDelete: 'cascade' }),
    key: text('key').notNull().unique(),
    name: text('name').notNull(),
    nameEn: text('name_en').notNull(),
    status: storeStatus('status').notNull().default('open'),
    publicDomain: text('public_domain'),
    logo: text('logo'),
    footerLogo: text('footer_logo'),
    favicon: text('favicon'),
    seoTitle: text('seo_title').notNull(),
    seoDescription: text('seo_description').notNull(),
    shareText: text('share_text'),
    tagManagerId: text('tag_manager_id'),
    verificationCode: text('verification_code'),
    email: text('email'),
    leadEmail: text('lead_email'),
    gateHash: text('gate_hash'),
    /** How often its webhook's signing key was made anew (`server/leads/inquiries/webhook.ts`). */
    webhookKeyVersion: integer('webhook_key_version').notNull().default(0),
    /** When a closed store reopens by itself; unset: when it is opened. */
    closedUntil: moment('closed_until'),
    /** Message of a closed store in place of the usual sentence. */
    closedMessage: text('closed_message'),
    /** Settings of behaviour; shape: `storeSettings` in `contract/store-settings.ts`. */
    settings: jsonb('settings').notNull().default({}),
    home: jsonb('home').notNull().default({}),
    position: integer('position').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.companyUid)],
);

/** `clr1` … `clr3` and other template settings. */
export const templateSettings = pgTable(
  'template_settings',
  {
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    settingName: text('setting_name').notNull(),
    settingValue: text('setting_value').notNull(),
  },
  (t) => [unique().on(t.storeUid, t.settingName)],
);

export const branches = pgTable(
  'branches',
  {
    uuid: id(),
    companyUid: uuid('company_uid')
      .notNull()
      .references(() => companies.uuid, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    name: text('name').notNull(),
    city: text('city').notNull(),
    address: text('address').notNull(),
    region: text('region').notNull(),
    phone: text('phone').notNull(),
    lat: real('lat'),
    lng: real('lng'),
    services: text('services').array().notNull().default([]),
    /** `{ sun: '08:30-18:00', … }`; an empty string is a closed day. */
    hours: jsonb('hours').$type<Record<string, string>>().notNull().default({}),
    /** Exceptions by date: `{ '2026-12-31': '08:30-12:00' }`. */
    exceptions: jsonb('exceptions').$type<Record<string, string>>().notNull().default({}),
    /** Duration and capacity of bookings, by service; defaults where omitted. */
    booking: jsonb('booking').$type<BookingPlans>().notNull().default({}),
    position: integer('position').notNull().default(0),
  },
  (t) => [unique().on(t.companyUid, t.key)],
);

export const branchStores = pgTable(
  'branch_stores',
  {
    branchUid: uuid('branch_uid')
      .notNull()
      .references(() => branches.uuid, { onDelete: 'cascade' }),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
  },
  (t) => [unique().on(t.branchUid, t.storeUid), index().on(t.storeUid)],
);

export const deliveryKind = pgEnum('delivery_kind', deliveryKinds);

export const deliveryTypes = pgTable(
  'delivery_types',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    kind: deliveryKind('kind').notNull(),
    name: text('name').notNull(),
    days: text('days'),
    priceAgorot: integer('price_agorot').notNull().default(0),
    freeFromAgorot: integer('free_from_agorot'),
    /** Prices by zone, weight and sum; the first match applies, else the two above. */
    prices: jsonb('prices').$type<DeliveryRule[]>().notNull().default([]),
    maxWeightG: integer('max_weight_g'),
    productKinds: text('product_kinds').array().notNull().default([]),
    active: boolean('active').notNull().default(true),
    position: integer('position').notNull().default(0),
  },
  (t) => [unique().on(t.storeUid, t.key)],
);

/** Lenders' plans that the calculator offers; rates are basis points. */
export const financePlans = pgTable(
  'finance_plans',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    lender: text('lender').notNull(),
    rateBp: integer('rate_bp').notNull(),
    rateKind: text('rate_kind').notNull(),
    /** The prime rate within `rateBp`, where the plan is linked to it. */
    primeBp: integer('prime_bp'),
    ratesDate: text('rates_date').notNull(),
    monthsMin: integer('months_min').notNull(),
    monthsMax: integer('months_max').notNull(),
    monthsStep: integer('months_step').notNull(),
    downMinBp: integer('down_min_bp').notNull(),
    downMaxBp: integer('down_max_bp').notNull(),
    balloonBp: integer('balloon_bp').notNull().default(0),
    feeAgorot: integer('fee_agorot').notNull().default(0),
    minAgorot: integer('min_agorot').notNull(),
    maxAgorot: integer('max_agorot').notNull(),
    position: integer('position').notNull().default(0),
  },
  (t) => [unique().on(t.storeUid, t.name)],
);

/** Quotes that a shopper continues with. Nothing in them is personal; orders and leads copy what they reference. */
export const financeQuotes = pgTable(
  'finance_quotes',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    /** The request: `quoteBody` of `contract/checkout/finance.ts`. */
    requested: jsonb('asked').notNull(),
    /** The reply: `financeQuote` there. */
    quote: jsonb('quote').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.createdAt), index().on(t.storeUid)],
);
