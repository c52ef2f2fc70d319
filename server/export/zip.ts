import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Compressed already. */
const PACKED = /\.(?:avif|webp|jpe?g|png|mp4|xlsx)$/;
/** A fixed time, so that equal folders make equal files. */
const AT = new Date(2000, 0, 1);

/** A folder as a ZIP file, piece by piece: no file of it is ever held whole. */
export async function* zipFolder(root: string): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  function* taken(): Generator<Uint8Array> {
    const ready = pieces;
    pieces = [];
    yield* ready;
  }
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of files.sort()) {
    const name = relative(root, path);
    const entry = PACKED.test(name) ? new ZipPassThrough(name) : new ZipDeflate(name);
    entry.mtime = AT;
    zip.add(entry);
    for await (const chunk of createReadStream(path)) {
      entry.push(chunk as Uint8Array);
      yield* taken();
    }
    entry.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
