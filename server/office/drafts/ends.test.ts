import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { addDays, israelDay } from '#domain/calendar/israel-time.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { piece } from '../../../tests/support/purchase.ts';
import type { OfficeContext } from '../../context.ts';
import { carryOutDrafts } from '../../jobs/drafts.ts';
import { listCategories } from '../categories/read-categories.ts';
import { undoChange } from '../changes/undo-change.ts';
import { memberOf } from './carry-out.ts';
import { addStep } from './change-draft.ts';
import { listDrafts, readDraft } from './list-drafts.ts';
import { changeEnd, publishNow, scheduleDraft } from './publish.ts';

let site: TestApp;
let office: Connection;
let owner: OfficeContext;

beforeAll(async () => {
  site = await startApp({ office: true });
  office = connect(site.deps.env.DATABASE_URL as string, { max: 4, actor: 'each' });
  const base = { ...site.deps, db: office.db, reader: office.db };
  const { rows } = await office.pool.query<{ uuid: string }>(
    `select sr.staff_uid as uuid from staff_roles sr join roles r on r.uuid = sr.role_uid where r.key = 'owner' and sr.store_uid is null`,
  );
  owner = {
    ...base,
    ...{ requestId: 'test', origin: 'http://office.localhost', source: '/test' },
    ...{ ipAddress: '127.0.0.1', userAgent: 'test', device: '' },
    log: site.app.log,
    staff: await memberOf(base, rows[0]?.uuid ?? ''),
  };
});
afterAll(async () => {
  await office.close();
  await site.close();
});

test('stock has no day on which it is taken back: neither when its draft is scheduled nor once it is published', async () => {
  const { variant } = await piece(site.connection.pool, { stock: 5 });
  const inDays = (days: number) => addDays(israelDay(site.deps.now()), days);
  const { draft } = await addStep(owner, { call: 'stock.receive', input: { variant, received: 3 }, name: 'משלוח' });
  const refused = { code: 'NOT_POSSIBLE', message: expect.stringContaining('בינתיים נמכר מהם') };
  await expect(scheduleDraft(owner, { draft, day: inDays(1), end_day: inDays(2) })).rejects.toMatchObject(refused);
  await publishNow(owner, { draft });
  await expect(changeEnd(owner, { draft, end_day: inDays(2) })).rejects.toMatchObject(refused);
  const { rows } = await office.pool.query(
    'select v.stock, d.end_at from variants v, drafts d where v.uuid = $1 and d.uuid = $2',
    [variant, draft],
  );
  expect(rows).toEqual([{ stock: 8, end_at: null }]);
});

test('a fault at the end of a draft, or at its moment, is told once and ends the tries; while a lock is waited for it is tried again', async () => {
  const { product } = await piece(site.connection.pool);
  const priceOf = async () =>
    (await office.pool.query('select price_agorot::int as price from products where uuid = $1', [product])).rows[0]
      .price;
  const price = await priceOf();
  await office.pool.query('update products set deleted_price_agorot = null, deposit_agorot = null where uuid = $1', [
    product,
  ]);
  const was = { price: String(price / 100), deletedPrice: '', deposit: '', onRequest: 'no' };
  const input = { product, was, ...was, price: String(price / 100 + 100), onRequest: undefined };
  const { draft } = await addStep(owner, { call: 'products.price', input, name: 'מבצע' });
  await publishNow(owner, { draft });
  const end = () =>
    office.pool.query(`update drafts set end_at = now() - interval '1 hour', problem = '' where uuid = $1`, [draft]);
  const failing = (code: string) =>
    office.pool.query(`create or replace function fail() returns trigger language plpgsql as $$ begin
      raise exception 'x' using errcode = '${code}'; end $$`);
  const run = () => carryOutDrafts({ ...site.deps, db: office.db }, site.app.log);
  const read = async () => {
    const { rows } = await office.pool.query('select state, problem from drafts where uuid = $1', [draft]);
    const mails = await office.pool.query(`select from outbox where subject = 'הטיוטה ״מבצע״ לא הוחזרה'`);
    return { ...rows[0], mails: mails.rowCount };
  };
  await end();
  await failing('55P03');
  await office.pool.query('create trigger fail before update on products for each row execute function fail()');
  await run();
  expect(await read()).toEqual({ state: 'published', problem: '', mails: 0 });
  await failing('P0001');
  await run();
  await run();
  expect(await read()).toEqual({ state: 'published', problem: expect.stringContaining('תקלה'), mails: 1 });
  await office.pool.query('drop function fail() cascade');
  expect(await priceOf()).toBe(price + 10_000);
  await end();
  await run();
  expect([(await read()).state, await priceOf()]).toEqual(['ended', price]);

  // At its beginning, too.
  const { draft: next } = await addStep(owner, { call: 'products.price', input, name: 'עוד מבצע' });
  await office.pool.query(
    `update drafts set state = 'scheduled', publisher_uid = (select publisher_uid from drafts where uuid = $2), publish_at = now() - interval '1 hour' where uuid = $1`,
    [next, draft],
  );
  const stateOf = async () => {
    const { rows } = await office.pool.query('select state, problem from drafts where uuid = $1', [next]);
    const mails = await office.pool.query(`select from outbox where subject = 'הטיוטה ״עוד מבצע״ לא פורסמה'`);
    return { ...rows[0], mails: mails.rowCount };
  };
  await failing('55P03');
  await office.pool.query('create trigger fail before update on products for each row execute function fail()');
  await run();
  expect(await stateOf()).toEqual({ state: 'scheduled', problem: '', mails: 0 });
  await failing('P0001');
  await run();
  await run();
  expect(await stateOf()).toEqual({ state: 'failed', problem: expect.stringContaining('תקלה'), mails: 1 });
  await office.pool.query('drop function fail() cascade');
  expect(await priceOf()).toBe(price);
});

/** A product of one price, and the step that raises it by a hundred shekels. */
async function risingPrice() {
  const { product } = await piece(site.connection.pool);
  const { rows } = await office.pool.query<{ price: number }>(
    `update products set deleted_price_agorot = null, deposit_agorot = null where uuid = $1 returning price_agorot::int as price`,
    [product],
  );
  const price = rows[0]?.price ?? 0;
  const was = { price: String(price / 100), deletedPrice: '', deposit: '', onRequest: 'no' };
  return {
    price,
    step: {
      call: 'products.price',
      input: { product, was, ...was, price: String(price / 100 + 100), onRequest: undefined },
    },
    priceOf: async () =>
      (await office.pool.query('select price_agorot::int as price from products where uuid = $1', [product])).rows[0]
        .price,
    set: (value: number) =>
      office.pool.query('update products set price_agorot = $2 where uuid = $1', [product, value]),
  };
}
const inDays = (days: number) => addDays(israelDay(site.deps.now()), days);
const run = () => carryOutDrafts({ ...site.deps, db: office.db }, site.app.log);
const setMoment = (draft: string, column: 'publish_at' | 'end_at') =>
  office.pool.query(`update drafts set ${column} = now() - interval '1 hour' where uuid = $1`, [draft]);
const stateOf = async (draft: string) =>
  (await office.pool.query('select state, problem, end_at, ended_at from drafts where uuid = $1', [draft])).rows[0];

test('a draft that failed at its moment has lost its end: published by hand later, it stays', async () => {
  const { price, step, priceOf, set } = await risingPrice();
  const { draft } = await addStep(owner, { ...step, day: inDays(1), end_day: inDays(2) });
  await set(price - 100);
  await setMoment(draft, 'publish_at');
  await run();
  expect(await stateOf(draft)).toMatchObject({ state: 'failed', end_at: null });
  await set(price);
  await publishNow(owner, { draft });
  await run();
  expect([(await stateOf(draft)).state, await priceOf()]).toEqual(['published', price + 10_000]);
});

test('a draft that somebody undid in the change log ends without a mail, and is in no other draft’s way', async () => {
  const { price, step, priceOf } = await risingPrice();
  const { draft } = await addStep(owner, { ...step, name: 'מבצע שבוטל' });
  await publishNow(owner, { draft });
  await changeEnd(owner, { draft, end_day: inDays(3) });
  const { rows } = await office.pool.query('select operation_uid from drafts where uuid = $1', [draft]);
  const ends = async () =>
    (await listDrafts(owner, {})).coming.filter(({ kind }) => kind === 'end').map(({ name }) => name);
  expect(await ends()).toContain('מבצע שבוטל');
  await expect(addStep(owner, { ...step, day: inDays(1) })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
  await undoChange(owner, { change: rows[0].operation_uid, reason: 'טעות' });
  expect(await ends()).not.toContain('מבצע שבוטל');
  expect((await readDraft(owner, { draft })).draft.endAt).toBeNull();
  const { draft: next } = await addStep(owner, { ...step, day: inDays(1) });
  const undone = await office.pool.query('select created_at from audit_log where undoes = $1', [rows[0].operation_uid]);
  await setMoment(draft, 'end_at');
  await run();
  expect(await stateOf(draft)).toMatchObject({ state: 'ended', problem: '', ended_at: undone.rows[0].created_at });
  expect((await office.pool.query(`select from outbox where subject like '%מבצע שבוטל%'`)).rowCount).toBe(0);
  expect(await priceOf()).toBe(price);
  expect((await stateOf(next)).state).toBe('scheduled');
});

test('the mail of a draft that can’t be taken back says what is in the way, also where that is no changed value', async () => {
  const { rows: stores } = await office.pool.query<{ uuid: string }>(`select uuid from stores where key = 'raam'`);
  const store = stores[0]?.uuid ?? '';
  const { categories, version } = await listCategories(owner, { store });
  const child = categories.find(({ parent }) => parent !== null);
  const tree = JSON.stringify(categories.map(({ uuid, parent }) => [uuid, uuid === child?.uuid ? null : parent]));
  const { draft } = await addStep(owner, { call: 'categories.move', input: { store, version, tree }, name: 'עץ חדש' });
  await publishNow(owner, { draft });
  await changeEnd(owner, { draft, end_day: inDays(1) });
  await office.pool.query('update collections set parent_uid = $2 where uuid = $1', [child?.parent, child?.uuid]);
  await setMoment(draft, 'end_at');
  await run();
  expect((await stateOf(draft)).problem).toContain('ההחזרה הייתה יוצרת מעגל');
  const { rows } = await office.pool.query(`select body from outbox where subject like 'הטיוטה ״עץ חדש״%'`);
  expect(rows[0]?.body).toContain('ההחזרה הייתה יוצרת מעגל');
});

test('what waits for its moment, or has an end, stays in list and calendar however many drafts were published since', async () => {
  const { variant } = await piece(site.connection.pool);
  const day = addDays(israelDay(site.deps.now()), 150);
  const { draft: waiting } = await addStep(owner, { call: 'stock.receive', input: { variant, received: 1 }, day });
  const published = async (name: string, end: string | null, count: number): Promise<string[]> => {
    const { rows } = await office.pool.query<{ uuid: string }>(
      `insert into drafts (name, author_uid, state, end_at, updated_at)
       select $1, $2, 'published', $3::timestamptz, now() + n * interval '1 minute' from generate_series(1, $4) n returning uuid`,
      [name, owner.staff?.uuid, end, count],
    );
    return rows.map(({ uuid }) => uuid);
  };
  const [ending] = await published('מבצע הקיץ', `${day}T12:00:00Z`, 1);
  const others = await published('פורסמה', null, 250);
  const { drafts, coming } = await listDrafts(owner, {});
  const shown = drafts.map(({ uuid }) => uuid);
  expect(shown).toEqual(expect.arrayContaining([waiting, ending]));
  // Of the others, the latest.
  expect(shown.filter((uuid) => others.includes(uuid))).toEqual(others.slice(-200).reverse());
  expect(coming.filter(({ draft }) => draft === waiting || draft === ending)).toMatchObject([
    { kind: 'publish', draft: waiting },
    { kind: 'end', draft: ending },
  ]);
});
