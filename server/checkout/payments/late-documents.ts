import type { Db } from '#db/client.ts';
import { payments, refunds } from '#db/schema/index.ts';
import { and, eq, inArray, lte, sql } from '#db/sql.ts';
import type { GatewayDocument } from '../../providers/payment/provider.ts';
import { issueCredit } from '../documents/issue.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { askAgainAt, documentOf, issuePaymentDocument } from './payment-document.ts';
import type { Tools } from './settle.ts';
import type { Payment } from './take-payment.ts';

const CHARGED: Payment['status'][] = ['paid', 'partly_refunded', 'refunded'];

/** The job: asks for documents that were still to be written. */
export async function fetchLateDocuments(tools: Tools): Promise<void> {
  const due = await tools.db
    .select()
    .from(payments)
    .where(and(inArray(payments.status, CHARGED), lte(payments.nextCheckAt, tools.now())))
    .orderBy(payments.nextCheckAt)
    .limit(50);
  for (const payment of due) {
    const checks = payment.checks + 1;
    const next = askAgainAt(tools, checks);
    // Of two processes the one that counts the check makes it.
    const claimed = await tools.db
      .update(payments)
      .set({ checks, nextCheckAt: next })
      .where(and(eq(payments.uuid, payment.uuid), eq(payments.checks, payment.checks)))
      .returning({ uuid: payments.uuid });
    if (claimed.length === 0 || !payment.transactionId) continue;
    const document = await tools.payment[payment.provider]
      ?.findDocument?.({ transactionId: payment.transactionId })
      .catch((err) => void tools.log.warn({ err, payment: payment.uuid }, 'gateway could not be asked'));
    if (document) await keep(tools, payment, document);
    else if (!next) tools.log.error({ payment: payment.uuid }, 'the gateway has written no document for this payment');
  }
}

async function keep(tools: Tools, { uuid, orderUid }: Payment, document: GatewayDocument): Promise<void> {
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

/** A charge on a page made after the one that has paid the order (a capture may be settled after it) is for what the order grew by, as is any of an order that a lender pays. */
async function followsAnother(tx: Db, { uuid, orderUid, createdAt }: Payment): Promise<boolean> {
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
