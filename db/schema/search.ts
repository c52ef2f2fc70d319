import { sql } from '#db/sql.ts';
import { products } from './catalogue.ts';
import { boolean, index, integer, pgTable, primaryKey, text, tsvector, uuid } from './columns.ts';
import { companies, stores } from './stores.ts';

/** Index of a product in a store: its terms by weight, and the terms of all its texts as a fallback. */
export const searchDocuments = pgTable(
  'search_documents',
  {
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    terms: tsvector('terms').notNull(),
    body: tsvector('body').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.storeUid, t.productUid] }),
    index().on(t.productUid),
    index().on(t.storeUid, t.position),
    index('search_documents_terms_idx').using('gin', t.storeUid, t.terms),
    index('search_documents_body_idx').using('gin', t.storeUid, t.body),
  ],
);

/**
 * Vocabulary of a store: each term, the number of products with it, and its common spelling. Terms are words in the
 * form of `normaliseSearchText`; `_` marks a stem, `-` the stem of a word without prefix letters, `~` a sound, `^` what
 * a product is called.
 */
export const searchTerms = pgTable(
  'search_terms',
  {
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    term: text('term').notNull(),
    products: integer('products').notNull(),
    shown: text('shown').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.storeUid, t.term] }),
    index('search_terms_prefix_idx').on(t.storeUid, sql`${t.term} text_pattern_ops`),
    index('search_terms_similar_idx').using('gin', sql`${t.term} gin_trgm_ops`).where(sql`${t.term} ~ '^[a-zא-ת]'`),
  ],
);

/** Part numbers and SKUs as letters and digits only, from each of their parts on. */
export const searchNumbers = pgTable(
  'search_numbers',
  {
    companyUid: uuid('company_uid')
      .notNull()
      .references(() => companies.uuid, { onDelete: 'cascade' }),
    number: text('number').notNull(),
    productUid: uuid('product_uid')
      .notNull()
      .references(() => products.uuid, { onDelete: 'cascade' }),
    /** Whether it is the whole number, not a later part of it. */
    whole: boolean('whole').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productUid, t.number] }),
    index('search_numbers_prefix_idx').on(t.companyUid, sql`${t.number} text_pattern_ops`),
  ],
);

/** Synonyms of a store, such as a model's name in both alphabets. */
export const searchSynonyms = pgTable(
  'search_synonyms',
  {
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    words: text('words').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.storeUid, t.position] })],
);
