import type { LineChoice } from '#contract/catalogue/configurator.ts';
import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import type { VariantValue } from '#contract/catalogue/products.ts';
import { sql } from '#db/sql.ts';
import type { Wallet } from '#domain/money/wallets.ts';
import { orderStatuses, paymentStatuses } from '#domain/orders/states.ts';
import type { PostalAddress } from '#domain/people/address-line.ts';
import { products, variants } from './catalogue.ts';
import {
  type AnyPgColumn,
  agorot,
  boolean,
  check,
  createdAt,
  id,
  index,
  integer,
  jsonb,
  moment,
  pgEnum,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from './columns.ts';
import { customers } from './customers/customers.ts';
import { coupons, sales } from './sales.ts';
import { staff } from './staff.ts';
import { branches, deliveryTypes, stores } from './stores.ts';

export const orderStatus = pgEnum('order_status', orderStatuses);
export const paymentStatus = pgEnum('payment_status', paymentStatuses);

export const refundStatus = pgEnum('refund_status', ['due', 'asked', 'done', 'refused', 'unknown']);

type GatewayDocument = {
  type: string;
  number: string;
  link: string | null;
  allocationNumber: string | null;
  writtenAt?: string | null;
};

export const orders = pgTable(
  'orders',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid),
    customerUid: uuid('customer_uid').references(() => customers.uuid),
    number: text('number').notNull().unique(),
    /** Hash of the secret in the guest's order link. */
    secretHash: text('secret_hash').notNull().unique(),
    /** How often the link was replaced: another phone or e-mail ends the former ones. */
    linkVersion: integer('link_version').notNull().default(0),
    status: orderStatus('status').notNull().default('payment'),
    paymentStatus: paymentStatus('payment_status').notNull().default('pending'),
    /** `card`, `instalments`, `financing`, `deposit`. */
    paymentMethod: text('payment_method').notNull(),
    paymentsCount: integer('payments_count').notNull().default(1),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text('phone').notNull(),
    email: text('email').notNull(),
    /** Postal address as typed; `null` for pickup. */
    postalAddress: jsonb('address').$type<PostalAddress>(),
    /** Company name and number for a business invoice. */
    business: jsonb('business').$type<{ name: string; number: string }>(),
    remarks: text('remarks').notNull().default(''),
    deliveryTypeUid: uuid('delivery_type_uid').references(() => deliveryTypes.uuid),
    deliveryName: text('delivery_name').notNull().default(''),
    branchUid: uuid('branch_uid').references(() => branches.uuid),
    linesAgorot: agorot('lines_agorot').notNull(),
    discountAgorot: agorot('discount_agorot').notNull().default(0),
    deliveryAgorot: agorot('delivery_agorot').notNull().default(0),
    totalAgorot: agorot('total_agorot').notNull(),
    /** To be paid online now: the total, or the deposit. */
    dueAgorot: agorot('due_agorot').notNull(),
    /** What an edit had made too much and went back since: a part of what is due, and of what was taken. */
    surplusRefundedAgorot: agorot('surplus_refunded_agorot').notNull().default(0),
    financeQuote: jsonb('finance_quote').$type<FinanceQuote>(),
    termsAcceptedAt: moment('terms_accepted_at').notNull(),
    marketingConsent: boolean('marketing_consent').notNull().default(false),
    /** End of the hold of an unpaid order; `null` once it is paid or ended. */
    holdUntil: moment('hold_until'),
    stockHeld: boolean('stock_held').notNull().default(true),
    /** Keyed hash of the IP address that the order came from: caps its unpaid orders. */
    originHash: text('placed_from'),
    paidAt: moment('paid_at'),
    /** Who of the office made it for the customer; `null` for what a shopper ordered. */
    placedByUid: uuid('placed_by_uid').references(() => staff.uuid),
    /** Who of the office sees to it, and until when. */
    ownerUid: uuid('owner_uid').references(() => staff.uuid),
    deadlineAt: moment('deadline_at'),
    /** When the customer was promised the goods. */
    promisedAt: moment('promised_at'),
    /**
     * When its person asked to be erased; the order stays with the person for the retention period (docs/privacy.md).
     */
    erasedAt: moment('erased_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('orders_erased_idx').on(t.erasedAt).where(sql`${t.erasedAt} is not null`),
    index().on(t.storeUid, t.createdAt),
    index().on(t.customerUid, t.createdAt),
    index().on(t.storeUid, t.phone),
    index().on(t.branchUid),
    index().on(t.deliveryTypeUid),
    index().on(t.createdAt, t.uuid),
    index('orders_placed_by_idx').on(t.placedByUid).where(sql`${t.placedByUid} is not null`),
    index('orders_owner_idx').on(t.ownerUid).where(sql`${t.ownerUid} is not null`),
    index('orders_open_idx')
      .on(t.storeUid, t.createdAt)
      .where(sql`${t.status} in ('payment', 'accepted', 'in_process', 'delivery_in_process')`),
    // Parts of names, phones, mails and numbers, as the office searches them.
    index('orders_person_idx').using('gin', personText(t)),
    index('orders_placed_from_idx').on(t.originHash).where(sql`${t.holdUntil} is not null`),
    index('orders_hold_idx').on(t.holdUntil).where(sql`${t.holdUntil} is not null`),
    check(
      'orders_sum',
      sql`${t.totalAgorot} = ${t.linesAgorot} - ${t.discountAgorot} + ${t.deliveryAgorot} and ${t.totalAgorot} >= 0`,
    ),
  ],
);
export type OrderRow = typeof orders.$inferSelect;

/** What the office finds an order by. Queries repeat the expression to the letter, or the index isn't used. */
function personText(t: Record<'number' | 'firstName' | 'lastName' | 'phone' | 'email', AnyPgColumn>) {
  return sql`lower(${t.number} || ' ' || ${t.firstName} || ' ' || ${t.lastName} || ' ' || ${t.phone} || ' ' || ${t.email}) gin_trgm_ops`;
}

/** A line stores what was sold: name, SKU, price and picture never change. */
export const orderLines = pgTable(
  'order_lines',
  {
    uuid: id(),
    orderUid: uuid('order_uid')
      .notNull()
      .references(() => orders.uuid, { onDelete: 'cascade' }),
    productUid: uuid('product_uid').references(() => products.uuid, { onDelete: 'set null' }),
    variantUid: uuid('variant_uid').references(() => variants.uuid, { onDelete: 'set null' }),
    name: text('name').notNull(),
    sku: text('sku').notNull(),
    values: jsonb('values').$type<VariantValue[]>().notNull().default([]),
    configuration: jsonb('configuration').$type<{ code: string; choices: LineChoice[] }>(),
    media: text('media'),
    quantity: integer('quantity').notNull(),
    priceAgorot: agorot('price_agorot').notNull(),
    discountAgorot: agorot('discount_agorot').notNull().default(0),
    /** Pieces taken from the variant's stock; returned when the order ends unpaid. */
    stockTaken: integer('stock_taken').notNull().default(0),
    position: integer('position').notNull(),
  },
  (t) => [
    index().on(t.orderUid),
    index().on(t.productUid),
    index().on(t.variantUid),
    check('order_lines_quantity', sql`${t.quantity} > 0`),
    check('order_lines_sum', sql`${t.discountAgorot} between 0 and ${t.priceAgorot} * ${t.quantity}`),
  ],
);
export type OrderLineRow = typeof orderLines.$inferSelect;

export const orderDiscounts = pgTable(
  'order_discounts',
  {
    uuid: id(),
    orderUid: uuid('order_uid')
      .notNull()
      .references(() => orders.uuid, { onDelete: 'cascade' }),
    saleUid: uuid('sale_uid').references(() => sales.uuid, { onDelete: 'set null' }),
    saleName: text('sale_name').notNull(),
    couponUid: uuid('coupon_uid').references(() => coupons.uuid, { onDelete: 'set null' }),
    couponCode: text('coupon_code'),
    amountAgorot: agorot('amount_agorot').notNull(),
  },
  (t) => [index().on(t.orderUid), index().on(t.saleUid), index().on(t.couponUid)],
);

/** What the buyer agreed to with an order: wording, time and IP address, as proof. */
export const orderConsents = pgTable(
  'order_consents',
  {
    uuid: id(),
    orderUid: uuid('order_uid')
      .notNull()
      .references(() => orders.uuid, { onDelete: 'cascade' }),
    /** `terms`, `marketing`. */
    kind: text('kind').notNull(),
    text: text('text').notNull(),
    ipAddress: text('address').notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique().on(t.orderUid, t.kind)],
);

export const orderHistory = pgTable(
  'order_history',
  {
    uuid: id(),
    orderUid: uuid('order_uid')
      .notNull()
      .references(() => orders.uuid, { onDelete: 'cascade' }),
    field: text('field').notNull(),
    fromValue: text('from_value'),
    toValue: text('to_value').notNull(),
    /** `shopper`, `gateway`, `job`, `operator:<name>`. */
    actor: text('actor').notNull(),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.orderUid, t.createdAt)],
);

/** One attempt to pay: a page at a gateway. An order has at most one open. */
export const payments = pgTable(
  'payments',
  {
    uuid: id(),
    orderUid: uuid('order_uid')
      .notNull()
      .references(() => orders.uuid, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    providerRef: text('provider_ref'),
    url: text('url'),
    capture: text('capture').notNull().default('sale'),
    status: paymentStatus('status').notNull().default('pending'),
    amountAgorot: agorot('amount_agorot').notNull(),
    refundedAgorot: agorot('refunded_agorot').notNull().default(0),
    /** Number of payments that the page charges; `payments_count` is what the gateway reports. */
    instalments: integer('max_payments').notNull().default(1),
    paymentsCount: integer('payments_count'),
    /** Which wallet the page opens on; once paid, which one paid. `null`: a card. */
    wallet: text('wallet').$type<Wallet>(),
    /**
     * The shopper chose that wallet, but the page opens on cards: gateway or store do not take it for this sum any
     * more.
     */
    walletMissed: boolean('wallet_missed').notNull().default(false),
    transactionId: text('transaction_id'),
    approvalNumber: text('approval_number'),
    last4: text('last4'),
    cardBrand: text('card_brand'),
    /** Set when the gateway's reply is contradictory: a person decides (`reviews list`), or the money is refunded. */
    reviewReason: text('review_reason'),
    reviewResolvedAt: moment('review_resolved_at'),
    /**
     * What a person decided: `accepted` pays the order, `closed` was settled elsewhere. `null` too where the money went
     * back.
     */
    reviewOutcome: text('review_outcome').$type<'accepted' | 'closed'>(),
    /** The sum that the gateway reports, where it is in doubt. */
    takenAgorot: agorot('taken_agorot'),
    /** Its kind, `hold` or `sale`, whatever `capture` requested. */
    takenAs: text('taken_as'),
    /** Tax document that the gateway wrote with the charge. */
    document: jsonb('document').$type<GatewayDocument>(),
    /** When the page was made. */
    openedAt: moment('opened_at'),
    nextCheckAt: moment('next_check_at'),
    checks: integer('checks').notNull().default(0),
    createdAt: createdAt(),
    settledAt: moment('settled_at'),
  },
  (t) => [
    index().on(t.orderUid),
    uniqueIndex('payments_provider_ref_idx').on(t.provider, t.providerRef),
    uniqueIndex('payments_one_open_idx').on(t.orderUid).where(sql`${t.status} = 'pending'`),
    index('payments_next_check_idx').on(t.nextCheckAt).where(sql`${t.nextCheckAt} is not null`),
    index('payments_created_idx').on(t.createdAt),
    index('payments_review_idx')
      .on(t.createdAt)
      .where(sql`${t.reviewReason} is not null and ${t.reviewResolvedAt} is null`),
  ],
);
export type PaymentRow = typeof payments.$inferSelect;

/**
 * Refunds, written before the gateway is called: `due` is still to be requested, `asked` may have been executed,
 * `unknown` got no reply and is never requested again, `done` and `refused` are the gateway's replies.
 */
export const refunds = pgTable(
  'refunds',
  {
    uuid: id(),
    paymentUid: uuid('payment_uid')
      .notNull()
      .references(() => payments.uuid, { onDelete: 'cascade' }),
    amountAgorot: agorot('amount_agorot').notNull(),
    /** What staff kept of the money as the fee of a cancellation. */
    feeAgorot: agorot('fee_agorot').notNull().default(0),
    status: refundStatus('status').notNull().default('due'),
    actor: text('actor').notNull(),
    reason: text('reason').notNull().default(''),
    /** When a due refund is requested; postponed while the gateway is unreachable. */
    askAt: moment('ask_at').notNull(),
    askedAt: moment('asked_at'),
    error: text('error'),
    /** The gateway's id of the refund. */
    reference: text('reference'),
    /** Credit document that the gateway wrote. */
    document: jsonb('document').$type<GatewayDocument>(),
    createdAt: createdAt(),
    settledAt: moment('settled_at'),
  },
  (t) => [
    index().on(t.paymentUid),
    // While one is open, the remaining sum is unknown.
    uniqueIndex('refunds_one_open_idx').on(t.paymentUid).where(sql`${t.status} in ('due', 'asked', 'unknown')`),
    index('refunds_open_idx').on(t.askAt).where(sql`${t.status} in ('due', 'asked')`),
    check('refunds_amount', sql`${t.amountAgorot} > 0`),
  ],
);

/** Result of `orders/create` for a key; a repeat within 24 hours gets the same order. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    orderUid: uuid('order_uid').references(() => orders.uuid, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [unique().on(t.storeUid, t.key), index().on(t.createdAt), index().on(t.orderUid)],
);
