import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Slots } from '#contract/leads/bookings.ts';
import type { RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { newPhone } from '../../../tests/support/customers.ts';
import { leaveStore, readPage, signInAs } from '../../../tests/support/office.ts';
import type { readCalendar } from './calendar.ts';

let site: TestApp;
// A Sunday, ten in the morning in Israel.
const START = new Date('2026-06-07T07:00:00Z');
const WEEKDAY = '08:30-18:00';
const HOURS = { sun: WEEKDAY, mon: WEEKDAY, tue: WEEKDAY, wed: WEEKDAY, thu: WEEKDAY, fri: '08:30-13:00', sat: '' };
let clock = START;
let branch: string;
let raam: string;
const cookies = new Map<RoleKey, string>();

beforeAll(async () => {
  site = await startApp({ office: true, env: { TRUST_PROXY: '1' }, deps: { now: () => clock } });
  for (const role of ['service', 'warehouse', 'manager', 'sales'] as const)
    cookies.set(role, await signInAs(site, role));
  const [row] = await query(
    `update branches b set booking = $1, hours = $2 from branch_stores l join stores s on s.uuid = l.store_uid
     where l.branch_uid = b.uuid and s.key = 'raam' and b.key = 'ofek-netanya' returning b.uuid, s.uuid as store`,
    [JSON.stringify({ TEST_RIDE: { minutes: 60, capacity: 1 } }), JSON.stringify(HOURS)],
  );
  branch = row.uuid;
  raam = row.store;
  site.deps.cache.clear();
});
afterAll(() => site.close());
beforeEach(async () => {
  clock = START;
  for (const table of ['bookings', 'booking_blocks', 'outbox', 'limit_hits']) await query(`delete from ${table}`);
});

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const submit = (fields: Record<string, string>, role: RoleKey = 'service') =>
  site.call({
    host: 'office.localhost',
    path: '/bookings',
    method: 'POST',
    headers: {
      origin: `http://office.localhost:${site.port}`,
      cookie: cookies.get(role) ?? '',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });
const create = (time: string, more: Record<string, string> = {}, role?: RoleKey) =>
  submit(
    {
      ...{ _call: 'create', in_store: raam, branch, service: 'TEST_RIDE', day: '2026-06-08', time },
      ...{ name: 'נועה לוי', phone: newPhone(), ...more },
    },
    role,
  );
async function booked(time: string, more?: Record<string, string>): Promise<string> {
  const reply = await create(time, more);
  expect(reply.status, reply.text).toBe(200);
  await query('delete from outbox');
  return (await query('select uuid from bookings order by created_at desc, starts_at desc limit 1'))[0].uuid;
}
/** From where it stands, unless `more` says where it was seen. */
const move = async (booking: string, time: string, more: Record<string, string> = {}, role?: RoleKey) =>
  submit({ _call: 'move', booking, seen: await seenOf(booking), day: '2026-06-08', time, ...more }, role);
const cancel = async (booking: string, seen?: string) =>
  submit({ _call: 'cancel', booking, seen: seen ?? (await seenOf(booking)) });
const seenOf = async (uuid: string): Promise<string> => (await startOf(uuid)).toISOString();
const sentMessages = () => query(`select channel, recipient from outbox where channel <> 'webhook' order by channel`);
const startOf = async (uuid: string) =>
  (await query('select starts_at from bookings where uuid = $1', [uuid]))[0].starts_at;
const slots = async (day = '2026-06-08') =>
  (await site.call({ path: `/api/bookings/get-slots?branch_uid=${branch}&service=TEST_RIDE` }))
    .json<Slots>()
    .days.find((one) => one.day === day)?.times;

test('staff book for a customer on the telephone, who is told; the seat is taken for shoppers', async () => {
  const phone = '050-7654321';
  expect((await create('09:30', { phone, email: 'noa@example.com' })).status).toBe(200);
  expect(await sentMessages()).toEqual([
    { channel: 'email', recipient: 'noa@example.com' },
    { channel: 'sms', recipient: '+972507654321' },
  ]);
  expect(await slots()).not.toContain('09:30');
  const again = await create('09:30');
  expect(again.status).toBe(409);
  expect(again.text).toContain('המועד נתפס');
  expect((await create('09:30', {}, 'warehouse')).status).toBe(403);
});

test('once a branch receives fewer at a time, a visit on a seat that is no more takes the place of another one', async () => {
  const receive = async (capacity: number) => {
    await query('update branches set booking = $2 where uuid = $1', [
      branch,
      JSON.stringify({ TEST_RIDE: { minutes: 60, capacity } }),
    ]);
    site.deps.cache.clear();
  };
  await receive(2);
  for (const _ of [1, 2]) expect((await create('09:30')).status).toBe(200);
  const [first, second] = (await query('select uuid from bookings order by seat')).map(({ uuid }) => uuid);
  const other = await booked('10:30');
  expect((await cancel(first)).status).toBe(200);
  await receive(1);
  expect((await create('09:30')).status).toBe(409);
  expect((await move(other, '09:30')).status).toBe(409);
  // A page of the shop that was opened before.
  const body = { branch_uid: branch, service: 'TEST_RIDE', day: '2026-06-08', time: '09:30', website: '', message: '' };
  const person = { name: 'נועה', phone: newPhone(), email: '' };
  const path = '/api/bookings/create';
  expect((await site.call({ method: 'POST', path, body: { ...body, ...person } })).status).toBe(409);
  // Its own time doesn't count against itself.
  expect((await move(second, '10:00')).status).toBe(409);
  expect((await cancel(other)).status).toBe(200);
  expect((await move(second, '10:00')).status).toBe(200);
});

test('a visit is moved by the shopper’s rule, and the customer is told exactly once, however often it is asked for', async () => {
  const uuid = await booked('09:30');
  await query('update bookings set moves = 3');
  const replies = await Promise.all([move(uuid, '11:15'), move(uuid, '11:15'), move(uuid, '11:15')]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await startOf(uuid)).toEqual(new Date('2026-06-08T08:15:00Z'));
  expect(await sentMessages()).toHaveLength(1);
  expect((await query('select body from outbox'))[0].body).toContain('11:15');
  const [log] = await query(
    `select a.actor from changes c join audit_log a on a.uuid = c.deed_uid where c.entity_uid = $1 and c.operation = 'update'
     and a.actor_kind = 'staff' and a.command like 'bookings.move%'`,
    [uuid],
  );
  expect(log.actor).toMatch(/^staff:tamar@/);
});

test('staff are bound by seats and hours; outside of them only when it is confirmed', async () => {
  const uuid = await booked('09:30');
  await booked('11:30');
  expect((await move(uuid, '12:00')).status).toBe(409);
  const late = await move(uuid, '18:30');
  expect(late.status).toBe(422);
  expect(late.text).toContain('מחוץ לשעות הסניף');
  expect(await sentMessages()).toEqual([]);
  expect((await move(uuid, '18:30', { outside_hours: 'on' })).status).toBe(200);
  expect((await move(uuid, '08:30', { day: '2026-06-07' })).status).toBe(422);
  expect(await startOf(uuid)).toEqual(new Date('2026-06-08T15:30:00Z'));
});

test('of two staff and a shopper who take the last seat at once, one gets it', async () => {
  const [first, second] = [await booked('08:30'), await booked('14:30')];
  const shopper = site.call({
    method: 'POST',
    path: '/api/bookings/create',
    headers: { 'x-forwarded-for': '203.0.113.7' },
    body: {
      branch_uid: branch,
      service: 'TEST_RIDE',
      day: '2026-06-08',
      time: '11:30',
      name: 'דנה',
      phone: newPhone(),
    },
  });
  const replies = await Promise.all([move(first, '11:30'), move(second, '11:30', {}, 'manager'), shopper]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await query(`select from bookings where starts_at = '2026-06-08T08:30:00Z'`)).toHaveLength(1);
});

test('blocked hours are no slots, and bind staff too, until they are unblocked', async () => {
  await booked('16:30');
  const hours = { _call: 'block', branch, day: '2026-06-08', from: '10:00', to: '12:00', text: 'ישיבת צוות' };
  expect((await submit(hours, 'sales')).status).toBe(403);
  const shared = await query('select store_uid from branch_stores where branch_uid = $1', [branch]);
  expect(shared.length).toBeGreaterThan(0);
  expect((await submit(hours)).status).toBe(200);
  expect(await slots()).toEqual(expect.arrayContaining(['08:30', '12:30']));
  for (const time of ['09:30', '10:30', '11:30']) expect(await slots()).not.toContain(time);
  const refused = await create('10:00');
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('חסומות ביומן');
  const shopper = await site.call({
    method: 'POST',
    path: '/api/bookings/create',
    headers: { 'x-forwarded-for': '203.0.113.8' },
    body: {
      branch_uid: branch,
      service: 'TEST_RIDE',
      day: '2026-06-08',
      time: '10:30',
      name: 'דנה',
      phone: newPhone(),
    },
  });
  expect(shopper.status).toBe(409);
  const over = await submit({ ...hours, from: '16:00', to: '17:00' });
  expect(over.status).toBe(422);
  expect(over.text).toContain('תור אחד כבר נקבע');
  expect((await submit({ ...hours, from: '16:00', to: '17:00', despite_bookings: 'on' })).status).toBe(200);
  const [{ uuid: block }] = await query(`select uuid from booking_blocks order by starts_at limit 1`);
  expect((await submit({ _call: 'unblock', block })).status).toBe(200);
  expect(await slots()).toContain('10:30');
});

test('a visit is cancelled once, and a no-show is noted only after it', async () => {
  const uuid = await booked('12:30', { day: '2026-06-07' });
  expect((await submit({ _call: 'noShow', booking: uuid })).status).toBe(422);
  clock = new Date('2026-06-07T11:00:00Z');
  expect((await submit({ _call: 'noShow', booking: uuid })).status).toBe(200);
  expect(await query('select from bookings where no_show_at is not null')).toHaveLength(1);
  expect((await cancel(uuid)).status).toBe(422);
  clock = START;
  const other = await booked('11:30');
  for (let time = 0; time < 2; time++) expect((await cancel(other)).status).toBe(200);
  expect(await sentMessages()).toHaveLength(1);
  expect(await slots()).toContain('11:30');
});

test('a visit that its customer has moved meanwhile is neither moved nor cancelled from where it was seen', async () => {
  const uuid = await booked('09:30');
  const seen = await seenOf(uuid);
  await move(uuid, '11:30');
  await query('delete from outbox');
  for (const reply of [await move(uuid, '12:30', { seen }), await cancel(uuid, seen)]) {
    expect(reply.status).toBe(409);
    expect(reply.text).toContain('התור הוזז בינתיים');
  }
  expect(await sentMessages()).toEqual([]);
  expect(await slots()).not.toContain('11:30');
});

test('who loses the date of a handover by the branch’s doing is told of the date alone', async () => {
  const [{ uuid }] = await query(
    `insert into bookings (store_uid, branch_uid, service, starts_at, ends_at, seat, name, phone, email, secret_hash)
     values ($1, $2, 'HANDOVER', '2026-06-16 10:00+03', '2026-06-16 11:00+03', 0, 'א', '+972501234598', 'a@example.com', 'y') returning uuid`,
    [raam, branch],
  );
  expect((await cancel(uuid)).status).toBe(200);
  const [{ body }] = await query(`select body from outbox where channel = 'email' and recipient = 'a@example.com'`);
  expect(body).toContain('מועד המסירה בוטל על ידי הסניף. אפשר לבחור מועד אחר בדף ההזמנה, או להתקשר לסניף.');
  expect(body).not.toContain('ההזמנה השתנתה');
});

type Shown = Awaited<ReturnType<typeof readCalendar>>;
const opened = async (role: RoleKey): Promise<Shown> =>
  (await readPage<Shown>(site, cookies.get(role) ?? '', '/bookings?day=2026-06-08&view=day')).data;

test('where no branch was chosen, the calendar opens where the first visit is, and each branch and service says how many it has', async () => {
  await booked('11:30');
  await booked('09:30');
  const { branches, calendar } = await opened('service');
  expect(calendar).toMatchObject({ branch, service: 'TEST_RIDE' });
  expect(calendar?.services.find(({ key }) => key === 'TEST_RIDE')?.visits).toBe(2);
  expect(branches.filter(({ visits }) => visits > 0)).toEqual([expect.objectContaining({ uuid: branch, visits: 2 })]);
});

test('visits stay in the calendar of a branch that offers the service no more, or has left the store', async () => {
  await booked('09:30');
  await query(
    `insert into bookings (store_uid, branch_uid, service, starts_at, ends_at, seat, name, phone, secret_hash)
     values ($1, $2, 'HANDOVER', '2026-06-16 10:00+03', '2026-06-16 11:00+03', 0, 'א', '+972501234599', 'x')`,
    [raam, branch],
  );
  const [{ services }] = await query('select services from branches where uuid = $1', [branch]);
  await query(`update branches set services = '{}' where uuid = $1`, [branch]);
  const calendarOf = async (more: string) =>
    (await readPage<Shown>(site, cookies.get('service') ?? '', `/bookings?branch=${branch}&view=day${more}`)).data;
  const { calendar } = await calendarOf('&day=2026-06-08');
  expect(calendar).toMatchObject({
    branch,
    service: 'TEST_RIDE',
    visits: [expect.objectContaining({ name: 'נועה לוי' })],
  });
  // A handover that is still to come keeps its branch in the list.
  await query(`delete from bookings where service = 'TEST_RIDE'`);
  const links = await query('delete from branch_stores where branch_uid = $1 returning store_uid', [branch]);
  for (const day of ['2026-06-08', '2026-06-16'])
    expect(
      (await calendarOf(`&day=${day}`)).branches.map(({ uuid }) => uuid),
      day,
    ).toContain(branch);
  expect((await calendarOf('&day=2026-06-16')).calendar).toMatchObject({ branch, visits: [{ name: 'א' }] });
  expect((await opened('sales')).branches.map(({ uuid }) => uuid)).toContain(branch);
  await query('update branches set services = $2 where uuid = $1', [branch, services]);
  for (const { store_uid } of links)
    await query('insert into branch_stores (branch_uid, store_uid) values ($1, $2)', [branch, store_uid]);
});

test('of a store in which the person has no role, a visit is neither moved nor counted nor named in the calendar', async () => {
  const uuid = await booked('09:30', { name: 'שם סודי' });
  await leaveStore(site, 'sales', 'raam');
  expect((await move(uuid, '11:30', {}, 'sales')).status).toBe(404);
  expect((await opened('sales')).branches.every(({ visits }) => visits === 0)).toBe(true);
  const page = await site.call({
    host: 'office.localhost',
    path: `/bookings?branch=${branch}&day=2026-06-08`,
    headers: { cookie: cookies.get('sales') ?? '' },
  });
  expect(page.status).toBe(200);
  expect(page.text).not.toContain('שם סודי');
});

test('the calendar leaves as a file as it is shown: its days, branch and service, without what was cancelled', async () => {
  await booked('09:30', { name: 'בתור הראשון' });
  await cancel(await booked('11:30', { name: 'ביטלה' }));
  await booked('10:30', { name: 'ביום אחר', day: '2026-06-09' });
  const file = async (query: string) => {
    const { text } = await site.call({
      host: 'office.localhost',
      path: `/bookings/export?${query}`,
      headers: { cookie: cookies.get('manager') ?? '' },
    });
    return ['בתור הראשון', 'ביטלה', 'ביום אחר'].filter((name) => text.includes(name));
  };
  const shown = `branch=${branch}&service=TEST_RIDE&day=2026-06-08`;
  expect(await file(`${shown}&view=day`)).toEqual(['בתור הראשון']);
  expect(await file(`${shown}&view=week`)).toEqual(['בתור הראשון', 'ביום אחר']);
  expect(await file(`branch=${branch}&service=SERVICE&day=2026-06-08&view=week`)).toEqual([]);
  expect(await file('day=2026-06-08&view=day')).toEqual(['בתור הראשון']);
});

test('hours of a branch are blocked by whoever may in all of its stores', async () => {
  const shared = await query(
    'select s.key from branch_stores b join stores s on s.uuid = b.store_uid where b.branch_uid = $1',
    [branch],
  );
  expect(shared.length).toBeGreaterThan(1);
  const hours = { _call: 'block', branch, day: '2026-06-08', from: '10:00', to: '12:00', text: 'ישיבת צוות' };
  expect((await submit(hours)).status).toBe(200);
  const [{ uuid: block }] = await query('select uuid from booking_blocks limit 1');
  await query(
    `update staff_roles set store_uid = $1 where role_uid = (select uuid from roles where key = 'service') and store_uid is null`,
    [raam],
  );
  for (const fields of [hours, { _call: 'unblock', block }]) expect((await submit(fields)).status).toBe(403);
  expect(await query('select uuid from booking_blocks')).toEqual([{ uuid: block }]);
});
