import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from '#db/sql.ts';
import { products, variants } from './catalogue.ts';
import { createdAt, id, moment } from './columns.ts';
import { configurations } from './configurator.ts';
import { customers } from './customers.ts';
import { orderLines } from './orders.ts';
import { financeQuotes } from './stores.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

const owner = () =>
  uuid('customer_uid')
    .notNull()
    .references(() => customers.uuid, { onDelete: 'cascade' });

/** Customers' pictures. Stored here and not among the public media, so that they are deleted with the account. */
export const customerImages = pgTable(
  'customer_images',
  {
    uuid: id(),
    customerUid: owner(),
    /** WebP, redrawn from the upload. */
    bytes: bytes('bytes').notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique().on(t.customerUid)],
);

const day = (name: string) => date(name, { mode: 'string' });

/**
 * A customer's vehicles; the latest is the current one. Without a year where the customer hasn't given it. A vehicle that was handed over
 * by the store is read from its order, and has a row here once its owner has written something of it, or removed it.
 */
export const garageVehicles = pgTable(
  'garage_vehicles',
  {
    uuid: id(),
    customerUid: owner(),
    vehicleUid: uuid('vehicle_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    year: integer('year'),
    createdAt: createdAt(),
    orderLineUid: uuid('order_line_uid').references(() => orderLines.uuid, { onDelete: 'cascade' }),
    /** Which piece of the line, as in `order_vehicles`. */
    unit: integer('unit'),
    /** Digits, as the owner typed them; what staff recorded with the order comes first. */
    plate: text('plate').notNull().default(''),
    kilometres: integer('kilometres'),
    /** The day on which the owner read them. */
    kilometresOn: day('kilometres_on'),
    /** The last service, and how many there were. */
    servicedOn: day('serviced_on'),
    servicedKm: integer('serviced_km'),
    services: integer('services').notNull().default(0),
    testUntil: day('test_until'),
    insuredUntil: day('insured_until'),
    /** What a reminder was last sent of: the due day, of a service the number of services before it. */
    testNotified: day('test_notified'),
    insuranceNotified: day('insurance_notified'),
    serviceNotified: integer('service_notified'),
    /** When the owner last wrote something of it; `null`: only a model to find parts for. */
    detailsAt: moment('details_at'),
    /** Of a vehicle from an order, which would otherwise return. */
    removedAt: moment('removed_at'),
    /** The owner has sold it: without reminders, and apart from the garage, until it is put back or removed. */
    soldAt: moment('sold_at'),
  },
  (t) => [
    // One that was sold makes room for another of its model and year.
    unique('garage_vehicles_same')
      .on(t.customerUid, t.vehicleUid, t.year, t.orderLineUid, t.unit, t.soldAt)
      .nullsNotDistinct(),
    index().on(t.vehicleUid),
    unique('garage_vehicles_piece_once').on(t.orderLineUid, t.unit),
    check('garage_vehicles_piece', sql`(${t.orderLineUid} is null) = (${t.unit} is null)`),
    check('garage_vehicles_numbers', sql`${t.kilometres} >= 0 and ${t.servicedKm} >= 0 and ${t.services} >= 0`),
  ],
);

/** How messages that a customer asks for are sent, and when the job looks again. */
const requested = () => ({
  customerUid: uuid('customer_uid')
    .primaryKey()
    .references(() => customers.uuid, { onDelete: 'cascade' }),
  bySms: boolean('by_sms').notNull(),
  byEmail: boolean('by_email').notNull(),
  /** A day after it last looked, so that there is one message a day at most. */
  nextCheckAt: moment('next_check_at').notNull(),
  /** Of the link that ends them, as the last message contains it. */
  stopHash: text('stop_hash').unique(),
});

/** Reminders of the vehicles of a customer who asked for them: of services, yearly tests and insurances. */
export const garageReminders = pgTable(
  'garage_reminders',
  {
    ...requested(),
    /** How long before. */
    days: integer('days').notNull(),
  },
  (t) => [index('garage_reminders_due_idx').on(t.nextCheckAt).where(sql`${t.bySms} or ${t.byEmail}`)],
);

/** Alerts of lower prices and returned stock among the favourites of a customer who asked for them. */
export const favoriteAlerts = pgTable('favorite_alerts', requested(), (t) => [
  index('favorite_alerts_due_idx').on(t.nextCheckAt).where(sql`${t.bySms} or ${t.byEmail}`),
]);

/** The signed-in customer's cart, for all devices. A line is a variant in a configuration (its code; empty: none). */
export const cartLines = pgTable(
  'cart_lines',
  {
    customerUid: owner(),
    variantUid: uuid('variant_uid')
      .notNull()
      .references(() => variants.uuid, { onDelete: 'cascade' }),
    configuration: text('configuration').notNull().default(''),
    quantity: integer('quantity').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.customerUid, t.variantUid, t.configuration] }),
    index().on(t.variantUid),
    check('cart_lines_quantity_check', sql`${t.quantity} between 1 and 99`),
  ],
);

export const savedConfigurations = pgTable(
  'saved_configurations',
  {
    customerUid: owner(),
    configurationUid: uuid('configuration_uid')
      .notNull()
      .references(() => configurations.uuid, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.customerUid, t.configurationUid] }), index().on(t.configurationUid)],
);

/** Stored for 30 days, like the quote. */
export const savedQuotes = pgTable(
  'saved_quotes',
  {
    customerUid: owner(),
    quoteUid: uuid('quote_uid')
      .notNull()
      .references(() => financeQuotes.uuid, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.customerUid, t.quoteUid] }), index().on(t.quoteUid)],
);

/** The official list of settlements; `key` is the name in comparison form (`domain/search/postal-name-key.ts`). */
export const settlements = pgTable(
  'settlements',
  {
    code: integer('code').primaryKey(),
    name: text('name').notNull(),
    key: text('key').notNull(),
  },
  (t) => [index('settlements_key_idx').on(t.key.op('text_pattern_ops'))],
);

export const streets = pgTable(
  'streets',
  {
    settlementCode: integer('settlement_code')
      .notNull()
      .references(() => settlements.code, { onDelete: 'cascade' }),
    code: integer('code').notNull(),
    name: text('name').notNull(),
    key: text('key').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.settlementCode, t.code] }),
    index('streets_key_idx').on(t.settlementCode, t.key.op('text_pattern_ops')),
  ],
);
