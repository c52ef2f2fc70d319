import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { settingsDesk, type Values } from '../../../tests/support/settings.ts';

let site: TestApp;
let desk: Awaited<ReturnType<typeof settingsDesk>>;
beforeAll(async () => {
  site = await startApp({ office: true });
  desk = await settingsDesk(site);
});
afterAll(() => site.close());

type BranchPage = { branch: Values; may: { edit: boolean } };

async function branchOf(key: string): Promise<string> {
  const [row] = await desk.query<{ uuid: string }>(
    'select b.branch_uid as uuid from branch_stores b join stores s on s.uuid = b.store_uid where s.key = $1 order by 1 limit 1',
    [key],
  );
  return `/settings/branches/${row?.uuid}`;
}

const saveBranch = async (path: string, began: Values, changes: Values, cookie = desk.owner) =>
  (await act(site, cookie, path, 'edit', { was: JSON.stringify(began), now: JSON.stringify({ ...began, ...changes }) }))
    .data;

test('every branch is saved by its form as it was; hours, place and single days are the importer’s', async () => {
  const rows = await desk.query<{ uuid: string }>('select uuid from branches');
  const whole = () => desk.query('select * from branches order by key');
  const before = await whole();
  for (const { uuid } of rows) {
    const path = `/settings/branches/${uuid}`;
    const { data } = await readPage<BranchPage>(site, desk.owner, path);
    expect(await saveBranch(path, data.branch, { name: `${data.branch.name}!` })).toMatchObject({ ok: true });
    const { data: changed } = await readPage<BranchPage>(site, desk.owner, path);
    expect(await saveBranch(path, changed.branch, { name: data.branch.name })).toMatchObject({ ok: true });
  }
  expect(await whole()).toEqual(before);
  const path = await branchOf('sela');
  const { data } = await readPage<BranchPage>(site, desk.owner, path);
  const hours = { ...(data.branch.hours as Values), sun: '8-16' };
  expect(await saveBranch(path, data.branch, { hours, phone: '12' })).toMatchObject({
    ok: false,
    errors: [{ path: 'phone' }, { path: 'hours.sun', message: expect.stringContaining('08:30-18:00') }],
  });
  const twice = [
    { day: '2027-01-01', hours: '' },
    { day: '2027-01-01', hours: '09:00-12:00' },
  ];
  expect(await saveBranch(path, data.branch, { exceptions: twice })).toMatchObject({
    ok: false,
    errors: [{ path: 'exceptions.1.day' }],
  });
  expect(await saveBranch(path, data.branch, { exceptions: [twice[1]], region: 'מדבר' })).toMatchObject({ ok: true });
  await desk.shown('sela', '/distributors', 'מדבר');
  const stored = async () => (await readPage<BranchPage>(site, desk.owner, path)).data.branch;
  expect(await saveBranch(path, await stored(), { exceptions: [] })).toMatchObject({ ok: true });
  expect((await stored()).exceptions).toEqual([]);
});

test('a new branch is in its store; a branch of a store that isn’t the person’s is not theirs to change', async () => {
  const path = `${await desk.pathOf('sela')}/new-branch`;
  const values = { name: 'סניף הגולן', city: 'קצרין', address: 'הדולב 1', region: 'צפון', phone: '04-6961234' };
  const createReply = await act(site, desk.owner, path, 'create', {
    now: JSON.stringify({ ...values, hours: { sun: '09:00-17:00' } }),
  });
  expect(createReply.status).toBe(202);
  await desk.shown('sela', '/distributors', 'סניף הגולן');
  const [{ role = '' } = {}] = await desk.query<{ role: string }>(
    `insert into roles (key, name, permissions) values ('settings-only', 'הגדרות', '{settings.read,settings.edit}') returning uuid as role`,
  );
  await desk.query(
    `update staff_roles set role_uid = $1, store_uid = (select uuid from stores where key = 'sela')
     where role_uid = (select uuid from roles where key = 'editor')`,
    [role],
  );
  const person = await signInAs(site, 'settings-only' as 'editor');
  const shared = await desk.query<{ uuid: string }>(
    `select b.branch_uid as uuid from branch_stores b join stores s on s.uuid = b.store_uid where s.key = 'sela'
     and exists (select from branch_stores o where o.branch_uid = b.branch_uid and o.store_uid <> b.store_uid) limit 1`,
  );
  const foreign = `/settings/branches/${shared[0]?.uuid}`;
  const { data } = await readPage<BranchPage>(site, person, foreign);
  expect(data.may).toEqual({ edit: false });
  expect(await saveBranch(foreign, data.branch, { name: 'שלי' }, person)).toMatchObject({
    ok: false,
    details: expect.stringContaining('שייך גם'),
  });
  const input = { day: '2099-05-05' };
  expect((await act(site, person, await desk.pathOf('sela'), 'day', input)).data).toMatchObject({
    ok: false,
    details: expect.stringContaining('שייך גם'),
  });
  expect((await readPage(site, person, await desk.pathOf('raam'))).status).toBe(404);
});

test('a branch leaves no store that has visits there, nor the last one with pieces; without a store it is found by the owner', async () => {
  const [{ uuid, store } = { uuid: '', store: '' }] = await desk.query<{ uuid: string; store: string }>(
    `select b.branch_uid as uuid, s.uuid as store from branch_stores b join stores s on s.uuid = b.store_uid where s.key = 'gal'
     and exists (select from branch_stores o where o.branch_uid = b.branch_uid and o.store_uid <> b.store_uid) order by 1 limit 1`,
  );
  const path = `/settings/branches/${uuid}`;
  const { data } = await readPage<BranchPage>(site, desk.owner, path);
  const stores = data.branch.stores as string[];
  const leave = async (kept: string[]) => saveBranch(path, data.branch, { stores: kept });
  const fault = (message: string) => ({
    ok: false,
    errors: [{ path: 'stores', message: expect.stringContaining(message) }],
  });
  await desk.query('delete from branch_stock where branch_uid = $1', [uuid]);
  await desk.query(
    `insert into bookings (store_uid, branch_uid, service, starts_at, ends_at, seat, name, phone, secret_hash)
     values ($1, $2, 'HANDOVER', '2099-06-06 10:00+03', '2099-06-06 11:00+03', 0, 'א', '+972501234568', 'y')`,
    [store, uuid],
  );
  expect(await leave(stores.filter((key) => key !== 'gal'))).toMatchObject(fault('תור אחד'));
  expect(await leave([])).toMatchObject(fault('תור אחד'));
  await desk.query('update bookings set cancelled_at = now() where branch_uid = $1', [uuid]);
  await desk.query(
    `with v as (update variants set stock = stock + 3 where uuid = (select v.uuid from variants v join branches b on b.company_uid = v.company_uid
       where b.uuid = $1 order by v.sku limit 1) returning uuid)
     insert into branch_stock (variant_uid, branch_uid, pieces) select uuid, $1, 3 from v`,
    [uuid],
  );
  expect(await leave([])).toMatchObject(fault('3 יחידות'));
  await desk.query('delete from branch_stock where branch_uid = $1', [uuid]);
  expect(await leave([])).toMatchObject({ ok: true });
  type Storeless = { storeless: { uuid: string }[] };
  const found = async (cookie: string) =>
    (await readPage<Storeless>(site, cookie, await desk.pathOf('gal'))).data.storeless.map((one) => one.uuid);
  expect(await found(desk.owner)).toEqual([uuid]);
  expect(await found(await signInAs(site, 'manager'))).toEqual([]);
  expect((await readPage(site, await signInAs(site, 'manager'), path)).status).toBe(404);
  const left = await readPage<BranchPage>(site, desk.owner, path);
  expect(left.data.may.edit).toBe(true);
  expect(await saveBranch(path, left.data.branch, { stores })).toMatchObject({ ok: true });
});

test('a day off in all branches of a store is in the shop, tells of the visits booked on it, and is taken back', async () => {
  const path = await desk.pathOf('noam');
  const days = async () =>
    (await readPage<{ calendar: { days: Values[]; holidays: Values[] } }>(site, desk.owner, path)).data.calendar;
  expect((await days()).holidays.map(({ name }) => name)).toContain('יום הכיפורים');
  expect((await act(site, desk.owner, path, 'day', { day: '2020-01-01' })).data).toMatchObject({
    ok: false,
    errors: [{ path: 'day' }],
  });
  expect(
    (await act(site, desk.owner, path, 'day', { day: '2099-05-05', from: '12:00', to: '09:00' })).data,
  ).toMatchObject({
    ok: false,
    errors: [{ path: 'to' }],
  });
  await desk.query(
    `insert into bookings (store_uid, branch_uid, service, starts_at, ends_at, seat, name, phone, secret_hash)
     select s.uuid, b.branch_uid, 'SERVICE', '2099-05-05 10:00+03', '2099-05-05 11:00+03', 0, 'א', '+972501234567', 'x'
     from stores s join branch_stores b on b.store_uid = s.uuid where s.key = 'noam' limit 1`,
  );
  const reply = await act(site, desk.owner, path, 'day', { day: '2099-05-05' });
  expect(reply.data).toMatchObject({ ok: true, message: expect.stringContaining('תור אחד') });
  const inside = await act(site, desk.owner, path, 'day', { day: '2099-05-05', from: '09:00', to: '12:00' });
  expect(inside.data.message).not.toContain('תור אחד');
  expect((await days()).days.filter(({ day }) => day === '2099-05-05')).toEqual([
    { day: '2099-05-05', hours: '09:00-12:00', branches: expect.arrayContaining([expect.any(String)]) },
  ]);
  expect((await act(site, desk.owner, path, 'usualDay', { day: '2099-05-05' })).data).toMatchObject({ ok: true });
  expect((await days()).days.filter(({ day }) => day === '2099-05-05')).toEqual([]);
});

test('a day in all branches replaces the hours of a single one only where that is said, and is taken back apart from them', async () => {
  const path = await desk.pathOf('noam');
  const day = '2099-07-07';
  const [ownBranch] = await desk.query<{ uuid: string; name: string }>(
    `update branches set exceptions = exceptions || jsonb_build_object($1::text, '10:00-11:00') where uuid = (
       select b.branch_uid from branch_stores b join stores s on s.uuid = b.store_uid where s.key = 'noam' order by 1 limit 1) returning uuid, name`,
    [day],
  );
  const hours = async () =>
    desk.query<{ hours: string; count: number }>(
      `select b.exceptions ->> $1 as hours, count(*)::int from branches b join branch_stores bs on bs.branch_uid = b.uuid
       join stores s on s.uuid = bs.store_uid where s.key = 'noam' group by 1 order by 2, 1`,
      [day],
    );
  const before = await hours();
  const all = before.reduce((sum, { count }) => sum + count, 0);
  expect(all).toBeGreaterThan(1);
  const set = async (more: Values) => (await act(site, desk.owner, path, 'day', { day, ...more })).data;
  expect(await set({ from: '09:00', to: '12:00' })).toMatchObject({
    ok: false,
    errors: [{ path: 'replace', message: expect.stringContaining(ownBranch?.name ?? '') }],
  });
  expect(await hours()).toEqual(before);
  expect(await set({ from: '09:00', to: '12:00', replace: 'on' })).toMatchObject({ ok: true });
  expect(await hours()).toEqual([{ hours: '09:00-12:00', count: all }]);
  // What is the same in all is changed in all.
  expect(await set({ from: '09:00', to: '13:00' })).toMatchObject({ ok: true });

  await desk.query(`update branches set exceptions = exceptions || jsonb_build_object($1::text, '') where uuid = $2`, [
    day,
    ownBranch?.uuid,
  ]);
  expect((await act(site, desk.owner, path, 'usualDay', { day, hours: '09:00-13:00' })).data).toMatchObject({
    ok: true,
  });
  expect((await hours()).map((one) => one.hours).sort()).toEqual(['', null].sort());
  expect((await act(site, desk.owner, path, 'usualDay', { day, hours: '' })).data).toMatchObject({ ok: true });
  expect(await hours()).toEqual([{ hours: null, count: all }]);
});
