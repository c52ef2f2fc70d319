import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Actor } from '#db/actor.ts';
import { OperatorError } from '#db/operator-error.ts';

let name = `operator:${systemUser()} (system user)`;

/** The machine's account, which several people may share; a container's may have no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Names the person who runs the command (`--as`, `STORE_ACTOR`). @throws OperatorError */
export function actAs(person: string): void {
  const clean = person.trim().normalize('NFC');
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .@_\u05f3\u05f4'-]{0,59}$/u.test(clean))
    throw new OperatorError('--as is a name of up to 60 letters, digits and . @ _ -');
  name = `operator:${clean}`;
}

/** The operator's name in the change log and in an order's history. */
export const operatorName = (): string => name;

/** Everything that a run of a command writes is one operation. */
export const commandActor = (command: string): Actor => ({
  kind: 'command',
  name,
  source: command,
  operation: randomUUID(),
});
