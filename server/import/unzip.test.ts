import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BadZip, unzipFolder } from './unzip.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unzip-'));
});
afterAll(() => rm(folder, { recursive: true }));

type Lie = {
  files: Record<string, Uint8Array>;
  /** Bytes that every file of the directory says to unpack to. */
  unpacked?: number;
  /** What the end of the directory says of it. */
  count?: number;
  directoryBytes?: number;
  /** Bytes of a name as another program writes it, in place of as many. */
  name?: [by: string, bytes: Buffer];
};

async function unpack({
  files: content,
  unpacked,
  count,
  directoryBytes,
  name,
}: Lie): Promise<{ root: string; error: unknown }> {
  const bytes = Buffer.from(zipSync(content));
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (unpacked !== undefined)
    for (let at = bytes.readUInt32LE(end + 16); at < end; at += 46 + bytes.readUInt16LE(at + 28))
      bytes.writeUInt32LE(unpacked, at + 24);
  if (count !== undefined) bytes.writeUInt16LE(count, end + 10);
  if (directoryBytes !== undefined) bytes.writeUInt32LE(directoryBytes, end + 12);
  if (name) for (let at = bytes.indexOf(name[0]); at >= 0; at = bytes.indexOf(name[0], at)) name[1].copy(bytes, at);
  const path = join(folder, `${++files}.zip`);
  await writeFile(path, bytes);
  const root = await mkdtemp(join(folder, 'root-'));
  return {
    root,
    error: await unzipFolder(path, root).then(
      () => null,
      (error: unknown) => error,
    ),
  };
}

const text = Buffer.from('slug\n');
const GIB = 1024 ** 3;

test.each<[string, Lie, string]>([
  [
    'that together say to unpack to more than 4 GB',
    { files: Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`${at}.csv`, text])), unpacked: GIB },
    'unpacks to more than 4 GB',
  ],
  ['said to be more than 60,000', { files: { 'a.csv': text }, count: 60_001 }, 'holds more than 60000 files'],
  [
    'with a directory said to be of 2 GB',
    { files: { 'a.csv': text }, directoryBytes: 2 * GIB },
    'has more than 32 MB of names',
  ],
])('files %s are refused before one is written', async (_, lie, reason) => {
  const { root, error } = await unpack(lie);
  expect(error).toBeInstanceOf(BadZip);
  expect((error as BadZip).message).toBe(reason);
  expect(await readdir(root)).toEqual([]);
});

test('a file that unpacks to more than it says is stopped there', async () => {
  const { root, error } = await unpack({ files: { 'a.csv': Buffer.alloc(20_000_000) }, unpacked: 100_000 });
  expect((error as BadZip).message).toBe('is no whole ZIP file');
  expect((await readFile(join(root, 'a.csv'))).length).toBeLessThanOrEqual(100_000);
});

test('what is within the bounds is there as it was', async () => {
  const { root, error } = await unpack({ files: { 'a.csv': text, 'stores/b.csv': Buffer.alloc(200_000, 'x') } });
  expect(error).toBeNull();
  expect(await readFile(join(root, 'a.csv'))).toEqual(text);
  expect((await readFile(join(root, 'stores/b.csv'))).length).toBe(200_000);
});

test.each([
  ['Windows packed', Buffer.from([0x85, 0x8c, 0x80, 0x9a]), 'ולאת.png'],
  ['is UTF-8 and doesn’t say so', Buffer.from('הלאת'), 'הלאת.png'],
])('a Hebrew name that %s is read', async (_, bytes, name) => {
  const placeholder = '@'.repeat(bytes.length);
  const { root, error } = await unpack({
    files: { [`pictures/${placeholder}.png`]: text },
    name: [placeholder, bytes],
  });
  expect(error).toBeNull();
  expect(await readdir(join(root, 'pictures'))).toEqual([name]);
});
