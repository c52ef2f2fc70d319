import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localStorage } from './local.ts';

const name = '00112233445566778899aabbccddeeff.png';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('what was put is read back, and nothing else lies beside it', async () => {
  const storage = localStorage(folder);
  expect(await storage.read(name)).toBeNull();
  expect(await storage.has(name)).toBe(false);
  await storage.put(name, Buffer.from('picture'));
  expect((await storage.read(name))?.toString()).toBe('picture');
  expect(await readdir(join(folder, '00'))).toEqual([name]);
});

test('a second put leaves the file as it is', async () => {
  const storage = localStorage(folder);
  await storage.put(name, Buffer.from('picture'));
  const before = await stat(storage.path(name));
  await storage.put(name, Buffer.from('picture'));
  expect((await stat(storage.path(name))).mtimeMs).toBe(before.mtimeMs);
});

test('a name that is not a content hash never becomes a path', async () => {
  const storage = localStorage(folder);
  expect(await storage.read('../../etc/passwd')).toBeNull();
  expect(() => storage.path('../secret.png')).toThrow(RangeError);
  await expect(storage.put('a.png', Buffer.from(''))).rejects.toThrow(RangeError);
});
