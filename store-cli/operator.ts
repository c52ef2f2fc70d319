import { userInfo } from 'node:os';

/** Whoever runs the command, for the audit; a container's user may have no name. */
export function operator(): string {
  try {
    return `operator:${userInfo().username}`;
  } catch {
    return `operator:uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
