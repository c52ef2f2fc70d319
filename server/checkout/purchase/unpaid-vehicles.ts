import { and, eq, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, products } from '#db/schema/index.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { AT_ONE_TIME } from '../../platform/limit-policies.ts';
import type { Calculation } from '../pricing/calc-cart.ts';

/**
 * Caps the vehicles that an order with nothing due online would hold, together with those that the phone's other such orders hold
 * already: unpaid ones, and free ones that nobody has taken up yet. To be asked with the orderers locked. @throws ONE_VEHICLE
 */
export async function limitUnpaidVehicles(
  ctx: RequestContext,
  db: Db,
  phone: string,
  { lines }: Calculation,
): Promise<void> {
  const wanted = lines
    .filter(({ variant }) => variant.kind === 'VEHICLE')
    .reduce((sum, { quantity }) => sum + quantity, 0);
  if (wanted === 0) return;
  const [held] = await db
    .select({ vehicles: sql<number>`coalesce(sum(${orderLines.quantity}), 0)::int` })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderUid, orders.uuid))
    .innerJoin(products, and(eq(products.uuid, orderLines.productUid), eq(products.kind, 'VEHICLE')))
    .where(
      and(
        eq(orders.storeUid, ctx.store.uuid),
        eq(orders.phone, phone),
        eq(orders.dueAgorot, 0),
        or(eq(orders.status, 'payment'), and(eq(orders.status, 'accepted'), eq(orders.totalAgorot, 0))),
      ),
    );
  if (wanted + (held?.vehicles ?? 0) > AT_ONE_TIME.unpaidVehicles) throw refuse('ONE_VEHICLE');
}
