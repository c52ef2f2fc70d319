import type { Db } from '#db/client.ts';
import {
  type OrderRow,
  orderLines,
  orders,
  type PaymentRow,
  payments,
  refundLines,
  refunds,
} from '#db/schema/index.ts';
import { and, eq, inArray, sql } from '#db/sql.ts';
import { isBeingHandled } from '#domain/orders/states.ts';
import { hasReturnableStock } from '#domain/orders/transitions.ts';
import type { GatewayDocument } from '../../providers/payment/provider.ts';
import { issueCredit } from '../documents/issue.ts';
import { onlineMoney, paysOrder } from '../orders/balance.ts';
import { closeNotices } from '../orders/cancellation-notices.ts';
import { record } from '../orders/history.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { isOwed, notifyOrder } from '../orders/notify-order.ts';
import { type Piece, putBack, releaseStock } from '../orders/stock.ts';
import { askToSignAgain, GIVEN_BACK, signedVehicles, voidSignatures } from '../orders/void-signatures.ts';
import { returnUses } from '../pricing/promotion-uses.ts';
import { notifyRefund } from './notify-refund.ts';
import { documentOf } from './payment-document.ts';
import type { Refund } from './record-refund.ts';
import { refundedPieces, releaseRefunded } from './refund-lines.ts';
import type { Tools } from './settle.ts';
import { isHeld } from './take-payment.ts';

/** Records a refund that was carried out: updates payment, order and stock, and notifies the buyer. */
export async function finishRefund(
  tools: Tools,
  refund: Refund,
  done: { reference: string | null; document: GatewayDocument | null },
): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const [unlocked] = await tx.select().from(payments).where(eq(payments.uuid, refund.paymentUid));
    const order = unlocked && (await lockOrder(tx, unlocked.orderUid));
    if (!order) return;
    const vehicles = await signedVehicles(tx, order.uuid);
    const [before] = await tx.select({ status: refunds.status }).from(refunds).where(eq(refunds.uuid, refund.uuid));
    const finished = await tx
      .update(refunds)
      .set({ status: 'done', settledAt: tools.now(), error: null, ...done })
      .where(and(eq(refunds.uuid, refund.uuid), inArray(refunds.status, ['asked', 'unknown'])))
      .returning({ uuid: refunds.uuid });
    const [payment] = await tx.select().from(payments).where(eq(payments.uuid, refund.paymentUid)).for('update');
    if (!payment || !before || finished.length === 0) return;
    const released = isHeld(payment);
    // A hold that was released is no longer money of the order.
    const held = released ? await onlineMoney(tx, order.uuid) : null;
    await tx
      .update(payments)
      .set(afterRefund(payment, released ? 'released' : refund.amountAgorot, tools.now()))
      .where(eq(payments.uuid, payment.uuid));
    const pieces = await releaseRefunded(tx, order, refund.uuid, tools.now());
    const over = await settleOrder(tx, order, refund, { pieces, held, pays: paysOrder(payment) });
    const isEnded = over || order.status === 'cancelled' || !(await hasPieces(tx, order));
    if (isEnded && !(await isOwed(tx, order.uuid))) await closeNotices(tx, order.uuid, tools.now());
    if (!over) await signAgain(tools, tx, order, vehicles);
    if (released) await notifyOrder(tools, tx, order, 'released', { agorot: refund.amountAgorot });
    else await notifyRefund(tools, tx, order, { ...refund, before: before.status });
    if (!released)
      await issueCredit(tools, tx, order, payment, {
        agorot: refund.amountAgorot,
        gateway: documentOf(payment, done.document),
        at: tools.now(),
      });
  });
}

/** What was signed for a vehicle that went back is signed anew for those that are left. `vehicles`: those of before. */
async function signAgain(tools: Tools, tx: Db, { uuid, status }: OrderRow, vehicles: string): Promise<void> {
  const left = await signedVehicles(tx, uuid);
  if (!isBeingHandled(status) || left === '' || left === vehicles) return;
  const titles = await voidSignatures(tx, uuid, tools.now(), GIVEN_BACK);
  await askToSignAgain(tools, tx, uuid, titles, GIVEN_BACK);
}

/** What the payment is after a hold of it was released, or so many agorot of it were given back. */
function afterRefund(payment: PaymentRow, back: 'released' | number, now: Date): Partial<PaymentRow> {
  const refundedAgorot = payment.refundedAgorot + (back === 'released' ? 0 : back);
  const whole = refundedAgorot >= (payment.takenAgorot ?? payment.amountAgorot);
  return {
    status: back === 'released' ? 'cancelled' : whole ? 'refunded' : 'partly_refunded',
    refundedAgorot,
    ...((whole || back === 'released') && !paysOrder(payment) && { reviewResolvedAt: now }),
  };
}

type Back = { pieces: Piece[]; held: Awaited<ReturnType<typeof onlineMoney>> | null; pays: boolean };

/**
 * Updates the order from all its payments; one with no money left ends as `refunded`, unless an edit left nothing to be
 * paid or a lender pays for it. `pieces` go back to stock either way. @returns whether it ends. `held`: the order's
 * money before a hold of it was released. `pays`: what goes back had paid the order.
 */
async function settleOrder(tx: Db, order: OrderRow, refund: Refund, { pieces, held, pays }: Back): Promise<boolean> {
  const all = await tx.select().from(payments).where(eq(payments.orderUid, order.uuid));
  const paymentStatus = statusOf(all);
  // Of what isn't for pieces, what an edit has made too much goes back first; then nothing of it is due again.
  const { due, taken } = held ?? (await onlineMoney(tx, order.uuid));
  const excess = pays ? Math.min(Math.max(0, taken - due), refund.amountAgorot - (await ofPieces(tx, refund))) : 0;
  const isNoneLeft = paymentStatus === 'refunded' || paymentStatus === 'cancelled';
  // What a lender pays for was never paid here: such an order ends by being cancelled.
  const goesOn =
    order.paymentMethod === 'financing' || (excess === refund.amountAgorot && (await hasPieces(tx, order)));
  const over = isNoneLeft && !goesOn;
  let { stockHeld } = order;
  if (over && hasReturnableStock(order)) stockHeld = await releaseStock(tx, order, pieces);
  else await putBack(tx, order.uuid, pieces);
  // A cancelled order has given them back already.
  if (over && !['cancelled', 'refunded'].includes(order.status)) await returnUses(tx, order.uuid);
  await tx
    .update(orders)
    .set({
      paymentStatus,
      stockHeld,
      ...(over && { status: 'refunded', holdUntil: null }),
      ...(excess > 0 &&
        !held && {
          dueAgorot: order.dueAgorot + excess,
          surplusRefundedAgorot: order.surplusRefundedAgorot + excess,
        }),
    })
    .where(eq(orders.uuid, order.uuid));
  const by = { actor: refund.actor, reason: refund.reason };
  if (paymentStatus !== order.paymentStatus)
    await record(tx, order.uuid, [{ field: 'payment_status', from: order.paymentStatus, to: paymentStatus, ...by }]);
  if (over && order.status !== 'refunded')
    await record(tx, order.uuid, [{ field: 'status', from: order.status, to: 'refunded', ...by }]);
  return over;
}

/** Agorot of a refund that are for pieces. */
async function ofPieces(tx: Db, { uuid }: Refund): Promise<number> {
  const [sum] = await tx
    .select({ agorot: sql<number>`coalesce(sum(${refundLines.amountAgorot}), 0)::float8` })
    .from(refundLines)
    .where(eq(refundLines.refundUid, uuid));
  return sum?.agorot ?? 0;
}

/** Whether the buyer has, or gets, any piece whose money didn't go back. */
async function hasPieces(tx: Db, { uuid }: OrderRow): Promise<boolean> {
  const sold = await tx.select().from(orderLines).where(eq(orderLines.orderUid, uuid));
  const gone = await refundedPieces(tx, uuid);
  return sold.some((line) => line.quantity > (gone.get(line.uuid)?.pieces ?? 0));
}

/** The first of this list that any of the payments has; money whose doubt was closed is no longer here. */
function statusOf(all: PaymentRow[]): PaymentRow['status'] {
  const precedence = ['paid', 'partly_refunded', 'authorised', 'refunded', 'cancelled'] as const;
  const here = all.filter(({ reviewOutcome }) => reviewOutcome !== 'closed');
  return precedence.find((status) => here.some((payment) => payment.status === status)) ?? 'cancelled';
}
