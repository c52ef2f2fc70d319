import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Booking, Slots } from '#contract/leads/bookings.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { sentByStrangers } from '../../../tests/support/limits.ts';
import { remindOfBookings } from './remind.ts';

let site: TestApp;
// A Sunday, ten in the morning in Israel.
const START = new Date('2026-06-07T07:00:00Z');
const WEEKDAY = '08:30-18:00';
const HOURS = { sun: WEEKDAY, mon: WEEKDAY, tue: WEEKDAY, wed: WEEKDAY, thu: WEEKDAY, fri: '08:30-13:00', sat: '' };
let clock = START;
let branch: string;
let address = 0;

beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' }, deps: { now: () => clock } });
  const { rows } = await site.connection.pool.query(
    `select b.uuid from branches b join branch_stores l on l.branch_uid = b.uuid join stores s on s.uuid = l.store_uid
     where s.key = 'raam' and b.key = 'ofek-netanya'`,
  );
  branch = rows[0].uuid;
});
afterAll(() => site.close());
beforeEach(async () => {
  clock = START;
  await site.connection.pool.query('delete from bookings');
  await site.connection.pool.query('delete from outbox');
  await site.connection.pool.query('delete from limit_hits');
  await plan({ TEST_RIDE: { minutes: 60, capacity: 1 } }, HOURS);
});

const plan = async (booking: object, hours?: object) => {
  await site.connection.pool.query('update branches set booking = $2, hours = coalesce($3, hours) where uuid = $1', [
    branch,
    JSON.stringify(booking),
    hours ? JSON.stringify(hours) : null,
  ]);
  await site.connection.pool.query('notify cache_versions');
  site.deps.cache.clear();
};

const newAddress = () => `203.0.113.${(address = (address + 1) % 250)}`;
const HOME = '198.51.100.33';

type Answer = { secret: string; error_code?: string; message: string };
/** Each from its own IP address. */
const book = async (more: Record<string, unknown> = {}, host = 'raam.localhost', from = newAddress()) => {
  const reply = await site.call({
    host,
    method: 'POST',
    path: '/api/bookings/create',
    headers: { 'x-forwarded-for': from },
    body: {
      branch_uid: branch,
      service: 'TEST_RIDE',
      day: '2026-06-08',
      time: '09:30',
      name: 'נועה לוי',
      phone: '050-7000001',
      ...more,
    },
  });
  return { status: reply.status, ...reply.json<Answer>() };
};
const slots = async () =>
  (await site.call({ path: `/api/bookings/get-slots?branch_uid=${branch}&service=TEST_RIDE` })).json<Slots>();
const timesOn = async (day: string) => (await slots()).days.find((one) => one.day === day)?.times;
const cancel = (secret: string, host = 'raam.localhost') =>
  site.call({ host, method: 'POST', path: '/api/bookings/cancel', body: { secret } });
const sentMessages = async () =>
  (await site.connection.pool.query('select channel, about, recipient, body from outbox order by channel, recipient'))
    .rows;

test('a visit is booked, told of, shown by its secret and cancelled, which frees the time', async () => {
  expect((await timesOn('2026-06-08'))?.slice(0, 3)).toEqual(['08:30', '09:30', '10:30']);
  const { status, secret } = await book({ email: 'noa@example.com' });
  expect(status).toBe(200);
  expect(await timesOn('2026-06-08')).not.toContain('09:30');
  const sent = (await sentMessages()).map(({ about, recipient }) => [about, recipient]);
  expect(sent).toHaveLength(3);
  expect(sent).toContainEqual(['booking booked', 'noa@example.com']);
  expect(sent).toContainEqual(['booking booked', '+972507000001']);

  const page = await site.call({ path: `/booking/${secret}` });
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(page.text.includes('8 ביוני 2026')).toBe(true);
  expect(page.text.includes('שלחנו אליכם את הפרטים בדוא״ל וב־SMS.')).toBe(true);
  const calendar = await site.call({ path: `/booking/${secret}/calendar.ics` });
  expect(calendar.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(calendar.text).toContain('\r\nDTSTART:20260608T063000Z\r\nDTEND:20260608T073000Z\r\n');
  expect(calendar.text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);

  for (const path of [`/booking/${secret}`, `/booking/${secret}/calendar.ics`])
    expect((await site.call({ host: 'ofek.localhost', path })).status, 'another store').toBe(404);
  expect((await cancel(secret, 'ofek.localhost')).status).toBe(404);
  expect((await site.call({ path: `/booking/${secret.slice(1)}` })).status).toBe(404);

  for (let i = 0; i < 2; i++) expect((await cancel(secret)).json<Booking>().state).toBe('cancelled');
  expect((await sentMessages()).filter(({ about }) => about === 'booking cancelled')).toHaveLength(3);
  // What had not been sent to the visitor yet would come after it.
  const waiting = (await sentMessages())
    .filter(({ about }) => about === 'booking booked')
    .map(({ recipient }) => recipient);
  expect(waiting).toHaveLength(1);
  expect(['noa@example.com', '+972507000001']).not.toContain(waiting[0]);
  expect(await timesOn('2026-06-08')).toContain('09:30');
  expect((await book({ phone: '050-7000002' })).status).toBe(200);
});

test('after a change of key, the link in the reminder works', async () => {
  const { secret } = await book({ day: '2026-06-10', email: 'key@example.com' });
  await site.connection.pool.query(`update bookings set secret_hash = 'of another key'`);
  expect((await site.call({ path: `/booking/${secret}` })).status).toBe(404);
  clock = new Date('2026-06-09T07:00:00Z');
  await remindOfBookings(site.deps);
  expect((await site.call({ path: `/booking/${secret}` })).status).toBe(200);
});

test('of eight visits that a phone books at once three are kept', async () => {
  const times = ['08:30', '09:30', '10:30', '11:30', '12:30', '13:30', '14:30', '15:30'];
  const answers = await Promise.all(times.map((time) => book({ time }, undefined, HOME)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ error_code }) => error_code === 'BOOKINGS_FULL')).toHaveLength(5);
});

test.each<[string, Record<string, unknown>, string]>([
  ['yesterday', { day: '2026-06-06' }, 'BOOKING_PAST'],
  ['an hour ago', { day: '2026-06-07', time: '08:30' }, 'BOOKING_PAST'],
  ['in half an hour', { day: '2026-06-07', time: '10:30' }, 'BOOKING_TOO_SOON'],
  ['in two months', { day: '2026-08-09' }, 'BOOKING_TOO_FAR'],
  ['on a Saturday', { day: '2026-06-13' }, 'BOOKING_CLOSED'],
  ['before the branch opens', { time: '07:30' }, 'BOOKING_OUTSIDE_HOURS'],
  ['after it has closed', { time: '18:30' }, 'BOOKING_OUTSIDE_HOURS'],
  ['between two times', { time: '09:45' }, 'BOOKING_OUTSIDE_HOURS'],
  ['on Friday afternoon', { day: '2026-06-12', time: '14:30' }, 'BOOKING_OUTSIDE_HOURS'],
  ['with a phone that is none', { phone: '12345' }, 'INVALID_PHONE'],
  ['for what it does not do', { service: 'PARTS' }, 'BAD_REQUEST'],
  ['on a day that is none', { day: '2026-06-31' }, 'BAD_REQUEST'],
  ['at another company’s branch', { branch_uid: crypto.randomUUID() }, 'NOT_FOUND'],
])('nothing is booked %s', async (_, more, code) => {
  expect((await book(more)).error_code).toBe(code);
  expect((await site.connection.pool.query('select from bookings')).rowCount).toBe(0);
});

test.each([
  ['2026-09-10T07:00:00Z', '2026-09-21', 'הסניף סגור ביום הכיפורים. בחרו יום אחר'],
  ['2026-04-15T07:00:00Z', '2026-04-22', 'הסניף סגור ביום העצמאות. בחרו יום אחר'],
  ['2026-06-07T07:00:00Z', '2026-06-13', 'הסניף סגור בשבת. בחרו יום אחר'],
])('on %s, %s is refused: %s', async (now, day, message) => {
  clock = new Date(now);
  expect(await book({ day })).toMatchObject({ status: 422, error_code: 'BOOKING_CLOSED', message });
  expect(await timesOn(day)).toEqual([]);
});

test('the hour that is skipped and the one that comes twice are refused; the days around keep Israel’s hours', async () => {
  const hours = { sun: '00:00-24:00', mon: '08:30-18:00', thu: '08:30-18:00', fri: '00:00-24:00' };
  await plan({ TEST_RIDE: { minutes: 30, capacity: 1 } }, hours);
  const refused = async (now: string, day: string, times: string[]) => {
    clock = new Date(now);
    for (const time of times)
      expect([time, (await book({ day, time })).error_code]).toEqual([time, 'BOOKING_CLOCK_CHANGE']);
    const free = await timesOn(day);
    for (const time of times) expect(free).not.toContain(time);
    expect(free?.length).toBeGreaterThan(20);
  };
  // 2:00 becomes 3:00 on Friday; 2:00 becomes 1:00 on Sunday. A visit across the change is refused too.
  await refused('2026-03-22T07:00:00Z', '2026-03-27', ['01:30', '02:00', '02:30']);
  expect((await book({ day: '2026-03-27', time: '03:00' })).status).toBe(200);
  expect((await book({ day: '2026-03-26', time: '09:00', phone: '0507000002' })).status).toBe(200);
  await refused('2026-10-18T07:00:00Z', '2026-10-25', ['01:00', '01:30']);
  expect((await book({ day: '2026-10-25', time: '02:00' })).status).toBe(200);
  const { rows } = await site.connection.pool.query('select starts_at from bookings order by 1');
  expect(rows.map(({ starts_at }) => starts_at.toISOString())).toEqual([
    '2026-03-26T07:00:00.000Z',
    '2026-03-27T00:00:00.000Z',
    '2026-10-25T00:00:00.000Z',
  ]);
});

test('the last seat goes to one of ten who want it at once, and a phone has one visit at a time', async () => {
  await plan({ TEST_RIDE: { minutes: 60, capacity: 2 } });
  const many = await Promise.all(Array.from({ length: 10 }, (_, i) => book({ phone: `050-710000${i}` })));
  const codes = many.map(({ status, error_code }) => error_code ?? status);
  expect(codes.toSorted()).toEqual([200, 200, ...Array(8).fill('SLOT_TAKEN')]);
  expect(await timesOn('2026-06-08')).not.toContain('09:30');

  const home = (time: string) => book({ time }, undefined, HOME);
  const twice = await Promise.all(Array.from({ length: 5 }, () => home('11:30')));
  expect(twice.map(({ status, error_code }) => error_code ?? status).toSorted()).toEqual([
    200,
    ...Array(4).fill('BOOKING_EXISTS'),
  ]);
  expect((await book({ time: '11:30' })).error_code).toBe('BOOKING_EXISTS');
  expect((await home('12:30')).status).toBe(200);
  expect((await home('13:30')).status).toBe(200);
  expect((await home('14:30')).error_code).toBe('BOOKINGS_FULL');
});

test('visits that strangers book with somebody’s phone keep its owner from none', async () => {
  for (const time of ['08:30', '09:30', '10:30']) expect((await book({ time }, undefined, HOME)).status).toBe(200);
  expect((await book({ time: '11:30' }, undefined, HOME)).error_code).toBe('BOOKINGS_FULL');
  expect((await book({ time: '11:30' })).status).toBe(200);
});

test('a reminder is written once, the day before, on no Sabbath, and not for what was cancelled', async () => {
  const { secret } = await book({ day: '2026-06-09' });
  await book({ day: '2026-06-09', time: '10:30', phone: '0507000002' });
  await book({ day: '2026-06-14', time: '10:30', phone: '0507000003' });
  await cancel(secret);
  const reminded = async (now: string) => {
    clock = new Date(now);
    await Promise.all([remindOfBookings(site.deps), remindOfBookings(site.deps)]);
    return (await sentMessages()).filter(({ about }) => about === 'booking reminder').map(({ recipient }) => recipient);
  };
  expect(await reminded('2026-06-08T07:29:00Z')).toEqual([]);
  expect(await reminded('2026-06-08T07:30:00Z')).toEqual(['+972507000002']);
  expect(await reminded('2026-06-12T06:59:00Z')).toEqual(['+972507000002']);
  // Sunday's reminder is sent on Friday at ten.
  expect(await reminded('2026-06-12T07:00:00Z')).toEqual(['+972507000002', '+972507000003']);
});

test('a reminder that was held up until the day itself does not say tomorrow', async () => {
  const subject = async (now: string) => {
    await site.connection.pool.query('delete from outbox');
    await book({ day: '2026-06-09', time: '10:30', email: 'noa@example.com' });
    clock = new Date(now);
    await remindOfBookings(site.deps);
    const { rows } = await site.connection.pool.query(
      `select subject from outbox where about = 'booking reminder' and channel = 'email'`,
    );
    // What was booked is told, too, however late.
    expect(
      (await sentMessages()).some(
        ({ about, recipient }) => about === 'booking booked' && recipient === 'noa@example.com',
      ),
    ).toBe(true);
    return rows[0]?.subject;
  };
  expect(await subject('2026-06-09T05:30:00Z')).toMatch(/^תזכורת: (?!.*מחר)/);
});

test('a store has words of its own for a visit: on its pages, in the calendar, in mail and SMS', async () => {
  const at = async (host: string, path: string) => (await site.call({ host, path })).text;
  const { rows } = await site.connection.pool.query(
    `select b.uuid, b.key from branches b join branch_stores l on l.branch_uid = b.uuid join stores s on s.uuid = l.store_uid
     where s.key = 'gal' and b.services @> array['TEST_RIDE'] order by b.position`,
  );
  const { uuid, key } = rows[0];
  const host = 'gal.localhost';
  const free = await site.call({ host, path: `/api/bookings/get-slots?branch_uid=${uuid}&service=TEST_RIDE` });
  const first = free.json<Slots>().days.find(({ times }) => times.length > 0);
  const visit = { branch_uid: uuid, day: first?.day, time: first?.times[0], email: 'noa@example.com' };
  const { secret, status } = await book(visit, host);
  expect(status).toBe(200);
  const pages = [
    '/distributors',
    `/booking?service=TEST_RIDE&branch=${key}`,
    `/booking/${secret}`,
    `/booking/${secret}/calendar.ics`,
  ];
  for (const path of pages) {
    const text = (await at(host, path)).replaceAll('\r\n ', '');
    expect([path, text.includes('הפלגת ניסיון'), text.includes('נסיעת מבחן')]).toEqual([path, true, false]);
  }
  expect(await at(host, `/booking/${secret}`)).toMatch(/<h1[^>]*>הפלגת הניסיון נקבעה</);
  const messages = await sentMessages();
  expect(messages.map(({ channel }) => channel).toSorted()).toEqual(['email', 'email', 'sms']);
  // The store's own mail contains it in its subject.
  const own = messages.filter(({ channel, recipient }) => channel === 'sms' || recipient === 'noa@example.com');
  expect(own).toHaveLength(2);
  for (const { body } of own) expect(body).toMatch(/הפלגת ניסיון|תעודת משיט/);
  expect(JSON.stringify(messages)).not.toContain('נסיעת מבחן');
  expect(await at('raam.localhost', '/distributors')).toContain('נסיעת מבחן');
});

test('a vehicle’s page leads to a booking only where a branch offers one', async () => {
  const link = async () =>
    (await site.call({ path: '/product/raam-barak-500' })).text.includes('/booking?service=TEST_RIDE');
  expect(await link()).toBe(true);
  const { pool } = site.connection;
  const { rows } = await pool.query(
    `update branches set services = array_remove(services, 'TEST_RIDE') returning uuid`,
  );
  expect(rows.length).toBeGreaterThan(3);
  await pool.query('notify cache_versions');
  await expect.poll(link, { timeout: 10_000 }).toBe(false);
  await pool.query(`update branches set services = array_append(services, 'TEST_RIDE')`);
  await pool.query('notify cache_versions');
  await expect.poll(link, { timeout: 10_000 }).toBe(true);
});

test('the page takes a plain form, says what is wrong with it, and leads to the booking', async () => {
  const list = await site.call({ path: '/booking?service=TEST_RIDE&branch=ofek-netanya&day=2026-06-09' });
  // A branch that closes at six has no evening.
  expect(list.text).toMatch(/<p[^>]*>אחר הצהריים<\/p>/);
  expect(list.text).not.toMatch(/<p[^>]*>[^<]*ערב<\/p>/);
  expect(list.text.includes('value="2026-06-09 09:30"')).toBe(true);
  const post = (fields: Record<string, string>) =>
    site.call({
      method: 'POST',
      path: '/booking?service=TEST_RIDE&branch=ofek-netanya',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ branch_uid: branch, service: 'TEST_RIDE', ...fields }).toString(),
    });
  const empty = await post({});
  expect(empty.text.includes('בחרו שעה')).toBe(true);
  const person = { time: '2026-06-09 09:30', name: 'נועה', phone: '0507000001' };
  const done = await post(person);
  expect([done.status, done.headers.location]).toEqual([303, expect.stringMatching(/^\/booking\/[\w-]{40,}$/)]);
  expect((await post(person)).text.includes('יש כבר תור למספר הטלפון הזה')).toBe(true);
  const cancelled = await site.call({ method: 'POST', path: String(done.headers.location) });
  expect(cancelled.text.includes('התור בוטל')).toBe(true);
  expect((await post({ ...person, website: 'x' })).headers.location).toBe('/');
});

const smsTo = async (phone: string): Promise<number> =>
  (
    await site.connection.pool.query(`select count(*)::int from outbox where channel = 'sms' and recipient = $1`, [
      phone,
    ])
  ).rows[0].count;

test('a phone gets six SMS a day of bookings and cancellations, however often they are made; they are kept and mailed', async () => {
  const send = () => site.connection.pool.query('update outbox set sent_at = now() where sent_at is null');
  for (let i = 0; i < 5; i++) {
    const booked = await book({ email: 'noa@example.com' });
    await send();
    expect([booked.status, (await cancel(booked.secret)).status]).toEqual([200, 200]);
    await send();
  }
  expect(await smsTo('+972507000001')).toBe(6);
  expect((await sentMessages()).filter(({ recipient }) => recipient === 'noa@example.com')).toHaveLength(10);
  const { secret } = await book({ phone: '050-7000002' });
  expect(await smsTo('+972507000002'), 'another phone').toBe(1);
  await cancel(secret);

  clock = new Date(clock.getTime() + 24 * 3_600_000 + 1);
  await book({ day: '2026-06-09' });
  expect(await smsTo('+972507000001'), 'a day later').toBe(7);
});

test('codes, bookings and notices of cancellation have one cap of SMS a day', async () => {
  const { CODES_PER_DAY } = site.deps.env;
  await sentByStrangers(site, 'sms', new Date(clock.getTime() - 3_600_000), CODES_PER_DAY * 0.9 - 1);
  const notice = (phone: string) =>
    site.call({
      method: 'POST',
      path: '/api/contacts',
      headers: { 'x-forwarded-for': '198.51.100.9' },
      body: { name: 'נועה לוי', phone, type: 'cancellation', email: 'noa@example.com' },
    });
  expect((await notice('050-7000003')).status).toBe(200);
  expect(await smsTo('+972507000003'), 'the last one').toBe(1);

  expect((await notice('050-7000004')).status).toBe(200);
  expect((await book({ phone: '050-7000005' })).status).toBe(200);
  expect([await smsTo('+972507000004'), await smsTo('+972507000005')]).toEqual([0, 0]);
  const { rows } = await site.connection.pool.query(
    `select phone from leads where phone = '+972507000004' union all select phone from bookings where phone = '+972507000005'`,
  );
  expect(rows, 'both are kept').toHaveLength(2);
  expect((await sentMessages()).filter(({ recipient }) => recipient === 'noa@example.com')).toHaveLength(2);
  const code = await site.call({
    path: '/api/customers/get-otp-code?phone=0507000006',
    headers: { 'x-rate-limit': 'otp', 'sec-fetch-site': 'same-origin' },
  });
  expect(code.status).toBe(429);
});

test('what forms cause uses half the cap at most: codes still go', async () => {
  await sentByStrangers(site, 'form_sms', new Date(clock.getTime() - 3_600_000), site.deps.env.CODES_PER_DAY / 2);
  expect((await book({ phone: '050-7000007' })).status).toBe(200);
  expect(await smsTo('+972507000007')).toBe(0);
  const code = await site.call({
    path: '/api/customers/get-otp-code?phone=0507000008',
    headers: { 'x-rate-limit': 'otp', 'sec-fetch-site': 'same-origin' },
  });
  expect(code.status).toBe(200);
});
