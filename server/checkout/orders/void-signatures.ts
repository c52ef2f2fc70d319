import type { Db } from '#db/client.ts';
import { handoverSteps, orderLines, orders, products } from '#db/schema/index.ts';
import { and, asc, eq, gt, isNotNull, sql } from '#db/sql.ts';
import { type NotifyTools, notifyOrder } from './notify-order.ts';
import { returnedPieces } from './returned-pieces.ts';

const REPLACED = 'הרכב בהזמנה הוחלף';
export const GIVEN_BACK = 'אחד מכלי הרכב בהזמנה הוחזר';

/** The vehicles of an order that weren't given back, as a signed paper names them (`signTask`): one a line. */
export async function signedVehicles(tx: Db, orderUid: string): Promise<string> {
  const lines = await tx
    .select({ name: orderLines.name })
    .from(orderLines)
    .innerJoin(products, and(eq(products.uuid, orderLines.productUid), eq(products.kind, 'VEHICLE')))
    .where(and(eq(orderLines.orderUid, orderUid), gt(orderLines.quantity, returnedPieces(sql`${orderLines.uuid}`))))
    .orderBy(asc(orderLines.name));
  return lines.map(({ name }) => name).join('\n');
}

/** What was signed for vehicles that an order hasn't any more is signed anew. @returns the titles of those tasks */
export async function voidSignatures(tx: Db, orderUid: string, at: Date, reason = REPLACED): Promise<string[]> {
  const voided = await tx
    .update(handoverSteps)
    .set({ doneAt: null, doneByUid: null, refusedAt: at, refusal: reason })
    .where(
      and(eq(handoverSteps.orderUid, orderUid), eq(handoverSteps.task, 'signature'), isNotNull(handoverSteps.sentAt)),
    )
    .returning({ title: handoverSteps.title });
  return voided.map(({ title }) => title);
}

/** Asks the buyer for those signatures again. */
export async function askToSignAgain(
  tools: NotifyTools,
  tx: Db,
  orderUid: string,
  titles: string[],
  reason = REPLACED,
): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.uuid, orderUid));
  if (order && titles.length > 0) await notifyOrder(tools, tx, order, 'paper_refused', { tasks: { titles, reason } });
}
