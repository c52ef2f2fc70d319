import { index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';
import { stores } from './stores.ts';

/** Quotes that a shopper wants to go on with. They hold nothing personal; an order or lead copies what it names. */
export const financeQuotes = pgTable(
  'finance_quotes',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    /** What was asked for: see `quoteBody` in `contract/checkout/finance.ts`. */
    asked: jsonb('asked').notNull(),
    /** What was answered: `financeQuote` there. */
    quote: jsonb('quote').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.createdAt), index().on(t.storeUid)],
);
