import { sql } from '#db/sql.ts';
import { products } from './catalogue.ts';
import {
  agorot,
  boolean,
  check,
  createdAt,
  foreignKey,
  id,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from './columns.ts';
import { stores } from './stores.ts';

/** One step of a configuration: colour, wheels, packages … */
export const configuratorGroups = pgTable(
  'configurator_groups',
  {
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    /** Any number of its choices, or exactly one. */
    multiple: boolean('multiple').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.productUid, t.position] })],
);

export const configuratorChoices = pgTable(
  'configurator_choices',
  {
    productUid: uuid('product_uid').notNull(),
    key: text('key').notNull(),
    groupPosition: integer('group_position').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    text: text('text').notNull().default(''),
    /** Price difference; negative when the vehicle gets cheaper. */
    priceAgorot: agorot('price_agorot').notNull().default(0),
    isDefault: boolean('is_default').notNull().default(false),
    /** SKUs of the product's variants that remain when it is chosen; empty: all. */
    variantSkus: text('variant_skus').array().notNull().default([]),
    /** SKU, of any product of the company, whose picture shows the choice. */
    pictureSku: text('picture_sku'),
  },
  (t) => [
    primaryKey({ columns: [t.productUid, t.key] }),
    index().on(t.productUid, t.groupPosition),
    foreignKey({
      columns: [t.productUid, t.groupPosition],
      foreignColumns: [configuratorGroups.productUid, configuratorGroups.position],
    }).onDelete('cascade'),
  ],
);

export const configuratorRules = pgTable(
  'configurator_rules',
  {
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    choice: text('choice').notNull(),
    kind: text('kind').notNull(),
    others: text('others').array().notNull(),
    reason: text('reason').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.productUid, t.position] }),
    check('configurator_rules_kind', sql`${t.kind} in ('requires', 'excludes')`),
  ],
);

/** A shopper's configuration. Equal choices of one product in one store share a code. */
export const configurations = pgTable(
  'configurations',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    code: text('code').notNull().unique(),
    /** `[{ key, name }]`: the name identifies a choice that no longer exists. */
    choices: jsonb('choices').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.productUid), index().on(t.storeUid)],
);
