import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { keptPages } from '../../../tests/support/kept-pages.ts';
import { act as actAs, officeOf, readPage } from '../../../tests/support/office.ts';

let site: TestApp;
const people = new Map<RoleKey, Awaited<ReturnType<typeof officeOf>>>();
beforeAll(async () => {
  site = await startApp({ office: true });
  for (const role of ['owner', 'editor', 'sales'] as const) people.set(role, await officeOf(site, role));
});
afterAll(() => site.close());

const query = async <T = Record<string, string>>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await site.connection.pool.query(text, values)).rows as T[];
const person = (role: RoleKey) => people.get(role) as NonNullable<ReturnType<typeof people.get>>;
const act = (path: string, call: string, input: Record<string, unknown>, role: RoleKey = 'editor') =>
  actAs(site, person(role).cookie, path, call, input);

type Tile = {
  rows: string[];
  of: string;
  media: string;
  view: string;
  alt: string;
  focusX: number | null;
  focusY: number | null;
};
type Pictures = { tiles: Tile[]; version: string; owners: { key: string }[]; main: string | null };
type Product = { pictures: Pictures; history: { uuid: string; action: string }[] };

/** A product of four variants: two colours in two sizes, hidden from nobody and without a picture. */
async function bareProduct(slug: string): Promise<string> {
  const [row] = await query<{ uuid: string }>(
    `with p as (insert into products (company_uid, slug, kind, name, price_agorot)
       select company_uid, $1, 'ACCESSORY', 'קסדת בדיקה', 50000 from stores where key = 'raam' returning uuid, company_uid),
     s as (insert into store_products (store_uid, product_uid, is_home) select s.uuid, p.uuid, true from stores s, p where s.key = 'raam'),
     v as (insert into variants (company_uid, product_uid, sku, stock, position)
       select company_uid, uuid, $1 || '-' || n, 3, n from p, generate_series(1, 4) n returning uuid, position),
     x as (insert into variant_values (variant_uid, type, value_name, value, value_type)
       select uuid, 'COLOR', case when position <= 2 then 'אדום' else 'כחול' end, '#cc0000', 'COLOR' from v)
     select uuid from p`,
    [slug],
  );
  await query('notify cache_versions');
  return row?.uuid ?? '';
}

const readProduct = async (uuid: string): Promise<Product> =>
  (await readPage<Product>(site, person('owner').cookie, `/products/${uuid}`)).data;
const tilesOf = async (uuid: string): Promise<Tile[]> => (await readProduct(uuid)).pictures.tiles;

async function drawn(colour: string, width = 900): Promise<Blob> {
  const picture = { width, height: 600, channels: 3, background: colour } as const;
  return new Blob([new Uint8Array(await sharp({ create: picture }).png().toBuffer())]);
}

async function upload(uuid: string, file: Blob, role: RoleKey = 'editor') {
  const form = new FormData();
  form.set('file', file, 'a.png');
  return person(role).upload(`/products/${uuid}/upload`, form);
}
const stored = async (uuid: string, colour: string): Promise<string> =>
  (JSON.parse((await upload(uuid, await drawn(colour))).text) as { media: string }).media;

/** A product with three pictures. */
async function pictured(slug: string): Promise<{ uuid: string; path: string }> {
  const uuid = await bareProduct(slug);
  const pictures = [];
  for (const [name, colour] of Object.entries({ 'a.png': '#aa0000', 'a-side.png': '#00aa00', 'b.png': '#0000aa' }))
    pictures.push({ media: await stored(uuid, colour), name });
  const path = `/products/${uuid}`;
  expect((await act(path, 'addPictures', { pictures })).data).toMatchObject({ ok: true, message: '3 תמונות נוספו' });
  return { uuid, path };
}

const described = ({ alt, view, of, focusX, focusY }: Tile) => ({ alt, view, of, focusX, focusY });
/** The form of one picture as its dialog sends it. */
const edit = (path: string, tile: Tile, typed: Partial<Tile>) =>
  act(path, 'editPicture', { rows: tile.rows, was: described(tile), ...described(tile), ...typed });

test('pictures are added in the sequence in which they were sent, with a view of their name and a text', async () => {
  const { uuid } = await pictured('test-added');
  expect(await tilesOf(uuid)).toMatchObject([
    { view: 'hero', alt: 'קסדת בדיקה', of: '' },
    { view: 'side', alt: 'קסדת בדיקה, מבט מהצד' },
    { view: 'detail-1', alt: 'קסדת בדיקה, תקריב 1' },
  ]);
  const [size] = await query('select width, height from product_images where product_uid = $1 limit 1', [uuid]);
  expect(size).toEqual({ width: 900, height: 600 });
});

test('what isn’t a picture, is too large or isn’t stored is refused; nobody uploads without the permission', async () => {
  const { uuid, path } = await pictured('test-refused');
  const page = await upload(uuid, new Blob(['<html><script>alert(1)</script>']));
  expect(page.status).toBe(422);
  expect(page.text).toContain('אי אפשר לקרוא את התמונה');
  expect((await upload(uuid, new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]))).status).toBe(413);
  expect((await upload(uuid, await drawn('#123456'), 'sales')).status).toBe(403);
  const missing = { pictures: [{ media: `${'0'.repeat(32)}.png`, name: 'a.png' }] };
  expect((await act(path, 'addPictures', missing)).data.errors).toMatchObject([
    { message: expect.stringContaining('לא נמצאה') },
  ]);
  expect(await tilesOf(uuid)).toHaveLength(3);
});

test('a new order is kept and shown in the shop; one that began with another list is refused', async () => {
  const { uuid, path } = await pictured('test-order');
  const { pictures } = await readProduct(uuid);
  const order = pictures.tiles.map(({ rows }) => rows[0]).reverse();
  expect((await act(path, 'orderPictures', { version: pictures.version, order })).data.ok).toBe(true);
  expect((await tilesOf(uuid)).map(({ rows }) => rows[0])).toEqual(order);
  const { text } = await site.call({ path: '/product/test-order' });
  const places = pictures.tiles.map(({ media }) => text.indexOf(media));
  expect(places).toEqual(places.toSorted((a, b) => b - a));
  const late = await act(path, 'orderPictures', { version: pictures.version, order });
  expect(late.status).toBe(409);
});

test('another product’s picture is neither edited, moved, replaced nor removed by this one’s page', async () => {
  const mine = await pictured('test-mine');
  const other = await pictured('test-other');
  const [theirs] = await tilesOf(other.uuid);
  if (!theirs) throw new Error('no picture');
  const { pictures } = await readProduct(mine.uuid);
  const order = [theirs.rows[0], ...pictures.tiles.slice(1).map(({ rows }) => rows[0])];
  const replies = [
    await edit(mine.path, theirs, { alt: 'אחר' }),
    await act(mine.path, 'orderPictures', { version: pictures.version, order }),
    await act(mine.path, 'replacePicture', { rows: theirs.rows, media: pictures.tiles[0]?.media }),
    await act(mine.path, 'removePictures', { rows: theirs.rows }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(await tilesOf(other.uuid)).toHaveLength(3);
  expect((await tilesOf(other.uuid))[0]).toEqual(theirs);
});

test('a focus point is within the picture and has both values; shops cut the picture around it', async () => {
  const { uuid, path } = await pictured('test-focus');
  const [tile] = await tilesOf(uuid);
  if (!tile) throw new Error('no picture');
  for (const typed of [{ focusX: 101, focusY: 5 }, { focusX: -1, focusY: 5 }, { focusX: 20 }])
    expect((await edit(path, tile, typed)).data.errors).toHaveLength(1);
  expect((await edit(path, tile, { focusX: 0, focusY: 100, alt: 'קסדה אדומה' })).data.ok).toBe(true);
  expect((await tilesOf(uuid))[0]).toMatchObject({ focusX: 0, focusY: 100, alt: 'קסדה אדומה' });
  const card = async () => (await site.call({ path: `/api/products/get-products?slugs=test-focus` })).text;
  await expect.poll(card).toContain('"focus":{"x":0,"y":100}');
  await expect(query('update product_images set focus_x = 101 where uuid = $1', [tile.rows[0]])).rejects.toThrow(
    'product_images_focus',
  );
  // Begun before somebody else saved.
  const late = await edit(path, tile, { alt: 'אחרת' });
  expect(late.status).toBe(409);
  expect(late.data.details).toMatchObject({ conflicts: [{ field: 'alt', theirs: 'קסדה אדומה', mine: 'אחרת' }] });
});

test('a copied product has the pictures with their texts and points of focus', async () => {
  const { uuid, path } = await pictured('test-copied');
  const [tile] = await tilesOf(uuid);
  if (!tile) throw new Error('no picture');
  expect((await edit(path, tile, { focusX: 20, focusY: 70, alt: 'קסדה מהצד' })).data.ok).toBe(true);
  const { data } = await act(path, 'copy', { name: 'קסדה מועתקת', slug: 'copy-of-test', suffix: '-C' }, 'owner');
  expect(data).toMatchObject({ ok: true });
  const copied = await tilesOf((data.result as { product: string }).product);
  const seen = (tiles: Tile[]) => tiles.map((one) => [one.media, one.view, one.alt, one.focusX, one.focusY]);
  expect(seen(copied)).toEqual(seen(await tilesOf(uuid)));
  expect(copied[0]).toMatchObject({ alt: 'קסדה מהצד', focusX: 20, focusY: 70 });
});

test('a colour’s picture is shown for all of its sizes, and a view is there once', async () => {
  const { uuid, path } = await pictured('test-colours');
  const media = await stored(uuid, '#cc0001');
  const sent = { of: 'color:אדום', pictures: [{ media, name: 'red-hero.png' }] };
  expect((await act(path, 'addPictures', sent)).data.ok).toBe(true);
  const { text } = await site.call({ path: '/api/products/get-product/test-colours' });
  const { variants } = JSON.parse(text) as { variants: { sku: string; product_images: { image_url: string }[] }[] };
  expect(
    variants.map(({ product_images }) => product_images.map(({ image_url }) => image_url.includes(media))),
  ).toEqual([[true], [true], [], []]);
  const tiles = await tilesOf(uuid);
  const side = tiles.find(({ view }) => view === 'side');
  const red = tiles.find(({ of }) => of === 'color:אדום');
  if (!side || !red) throw new Error('no pictures');
  expect((await edit(path, red, { of: '', view: 'side' })).data.errors).toMatchObject([{ path: 'view' }]);
  expect((await edit(path, side, { of: 'color:כחול', view: 'hero' })).data.ok).toBe(true);
  expect((await edit(path, side, { of: 'color:ירוק' })).data.ok).toBe(false);
});

test('a 360° view follows the numbers in its files’ names, replaces the former one and is removed whole, and its removal undone', async () => {
  const { uuid, path } = await pictured('test-spin');
  const frames = [];
  for (const number of [10, 2, 1, 9, 8, 7, 6, 5]) {
    const media = await stored(uuid, `#0000${number.toString().padStart(2, '0')}`);
    frames.push({ media, name: `turn-${number}.png` });
  }
  const sent = { of: 'color:אדום', spin: 'on', pictures: frames };
  expect((await act(path, 'addPictures', { ...sent, of: '' })).data.errors).toMatchObject([{ path: 'of' }]);
  expect((await act(path, 'addPictures', { ...sent, pictures: frames.slice(1) })).data.ok).toBe(false);
  for (let times = 0; times < 2; times++) expect((await act(path, 'addPictures', sent)).data.ok).toBe(true);
  const spin = (await tilesOf(uuid)).filter(({ view }) => view.startsWith('spin-'));
  const numbered = frames.toSorted((a, b) => Number(a.name.match(/\d+/)) - Number(b.name.match(/\d+/)));
  expect(spin.map(({ media }) => media)).toEqual(numbered.map(({ media }) => media));
  const shown = JSON.parse((await site.call({ path: '/api/products/get-product/test-spin' })).text) as {
    variants: { spin: object[] }[];
  };
  expect(shown.variants.map(({ spin: { length } }) => length)).toEqual([8, 8, 0, 0]);
  expect((await act(path, 'removePictures', { rows: spin.flatMap(({ rows }) => rows) })).data.ok).toBe(true);
  expect(await tilesOf(uuid)).toHaveLength(3);
  const [change] = (await readProduct(uuid)).history;
  expect((await act(`/changes/${change?.uuid}`, 'undo', { reason: 'הוסר בטעות' }, 'owner')).data.ok).toBe(true);
  expect((await tilesOf(uuid)).filter(({ view }) => view.startsWith('spin-'))).toEqual(spin);
});

test('a replaced picture keeps its place, and only the pages that show the product are made anew', async () => {
  const { uuid, path } = await pictured('test-replaced');
  const pages = ['/product/test-replaced', '/product/raam-barak-500', '/category/naked'];
  const cachedPages = () => [...keptPages(site.deps.cache).plain.keys()].map(String).join(' ');
  for (const one of pages)
    await expect.poll(async () => (await site.call({ path: one })) && cachedPages()).toContain(one);
  const [, , last] = await tilesOf(uuid);
  const media = await stored(uuid, '#fedcba');
  expect((await act(path, 'replacePicture', { rows: last?.rows, media })).data.ok).toBe(true);
  const until = performance.now() + 2_000;
  while (!(await site.call({ path: '/product/test-replaced' })).text.includes(media)) {
    expect(performance.now()).toBeLessThan(until);
    await wait(20);
  }
  expect((await tilesOf(uuid))[2]).toMatchObject({ media, view: last?.view, alt: last?.alt });
  expect(cachedPages()).toContain('/product/raam-barak-500');
  expect(cachedPages()).toContain('/category/naked');
});

test('a film goes up in pieces, is told by its content, is played by ranges and goes out with the catalogue', async () => {
  const uuid = await bareProduct('with-film');
  const editor = person('editor');
  const call = async (name: string, fields: Record<string, string | Blob>, by = editor) => {
    const form = new FormData();
    form.set('_call', name);
    for (const [key, value] of Object.entries(fields)) form.set(key, value);
    const { text } = await by.upload(`/products/${uuid}/films`, form);
    return JSON.parse(text) as { ok: boolean; message?: string; errors?: { message: string }[]; result?: unknown };
  };
  const begin = async (bytes: number) =>
    ((await call('begin', { name: 'סיבוב.mp4', bytes: String(bytes) })).result as { uuid: string }).uuid;
  const append = (film: string, position: number, bytes: Uint8Array) =>
    call('append', { film, position: String(position), part: new File([new Uint8Array(bytes)], 'part') });
  const film = await readFile('demo/pictures/raam-masa-750/sand-turn.mp4');
  const song = Buffer.from(film);
  for (let at = song.indexOf('vide'); at >= 0; at = song.indexOf('vide', at)) song.write('soun', at, 'latin1');
  const brand = Buffer.from(film);
  brand.write('qt  '.repeat((brand.readUInt32BE(0) - 8) / 4), 8, 'latin1');

  for (const [bytes, reason] of [
    [Buffer.from('<svg onload="alert(1)"/>'), 'אינו סרטון'],
    [brand, 'אינו סרטון'],
    [song, 'אין סרטון'],
    [film.subarray(0, -100), 'נקטע'],
  ] as const)
    expect((await append(await begin(bytes.length), 0, bytes)).message, reason).toContain(reason);
  expect((await call('begin', { name: 'a.mp4', bytes: String(101 * 1024 * 1024) })).errors?.[0]?.message).toContain(
    '100MB',
  );
  expect((await call('begin', { name: 'a.mp4', bytes: '9' }, person('sales'))).ok).toBe(false);

  const id = await begin(film.length);
  const half = Math.ceil(film.length / 2);
  expect((await append(id, 0, film.subarray(0, half))).result).toEqual({});
  // A piece that comes again counts once, also the last.
  expect((await append(id, 0, film.subarray(0, half))).result).toEqual({});
  const { video } = (await append(id, 1, film.subarray(half))).result as { video: string };
  expect((await append(id, 1, film.subarray(half))).result).toEqual({ video });
  expect(await query('select from transfer_parts')).toEqual([]);
  const part = await site.call({ path: video, headers: { range: 'bytes=4-11' } });
  expect([part.status, part.headers['content-type'], part.headers['x-content-type-options']]).toEqual([
    206,
    'video/mp4',
    'nosniff',
  ]);
  expect(part.body.equals(film.subarray(4, 12))).toBe(true);
  expect(part.headers['cache-control']).toContain('immutable');

  const path = `/products/${uuid}`;
  const save = (was: string[], now: string[]) => {
    const file = (videos: string[]) => JSON.stringify({ videos: videos.map((one) => ({ video: one })) });
    return act(path, 'editVideos', { was: file(was), now: file(now) });
  };
  expect((await save([], [`/media/${'0'.repeat(32)}.mp4`])).data.errors?.[0]?.message).toContain('לא נמצא');
  expect((await save([], ['http://films.example/a.mp4'])).data.errors?.[0]?.message).toContain('https');
  expect((await save([], [video])).data).toMatchObject({ ok: true });
  expect((await save([], ['https://youtu.be/aqz-KE-bpKQ'])).status).toBe(409);
  expect((await save([video], [video, 'https://youtu.be/aqz-KE-bpKQ'])).data.ok).toBe(true);
  await expect
    .poll(async () => (await site.call({ path: '/product/with-film' })).text, { timeout: 2_000 })
    .toContain(`src="${video}"`);
});
