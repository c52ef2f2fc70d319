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
  const neededSizes = sizesOf(home, [...PHONE, ...LAPTOP]).slice(0, 8);
  expect(neededSizes).toHaveLength(8);
  for (const size of neededSizes) await rm(storage.path(keptSizeName(size)), { force: true });
  const pictures = firstPictures(site.app, site.deps, { warn: (line) => expect.unreachable(line) });
  try {
    pictures.begin();
    const all = async () =>
      (await Promise.all(neededSizes.map((size) => storage.has(keptSizeName(size))))).every(Boolean);
    await expect.poll(all, { timeout: 100_000, interval: 200 }).toBe(true);
  } finally {
    await pictures.stop();
  }
}, 120_000);

test('while one look goes on, at most one more waits, however often the shop changes', async () => {
  const { pool } = site.connection;
  await pool.query(`update stores set status = 'closed'`);
  const waiting = async () => {
    const { rows } = await pool.query(
      `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length;
  };
  /** Looks begin with the stores: they wait behind this one, and it behind those that wait already. */
  async function lockStores() {
    const client = await pool.connect();
    await client.query('begin');
    const held = client.query('lock stores in access exclusive mode');
    return { held, release: () => client.query('rollback').then(() => client.release()) };
  }
  const pictures = firstPictures(site.app, site.deps, { warn: (line) => expect.unreachable(line) });
  const before = await lockStores();
  await before.held;
  pictures.begin();
  await expect.poll(waiting).toBe(1);
  for (let change = 0; change < 5; change++) pictures.begin();
  const between = await lockStores();
  await expect.poll(waiting).toBe(2);
  await before.release();
  await between.held;
  await expect.poll(waiting).toBe(1);
  const after = await lockStores();
  await expect.poll(waiting).toBe(2);
  await between.release();
  await after.held;
  // It ends with the second look: a third one would wait for the stores now.
  await pictures.stop();
  await after.release();
});
