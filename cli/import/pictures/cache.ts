import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PictureCache } from './probe.ts';

/** The cache only saves time: a lost or damaged one is started anew. */
export async function readPictureCache(file: string): Promise<PictureCache> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as PictureCache;
  } catch {
    return {};
  }
}

export async function writePictureCache(file: string, cache: PictureCache): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, JSON.stringify(cache));
  await rename(unfinished, file);
}
