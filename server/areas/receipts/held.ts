import { and, eq } from 'drizzle-orm';
import { orders, payments } from '#db/schema/index.ts';
import { SetupError } from '#db/setup-error.ts';
import { issueDocument } from '../documents/issue.ts';
import { record } from '../orders/history.ts';
import { receiptOf } from './checkout-lines.ts';
import { refundOrder } from './refund-order.ts';
import { settlePayment, type Tools } from './settle.ts';
import { documentOf, lockOrder, type Payment } from './take-payment.ts';

type Ask = { amountAgorot?: number | undefined; actor: string };

/**
 * Takes a deposit that was only held on the card, or less of it. May be repeated after an answer was lost: the key makes
 * the gateway answer as it did. @throws SetupError when nothing is held; GatewayRefused.
 */
export async function captureDeposit(tools: Tools, orderUid: string, { amountAgorot, actor }: Ask): Promise<Payment> {
  const [payment] = await tools.db
    .select()
    .from(payments)
    .where(and(eq(payments.orderUid, orderUid), eq(payments.status, 'authorised')));
  const provider = payment && tools.payment[payment.provider];
  if (!payment?.providerRef || !payment.transactionId) throw new SetupError('No sum is held for this order.');
  if (!provider) throw new SetupError(`There is no gateway ${payment.provider} here.`);
  const amount = amountAgorot ?? payment.amountAgorot;
  if (amount > payment.amountAgorot) throw new SetupError(`Only ${payment.amountAgorot / 100} shekels are held.`);

  const [order] = await tools.db.select().from(orders).where(eq(orders.uuid, orderUid));
  if (!order) throw new SetupError('There is no such order.');
  const { transactionId, document } = await provider.capture({
    providerRef: payment.providerRef,
    transactionId: payment.transactionId,
    amountAgorot: amount,
    idempotencyKey: `capture-${payment.uuid}`,
    receipt: await receiptOf(tools.db, order, amount),
  });
  return tools.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, orderUid);
    const [captured] = await tx
      .update(payments)
      .set({ status: 'paid', amountAgorot: amount, transactionId, document })
      .where(and(eq(payments.uuid, payment.uuid), eq(payments.status, 'authorised')))
      .returning();
    if (!captured || !locked) throw new SetupError('The held sum was captured or released meanwhile.');
    await tx.update(orders).set({ paymentStatus: 'paid' }).where(eq(orders.uuid, orderUid));
    await record(tx, orderUid, [{ field: 'payment_status', from: locked.paymentStatus, to: 'paid', actor }]);
    await issueDocument(tools, tx, locked, captured, documentOf(captured, document));
    return captured;
  });
}

/**
 * Ends what is open of an order's payment: an unpaid page is closed, a held sum released. A page that was paid a moment
 * before stays paid, and the order with it. @returns what the payment came to; `null` when nothing was open
 */
export async function cancelPayment(tools: Tools, orderUid: string, actor: string): Promise<Payment['status'] | null> {
  const all = await tools.db.select().from(payments).where(eq(payments.orderUid, orderUid));
  const open = all.find(({ status }) => status === 'pending' || status === 'authorised');
  if (!open) return null;
  if (open.status === 'authorised') {
    await refundOrder(tools, orderUid, { actor, reason: 'order cancelled' });
  } else if (open.providerRef) {
    await tools.payment[open.provider]?.cancel({ providerRef: open.providerRef });
    await settlePayment(tools, open.uuid, actor);
  }
  // A gateway that can't close its pages still calls this one open; what is paid on it from now on goes back.
  await tools.db
    .update(payments)
    .set({ status: 'cancelled', settledAt: tools.now() })
    .where(and(eq(payments.uuid, open.uuid), eq(payments.status, 'pending')));
  const [now] = await tools.db.select({ status: payments.status }).from(payments).where(eq(payments.uuid, open.uuid));
  return now?.status ?? null;
}
