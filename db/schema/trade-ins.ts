import { sql } from '#db/sql.ts';
import type { TradeInCondition } from '#domain/people/trade-in-questions.ts';
import { products } from './catalogue.ts';
import {
  agorot,
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
  uuid,
} from './columns.ts';
import { customers } from './customers/customers.ts';
import { orders } from './orders.ts';
import { staff } from './staff.ts';
import { stores } from './stores.ts';

type Registered = { make: string; model: string; year: number };

/**
 * What the state's registry has answered of a plate; `vehicle` is `null` where it knows none. Kept for months
 * (`leads/trade-ins/vehicle.ts`).
 */
export const plateAnswers = pgTable(
  'plate_answers',
  {
    plate: text('plate').primaryKey(),
    vehicle: jsonb('vehicle').$type<Registered>(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.createdAt)],
);

/** `waiting` for staff, with no estimate; what follows from the clock or an order is no state of the row. */
export const tradeInState = pgEnum('trade_in_state', ['waiting', 'offered', 'refused', 'withdrawn']);

/** Used vehicles that shoppers offer in exchange, with what the store offers for them. */
export const tradeIns = pgTable(
  'trade_ins',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    secretHash: text('secret_hash').notNull().unique(),
    state: tradeInState('state').notNull().default('waiting'),
    /** Since when it is in its state, or its offer is this one: staff decide on what they have read. */
    stateAt: moment('state_at').notNull().defaultNow(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    email: text('email'),
    /** When a code proved the phone: without it the offer is used in no purchase. */
    provedAt: moment('proved_at'),
    customerUid: uuid('customer_uid').references(() => customers.uuid, { onDelete: 'set null' }),
    /** The vehicle that the shopper came from. */
    productUid: uuid('product_uid').references(() => products.uuid, { onDelete: 'set null' }),
    /** What was chosen of it, as the query of its page; '' where nothing was. */
    chosen: text('chosen').notNull().default(''),
    /**
     * Digits of a plate, or the number of a boat's hull or an outboard; `null` for what has none, as mobility scooters.
     */
    plate: text('plate'),
    /** Make, model and year are the registry's, not typed. */
    registeredAt: moment('registered_at'),
    make: text('make').notNull(),
    model: text('model').notNull(),
    year: smallint('year').notNull(),
    condition: jsonb('condition').$type<TradeInCondition>().notNull(),
    remarks: text('remarks').notNull().default(''),
    /** By the company's table when it was sent, whatever staff offer instead; `null`: the table says nothing. */
    tableLowAgorot: agorot('table_low_agorot'),
    tableHighAgorot: agorot('table_high_agorot'),
    /** What is offered now: the table's estimate, or what a person says. */
    lowAgorot: agorot('low_agorot'),
    highAgorot: agorot('high_agorot'),
    expiresAt: moment('expires_at'),
    /** Why staff changed or refused the offer: its owner reads this. */
    reason: text('reason').notNull().default(''),
    /** Who of the office sees to it. */
    ownerUid: uuid('owner_uid').references(() => staff.uuid),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.uuid),
    index().on(t.storeUid, t.phone),
    index('trade_ins_customer_idx').on(t.customerUid).where(sql`${t.customerUid} is not null`),
    index('trade_ins_product_idx').on(t.productUid),
    index('trade_ins_owner_idx').on(t.ownerUid).where(sql`${t.ownerUid} is not null`),
    index('trade_ins_plate_idx').on(t.plate).where(sql`${t.plate} is not null`),
    check(
      'trade_ins_offer',
      sql`(${t.state} <> 'offered' or ${t.expiresAt} is not null) and (${t.lowAgorot} is null) = (${t.highAgorot} is null)
        and coalesce(${t.lowAgorot}, 0) <= coalesce(${t.highAgorot}, 0)`,
    ),
  ],
);

/** Redrawn without metadata, in two sizes; in the database, as nobody but their owner and staff sees them. */
export const tradeInPhotos = pgTable(
  'trade_in_photos',
  {
    uuid: id(),
    tradeInUid: uuid('trade_in_uid')
      .notNull()
      .references(() => tradeIns.uuid, { onDelete: 'cascade' }),
    content: bytea('content').notNull(),
    thumbnail: bytea('thumbnail').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.tradeInUid)],
);

export const orderTradeInState = pgEnum('order_trade_in_state', ['estimated', 'confirmed', 'rejected']);

/**
 * The used vehicle that an order was placed with, as the buyer saw it. The estimate is in no sum of the order: staff
 * who have seen the vehicle make a discount of what it is worth, or of nothing.
 */
export const orderTradeIns = pgTable(
  'order_trade_ins',
  {
    orderUid: uuid('order_uid')
      .primaryKey()
      .references(() => orders.uuid, { onDelete: 'cascade' }),
    /** `null` once its owner was erased. */
    tradeInUid: uuid('trade_in_uid').references(() => tradeIns.uuid, { onDelete: 'set null' }),
    /** What is bought with it. */
    productUid: uuid('product_uid').references(() => products.uuid, { onDelete: 'set null' }),
    /** Make, model and year. */
    name: text('name').notNull(),
    lowAgorot: agorot('low_agorot').notNull(),
    highAgorot: agorot('high_agorot').notNull(),
    /** What the shopper was shown: the lower end, at most the price of the vehicle that is bought. */
    creditAgorot: agorot('credit_agorot').notNull(),
    state: orderTradeInState('state').notNull().default('estimated'),
    confirmedAgorot: agorot('confirmed_agorot'),
    /** Why it was rejected, or is worth another sum: the buyer reads this. */
    reason: text('reason').notNull().default(''),
    decidedAt: moment('decided_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('order_trade_ins_trade_in_idx').on(t.tradeInUid),
    index('order_trade_ins_product_idx').on(t.productUid),
    check('order_trade_ins_confirmed', sql`(${t.state} = 'confirmed') = (${t.confirmedAgorot} is not null)`),
  ],
);
