import type { Db } from '#db/client.ts';
import { type PaymentRow, payments, refunds } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { GatewayUnreachable, isSilent } from '#domain/money/gateway-errors.ts';
import type { GatewayDocument } from '../../providers/payment/provider.ts';
import { issueCredit } from '../documents/issue.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { AWAY_MINUTES, askAgainAt, duePayments } from './due-checks.ts';
import { documentOf, issuePaymentDocument } from './payment-document.ts';
import type { Tools } from './settle.ts';

const CHARGED: PaymentRow['status'][] = ['paid', 'partly_refunded', 'refunded'];

/** The job: asks for documents that were still to be written. A check that couldn't be made doesn't count as one. */
export async function fetchLateDocuments(tools: Tools): Promise<void> {
  for (const batch of await duePayments(tools, CHARGED)) {
    for (const payment of batch) {
      const checks = payment.checks + 1;
      const next = askAgainAt(tools, checks);
      // Of two processes the one that counts the check makes it.
      if (!(await schedule(tools, payment, payment.checks, { checks, nextCheckAt: next }))) continue;
      const answer = await findDocument(tools, payment).catch((err: Error) => err);
      if (answer instanceof Error) {
        tools.log.warn({ err: answer, payment: payment.uuid }, 'gateway could not be asked');
        const later = new Date(tools.now().getTime() + AWAY_MINUTES * 60_000);
        await schedule(tools, payment, checks, { checks: payment.checks, nextCheckAt: later });
        if (isSilent(answer)) break;
      } else if (answer) await keep(tools, payment, answer);
      else if (!next)
        tools.log.error({ payment: payment.uuid }, 'the gateway has written no document for this payment');
    }
  }
}

/** @returns whether so many checks had been made */
async function schedule(
  { db }: Tools,
  { uuid }: PaymentRow,
  checksMade: number,
  next: Pick<PaymentRow, 'checks' | 'nextCheckAt'>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(payments)
    .set(next)
    .where(and(eq(payments.uuid, uuid), eq(payments.checks, checksMade)));
  return rowCount === 1;
}

/** @throws where the gateway can't be asked */
async function findDocument(tools: Tools, { provider, transactionId }: PaymentRow): Promise<GatewayDocument | null> {
  const gateway = tools.payment[provider];
  if (!gateway) throw new GatewayUnreachable(`there is no gateway ${provider} here`);
  return (transactionId && (await gateway.findDocument?.({ transactionId }))) || null;
}

async function keep(tools: Tools, { uuid, orderUid }: PaymentRow, document: GatewayDocument): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderUid);
    const [payment] = await tx
      .update(payments)
      .set({ document, nextCheckAt: null })
      .where(and(eq(payments.uuid, uuid), sql`${payments.document} is null`))
      .returning();
    if (!order || !payment) return;
    const isDifference = order.paymentMethod === 'financing' || (await followsAnother(tx, payment));
    await issuePaymentDocument(tools, tx, order, payment, document, isDifference ? 'difference' : undefined);
    // Money may have gone back while there was no document to credit.
    const back = await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.paymentUid, uuid), eq(refunds.status, 'done')))
      .orderBy(refunds.settledAt);
    for (const { amountAgorot, document: credit, settledAt } of back)
      await issueCredit(tools, tx, order, payment, {
        agorot: amountAgorot,
        gateway: documentOf(payment, credit),
        at: settledAt,
      });
  });
}

/**
 * A charge on a page made after the one that has paid the order (a capture may be settled after it) is for what the
 * order grew by, as is any of an order that a lender pays.
 */
async function followsAnother(tx: Db, { uuid, orderUid, createdAt }: PaymentRow): Promise<boolean> {
  const [earlier] = await tx
    .select({ uuid: payments.uuid })
    .from(payments)
    .where(
      sql`${payments.orderUid} = ${orderUid} and ${payments.uuid} <> ${uuid} and ${payments.createdAt} < ${createdAt}
        and ${payments.status} in ('paid', 'partly_refunded', 'refunded') and (${payments.reviewReason} is null or ${payments.reviewOutcome} = 'accepted')`,
    )
    .limit(1);
  return earlier !== undefined;
}
