import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Booking, Slots } from '#contract/leads/bookings.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { newPhone, signUp } from '../../../tests/support/customers.ts';

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
    `update branches b set booking = $1, hours = $2 from branch_stores l join stores s on s.uuid = l.store_uid
     where l.branch_uid = b.uuid and s.key = 'raam' and b.key = 'ofek-netanya' returning b.uuid`,
    [JSON.stringify({ TEST_RIDE: { minutes: 60, capacity: 1 } }), JSON.stringify(HOURS)],
  );
  branch = rows[0].uuid;
  site.deps.cache.clear();
});
afterAll(() => site.close());
beforeEach(async () => {
  clock = START;
  for (const table of ['bookings', 'outbox', 'limit_hits']) await site.connection.pool.query(`delete from ${table}`);
});

const post = (path: string, body: object, host = 'raam.localhost') =>
  site.call({
    host,
    method: 'POST',
    path,
    headers: { 'x-forwarded-for': `203.0.113.${(address = (address + 1) % 250)}` },
    body,
  });
const book = async (time: string, more: object = {}) => {
  const visit = {
    branch_uid: branch,
    service: 'TEST_RIDE',
    day: '2026-06-08',
    time,
    name: 'נועה לוי',
    phone: newPhone(),
  };
  const reply = await post('/api/bookings/create', { ...visit, ...more });
  expect(reply.status, reply.text).toBe(200);
  return reply.json<{ secret: string }>().secret;
};
const move = async (secret: string, time: string, day = '2026-06-08', host?: string) => {
  const reply = await post('/api/bookings/move', { secret, day, time }, host);
  return { status: reply.status, ...reply.json<Booking & { error_code?: string }>() };
};
const freeTimes = async () =>
  (await site.call({ path: `/api/bookings/get-slots?branch_uid=${branch}&service=TEST_RIDE` }))
    .json<Slots>()
    .days.find(({ day }) => day === '2026-06-08')?.times;
const about = async () =>
  (await site.connection.pool.query('select channel, about, body from outbox order by created_at, channel')).rows;

test('a visit is moved: the old time is free, the new one taken, who booked and the store are told, the calendar takes it anew', async () => {
  const product = (
    await site.connection.pool.query(
      `select p.uuid from products p join store_products sp on sp.product_uid = p.uuid join stores s on s.uuid = sp.store_uid
     where s.key = 'raam' and sp.published and p.kind = 'VEHICLE' order by p.slug limit 1`,
    )
  ).rows[0].uuid;
  const secret = await book('09:30', { email: 'noa@example.com', product_uid: product });
  await site.connection.pool.query('delete from outbox');
  const moved = await move(secret, '11:30');
  expect(moved).toMatchObject({
    status: 200,
    state: 'booked',
    moves: 1,
    moves_left: 2,
    starts_at: '2026-06-08T08:30:00.000Z',
  });
  expect(moved.product).not.toBeNull();
  expect(await freeTimes()).toEqual(expect.arrayContaining(['09:30']));
  expect(await freeTimes()).not.toContain('11:30');
  const messages = await about();
  expect(messages.map(({ channel, about }) => `${channel} ${about}`).sort()).toEqual([
    'email booking moved',
    'email booking moved',
    'sms booking moved',
  ]);
  for (const { body } of messages) expect(body).toContain('11:30');
  const ics = (await site.call({ path: `/booking/${secret}/calendar.ics` })).text;
  expect(ics).toContain('DTSTART:20260608T083000Z');
  expect(ics).toContain('SEQUENCE:1');
  await post('/api/bookings/cancel', { secret });
  expect((await site.call({ path: `/booking/${secret}/calendar.ics` })).text).toContain('SEQUENCE:2');
});

test('the time that it has already is no move, and three moves are all', async () => {
  const secret = await book('08:30');
  expect(await move(secret, '08:30')).toMatchObject({ status: 200, moves: 0 });
  for (const time of ['09:30', '10:30', '11:30']) expect((await move(secret, time)).status).toBe(200);
  expect(await move(secret, '11:30')).toMatchObject({ status: 200, moves: 3, moves_left: 0 });
  expect(await move(secret, '12:30')).toMatchObject({ status: 422, error_code: 'BOOKING_MOVES_USED_UP' });
  expect((await freeTimes())?.slice(0, 3)).toEqual(['08:30', '09:30', '10:30']);
});

test('a time that was taken meanwhile leaves the visit where it was; of two who want it at once, one has it', async () => {
  const [first, second] = [await book('08:30'), await book('09:30')];
  expect(await move(first, '09:30')).toMatchObject({ status: 409, error_code: 'SLOT_TAKEN' });
  const replies = await Promise.all([move(first, '12:30'), move(second, '12:30')]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { rows } = await site.connection.pool.query('select starts_at from bookings order by starts_at');
  expect(rows).toHaveLength(2);
  expect(new Set(rows.map(({ starts_at }) => starts_at.toISOString())).size).toBe(2);
  // Two tabs of one person: the last request wins, and it stays one visit.
  await Promise.all([move(first, '14:30'), move(first, '15:30')]);
  expect((await site.connection.pool.query('select 1 from bookings')).rows).toHaveLength(2);
});

test('what can be booked can be moved to, and nothing else', async () => {
  const phone = newPhone();
  const secret = await book('08:30', { phone });
  await book('13:30', { phone });
  for (const [day, time, code] of [
    ['2026-06-08', '13:30', 'BOOKING_EXISTS'],
    ['2026-06-08', '07:30', 'BOOKING_OUTSIDE_HOURS'],
    ['2026-06-13', '09:30', 'BOOKING_CLOSED'],
    ['2026-06-06', '09:30', 'BOOKING_PAST'],
    ['2026-06-07', '11:30', 'BOOKING_TOO_SOON'],
    ['2026-09-01', '09:30', 'BOOKING_TOO_FAR'],
  ] as const)
    expect((await move(secret, time, day)).error_code, `${day} ${time}`).toBe(code);
  expect((await move('guessed', '09:30')).status).toBe(404);
  expect((await move(secret, '09:30', '2026-06-08', 'gal.localhost')).status).toBe(404);
  await post('/api/bookings/cancel', { secret });
  expect((await move(secret, '09:30')).error_code).toBe('BOOKING_NOT_MOVABLE');
  const over = await book('10:30');
  clock = new Date('2026-06-08T08:00:00Z');
  expect((await move(over, '16:30')).error_code).toBe('BOOKING_NOT_MOVABLE');
});

test('the reminder goes by the new time', async () => {
  const secret = await book('08:30');
  await site.connection.pool.query('update bookings set reminded_at = now()');
  await move(secret, '10:30', '2026-06-10');
  const { rows } = await site.connection.pool.query('select remind_at, reminded_at from bookings');
  expect(rows).toEqual([{ remind_at: new Date('2026-06-09T07:30:00Z'), reminded_at: null }]);
});

test('the personal area leads to one’s own visits ahead, by the proved phone, and to nobody else’s; a page without scripts moves one', async () => {
  const account = await signUp(site);
  const [mine, others] = [await book('08:30', { phone: account.phone }), await book('09:30')];
  // The same person's visit in another of the company's stores.
  const elsewhere = await book('11:30', { phone: account.phone });
  await site.connection.pool.query(
    `update bookings set store_uid = (select uuid from stores where key = 'zik') where starts_at = '2026-06-08T08:30:00Z'`,
  );
  const area = (await account.who.get('/personal-area', account.bearer)).text;
  expect(area).toContain(`/booking/${mine}`);
  expect(area).not.toContain(others);
  expect(area).not.toContain(elsewhere);
  const page = (await site.call({ path: `/booking/${mine}?move&day=2026-06-10` })).text;
  expect(page).toContain('value="2026-06-10 10:30"');
  const form = new URLSearchParams({ move: '1', time: '2026-06-10 10:30' }).toString();
  const sent = await site.call({
    method: 'POST',
    path: `/booking/${mine}`,
    body: form,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: `http://raam.localhost:${site.port}` },
  });
  expect([sent.status, sent.headers.location]).toEqual([303, `/booking/${mine}`]);
  expect((await site.call({ path: `/booking/${mine}` })).text).toContain('זה המועד החדש');
  const again = await site.call({ path: `/api/bookings/get-booking?secret=${mine}` });
  expect(again.json<Booking>().starts_at).toBe('2026-06-10T07:30:00.000Z');
});
