import type { Db } from '#db/client.ts';
import { handoverSteps, orderLines, orders, products } from '#db/schema/index.ts';
import { and, eq, isNotNull } from '#db/sql.ts';
import { type NotifyTools, notifyOrder } from '../../orders/notify-order.ts';

const REPLACED = 'הרכב בהזמנה הוחלף';

/** The vehicles of an order as a signed paper names them (`signTask`). */
export async function signedVehicles(tx: Db, orderUid: string): Promise<string> {
  const lines = await tx
    .select({ name: orderLines.name })
    .from(orderLines)
    .innerJoin(products, and(eq(products.uuid, orderLines.productUid), eq(products.kind, 'VEHICLE')))
    .where(eq(orderLines.orderUid, orderUid));
  const names = lines.map(({ name }) => name);
  return names.sort().join('\n');
}

/** What was signed for vehicles that an order hasn't any more is signed anew. @returns the titles of those tasks */
export async function voidSignatures(tx: Db, orderUid: string, at: Date): Promise<string[]> {
  const voided = await tx
    .update(handoverSteps)
    .set({ doneAt: null, doneByUid: null, refusedAt: at, refusal: REPLACED })
    .where(
      and(eq(handoverSteps.orderUid, orderUid), eq(handoverSteps.task, 'signature'), isNotNull(handoverSteps.sentAt)),
    )
    .returning({ title: handoverSteps.title });
  return voided.map(({ title }) => title);
}

/** Asks the buyer for those signatures again. */
export async function askToSignAgain(tools: NotifyTools, tx: Db, orderUid: string, titles: string[]): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.uuid, orderUid));
  if (order && titles.length > 0)
    await notifyOrder(tools, tx, order, 'paper_refused', { tasks: { titles, reason: REPLACED } });
}
