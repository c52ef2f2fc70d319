import { index, integer, pgTable, primaryKey, text } from './columns.ts';

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
