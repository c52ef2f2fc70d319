import type { FastifyBaseLogger } from 'fastify';
import { orders, type PaymentRow, payments } from '#db/schema/index.ts';
import { and, eq, inArray } from '#db/sql.ts';
import { GatewayUnreachable } from '#domain/money/gateway-errors.ts';
import type { Deps, RequestContext } from '../../context.ts';
import type { PaymentResult } from '../../providers/payment/provider.ts';
import { record } from '../orders/history.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { cancelNotification, notifyOrder } from '../orders/notify-order.ts';
import {
  CHANGED_SINCE,
  CHARGED,
  hasPaymentInDoubt,
  ONLY_HELD,
  openPages,
  takePayment,
  UNPAID,
} from './take-payment.ts';

/**
 * For so many milliseconds an answer of the gateway is reused. What a shopper who is back gets is reused for others who
 * say that they are: anybody can say so, again and again.
 */
const FRESH_MS = 3_000;
const FRESH_FOR_RETURNED_MS = 1_000;
const MAX_KEPT = 10_000;
/**
 * Questions of the last moments by payment, the oldest first; each process keeps its own. `returnedAt`: the last one
 * for a shopper who was back.
 */
const recentQueries = new Map<string, { at: number; returnedAt: number; answered: Promise<boolean> }>();

export type Tools = Pick<Deps, 'db' | 'payment' | 'documents' | 'env' | 'now' | 'secret'> & {
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
};

/**
 * Asks the gateway about a payment page and records its answer. Webhook, returning shopper and reconciliation all call
 * it, in any order and any number of times: only a server-to-server answer with the right payment, sum and currency
 * pays an order.
 * @returns `open` while the shopper may still pay on that page. @throws when the gateway can't be asked
 */
export async function settlePayment(tools: Tools, paymentUid: string, actor: string): Promise<'open' | 'settled'> {
  const [payment] = await tools.db.select().from(payments).where(eq(payments.uuid, paymentUid));
  if (!payment?.providerRef || !UNPAID.includes(payment.status) || isPaymentInDoubt(payment)) return 'settled';
  const provider = tools.payment[payment.provider];
  // Its keys were taken out of the settings: nobody can say that nothing was paid there.
  if (!provider) throw new GatewayUnreachable(`there is no gateway ${payment.provider} here`);
  const result = await provider.fetchResult(payment.providerRef);
  if (!result) return payment.status === 'pending' ? 'open' : 'settled';
  if (result.state === 'pending') {
    if (payment.status !== 'pending') return 'settled';
    if (!hasEnded(tools, payment, provider.pageMinutes)) return 'open';
    // Still watched for what was paid at the last moment.
    await close(tools, payment, { ...result, state: 'cancelled', reopenable: true }, actor);
    return 'settled';
  }
  const doubt = doubtOf(payment, result);
  if (isDecided(payment, result, doubt)) return 'settled';
  if (doubt) await putInDoubt(tools, payment, result, doubt);
  else if (result.state === 'declined' || result.state === 'cancelled') await close(tools, payment, result, actor);
  else if (!(await takePayment(tools, payment, result, actor))) await putInDoubt(tools, payment, result, CHANGED_SINCE);
  return 'settled';
}

/**
 * Asks the gateway, unless it was asked a moment ago; then the order says how it stands. `returned`: the shopper comes
 * back from the gateway's page, so that an answer from before won't do. A gateway that can't be reached leaves it as it
 * was.
 * @returns whether the gateway answered about each page
 */
export async function checkPayment(ctx: RequestContext, orderUid: string, returned = false): Promise<boolean> {
  let allAnswered = true;
  for (const { uuid } of await openPages(ctx.db, orderUid)) {
    const now = ctx.now().getTime();
    const last = recentQueries.get(uuid);
    if (last && (returned ? now - last.returnedAt < FRESH_FOR_RETURNED_MS : now - last.at < FRESH_MS)) {
      allAnswered = (await last.answered) && allAnswered;
      continue;
    }
    const answered = settlePayment(ctx, uuid, 'shopper').then(
      () => true,
      (err) => {
        ctx.log.warn({ err }, 'gateway could not be asked');
        return false;
      },
    );
    recentQueries.delete(uuid);
    recentQueries.set(uuid, { at: now, returnedAt: returned ? now : (last?.returnedAt ?? 0), answered });
    for (const [key, { at }] of recentQueries) {
      if (recentQueries.size <= MAX_KEPT && now - at < FRESH_MS) break;
      recentQueries.delete(key);
    }
    allAnswered = (await answered) && allAnswered;
  }
  return allAnswered;
}

/** Whether a page that was never paid can't be paid on any more, of a gateway that doesn't say so itself. */
const hasEnded = ({ now }: Tools, { openedAt }: PaymentRow, minutes = Number.POSITIVE_INFINITY): boolean =>
  openedAt !== null && now().getTime() - openedAt.getTime() > minutes * 60_000;

const isPaymentInDoubt = ({ reviewReason, reviewResolvedAt }: PaymentRow): boolean =>
  reviewReason !== null && !reviewResolvedAt;

/** Whether it is the answer that a person has decided about, or of a hold that was released. */
const isDecided = ({ reviewReason, transactionId }: PaymentRow, result: PaymentResult, doubt: string | null): boolean =>
  result.transactionId === transactionId &&
  (transactionId !== null || (reviewReason !== null && doubt === reviewReason));

/** Why the answer can't be accepted for this payment; `null` when it can. */
function doubtOf(payment: PaymentRow, result: PaymentResult): string | null {
  if (result.state === 'mismatch') return result.doubt ?? 'the answer does not fit the page';
  if (result.paymentId !== payment.uuid) return 'the gateway names another payment';
  if (result.state === 'declined' || result.state === 'cancelled') return null;
  if (result.amountAgorot !== payment.amountAgorot) {
    return `the gateway took ${result.amountAgorot} agorot instead of ${payment.amountAgorot}`;
  }
  if (result.currency !== 'ILS') return `the gateway took ${result.currency}`;
  if ((result.state === 'held') !== (payment.capture === 'hold')) return result.state === 'held' ? ONLY_HELD : CHARGED;
  return null;
}

/**
 * Closes a declined or abandoned page. The order holds its goods until the hold ends, and can be paid on a new page.
 */
async function close(tools: Tools, payment: PaymentRow, result: PaymentResult, actor: string): Promise<void> {
  const status = result.state === 'declined' ? 'failed' : 'cancelled';
  await tools.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderUid);
    const closed = await tx
      .update(payments)
      // A page that still accepts another card stays scheduled for checks, so that a later charge on it is noticed.
      .set({ status, settledAt: tools.now(), ...(!result.reopenable && { nextCheckAt: null }) })
      .where(and(eq(payments.uuid, payment.uuid), eq(payments.status, 'pending')))
      .returning({ uuid: payments.uuid });
    if (order?.status !== 'payment' || closed.length === 0) return;
    await tx.update(orders).set({ paymentStatus: status }).where(eq(orders.uuid, order.uuid));
    await record(tx, order.uuid, [
      { field: 'payment_status', from: order.paymentStatus, to: status, actor, reason: result.state },
    ]);
    // Of a payment in doubt nobody knows yet whether money was taken.
    if (result.state === 'cancelled' || (await hasPaymentInDoubt(tx, order.uuid))) return;
    // A shopper who is still on the page tries again at once; the delayed message is for one who has left it.
    await cancelNotification(tx, order.uuid, 'payment_failed');
    await notifyOrder(tools, tx, order, 'payment_failed', { afterMinutes: 5 });
  });
}

/**
 * Puts a payment that is neither paid nor failed in doubt, for a person to decide. Until then the order keeps its
 * goods.
 */
async function putInDoubt(tools: Tools, payment: PaymentRow, result: PaymentResult, reason: string): Promise<void> {
  tools.log.error({ payment: payment.uuid, reason }, 'payment in doubt');
  await tools.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderUid);
    await tx
      .update(payments)
      .set({
        reviewReason: reason,
        reviewResolvedAt: null,
        reviewOutcome: null,
        settledAt: tools.now(),
        nextCheckAt: null,
        // 0 means that the gateway named no sum, not that it took none.
        takenAgorot: result.amountAgorot || null,
        takenAs: result.state === 'held' || result.onlyHeld ? 'hold' : 'sale',
        transactionId: result.transactionId,
        approvalNumber: result.approvalNumber,
        wallet: result.wallet,
        last4: result.last4,
        cardBrand: result.cardBrand,
        document: result.document,
      })
      .where(and(eq(payments.uuid, payment.uuid), inArray(payments.status, UNPAID)));
    if (order?.status !== 'payment') return;
    await cancelNotification(tx, order.uuid, 'payment_failed');
    if (order.holdUntil) await tx.update(orders).set({ holdUntil: null }).where(eq(orders.uuid, order.uuid));
  });
}
