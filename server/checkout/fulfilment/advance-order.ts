import type { Db } from '#db/client.ts';
import { RuleRefusal } from '#db/operator-error.ts';
import { type OrderRow, orders, payments } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import type { OrderEvent } from '#domain/orders/order-texts.ts';
import type { OrderStatus } from '#domain/orders/states.ts';
import { canMove, hasReturnableStock, nextStatus } from '#domain/orders/transitions.ts';
import { paysOrder } from '../orders/balance.ts';
import { closeNotices } from '../orders/cancellation-notices.ts';
import { record } from '../orders/history.ts';
import { lockOrder, orderUnknown } from '../orders/lock-order.ts';
import { isOwed, moneyOf, type NotifyTools, notifyOrder } from '../orders/notify-order.ts';
import { isAllReturned } from '../orders/returned-pieces.ts';
import { releaseStock } from '../orders/stock.ts';
import { captureBegun, captureUnanswered } from '../payments/capture-deposit.ts';
import { returnUses } from '../pricing/promotion-uses.ts';
import { refuseToHandOver, refuseToSend } from './checklist.ts';

export type Operator = { actor: string; reason: string };
/** `pending`: the next run of the job cancels the order, unless the gateway says that it was paid. */
export type Moved = { from: OrderStatus; to: OrderStatus; pending: boolean };

/** The notification of a stage. Goods that are picked up wait at the branch instead of being on their way. */
function eventOf(order: OrderRow, to: OrderStatus): OrderEvent | null {
  if (to === 'delivery_in_process') return order.branchUid ? 'ready' : 'on_the_way';
  return to === 'accepted' || to === 'in_process' || to === 'provided' ? to : null;
}

/**
 * Moves an order to the next stage and notifies the customer. `expected`: the stage that it is meant for, so that a
 * second call doesn't move it on. @throws RuleRefusal where there is none, or another one
 */
export async function advanceOrder(
  tools: NotifyTools,
  tx: Db,
  uuid: string,
  { actor, reason, expected }: Operator & { expected?: OrderStatus | undefined },
): Promise<Moved> {
  const order = await lockKnown(tx, uuid);
  const to = nextStatus(order.status);
  if (!to)
    throw new RuleRefusal(
      `Order ${order.number} is ${order.status}: there is no stage after that.`,
      'אין להזמנה שלב נוסף',
    );
  if (expected && to !== expected)
    throw new RuleRefusal(
      `Order ${order.number} is ${order.status}: the stage after that is ${to}, not ${expected}.`,
      'ההזמנה כבר אינה בשלב הזה. רעננו את הדף ובדקו היכן היא',
    );
  if (order.status === 'payment' && order.dueAgorot > 0)
    throw new RuleRefusal(
      `Order ${order.number} waits for a payment online; it is accepted once the gateway confirms it.`,
      'ההזמנה מחכה לתשלום, ותתקדם כשיאושר',
    );
  await refuseReturned(tx, order);
  const event = eventOf(order, to);
  if (event === 'on_the_way') await refuseToSend(tx, order);
  if (event === 'provided') await refuseToHandOver(tx, order);
  await tx.update(orders).set({ status: to, holdUntil: null }).where(eq(orders.uuid, uuid));
  await record(tx, uuid, [{ field: 'status', from: order.status, to, actor, reason }]);
  if (event) await notifyOrder(tools, tx, order, event);
  return { from: order.status, to, pending: false };
}

/** @throws RuleRefusal where every piece was given back: there is nothing to prepare or to hand over */
async function refuseReturned(tx: Db, { uuid, number }: OrderRow): Promise<void> {
  const { rows } = await tx.execute<{ returned: boolean }>(
    sql`select ${isAllReturned(sql`${uuid}::uuid`)} as returned`,
  );
  if (rows[0]?.returned)
    throw new RuleRefusal(
      `All pieces of order ${number} were refunded: cancel it instead.`,
      'כל הפריטים של ההזמנה זוכו: סגרו אותה בביטול',
    );
}

/**
 * Cancels an order: returns uses and, unless a courier or the buyer has them, goods; notifies the customer. Paid money
 * stays until `orders refund`. An order that waits for an online payment only loses its hold: its shopper may be typing
 * in a card at this moment, so the job asks the gateway first. One that was handed over is cancelled only where nothing
 * of it is left to be refunded, as of a financed one. @throws RuleRefusal
 */
export async function cancelOrder(
  tools: NotifyTools,
  tx: Db,
  uuid: string,
  { actor, reason }: Operator,
): Promise<Moved> {
  const order = await lockKnown(tx, uuid);
  const from = order.status;
  if (!canMove(from, 'cancelled'))
    throw new RuleRefusal(
      `Order ${order.number} is ${from}: it can't be cancelled any more.`,
      'כבר אי אפשר לבטל את ההזמנה',
    );
  if (from === 'provided' && (await moneyOf(tx, uuid)).paid)
    throw new RuleRefusal(
      `Order ${order.number} was handed over, and money of it is here: refund it instead.`,
      'ההזמנה נמסרה, ויש בה כסף שלא הוחזר: במקום לבטל בצעו זיכוי',
    );
  if (from === 'payment' && order.dueAgorot > 0) {
    if (!order.holdUntil)
      throw new RuleRefusal(
        `The payment of order ${order.number} is in doubt: settle it first (\`reviews list\`).`,
        'התשלום של ההזמנה בבירור. הכריעו בו קודם בפאנל התשלומים',
      );
    const now = tools.now();
    await tx.update(orders).set({ holdUntil: now }).where(eq(orders.uuid, uuid));
    await record(tx, uuid, [
      { field: 'hold', from: order.holdUntil.toISOString(), to: now.toISOString(), actor, reason },
    ]);
    return { from, to: 'cancelled', pending: true };
  }
  await refuseBegunCapture(tx, order);
  const stockHeld = hasReturnableStock(order) ? await releaseStock(tx, order) : order.stockHeld;
  await returnUses(tx, uuid);
  // Nothing came, and none is waited for any more.
  const isUnpaid = order.paymentStatus === 'pending';
  await tx
    .update(orders)
    .set({ status: 'cancelled', holdUntil: null, stockHeld, ...(isUnpaid && { paymentStatus: 'cancelled' }) })
    .where(eq(orders.uuid, uuid));
  await record(tx, uuid, [
    { field: 'status', from, to: 'cancelled', actor, reason },
    ...(isUnpaid
      ? [{ field: 'payment_status' as const, from: order.paymentStatus, to: 'cancelled', actor, reason }]
      : []),
  ]);
  await notifyOrder(tools, tx, order, 'cancelled');
  // Money that is here still has to go back; the refund closes them then.
  if (!(await isOwed(tx, uuid))) await closeNotices(tx, uuid, tools.now());
  return { from, to: 'cancelled', pending: false };
}

/**
 * Of a cancelled order nothing is captured any more, nor is a sum released that may have been. @throws RuleRefusal
 */
async function refuseBegunCapture(tx: Db, { uuid, number }: OrderRow): Promise<void> {
  const held = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderUid, uuid), eq(payments.status, 'authorised')));
  const begun = held.some(paysOrder) ? await captureBegun(tx, uuid) : null;
  if (begun !== null) throw captureUnanswered(begun, `what is held for order ${number}`);
}

async function lockKnown(tx: Db, uuid: string): Promise<OrderRow> {
  const order = await lockOrder(tx, uuid);
  if (!order) throw orderUnknown(uuid);
  return order;
}
