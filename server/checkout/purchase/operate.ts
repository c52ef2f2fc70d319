import { eq } from 'drizzle-orm';
import type { OrderStatus } from '#contract/checkout/orders.ts';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { SetupError } from '#db/setup-error.ts';
import type { OrderEvent } from '../../notifications/order-texts.ts';
import { record } from '../orders/history.ts';
import { type Teller, tellOrder } from '../orders/notify-order.ts';
import { returnStock } from '../orders/stock.ts';
import { canMove, goodsHere, nextStatus } from '../orders/transitions.ts';
import { returnUses } from '../pricing/uses.ts';

type Order = typeof orders.$inferSelect;
export type Operator = { actor: string; reason: string };
/** `pending`: the order is let go by the next turn of the job, unless the gateway says that it was paid. */
export type Moved = { from: OrderStatus; to: OrderStatus; pending: boolean };

/** What the customer hears of a stage. Where goods are fetched they are not on their way, they wait. */
function newsOf(order: Order, to: OrderStatus): OrderEvent | null {
  if (to === 'delivery_in_process') return order.branchUid ? 'ready' : 'on_the_way';
  return to === 'accepted' || to === 'in_process' || to === 'provided' ? to : null;
}

/** Moves an order one stage on and tells the customer. @throws SetupError when it can't go on. */
export async function advanceOrder(tools: Teller, tx: Db, uuid: string, { actor, reason }: Operator): Promise<Moved> {
  const order = await lockOrder(tx, uuid);
  const to = nextStatus(order.status);
  if (!to) throw new SetupError(`Order ${order.number} is ${order.status}: there is no stage after that.`);
  if (order.status === 'payment' && order.dueAgorot > 0)
    throw new SetupError(
      `Order ${order.number} waits for a payment online; it is accepted once the gateway confirms it.`,
    );
  await tx.update(orders).set({ status: to, holdUntil: null }).where(eq(orders.uuid, uuid));
  await record(tx, uuid, [{ field: 'status', from: order.status, to, actor, reason }]);
  const news = newsOf(order, to);
  if (news) await tellOrder(tools, tx, order, news);
  return { from: order.status, to, pending: false };
}

/**
 * Cancels an order: coupon uses return, and goods that are still in the house; the customer is told. Money that was paid stays where it is until
 * `orders refund`. One that is still being paid only loses its hold: a shopper may be typing in a card at this moment, so
 * the job asks the gateway first. @throws SetupError
 */
export async function cancelOrder(tools: Teller, tx: Db, uuid: string, { actor, reason }: Operator): Promise<Moved> {
  const order = await lockOrder(tx, uuid);
  const from = order.status;
  if (!canMove(from, 'cancelled'))
    throw new SetupError(`Order ${order.number} is ${from}: it can't be cancelled any more.`);
  if (from === 'payment' && order.dueAgorot > 0) {
    if (!order.holdUntil)
      throw new SetupError(`The payment of order ${order.number} is in doubt: settle it first (\`reviews list\`).`);
    const now = tools.now();
    await tx.update(orders).set({ holdUntil: now }).where(eq(orders.uuid, uuid));
    await record(tx, uuid, [
      { field: 'hold', from: order.holdUntil.toISOString(), to: now.toISOString(), actor, reason },
    ]);
    return { from, to: 'cancelled', pending: true };
  }
  if (goodsHere(order)) await returnStock(tx, uuid);
  await returnUses(tx, uuid);
  await tx.update(orders).set({ status: 'cancelled', holdUntil: null, stockHeld: false }).where(eq(orders.uuid, uuid));
  await record(tx, uuid, [{ field: 'status', from, to: 'cancelled', actor, reason }]);
  await tellOrder(tools, tx, order, 'cancelled');
  return { from, to: 'cancelled', pending: false };
}

async function lockOrder(tx: Db, uuid: string): Promise<Order> {
  const [order] = await tx.select().from(orders).where(eq(orders.uuid, uuid)).for('update');
  if (!order) throw new SetupError(`There is no order ${uuid}.`);
  return order;
}
