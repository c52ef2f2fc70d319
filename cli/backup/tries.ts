import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** In a backup that was restored whole: when. Another database was written, so the backup itself has to remember it. */
const FILE = 'restored.json';
const tried = z.object({ at: z.iso.datetime() });

/** The last time that a backup was restored and compared. */
type Try = { backup: string; at: string };

/** A folder that can't be written (a copy on another machine, read only) keeps no trace. */
export async function noteTry(backup: string, at: Date): Promise<void> {
  await writeFile(join(backup, FILE), JSON.stringify({ at: at.toISOString() })).catch(() => {});
}

/** `null`: the file is damaged, which says nothing about the backup. */
function timeOf(text: string): string | null {
  try {
    return tried.parse(JSON.parse(text)).at;
  } catch {
    return null;
  }
}

/** The newest of all backups of the folder, those that go next included. */
export async function lastTry(folder: string): Promise<Try | null> {
  const tries: Try[] = [];
  for (const backup of await readdir(folder)) {
    const text = await readFile(join(folder, backup, FILE), 'utf8').catch(() => null);
    const at = text && timeOf(text);
    if (at) tries.push({ backup, at });
  }
  return tries.sort((one, other) => (one.at < other.at ? 1 : -1))[0] ?? null;
}
