import { and, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderHistory, orders, payments, refunds } from '#db/schema/index.ts';
import { SetupError } from '#db/setup-error.ts';
import { GatewayRefused, GatewayUnreachable } from '#domain/money/gateway-errors.ts';
import { issueDocument } from '../documents/issue.ts';
import { record } from '../orders/history.ts';
import { notifyOrder } from '../orders/notify-order.ts';
import { linesToPay, receiptOf } from './checkout-lines.ts';
import type { Tools } from './settle.ts';
import { documentOf, lockOrder, type Order, type Payment } from './take-payment.ts';

type Ask = { amountAgorot?: number | undefined; actor: string };
type Begun = { order: Order; payment: Payment; amountAgorot: number; again: boolean; refusals: number };

/**
 * Takes a deposit that was only held on the card, or less of it. What is asked for is written down first; after an answer was
 * lost it may be repeated, and the key makes the gateway answer as it did. @throws SetupError when nothing can be taken;
 * GatewayRefused; GatewayUnreachable.
 */
export async function captureDeposit(tools: Tools, orderUid: string, ask: Ask): Promise<Payment> {
  const { order, payment, amountAgorot, again, refusals } = await begin(tools, orderUid, ask);
  const provider = tools.payment[payment.provider];
  if (!provider) throw new SetupError(`There is no gateway ${payment.provider} here.`);
  const { transactionId, document } = await provider
    .capture({
      providerRef: payment.providerRef ?? '',
      transactionId: payment.transactionId ?? '',
      amountAgorot,
      // A gateway may answer a key as it did at first: after a plain refusal another try needs another one.
      idempotencyKey: `capture-${payment.uuid}${refusals > 0 ? `-${refusals}` : ''}`,
      receipt: receiptOf(order, await linesToPay(tools.db, orderUid), amountAgorot),
    })
    .catch(async (error) => {
      // Then it is known that nothing was taken, unless an earlier try was never answered.
      if (error instanceof GatewayRefused || (error instanceof GatewayUnreachable && !again))
        await notTaken(tools.db, { orderUid, amountAgorot, again, refusals, actor: ask.actor, reason: error.message });
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
    await notifyOrder(tools, tx, locked, news, { agorot: amountAgorot });
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
    if (!order || !payment?.providerRef) throw new SetupError('No sum is held for this order.');
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
    return { order, payment, amountAgorot, again: before !== null, refusals: (await refusalsOf(tx, orderUid)).plain };
  });
}

const NOT_TAKEN = 'not taken';

const note = (db: Db, orderUid: string, to: string, by: { actor: string; reason: string }): Promise<void> =>
  record(db, orderUid, [{ field: 'capture', from: null, to, ...by }]);

type Refusal = {
  orderUid: string;
  again: boolean;
  refusals: number;
  amountAgorot: number;
  actor: string;
  reason: string;
};

/**
 * A refusal after an unanswered try is not plain: it may be about this call alone (a changed password, a token that is gone)
 * while the first one took the money. Then the sum is its `from`, and the key stays for good, so that nothing is taken twice.
 */
async function notTaken(db: Db, { orderUid, again, refusals, amountAgorot, ...by }: Refusal): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOrder(tx, orderUid);
    const before = await refusalsOf(tx, orderUid);
    // Two have asked at once, and the other one's refusal is written down already.
    if (before.plain !== refusals || (await captureBegun(tx, orderUid)) === null) return;
    const from = again || before.doubtful ? String(amountAgorot) : null;
    await record(tx, orderUid, [{ field: 'capture', from, to: NOT_TAKEN, ...by }]);
  });
}

/** How often the gateway plainly refused to take the held sum, and whether it ever did so after an unanswered try. */
async function refusalsOf(tx: Db, orderUid: string): Promise<{ plain: number; doubtful: boolean }> {
  const rows = await tx
    .select({ from: orderHistory.fromValue })
    .from(orderHistory)
    .where(
      and(eq(orderHistory.orderUid, orderUid), eq(orderHistory.field, 'capture'), eq(orderHistory.toValue, NOT_TAKEN)),
    );
  const plain = rows.filter(({ from }) => from === null).length;
  return { plain, doubtful: plain < rows.length };
}

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
