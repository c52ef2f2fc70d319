import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type pg from 'pg';
import type { Actor } from '#db/actor.ts';
import { SetupError } from '#db/setup-error.ts';

let name = `operator:${systemUser()} (system user)`;

/** The account of the machine, which several people may share; a container's may have no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Who runs the command, where they say so (`--as`, `STORE_ACTOR`). @throws SetupError */
export function actAs(person: string): void {
  const clean = person.trim().normalize('NFC');
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .@_\u05f3\u05f4'-]{0,59}$/u.test(clean))
    throw new SetupError('--as is a name of up to 60 letters, digits and . @ _ -');
  name = `operator:${clean}`;
}

/** Who runs the command, as the change log and an order's history name them. */
export const operatorName = (): string => name;

/** All that a run of a command writes is one deed. */
export const commandActor = (command: string): Actor => ({
  kind: 'command',
  name,
  source: command,
  deed: randomUUID(),
});

/** What a command did, beyond the rows that the change log has of it; written with the change itself. */
export async function audit(client: Pick<pg.ClientBase, 'query'>, command: string, details: object): Promise<void> {
  await client.query(
    `insert into audit_log (uuid, actor, command, details)
     values (coalesce(nullif(current_setting('storefront.deed', true), '')::uuid, gen_random_uuid()), $1, $2, $3)
     on conflict (uuid) do update set command = excluded.command, details = audit_log.details || excluded.details`,
    [operatorName(), command, details],
  );
}
