import { orders, type PaymentRow, payments } from '#db/schema/index.ts';
import { and, eq, inArray, sql } from '#db/sql.ts';
import { DAY_MS } from '#domain/calendar/durations.ts';
import { isSilent } from '#domain/money/gateway-errors.ts';
import { duePayments, PAGE_CHECK_MINUTES } from './due-checks.ts';
import { settlePayment, type Tools } from './settle.ts';
import { UNPAID } from './take-payment.ts';

const MAX_AGE_MS = DAY_MS;

/**
 * The job “reconciliation”: asks the gateway about pages whose check is due, including declined ones that still accept
 * another card. One that can't be reached is asked again later.
 */
export async function reconcilePayments(tools: Tools): Promise<void> {
  for (const batch of await duePayments(tools, UNPAID)) {
    for (const payment of batch) {
      if (!(await claim(tools, payment))) continue;
      const error = await settlePayment(tools, payment.uuid, 'job').then(
        () => null,
        (err) => err,
      );
      if (error === null) continue;
      tools.log.warn({ err: error, payment: payment.uuid }, 'gateway could not be asked');
      // One that hangs would keep the others waiting for each of its payments; the next run asks it again.
      if (isSilent(error)) break;
    }
  }
}

/** Claims a check by counting it, and schedules the next one; of two processes one succeeds. */
async function claim({ db, now }: Tools, payment: PaymentRow): Promise<boolean> {
  const minutes = PAGE_CHECK_MINUTES[payment.checks + 1] ?? PAGE_CHECK_MINUTES.at(-1) ?? 60;
  const next = new Date(now().getTime() + minutes * 60_000);
  const old = now().getTime() - payment.createdAt.getTime() > MAX_AGE_MS;
  // An order may wait for days, by a payment link.
  const isWaiting = sql`exists (select 1 from ${orders} o where o.uuid = ${payment.orderUid} and o.status = 'payment')`;
  const [claimed] = await db
    .update(payments)
    .set({
      checks: payment.checks + 1,
      nextCheckAt: old ? sql`case when ${isWaiting} then ${next}::timestamptz end` : next,
    })
    .where(and(eq(payments.uuid, payment.uuid), eq(payments.checks, payment.checks), inArray(payments.status, UNPAID)))
    .returning({ uuid: payments.uuid });
  return claimed !== undefined;
}
