import type { Db } from '#db/client.ts';
import { orderHistory } from '#db/schema/index.ts';

type Change = {
  field: 'status' | 'payment_status' | 'hold';
  from: string | null;
  to: string;
  actor: string;
  reason?: string;
};

/** Every change of an order is a row: who, when, from, to, why. */
export async function record(tx: Db, orderUid: string, changes: Change[]): Promise<void> {
  await tx.insert(orderHistory).values(
    changes.map(({ field, from, to, actor, reason = '' }) => ({
      orderUid,
      field,
      fromValue: from,
      toValue: to,
      actor,
      reason,
    })),
  );
}
