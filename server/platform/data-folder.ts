import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userName } from '#db/cluster.ts';
import { OperatorError } from '#db/operator-error.ts';

/**
 * Creates the data folder and its media, or restricts their permissions: they contain personal data and keys. Started
 * as root, the embedded database runs as another user, who must be able to traverse to its part.
 * @throws OperatorError where nothing can be written
 */
export function openDataFolder(dataDir: string, { embedded }: { embedded: boolean }): void {
  const root = process.getuid?.() === 0;
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    close(dataDir, root && embedded ? 0o711 : 0o700);
    close(join(dataDir, 'media'), 0o700);
    try {
      writeFileSync(probe, 'x', { mode: 0o600, flush: true });
    } finally {
      rmSync(probe, { force: true });
    }
  } catch (error) {
    throw new OperatorError(
      `Nothing can be written to the data folder ${dataDir} (${(error as Error).message}); make room or give this user the right to, or set DATA_DIR to another folder.`,
    );
  }
}

/** A folder that belongs to another user (a shared volume) keeps its permissions. */
function close(folder: string, mode: number): void {
  mkdirSync(folder, { recursive: true, mode });
  const { uid } = statSync(folder);
  if (uid === process.getuid?.()) chmodSync(folder, mode);
}

/**
 * What root writes into the folder of the server's user (by `sudo npm run store`, with the server's settings) that user
 * can neither read nor remove: pictures, and the next backup. On a volume of somebody else's that root itself serves
 * from, the media are root's.
 * @throws OperatorError
 */
export function refuseRootIn(folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid } =
    [join(folder, 'media'), folder].flatMap((path) => statSync(path, { throwIfNoEntry: false }) ?? [])[0] ?? {};
  if (uid)
    throw new OperatorError(
      `${folder} belongs to ${userName(uid) ?? `user ${uid}`}; run this as that user, since root's files would lock it out.`,
    );
}
