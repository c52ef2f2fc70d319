import { and, eq, inArray } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { orders, payments } from '#db/schema/index.ts';
import type { Deps } from '../../context.ts';
import type { PaymentResult } from '../../providers/payment/provider.ts';
import { record } from '../orders/history.ts';
import { takeAgain } from '../orders/take-again.ts';
import { tellShopper } from './confirmation.ts';

export type Payment = typeof payments.$inferSelect;
type Order = typeof orders.$inferSelect;
export type Tools = Pick<Deps, 'db' | 'payment' | 'now' | 'secret'> & { log: FastifyBaseLogger };

/** Nothing came of these so far. A gateway may still approve a page after it reported a refusal; then its word counts. */
const UNPAID: Payment['status'][] = ['pending', 'failed', 'cancelled'];

/**
 * Asks the gateway about a page and writes down what it says. Webhook, returning shopper and sweeper all come here, in any
 * order and as often as they like: only a verified server-to-server answer with the right order, sum and currency pays an
 * order. @returns `open` while the shopper may still pay on that page. @throws when the gateway can't be asked.
 */
export async function settlePayment(tools: Tools, paymentUid: string, actor: string): Promise<'open' | 'settled'> {
  const [payment] = await tools.db.select().from(payments).where(eq(payments.uuid, paymentUid));
  if (!payment?.providerRef || payment.reviewReason || !UNPAID.includes(payment.status)) return 'settled';
  const result = await tools.payment[payment.provider]?.fetchResult(payment.providerRef);
  if (!result || result.state === 'pending') return payment.status === 'pending' ? 'open' : 'settled';
  const doubt = doubtOf(payment, result);
  if (doubt) await review(tools, payment, doubt);
  else if (result.state === 'declined' || result.state === 'cancelled')
    await close(tools, payment, result.state, actor);
  else await pay(tools, payment, result, actor);
  return 'settled';
}

/** What speaks against taking the answer for this payment's. */
function doubtOf(payment: Payment, result: PaymentResult): string | null {
  if (result.paymentId !== payment.uuid) return 'the gateway names another payment';
  if (result.state === 'declined' || result.state === 'cancelled') return null;
  if (result.amountAgorot !== payment.amountAgorot) {
    return `the gateway took ${result.amountAgorot} agorot instead of ${payment.amountAgorot}`;
  }
  if (result.currency !== 'ILS') return `the gateway took ${result.currency}`;
  return null;
}

async function pay(tools: Tools, payment: Payment, result: PaymentResult, actor: string): Promise<void> {
  const paymentStatus = result.state === 'held' ? 'authorised' : 'paid';
  await tools.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderUid);
    const written = await tx
      .update(payments)
      .set({
        status: paymentStatus,
        transactionId: result.transactionId,
        approvalNumber: result.approvalNumber,
        last4: result.last4,
        cardBrand: result.cardBrand,
        paymentsCount: result.paymentsCount,
        settledAt: tools.now(),
        nextCheckAt: null,
      })
      .where(and(eq(payments.uuid, payment.uuid), inArray(payments.status, UNPAID)))
      .returning({ uuid: payments.uuid });
    if (!order || written.length === 0) return;

    const doubt = await doubtOfOrder(tx, order);
    if (doubt) {
      tools.log.error({ payment: payment.uuid, reason: doubt }, 'payment to be refunded');
      await tx.update(payments).set({ reviewReason: doubt }).where(eq(payments.uuid, payment.uuid));
      if (order.paidAt) return;
      await tx.update(orders).set({ paymentStatus, paidAt: tools.now() }).where(eq(orders.uuid, order.uuid));
      await record(tx, order.uuid, [
        { field: 'payment_status', from: order.paymentStatus, to: paymentStatus, actor, reason: doubt },
      ]);
      return;
    }
    await tx
      .update(orders)
      .set({ status: 'accepted', paymentStatus, paidAt: tools.now(), holdUntil: null, stockHeld: true })
      .where(eq(orders.uuid, order.uuid));
    await record(tx, order.uuid, [
      { field: 'payment_status', from: order.paymentStatus, to: paymentStatus, actor },
      { field: 'status', from: order.status, to: 'accepted', actor },
    ]);
    await tellShopper(tools, tx, order);
  });
}

/** Money came: can the order go on? One whose hold had ended takes its goods again, if there are any. */
async function doubtOfOrder(tx: Db, order: Order): Promise<string | null> {
  if (order.paidAt || !['payment', 'cancelled'].includes(order.status)) return 'paid twice: to be refunded';
  if (order.stockHeld || (await takeAgain(tx, order.uuid))) return null;
  return 'paid after the hold had ended, and the goods are gone: to be refunded';
}

/** A refused or abandoned page is closed; the order keeps its goods until the hold ends, and can be paid on a new page. */
async function close(tools: Tools, payment: Payment, state: 'declined' | 'cancelled', actor: string): Promise<void> {
  const status = state === 'declined' ? 'failed' : 'cancelled';
  await tools.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderUid);
    const closed = await tx
      .update(payments)
      .set({ status, settledAt: tools.now(), nextCheckAt: null })
      .where(and(eq(payments.uuid, payment.uuid), eq(payments.status, 'pending')))
      .returning({ uuid: payments.uuid });
    if (order?.status !== 'payment' || closed.length === 0) return;
    await tx.update(orders).set({ paymentStatus: status }).where(eq(orders.uuid, order.uuid));
    await record(tx, order.uuid, [
      { field: 'payment_status', from: order.paymentStatus, to: status, actor, reason: state },
    ]);
  });
}

async function lockOrder(tx: Db, uuid: string): Promise<Order | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.uuid, uuid)).for('update');
  return order;
}

/** Neither paid nor failed: a person decides. Until then the order keeps its goods, for it may well be paid. */
async function review(tools: Tools, payment: Payment, reason: string): Promise<void> {
  tools.log.error({ payment: payment.uuid, reason }, 'payment in doubt');
  await tools.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderUid);
    await tx
      .update(payments)
      .set({ reviewReason: reason, nextCheckAt: null })
      .where(and(eq(payments.uuid, payment.uuid), inArray(payments.status, UNPAID)));
    if (order?.holdUntil) await tx.update(orders).set({ holdUntil: null }).where(eq(orders.uuid, order.uuid));
  });
}
