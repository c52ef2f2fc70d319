import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { addDays, israelDay } from '#domain/calendar/israel-time.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { piece } from '../../../tests/support/purchase.ts';
import type { OfficeContext } from '../../context.ts';
import { carryOutDrafts } from '../../jobs/drafts.ts';
import { memberOf } from './carry-out.ts';
import { addStep } from './change-draft.ts';
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
