import { sql } from '#db/sql.ts';
import type { DocumentContent, DocumentKind } from '#domain/money/tax-document.ts';
import {
  type AnyPgColumn,
  agorot,
  check,
  createdAt,
  date,
  id,
  index,
  integer,
  jsonb,
  moment,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from './columns.ts';
import { orders, payments } from './orders.ts';
import { companies, stores } from './stores.ts';

/**
 * Rates of VAT that the office added to those of `VAT_RATES`, each with its first day in Israel (docs/rules/vat.md).
 */
export const vatRates = pgTable('vat_rates', {
  uuid: id(),
  fromDay: date('from_day', { mode: 'string' }).notNull().unique(),
  vatBp: integer('vat_bp').notNull(),
});

/**
 * Invoices, receipts and credits (docs/rules/vat.md). Rows are never changed or deleted: triggers enforce it, and
 * therefore nothing here cascades.
 */
export const documents = pgTable(
  'documents',
  {
    uuid: id(),
    companyUid: uuid('company_uid')
      .notNull()
      .references(() => companies.uuid),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid),
    orderUid: uuid('order_uid')
      .notNull()
      .references(() => orders.uuid),
    paymentUid: uuid('payment_uid')
      .notNull()
      .references(() => payments.uuid),
    /** Its issuer: `built-in`, or the gateway's name. */
    provider: text('provider').notNull(),
    kind: text('kind').$type<DocumentKind>().notNull(),
    year: integer('year').notNull(),
    /** Number in the company's series of that kind and year; `null` for documents with numbers of another issuer. */
    sequence: integer('sequence'),
    number: text('number').notNull(),
    /** URL at the gateway; `null` for those that we print ourselves. */
    link: text('link'),
    /** The Tax Authority's number, on invoices to businesses (docs/rules/vat.md). */
    allocationNumber: text('allocation_number'),
    creditsUid: uuid('credits_uid').references((): AnyPgColumn => documents.uuid),
    netAgorot: agorot('net_agorot').notNull(),
    vatAgorot: agorot('vat_agorot').notNull(),
    totalAgorot: agorot('total_agorot').notNull(),
    vatBp: integer('vat_bp').notNull(),
    content: jsonb('content').$type<DocumentContent>().notNull(),
    issuedAt: moment('issued_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('documents_sequence').on(t.companyUid, t.provider, t.kind, t.year, t.sequence),
    unique('documents_number').on(t.companyUid, t.provider, t.kind, t.number),
    uniqueIndex('documents_one_per_payment_idx').on(t.paymentUid).where(sql`${t.creditsUid} is null`),
    index().on(t.orderUid),
    index().on(t.storeUid),
    index().on(t.paymentUid),
    index().on(t.creditsUid),
    index().on(t.companyUid, t.issuedAt),
    check('documents_sum', sql`${t.totalAgorot} = ${t.netAgorot} + ${t.vatAgorot} and ${t.totalAgorot} > 0`),
  ],
);

/** The last number of each series. Its row stays locked until the numbering transaction ends: hence no gaps. */
export const documentSeries = pgTable(
  'document_series',
  {
    companyUid: uuid('company_uid')
      .notNull()
      .references(() => companies.uuid),
    kind: text('kind').notNull(),
    year: integer('year').notNull(),
    last: integer('last').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyUid, t.kind, t.year] })],
);
