import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { localStorage } from '../providers/storage/local.ts';
import { keptSizeName } from '../providers/storage/picture-sizes.ts';
import { firstPictures, sizesOf } from './first-pictures.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

const PHONE = [{ width: 390, dots: 3 }];
const LAPTOP = [{ width: 1440, dots: 1 }];
const NAME = '00112233445566778899aabbccddeeff.avif';
const image = (sizes: string) =>
  `<img src="/media/${NAME}/800" srcSet="${[160, 320, 480, 640, 800, 1080, 1600].map((w) => `/media/${NAME}/${w} ${w}w`).join(', ')}" sizes="${sizes}" alt=""/>`;

test.each([
  ['100vw', 1600, 1600],
  ['46vw', 640, 800],
  ['96px', 320, 160],
  ['(min-width: 800px) 21rem, (min-width: 600px) 30rem, 92vw', 1080, 480],
  ['(min-width: 1568px) 342px, (min-width: 1200px) calc(23vw - 18px), calc(46vw - 6px)', 640, 320],
  ['(width &lt; 640px) 90vw, 160px', 1080, 160],
])('a picture of %s is taken at %i dots by a phone and at %i by a laptop', (sizes, phone, laptop) => {
  expect(sizesOf(image(sizes), PHONE)).toEqual([{ name: NAME, width: phone, format: 'avif' }]);
  expect(sizesOf(image(sizes), LAPTOP)).toEqual([{ name: NAME, width: laptop, format: 'avif' }]);
});

test('drawings and what is no picture of ours need no sizes', () => {
  expect(
    sizesOf(
      '<img src="/media/00112233445566778899aabbccddeeff.svg"/><img src="https://x.example/a.png" srcset="a 1x"/>',
      PHONE,
    ),
  ).toEqual([]);
});

test('the sizes that a home page shows first are there before anybody has asked for them', async () => {
  await site.connection.pool.query(`update stores set status = 'closed' where key <> 'raam'`);
  const storage = localStorage(path.join(site.deps.env.DATA_DIR, 'media'));
  const home = (await site.call({ path: '/', headers: { accept: 'text/html' } })).text;
  const wanted = sizesOf(home, [...PHONE, ...LAPTOP]).slice(0, 8);
  expect(wanted).toHaveLength(8);
  for (const size of wanted) await rm(storage.path(keptSizeName(size)), { force: true });
  const pictures = firstPictures(site.app, site.deps, { warn: (line) => expect.unreachable(line) });
  try {
    pictures.begin();
    const all = async () => (await Promise.all(wanted.map((size) => storage.has(keptSizeName(size))))).every(Boolean);
    await expect.poll(all, { timeout: 100_000, interval: 200 }).toBe(true);
  } finally {
    await pictures.stop();
  }
}, 120_000);

test('while one look goes on, at most one more waits, however often the shop changes', async () => {
  const gate = Promise.withResolvers<never>();
  // It may be refused before the first page is asked for.
  gate.promise.catch(() => {});
  let looks = 0;
  const db = new Proxy(site.deps.db, {
    get(target, name, receiver) {
      if (name === 'select') looks += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  const warnings: string[] = [];
  const app = { inject: () => gate.promise } as unknown as TestApp['app'];
  const pictures = firstPictures(app, { ...site.deps, db }, { warn: (line) => warnings.push(line) });
  pictures.begin();
  await expect.poll(() => looks).toBe(1);
  for (let change = 0; change < 5; change++) pictures.begin();
  gate.reject(new Error('the page is away'));
  await expect.poll(() => warnings.length).toBeGreaterThan(0);
  await pictures.stop();
  expect(looks).toBe(2);
});
