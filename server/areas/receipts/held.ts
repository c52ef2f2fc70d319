import { and, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderHistory, orders, payments, refunds } from '#db/schema/index.ts';
import { SetupError } from '#db/setup-error.ts';
import { GatewayRefused, GatewayUnreachable } from '#domain/gateway-errors.ts';
import { issueDocument } from '../documents/issue.ts';
import { tellOrder } from '../mail/tell-order.ts';
import { record } from '../orders/history.ts';
import { receiptOf } from './checkout-lines.ts';
import type { Tools } from './settle.ts';
import { documentOf, lockOrder, type Order, type Payment } from './take-payment.ts';

type Ask = { amountAgorot?: number | undefined; actor: string };
type Begun = { order: Order; payment: Payment; amountAgorot: number; again: boolean };

/**
 * Takes a deposit that was only held on the card, or less of it. What is asked for is written down first; after an answer was
 * lost it may be repeated, and the key makes the gateway answer as it did. @throws SetupError when nothing can be taken;
 * GatewayRefused; GatewayUnreachable.
 */
export async function captureDeposit(tools: Tools, orderUid: string, ask: Ask): Promise<Payment> {
  const { order, payment, amountAgorot, again } = await begin(tools, orderUid, ask);
  const provider = tools.payment[payment.provider];
  if (!provider) throw new SetupError(`There is no gateway ${payment.provider} here.`);
  const { transactionId, document } = await provider
    .capture({
      providerRef: payment.providerRef ?? '',
      transactionId: payment.transactionId ?? '',
      amountAgorot,
      idempotencyKey: `capture-${payment.uuid}`,
      receipt: await receiptOf(tools.db, order, amountAgorot),
    })
    .catch(async (error) => {
      // Then it is known that nothing was taken, unless an earlier try was never answered.
      if (error instanceof GatewayRefused || (error instanceof GatewayUnreachable && !again))
        await note(tools.db, orderUid, NOT_TAKEN, { actor: ask.actor, reason: error.message });
      throw error;
    });
  return tools.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, orderUid);
    const [captured] = await tx
      .update(payments)
      .set({ status: 'paid', amountAgorot, takenAgorot: null, transactionId, document })
      .where(and(eq(payments.uuid, payment.uuid), eq(payments.status, 'authorised')))
      .returning();
    if (!captured || !locked) throw new SetupError('The held sum was captured or released meanwhile.');
    await record(tx, orderUid, [{ field: 'payment_status', from: locked.paymentStatus, to: 'paid', actor: ask.actor }]);
    await tx.update(orders).set({ paymentStatus: 'paid' }).where(eq(orders.uuid, orderUid));
    const news = amountAgorot === locked.totalAgorot ? 'paid' : 'deposit_paid';
    await tellOrder(tools, tx, locked, news, { agorot: amountAgorot });
    await issueDocument(tools, tx, locked, captured, documentOf(captured, document));
    return captured;
  });
}

/** Makes sure that the sum may be taken, and writes down that it is going to be. */
function begin(tools: Tools, orderUid: string, { amountAgorot: wanted, actor }: Ask): Promise<Begun> {
  return tools.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderUid);
    const [payment] = await tx
      .select()
      .from(payments)
      .where(
        and(
          eq(payments.orderUid, orderUid),
          eq(payments.status, 'authorised'),
          // A second hold of the same order goes back by itself.
          or(isNull(payments.reviewReason), isNotNull(payments.reviewResolvedAt)),
        ),
      )
      .for('update');
    if (!order || !payment?.providerRef || !payment.transactionId)
      throw new SetupError('No sum is held for this order.');
    if (order.status === 'cancelled')
      throw new SetupError('The order is cancelled: release what is held (`orders refund`).');
    const open = await tx
      .select({ uuid: refunds.uuid })
      .from(refunds)
      .where(and(eq(refunds.paymentUid, payment.uuid), inArray(refunds.status, ['due', 'asked', 'unknown'])));
    if (open.length > 0) throw new SetupError('The held sum is being released.');
    const amountAgorot = wanted ?? payment.amountAgorot;
    if (amountAgorot > payment.amountAgorot)
      throw new SetupError(`Only ${payment.amountAgorot / 100} shekels are held.`);
    const before = await captureBegun(tx, orderUid);
    if (before !== null && before !== amountAgorot)
      throw new SetupError(`Nobody knows what came of the first try: repeat it with --amount ${before / 100}.`);
    if (before === null) await note(tx, orderUid, String(amountAgorot), { actor, reason: 'asked for' });
    return { order, payment, amountAgorot, again: before !== null };
  });
}

const NOT_TAKEN = 'not taken';

const note = (db: Db, orderUid: string, to: string, by: { actor: string; reason: string }): Promise<void> =>
  record(db, orderUid, [{ field: 'capture', from: null, to, ...by }]);

/** Agorot that the gateway was asked to take of a held sum, as long as nobody knows what came of it; else `null`. */
export async function captureBegun(tx: Db, orderUid: string): Promise<number | null> {
  const [last] = await tx
    .select({ to: orderHistory.toValue })
    .from(orderHistory)
    .where(and(eq(orderHistory.orderUid, orderUid), eq(orderHistory.field, 'capture')))
    .orderBy(desc(orderHistory.createdAt))
    .limit(1);
  return !last || last.to === NOT_TAKEN ? null : Number(last.to);
}
