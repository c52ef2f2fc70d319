import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '#db/setup-error.ts';

/**
 * Makes the data folder, and its media, or closes them to others: people's data and keys lie there. Started as root, the embedded
 * database runs as another user, who must be able to pass through to its own part. @throws SetupError where nothing can be written
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
    throw new SetupError(
      `Nothing can be written to the data folder ${dataDir} (${(error as Error).message}); make room or give this user the right to, or set DATA_DIR to another folder.`,
    );
  }
}

/** A folder of somebody else's (a volume that several share) stays as its owner has set it. */
function close(folder: string, mode: number): void {
  mkdirSync(folder, { recursive: true, mode });
  const { uid } = statSync(folder);
  if (uid === process.getuid?.()) chmodSync(folder, mode);
}
