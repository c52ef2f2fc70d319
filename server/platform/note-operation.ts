import { OPERATION_SETTING } from '#db/change-log.ts';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';

/**
 * What an operation did beyond the rows of the change log, in the same transaction: where it can't be written, nothing
 * is. The connection says who acts and by what (db/actor.ts); `source` is for one of the shop, which names none. No
 * secrets and no personal data: people by their uuid.
 */
export async function noteOperation(db: Db, details: object, source = 'statement'): Promise<void> {
  await db.execute(sql`
    insert into audit_log (uuid, actor, actor_kind, command, reason, details) values (
      coalesce(nullif(current_setting(${OPERATION_SETTING}, true), '')::uuid, gen_random_uuid()),
      coalesce(nullif(current_setting('storefront.actor', true), ''), 'database:' || session_user),
      coalesce(nullif(current_setting('storefront.actor_kind', true), ''), 'database'),
      coalesce(nullif(current_setting('storefront.source', true), ''), ${source}),
      coalesce(current_setting('storefront.reason', true), ''),
      ${JSON.stringify(details)}::jsonb
    ) on conflict (uuid) do update set details = audit_log.details || excluded.details`);
}
