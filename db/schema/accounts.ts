import { sql } from 'drizzle-orm';
import { check, customType, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { products, variants } from './catalogue.ts';
import { createdAt, id } from './columns.ts';
import { configurations } from './configurator.ts';
import { customers } from './customers.ts';
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

/** A customer's vehicles; the latest is the current one. Without a year where the customer hasn't given it. */
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
  },
  (t) => [unique().on(t.customerUid, t.vehicleUid, t.year).nullsNotDistinct(), index().on(t.vehicleUid)],
);

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
