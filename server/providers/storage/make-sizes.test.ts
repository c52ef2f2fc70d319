import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { localStorage } from './local.ts';
import { sizesMaker } from './make-sizes.ts';
import { keptSizeName } from './picture-sizes.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

test('where no process can be started, that is told, nothing ends, and the next pictures are made', async () => {
  const env = { ...site.deps.env, FIRST_PICTURES: 'on' as const };
  const storage = localStorage(join(env.DATA_DIR, 'media'));
  const name = `${'c4'.repeat(16)}.png`;
  const drawn = sharp({ create: { width: 200, height: 100, channels: 3, background: '#3a3' } });
  await storage.put(name, await drawn.png().toBuffer());
  const told: string[] = [];
  const makeSoon = sizesMaker(env, { warn: (line) => told.push(line) });
  vi.stubEnv('PATH', '/nowhere');
  makeSoon?.([name]);
  vi.unstubAllEnvs();
  await expect.poll(() => told).toEqual([expect.stringContaining('ENOENT')]);
  makeSoon?.([name]);
  const made = () => storage.has(keptSizeName({ name, width: 160, format: 'avif' }));
  await expect.poll(made, { timeout: 60_000, interval: 200 }).toBe(true);
}, 90_000);
