import { sql } from '#db/sql.ts';
import {
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
  text,
  unique,
  uniqueIndex,
  uuid,
} from './columns.ts';
import { stores } from './stores.ts';

/**
 * Origin of a row: an import changes and deactivates its own rows only. Rows of a command or the office stay until
 * they are removed there.
 */
export const rowOrigin = pgEnum('row_origin', ['IMPORT', 'OPERATOR']);

export const saleKind = pgEnum('sale_kind', [
  'PERCENT',
  'FIXED',
  'FIXED_PRICE',
  'BUY_X_GET_Y',
  'BUNDLE',
  'FREE_DELIVERY',
]);

export type SaleScope = { products?: string[]; collections?: string[]; brands?: string[]; kinds?: string[] };
export type SaleTerms = SaleScope & {
  buy?: number;
  get?: number;
  reward?: SaleScope;
  bundle?: { products: string[]; quantity: number }[];
};

/** Promotions. One by coupon applies only with one of its codes; others apply automatically. */
export const sales = pgTable(
  'sales',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    kind: saleKind('kind').notNull(),
    /**
     * Basis points for PERCENT and BUY_X_GET_Y, agorot for FIXED, FIXED_PRICE and BUNDLE
     * (`domain/money/promotion-kinds.ts`).
     */
    amount: agorot('amount').notNull().default(0),
    /** Scope (uuids) and further terms of the kind. */
    terms: jsonb('terms').$type<SaleTerms>().notNull().default({}),
    minSumAgorot: agorot('min_sum_agorot'),
    minQuantity: integer('min_quantity'),
    startsAt: moment('starts_at'),
    endsAt: moment('ends_at'),
    usesLimit: integer('uses_limit'),
    usesPerCustomer: integer('uses_per_customer'),
    uses: integer('uses').notNull().default(0),
    /** Applies only where no promotion has applied before it, and none applies after it. */
    exclusive: boolean('exclusive').notNull().default(false),
    /** The highest applies first; equal ones by name (`byPriority` of `domain/money/apply-promotions.ts`). */
    priority: integer('priority').notNull().default(0),
    byCoupon: boolean('by_coupon').notNull().default(false),
    active: boolean('active').notNull().default(true),
    origin: rowOrigin('origin').notNull().default('OPERATOR'),
    createdAt: createdAt(),
  },
  (t) => [unique().on(t.storeUid, t.name), check('sales_uses_not_negative', sql`${t.uses} >= 0`)],
);

export const coupons = pgTable(
  'coupons',
  {
    uuid: id(),
    storeUid: uuid('store_uid')
      .notNull()
      .references(() => stores.uuid, { onDelete: 'cascade' }),
    saleUid: uuid('sale_uid')
      .notNull()
      .references(() => sales.uuid, { onDelete: 'cascade' }),
    /** As shown to shoppers; compared case-insensitively. */
    code: text('code').notNull(),
    /**
     * The only customer who may use the code; `null`: anyone. Only SQL sets it, no call or import. A foreign key has
     * nothing to do: customers' rows are deleted with their store only, and `server/privacy/erase.ts` clears the column
     * and uses up the code.
     */
    customerUid: uuid('customer_uid'),
    /** Limit of this code; the promotion has its own. */
    usesLimit: integer('uses_limit'),
    uses: integer('uses').notNull().default(0),
    origin: rowOrigin('origin').notNull().default('OPERATOR'),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.saleUid),
    uniqueIndex('coupons_code_idx').on(t.storeUid, sql`upper(${t.code})`),
    check('coupons_uses_not_negative', sql`${t.uses} >= 0`),
  ],
);
