import type { Db } from '#db/client.ts';
import { type PaymentRow, refunds } from '#db/schema/index.ts';

export type Refund = typeof refunds.$inferSelect;
export type NewRefund = { amountAgorot: number; feeAgorot?: number; actor: string; reason: string; at: Date };

/**
 * Records a refund to be carried out. The gateway is asked afterwards, outside of any transaction. @returns `undefined`
 * where one is open already
 */
export async function recordRefund(
  tx: Db,
  payment: Pick<PaymentRow, 'uuid'>,
  { amountAgorot, feeAgorot = 0, actor, reason, at }: NewRefund,
): Promise<Refund | undefined> {
  const [refund] = await tx
    .insert(refunds)
    .values({ paymentUid: payment.uuid, amountAgorot, feeAgorot, actor, reason, askAt: at, createdAt: at })
    .onConflictDoNothing()
    .returning();
  return refund;
}
