// What strangers who know a phone can do to its owner, and what they can't; every limit in words: docs/limits.md.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SignedInReply } from '#contract/customers/customers.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { caller, lastCode, newPhone, provePhone, signUpByPassword } from '../../tests/support/customers.ts';
import { cookieFrom, letPass } from '../../tests/support/limits.ts';
import { piece, shopper } from '../../tests/support/purchase.ts';
import { type Clock, databaseClock } from './clock.ts';

let site: TestApp;
let time: Clock;
let db: TestApp['connection']['pool'];
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' }, deps: { now: () => time.now() } });
  db = site.connection.pool;
  time = await databaseClock(db, { warn: () => {}, error: () => {} });
});
afterAll(async () => {
  time.stop();
  await site.close();
});
beforeEach(() => db.query('delete from limit_hits'));
afterEach(() => vi.useRealTimers());

const PASSWORD = 'סוס כחול אוכל מרק';
const wrong = (right: string) => (right === '000000' ? '000001' : '000000');
const repeatInSequence = async <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let at = 0; at < count; at++) results.push(await work(at));
  return results;
};
const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status);
const passed = (replies: { status: number }[]) => replies.filter(({ status }) => status === 200).length;
const sms = async (phone: string) =>
  (await db.query(`select from outbox where channel = 'sms' and recipient = $1`, [`+972${phone.slice(1)}`])).rowCount ??
  0;
/** Asks for codes to a phone, from as many addresses as there are callers, always as soon as the pause is over. */
const askMany = (phone: string, callers: ReturnType<typeof caller>[]) =>
  repeatInSequence(callers.length, async (at) => {
    await letPass(site, 61);
    return (callers[at] as ReturnType<typeof caller>).askCode(phone);
  });
const callers = (count: number) => Array.from({ length: count }, () => caller(site));

/** Somebody who has signed in on this device before, and out again. */
async function owner() {
  const who = caller(site);
  const phone = newPhone();
  await who.askCode(phone);
  const proved = await who.verify(phone, await lastCode(site, phone));
  const cookie = cookieFrom(proved.headers, 'auth.known');
  const { ticket } = proved.json<{ ticket: string }>();
  const createReply = await who.post('/api/customers/create-customer', {
    ticket,
    first_name: 'נועה',
    last_name: 'לוי',
  });
  const bearer = { authorization: `Bearer ${createReply.json<SignedInReply>().token}` };
  await db.query('delete from limit_hits');
  return { phone, known: { cookie }, bearer };
}

describe('codes', () => {
  test('a stranger at one address leaves the owner a code, on a new device too', async () => {
    const phone = newPhone();
    const stranger = caller(site);
    expect(statuses(await askMany(phone, Array(6).fill(stranger)))).toEqual([200, 200, 200, 200, 429, 429]);
    await letPass(site, 61);
    const { ticket } = await provePhone(site, caller(site), phone);
    expect(ticket).toHaveLength(43);
  });

  test('strangers at any number of addresses cause five an hour and ten a day, as before', async () => {
    const phone = newPhone();
    expect(passed(await askMany(phone, callers(9)))).toBe(5);
    await letPass(site, 3_600);
    expect(passed(await askMany(phone, callers(9)))).toBe(5);
    await letPass(site, 3_600);
    expect(passed(await askMany(phone, callers(3)))).toBe(0);
    expect(await sms(phone)).toBe(10);
  });

  test('a device that has proved the phone gets one and signs in, whatever strangers have asked for', async () => {
    const { phone, known, bearer } = await owner();
    await askMany(phone, callers(9));
    const who = caller(site);
    expect((await who.askCode(phone)).status).toBe(429);
    expect((await who.askCode(phone, known)).status).toBe(200);
    const proved = await who.verify(phone, await lastCode(site, phone));
    const { ticket } = proved.json<{ ticket: string }>();
    expect((await who.post('/api/customers/login', { ticket })).status).toBe(200);
    await letPass(site, 61);
    expect((await who.askCode(phone, bearer)).status, 'signed in with it').toBe(200);
  });

  test('what one phone costs stays bounded: as many again for devices that have proved it', async () => {
    const { phone, known } = await owner();
    const before = await sms(phone);
    await askMany(phone, callers(9));
    const ownReplies = await repeatInSequence(9, async () => {
      await letPass(site, 61);
      return caller(site).askCode(phone, known);
    });
    expect([passed(ownReplies), (await sms(phone)) - before]).toEqual([5, 10]);
    // Nor do strangers get more for it.
    expect(passed(await askMany(phone, callers(3)))).toBe(0);
  });

  test('a mark of another phone, of another store, forged or too old makes nobody known', async () => {
    const { phone, known } = await owner();
    const other = await owner();
    await askMany(phone, callers(9));
    const ask = async (cookie: string, host?: string) =>
      (await caller(site, { host }).askCode(phone, { cookie })).status;
    const [name, mark = ''] = known.cookie.split('=');
    const [until = '', mac = ''] = mark.split('.');
    const later = (Number.parseInt(until, 36) + 86_400).toString(36);
    for (const cookie of [
      other.known.cookie,
      `${name}=`,
      `${name}=${later}.${mac}`,
      `${name}=${until}.${'A'.repeat(43)}`,
    ])
      expect(await ask(cookie)).toBe(429);
    expect(await ask(known.cookie, 'noam.localhost')).toBe(429);
    const { now } = time;
    time.now = () => new Date(now().getTime() + 181 * 86_400_000);
    await askMany(phone, callers(9));
    const late = await ask(known.cookie);
    time.now = now;
    expect(late).toBe(429);
    await db.query('delete from limit_hits');
    await askMany(phone, callers(9));
    expect(await ask(`${other.known.cookie}~${mark}`), 'one of several').toBe(200);
  });

  test('wrong tries of strangers, however many, leave the owner’s code good', async () => {
    const phone = newPhone();
    const who = caller(site);
    await who.askCode(phone);
    const right = await lastCode(site, phone);
    for (const stranger of callers(4)) await repeatInSequence(20, () => stranger.verify(phone, wrong(right)));
    expect((await who.verify(phone, right)).status).toBe(200);
  });

  test('strangers behind the owner’s own address are counted apart from a device that is known', async () => {
    const { phone, known } = await owner();
    const shared = caller(site);
    await Promise.all(Array.from({ length: 22 }, () => shared.askCode(newPhone())));
    await repeatInSequence(101, () => shared.verify(newPhone(), '123456'));
    expect((await shared.askCode(phone)).status).toBe(429);
    expect((await shared.askCode(phone, known)).status).toBe(200);
    expect((await shared.verify(phone, await lastCode(site, phone), known)).status).toBe(200);
  });

  test('a flood that has used up the strangers’ part of the day leaves a tenth to devices that are known', async () => {
    const { env } = site.deps;
    const usual = env.CODES_PER_DAY;
    const owners = await repeatInSequence(6, owner);
    env.CODES_PER_DAY = 40;
    const flood = await repeatInSequence(40, () => caller(site).askCode(newPhone()));
    const knownReplies = await repeatInSequence(6, (at) =>
      caller(site).askCode(owners[at]?.phone ?? '', owners[at]?.known),
    );
    env.CODES_PER_DAY = usual;
    expect([passed(flood), passed(knownReplies)], 'the whole stays bounded').toEqual([36, 4]);
  });

  test('what is asked of a phone tells yes or how long to wait, and nothing of how many went there', async () => {
    const phone = newPhone();
    const check = async () =>
      (await caller(site).post('/api/customers/check-otp-rate-limit', { phone })).json<Record<string, unknown>>();
    const answers = [await check()];
    for (const stranger of callers(4)) {
      await stranger.askCode(phone);
      expect(await check()).toEqual({ allowed: false, remaining: 5, retry_after: expect.any(Number) });
      await letPass(site, 61);
      answers.push(await check());
    }
    expect(answers).toEqual(Array(5).fill({ allowed: true, remaining: 5, retry_after: 0 }));
    const last = await caller(site).askCode(phone);
    expect(last.json()).toMatchObject({ remaining: 0 });
    await letPass(site, 61);
    const full = await check();
    expect(full).toEqual({ allowed: false, remaining: 0, retry_after: expect.any(Number) });
    expect(full.retry_after).toBeGreaterThan(3_000);
    const refused = await caller(site).askCode(phone);
    expect(refused.json()).toMatchObject({ error_code: 'RATE_LIMITED', details: { remaining: 0 } });
    expect(refused.headers.ratelimit).toMatch(/;r=0;t=\d+$/);
  });

  test('who asks first learns what is left to itself, not what others have used', async () => {
    const phone = newPhone();
    await askMany(phone, callers(2));
    await letPass(site, 61);
    const reply = await caller(site).askCode(phone);
    expect(reply.json()).toMatchObject({ remaining: 3 });
    expect(reply.headers.ratelimit).not.toMatch(/code\/subject\/3600|"sms/);
  });
});

describe('passwords', () => {
  const login = (email: string, password: string, who = caller(site), headers = {}) =>
    who.post('/api/customers/login', { email, password }, headers);
  let people = 0;
  const email = () => `limited${++people}@example.com`;

  test('a stranger at one address leaves the owner tries, on a new device too', async () => {
    const address = email();
    await signUpByPassword(site, address, PASSWORD);
    const stranger = caller(site);
    const guesses = await repeatInSequence(8, () => login(address, 'לא הסיסמה הזאת', stranger));
    expect(statuses(guesses)).toEqual([...Array(5).fill(422), 429, 429, 429]);
    expect((await login(address, PASSWORD)).status).toBe(200);
  });

  test('strangers at any number of addresses guess ten times; the device that has been in the account still gets in', async () => {
    const address = email();
    const { phone } = await signUpByPassword(site, address, PASSWORD);
    const who = caller(site);
    await letPass(site, 61);
    await who.askCode(phone);
    const known = { cookie: cookieFrom((await who.verify(phone, await lastCode(site, phone))).headers, 'auth.known') };
    const guesses = await Promise.all(callers(50).map((stranger) => login(address, 'לא הסיסמה הזאת', stranger)));
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(10);
    expect((await login(address, PASSWORD)).status).toBe(429);
    expect((await login(address, PASSWORD, caller(site), known)).status).toBe(200);
    const own = await repeatInSequence(12, () => login(address, 'לא הסיסמה הזאת', caller(site), known));
    expect(statuses(own), 'counted apart, but counted').toEqual([...Array(10).fill(422), 429, 429]);
  });

  test('an account of one’s own with the victim’s e-mail address gives no more guesses', async () => {
    const address = email();
    await signUpByPassword(site, address, PASSWORD);
    const thief = await signUpByPassword(site, address, 'גשם על חלון ישן');
    await letPass(site, 61);
    await thief.who.askCode(thief.phone);
    const proved = await thief.who.verify(thief.phone, await lastCode(site, thief.phone));
    const known = { cookie: cookieFrom(proved.headers, 'auth.known') };
    await Promise.all(callers(12).map((who) => login(address, 'לא הסיסמה הזאת', who)));
    const right = await repeatInSequence(3, () => login(address, PASSWORD, caller(site), known));
    expect(statuses(right)).toEqual([429, 429, 429]);
    expect((await login(address, 'גשם על חלון ישן', caller(site), known)).status).toBe(200);
  });

  test('what strangers guess at the sign-in is not counted where the signed-in owner changes the password', async () => {
    const address = email();
    const { bearer, who } = await signUpByPassword(site, address, PASSWORD);
    await Promise.all(callers(12).map((stranger) => login(address, 'לא הסיסמה הזאת', stranger)));
    const body = { current_password: PASSWORD, password: 'גשם על חלון ישן' };
    expect((await who.post('/customer/customers/change-password', body, bearer)).status).toBe(200);
  });
});

describe('forms and orders', () => {
  const message = (phone: string, who = caller(site), headers = {}) =>
    who.post('/api/contacts', { name: 'נועה לוי', phone, type: 'cancellation' }, headers);

  test('strangers’ messages with somebody’s phone, and those from the owner’s own address, keep the owner from none', async () => {
    const { phone, known } = await owner();
    const strangers = await repeatInSequence(30, () => message(phone));
    expect(passed(strangers)).toBe(30);
    const shared = caller(site);
    await repeatInSequence(22, (at) => message(`050700${1000 + at}`, shared));
    expect((await message(phone, shared)).status).toBe(429);
    const before = await sms(phone);
    expect((await message(phone, shared, known)).status).toBe(200);
    expect((await sms(phone)) - before, 'with its receipt, though strangers have caused six').toBe(1);
    const own = await repeatInSequence(22, () => message(phone, caller(site), known));
    expect(passed(own), 'counted apart, but counted').toBe(19);
  });

  test('back-in-stock alerts that strangers have asked for with somebody’s phone', async () => {
    const { phone, known } = await owner();
    const { variant } = await piece(db, { stock: 0 });
    await db.query(
      `insert into stock_subscriptions (uuid, store_uid, variant_uid, channel, recipient)
       select gen_random_uuid(), s.uuid, v.uuid, 'sms', $1 from variants v, stores s where s.key = 'raam' and v.uuid <> $2 limit 30`,
      [`+972${phone.slice(1)}`, variant],
    );
    const alert = (headers = {}) =>
      caller(site).post('/api/variants/subscribe-to-stock', { variant_uid: variant, phone }, headers);
    expect([(await alert()).status, (await alert(known)).status]).toEqual([429, 200]);
  });

  test('unpaid orders that a stranger opens with somebody’s phone, behind the same address', async () => {
    const { phone, known } = await owner();
    const shop = shopper(site.port);
    const body = await shop.orderBody(await piece(db, { stock: 50 }));
    const place = (headers = {}) =>
      shop.post(
        '/api/orders/create',
        { ...body, customer: { ...body.customer, phone } },
        { 'idempotency-key': randomUUID(), 'x-forwarded-for': '198.18.0.9', ...headers },
      );
    expect(statuses(await repeatInSequence(6, () => place()))).toEqual([200, 200, 200, 200, 200, 422]);
    expect((await place(known)).status).toBe(200);
    const own = await repeatInSequence(6, () => place(known));
    expect(passed(own), 'counted apart, but counted').toBe(4);
  });
});

describe('counting', () => {
  test('of fifty at once no more pass than one after the other', async () => {
    const who = caller(site);
    const askReplies = await Promise.all(Array.from({ length: 50 }, () => who.askCode(newPhone())));
    const phone = newPhone();
    const burst = await Promise.all(callers(50).map((stranger) => stranger.askCode(phone)));
    expect([passed(askReplies), passed(burst), await sms(phone)]).toEqual([20, 1, 1]);
  });

  test('the addresses of one IPv6 network are one, also when they come at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => caller(site, { address: `2001:db8:7:1::${at + 1}` }).askCode(newPhone())),
    );
    expect(passed(replies)).toBe(20);
    expect((await caller(site, { address: '2001:db8:7:2::1' }).askCode(newPhone())).status).toBe(200);
  });

  test('a window ends by the database’s clock, whatever this machine’s says', async () => {
    const phone = newPhone();
    const who = caller(site);
    expect((await who.askCode(phone)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
    const refused = await who.askCode(phone);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    vi.useRealTimers();
    await letPass(site, 60);
    expect((await who.askCode(phone)).status).toBe(200);
  });

  test('headers tell how one stands, and a refusal when to come again', async () => {
    const who = caller(site);
    const first = await who.askCode(newPhone());
    expect(first.headers['ratelimit-policy']).toBe(
      '"code/subject/ip/3600";q=4;w=3600, "code/subject/ip/86400";q=6;w=86400, "code/ip/3600";q=20;w=3600',
    );
    expect(first.headers.ratelimit).toBe(
      '"code/subject/ip/3600";r=3;t=3600, "code/subject/ip/86400";r=5;t=86400, "code/ip/3600";r=19;t=3600',
    );
    await repeatInSequence(19, () => who.askCode(newPhone()));
    const refused = await who.askCode(newPhone());
    expect(refused.headers['ratelimit-policy']).toBe('"code/ip/3600";q=20;w=3600');
    expect(refused.headers.ratelimit).toBe(`"code/ip/3600";r=0;t=${refused.headers['retry-after']}`);
    const { message } = refused.json<{ message: string }>();
    expect(message).toContain('אפשר לנסות שוב בעוד');
    const quote = await who.get('/api/products/search-suggestions?search=a');
    expect([quote.status, quote.headers.ratelimit], 'nothing in what is kept for everybody').toEqual([200, undefined]);
  });

  test('the table holds no phone, mailbox or address that could be read, and its refusals are measured', async () => {
    const phone = newPhone();
    const who = caller(site);
    await who.askCode(phone);
    await who.askCode(phone);
    const rows = JSON.stringify((await db.query('select * from limit_hits')).rows);
    expect(rows).toContain('"code"');
    for (const secret of [phone, phone.slice(1), who.address]) expect(rows).not.toContain(secret);
    const text = await site.deps.metrics.registry.metrics();
    expect(text).toMatch(/^limit_refusals_total\{policy="code",by="subject\/store"\} [1-9]/m);
  });

  test('what was taken back is not counted: a code that could not be written', async () => {
    const phone = newPhone();
    const who = caller(site);
    await db.query(`alter table outbox add constraint full_disk check (recipient <> '+972${phone.slice(1)}')`);
    const failed = await who.askCode(phone);
    await db.query('alter table outbox drop constraint full_disk');
    expect([failed.status, (await who.askCode(phone)).status]).toEqual([500, 200]);
  });
});
