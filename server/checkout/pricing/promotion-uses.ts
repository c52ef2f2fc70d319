import type { Db } from '#db/client.ts';
import { violatedConstraint } from '#db/constraints.ts';
import { prepared } from '#db/prepared.ts';
import { coupons, orderDiscounts, sales } from '#db/schema/index.ts';
import { eq, type SQL, sql } from '#db/sql.ts';
import type { AppliedSale } from '#domain/money/apply-promotions.ts';
import type { RequestContext } from '../../context.ts';
import { type Buyer, usedBy } from './read-promotions.ts';

/** Sales and coupons that an order counts a use of. */
type Uses = { saleUids: string[]; couponUids: string[] };

/** Whether the buyer has uses left of each sale with a limit per customer. Call it with `lockNamesOf` locked. */
export async function isWithinPersonalLimits(
  ctx: RequestContext,
  db: Db,
  { used: sales, ...buyer }: { used: AppliedSale[] } & Buyer,
): Promise<boolean> {
  const personal = sales.flatMap(({ sale }) => (sale.usesPerCustomer === null ? [] : [sale]));
  if (personal.length === 0) return true;
  const used = await usedBy(
    { ...ctx, db },
    buyer,
    personal.map(({ uuid }) => uuid),
  );
  return personal.every(({ uuid, usesPerCustomer }) => (used.get(uuid) ?? 0) < (usesPerCustomer ?? 0));
}

/** Whether `countUses` failed because a sale or coupon has no uses left. */
export const exceedsUses = (error: unknown): boolean =>
  ['sales_uses_not_negative', 'coupons_uses_not_negative'].includes(violatedConstraint(error) ?? '');

/**
 * Counts a use of each. @throws an error that `exceedsUses` recognises; the transaction is lost with it
 *
 * No CHECK can compare `uses` with `uses_limit`: operators may lower a limit below what was used, and `countAgain` goes
 * beyond it. So a use too many is written as -1, which the CHECK on `uses` refuses.
 */
export const countUses = (tx: Db, { saleUids, couponUids }: Uses): Promise<unknown>[] => [
  ...(saleUids.length > 0 ? [countSales(tx).execute({ uuids: saleUids })] : []),
  ...(couponUids.length > 0 ? [countCoupons(tx).execute({ uuids: couponUids })] : []),
];

const countQuery = (table: typeof sales | typeof coupons, name: string) =>
  prepared((db) =>
    change(
      db,
      table,
      sql.placeholder('uuids'),
      sql`case when ${table.usesLimit} is null or ${table.uses} < ${table.usesLimit} then ${table.uses} + 1 else -1 end`,
    ).prepare(name),
  );
const countSales = countQuery(sales, 'count_sales');
const countCoupons = countQuery(coupons, 'count_coupons');

/** Gives back what an order has counted that ends with nothing paid, or with all of it given back. */
export const returnUses = (tx: Db, orderUid: string): Promise<void> =>
  changeOfOrder(tx, orderUid, (uses) => sql`greatest(0, ${uses} - 1)`);

/**
 * Counts an order again that is paid after its end, beyond a limit too: the shopper has paid the price with the
 * discount.
 */
export const countAgain = (tx: Db, orderUid: string): Promise<void> =>
  changeOfOrder(tx, orderUid, (uses) => sql`${uses} + 1`);

async function changeOfOrder(
  tx: Db,
  orderUid: string,
  changed: (uses: typeof sales.uses | typeof coupons.uses) => SQL,
): Promise<void> {
  const counted = await tx
    .select({ sale: orderDiscounts.saleUid, coupon: orderDiscounts.couponUid })
    .from(orderDiscounts)
    .where(eq(orderDiscounts.orderUid, orderUid));
  const saleUids = counted.flatMap(({ sale }) => sale ?? []);
  const couponUids = counted.flatMap(({ coupon }) => coupon ?? []);
  if (saleUids.length > 0) await change(tx, sales, sql.param(saleUids), changed(sales.uses));
  if (couponUids.length > 0) await change(tx, coupons, sql.param(couponUids), changed(coupons.uses));
}

/** Sales before coupons, each sorted by uuid, so that two orders can't deadlock. */
function change(db: Db, table: typeof sales | typeof coupons, uuids: unknown, uses: SQL) {
  const locked = db
    .$with('locked')
    .as(
      db
        .select({ uuid: table.uuid })
        .from(table)
        .where(sql`${table.uuid} = any(${uuids})`)
        .orderBy(table.uuid)
        .for('no key update'),
    );
  return db.with(locked).update(table).set({ uses }).from(locked).where(eq(table.uuid, locked.uuid));
}
