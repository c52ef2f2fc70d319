import type { Db } from '#db/client.ts';
import { orderLines, orders, products } from '#db/schema/index.ts';
import { and, eq, inArray, or, sql } from '#db/sql.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { AT_ONE_TIME } from '../../platform/limit-policies.ts';
import type { Calculation } from '../pricing/calc-cart.ts';

/**
 * Caps what a phone holds by orders with nothing due online: unpaid orders, and free ones that are not in process yet.
 * Call it with `lockNamesOf` locked. @throws ONE_VEHICLE, TOO_MANY_UNPAID
 */
export async function limitUnpaidGoods(
  ctx: RequestContext,
  db: Db,
  phone: string,
  { lines }: Calculation,
): Promise<void> {
  const piecesOf = (some: Calculation['lines']) => some.reduce((sum, { quantity }) => sum + quantity, 0);
  const vehicles = piecesOf(lines.filter(({ variant }) => variant.kind === 'VEHICLE'));
  const others = piecesOf(lines) - vehicles;
  const isVehicle = sql`${products.kind} is not distinct from 'VEHICLE'`;
  const [held] = await db
    .select({
      vehicles: sql<number>`coalesce(sum(${orderLines.quantity}) filter (where ${isVehicle}), 0)::int`,
      others: sql<number>`coalesce(sum(${orderLines.quantity}) filter (where not ${isVehicle}), 0)::int`,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderUid, orders.uuid))
    // A product may be gone since.
    .leftJoin(products, eq(products.uuid, orderLines.productUid))
    .where(
      and(
        // Brands sell the same goods of one company.
        inArray(orders.storeUid, sql`(select s.uuid from stores s where s.company_uid = ${ctx.store.companyUid})`),
        eq(orders.phone, phone),
        eq(orders.dueAgorot, 0),
        or(eq(orders.status, 'payment'), and(eq(orders.status, 'accepted'), eq(orders.totalAgorot, 0))),
      ),
    );
  if (vehicles > 0 && vehicles + (held?.vehicles ?? 0) > AT_ONE_TIME.unpaidVehicles) throw refuse('ONE_VEHICLE');
  if (others > 0 && others + (held?.others ?? 0) > AT_ONE_TIME.unpaidPieces) throw refuse('TOO_MANY_UNPAID');
}
