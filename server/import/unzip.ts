import { closeSync, mkdirSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Unzip, UnzipInflate } from 'fflate';

const MOST_FILES = 100_000;
const MOST_BYTES = 4 * 1024 ** 3;
const FOLDERS = /^(?:company\.json$|stores$|catalogue$|pictures$)/;

/** What a ZIP file has that no import folder may; the message is an error of the file. */
export class BadZip extends Error {}

/**
 * Unpacks a ZIP of an import folder into `root`, piece by piece. Names lead nowhere else, and what unpacks to more than any
 * catalogue has is refused in the middle.
 * @returns the import folder: the one folder of the ZIP, where everything lies in it
 * @throws BadZip
 */
export async function unzipFolder(pieces: AsyncIterable<Uint8Array>, root: string): Promise<string> {
  let [files, bytes] = [0, 0];
  const unzip = new Unzip((entry) => {
    if (entry.name.endsWith('/')) return;
    if (!isSafe(entry.name)) throw new BadZip(`holds a file with an odd name: ${entry.name.slice(0, 80)}`);
    if (++files > MOST_FILES) throw new BadZip(`holds more than ${MOST_FILES} files`);
    const path = join(root, entry.name);
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(path, 'wx');
    entry.ondata = (error, data, final) => {
      if (error) throw error;
      bytes += data.length;
      if (bytes > MOST_BYTES) throw new BadZip(`unpacks to more than ${MOST_BYTES / 1024 ** 3} GB`);
      writeSync(file, data);
      if (final) closeSync(file);
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    for await (const piece of pieces) unzip.push(piece, false);
    unzip.push(new Uint8Array(0), true);
  } catch (error) {
    if (error instanceof BadZip) throw error;
    throw new BadZip('is no whole ZIP file');
  }
  if (files === 0) throw new BadZip('is no whole ZIP file');
  return inner(root);
}

const isSafe = (name: string): boolean =>
  name.length < 300 && !/[\\\p{Cc}]|^\/|^[a-z]:|(?:^|\/)\.\.?(?:\/|$)/iu.test(name);

function inner(root: string): string {
  const [only, ...others] = readdirSync(root).filter((name) => !name.startsWith('__MACOSX'));
  if (!only || others.length > 0 || FOLDERS.test(only)) return root;
  const path = join(root, only);
  return statSync(path).isDirectory() ? path : root;
}
