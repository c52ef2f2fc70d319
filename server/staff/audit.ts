import { randomUUID } from 'node:crypto';
import { actingAs } from '#db/actor.ts';
import { OPERATION_SETTING } from '#db/change-log.ts';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import type { OfficeContext } from '../context.ts';

/**
 * What staff did beyond the rows of the change log, in the same transaction and operation: where it can't be written, nothing
 * is. No secrets and no personal data: people by their uuid.
 */
export async function note(tx: Db, details: Record<string, unknown>): Promise<void> {
  await tx.execute(sql`
    insert into audit_log (uuid, actor, actor_kind, command, reason, details) values (
      coalesce(nullif(current_setting(${OPERATION_SETTING}, true), '')::uuid, gen_random_uuid()),
      coalesce(nullif(current_setting('storefront.actor', true), ''), 'office'),
      coalesce(nullif(current_setting('storefront.actor_kind', true), ''), 'staff'),
      coalesce(nullif(current_setting('storefront.source', true), ''), 'office'),
      coalesce(current_setting('storefront.reason', true), ''),
      ${JSON.stringify(details)}::jsonb
    ) on conflict (uuid) do update set details = audit_log.details || excluded.details`);
}

/** Before somebody is signed in: what a sign-in writes is one operation, of the person once they are proved. */
export const actingAtTheDoor = <T>(ctx: Pick<OfficeContext, 'source'>, name: string, work: () => Promise<T>) =>
  actingAs({ kind: 'staff', name, source: `sign-in ${ctx.source}`, operation: randomUUID() }, work);
