import type { Storage } from '#server/providers/storage/storage.ts';
import type { Folder } from '../folder.ts';
import type { Progress } from '../progress.ts';
import type { Pictures } from './collect.ts';
import { mediaName, pictureBytes } from './probe.ts';

const CONCURRENCY = 8;

/** Stores the pictures before the transaction: an unreferenced picture does no harm, a missing one does. */
export async function keepPictures(
  folder: Folder,
  { byPath }: Pictures,
  storage: Storage,
  progress: Progress,
): Promise<void> {
  const entries = [...byPath];
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let entry = entries[next++]; entry !== undefined; entry = entries[next++]) {
      const [path, { media }] = entry;
      if (!(await storage.has(media))) {
        const bytes = await pictureBytes(folder.root, path);
        if (mediaName(bytes, media.split('.')[1] as string) !== media)
          throw new Error(`${path} was changed during the import; run it again`);
        await storage.put(media, bytes);
      }
      progress('keeping pictures', ++done, entries.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
