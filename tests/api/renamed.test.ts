import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ImportReport, importFolder } from '#server/import/import.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { emptyFolder } from '../support/sample-folder.ts';
import { ROOT } from '../support/template.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(path.join(tmpdir(), 'renamed-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await app.close();
});

async function load(file: string, text: string): Promise<ImportReport> {
  const own = await mkdtemp(path.join(folder, 'update-'));
  await mkdir(path.dirname(path.join(own, file)), { recursive: true });
  await writeFile(path.join(own, file), text);
  return importFolder({ pool: app.connection.pool, storage: app.deps.storage, folder: own });
}
const led = async (at: string): Promise<[number, string | undefined]> => {
  const { status, headers } = await app.call({ path: at });
  // What is renamed back must not lead in a circle, so that a browser asks again.
  if (status === 301) expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  return [status, headers.location as string | undefined];
};
const rowOf = async (slug: string) =>
  (await app.connection.pool.query('select uuid, name from products where slug = $1', [slug])).rows[0];

it('a product that is renamed stays the same one, and its former addresses lead to it', async () => {
  const before = await rowOf('raam-barak-300');
  const report = await load('catalogue/products.csv', 'slug,former_slugs\nraam-barak-310,raam-barak-300\n');
  expect(report.errors).toEqual([]);
  expect(await rowOf('raam-barak-310')).toEqual(before);
  expect(await led('/product/raam-barak-300?variant=x')).toEqual([301, '/product/raam-barak-310?variant=x']);
  expect((await led('/product/raam-barak-310'))[0]).toBe(200);

  await load('catalogue/products.csv', 'slug,former_slugs\nraam-barak-320,raam-barak-310\n');
  expect(await led('/product/raam-barak-300')).toEqual([301, '/product/raam-barak-320']);
  expect(await led('/product/raam-barak-310')).toEqual([301, '/product/raam-barak-320']);
  const again = await load('catalogue/products.csv', 'slug,former_slugs\nraam-barak-320,raam-barak-310\n');
  expect(again.changed).toBe(0);

  // A category that lists it by its slug still does.
  const list = await app.call({ path: '/api/products/get-products?collection=licence-a1&slugs=raam-barak-320' });
  expect(list.json<{ total: number }>().total).toBe(1);
});

it('a former address stays its product’s: it becomes neither the address nor a former one of another', async () => {
  const tried = async (text: string) =>
    (await load('catalogue/products.csv', `slug,former_slugs\n${text}\n`)).errors.map(
      ({ column, value, reason }) => `${column} ${value}: ${reason}`,
    );
  expect(await tried('raam-barak-500,raam-barak-300')).toEqual([
    'former_slugs raam-barak-300: is a former slug of raam-barak-320 already',
  ]);
  expect(await tried('raam-barak-300,raam-barak-500')).toEqual([
    'slug raam-barak-300: is a former slug of raam-barak-320 already',
  ]);
  expect(await led('/product/raam-barak-300')).toEqual([301, '/product/raam-barak-320']);
  expect((await led('/product/raam-barak-500'))[0]).toBe(200);
  // Its own again, and back.
  expect(await tried('raam-barak-310,raam-barak-320')).toEqual([]);
  expect(await tried('raam-barak-320,raam-barak-310')).toEqual([]);
});

it('a category likewise', async () => {
  const text = await readFile(path.join(ROOT, 'demo/stores/raam/collections.csv'), 'utf8');
  const [head = '', ...lines] = text
    .replace(/files\/categories\/[a-z0-9-]+\.avif/g, '')
    .trim()
    .split('\n');
  const renamed = lines.map((line) =>
    line.startsWith('touring,') ? `grand-${line},touring` : `${line.replaceAll('raam-barak-300', 'raam-barak-320')},`,
  );
  const own = ['stores/raam/collections.csv', `${[`${head},former_slugs`, ...renamed].join('\n')}\n`] as const;
  const report = await load(...own);
  expect(report.errors).toEqual([]);
  expect(await led('/category/touring?sort=price')).toEqual([301, '/category/grand-touring?sort=price']);
  expect((await led('/category/grand-touring'))[0]).toBe(200);
  // Other files of the store needn't be in the folder.
  const { rows } = await app.connection.pool.query(
    `select home -> 'categories' ? 'grand-touring' as home, exists (select from menu_links where store_uid = s.uuid and slug = 'grand-touring') as menu
     from stores s where key = 'raam'`,
  );
  expect(rows).toEqual([{ home: true, menu: true }]);
});

const post = (more: string) => `<!--
title: מדריך לכפור
description: כך רוכבים בגשם
category: guides
author: צוות רעם
published: 2026-11-01
picture: pictures/guide/black-hero.png
picture_alt: אופנוע בגשם
${more}
-->
<p>לאט.</p>`;

it.each([
  ['post', '/blog/', 'posts', (former: string) => post(former && `former_slugs: ${former}`)],
  [
    'content page',
    '/page/',
    'content_pages',
    (former: string) =>
      `<!-- title: אחריות | description: מה כלול${former && ` | former_slugs: ${former}`} --><p>הכול.</p>`,
  ],
] as const)('a %s likewise', async (_, at, table, text) => {
  const picture = await sharp({ create: { width: 16, height: 12, channels: 3, background: 'black' } })
    .png()
    .toBuffer();
  const give = async (slug: string, former = '') => {
    const own = await emptyFolder({
      [`stores/raam/${at === '/blog/' ? 'posts' : 'pages'}/${slug}.html`]: text(former),
      ...(at === '/blog/' && { 'pictures/guide/black-hero.png': picture }),
    });
    const { pool } = app.connection;
    return importFolder({ pool, storage: app.deps.storage, folder: own.path }).finally(() => own.remove());
  };
  const rows = async () =>
    (await app.connection.pool.query(`select uuid, slug from ${table} where slug like '%frost%'`)).rows;
  expect((await give('frost')).errors).toEqual([]);
  const [before] = await rows();
  await app.connection.pool.query(
    `insert into redirects (store_uid, source, target) select uuid, '/old' || $1 || 'frost.asp', $1 || 'frost?a=1' from stores where key in ('raam', 'sela')`,
    [at],
  );
  const old = async () => {
    const ofStores =
      'select target from redirects r join stores s on s.uuid = r.store_uid where source = $1 order by s.key';
    return (await app.connection.pool.query(ofStores, [`/old${at}frost.asp`])).rows.map(({ target }) => target);
  };
  expect((await give('frost-guide', 'frost')).errors).toEqual([]);
  expect(await old(), 'of its store alone').toEqual([`${at}frost-guide?a=1`, `${at}frost?a=1`]);
  expect(await rows(), 'the same one by its new name').toEqual([{ ...before, slug: 'frost-guide' }]);
  expect(await led(`${at}frost?utm_source=mail`)).toEqual([301, `${at}frost-guide?utm_source=mail`]);

  expect((await give('frost-חורף', 'frost-guide')).errors).toEqual([]);
  const now = `${at}${encodeURIComponent('frost-חורף')}`;
  expect(await old()).toEqual([`${now}?a=1`, `${at}frost?a=1`]);
  for (const former of ['frost', 'frost-guide', 'FROST']) expect(await led(at + former)).toEqual([301, now]);
  expect((await led(now))[0]).toBe(200);
  expect((await app.call({ host: 'sela.localhost', path: `${at}frost` })).status, 'another store').toBe(404);
  expect((await give('frost-חורף', 'frost-guide')).changed).toBe(0);

  expect((await give('another-frost', 'frost-חורף|Not A Slug')).errors).toMatchObject([{ column: 'former_slugs' }]);
  expect((await give('another-frost')).errors).toEqual([]);
  expect((await give('another-frost', 'frost-חורף')).errors).toMatchObject([{ value: 'frost-חורף' }]);
});

it('a diagram likewise, and links of all the company’s stores lead on', async () => {
  const { pool } = app.connection;
  const linesOf = async (file: string, slug: string) => {
    const [head = '', ...lines] = (await readFile(path.join(ROOT, 'demo/catalogue', file), 'utf8')).trim().split('\n');
    return [head, ...lines.filter((line) => line.startsWith(`${slug},`))];
  };
  const drawing = 'pictures/diagrams/raam-barak-brakes.avif';
  const [head, row = ''] = await linesOf('assemblies.csv', 'raam-barak-brakes');
  const callouts = (await linesOf('callouts.csv', 'raam-barak-brakes')).join('\n');
  const renamed = row.replaceAll('raam-barak-300', 'raam-barak-320').replace('raam-barak-brakes,', 'raam-בלמים,');
  const own = await emptyFolder({
    'catalogue/assemblies.csv': `${head},former_slugs\n${renamed},raam-barak-brakes\n`,
    'catalogue/callouts.csv': callouts.replaceAll(/^raam-barak-brakes,/gm, 'raam-בלמים,'),
    [drawing]: await readFile(path.join(ROOT, 'demo', drawing)),
  });
  await pool.query(
    `insert into menu_links (store_uid, menu_key, name, entity_type, custom_path, area_number, position)
     select uuid, 'FOOTER', 'הבלמים', 'INTERNAL_LINK', 'spare-parts/raam-barak-brakes?model=raam-barak-500', 1, 99 from stores where key in ('raam', 'sela')`,
  );
  await pool.query(
    `insert into redirects (store_uid, source, target) select uuid, '/brakes.asp', '/spare-parts/raam-barak-brakes' from stores where key = 'raam'`,
  );
  const report = await importFolder({ pool, storage: app.deps.storage, folder: own.path });
  await own.remove();
  expect(report.errors).toEqual([]);
  expect((await pool.query(`select custom_path from menu_links where name = 'הבלמים'`)).rows).toEqual(
    Array(2).fill({ custom_path: 'spare-parts/raam-בלמים?model=raam-barak-500' }),
  );
  const now = encodeURI('/spare-parts/raam-בלמים');
  expect(await led('/brakes.asp')).toEqual([301, now]);
  expect(await led('/spare-parts/raam-barak-brakes')).toEqual([301, now]);
});

it('a vehicle likewise where it is chosen to find its parts: pages lead on, and calls take the former slug', async () => {
  const parts = async (slug: string) =>
    (await app.call({ path: `/api/products/get-parts?vehicle=${slug}` })).json<{ total: number }>().total;
  const before = await parts('raam-masa-450');
  expect(before).toBeGreaterThan(0);
  const report = await load('catalogue/products.csv', 'slug,former_slugs\nraam-masa-460,raam-masa-450\n');
  expect(report.errors).toEqual([]);
  expect(await led('/spare-parts?model=raam-masa-450&year=2024&chassis=ABC-1')).toEqual([
    301,
    '/spare-parts?model=raam-masa-460&year=2024&chassis=ABC-1',
  ]);
  const { rows } = await app.connection.pool.query<{ slug: string }>(
    `select a.slug from assemblies a join assembly_vehicles v on v.assembly_uid = a.uuid join products p on p.uuid = v.vehicle_uid
     where p.slug = 'raam-masa-460' order by 1 limit 1`,
  );
  const diagram = `/spare-parts/${encodeURIComponent(rows[0]?.slug ?? '')}`;
  expect(await led(`${diagram}?model=raam-masa-450&callout=2`)).toEqual([
    301,
    `${diagram}?model=raam-masa-460&callout=2`,
  ]);
  expect((await led('/spare-parts?model=raam-masa-460&year=2024'))[0]).toBe(200);
  expect(await parts('raam-masa-450')).toBe(before);
  const [part] = (await app.call({ path: '/api/products/get-parts?vehicle=raam-masa-460' })).json<{
    items: { id: string }[];
  }>().items;
  const { fits } = (await app.call({ path: `/api/products/get-product/${part?.id}` })).json<{
    fits: { vehicle: { slug: { name: string }; former_slugs: string[] } }[];
  }>();
  expect(fits.map(({ vehicle }) => vehicle)).toContainEqual(
    expect.objectContaining({ slug: { name: 'raam-masa-460' }, former_slugs: ['raam-masa-450'] }),
  );
});

it('a slug in use is no former one, and no slug was that of two', async () => {
  const report = await load(
    'catalogue/products.csv',
    'slug,former_slugs\nraam-barak-500,raam-barak-800\nraam-masa-460,old-one\nraam-masa-750,old-one|Not A Slug\n',
  );
  expect(report.written).toBe(false);
  expect(report.errors.map(({ row, value }) => [row, value])).toEqual([
    [2, 'raam-barak-800'],
    [4, expect.stringContaining('Not A Slug')],
  ]);
  const twice = await load(
    'catalogue/products.csv',
    'slug,former_slugs\nraam-masa-460,old-one\nraam-masa-750,old-one\n',
  );
  expect(twice.errors).toMatchObject([{ row: 3, column: 'former_slugs', value: 'old-one' }]);
});

it('a word that becomes a synonym, or a brand’s name, finds more at once', async () => {
  const found = async (search: string): Promise<number> => {
    const path = `/api/products/get-products?search=${encodeURIComponent(search)}`;
    return (await app.call({ path })).json<{ total: number }>().total;
  };
  const [locks, sufas] = [await found('מנעול'), await found('sufa')];
  expect(Math.min(locks, sufas)).toBeGreaterThan(0);
  const synonyms = await readFile(path.join(ROOT, 'demo/stores/raam/synonyms.csv'), 'utf8');
  expect((await load('stores/raam/synonyms.csv', `${synonyms.trim()}\nקסדה|מנעול\n`)).errors).toEqual([]);
  await expect.poll(() => found('מנעול')).toBeGreaterThan(locks);
  const company = await readFile(path.join(ROOT, 'demo/company.json'), 'utf8');
  const renamed = company.replace('"name_en": "KIPOD"', '"name_en": "SUFA"');
  expect((await load('company.json', renamed)).errors).toEqual([]);
  await expect.poll(() => found('sufa')).toBeGreaterThan(sufas);
});
