import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartsMake } from '#contract/catalogue/parts.ts';
import type { ProductList } from '#contract/catalogue/products.ts';
import type { RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act as actAs, readPage, signInAs } from '../../../tests/support/office.ts';
import type { PastePreview } from './paste-fitment.ts';

let site: TestApp;
const cookies = new Map<RoleKey, string>();
beforeAll(async () => {
  site = await startApp({ office: true });
  for (const role of ['owner', 'editor', 'sales'] as const) cookies.set(role, await signInAs(site, role));
});
afterAll(() => site.close());

const PART = 'sovev-grand-15';
const SKU = 'SV-11133-A6';
const VEHICLE = 'ruach-clip-50';
const DESK = '/parts/fitment';

const query = async <T = Record<string, string>>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await site.connection.pool.query(text, values)).rows as T[];
const act = (call: string, input: Record<string, unknown>, role: RoleKey = 'editor', path = DESK) =>
  actAs(site, cookies.get(role) ?? '', path, call, input);
type Desk = { fits: { part: string; vehicle: string; from: number; to: number }[]; part: { vehicles: number } | null };
const desk = async (of: Record<string, string>) =>
  (await readPage<Desk>(site, cookies.get('owner') ?? '', `${DESK}?${new URLSearchParams(of)}`)).data;
/** `2019-2024` of a part and a vehicle, as the desk has them. */
const yearsOf = async (part = PART, vehicle = VEHICLE) =>
  (await desk({ part, vehicle })).fits.map(({ from, to }) => `${from}-${to}`);

async function ask<T>(path: string): Promise<T> {
  const { text } = await site.call({ path: `/api/products/${path}`, host: 'ruach.localhost' });
  return JSON.parse(text) as T;
}
/** Whether a shopper finds the part by the vehicle. */
const found = async (year = 2021) => {
  const list = await ask<ProductList>(`get-parts?vehicle=${VEHICLE}&year=${year}&page_size=48`);
  return list.items.some(({ slug }) => slug.name === PART);
};
const offered = async () =>
  (await ask<PartsMake[]>('get-parts-vehicles'))
    .flatMap(({ vehicles }) => vehicles)
    .find(({ slug }) => slug.name === VEHICLE)?.years ?? [];
async function soon(holds: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + 2_000;
  while (!(await holds())) {
    expect(performance.now()).toBeLessThan(until);
    await wait(20);
  }
}
async function undo(command: string): Promise<void> {
  const [change] = await query('select uuid from audit_log where command like $1 order by created_at desc limit 1', [
    `${command} %`,
  ]);
  const reply = await act('undo', { reason: 'טעות' }, 'owner', `/changes/${change?.uuid}`);
  expect(reply.data, JSON.stringify(reply.data)).toMatchObject({ ok: true });
}

test('a fit that is added, changed and removed is what shoppers find the part by, and each comes back by the log', async () => {
  expect(await found()).toBe(false);
  const before = (await desk({ part: PART })).part?.vehicles ?? 0;
  // A year that no part of the vehicle has: the choice of years is another one, too.
  const fit = { part: PART, vehicle: VEHICLE, year_from: '1998', year_to: '2021' };
  expect((await act('add', fit)).data).toMatchObject({ ok: true });
  await soon(() => found());
  await soon(async () => (await offered()).includes(1998));
  expect((await desk({ part: PART })).part?.vehicles).toBe(before + 1);
  const named = { part: PART, vehicle: VEHICLE, was_from: '1998', was_to: '2021' };
  expect((await act('edit', { ...named, year_from: '2000', year_to: '2020' })).data).toMatchObject({ ok: true });
  await soon(async () => !(await found(2021)) && (await found(2000)) && !(await offered()).includes(1998));
  expect((await act('edit', { ...named, year_from: '2001', year_to: '2020' })).status).toBe(409);
  const now = { ...named, was_from: '2000', was_to: '2020' };
  expect((await act('remove', now)).data).toMatchObject({ ok: true });
  await soon(async () => !(await found(2010)));
  expect(await yearsOf()).toEqual([]);
  await undo('fitment.remove');
  await soon(async () => (await found(2010)) && (await offered()).includes(2000));
  expect((await act('remove', now)).data).toMatchObject({ ok: true });
  await soon(async () => !(await found(2010)) && !(await offered()).includes(2000));
});

test('what the importer refuses is refused for its reason', async () => {
  const fit = { part: PART, vehicle: VEHICLE, year_from: '2019', year_to: '2021' };
  const refused = async (change: object) => (await act('add', { ...fit, ...change })).data.errors?.[0]?.message;
  expect(await refused({ year_to: '2018' })).toContain('קודמת לשנת ההתחלה');
  expect(await refused({ year_from: '1890' })).toContain('מספר שלם');
  expect(await refused({ vehicle: 'sovev-city-12' })).toContain('אינו כלי רכב');
  expect(await refused({ vehicle: 'no-such' })).toContain('אין מוצר כזה');
  expect((await act('add', { ...fit, part: 'no-such' })).status).toBe(404);
  expect((await act('add', fit)).data.ok).toBe(true);
  expect(await refused({ year_to: '2025' })).toContain('פעמיים');
  expect(await yearsOf()).toEqual(['2019-2021']);
  const named = { part: PART, vehicle: VEHICLE, was_from: '2019', was_to: '2021' };
  expect((await act('remove', named)).data.ok).toBe(true);
});

const list = (...rows: string[][]) =>
  [['מק״ט', 'יצרן', 'דגם', 'משנה', 'עד שנה', 'טווח שלדות'], ...rows].map((row) => row.join('\t')).join('\n');
const preview = async (text: string) =>
  (await act('preview', { text }, 'editor', `${DESK}/paste`)).data.result as PastePreview;
const apply = (text: string, version: string, more: object = {}) =>
  act('apply', { text, version, ...more }, 'editor', `${DESK}/paste`);

test('a pasted list says of each row what comes of it, is applied as one change, and undone as one', async () => {
  await act('add', { part: PART, vehicle: 'ruach-via-125', year_from: '2019', year_to: '2022' });
  await act('add', { part: PART, vehicle: 'ruach-via-200', year_from: '2020', year_to: '2020' });
  const text = list(
    [SKU, 'RUACH', 'Clip 50', '2019', '2024'],
    [SKU.toLowerCase().replaceAll('-', ''), '', 'RUACH Via 125', '2020', '2026'],
    [PART, 'ruach', 'ruach-via-200', '2020', ''],
    ['NO-SUCH', 'RUACH', 'Clip 50', '2019', '2024'],
    [SKU, 'RAAM', 'Clip 50', '2019', '2024'],
    [SKU, 'RUACH', 'Clip 9000', '2019', '2024'],
    [SKU, 'RUACH', 'Clip 125', '2024', '2019'],
    [SKU, 'RUACH', 'Clip 50', '2019', '2026'],
    [SKU, 'RUACH', 'Clip 125', '2019', '2024', 'RUA100-RUA900'],
  );
  const { rows, counts, version } = await preview(text);
  expect(rows.map(({ outcome, was, reason }) => [outcome, was || reason.slice(0, 12)])).toEqual([
    ['added', ''],
    ['changed', '2019–2022'],
    ['same', ''],
    ['refused', 'מק״ט לא מוכר'],
    ['refused', 'אין דגם כזה '],
    ['refused', 'דגם: מוצר לא'],
    ['refused', 'עד שנה: קודמ'],
    ['refused', 'דגם: מופיע פ'],
    ['refused', 'בקטלוג דגמים'],
  ]);
  expect(counts).toEqual({ added: 1, changed: 1, same: 1, refused: 6 });
  // A preview writes nothing.
  expect(await yearsOf()).toEqual([]);
  expect((await apply(text, 'another')).status).toBe(409);
  const written = await apply(text, version);
  expect(written.data).toMatchObject({ ok: true, message: '2 התאמות נכתבו' });
  await soon(() => found(2024));
  expect(await yearsOf(PART, 'ruach-via-125')).toEqual(['2020-2026']);
  expect(await yearsOf(PART, 'ruach-via-200')).toEqual(['2020-2020']);
  expect((await apply(text, version)).status).toBe(409);
  await undo('fitment.apply');
  await soon(async () => !(await found(2024)));
  expect(await yearsOf(PART, 'ruach-via-125')).toEqual(['2019-2022']);
});

test('years in one column, a list without headings, and lists that can’t be read', async () => {
  const { rows } = await preview(`part,model,years\n${SKU},${VEHICLE},2019-2021\n${SKU},ruach-clip-125,2023`);
  expect(rows.map(({ years, outcome }) => [years, outcome])).toEqual([
    ['2019–2021', 'added'],
    ['2023', 'added'],
  ]);
  const bare = await preview(`${SKU}\tRUACH\tClip 50\t2019\t2021`);
  expect(bare.counts).toEqual({ added: 1, changed: 0, same: 0, refused: 0 });
  const refused = async (text: string) => (await act('preview', { text }, 'editor', `${DESK}/paste`)).data.message;
  expect(await refused('מק״ט\tמשנה\tעד שנה\nA\t2019\t2020')).toBe('חסרה עמודה: דגם');
  expect(await refused('מק״ט\tדגם\nA\tB')).toBe('חסרה עמודה: שנים');
  expect(await refused('מק״ט\tדגם\tשנים')).toContain('אין ברשימה שורות');
  expect(await refused(list(...Array.from({ length: 2_001 }, () => [SKU, '', 'Clip 50', '2019', '2020'])))).toContain(
    '2,000',
  );
});

test('a list waits for its draft, and isn’t applied where the catalogue has changed by then', async () => {
  const text = list([SKU, 'RUACH', 'Clip 50', '2019', '2024']);
  const { version } = await preview(text);
  expect((await apply(text, version, { _when: 'draft', _draft_name: 'התאמות' })).data).toMatchObject({ ok: true });
  expect(await yearsOf()).toEqual([]);
  const fit = { part: PART, vehicle: VEHICLE, year_from: '2020', year_to: '2021' };
  expect((await act('add', fit)).data.ok).toBe(true);
  const [draft] = await query(`select uuid from drafts where name = 'התאמות'`);
  const publish = () => act('publish', {}, 'owner', `/drafts/${draft?.uuid}`);
  expect((await publish()).data.ok).toBe(false);
  expect(await yearsOf()).toEqual(['2020-2021']);
  const named = { part: PART, vehicle: VEHICLE, was_from: '2020', was_to: '2021' };
  expect((await act('remove', named)).data.ok).toBe(true);
  expect((await publish()).data).toMatchObject({ ok: true });
  expect(await yearsOf()).toEqual(['2019-2024']);
  await undo('drafts.publish');
});

test('who may edit in one store only gives no fits to a part that others sell', async () => {
  const fit = { part: PART, vehicle: VEHICLE, year_from: '2019', year_to: '2021' };
  expect((await act('add', fit, 'sales')).status).toBe(403);
  await query(
    `update staff_roles set store_uid = (select uuid from stores where key = 'ruach')
     where role_uid = (select uuid from roles where key = 'editor')`,
  );
  expect((await act('add', fit)).status).toBe(403);
  const { rows } = await preview(
    list([SKU, 'RUACH', 'Clip 50', '2019', '2021'], ['SV-11100-A8', '', 'Clip 50', '2019', '2021']),
  );
  expect(rows.map(({ outcome, reason }) => [outcome, reason.slice(0, 24)])).toEqual([
    ['refused', 'המוצר נמכר גם בחנויות שא'],
    // Not even that it exists.
    ['refused', 'מק״ט לא מוכר: אין וריאנט'],
  ]);
  expect(await yearsOf()).toEqual([]);
});
