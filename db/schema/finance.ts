import { index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';
import { stores } from './stores.ts';

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
