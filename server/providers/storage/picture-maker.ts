// A process of `make-sizes.ts` with the server's settings: makes the sizes it is sent, and exits.
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Environment } from '../../platform/environment.ts';
import { keptSizeName, type PictureSize, sizedPicture } from './picture-sizes.ts';
import { storageOf } from './providers.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Half of the cores stay free for requests even where the system has no priorities. */
const MAX_CONCURRENT = Math.max(1, Math.floor(availableParallelism() / 2));
sharp.concurrency(1);

process.on('message', async ({ env, sizes }: { env: Environment; sizes: PictureSize[] }) => {
  const storage = storageOf(env, resolve(root, env.DATA_DIR));
  const queue = sizes.values();
  const work = async () => {
    for (const size of queue) {
      // An unreadable picture is reported by its page; the others are made.
      if (!(await storage.has(keptSizeName(size)).catch(() => true)))
        await sizedPicture(storage, size).catch(() => null);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  process.exit(0);
});
// The parent process is gone.
process.on('disconnect', () => process.exit(0));
