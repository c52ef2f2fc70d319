import { sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';

/**
 * How long the change log is kept (docs/privacy.md). What jobs did by themselves is of use while a fault is looked for. Who did
 * something is kept as long as books are; what each row held, as long as somebody could want it back.
 */
const KEPT_MONTHS = { job: 3, rows: 36, deeds: 84 };

export async function forgetChanges({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = (months: number) => sql`${now().toISOString()}::timestamptz - make_interval(months => ${months})`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('storefront.forgetting', 'on', true)`);
    await tx.execute(sql`
      delete from changes c using audit_log a where a.uuid = c.deed_uid
        and a.created_at < case a.actor_kind when 'job' then ${before(KEPT_MONTHS.job)} else ${before(KEPT_MONTHS.rows)} end`);
    await tx.execute(sql`
      delete from audit_log a
      where a.created_at < case a.actor_kind when 'job' then ${before(KEPT_MONTHS.job)} else ${before(KEPT_MONTHS.deeds)} end`);
  });
}
