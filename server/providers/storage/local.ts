import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isStoredName } from '#domain/text/media-name.ts';
import type { Storage } from './storage.ts';

/** Media in a folder, spread over 256 sub-folders by the first two hex digits. */
export function localStorage(folder: string): Required<Storage> {
  const path = (name: string): string => {
    if (!isStoredName(name)) throw new RangeError(`not a media name: ${name}`);
    return join(folder, name.slice(0, 2), name);
  };
  const has = (name: string): Promise<boolean> =>
    access(path(name)).then(
      () => true,
      () => false,
    );
  return {
    path,
    has,
    async put(name, bytes) {
      if (await has(name)) return;
      const target = path(name);
      await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
      // Written beside and renamed, so that no reader sees half a file.
      const unfinished = `${target}.${randomUUID()}`;
      try {
        await writeFile(unfinished, bytes, { flush: true });
        await rename(unfinished, target);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async size(name) {
      if (!isStoredName(name)) return null;
      const info = await stat(path(name)).catch(() => null);
      return info?.size ?? null;
    },
    part: (name, from, to) => createReadStream(path(name), { start: from, end: to }),
    async read(name) {
      if (!isStoredName(name)) return null;
      return readFile(path(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
  };
}
