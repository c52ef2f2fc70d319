import { clientOf } from '#db/client.ts';
import { transfers } from '#db/schema/index.ts';
import { eq, sql } from '#db/sql.ts';
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
 * the caller's. The outcome is committed with what was saved: a process may die before it ends the job.
 */
export async function runBulk(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  { uuid, staffUid, options }: Transfer,
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
    await db.transaction(async (tx) => {
      const written = { db: tx, client: clientOf(tx) };
      const outcome = await writeBulk(written, { staff, stores }, changes, { confirmed, progress });
      const report: BulkResult = { kind: 'bulk', ...outcome };
      await tx.update(transfers).set({ options: {}, report }).where(eq(transfers.uuid, uuid));
    });
    return { state: 'done' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return failed(
      [error.message, ...(error.extra.fields ?? []).slice(0, 20).map(({ message }) => message)].join(' · '),
    );
  }
}
