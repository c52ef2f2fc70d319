import { payments } from '#db/schema/index.ts';
import { and, eq, inArray, lte } from '#db/sql.ts';
import type { Tools } from './settle.ts';
import type { Payment } from './take-payment.ts';

const AT_ONCE = 50;

/**
 * Payments in these states whose gateway is to be asked by now, the longest due first: a batch for each gateway, so
 * that those of one that doesn't answer keep no other's waiting.
 */
export async function duePayments({ db, now }: Tools, statuses: Payment['status'][]): Promise<Payment[][]> {
  const isDue = and(inArray(payments.status, statuses), lte(payments.nextCheckAt, now()));
  const gateways = await db.selectDistinct({ name: payments.provider }).from(payments).where(isDue);
  const batches: Payment[][] = [];
  for (const { name } of gateways)
    batches.push(
      await db
        .select()
        .from(payments)
        .where(and(isDue, eq(payments.provider, name)))
        .orderBy(payments.nextCheckAt)
        .limit(AT_ONCE),
    );
  return batches;
}
