import { type PaymentRow, payments } from '#db/schema/index.ts';
import { and, eq, inArray, lte } from '#db/sql.ts';
import type { Tools } from './settle.ts';

/** Minutes between the reconciliation's checks of an open page; the last holds from then on. */
export const PAGE_CHECK_MINUTES = [2, 5, 15, 60];

/**
 * Minutes until a gateway is asked for a document that it had not written with the charge; then a person has to look.
 */
const DOCUMENT_CHECK_MINUTES = [0.25, 0.25, 0.5, 1, 2, 5, 15, 60, 240];
/** A gateway that can't be asked for a document is asked again after this long at the least. */
export const AWAY_MINUTES = 5;

/** How many due payments of a gateway a run takes. */
const BATCH = 50;

/** When a gateway that was asked for a document so often is asked again; `null`: no more. */
export function askAgainAt({ now }: Pick<Tools, 'now'>, checks: number): Date | null {
  const minutes = DOCUMENT_CHECK_MINUTES[checks];
  return minutes === undefined ? null : new Date(now().getTime() + minutes * 60_000);
}

/**
 * Payments in these states whose gateway is to be asked by now, the longest due first: a batch for each gateway, so
 * that those of one that doesn't answer keep no other's waiting.
 */
export async function duePayments({ db, now }: Tools, statuses: PaymentRow['status'][]): Promise<PaymentRow[][]> {
  const isDue = and(inArray(payments.status, statuses), lte(payments.nextCheckAt, now()));
  const gateways = await db.selectDistinct({ name: payments.provider }).from(payments).where(isDue);
  const batches: PaymentRow[][] = [];
  for (const { name } of gateways)
    batches.push(
      await db
        .select()
        .from(payments)
        .where(and(isDue, eq(payments.provider, name)))
        .orderBy(payments.nextCheckAt)
        .limit(BATCH),
    );
  return batches;
}
