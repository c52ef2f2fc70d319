// Invitations, resets and roles: what they let through, and what is tried against them.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { clock } from '../../tests/support/clock.ts';
import { act, signInAs } from '../../tests/support/office.ts';
import {
  type Browser,
  browser,
  codesOf,
  half,
  invited,
  isIn,
  type Member,
  member,
  newLink,
  PASSWORD,
  secretShown,
} from '../../tests/support/staff.ts';
import type { RoleMeanwhile } from '../office/staff/roles.ts';

const time = clock();
let site: TestApp;
beforeAll(async () => {
  site = await startApp({ office: true, deps: { now: time.now } });
});
afterAll(() => site.close());
afterEach(() => site.connection.pool.query('delete from limit_hits'));

const query = async (sql: string, values: unknown[] = []) => (await site.connection.pool.query(sql, values)).rows;
const roleUid = async (key: string): Promise<string> =>
  (await query('select uuid from roles where key = $1', [key]))[0].uuid;
const as = async (role: Parameters<typeof signInAs>[1]): Promise<Browser> => {
  const ownBrowser = browser(site);
  const [name = '', value = ''] = (await signInAs(site, role)).split('=');
  ownBrowser.cookies.set(name, value);
  return ownBrowser;
};
const statusOf = async (uuid: string): Promise<string> =>
  (await query('select status from staff where uuid = $1', [uuid]))[0].status;
let mails = 0;
const invitation = (role: string, more: Record<string, string> = {}) => {
  mails += 1;
  return { _call: 'invitePerson', name: 'דינה גל', email: `guest${mails}@example.com`, role, where: 'all', ...more };
};
/** A role with staff.edit that isn't the owner's, and somebody who has it. */
async function deputy(): Promise<Member> {
  const viewer = await member(site, 'viewer');
  await query(`update staff_roles set role_uid = (select uuid from roles where name = 'סגנית') where staff_uid = $1`, [
    viewer.uuid,
  ]);
  return viewer;
}
beforeAll(() =>
  query(`insert into roles (name, permissions, refund_limit_agorot, discount_limit_bp)
    values ('סגנית', '{staff.read,staff.edit,orders.read,orders.refund}', 10000, 0)`),
);

test('an owner invites; the link lets the person join once, and their first page opens', async () => {
  const owner = await as('owner');
  const reply = await owner.post('/staff', invitation(await roleUid('sales')));
  const link = /\/join\?ticket=([\w-]{43})/.exec(reply.text)?.[1] ?? '';
  expect(reply.status).toBe(200);
  expect(await query('select 1 from staff_tickets where ticket_hash = $1', [link])).toEqual([]);
  const ownBrowser = browser(site);
  const page = (await ownBrowser.get(`/join?ticket=${link}`)).text;
  expect(page).toContain('דינה גל');
  const code = codesOf(site, secretShown(page));
  const weak = await ownBrowser.post('/join', { ticket: link, password: '1234567890', code: code() });
  expect(weak.status).toBe(422);
  const [first, second, third] = [ownBrowser, browser(site), browser(site)];
  const joins = await Promise.all(
    [first, second, third].map((one) => one.post('/join', { ticket: link, password: PASSWORD, code: code() })),
  );
  expect(joins.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  expect((await browser(site).get(`/join?ticket=${link}`)).text).toContain('הקישור אינו תקף');
  const signedIn = await Promise.all(
    [first, second, third].map(async (one) => (await isIn(one)) && (await one.get('/orders')).status),
  );
  expect(signedIn.sort()).toEqual([200, false, false]);
});

test('a link ends after three days, that of a reset after one, after five wrong codes, and when a newer one is made', async () => {
  const late = await invited(site);
  const wrong = await invited(site);
  const older = await invited(site);
  const newer = await newLink(site, older.uuid);
  const valid = async (ticket: string) =>
    (await browser(site).get(`/join?ticket=${ticket}`)).text.includes('יצירת מפתח כניסה');
  expect(await valid(older.ticket)).toBe(false);
  expect(await valid(newer)).toBe(true);
  for (let at = 0; at < 5; at++) {
    const reply = await browser(site).post('/join', { ticket: wrong.ticket, password: PASSWORD, code: '000000' });
    expect(reply.status).toBe(422);
  }
  expect(await valid(wrong.ticket)).toBe(false);
  expect(await valid(late.ticket)).toBe(true);
  // The link of a reset is used on the telephone.
  time.pass(24 * 60 + 1);
  expect([await valid(late.ticket), await valid(newer)]).toEqual([true, false]);
  time.pass(2 * 24 * 60);
  expect(await valid(late.ticket)).toBe(false);
});

test('a code that enrolled isn’t good for a sign-in', async () => {
  const { ticket, email } = await invited(site);
  const ownBrowser = browser(site);
  const page = (await ownBrowser.get(`/join?ticket=${ticket}`)).text;
  const secret = />([A-Z2-7]{4}(?: [A-Z2-7]{4}){7})</.exec(page)?.[1]?.replaceAll(' ', '') ?? '';
  const code = codesOf(site, secret)();
  await ownBrowser.post('/join', { ticket, password: PASSWORD, code });
  const other = browser(site);
  const { half: opened } = await half(other, email);
  expect((await other.post('/sign-in', { step: 'code', half: opened, code })).status).toBe(422);
});

test('nobody gives a role above their own, in more stores, or with more money', async () => {
  const { browser: ownBrowser } = await deputy();
  for (const key of ['owner', 'manager', 'sales', 'accountant']) {
    const reply = await ownBrowser.post('/staff', invitation(await roleUid(key)));
    expect([key, reply.status]).toEqual([key, 403]);
  }
  const [equal] = await query(`select uuid from roles where name = 'סגנית'`);
  expect((await ownBrowser.post('/staff', invitation(equal.uuid))).status).toBe(200);
  const edit = (fields: Record<string, string>) =>
    ownBrowser.post(`/roles/${equal.uuid}`, {
      _call: 'editRole',
      name: 'סגנית',
      'permissions[]': 'orders.read',
      discount: '0',
      version: 'any',
      ...fields,
    });
  expect((await edit({ refund: '101' })).status).toBe(403);
  expect((await edit({})).status).toBe(403);
  expect((await edit({ 'permissions[]': 'orders.cancel', refund: '0' })).status).toBe(403);
  const createReply = await ownBrowser.post('/roles', {
    _call: 'createRole',
    name: 'חדשה',
    'permissions[]': 'settings.edit',
    refund: '0',
    discount: '0',
  });
  expect(createReply.status).toBe(403);
  // Nor is one above their own made smaller, or removed.
  const [above] = await query(
    `insert into roles (name, permissions, refund_limit_agorot, discount_limit_bp) values ('מעל', '{orders.read,orders.cancel}', 0, 0) returning uuid`,
  );
  const asOwner = await as('owner');
  const path = `/roles/${above.uuid}`;
  const version = / name="version" value="(\w+)"/.exec((await asOwner.get(path)).text)?.[1] ?? '';
  const smaller = { name: 'מעל', 'permissions[]': 'orders.read', refund: '0', discount: '0', version };
  for (const [call, more] of Object.entries({ editRole: smaller, removeRole: {} }))
    expect([call, (await ownBrowser.post(path, { _call: call, ...more })).status]).toEqual([call, 403]);
  const owners = await roleUid('owner');
  const fields = { _call: 'editRole', name: 'בעלים', 'permissions[]': 'orders.read', version: 'any' };
  expect((await asOwner.post(`/roles/${owners}`, fields)).status).toBe(422);
});

test('of two owners who edit a role, the second gives nothing back that the first took away', async () => {
  const path = `/roles/${await roleUid('viewer')}`;
  const owner = await as('owner');
  const version = / name="version" value="(\w+)"/.exec((await owner.get(path)).text)?.[1] ?? '';
  const cookie = await signInAs(site, 'owner');
  const edit = (permission: string, began = version) =>
    act(site, cookie, path, 'editRole', { name: 'צפייה', 'permissions[]': permission, version: began });
  const [before] = await query(`select name, permissions from roles where key = 'viewer'`);
  expect((await edit('orders.read')).status).toBe(200);
  const late = await edit('orders.refund');
  expect(late.status).toBe(409);
  expect(await query(`select permissions from roles where key = 'viewer'`)).toEqual([{ permissions: ['orders.read'] }]);
  // What is stored by now is told, and then replaced knowingly.
  const { version: stored, conflicts } = late.data.details as RoleMeanwhile;
  expect(conflicts.map(({ theirs }) => theirs)).toEqual([expect.stringContaining('צפייה\n')]);
  expect((await edit('orders.refund', stored)).status).toBe(200);
  await query(`update roles set name = $1, permissions = $2 where key = 'viewer'`, [before.name, before.permissions]);
});

test('nobody changes themselves, or who may more', async () => {
  const { browser: ownBrowser, uuid } = await deputy();
  const [equal] = await query(`select uuid from roles where name = 'סגנית'`);
  const [mine] = await query('select uuid from staff_roles where staff_uid = $1', [uuid]);
  const [noa] = await query(`select uuid from staff where email = 'noa@demo.example'`);
  const [noas] = await query('select uuid from staff_roles where staff_uid = $1', [noa.uuid]);
  const act = (person: string, _call: string, more: Record<string, string> = {}) =>
    ownBrowser.post(`/staff/${person}`, { _call, ...more });
  for (const call of ['disablePerson', 'resetPerson']) {
    expect((await act(uuid, call)).status).toBe(422);
    expect((await act(noa.uuid, call)).status).toBe(403);
  }
  expect((await act(uuid, 'grantRole', { role: equal.uuid, where: 'all' })).status).toBe(422);
  expect((await act(uuid, 'revokeRole', { grant: mine.uuid })).status).toBe(422);
  expect((await act(noa.uuid, 'revokeRole', { grant: noas.uuid })).status).toBe(403);
  // The address decides whose role it is, not the form.
  expect((await act(uuid, 'disablePerson', { person: noa.uuid })).status).toBe(422);
  expect(await statusOf(noa.uuid)).toBe('active');
});

test('without staff.edit, or with it in some stores only, nobody changes people; with neither they see none', async () => {
  const sales = await roleUid('sales');
  const viewer = await as('viewer');
  expect((await viewer.get('/staff')).status).toBe(200);
  expect((await viewer.post('/staff', invitation(sales))).status).toBe(403);
  const seller = await as('sales');
  for (const path of ['/staff', '/roles']) expect((await seller.get(path)).status).toBe(403);
  expect((await seller.post('/staff', invitation(sales))).status).toBe(403);
  const owner = await member(site, 'owner');
  await query(`update staff_roles set store_uid = (select uuid from stores limit 1) where staff_uid = $1`, [
    owner.uuid,
  ]);
  expect((await owner.browser.post('/staff', invitation(sales))).status).toBe(403);
});

test('the last owner stays, also when two owners remove one another at once', async () => {
  const one = await member(site, 'owner');
  const other = await member(site, 'owner');
  await query(`update staff set status = 'disabled' where email = 'noa@demo.example'`);
  const replies = await Promise.all([
    one.browser.post(`/staff/${other.uuid}`, { _call: 'disablePerson' }),
    other.browser.post(`/staff/${one.uuid}`, { _call: 'disablePerson' }),
  ]);
  expect(replies.map(({ status }) => status).sort()).not.toEqual([200, 200]);
  const owners = await query(
    `select s.uuid from staff s join staff_roles sr on sr.staff_uid = s.uuid join roles r on r.uuid = sr.role_uid
     where r.key = 'owner' and s.status = 'active' and sr.store_uid is null`,
  );
  expect(owners).toHaveLength(1);
  await query(`update staff set status = 'active' where email = 'noa@demo.example'`);
});

test('whoever may as much as an owner takes away the last one of all stores by no call, though one store has another', async () => {
  const [noa] = await query(
    `select s.uuid, sr.uuid as grant from staff s join staff_roles sr on sr.staff_uid = s.uuid where s.email = 'noa@demo.example'`,
  );
  await query(
    `update staff set status = 'disabled' where uuid <> $1 and uuid in
     (select staff_uid from staff_roles sr join roles r on r.uuid = sr.role_uid where r.key = 'owner')`,
    [noa.uuid],
  );
  const ownerOfOneStore = await member(site, 'owner');
  await query(`update staff_roles set store_uid = (select uuid from stores limit 1) where staff_uid = $1`, [
    ownerOfOneStore.uuid,
  ]);
  const equal = await member(site, 'viewer');
  await query(
    `with r as (insert into roles (name, permissions) select 'יד ימין', permissions from roles where key = 'owner' returning uuid)
     update staff_roles set role_uid = r.uuid from r where staff_uid = $1`,
    [equal.uuid],
  );
  const calls: Record<string, string>[] = [
    { _call: 'disablePerson' },
    { _call: 'resetPerson' },
    { _call: 'revokeRole', grant: noa.grant },
  ];
  for (const fields of calls) {
    const reply = await equal.browser.post(`/staff/${noa.uuid}`, fields);
    expect([fields._call, reply.status, reply.text]).toEqual([
      fields._call,
      422,
      expect.stringContaining('לפחות אדם אחד פעיל'),
    ]);
  }
  expect(await statusOf(noa.uuid)).toBe('active');
  expect(await query('select 1 from staff_roles where uuid = $1', [noa.grant])).toHaveLength(1);
});

test('a reset voids every way in and every session at once; the roles stay', async () => {
  const owner = await as('owner');
  const { uuid, email, browser: ownBrowser, code } = await member(site);
  const reply = await owner.post(`/staff/${uuid}`, { _call: 'resetPerson' });
  expect(reply.status).toBe(200);
  expect(await isIn(ownBrowser)).toBe(false);
  time.pass(2);
  const { half: opened } = await half(browser(site), email);
  expect(opened).toBe('');
  expect(code()).toMatch(/\d{6}/);
  for (const table of ['staff_passkeys', 'staff_recovery_codes', 'staff_sessions', 'staff_devices'])
    expect(await query(`select 1 from ${table} where staff_uid = $1`, [uuid])).toEqual([]);
  expect(await query('select 1 from staff_roles where staff_uid = $1', [uuid])).toHaveLength(1);
  const log = await query(`select actor from audit_log where details ->> 'reset' = $1`, [uuid]);
  expect(log).toEqual([{ actor: 'staff:noa@demo.example' }]);
});

test('disabled: every session ends', async () => {
  const owner = await as('owner');
  const { uuid, browser: ownBrowser } = await member(site);
  expect((await owner.post(`/staff/${uuid}`, { _call: 'disablePerson' })).status).toBe(200);
  expect(await isIn(ownBrowser)).toBe(false);
  expect(await statusOf(uuid)).toBe('disabled');
});

test('a role that is taken away counts from the next press on', async () => {
  const owner = await as('owner');
  const { uuid, browser: ownBrowser } = await member(site);
  expect((await ownBrowser.get('/orders')).status).toBe(200);
  const [grant] = await query('select uuid from staff_roles where staff_uid = $1', [uuid]);
  await owner.post(`/staff/${uuid}`, { _call: 'revokeRole', grant: grant.uuid });
  expect((await ownBrowser.get('/orders')).status).toBe(403);
});

test('what can’t be logged isn’t done', async () => {
  const owner = await as('owner');
  const { uuid } = await member(site);
  await query(
    `create function refuse_log() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`,
  );
  await query(
    'create trigger refuse_log before insert or update on audit_log for each row execute function refuse_log()',
  );
  const before = await query('select uuid, status from staff order by uuid');
  expect((await owner.post('/staff', invitation(await roleUid('sales')))).status).toBe(500);
  for (const call of ['disablePerson', 'resetPerson'])
    expect((await owner.post(`/staff/${uuid}`, { _call: call })).status).toBe(500);
  expect(await query('select uuid, status from staff order by uuid')).toEqual(before);
  await query('drop trigger refuse_log on audit_log');
  await query('drop function refuse_log()');
});

test('live mode knows nobody of the demo, not even by a session that is open', async () => {
  const owner = await as('owner');
  expect(await isIn(owner)).toBe(true);
  const { MODE, OFFICE_HOST } = site.deps.env;
  try {
    Object.assign(site.deps.env, { MODE: 'live', OFFICE_HOST: 'office.localhost' });
    expect((await browser(site).get('/sign-in')).status).toBe(200);
    expect(await isIn(owner)).toBe(false);
    const page = await browser(site).get('/sign-in');
    expect(page.text).not.toContain('אנשי ההדגמה');
    const [noa] = await query(`select uuid from staff where email = 'noa@demo.example'`);
    const press = browser(site);
    await press.post('/sign-in', { person: noa.uuid });
    expect(press.cookies.has('__Host-office')).toBe(false);
  } finally {
    Object.assign(site.deps.env, { MODE, OFFICE_HOST });
  }
});

test('people and roles are changed within minutes of a proof only', async () => {
  const owner = await member(site, 'owner');
  time.pass(16);
  const page = `/staff/${(await member(site, 'viewer')).uuid}`;
  for (const [path, fields] of [
    ['/staff', invitation(await roleUid('viewer'))],
    [page, { _call: 'disablePerson' }],
  ] as const) {
    const reply = await owner.browser.post(path, fields);
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('צריך להזדהות שוב');
  }
});
