import type { Db } from '#db/client.ts';
import { orderHistory } from '#db/schema/index.ts';
import { checkMove } from '#domain/orders/transitions.ts';

type Change = {
  field: 'status' | 'payment_status' | 'hold' | 'capture' | 'cancellation_notice' | 'total' | 'quote' | 'trade_in';
  from: string | null;
  to: string;
  actor: string;
  reason?: string;
};

/** Adds a row for each change of an order: who, when, from, to, why. @throws Error for a forbidden change of status */
export async function record(tx: Db, orderUid: string, changes: Change[]): Promise<void> {
  await tx.insert(orderHistory).values(historyRows(orderUid, changes));
}

/** The rows that `record` inserts. @throws Error for a forbidden change of status */
export function historyRows(orderUid: string, changes: Change[]): (typeof orderHistory.$inferInsert)[] {
  for (const { field, from, to } of changes) if (field === 'status') checkMove(from, to);
  return changes.map(({ field, from, to, actor, reason = '' }) => ({
    orderUid,
    field,
    fromValue: from,
    toValue: to,
    actor,
    reason,
  }));
}
