import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { coupons, orderDiscounts, sales } from '#db/schema/index.ts';
import type { AppliedSale } from '#domain/money/promotions.ts';
import type { RequestContext } from '../../context.ts';
import { type Buyer, usedBy } from './sales.ts';

/** Whether whoever orders has not used up what each customer gets only so often. To be asked with the orderers locked. */
export async function isWithinPersonalLimits(
  ctx: RequestContext,
  db: Db,
  { applied, ...buyer }: { applied: AppliedSale[] } & Buyer,
): Promise<boolean> {
  const personal = applied.flatMap(({ sale }) => (sale.usesPerCustomer === null ? [] : [sale]));
  if (personal.length === 0) return true;
  const used = await usedBy(
    { ...ctx, db },
    buyer,
    personal.map(({ uuid }) => uuid),
  );
  return personal.every(({ uuid, usesPerCustomer }) => (used.get(uuid) ?? 0) < (usesPerCustomer ?? 0));
}

/** Gives back what an order that ends unpaid has counted. */
export const returnUses = (tx: Db, orderUid: string): Promise<void> => change(tx, orderUid, -1);

/** An order that is paid after its end counts again, over a limit too: the shopper has paid the price with the discount. */
export const countAgain = (tx: Db, orderUid: string): Promise<void> => change(tx, orderUid, 1);

async function change(tx: Db, orderUid: string, by: 1 | -1): Promise<void> {
  const used = await tx
    .select({ sale: orderDiscounts.saleUid, coupon: orderDiscounts.couponUid })
    .from(orderDiscounts)
    .where(eq(orderDiscounts.orderUid, orderUid));
  const saleUids = used.flatMap(({ sale }) => sale ?? []);
  const couponUids = used.flatMap(({ coupon }) => coupon ?? []);
  await lock(tx, saleUids, couponUids);
  if (saleUids.length > 0)
    await tx
      .update(sales)
      .set({ uses: sql`greatest(0, ${sales.uses} + ${by})` })
      .where(inArray(sales.uuid, saleUids));
  if (couponUids.length > 0)
    await tx
      .update(coupons)
      .set({ uses: sql`greatest(0, ${coupons.uses} + ${by})` })
      .where(inArray(coupons.uuid, couponUids));
}

/** Sales first, then coupons, each by uuid: two orders can't deadlock. */
async function lock(tx: Db, saleUids: string[], couponUids: string[]): Promise<void> {
  if (saleUids.length > 1)
    await tx
      .select({ uuid: sales.uuid })
      .from(sales)
      .where(inArray(sales.uuid, saleUids))
      .orderBy(asc(sales.uuid))
      .for('no key update');
  if (couponUids.length > 1)
    await tx
      .select({ uuid: coupons.uuid })
      .from(coupons)
      .where(inArray(coupons.uuid, couponUids))
      .orderBy(asc(coupons.uuid))
      .for('no key update');
}
