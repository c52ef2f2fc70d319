import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Slots } from '#contract/leads/bookings.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, lastMail, lastSms, newPhone, provePhone, signUp } from '../../../tests/support/customers.ts';
import { piece, shopper } from '../../../tests/support/purchase.ts';
import { offered } from '../../../tests/support/trade-ins.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

type Owner = Awaited<ReturnType<typeof signUp>>;
type Refused = { error_code: string; message: string };
const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const inE164 = (phone: string) => `+972${phone.slice(1)}`;
const change = ({ who, bearer }: Owner, ticket: string) =>
  who.post('/customer/customers/change-phone', { ticket }, bearer);
/** As if a minute had passed since the last code. */
async function proved(who: Owner['who'], phone: string): Promise<string> {
  await query('delete from limit_hits');
  return (await provePhone(site, who, phone)).ticket;
}
const ticketOf = ({ who }: Owner, phone: string) => proved(who, phone);
const phoneOf = async ({ customer }: Owner) =>
  (await query('select phone from customers where uuid = $1', [customer.uuid]))[0]?.phone;
const untilWaiting = (connections: number) =>
  expect
    .poll(() => query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .toHaveLength(connections);
/** Signs the phone in from another device. */
const signIn = async (phone: string, who = caller(site)) =>
  who.post('/api/customers/login', { ticket: await proved(who, phone) });

test('a proved number takes the place of the former one: other devices are signed out, both ends are told, orders stay', async () => {
  const owner = await signUp(site);
  const [former, next] = [owner.phone, newPhone()];
  await owner.who.post(
    '/customer/customers/update',
    { first_name: 'נועה', last_name: 'לוי', email: 'noa.phone@example.com' },
    owner.bearer,
  );
  const shop = shopper(site.port);
  const body = await shop.orderBody(await piece(site.connection.pool), {
    customer: { first_name: 'נועה', last_name: 'לוי', phone: former, email: 'noa.phone@example.com' },
  });
  const createReply = await shop.post('/api/orders/create', body, {
    'idempotency-key': crypto.randomUUID(),
    ...owner.bearer,
  });
  expect(createReply.status).toBe(200);
  await query(
    `insert into leads (store_uid, kind, name, phone, message, source, created_at) select store_uid, 'contact', 'נ', phone, 'x', 'test', now() from customers where uuid = $1`,
    [owner.customer.uuid],
  );
  await query('delete from limit_hits');
  const { secret } = await offered(site, { phone: former });
  const other = caller(site);
  const elsewhere = { authorization: `Bearer ${(await signIn(former, other)).json<{ token: string }>().token}` };
  // A code to the former number that somebody is about to type.
  await query('update otp_codes set sent_at = sent_at, used_at = null where phone = $1', [inE164(former)]);

  const reply = await change(owner, await ticketOf(owner, next));
  expect([reply.status, reply.json<{ phone: string }>().phone.replace(/\D/g, '')]).toEqual([200, next]);
  expect(await phoneOf(owner)).toBe(inE164(next));
  expect((await owner.who.get('/api/customers/get-by-token', owner.bearer)).status, 'this session stays').toBe(200);
  expect((await other.get('/api/customers/get-by-token', elsewhere)).status).toBe(401);
  expect(await query('select 1 from otp_codes where phone = $1', [inE164(former)])).toEqual([]);

  const sms = await lastSms(site, former);
  expect(sms).toContain('מספר הטלפון של החשבון הוחלף');
  expect(sms.length).toBeLessThan(140);
  const mail = await lastMail(site, 'noa.phone@example.com');
  expect(mail.subject).toContain('מספר הטלפון הוחלף');
  expect(mail.body.includes(next.slice(-4)) && !mail.body.includes(next)).toBe(true);
  const logged = await query(
    `select 1 from changes where entity_uid = $1 and table_name = 'customers' and 'phone' in (select jsonb_object_keys(after))`,
    [owner.customer.uuid],
  );
  expect(logged.length).toBeGreaterThan(0);

  const orders = await owner.who.get('/customer/orders/get-customer-orders', owner.bearer);
  expect(orders.text).toContain(createReply.json<{ order: { number: string } }>().order.number);
  expect(await query('select 1 from leads where phone = $1 and message = $2', [inE164(next), 'x'])).toHaveLength(1);
  // The former number is nobody's: signed up with, it is another account, without these orders.
  expect((await signIn(next)).status).toBe(200);
  await query('delete from limit_hits');
  const stranger = await signUp(site, caller(site), former);
  expect(stranger.customer.uuid).not.toBe(owner.customer.uuid);
  const theirs = await stranger.who.get('/customer/orders/get-customer-orders', stranger.bearer);
  expect(theirs.json<{ total: number }>()).toMatchObject({ total: 0 });
  const seesOffer = async ({ token }: Owner) => {
    const headers = { cookie: `auth._token.local=${token}` };
    return (await site.call({ path: '/personal-area/dashboard', headers })).text.includes(`/trade-in/${secret}`);
  };
  expect([await seesOffer(owner), await seesOffer(stranger)]).toEqual([true, false]);
});

test('a number that has an account is refused, and the ticket stays good; the same in two accounts at a time is one’s', async () => {
  const [owner, holder] = [await signUp(site), await signUp(site)];
  const taken = await ticketOf(owner, holder.phone);
  const refused = await change(owner, taken);
  expect([refused.status, refused.json<Refused>().error_code]).toEqual([409, 'PHONE_TAKEN']);
  expect(refused.json<Refused>().message).toContain('כבר יש חשבון');
  expect(await phoneOf(owner)).toBe(inE164(owner.phone));
  expect((await owner.who.post('/api/customers/login', { ticket: taken })).status).toBe(200);

  const [one, two, next] = [await signUp(site), await signUp(site), newPhone()];
  const first = await ticketOf(one, next);
  const second = await ticketOf(two, next);
  const replies = await Promise.all([change(one, first), change(two, second)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('whoever signs in by the former number while it is changed gets no session', async () => {
  const owner = await signUp(site);
  const ticket = await ticketOf(owner, owner.phone);
  const changing = await site.connection.pool.connect();
  await changing.query('begin');
  await changing.query('update customers set phone = $2 where uuid = $1', [owner.customer.uuid, inE164(newPhone())]);
  const reply = caller(site).post('/api/customers/login', { ticket });
  await untilWaiting(1);
  await changing.query('commit');
  changing.release();
  expect((await reply).status).toBe(401);
});

test('a visit booked with the new number while the phone is changed stands, and so does the account’s at that hour', async () => {
  const [branch] = await query(
    `select b.uuid from branches b join branch_stores l on l.branch_uid = b.uuid join stores s on s.uuid = l.store_uid
     where s.key = 'raam' and b.key = 'ofek-netanya'`,
  );
  await query(`update branches set booking = '{"TEST_RIDE": {"minutes": 60, "capacity": 3}}' where uuid = $1`, [
    branch?.uuid,
  ]);
  await query('notify cache_versions');
  site.deps.cache.clear();
  const visitor = caller(site);
  const times = await visitor.get(`/api/bookings/get-slots?branch_uid=${branch?.uuid}&service=TEST_RIDE`);
  const day = times.json<Slots>().days.find((one) => one.times.length > 2);
  const book = (phone: string, at: number) =>
    visitor.post('/api/bookings/create', {
      ...{ branch_uid: branch?.uuid, service: 'TEST_RIDE', day: day?.day, time: day?.times[at] },
      ...{ name: 'נועה לוי', phone },
    });
  const [owner, next] = [await signUp(site), newPhone()];
  for (const at of [0, 1]) expect((await book(owner.phone, at)).status).toBe(200);
  const ticket = await ticketOf(owner, next);

  // The booking has its row and waits for the messages' table; the change finds it under way.
  const other = await site.connection.pool.connect();
  await other.query('begin');
  await other.query('lock table outbox in share mode');
  const booking = book(next, 0);
  await untilWaiting(1);
  const changing = change(owner, ticket);
  await untilWaiting(2);
  await other.query('commit');
  other.release();
  expect([(await booking).status, (await changing).status]).toEqual([200, 200]);
  const visits = 'select starts_at from bookings where phone = $1 and cancelled_at is null order by starts_at';
  expect([(await query(visits, [inE164(owner.phone)])).length, (await query(visits, [inE164(next)])).length]).toEqual([
    1, 2,
  ]);
  // Once the phone is changed, the hours of its visits are taken, and the booking is refused in words.
  const late = await book(next, 1);
  expect([late.status, late.json<Refused>().error_code]).toEqual([409, 'BOOKING_EXISTS']);
});

test('only with a right code, and shortly after signing in', async () => {
  const owner = await signUp(site);
  const next = newPhone();
  await owner.who.askCode(next);
  const right = /\d{6}/.exec(await lastSms(site, next))?.[0] ?? '';
  const wrong = await owner.who.verify(next, right === '000000' ? '000001' : '000000');
  expect(wrong.json<Refused>().error_code).toBe('OTP_WRONG');
  const changeReply = await change(owner, 'not-a-ticket');
  expect([changeReply.status, changeReply.json<Refused>().error_code]).toEqual([422, 'TICKET_INVALID']);
  expect((await caller(site).post('/customer/customers/change-phone', { ticket: 'x' })).status).toBe(401);

  const { ticket } = (await owner.who.verify(next, right)).json<{ ticket: string }>();
  await query(`update customer_tokens set created_at = now() - interval '16 minutes' where customer_uid = $1`, [
    owner.customer.uuid,
  ]);
  const stale = await change(owner, ticket);
  expect(stale.json<Refused>().error_code).toBe('SIGN_IN_AGAIN');
  const page = await site.call({
    host: 'raam.localhost',
    path: '/personal-area/edit-details/general',
    headers: { cookie: `auth._token.local=${owner.token}` },
  });
  expect(page.text.includes('החלפת המספר')).toBe(true);
  expect(await phoneOf(owner)).toBe(inE164(owner.phone));
});

test('an account tries five times a day', async () => {
  const owner = await signUp(site);
  for (let at = 0; at < 5; at++) expect((await change(owner, 'x')).json<Refused>().error_code).toBe('TICKET_INVALID');
  const refused = await change(owner, 'x');
  expect([refused.status, refused.json<Refused>().error_code]).toEqual([429, 'RATE_LIMITED']);
});
