import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream, readdirSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

const MAX_FILES = 60_000;
const MAX_BYTES = 4 * 1024 ** 3;
const MAX_DIRECTORY_BYTES = 32 * 1024 * 1024;
const FOLDERS = /^(?:company\.json$|stores$|catalogue$|pictures$)/;

/** What a ZIP file has that no import folder may; the message is an error of the file. */
export class BadZip extends Error {}

type Entry = { name: string; method: number; packed: number; unpacked: number; at: number };

/**
 * Unpacks a ZIP file of an import folder into `root` by its directory, each file as a stream. Names lead nowhere else.
 * What says to unpack to more than any catalogue has is refused at once, and a file that unpacks to more than it says
 * in the middle.
 * @returns the import folder: the one folder of the ZIP, where everything lies in it
 * @throws BadZip
 */
export async function unzipFolder(path: string, root: string): Promise<string> {
  const file = await open(path);
  try {
    const entries = await entriesOf(file);
    if (entries.reduce((sum, { unpacked }) => sum + unpacked, 0) > MAX_BYTES)
      throw new BadZip(`unpacks to more than ${MAX_BYTES / 1024 ** 3} GB`);
    for (const { name, method, packed, unpacked, at } of entries.filter((entry) => !entry.name.endsWith('/'))) {
      if (!isSafe(name)) throw new BadZip(`holds a file with an odd name: ${name.slice(0, 80)}`);
      const header = await part(file, at, 30);
      const start = at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
      const target = join(root, name);
      await mkdir(dirname(target), { recursive: true });
      const counted = async function* (pieces: AsyncIterable<Buffer>) {
        let bytes = 0;
        for await (const piece of pieces) {
          bytes += piece.length;
          if (bytes > unpacked) throw new BadZip('is no whole ZIP file');
          yield piece;
        }
      };
      const out = createWriteStream(target, { flags: 'wx' });
      if (packed === 0) out.end();
      else {
        const source = createReadStream(path, { start, end: start + packed - 1 });
        if (method === 0) await pipeline(source, counted, out);
        else if (method === 8) await pipeline(source, createInflateRaw(), counted, out);
        else throw new BadZip('is no whole ZIP file');
      }
    }
  } catch (error) {
    if (error instanceof BadZip) throw error;
    throw new BadZip('is no whole ZIP file');
  } finally {
    await file.close();
  }
  return inner(root);
}

async function part(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw new BadZip('is no whole ZIP file');
  return buffer;
}

/** The directory at the file's end (APPNOTE.TXT 4.3.12 and 4.3.16), which alone says what the file holds. */
async function entriesOf(file: FileHandle): Promise<Entry[]> {
  const { size } = await file.stat();
  const length = Math.min(size, 65_557);
  const tail = await part(file, size - length, length);
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new BadZip('is no whole ZIP file');
  const count = tail.readUInt16LE(end + 10);
  const directoryBytes = tail.readUInt32LE(end + 12);
  if (count === 0) throw new BadZip('is no whole ZIP file');
  if (directoryBytes > MAX_DIRECTORY_BYTES)
    throw new BadZip(`has more than ${MAX_DIRECTORY_BYTES / 1024 ** 2} MB of names`);
  if (count > MAX_FILES) throw new BadZip(`holds more than ${MAX_FILES} files`);
  const directory = await part(file, tail.readUInt32LE(end + 16), directoryBytes);
  const entries: Entry[] = [];
  for (let at = 0; entries.length < count; ) {
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    entries.push({
      name: nameOf(directory.subarray(at + 46, nameEnd), directory.readUInt16LE(at + 8)),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
    });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

const UTF8_FLAG = 0x800;

/** Windows packs Hebrew names as DOS had them (code page 862), where the letters begin at 0x80. */
function nameOf(bytes: Buffer, flags: number): string {
  if (flags & UTF8_FLAG || isUtf8(bytes)) return bytes.toString('utf8');
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9a]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x80 + 0x5d0));
}

const isSafe = (name: string): boolean =>
  name.length < 300 && !/[\\\p{Cc}]|^\/|^[a-z]:|(?:^|\/)\.\.?(?:\/|$)/iu.test(name);

function inner(root: string): string {
  const [only, ...others] = readdirSync(root).filter((name) => !name.startsWith('__MACOSX'));
  if (!only || others.length > 0 || FOLDERS.test(only)) return root;
  const path = join(root, only);
  return statSync(path).isDirectory() ? path : root;
}
