import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { RuleRefusal } from '#db/operator-error.ts';
import { type OrderRow, orders, type PaymentRow, payments, refunds, stores } from '#db/schema/index.ts';
import { and, eq, inArray, isNotNull, isNull } from '#db/sql.ts';
import { HOUR_MS } from '#domain/calendar/durations.ts';
import { balanceAgorot, balanceOf } from '../orders/balance.ts';
import { readCancelling } from '../orders/cancellation-notices.ts';
import { record } from '../orders/history.ts';
import { LINK_HOURS } from '../orders/hold.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { carryOut } from './carry-out-refunds.ts';
import { extendPayLink } from './extend-pay-link.ts';
import { finishRefund } from './finish-refund.ts';
import { type Refund, recordRefund } from './record-refund.ts';
import { leftOf } from './refund-order.ts';
import type { Tools } from './settle.ts';
import { takeAgain } from './take-goods-again.ts';
import {
  acceptOrder,
  hasPaymentInDoubt,
  howTaken,
  isCreditGone,
  isWithoutLender,
  takeBalance,
  UNPAID,
} from './take-payment.ts';

export type InDoubt = {
  uuid: string;
  kind: 'payment' | 'refund';
  store: string;
  order: string;
  since: Date;
  reason: string;
  amountAgorot: number;
  takenAgorot: number | null;
  transactionId: string | null;
  /** What can be decided, as far as its order itself says. */
  outcomes: readonly string[];
};

/** Outcomes of a payment in doubt, and of a refund whose answer was lost. */
const OUTCOMES = { payment: ['accept', 'refund', 'close'], refund: ['done', 'not-done'] } as const;

/** Payments and refunds in doubt, the oldest first; of one order, the one of a uuid, or all. */
export async function listInDoubt(
  { db }: Pick<Tools, 'db'>,
  { order, uuid }: { order?: string; uuid?: string } = {},
): Promise<InDoubt[]> {
  const ofOrder = order ? eq(orders.uuid, order) : undefined;
  const doubted = await db
    .select({ payment: payments, order: orders, store: stores.key, balance: balanceAgorot })
    .from(payments)
    .innerJoin(orders, eq(orders.uuid, payments.orderUid))
    .innerJoin(stores, eq(stores.uuid, orders.storeUid))
    .where(
      and(
        isNotNull(payments.reviewReason),
        isNull(payments.reviewResolvedAt),
        ofOrder,
        uuid ? eq(payments.uuid, uuid) : undefined,
      ),
    );
  const open = await db
    .select({ refund: refunds, payment: payments, order: orders.number, store: stores.key })
    .from(refunds)
    .innerJoin(payments, eq(payments.uuid, refunds.paymentUid))
    .innerJoin(orders, eq(orders.uuid, payments.orderUid))
    .innerJoin(stores, eq(stores.uuid, orders.storeUid))
    .where(and(eq(refunds.status, 'unknown'), ofOrder, uuid ? eq(refunds.uuid, uuid) : undefined));
  return [
    ...doubted.map(({ payment, order, store, balance }) => ({
      uuid: payment.uuid,
      kind: 'payment' as const,
      store,
      order: order.number,
      since: payment.createdAt,
      reason: payment.reviewReason ?? '',
      amountAgorot: payment.amountAgorot,
      takenAgorot: payment.takenAgorot,
      transactionId: payment.transactionId,
      outcomes: OUTCOMES.payment.filter((one) => one !== 'accept' || !whyNotAccepted(order, payment, balance)),
    })),
    ...open.map(({ refund, payment, order, store }) => ({
      uuid: refund.uuid,
      kind: 'refund' as const,
      store,
      order,
      since: refund.askedAt ?? refund.createdAt,
      reason: refund.error ?? '',
      amountAgorot: refund.amountAgorot,
      takenAgorot: payment.takenAgorot,
      transactionId: payment.transactionId,
      outcomes: OUTCOMES.refund,
    })),
  ].sort((a, b) => a.since.getTime() - b.since.getTime());
}

const NOT_IN_DOUBT = 'אין כאן יותר מה להכריע: מישהו אחר הכריע בינתיים';
const REFUND_UNDER_WAY = 'זיכוי של התשלום הזה כבר בדרך';

/** `note` records the decision elsewhere, in its transaction. */
type Decision = { outcome: string; actor: string; reason: string; note?: (tx: Db, doubt: InDoubt) => Promise<void> };

/**
 * Resolves a doubt by the decision of a person who has looked into the gateway's books.
 * @returns the doubt, and what has become of the refund that was decided: also one that the gateway hasn't carried out
 * is kept @throws RuleRefusal
 */
export async function resolveInDoubt(
  tools: Tools,
  uuid: string,
  decision: Decision,
): Promise<{ doubt: InDoubt; refund: Refund | null }> {
  const [doubt] = z.uuid().safeParse(uuid).success ? await listInDoubt(tools, { uuid }) : [];
  if (!doubt) throw new RuleRefusal(`Nothing is in doubt under ${uuid}. See \`reviews list\`.`, NOT_IN_DOUBT);
  const outcomes: readonly string[] = OUTCOMES[doubt.kind];
  if (!outcomes.includes(decision.outcome))
    throw new RuleRefusal(
      `A ${doubt.kind} in doubt comes to one of: ${outcomes.join(', ')}`,
      'ההכרעה הזו אינה מתאימה לספק הזה',
    );
  const decide =
    doubt.kind === 'refund'
      ? resolveRefund
      : { refund: planGivingBack, accept, close: closeDoubt }[decision.outcome as (typeof OUTCOMES.payment)[number]];
  const planned = await tools.db.transaction(async (tx) => {
    const done = await decide({ ...tools, db: tx }, uuid, decision);
    await decision.note?.(tx, doubt);
    return done;
  });
  // After the decision is kept: no transaction waits for a gateway.
  const refund = planned ? ((await carryOut(tools, planned.uuid)) ?? planned) : null;
  return { doubt, refund };
}

async function resolveRefund(tools: Tools, uuid: string, { outcome }: Decision): Promise<void> {
  const [refund] = await tools.db.select().from(refunds).where(eq(refunds.uuid, uuid));
  if (!refund) return;
  if (outcome === 'done') return finishRefund(tools, refund, { reference: null, document: null });
  await tools.db
    .update(refunds)
    .set({ status: 'refused', settledAt: tools.now(), error: 'the gateway’s books show no refund' })
    .where(and(eq(refunds.uuid, uuid), eq(refunds.status, 'unknown')));
}

/** Locks the order before its payment, as all transactions do. @throws RuleRefusal when it was resolved meanwhile */
async function lockInDoubt(tx: Db, uuid: string): Promise<{ order: OrderRow; payment: PaymentRow }> {
  const [unlocked] = await tx.select().from(payments).where(eq(payments.uuid, uuid));
  const order = unlocked && (await lockOrder(tx, unlocked.orderUid));
  const [payment] = await tx.select().from(payments).where(eq(payments.uuid, uuid)).for('update');
  if (!order || !payment?.reviewReason || payment.reviewResolvedAt)
    throw new RuleRefusal(`Nothing is in doubt under ${uuid} any more: somebody else has decided.`, NOT_IN_DOUBT);
  return { order, payment };
}

/** @throws RuleRefusal where it is not recorded whether the sum was held or charged */
function recordedHow(payment: PaymentRow): 'hold' | 'sale' {
  const how = howTaken(payment);
  if (how) return how;
  throw new RuleRefusal(
    'It is not recorded whether the sum was held or charged. Settle it in the gateway’s own books, then `close` it.',
    'לא נרשם אם הסכום נתפס או חויב. הכריעו לפי הספרים של חברת הסליקה',
  );
}

async function planGivingBack({ db, now }: Tools, uuid: string, { actor, reason }: Decision): Promise<Refund> {
  const { payment } = await lockInDoubt(db, uuid);
  recordedHow(payment);
  const planned = await recordRefund(db, payment, { amountAgorot: leftOf(payment), actor, reason, at: now() });
  if (!planned) throw new RuleRefusal('A refund of this payment is under way already.', REFUND_UNDER_WAY);
  return planned;
}

/**
 * Accepts the money for the order, or for what it grew by, whatever its sum; an expired order takes its goods again.
 */
async function accept(tools: Tools, uuid: string, { actor, reason }: Decision): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const { order, payment } = await lockInDoubt(tx, uuid);
    const balance = await balanceOf(tx, order.uuid);
    const isBalance = balance > 0;
    const refusal = whyNotAccepted(order, payment, balance);
    if (refusal) throw refusal;
    await refuseOpenRefund(tx, uuid);
    if (!isBalance) await revive(tx, order, tools.now());
    // By what the gateway did, not by what it was asked for: a charge must never be captured a second time.
    const status = recordedHow(payment) === 'hold' ? 'authorised' : 'paid';
    if (isBalance && status === 'authorised')
      throw new RuleRefusal(
        'The sum is only held, and was to be charged: refund this one.',
        'הסכום רק תפוס בכרטיס, ולא חויב. אפשר להחזיר אותו ללקוח',
      );
    const [accepted] = await tx
      .update(payments)
      .set({
        status,
        amountAgorot: payment.takenAgorot ?? payment.amountAgorot,
        // The money came when the gateway told of it, and so did a document of the gateway's.
        settledAt: payment.settledAt ?? tools.now(),
        reviewResolvedAt: tools.now(),
        reviewOutcome: 'accepted',
      })
      .where(eq(payments.uuid, uuid))
      .returning();
    if (!accepted) return;
    if (isBalance) await takeBalance(tools, tx, order, accepted);
    else await acceptOrder(tools, tx, order, accepted, { actor, reason });
  });
}

/**
 * Why the money can't be accepted for its order, which is paid, or of which a lender no longer pays the rest; `null`
 * where it can.
 */
function whyNotAccepted(order: OrderRow, { refundedAgorot }: PaymentRow, balance: number): RuleRefusal | null {
  if (refundedAgorot > 0) return new RuleRefusal('Some of the money went back already.', 'חלק מהכסף כבר הוחזר');
  if (balance > 0) return null;
  if (!['payment', 'cancelled'].includes(order.status))
    return new RuleRefusal('The order is paid already: refund this one.', 'ההזמנה כבר שולמה: החזירו את התשלום הזה');
  if (isWithoutLender(order))
    return new RuleRefusal(
      'The order is cancelled, and its lender pays no more: refund this one.',
      'ההזמנה בוטלה, והמימון שלה לא ישולם: החזירו את התשלום הזה',
    );
  return null;
}

/** @throws RuleRefusal where an order that had ended can't have its used vehicle's credit, or its goods, any more */
async function revive(tx: Db, order: OrderRow, at: Date): Promise<void> {
  if (await isCreditGone(tx, order, at))
    throw new RuleRefusal(
      'The used vehicle of the order was credited in another order since: refund this payment.',
      'הרכב המשומש של ההזמנה כבר זוכה בהזמנה אחרת: החזירו את התשלום הזה',
    );
  if (!order.stockHeld && !(await takeAgain(tx, order.uuid)))
    throw new RuleRefusal(
      'The goods of the order are gone. Put them in stock first (`stock set`), or refund.',
      'הפריטים של ההזמנה אזלו. הוסיפו אותם קודם למלאי',
    );
}

/** @throws RuleRefusal while a refund of the payment may still be carried out */
async function refuseOpenRefund(tx: Db, paymentUid: string): Promise<void> {
  const open = await tx
    .select({ uuid: refunds.uuid })
    .from(refunds)
    .where(and(eq(refunds.paymentUid, paymentUid), inArray(refunds.status, ['due', 'asked', 'unknown'])));
  if (open.length > 0) throw new RuleRefusal('A refund of this payment is under way.', REFUND_UNDER_WAY);
}

/**
 * Closes a payment that was settled outside of this system or never came; a waiting order can be paid on a new page.
 */
async function closeDoubt(tools: Tools, uuid: string, { actor, reason }: Decision): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const { order } = await lockInDoubt(tx, uuid);
    // What the gateway wasn't asked for yet would go back a second time.
    await tx
      .update(refunds)
      .set({ status: 'refused', settledAt: tools.now(), error: 'review closed' })
      .where(and(eq(refunds.paymentUid, uuid), eq(refunds.status, 'due')));
    await refuseOpenRefund(tx, uuid);
    await tx
      .update(payments)
      .set({ reviewResolvedAt: tools.now(), reviewOutcome: 'closed' })
      .where(eq(payments.uuid, uuid));
    await tx
      .update(payments)
      // Its page may be paid on as long as the gateway keeps it open.
      .set({ status: 'failed', settledAt: tools.now(), nextCheckAt: tools.now() })
      .where(and(eq(payments.uuid, uuid), inArray(payments.status, UNPAID)));
    if (await hasPaymentInDoubt(tx, order.uuid)) return;
    if (order.status === 'payment') await waitAgain(tools, tx, order, { actor, reason: reason || 'review closed' });
    else if ((await balanceOf(tx, order.uuid)) === 0) return;
    // Its buyer was told to expect news, and not to pay meanwhile.
    if (await readCancelling({ db: tx }, order)) return;
    await extendPayLink(tools, tx, order.uuid, { hours: LINK_HOURS, send: true });
  });
}

/** An order without a payment in doubt has an end of its hold again: it waits for as long as a link that is sent. */
async function waitAgain(tools: Tools, tx: Db, order: OrderRow, by: { actor: string; reason: string }): Promise<void> {
  const [open] = await tx
    .select({ uuid: payments.uuid })
    .from(payments)
    .where(and(eq(payments.orderUid, order.uuid), eq(payments.status, 'pending')));
  const paymentStatus = open ? order.paymentStatus : 'failed';
  await tx
    .update(orders)
    .set({ paymentStatus, holdUntil: new Date(tools.now().getTime() + LINK_HOURS * HOUR_MS) })
    .where(eq(orders.uuid, order.uuid));
  if (paymentStatus === order.paymentStatus) return;
  await record(tx, order.uuid, [{ field: 'payment_status', from: order.paymentStatus, to: paymentStatus, ...by }]);
}
