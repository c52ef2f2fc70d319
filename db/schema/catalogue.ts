import { sql } from '#db/sql.ts';
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
  primaryKey,
  text,
  unique,
  uuid,
} from './columns.ts';
import { brands, companies, stores } from './stores.ts';

export const productKind = pgEnum('product_kind', ['VEHICLE', 'ACCESSORY', 'SPARE_PART', 'SERVICE']);
export const stockPolicy = pgEnum('stock_policy', ['IN_STOCK', 'PRE_ORDER', 'ON_REQUEST', 'OUT_OF_STOCK']);

export const products = pgTable(
  'products',
  {
    uuid: id(),
    companyUid: uuid('company_uid')
      .notNull()
      .references(() => companies.uuid, { onDelete: 'cascade' }),
    brandUid: uuid('brand_uid').references(() => brands.uuid),
    slug: text('slug').notNull(),
    kind: productKind('kind').notNull(),
    name: text('name').notNull(),
    subtitle: text('subtitle').notNull().default(''),
    description: text('description').notNull().default(''),
    priceAgorot: agorot('price_agorot').notNull(),
    /** No price is shown and it can't be bought: shoppers send an inquiry. `price_agorot` is 0 then. */
    priceOnRequest: boolean('price_on_request').notNull().default(false),
    deletedPriceAgorot: agorot('deleted_price_agorot'),
    depositAgorot: agorot('deposit_agorot'),
    year: integer('year'),
    licenceClass: text('licence_class'),
    stockPolicy: stockPolicy('stock_policy').notNull().default('IN_STOCK'),
    pollutionGroup: integer('pollution_group'),
    safetyLevel: integer('safety_level'),
    warranty: text('warranty').notNull().default(''),
    /** Intervals between services (`domain/catalogue/vehicles/service-plan.ts`); empty: none. */
    servicePlan: text('service_plan').notNull().default(''),
    badges: text('badges').array().notNull().default([]),
    videos: text('videos').array().notNull().default([]),
    /** The part that the maker delivers instead of this one. */
    replacedBy: uuid('replaced_by').references((): AnyPgColumn => products.uuid, { onDelete: 'set null' }),
    seoTitle: text('seo_title'),
    seoDescription: text('seo_description'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    unique().on(t.companyUid, t.slug),
    index().on(t.brandUid),
    index().on(t.replacedBy),
    check('products_replaced_by_another', sql`${t.replacedBy} <> ${t.uuid}`),
    index().on(t.name, t.uuid),
    check('products_price_positive', sql`${t.priceAgorot} >= 0`),
    // The stock policy that nothing can be bought under, so that no rule needs a special case.
    check('products_price_on_request', sql`not ${t.priceOnRequest} or ${t.stockPolicy} = 'ON_REQUEST'`),
  ],
);

/** A product in a store: published or not, its position, and the store's overrides. */
export const storeProducts = pgTable(
  'store_products',
  {
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    published: boolean('published').notNull().default(true),
    isHome: boolean('is_home').notNull().default(false),
    priceAgorot: agorot('price_agorot'),
    deletedPriceAgorot: agorot('deleted_price_agorot'),
    position: integer('position').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.storeUid, t.productUid] }), index().on(t.productUid)],
);

export const variants = pgTable(
  'variants',
  {
    uuid: id(),
    companyUid: uuid('company_uid')
      .notNull()
      .references(() => companies.uuid, { onDelete: 'cascade' }),
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    sku: text('sku').notNull(),
    /** Unset: the product's (or the store's) price. */
    priceAgorot: agorot('price_agorot'),
    deletedPriceAgorot: agorot('deleted_price_agorot'),
    /** All that can be sold, wherever it lies. */
    stock: integer('stock').notNull().default(0),
    /** From so many pieces on it is low; unset: no warning. */
    lowStock: integer('low_stock'),
    /** What it costs the importer, without VAT; nothing of it reaches a shop. */
    costAgorot: agorot('cost_agorot'),
    weightG: integer('weight_g'),
    active: boolean('active').notNull().default(true),
    position: integer('position').notNull().default(0),
  },
  (t) => [
    // Deferrable (migration 0067): in one statement, variants can exchange their SKUs.
    unique().on(t.companyUid, t.sku),
    index('variants_plain_sku_idx').on(sql`lower(regexp_replace(${t.sku}, '[^[:alnum:]]+', '', 'g')) text_pattern_ops`),
    index('variants_stock_of_product_idx').on(t.productUid, t.active, t.stock),
    index('variants_stock_idx').on(t.stock, t.sku).where(sql`${t.active}`),
    index('variants_low_stock_idx').on(t.stock).where(sql`${t.lowStock} is not null`),
    check('variants_stock_not_negative', sql`${t.stock} >= 0`),
    check('variants_low_stock', sql`${t.lowStock} >= 0`),
  ],
);

/** One value per option type: `COLOR`, `SIZE`, or an operator's own. */
export const variantValues = pgTable(
  'variant_values',
  {
    variantUid: uuid('variant_uid')
      .notNull()
      .references(() => variants.uuid, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    valueName: text('value_name').notNull(),
    value: text('value').notNull(),
    valueType: text('value_type').$type<'COLOR' | 'IMAGE' | 'TEXT'>().notNull().default('TEXT'),
    position: integer('position').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.variantUid, t.type] }), index().on(t.type, t.valueName)],
);

/** A picture of a product; with `variantUid`, of that variant only. `media` is the file's content hash. */
export const productImages = pgTable(
  'product_images',
  {
    uuid: id(),
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    variantUid: uuid('variant_uid').references(() => variants.uuid, { onDelete: 'cascade' }),
    media: text('media').notNull(),
    view: text('view').notNull(),
    alt: text('alt').notNull().default(''),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    position: integer('position').notNull().default(0),
    /**
     * What stays in sight where the picture is cut, in percent from its left and upper edge; without it the picture is
     * shown whole.
     */
    focusX: integer('focus_x'),
    focusY: integer('focus_y'),
  },
  (t) => [
    index().on(t.productUid),
    index().on(t.variantUid),
    check(
      'product_images_focus',
      sql`(${t.focusX} is null) = (${t.focusY} is null) and coalesce(${t.focusX}, 0) between 0 and 100 and coalesce(${t.focusY}, 0) between 0 and 100`,
    ),
  ],
);

export const productSpecs = pgTable(
  'product_specs',
  {
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    groupName: text('group_name').notNull(),
    name: text('name').notNull(),
    value: text('value').notNull(),
    unit: text('unit').notNull().default(''),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productUid, t.position] })],
);

/**
 * What the specifications of one kind of product name, in order; `kind`: of
 * `domain/catalogue/product-page/key-figures.ts`.
 */
export const specTemplates = pgTable(
  'spec_templates',
  {
    companyUid: uuid('company_uid')
      .notNull()
      .references(() => companies.uuid, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    position: integer('position').notNull(),
    groupName: text('group_name').notNull(),
    name: text('name').notNull(),
    unit: text('unit').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.companyUid, t.kind, t.position] })],
);

export const productSafety = pgTable(
  'product_safety',
  {
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    explanation: text('explanation').notNull().default(''),
    icon: text('icon').notNull().default(''),
    standard: boolean('standard').notNull().default(true),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productUid, t.position] })],
);

export const productFaqs = pgTable(
  'product_faqs',
  {
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productUid, t.position] })],
);

export const relationKind = pgEnum('relation_kind', ['UPSELL', 'RELATED']);

export const productRelations = pgTable(
  'product_relations',
  {
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    relatedUid: uuid('related_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    kind: relationKind('kind').notNull(),
    position: integer('position').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.productUid, t.relatedUid, t.kind] }), index().on(t.relatedUid)],
);

/** Filter values (meta-fields): `engine_cc` 471, `fuel` בנזין. Numbers are stored as numbers beside the text. */
export const productMeta = pgTable(
  'product_meta',
  {
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    value: text('value').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productUid, t.key, t.value] }),
    index().on(t.key, t.value),
    index('product_meta_part_number_idx')
      .on(sql`lower(regexp_replace(${t.value}, '[^[:alnum:]]+', '', 'g')) text_pattern_ops`)
      .where(sql`${t.key} = 'part_number'`),
  ],
);

/** A category. Its products are `collectionProducts`, filled by the importer from list and rules. */
export const collections = pgTable(
  'collections',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    parentUid: uuid('parent_uid'),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    text: text('text').notNull().default(''),
    banner: text('banner'),
    /** Rule that selects its products at every import: `{ products?: slugs, kind?, brand?, meta?: [key, value][] }`. */
    rule: jsonb('rule').notNull().default({}),
    /** Keys of its filters, in sequence; unset: all discriminating ones. */
    filters: text('filters').array(),
    position: integer('position').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [unique().on(t.storeUid, t.slug)],
);

export const collectionProducts = pgTable(
  'collection_products',
  {
    collectionUid: uuid('collection_uid')
      .notNull()
      .references(() => collections.uuid, { onDelete: 'cascade' }),
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.collectionUid, t.productUid] }), index().on(t.productUid)],
);

/** Former slugs: they answer 301 to the current one. */
export const slugHistory = pgTable(
  'slug_history',
  {
    ownerUid: uuid('owner_uid').notNull(),
    entityType: text('entity_type').notNull(),
    slug: text('slug').notNull(),
    entityUid: uuid('entity_uid').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.ownerUid, t.entityType, t.slug] }), index().on(t.entityUid)],
);
