import type pg from 'pg';
import { OPERATION_SETTING } from '#db/change-log.ts';

/**
 * What an operation did beyond the rows in the change log; written with the change itself. An introduced connection
 * (db/actor.ts) says who acts and by which command; `fallback` is for the others.
 */
export async function recordOperation(
  client: Pick<pg.ClientBase, 'query'>,
  fallback: { actor: string; command: string },
  details: object,
): Promise<void> {
  await client.query(
    `insert into audit_log (uuid, actor, actor_kind, command, reason, details) values (
       coalesce(nullif(current_setting('${OPERATION_SETTING}', true), '')::uuid, gen_random_uuid()),
       coalesce(nullif(current_setting('storefront.actor', true), ''), $1),
       coalesce(nullif(current_setting('storefront.actor_kind', true), ''), 'command'),
       coalesce(nullif(current_setting('storefront.source', true), ''), $2),
       coalesce(current_setting('storefront.reason', true), ''), $3)
     on conflict (uuid) do update set command = excluded.command, details = audit_log.details || excluded.details`,
    [fallback.actor, fallback.command, details],
  );
}
