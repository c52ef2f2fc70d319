import { clientOf } from '#db/client.ts';
import type { transfers } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import type { BulkChange } from '#domain/catalogue/bulk-rows.ts';
import type { Deps } from '../../context.ts';
import type { Progress } from '../../import/progress.ts';
import { Refusal } from '../../platform/errors.ts';
import { storesWith } from '../../staff/grants.ts';
import { memberOf } from '../drafts/carry-out.ts';
import type { BulkResult } from '../products/bulk/edit-bulk.ts';
import { writeBulk } from '../products/bulk/write-rows.ts';
import type { FailedResult, Transfer } from './transfers.ts';

/**
 * Carries out what `products.bulk-begin` stored, with the rights that the person has now. Within the operation that is
 * the caller's.
 */
export async function runBulk(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  { staffUid, options }: Transfer,
  progress: Progress,
): Promise<Partial<typeof transfers.$inferInsert>> {
  const { changes, confirmed } = options as { changes: BulkChange[]; confirmed: boolean };
  const failed = (message: string) => ({
    state: 'failed',
    options: {},
    report: { kind: 'failed', message } satisfies FailedResult,
  });
  const staff = staffUid ? await memberOf({ db, env }, staffUid) : null;
  const where = staff && storesWith(staff, 'products.edit');
  if (!staff || !where || where.length === 0) return failed('מי שהתחילו את השמירה כבר אינם רשאים לערוך מוצרים');
  const stores =
    where === 'all'
      ? (await db.execute<{ uuid: string }>(sql`select uuid from stores`)).rows.map(({ uuid }) => uuid)
      : where;
  try {
    const outcome = await db.transaction((tx) =>
      writeBulk({ db: tx, client: clientOf(tx) }, { staff, stores }, changes, { confirmed, progress }),
    );
    return { state: 'done', options: {}, report: { kind: 'bulk', ...outcome } satisfies BulkResult };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return failed(
      [error.message, ...(error.extra.fields ?? []).slice(0, 20).map(({ message }) => message)].join(' · '),
    );
  }
}
