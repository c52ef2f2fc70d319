import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { keptSizeName } from '../../providers/storage/picture-sizes.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

const ACCEPT = 'image/avif,image/webp,*/*';
const sizeOf = async (name: string, accept: string) => {
  const reply = await site.call({ path: `/media/${name}/160`, headers: { accept } });
  const { format, width } = await sharp(reply.body).metadata();
  return {
    status: reply.status,
    format,
    width,
    forYears: String(reply.headers['cache-control']).includes('immutable'),
  };
};

test('a small original stands in for a size until that is made, and is kept for no more than a minute', async () => {
  const name = `${'b2'.repeat(16)}.avif`;
  const drawn = sharp({ create: { width: 400, height: 300, channels: 3, background: '#a33' } });
  await site.deps.storage.put(name, await drawn.avif().toBuffer());
  expect(await sizeOf(name, ACCEPT)).toEqual({ status: 200, format: 'heif', width: 400, forYears: false });
  await expect
    .poll(() => sizeOf(name, ACCEPT), { timeout: 20_000 })
    .toEqual({ status: 200, format: 'heif', width: 160, forYears: true });
  // Who can't see the original gets the size itself.
  expect(await sizeOf(name, 'image/webp')).toEqual({ status: 200, format: 'webp', width: 160, forYears: true });
});

test('a large original is not sent in place of a size', async () => {
  const name = `${'b3'.repeat(16)}.png`;
  const noise = sharp(randomBytes(400 * 300 * 3), { raw: { width: 400, height: 300, channels: 3 } });
  await site.deps.storage.put(name, await noise.png().toBuffer());
  expect(await sizeOf(name, ACCEPT)).toEqual({ status: 200, format: 'heif', width: 160, forYears: true });
});

test('a size is no picture of its own: nobody fills the disk with sizes of sizes', async () => {
  const name = `${'b4'.repeat(16)}.png`;
  const noise = sharp(randomBytes(400 * 300 * 3), { raw: { width: 400, height: 300, channels: 3 } });
  await site.deps.storage.put(name, await noise.png().toBuffer());
  expect((await sizeOf(name, ACCEPT)).status).toBe(200);
  const kept = keptSizeName({ name, width: 160, format: 'avif' });
  expect(await site.deps.storage.has(kept)).toBe(true);
  expect((await site.call({ path: `/media/${kept}/160`, headers: { accept: 'image/webp' } })).status).toBe(404);
  expect((await site.call({ path: `/media/${kept}` })).status).toBe(404);
  const ofSize = keptSizeName({ name: kept, width: 160, format: 'webp' });
  expect(await site.deps.storage.has(ofSize)).toBe(false);
});
