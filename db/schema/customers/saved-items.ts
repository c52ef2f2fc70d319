import { sql } from '#db/sql.ts';
import { products, variants } from '../catalogue.ts';
import {
  agorot,
  boolean,
  check,
  createdAt,
  id,
  index,
  integer,
  moment,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from '../columns.ts';
import { configurations } from '../configurator.ts';
import { financeQuotes, stores } from '../stores.ts';
import { owner, requested } from './customers.ts';

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

export const favorites = pgTable(
  'favorites',
  {
    customerUid: owner(),
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    /**
     * As the customer knows it: when it was marked, alerts were switched on, or the job looked last. `null`: not known.
     */
    knownPriceAgorot: agorot('known_price_agorot'),
    knownAvailable: boolean('known_available'),
    /**
     * The same before the last alert that named it, for the next look: where nobody took that alert in time, it is
     * known still.
     */
    toldFromPriceAgorot: agorot('told_from_price_agorot'),
    toldFromAvailable: boolean('told_from_available'),
  },
  (t) => [primaryKey({ columns: [t.customerUid, t.productUid] }), index().on(t.productUid)],
);

/** Alerts of lower prices and returned stock among the favourites of a customer who asked for them. */
export const favoriteAlerts = pgTable('favorite_alerts', requested(), (t) => [
  index('favorite_alerts_due_idx').on(t.nextCheckAt).where(sql`${t.bySms} or ${t.byEmail}`),
]);

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

/**
 * Whom back-in-stock alerts of a store went to. The link in each of them ends them all, also those that anybody asks
 * for later.
 */
export const stockAlertRecipients = pgTable(
  'stock_alert_recipients',
  {
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    recipient: text('recipient').notNull(),
    /** SHA-256 of the link's secret: that of the last alert. */
    stopHash: text('stop_hash').notNull().unique(),
    toldAt: moment('told_at').notNull(),
    stoppedAt: moment('stopped_at'),
  },
  (t) => [primaryKey({ columns: [t.storeUid, t.recipient] })],
);
