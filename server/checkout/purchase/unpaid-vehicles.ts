import type { Db } from '#db/client.ts';
import { orderLines, orders, products } from '#db/schema/index.ts';
import { and, eq, inArray, or, sql } from '#db/sql.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { AT_ONE_TIME } from '../../platform/limit-policies.ts';
import type { Calculation } from '../pricing/calc-cart.ts';

/**
 * Caps the vehicles that a phone holds by orders with nothing due online: unpaid orders, and free ones that are not in process yet.
 * Call it with `lockNamesOf` locked. @throws ONE_VEHICLE
 */
export async function limitUnpaidVehicles(
  ctx: RequestContext,
  db: Db,
  phone: string,
  { lines }: Calculation,
): Promise<void> {
  const ordered = lines
    .filter(({ variant }) => variant.kind === 'VEHICLE')
    .reduce((sum, { quantity }) => sum + quantity, 0);
  if (ordered === 0) return;
  const [unpaid] = await db
    .select({ vehicles: sql<number>`coalesce(sum(${orderLines.quantity}), 0)::int` })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderUid, orders.uuid))
    .innerJoin(products, and(eq(products.uuid, orderLines.productUid), eq(products.kind, 'VEHICLE')))
    .where(
      and(
        // Brands sell the same goods of one company.
        inArray(orders.storeUid, sql`(select s.uuid from stores s where s.company_uid = ${ctx.store.companyUid})`),
        eq(orders.phone, phone),
        eq(orders.dueAgorot, 0),
        or(eq(orders.status, 'payment'), and(eq(orders.status, 'accepted'), eq(orders.totalAgorot, 0))),
      ),
    );
  if (ordered + (unpaid?.vehicles ?? 0) > AT_ONE_TIME.unpaidVehicles) throw refuse('ONE_VEHICLE');
}
