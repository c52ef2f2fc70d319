import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartList, PartsMake } from '#contract/catalogue/parts.ts';
import type { Product, ProductList } from '#contract/catalogue/products.ts';
import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import { holdsChassis } from '#domain/catalogue/parts/chassis.ts';
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
const isPartFound = async (year = 2021) => {
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
  expect(await isPartFound()).toBe(false);
  const before = (await desk({ part: PART })).part?.vehicles ?? 0;
  // A year that no part of the vehicle has: the choice of years is another one, too.
  const fit = { part: PART, vehicle: VEHICLE, year_from: '1998', year_to: '2021' };
  expect((await act('add', fit)).data).toMatchObject({ ok: true });
  await soon(() => isPartFound());
  await soon(async () => (await offered()).includes(1998));
  expect((await desk({ part: PART })).part?.vehicles).toBe(before + 1);
  const named = { part: PART, vehicle: VEHICLE, was_from: '1998', was_to: '2021' };
  expect((await act('edit', { ...named, year_from: '2000', year_to: '2020' })).data).toMatchObject({ ok: true });
  await soon(async () => !(await isPartFound(2021)) && (await isPartFound(2000)) && !(await offered()).includes(1998));
  expect((await act('edit', { ...named, year_from: '2001', year_to: '2020' })).status).toBe(409);
  const now = { ...named, was_from: '2000', was_to: '2020' };
  expect((await act('remove', now)).data).toMatchObject({ ok: true });
  await soon(async () => !(await isPartFound(2010)));
  expect(await yearsOf()).toEqual([]);
  await undo('fitment.remove');
  await soon(async () => (await isPartFound(2010)) && (await offered()).includes(2000));
  expect((await act('remove', now)).data).toMatchObject({ ok: true });
  await soon(async () => !(await isPartFound(2010)) && !(await offered()).includes(2000));
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
    [SKU, 'RUACH', 'Clip 125', '2019', '2024', 'RUA100-0012345'],
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
    ['refused', 'טווח השלדות '],
  ]);
  expect(counts).toEqual({ added: 1, changed: 1, same: 1, refused: 6 });
  // A preview writes nothing.
  expect(await yearsOf()).toEqual([]);
  expect((await apply(text, 'another')).status).toBe(409);
  const written = await apply(text, version);
  expect(written.data).toMatchObject({ ok: true, message: '2 התאמות נכתבו' });
  await soon(() => isPartFound(2024));
  expect(await yearsOf(PART, 'ruach-via-125')).toEqual(['2020-2026']);
  expect(await yearsOf(PART, 'ruach-via-200')).toEqual(['2020-2020']);
  expect((await apply(text, version)).status).toBe(409);
  await undo('fitment.apply');
  await soon(async () => !(await isPartFound(2024)));
  expect(await yearsOf(PART, 'ruach-via-125')).toEqual(['2019-2022']);
});

/** Whether a shopper with this chassis number finds the part. */
const foundBy = async (chassis: string) => {
  const query = new URLSearchParams({ vehicle: VEHICLE, year: '2021', page_size: '48', chassis });
  return (await ask<PartList>(`get-parts?${query}`)).items.some(({ slug }) => slug.name === PART);
};

test('a fit that is bound to chassis numbers is found by those and by no others', async () => {
  const text = list(
    [SKU, 'RUACH', 'Clip 50', '2019', '2024', 'RC50-0012345 – RC50-0020000'],
    [SKU, 'RUACH', 'Clip 50', '2019', '2024', 'RC51-1 –'],
  );
  const { rows, version } = await preview(text);
  expect(rows.map(({ outcome, chassis }) => [outcome, chassis])).toEqual([
    ['added', 'RC50-0012345 – RC50-0020000'],
    ['added', 'RC51-1 –'],
  ]);
  expect((await apply(text, version)).data).toMatchObject({ ok: true });
  await soon(() => isPartFound());
  const ranges = [
    { prefix: 'RC50-', from: '0012345', to: '0020000' },
    { prefix: 'RC51-', from: '1', to: '' },
  ];
  const numbers = ['RC50-0012345', 'rc50 20000', 'RC50-0012344', 'RC50-0020001', 'RC50-00015000', 'RC51-9', 'RC51-10'];
  for (const number of numbers)
    expect([number, await foundBy(number)]).toEqual([number, ranges.some((range) => holdsChassis(range, number))]);
  // Without a number it is offered, with what it is bound to; a number that is none is refused.
  const all = await ask<PartList>(`get-parts?vehicle=${VEHICLE}&year=2021&page_size=48`);
  expect(all.items.find(({ slug }) => slug.name === PART)?.chassis).toEqual(ranges);
  const bad = await site.call({
    path: `/api/products/get-parts?vehicle=${VEHICLE}&chassis=12`,
    host: 'ruach.localhost',
  });
  expect(bad.status).toBe(400);
  const { text: body } = await site.call({ path: `/api/products/get-product/${PART}`, host: 'ruach.localhost' });
  expect((JSON.parse(body) as Product).fits.filter(({ vehicle }) => vehicle.slug.name === VEHICLE)).toHaveLength(2);

  // On the desk: each by itself, and refused for its reason.
  const named = { part: PART, vehicle: VEHICLE, was_from: '2019', was_to: '2024', was_chassis: 'RC51-1 –' };
  const years = { year_from: '2019', year_to: '2024' };
  const edit = (chassis: object) => act('edit', { ...named, ...years, ...chassis });
  expect((await edit({ chassis_from: 'RC51-5', chassis_to: 'RC52-9' })).data.errors?.[0]?.path).toBe('chassis_from');
  expect((await edit({ chassis_from: 'RC51-5', chassis_to: '3' })).data.message).toContain('יש מה לתקן');
  expect((await edit({ chassis_from: 'RC51*', chassis_to: '' })).data).toMatchObject({ ok: true });
  await soon(() => foundBy('RC51-10'));
  // A row without numbers is for all, and takes the place of both.
  const whole = list([SKU, 'RUACH', 'Clip 50', '2019', '2024']);
  const next = await preview(whole);
  expect(next.rows.map(({ outcome, was }) => [outcome, was])).toEqual([
    ['changed', '2019–2024, RC50-0012345 – RC50-0020000; 2019–2024, RC51*'],
  ]);
  await undo('fitment.edit');
  await soon(async () => !(await foundBy('RC51-0')));
  for (const was_chassis of ['RC51-1 –', 'RC50-0012345 – RC50-0020000'])
    expect((await act('remove', { ...named, was_chassis })).data).toMatchObject({ ok: true });
  await soon(async () => !(await isPartFound()));
});

test('an old number finds what replaces it: in the finder, the search, its own address, the diagram and the cart', async () => {
  const [old, middle, last] = ['yatziv-pads-scooter', 'sovev-city-12', 'sovev-grand-15'];
  const supersede = (part = '', by = '', was_by = '', role: RoleKey = 'editor') =>
    act('supersede', { part, by, was_by }, role);
  const [goods] = await query(
    `select v.uuid, v.sku, m.value as number from variants v join products p on p.uuid = v.product_uid
     left join product_meta m on m.product_uid = p.uuid and m.key = 'part_number' where p.slug = $1`,
    [old],
  );
  expect((await supersede(old, middle, '', 'sales')).status).toBe(403);
  expect((await supersede(old, old)).data.errors?.[0]?.message).toContain('את עצמו');
  expect((await supersede(old, 'ruach-clip-50')).data.errors?.[0]?.message).toContain('רק חלק');
  expect((await supersede(old, middle)).data).toMatchObject({ ok: true });
  expect((await supersede(old, last)).status).toBe(409);
  expect((await supersede(middle, last)).data).toMatchObject({ ok: true });
  expect((await supersede(last, old)).data.errors?.[0]?.message).toContain('מעגל');

  const number = goods?.sku ?? '';
  const finder = () => ask<PartList>(`get-parts?number=${encodeURIComponent(number)}`);
  await soon(async () => (await finder()).replaced?.by.slug.name === last);
  expect((await finder()).items.map(({ slug }) => slug.name)).toContain(last);
  const searched = await ask<ProductList>(`get-products?search=${encodeURIComponent(number)}`);
  expect(searched.items.map(({ slug }) => slug.name)).toContain(last);
  const page = () => site.call({ path: `/product/${old}`, host: 'ruach.localhost' });
  expect((await page()).text).toContain('הוחלף ב־');
  const cart = { cart: [{ id: goods?.uuid, quantity: 1 }] };
  await query(`update variants set stock = 0 where uuid = $1`, [goods?.uuid]);
  const reply = async () =>
    JSON.parse(
      (await site.call({ method: 'POST', path: '/api/sales/calc-cart', host: 'ruach.localhost', body: cart })).text,
    ) as CalcCart;
  await soon(async () => (await reply()).errors[0]?.replaced_by?.slug.name === last);
  // Hidden, its address leads on.
  await query(
    `update store_products sp set published = false from products p where p.uuid = sp.product_uid and p.slug = $1`,
    [old],
  );
  await soon(async () => (await page()).status === 301);
  expect((await page()).headers.location).toBe(`/product/${last}`);
  await query(
    `update store_products sp set published = true from products p where p.uuid = sp.product_uid and p.slug = $1`,
    [old],
  );

  const chain = (
    await readPage<{ chain: { slug: string }[] }>(site, cookies.get('owner') ?? '', `${DESK}?part=${last}`)
  ).data.chain;
  expect(chain.map(({ slug }) => slug)).toEqual([old, middle]);
  await undo('fitment.supersede');
  await soon(async () => (await finder()).replaced?.by.slug.name === middle);
  expect((await finder()).items.map(({ slug }) => slug.name)).not.toContain(last);
  expect((await supersede(old, '', middle)).data).toMatchObject({ ok: true });
  await soon(async () => (await finder()).replaced === null);
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

test('a number of fits at which counting stopped isn’t shown as exact', async () => {
  const pageText = async () => {
    const { text } = await site.call({
      path: DESK,
      host: 'office.localhost',
      headers: { cookie: cookies.get('owner') ?? '' },
    });
    return text;
  };
  expect(await pageText()).not.toContain('יותר מ־');
  await query(
    `insert into part_fits (part_uid, vehicle_uid, year_from, year_to, chassis_prefix, chassis_from, chassis_to)
     select p.uuid, m.uuid, 1950, 1950, 'COUNTED', n::text, n::text from products p, products m, generate_series(1, 10000) n
     where p.slug = $1 and m.slug = $2`,
    [PART, VEHICLE],
  );
  try {
    const many = await pageText();
    expect(many).toContain('התאמות (יותר מ־10,000)');
    expect(many).toContain('יותר מ־10,000 התאמות');
  } finally {
    await query(`delete from part_fits where chassis_prefix = 'COUNTED'`);
  }
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
