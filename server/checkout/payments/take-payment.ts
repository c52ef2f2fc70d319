import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, payments } from '#db/schema/index.ts';
import type { GatewayDocument, PaymentResult } from '../../providers/payment/provider.ts';
import { issueDocument } from '../documents/issue.ts';
import { record } from '../orders/history.ts';
import { cancelNotification, notifyOrder } from '../orders/notify-order.ts';
import { planRefund } from './plan-refund.ts';
import type { Tools } from './settle.ts';
import { takeAgain } from './take-again.ts';

export type Payment = typeof payments.$inferSelect;
export type Order = typeof orders.$inferSelect;

/** Nothing came of these so far. A gateway may still approve a page after it reported a refusal; then its word counts. */
export const UNPAID: Payment['status'][] = ['pending', 'failed', 'cancelled'];

export const ONLY_HELD = 'the gateway only held the sum';
export const CHARGED = 'the gateway charged what was only to be held';

type Doubted = Pick<Payment, 'status' | 'takenAs' | 'reviewReason'>;

/**
 * What the gateway did with the money: held it or charged it. Doubts from before `taken_as` was kept (migration 0022) say so
 * by their reason, or not at all: `null`.
 */
export function howTaken({ status, takenAs, reviewReason }: Doubted): 'hold' | 'sale' | null {
  if (!UNPAID.includes(status)) return status === 'authorised' ? 'hold' : 'sale';
  if (takenAs) return takenAs === 'hold' ? 'hold' : 'sale';
  return reviewReason === ONLY_HELD ? 'hold' : reviewReason === CHARGED ? 'sale' : null;
}

/** Whether its money is only held on the card, so that there is nothing to pay back. */
export const isHeld = (payment: Doubted): boolean => howTaken(payment) === 'hold';

export async function lockOrder(tx: Db, uuid: string): Promise<Order | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.uuid, uuid)).for('update');
  return order;
}

/** Pages of an order on which money may have come: the open one, and those refused ones that still take another card. */
export const openPages = (db: Db, orderUid: string): Promise<Payment[]> =>
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

/** Whether a payment of the order, whichever it is, waits for a person. Then nothing more is to be paid. */
export async function inReview(db: Db, orderUid: string): Promise<boolean> {
  const [doubted] = await db
    .select({ uuid: payments.uuid })
    .from(payments)
    .where(and(eq(payments.orderUid, orderUid), isNotNull(payments.reviewReason), isNull(payments.reviewResolvedAt)))
    .limit(1);
  return doubted !== undefined;
}

/** Money came, and the gateway's answer fits. Pays the order; what can't be used goes back by itself. */
export async function takePayment(tools: Tools, payment: Payment, result: PaymentResult, actor: string): Promise<void> {
  const status = result.state === 'held' ? 'authorised' : 'paid';
  await tools.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderUid);
    const written = await tx
      .update(payments)
      .set({
        status,
        transactionId: result.transactionId,
        approvalNumber: result.approvalNumber,
        last4: result.last4,
        cardBrand: result.cardBrand,
        paymentsCount: result.paymentsCount,
        document: result.document,
        settledAt: tools.now(),
        nextCheckAt: null,
      })
      .where(and(eq(payments.uuid, payment.uuid), inArray(payments.status, UNPAID)))
      .returning();
    const [settled] = written;
    if (!order || !settled) return;
    const useless = await useOf(tx, order);
    if (!useless) return acceptOrder(tools, tx, order, settled, { actor });

    tools.log.error({ payment: payment.uuid, reason: useless }, 'payment goes back');
    await tx.update(payments).set({ reviewReason: useless }).where(eq(payments.uuid, payment.uuid));
    await planRefund(tx, payment, {
      amountAgorot: payment.amountAgorot,
      actor: 'job',
      reason: useless,
      at: tools.now(),
    });
    if (order.paidAt) return;
    await tx.update(orders).set({ paymentStatus: status, paidAt: tools.now() }).where(eq(orders.uuid, order.uuid));
    await record(tx, order.uuid, [
      { field: 'payment_status', from: order.paymentStatus, to: status, actor, reason: useless },
    ]);
  });
}

/** Can the order go on with the money? One whose hold had ended takes its goods again, if there are any. @returns why not */
async function useOf(tx: Db, order: Order): Promise<string | null> {
  if (order.paidAt || !['payment', 'cancelled'].includes(order.status)) return 'paid twice';
  // An erased person's order came to nothing for good: nobody could be told of it, or be given the goods.
  if (order.phone === '') return 'paid after its person was erased';
  if (order.stockHeld || (await takeAgain(tx, order.uuid))) return null;
  return 'paid after the hold had ended, and the goods are gone';
}

/** A paid order goes to work, its buyer is told, and the payment gets its document. */
export async function acceptOrder(
  tools: Tools,
  tx: Db,
  order: Order,
  payment: Payment,
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
  const news = status === 'authorised' ? 'deposit_held' : whole ? 'paid' : 'deposit_paid';
  await notifyOrder(tools, tx, order, news, { agorot: payment.amountAgorot });
  // Money that is only held is not yet paid; its document comes with the capture.
  if (status === 'paid') await issueDocument(tools, tx, order, payment, documentOf(payment, payment.document));
}

/** A gateway's own document as the books keep it. */
export const documentOf = (payment: Payment, document: GatewayDocument | null) =>
  document && { ...document, provider: payment.provider };
