// A process of its own for `first-pictures.ts`, with the same settings as the server's: makes the sizes that it is told, and ends.
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Environment } from '../platform/environment.ts';
import { keptSizeName, type PictureSize, sizedPicture } from '../providers/storage/picture-sizes.ts';
import { storageOf } from '../providers/storage/providers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Half of the machine is left to requests even where the system knows no priorities. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
sharp.concurrency(1);

process.on('message', async ({ env, sizes }: { env: Environment; sizes: PictureSize[] }) => {
  const storage = storageOf(env, resolve(root, env.DATA_DIR));
  const queue = sizes.values();
  const work = async () => {
    for (const size of queue) {
      // A picture that can't be read is the page's to show as such; the others are made.
      if (!(await storage.has(keptSizeName(size)).catch(() => true)))
        await sizedPicture(storage, size).catch(() => null);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  process.exit(0);
});
// Whoever asked for it is gone.
process.on('disconnect', () => process.exit(0));
