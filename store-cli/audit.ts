import { userInfo } from 'node:os';
import type pg from 'pg';

/** Who runs the command, as the audit log and an order's history name them; a container's user may have no name. */
export function operatorName(): string {
  try {
    return `operator:${userInfo().username}`;
  } catch {
    return `operator:uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Who did what, written with the change itself. */
export async function audit(client: Pick<pg.ClientBase, 'query'>, command: string, details: object): Promise<void> {
  await client.query('insert into audit_log (actor, command, details) values ($1, $2, $3)', [
    operatorName(),
    command,
    details,
  ]);
}
