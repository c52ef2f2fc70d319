import type { Db } from '#db/client.ts';
import { type OrderRow, orderHistory, orders, orderTradeIns, type PaymentRow, payments } from '#db/schema/index.ts';
import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from '#db/sql.ts';
import type { PaymentResult } from '../../providers/payment/provider.ts';
import { onlineMoney } from '../orders/balance.ts';
import { record } from '../orders/history.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { cancelNotification, notifyOrder } from '../orders/notify-order.ts';
import { isAllReturned } from '../orders/returned-pieces.ts';
import { creditedElsewhere } from '../orders/trade-in-usage.ts';
import { issuePaymentDocument } from './payment-document.ts';
import { recordRefund } from './record-refund.ts';
import type { Tools } from './settle.ts';
import { takeAgain } from './take-goods-again.ts';

/**
 * Statuses that a payment can still be paid from. A gateway may approve a page after it reported a decline; the
 * approval counts.
 */
export const UNPAID: PaymentRow['status'][] = ['pending', 'failed', 'cancelled'];

export const ONLY_HELD = 'the gateway only held the sum';
export const CHARGED = 'the gateway charged what was only to be held';
export const CHANGED_SINCE = 'the order was changed since the page was opened, and another sum is due';

type Doubted = Pick<PaymentRow, 'status' | 'takenAs' | 'reviewReason'>;

/**
 * Whether the gateway held or charged the money. Without `taken_as` the reason may say so; `null`: it isn't recorded.
 */
export function howTaken({ status, takenAs, reviewReason }: Doubted): 'hold' | 'sale' | null {
  if (!UNPAID.includes(status)) return status === 'authorised' ? 'hold' : 'sale';
  if (takenAs) return takenAs === 'hold' ? 'hold' : 'sale';
  return reviewReason === ONLY_HELD ? 'hold' : reviewReason === CHARGED ? 'sale' : null;
}

/** Whether its money is only held on the card, so that there is nothing to refund. */
export const isHeld = (payment: Doubted): boolean => howTaken(payment) === 'hold';

/** Pages of an order that may have been paid: the open one, and declined ones that still accept another card. */
export const openPages = (db: Db, orderUid: string): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.orderUid, orderUid),
        inArray(payments.status, UNPAID),
        isNotNull(payments.providerRef),
        or(eq(payments.status, 'pending'), isNotNull(payments.nextCheckAt)),
      ),
    );

/** Whether any payment of the order is in doubt. Then it takes no further payment. */
export async function hasPaymentInDoubt(db: Db, orderUid: string): Promise<boolean> {
  const [doubted] = await db
    .select({ uuid: payments.uuid })
    .from(payments)
    .where(and(eq(payments.orderUid, orderUid), isNotNull(payments.reviewReason), isNull(payments.reviewResolvedAt)))
    .limit(1);
  return doubted !== undefined;
}

/**
 * Records a payment whose answer was accepted. Pays the order, or plans a refund where the order can't use the money.
 * @returns false, and records nothing, where the order waits for another sum: a page that was left may be paid long
 * after
 */
export async function takePayment(
  tools: Tools,
  payment: PaymentRow,
  result: PaymentResult,
  actor: string,
): Promise<boolean> {
  return tools.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderUid);
    const waits = order && !order.paidAt && ['payment', 'cancelled'].includes(order.status) && !isWithoutLender(order);
    if (waits && order.dueAgorot !== payment.amountAgorot) return false;
    await keepPayment(tools, tx, order, { payment, result, actor });
    return true;
  });
}

type Taken = { payment: PaymentRow; result: PaymentResult; actor: string };

async function keepPayment(tools: Tools, tx: Db, order: OrderRow | undefined, taken: Taken): Promise<void> {
  const { payment, result, actor } = taken;
  const status = result.state === 'held' ? 'authorised' : 'paid';
  const [settled] = await tx
    .update(payments)
    .set({
      status,
      transactionId: result.transactionId,
      approvalNumber: result.approvalNumber,
      wallet: result.wallet,
      last4: result.last4,
      cardBrand: result.cardBrand,
      paymentsCount: result.paymentsCount,
      document: result.document,
      settledAt: tools.now(),
      nextCheckAt: null,
      // Of an earlier answer on this page, whose doubt was closed.
      ...{ reviewReason: null, reviewResolvedAt: null, reviewOutcome: null, takenAgorot: null, takenAs: null },
    })
    .where(and(eq(payments.uuid, payment.uuid), inArray(payments.status, UNPAID)))
    .returning();
  if (!order || !settled) return;
  if (status === 'paid' && (await paysBalance(tx, order, settled))) return takeBalance(tools, tx, order, settled);
  const refundReason = await refundReasonOf(tx, order, tools.now());
  if (!refundReason) return acceptOrder(tools, tx, order, settled, { actor });

  tools.log.error({ payment: payment.uuid, reason: refundReason }, 'payment is refunded');
  await tx.update(payments).set({ reviewReason: refundReason }).where(eq(payments.uuid, payment.uuid));
  await recordRefund(tx, payment, {
    amountAgorot: payment.amountAgorot,
    actor: 'job',
    reason: refundReason,
    at: tools.now(),
  });
  if (order.paidAt) return;
  await tx.update(orders).set({ paymentStatus: status, paidAt: tools.now() }).where(eq(orders.uuid, order.uuid));
  await record(tx, order.uuid, [
    { field: 'payment_status', from: order.paymentStatus, to: status, actor, reason: refundReason },
  ]);
}

/**
 * Why the order can't use the money; `null` when it can. An order whose hold had ended takes its goods again, if they
 * are there.
 */
async function refundReasonOf(tx: Db, order: OrderRow, at: Date): Promise<string | null> {
  if (order.paidAt || !['payment', 'cancelled'].includes(order.status))
    return (await hasAllReturned(tx, order.uuid)) ? 'paid after all of it went back' : 'paid twice';
  // The order of an erased person has no recipient, neither of goods nor of messages.
  if (order.phone === '') return 'paid after its person was erased';
  if (isWithoutLender(order)) return 'paid after it was cancelled';
  if (order.status === 'cancelled' && (await isCancelledByStaff(tx, order.uuid))) return 'paid after it was cancelled';
  if (await isCreditGone(tx, order, at)) return 'paid after its used vehicle was credited in another order';
  if (order.stockHeld || (await takeAgain(tx, order.uuid))) return null;
  return 'paid after the hold had ended, and the goods are gone';
}

/** Whether an order that had ended has a credit for a used vehicle that another order was given since. */
export async function isCreditGone(tx: Db, { uuid, status }: OrderRow, at: Date): Promise<boolean> {
  if (status !== 'cancelled') return false;
  const [credit] = await tx
    .select()
    .from(orderTradeIns)
    .where(and(eq(orderTradeIns.orderUid, uuid), eq(orderTradeIns.state, 'confirmed')));
  return credit !== undefined && creditedElsewhere(tx, credit, at);
}

/** A cancelled financed order: the lender no longer pays, and money that comes covers only what was added. */
export const isWithoutLender = (order: OrderRow): boolean =>
  order.status === 'cancelled' && order.paymentMethod === 'financing';

/** A late payment revives an order that expired or was abandoned; one that staff cancelled stays cancelled. */
async function isCancelledByStaff(tx: Db, orderUid: string): Promise<boolean> {
  const [ended] = await tx
    .select({ actor: orderHistory.actor })
    .from(orderHistory)
    .where(
      and(eq(orderHistory.orderUid, orderUid), eq(orderHistory.field, 'status'), eq(orderHistory.toValue, 'cancelled')),
    )
    .orderBy(desc(orderHistory.createdAt))
    .limit(1);
  return ended !== undefined && !['job', 'shopper'].includes(ended.actor);
}

/** Whether it pays what an accepted order grew by; once every piece went back, nobody owes that any more. */
async function paysBalance(tx: Db, { uuid }: OrderRow, { amountAgorot }: PaymentRow): Promise<boolean> {
  const { due, taken } = await onlineMoney(tx, uuid);
  return taken >= amountAgorot && due >= taken && !(await hasAllReturned(tx, uuid));
}

async function hasAllReturned(tx: Db, orderUid: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`select where ${isAllReturned(orderUid)}`);
  return rowCount === 1;
}

/** The order stays where it is; its difference has an invoice of its own. */
export async function takeBalance(tools: Tools, tx: Db, order: OrderRow, payment: PaymentRow): Promise<void> {
  await notifyOrder(tools, tx, order, 'paid', { agorot: payment.amountAgorot });
  await issuePaymentDocument(tools, tx, order, payment, payment.document, 'difference');
}

/** Accepts a paid order, notifies the buyer, and issues the payment's document. */
export async function acceptOrder(
  tools: Tools,
  tx: Db,
  order: OrderRow,
  payment: PaymentRow,
  { actor, reason }: { actor: string; reason?: string },
): Promise<void> {
  const { status } = payment;
  await tx
    .update(orders)
    .set({
      status: 'accepted',
      paymentStatus: status,
      paidAt: order.paidAt ?? tools.now(),
      holdUntil: null,
      stockHeld: true,
    })
    .where(eq(orders.uuid, order.uuid));
  await record(tx, order.uuid, [
    { field: 'payment_status', from: order.paymentStatus, to: status, actor, reason },
    { field: 'status', from: order.status, to: 'accepted', actor, reason },
  ]);
  await cancelNotification(tx, order.uuid, 'payment_failed');
  const whole = order.dueAgorot === order.totalAgorot;
  const event = status === 'authorised' ? 'deposit_held' : whole ? 'paid' : 'deposit_paid';
  await notifyOrder(tools, tx, order, event, { agorot: payment.amountAgorot });
  // A held sum gets its document with the capture.
  if (status === 'paid') await issuePaymentDocument(tools, tx, order, payment, payment.document);
}
