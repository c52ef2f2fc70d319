import { sql } from '#db/sql.ts';
import { variants } from './catalogue.ts';
import { bigint, check, createdAt, index, integer, pgTable, primaryKey, text, uuid } from './columns.ts';
import { orders } from './orders.ts';
import { branches } from './stores.ts';

/**
 * What of a variant's stock lies at a branch; the rest is in the central warehouse, so that both always add up to it.
 * db/triggers/stock.sql says where a sale takes from, and refuses more at branches than there is.
 */
export const branchStock = pgTable(
  'branch_stock',
  {
    variantUid: uuid('variant_uid')
      .notNull()
      .references(() => variants.uuid, { onDelete: 'cascade' }),
    branchUid: uuid('branch_uid')
      .notNull()
      .references(() => branches.uuid, { onDelete: 'cascade' }),
    pieces: integer('pieces').notNull().default(0),
    /** As of `variants`, of this branch. */
    lowStock: integer('low_stock'),
  },
  (t) => [
    primaryKey({ columns: [t.variantUid, t.branchUid] }),
    index().on(t.branchUid),
    index('branch_stock_low_stock_idx').on(t.pieces).where(sql`${t.lowStock} is not null`),
    check('branch_stock_pieces_not_negative', sql`${t.pieces} >= 0`),
    check('branch_stock_low_stock', sql`${t.lowStock} >= 0`),
  ],
);

export type MovementKind = 'sale' | 'return' | 'count' | 'receipt' | 'transfer' | 'import' | 'undo' | 'other';

/**
 * Every change of the pieces at a place, by whomever: written by a trigger (db/triggers/stock.sql) in the same
 * transaction. `before` and `after` are of the place.
 */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    variantUid: uuid('variant_uid')
      .notNull()
      .references(() => variants.uuid, { onDelete: 'cascade' }),
    /** `null`: the central warehouse. */
    branchUid: uuid('branch_uid').references(() => branches.uuid, { onDelete: 'cascade' }),
    /** Of a sale or return: where its pieces are taken from, and go back to, is the sum of these. */
    orderUid: uuid('order_uid').references(() => orders.uuid, { onDelete: 'set null' }),
    before: integer('before').notNull(),
    after: integer('after').notNull(),
    kind: text('kind').$type<MovementKind>().notNull(),
    actor: text('actor').notNull(),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.variantUid, t.id), index().on(t.branchUid), index().on(t.orderUid)],
);
