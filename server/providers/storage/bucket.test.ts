import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { bucketFake } from '../../../tests/support/bucket-fake.ts';
import { bucketStorage } from './bucket.ts';
import { localStorage } from './local.ts';
import type { Storage } from './storage.ts';

const keys = { region: 'il-central-1', key: 'KEY', secret: 'secret of the bucket' };
const name = '00112233445566778899aabbccddeeff.png';
const film = '00112233445566778899aabbccddeeff.mp4';
let bucket: Awaited<ReturnType<typeof bucketFake>>;
let storage: ReturnType<typeof bucketStorage>;

beforeAll(async () => {
  bucket = await bucketFake(keys);
});
afterAll(() => bucket.close());
beforeEach(() => {
  bucket.objects.clear();
  bucket.asked.length = 0;
  storage = bucketStorage({ url: bucket.url, ...keys });
});

test('what was put is read back, whole and in parts', async () => {
  expect(await storage.read(name)).toBeNull();
  expect(await storage.has(name)).toBe(false);
  expect(await storage.size(name)).toBeNull();
  await storage.put(name, Buffer.from('picture'));
  expect([...bucket.objects.keys()]).toEqual([`/media/${name}`]);
  expect((await storage.read(name))?.toString()).toBe('picture');
  expect(await storage.size(name)).toBe(7);
  expect((await buffer(storage.part(name, 1, 3))).toString()).toBe('ict');
});

test('what is there is not sent again', async () => {
  await storage.put(name, Buffer.from('picture'));
  await storage.put(name, Buffer.from('picture'));
  expect(bucket.asked.filter((one) => one.startsWith('PUT'))).toHaveLength(1);
});

test('a busy bucket is asked again, a stranger is refused, a wrong name asks nothing', async () => {
  await storage.put(name, Buffer.from('picture'));
  bucket.state.busy = 2;
  expect((await storage.read(name))?.toString()).toBe('picture');
  bucket.state.busy = 3;
  await expect(storage.read(name)).rejects.toThrow('it answered 503');
  const stranger = bucketStorage({ url: bucket.url, ...keys, secret: 'a guess' });
  await expect(stranger.read(name)).rejects.toThrow('it answered 403');
  bucket.asked.length = 0;
  expect(await storage.read('../../secret')).toBeNull();
  await expect(storage.put('a.png', Buffer.from(''))).rejects.toThrow(RangeError);
  expect(bucket.asked).toEqual([]);
});

test('the shop’s pictures and films come from the bucket, and the sizes of pictures are kept in it', async () => {
  const site: TestApp = await startApp();
  const local = localStorage(`${site.deps.env.DATA_DIR}/media`);
  const shop = await startApp({ deps: { storage: storage as Storage } });
  try {
    const home = (await shop.call({ path: '/', headers: { accept: 'text/html' } })).text;
    const picture = /\/media\/([0-9a-f]{32}\.(?:avif|webp|png|jpg))/.exec(home)?.[1] ?? '';
    await storage.put(picture, (await local.read(picture)) as Buffer);
    await storage.put(film, Buffer.from('a film of some bytes'));
    const sized = await shop.call({ path: `/media/${picture}/320`, headers: { accept: 'image/webp' } });
    expect(sized).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
    expect(bucket.objects.size).toBe(3);
    const part = await shop.call({ path: `/media/${film}`, headers: { range: 'bytes=2-5' } });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'film', 'bytes 2-5/20']);
    expect((await shop.call({ path: `/media/${film}`, method: 'HEAD' })).status).toBe(200);
    expect((await shop.call({ path: `/media/${name}` })).status).toBe(404);
  } finally {
    await shop.close();
    await site.close();
  }
});
