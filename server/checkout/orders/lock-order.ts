import type { Db } from '#db/client.ts';
import { RuleRefusal } from '#db/operator-error.ts';
import { type OrderRow, orders } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { isBeingHandled } from '#domain/orders/states.ts';
import { refuse } from '../../platform/errors.ts';

export const orderUnknown = (uuid: string) => new RuleRefusal(`There is no order ${uuid}.`, 'ההזמנה לא נמצאה');

/** Locks an order, before anything of it: its payments, refunds and lines. */
export async function lockOrder(tx: Db, uuid: string): Promise<OrderRow | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.uuid, uuid)).for('update');
  return order;
}

/**
 * Locks an order that is being handled: before and afterwards its papers and numbers are a record. @throws NOT_POSSIBLE
 */
export async function lockHandled(tx: Db, uuid: string): Promise<OrderRow> {
  const order = await lockOrder(tx, uuid);
  if (!order) throw refuse('NOT_FOUND');
  if (!isBeingHandled(order.status)) throw refuse('NOT_POSSIBLE', { message: 'ההזמנה אינה בטיפול' });
  return order;
}
