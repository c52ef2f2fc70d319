import type { Db } from '#db/client.ts';
import { RuleRefusal } from '#db/operator-error.ts';
import { type OrderRow, orderHistory, orders, type PaymentRow, payments, refunds } from '#db/schema/index.ts';
import { and, desc, eq, inArray, isNull, or, sql } from '#db/sql.ts';
import { GatewayRefused, GatewayUnreachable } from '#domain/money/gateway-errors.ts';
import { toShekels } from '#domain/money/money.ts';
import { OVERPAID, sumText, TAKEN } from '../orders/balance.ts';
import { record } from '../orders/history.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { notifyOrder } from '../orders/notify-order.ts';
import { linesToPay, receiptOf } from './lines-to-pay.ts';
import { issuePaymentDocument } from './payment-document.ts';
import type { Tools } from './settle.ts';

type Ask = { amountAgorot?: number | undefined; actor: string };
type Begun = { order: OrderRow; payment: PaymentRow; amountAgorot: number; again: boolean; refusals: number };

/**
 * Captures a deposit that is held on the card, or a part of it. The sum is recorded before the gateway is asked; after
 * a lost answer the capture may be repeated, and its key makes the gateway repeat its first answer. @throws
 * RuleRefusal when nothing can be captured; GatewayRefused; GatewayUnreachable
 */
export async function captureDeposit(tools: Tools, orderUid: string, ask: Ask): Promise<PaymentRow> {
  const { order, payment, amountAgorot, again, refusals } = await begin(tools, orderUid, ask);
  const provider = tools.payment[payment.provider];
  if (!provider)
    throw new RuleRefusal(`There is no gateway ${payment.provider} here.`, 'חברת הסליקה של התשלום הזה אינה מוגדרת כאן');
  const { transactionId, document } = await provider
    .capture({
      providerRef: payment.providerRef ?? '',
      transactionId: payment.transactionId ?? '',
      amountAgorot,
      // A gateway may repeat its answer to a key: after a plain refusal another attempt needs another key.
      idempotencyKey: `capture-${payment.uuid}${refusals > 0 ? `-${refusals}` : ''}`,
      receipt: receiptOf(order, await linesToPay(tools.db, orderUid), amountAgorot),
    })
    .catch(async (error) => {
      // Then nothing was captured, unless an earlier attempt was never answered.
      if (error instanceof GatewayRefused || (error instanceof GatewayUnreachable && !again))
        await notTaken(tools.db, { orderUid, amountAgorot, again, refusals, actor: ask.actor, reason: error.message });
      throw error;
    });
  return tools.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, orderUid);
    const beside = (await moneyOf(tx, orderUid)).taken - (payment.takenAgorot ?? payment.amountAgorot);
    const [captured] = await tx
      .update(payments)
      .set({ status: 'paid', amountAgorot, takenAgorot: null, settledAt: tools.now(), transactionId, document })
      .where(and(eq(payments.uuid, payment.uuid), eq(payments.status, 'authorised')))
      .returning();
    if (!captured || !locked)
      throw new RuleRefusal('The held sum was captured or released meanwhile.', 'דמי השריון חויבו או שוחררו בינתיים');
    await record(tx, orderUid, [{ field: 'payment_status', from: locked.paymentStatus, to: 'paid', actor: ask.actor }]);
    // With what another payment has brought of it.
    const agorot = amountAgorot + beside;
    // What was released of the hold is paid with the rest, at the branch.
    const dueAgorot = Math.min(locked.dueAgorot, agorot);
    await tx.update(orders).set({ paymentStatus: 'paid', dueAgorot }).where(eq(orders.uuid, orderUid));
    await notifyOrder(tools, tx, locked, agorot === locked.totalAgorot ? 'paid' : 'deposit_paid', { agorot });
    await issuePaymentDocument(tools, tx, locked, captured, document);
    return captured;
  });
}

/** Checks that the sum may be captured, and records that it is going to be. */
function begin(tools: Tools, orderUid: string, { amountAgorot: requestedAgorot, actor }: Ask): Promise<Begun> {
  return tools.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderUid);
    const [payment] = await tx
      .select()
      .from(payments)
      .where(
        and(
          eq(payments.orderUid, orderUid),
          eq(payments.status, 'authorised'),
          // A second hold of the same order is released by a planned refund, or was settled elsewhere.
          or(isNull(payments.reviewReason), eq(payments.reviewOutcome, 'accepted')),
        ),
      )
      .for('update');
    if (!order || !payment?.providerRef)
      throw new RuleRefusal('No sum is held for this order.', 'אין סכום תפוס בהזמנה הזו');
    if (order.status === 'cancelled')
      throw new RuleRefusal(
        'The order is cancelled: release what is held (`orders refund`).',
        'ההזמנה בוטלה: שחררו את הסכום התפוס',
      );
    const open = await tx
      .select({ uuid: refunds.uuid })
      .from(refunds)
      .where(and(eq(refunds.paymentUid, payment.uuid), inArray(refunds.status, ['due', 'asked', 'unknown'])));
    if (open.length > 0) throw new RuleRefusal('The held sum is being released.', 'הסכום התפוס כבר בתהליך שחרור');
    // By itself no more than is due: an edit may have left less.
    const amountAgorot = requestedAgorot ?? payment.amountAgorot - (await moneyOf(tx, orderUid)).over;
    if (amountAgorot <= 0)
      throw new RuleRefusal(
        'Nothing of what is held is due: release it (`orders refund`).',
        'אין מה לחייב מהסכום התפוס. אפשר לשחרר אותו',
      );
    if (amountAgorot > payment.amountAgorot)
      throw new RuleRefusal(
        `Only ${toShekels(payment.amountAgorot)} shekels are held.`,
        `בכרטיס תפוסים רק ${sumText(payment.amountAgorot)}`,
      );
    const before = await captureBegun(tx, orderUid);
    if (before !== null && before !== amountAgorot)
      throw new RuleRefusal(
        `Nobody knows what came of the first try: repeat it with --amount ${toShekels(before)}.`,
        `לא ידוע אם החיוב הראשון בוצע. חזרו עליו באותו סכום: ${sumText(before)}`,
      );
    if (before === null) await note(tx, orderUid, String(amountAgorot), { actor, reason: 'asked for' });
    return { order, payment, amountAgorot, again: before !== null, refusals: (await refusalsOf(tx, orderUid)).plain };
  });
}

/** Agorot that were taken or are held for the order, and how much of it an edit has made too much. */
async function moneyOf(tx: Db, orderUid: string): Promise<{ taken: number; over: number }> {
  const { rows } = await tx.execute<{ taken: number; over: number }>(sql`
    select ${sql.raw(TAKEN)}::float8 as taken, ${sql.raw(OVERPAID)} as over from orders o where o.uuid = ${orderUid}`);
  return rows[0] ?? { taken: 0, over: 0 };
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
 * Records a refused capture. After an unanswered attempt a refusal is not plain: it may concern this call alone (a
 * changed password, an expired token) while the first one took the money. Then the sum is kept as `from`, and the key
 * stays, so that nothing is taken twice.
 */
async function notTaken(db: Db, { orderUid, again, refusals, amountAgorot, ...by }: Refusal): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOrder(tx, orderUid);
    const before = await refusalsOf(tx, orderUid);
    // Of two simultaneous attempts the other one has recorded its refusal already.
    if (before.plain !== refusals || (await captureBegun(tx, orderUid)) === null) return;
    const from = again || before.doubtful ? String(amountAgorot) : null;
    await record(tx, orderUid, [{ field: 'capture', from, to: NOT_TAKEN, ...by }]);
  });
}

/** How often the gateway plainly refused the capture, and whether it ever refused after an unanswered attempt. */
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

/** Of a capture that has begun, of `held`: until it is repeated nobody knows whether it was taken. */
export const captureUnanswered = (begunAgorot: number, held: string) =>
  new RuleRefusal(
    `The gateway was asked to take ${toShekels(begunAgorot)} of ${held}, and the answer was lost: repeat \`orders capture --amount ${toShekels(begunAgorot)}\` first.`,
    `לא ידוע אם חויבו ${sumText(begunAgorot)} מהסכום התפוס. חזרו קודם על החיוב באותו סכום`,
  );

/** Agorot of a capture whose outcome is unknown; `null` where there is none. */
export async function captureBegun(tx: Db, orderUid: string): Promise<number | null> {
  const [last] = await tx
    .select({ to: orderHistory.toValue })
    .from(orderHistory)
    .where(and(eq(orderHistory.orderUid, orderUid), eq(orderHistory.field, 'capture')))
    .orderBy(desc(orderHistory.createdAt))
    .limit(1);
  return !last || last.to === NOT_TAKEN ? null : Number(last.to);
}
