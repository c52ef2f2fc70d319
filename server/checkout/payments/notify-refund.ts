import type { Db } from '#db/client.ts';
import { type OrderRow, payments, refunds } from '#db/schema/index.ts';
import { and, eq } from '#db/sql.ts';
import { type NotifyTools, notifyOrder } from '../orders/notify-order.ts';
import type { Refund } from './record-refund.ts';

/**
 * Notifies the buyer of money that went back, of all parts of a return at once: those that several payments carry out
 * were planned at one moment, as `shownRefunds` groups them. As long as the gateway is to answer for one of them it is
 * too early; one in doubt waits for a person, and is notified by itself. Runs in the transaction that ends a part, with
 * the order locked. `before`: the part's status until then.
 */
export async function notifyRefund(
  tools: NotifyTools,
  tx: Db,
  order: OrderRow,
  { uuid, createdAt, before }: Pick<Refund, 'uuid' | 'createdAt'> & { before: Refund['status'] },
): Promise<void> {
  const rows = await tx
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.uuid, refunds.paymentUid))
    .where(and(eq(payments.orderUid, order.uuid), eq(refunds.createdAt, createdAt)));
  const parts = rows.map(({ refund }) => refund);
  if (parts.some(({ status }) => status === 'due' || status === 'asked')) return;
  const done = parts.filter((part) => part.status === 'done' && (before !== 'unknown' || part.uuid === uuid));
  if (done.length === 0) return;
  const sum = (agorotOf: (part: Refund) => number) => done.reduce((total, part) => total + agorotOf(part), 0);
  await notifyOrder(tools, tx, order, 'refunded', {
    agorot: sum(({ amountAgorot }) => amountAgorot),
    feeAgorot: sum(({ feeAgorot }) => feeAgorot),
  });
}
