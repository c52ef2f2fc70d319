import { OPERATION_COLUMN } from '#db/change-log.ts';
import { type SQL, sql } from '#db/sql.ts';
import type { Deps } from '../context.ts';

/**
 * Retention of the change log (docs/privacy.md). Jobs' rows help to find faults. Who did something is kept as long as
 * books are; previous values as long as an undo is plausible, and so are reasons that staff typed: it is by the rows
 * that an erasure finds those about a person.
 */
const KEPT_MONTHS = { job: 3, rows: 36, operations: 84 };
/** A large import has millions of rows: one delete would exceed the job's statement timeout. */
const BATCH = 10_000;

export async function forgetChanges({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now().toISOString();
  const isOver = (months: number) => sql`a.created_at < ${at}::timestamptz
    - make_interval(months => case a.actor_kind when 'job' then ${KEPT_MONTHS.job}::int else ${months}::int end)`;
  const forget = async (rows: SQL): Promise<void> => {
    let deleted: number | null;
    do
      deleted = await db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('storefront.forgetting', 'on', true)`);
        return (await tx.execute(rows)).rowCount;
      });
    while (deleted === BATCH);
  };
  await forget(sql`delete from changes where id in (
    select c.id from changes c join audit_log a on a.uuid = c.${sql.raw(OPERATION_COLUMN)} where ${isOver(KEPT_MONTHS.rows)} limit ${BATCH})`);
  await forget(sql`update audit_log set reason = '' where uuid in (
    select a.uuid from audit_log a where a.reason <> '' and ${isOver(KEPT_MONTHS.rows)} limit ${BATCH})`);
  await forget(sql`delete from audit_log where uuid in (
    select a.uuid from audit_log a where ${isOver(KEPT_MONTHS.operations)} limit ${BATCH})`);
}
