import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act as actAs, officeOf, readPage, signInAs } from '../../../tests/support/office.ts';
import { ROOT } from '../../../tests/support/template.ts';
import { exportFolder } from '../../export/export.ts';
import { importFolder } from '../../import/import.ts';
import type { DiagramFile } from './diagram-file.ts';

let site: TestApp;
let media = '';
const cookies = new Map<RoleKey, string>();
beforeAll(async () => {
  site = await startApp({ office: true });
  for (const role of ['owner', 'editor', 'sales'] as const) cookies.set(role, await signInAs(site, role));
  const office = await officeOf(site, 'editor');
  const form = new FormData();
  const drawing = await readFile(join(ROOT, 'demo/pictures/diagrams/zik-kid-service.avif'));
  form.set('file', new Blob([new Uint8Array(drawing)], { type: 'image/avif' }), 'drawing.avif');
  const sent = await office.upload('/parts/upload', form);
  ({ media } = JSON.parse(sent.text) as { media: string });
});
afterAll(() => site.close());

const query = async <T = Record<string, string>>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await site.connection.pool.query(text, values)).rows as T[];
const act = (path: string, call: string, input: Record<string, unknown>, role: RoleKey = 'editor') =>
  actAs(site, cookies.get(role) ?? '', path, call, input);
const shop = (path: string) => site.call({ path, host: 'ruach.localhost' });

type File = Omit<DiagramFile, 'slug'>;
const whole = (): File => ({
  name: 'מכלול לבדיקה',
  media,
  position: 990,
  vehicles: [{ vehicle: 'ruach-clip-125', from: '2022', to: '2026' }],
  callouts: [
    { number: 1, name: 'צמיג', parts: ['sovev-city-12'], quantity: 2, x: 25.5, y: 40 },
    { number: 2, name: 'שלדה', parts: [], quantity: 1, x: 60.25, y: 70 },
  ],
});
const create = (slug: string, file: File = whole()) =>
  act('/parts/diagrams/new', 'create', { now: JSON.stringify({ slug, ...file }) });
async function made(slug: string): Promise<string> {
  const reply = await create(slug);
  // The page of what was made.
  expect(reply.status, JSON.stringify(reply.data)).toBe(202);
  return `/parts/diagrams/${(await query('select uuid from assemblies where slug = $1', [slug]))[0]?.uuid}`;
}
const fileOf = async (path: string) => {
  const { slug: _, ...file } = (await readPage<{ file: DiagramFile }>(site, cookies.get('owner') ?? '', path)).data
    .file;
  return file;
};
const edit = (path: string, was: File, typed: Partial<File>) =>
  act(path, 'edit', { was: JSON.stringify(was), now: JSON.stringify({ ...was, ...typed }) });
const countOf = async () => (await query<{ count: number }>('select count(*)::int as count from assemblies'))[0]?.count;
/** Every process shows it within two seconds; here the one that is asked. */
async function shown(path: string, isThere: (text: string, status: number) => boolean): Promise<void> {
  const until = performance.now() + 2_000;
  for (;;) {
    const { text, status } = await shop(path);
    if (isThere(text, status)) return;
    expect(performance.now(), path).toBeLessThan(until);
    await wait(20);
  }
}

test('one made from nothing is what shoppers see, is one change of the log, and goes and comes back by it', async () => {
  const list = '/spare-parts?model=ruach-clip-125';
  expect((await shop(list)).text).not.toContain('מכלול לבדיקה');
  const path = await made('test-whole');
  await shown('/spare-parts/test-whole', (text) => text.includes('צמיג') && text.includes('שלדה'));
  const { text } = await shop('/api/products/get-assembly/test-whole');
  expect(JSON.parse(text)).toMatchObject({
    name: 'מכלול לבדיקה',
    callouts: [
      { number: 1, x: 25.5, y: 40, quantity: 2, parts: [{ slug: { name: 'sovev-city-12' } }] },
      { number: 2, parts: [] },
    ],
  });
  expect(await fileOf(path)).toEqual(whole());
  // Kept as a page by now: renamed, it is made anew.
  expect((await edit(path, whole(), { name: 'שם אחר' })).data.ok).toBe(true);
  await shown('/spare-parts/test-whole', (page) => page.includes('שם אחר') && !page.includes('מכלול לבדיקה'));
  const changes = await query(`select uuid from audit_log where command like 'diagrams.create%'`);
  expect(changes).toHaveLength(1);
  expect((await act(path, 'remove', {})).status).toBe(202);
  await shown('/spare-parts/test-whole', (_, status) => status === 404);
  const [removal] = await query(
    `select uuid from audit_log where command like 'diagrams.remove%' order by created_at desc limit 1`,
  );
  expect((await act(`/changes/${removal?.uuid}`, 'undo', { reason: 'טעות' }, 'owner')).data.ok).toBe(true);
  await shown('/spare-parts/test-whole', (page) => page.includes('שם אחר'));
  expect(await fileOf(path)).toEqual({ ...whole(), name: 'שם אחר' });
});

describe('what the importer refuses is refused here, for its reason, and nothing is written', () => {
  const [first, second] = whole().callouts;
  const with_ = (change: Partial<NonNullable<typeof first>>): Partial<File> => ({
    callouts: [{ ...(first as File['callouts'][number]), ...change }, second as File['callouts'][number]],
  });
  const vehicles = (vehicle: string, from = '2022', to = '2026') => ({ vehicles: [{ vehicle, from, to }] });
  test.each<[string, Partial<File>, path: string, reason: string]>([
    ['a part that is no spare part', with_({ parts: ['ruach-clip-125'] }), 'callouts.0.parts', 'אינו חלק חילוף'],
    ['an unknown part', with_({ parts: ['no-such-part'] }), 'callouts.0.parts', 'אין מוצר כזה'],
    ['a part that is there twice', with_({ parts: ['sovev-city-12', 'sovev-city-12'] }), 'callouts.0.parts', 'פעמיים'],
    ['a number that is there twice', with_({ number: 2 }), 'callouts.1.number', 'פעמיים'],
    ['a number above 99', with_({ number: 100 }), 'callouts.0.number', 'מספר שלם'],
    ['a place outside the picture', with_({ x: 125.5 }), 'callouts.0.x', 'אינו מספר בין'],
    ['no name of a number', with_({ name: '' }), 'callouts.0.name', 'ריק'],
    ['a quantity of none', with_({ quantity: 0 }), 'callouts.0.quantity', 'מספר שלם'],
    ['no number at all', { callouts: [] }, 'callouts', 'סמנו לפחות'],
    ['no vehicle', { vehicles: [] }, 'vehicles', 'ריק'],
    ['a vehicle that is none', vehicles('sovev-city-12'), 'vehicles', 'אינו כלי רכב'],
    ['years the wrong way round', vehicles('ruach-clip-125', '2026', '2022'), 'vehicles', 'נכתבות כך'],
    ['no picture', { media: '' }, 'media', 'ריק'],
    ['a picture that nobody sent', { media: `${'a'.repeat(32)}.avif` }, 'pictures', 'העלו אותה שוב'],
    ['no name', { name: ' ' }, 'name', 'ריק'],
  ])('%s', async (_, change, path, reason) => {
    const before = await countOf();
    const { status, data } = await create('test-refused', { ...whole(), ...change });
    expect(status, JSON.stringify(data)).toBe(400);
    expect(data.errors?.find((one) => one.path === path)?.message, JSON.stringify(data)).toContain(reason);
    expect(await countOf()).toBe(before);
  });

  test('an address that is none, or that another has', async () => {
    expect((await create('לא תקין!')).data.errors).toMatchObject([{ path: 'slug' }]);
    expect((await create('raam-barak-brakes')).data.errors).toMatchObject([{ path: 'slug' }]);
    expect((await query(`select name from assemblies where slug = 'raam-barak-brakes'`))[0]?.name).not.toBe(
      whole().name,
    );
  });
});

test('a new address is where the diagram is; the former one leads there, is no other’s, and goes out and in with it', async () => {
  const path = await made('test-former');
  const was = await fileOf(path);
  const rename = (slug: string, from = 'test-former') =>
    act(path, 'edit', { was: JSON.stringify({ slug: from, ...was }), now: JSON.stringify({ slug, ...was }) });
  expect((await rename('raam-barak-brakes')).data.errors).toMatchObject([{ path: 'slug' }]);
  expect((await rename('לא תקין!')).data.errors).toMatchObject([{ path: 'slug' }]);
  expect((await rename('test-latter')).data).toMatchObject({ ok: true });
  await shown('/spare-parts/test-latter', (_, status) => status === 200);
  const moved = await shop('/spare-parts/test-former?model=ruach-clip-125');
  expect([moved.status, moved.headers.location]).toEqual([301, '/spare-parts/test-latter?model=ruach-clip-125']);
  expect((await create('test-former')).data.errors).toMatchObject([{ path: 'slug' }]);

  // What goes out says so, and changes nothing on its way in; elsewhere it is renamed by it.
  const folder = await mkdtemp(join(tmpdir(), 'diagrams-'));
  const { pool } = site.connection;
  const options = { pool, storage: site.deps.storage, progress: () => {} };
  await exportFolder({ ...options, store: 'ruach', folder: join(folder, 'out') });
  const csv = await readFile(join(folder, 'out/catalogue/assemblies.csv'), 'utf8');
  expect(csv).toMatch(/^test-latter,test-former,/m);
  await query(`update assemblies set slug = 'test-former' where slug = 'test-latter'`);
  await query(`delete from slug_history where entity_type = 'ASSEMBLY'`);
  const report = await importFolder({ ...options, folder: join(folder, 'out') });
  expect([report.errors, report.changes.slug_history]).toEqual([[], { inserted: 1, updated: 0, deleted: 0 }]);
  expect((await importFolder({ ...options, folder: join(folder, 'out') })).changed).toBe(0);
  await rm(folder, { recursive: true });
  expect((await fileOf(path)).name).toBe(was.name);

  // Back, and gone.
  expect((await rename('test-former', 'test-latter')).data.ok).toBe(true);
  await shown('/spare-parts/test-former', (_, status) => status === 200);
  await shown('/spare-parts/test-latter', (_, status) => status === 301);
  expect((await act(path, 'remove', {})).status).toBe(202);
  await shown('/spare-parts/test-latter', (_, status) => status === 404);
});

test('menus lead on to a renamed diagram, and keep it from being removed', async () => {
  const path = await made('test-linked');
  await query(
    `insert into menu_links (store_uid, menu_key, name, entity_type, custom_path, area_number, position)
     select uuid, 'FOOTER', 'אל השרטוט', 'INTERNAL_LINK', '/spare-parts/test-linked', 1, 99 from stores where key = 'gal'`,
  );
  const was = await fileOf(path);
  const slugs = { was: { slug: 'test-linked', ...was }, now: { slug: 'test-relinked', ...was } };
  const renamed = { was: JSON.stringify(slugs.was), now: JSON.stringify(slugs.now) };
  expect((await act(path, 'edit', renamed)).data).toMatchObject({ ok: true });
  expect(await query(`select custom_path as path from menu_links where name = 'אל השרטוט'`)).toEqual([
    { path: '/spare-parts/test-relinked' },
  ]);
  const [{ name } = { name: '' }] = await query(`select name from stores where key = 'gal'`);
  const refused = await act(path, 'remove', {});
  expect(refused.status).toBe(422);
  expect(refused.data.message).toMatch(new RegExp(`אל השרטוט.* בתפריט של .*${name}.* מוביל לשרטוט`));
  await query(`delete from menu_links where name = 'אל השרטוט'`);
  expect((await act(path, 'remove', {})).status).toBe(202);
});

test('of two people who change the same, the second is told; what only one changed is kept beside it', async () => {
  const path = await made('test-two');
  const was = await fileOf(path);
  expect((await edit(path, was, { name: 'של הראשון' })).data.ok).toBe(true);
  const late = await edit(path, was, { name: 'של השני' });
  expect([late.status, late.data.details]).toMatchObject([
    409,
    { conflicts: [{ field: 'name', theirs: 'של הראשון' }] },
  ]);
  const callouts = was.callouts.map((one) => ({ ...one, x: 10 }));
  expect((await edit(path, was, { callouts })).data.ok).toBe(true);
  expect(await fileOf(path)).toEqual({ ...was, name: 'של הראשון', callouts });
});

test('a step of a draft is seen by shoppers once it is published', async () => {
  const path = await made('test-later');
  const was = await fileOf(path);
  const now = { ...was, name: 'מהטיוטה' };
  const form = { was: JSON.stringify(was), now: JSON.stringify(now), _when: 'draft', _draft_name: 'שרטוטים' };
  expect((await act(path, 'edit', form)).data).toMatchObject({ ok: true });
  expect((await fileOf(path)).name).toBe(was.name);
  const [draft] = await query(`select uuid from drafts where name = 'שרטוטים'`);
  expect((await act(`/drafts/${draft?.uuid}`, 'publish', {}, 'owner')).data.ok).toBe(true);
  await shown('/spare-parts/test-later', (text) => text.includes('מהטיוטה'));
});

test('who may edit in one store only changes no diagram of parts that others sell, and finds none that is all theirs', async () => {
  const [brakes] = await query(`select uuid from assemblies where slug = 'raam-barak-brakes'`);
  const [foreign] = await query(
    `select a.uuid from assemblies a where not exists (
       select from store_products sp join stores s on s.uuid = sp.store_uid where s.key = 'raam' and sp.product_uid in (
         select vehicle_uid from assembly_vehicles where assembly_uid = a.uuid
         union select part_uid from callout_parts where assembly_uid = a.uuid)) limit 1`,
  );
  expect(foreign).toBeDefined();
  const path = `/parts/diagrams/${brakes?.uuid}`;
  const was = await fileOf(path);
  expect((await edit(path, was, { name: 'שם' })).status).toBe(200);
  expect((await act(path, 'edit', { was: '{}', now: '{}' }, 'sales')).status).toBe(403);
  await query(
    `update staff_roles set store_uid = (select uuid from stores where key = 'raam')
     where role_uid = (select uuid from roles where key = 'editor')`,
  );
  const refused = await edit(path, { ...was, name: 'שם' }, { name: 'שם של מי שאינו רשאי' });
  expect([refused.status, refused.data.message]).toEqual([403, expect.stringContaining('בחנויות שאין לכם')]);
  expect((await readPage(site, cookies.get('editor') ?? '', `/parts/diagrams/${foreign?.uuid}`)).status).toBe(404);
});
