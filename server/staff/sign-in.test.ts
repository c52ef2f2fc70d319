// What is tried against the sign-in by password and code.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { clock } from '../../tests/support/clock.ts';
import { browser, half, isIn, type Member, member, newLink, OFFICE, PASSWORD } from '../../tests/support/staff.ts';

const time = clock();
let site: TestApp;
beforeAll(async () => {
  site = await startApp({ office: true, env: { TRUST_PROXY: '1' }, deps: { now: time.now } });
});
afterAll(() => site.close());
afterEach(() => site.connection.pool.query('delete from limit_hits'));

const query = async (sql: string, values: unknown[] = []) => (await site.connection.pool.query(sql, values)).rows;
/** A code is good once; the next one comes later. */
const later = () => time.pass(2);
const second = (ownBrowser: Member['browser'], ticket: string, code: string) => {
  ownBrowser.cookies.delete('__Host-office');
  return ownBrowser.post('/sign-in', { step: 'code', half: ticket, code });
};

test('password and code sign in; the session is new, twelve hours long, and only its hash is stored', async () => {
  const { email, code, browser: ownBrowser } = await member(site);
  expect(await isIn(ownBrowser)).toBe(true);
  const first = ownBrowser.cookies.get('__Host-office');
  later();
  const { half: ticket } = await half(ownBrowser, email);
  const reply = await ownBrowser.post('/sign-in', { step: 'code', half: ticket, code: code() });
  expect(reply.status).toBe(302);
  const cookie = [reply.headers['set-cookie'] ?? []].flat().find((line) => line.startsWith('__Host-office='));
  expect(cookie).toMatch(/; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200$/);
  const token = ownBrowser.cookies.get('__Host-office') ?? '';
  expect(token).not.toBe(first);
  // The browser's earlier session has ended with it.
  const old = browser(site);
  old.cookies.set('__Host-office', first ?? '');
  expect(await isIn(old)).toBe(false);
  expect(await query('select 1 from staff_sessions where token_hash = $1', [token])).toEqual([]);
  time.pass(12 * 60 + 1);
  expect(await isIn(ownBrowser)).toBe(false);
});

test.each([
  ['/orders?page=2', '/orders?page=2'],
  ['/orders.data?page=2', '/orders?page=2'],
  ['/_.data', null],
])('who asks for %s without a session signs in first, and comes back to where it was', async (path, back) => {
  const reply = await browser(site).get(path);
  const to = String(reply.headers.location ?? /\/sign-in[^"]*/.exec(reply.text)?.[0]);
  expect(new URL(to, 'http://office').pathname).toBe('/sign-in');
  expect(new URL(to, 'http://office').searchParams.get('back')).toBe(back);
});

test('a half sign-in opens nothing', async () => {
  const { email } = await member(site);
  const ownBrowser = browser(site);
  const { half: ticket } = await half(ownBrowser, email);
  expect(ticket).not.toBe('');
  ownBrowser.cookies.set('__Host-office', ticket);
  for (const path of ['/', '/orders', '/account', '/staff', '/roles']) {
    const reply = await ownBrowser.get(path);
    expect([path, reply.status]).toEqual([path, 302]);
  }
  expect((await ownBrowser.get(`/join?ticket=${ticket}`)).text).toContain('הקישור אינו תקף');
  const enrol = await ownBrowser.post('/passkey-options', { for: 'enrol', ticket });
  expect(enrol.status).toBe(422);
  expect((await ownBrowser.post('/passkey-options', { for: 'add' })).status).toBe(401);
});

test('an invitation is no half, a challenge no half, another’s half signs in only its own person', async () => {
  const one = await member(site);
  const other = await member(site);
  const ownBrowser = browser(site);
  later();
  const { half: ticket } = await half(ownBrowser, one.email);
  expect((await second(ownBrowser, ticket, other.code())).status).toBe(422);
  const link = await newLink(site, other.uuid);
  expect((await second(ownBrowser, link, one.code())).status).toBe(422);
  const { challenge } = JSON.parse((await ownBrowser.post('/passkey-options', { for: 'sign-in' })).text);
  expect((await second(ownBrowser, challenge, one.code())).status).toBe(422);
  expect((await second(ownBrowser, ticket, one.code())).status).toBe(302);
});

test('a half ends after five minutes, five tries, and one use', async () => {
  const { email, code } = await member(site);
  const ownBrowser = browser(site);
  const { half: first } = await half(ownBrowser, email);
  time.pass(6);
  expect((await second(ownBrowser, first, code())).status).toBe(422);
  const { half: next } = await half(ownBrowser, email);
  for (let at = 0; at < 5; at++) expect((await second(ownBrowser, next, 'aaaaa-aaaaa')).status).toBe(422);
  expect((await second(ownBrowser, next, code())).status).toBe(422);
  expect(await isIn(ownBrowser)).toBe(false);
  const { half: last } = await half(ownBrowser, email);
  expect((await second(ownBrowser, last, code())).status).toBe(302);
  later();
  expect((await second(browser(site), last, code())).status).toBe(422);
});

test('a code is good once, also for two at once, and for the step beside it, not two', async () => {
  const { email, code } = await member(site);
  later();
  const ownBrowser = browser(site);
  for (const far of [-2, 2]) {
    const { half: ticket } = await half(ownBrowser, email);
    expect((await second(ownBrowser, ticket, code(far))).status).toBe(422);
  }
  const halves = await Promise.all([half(ownBrowser, email), half(ownBrowser, email), half(ownBrowser, email)]);
  const now = code();
  const replies = await Promise.all(halves.map((one) => second(browser(site), one.half, now)));
  expect(replies.map(({ status }) => status).sort()).toEqual([302, 422, 422]);
  const { half: again } = await half(ownBrowser, email);
  expect((await second(ownBrowser, again, now)).status).toBe(422);
  // Older than the newest accepted one.
  expect((await second(ownBrowser, again, code(-1))).status).toBe(422);
  expect((await second(ownBrowser, again, code(1))).status).toBe(302);
});

test('digits of other scripts, signs and nothing are no codes', async () => {
  const { email, code } = await member(site);
  later();
  const ownBrowser = browser(site);
  const { half: ticket } = await half(ownBrowser, email);
  const arabic = code().replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
  for (const odd of [arabic, '', `${code()}0`, ' ']) expect((await second(ownBrowser, ticket, odd)).status).toBe(422);
  expect((await second(ownBrowser, ticket, `${code().slice(0, 3)} ${code().slice(3)}`)).status).toBe(302);
});

test('guesses are counted over many halves and addresses', async () => {
  const { email, code } = await member(site);
  later();
  const statuses: number[] = [];
  for (let at = 0; at < 13; at++) {
    const ownBrowser = browser(site, `10.1.0.${at}`);
    const { half: ticket } = await half(ownBrowser, email);
    statuses.push((await second(ownBrowser, ticket, '000000')).status);
  }
  expect(statuses.filter((status) => status === 422).length).toBe(10);
  expect(statuses.slice(-3)).toEqual([429, 429, 429]);
  const ownBrowser = browser(site, '10.1.1.1');
  const { half: ticket } = await half(ownBrowser, email);
  expect((await second(ownBrowser, ticket, code())).status).toBe(429);
});

test('a recovery code is good once, for its person', async () => {
  const one = await member(site);
  const other = await member(site);
  const ownBrowser = browser(site);
  const { half: ticket } = await half(ownBrowser, one.email);
  expect(one.recoveryCodes).toHaveLength(10);
  expect((await second(ownBrowser, ticket, other.recoveryCodes[0] ?? '')).status).toBe(422);
  const [first = '', next = ''] = one.recoveryCodes;
  expect((await second(ownBrowser, ticket, first.toUpperCase())).status).toBe(302);
  const { half: again } = await half(ownBrowser, one.email);
  expect((await second(ownBrowser, again, first)).status).toBe(422);
  const { half: last } = await half(ownBrowser, one.email);
  expect((await second(ownBrowser, last, next)).status).toBe(302);
});

test('unknown, invited, disabled and passwordless people get one answer', async () => {
  const disabled = await member(site);
  await query(`update staff set status = 'disabled' where uuid = $1`, [disabled.uuid]);
  const waiting = await member(site);
  await newLink(site, waiting.uuid);
  const right = await member(site);
  const answers = [];
  for (const [email, password] of [
    ['nobody@example.com', PASSWORD],
    [disabled.email, PASSWORD],
    [waiting.email, PASSWORD],
    ['noa@demo.example', PASSWORD],
    [right.email, 'לא הסיסמה שלי בכלל'],
  ] as const) {
    const { reply } = await half(browser(site, `10.2.0.${answers.length}`), email, password);
    answers.push([reply.status, /role="alert"[^>]*>([^<]*)/.exec(reply.text)?.[1]]);
  }
  expect(answers).toEqual(answers.map(() => [422, 'הדוא״ל או הסיסמה אינם נכונים']));
});

test('strangers shut nobody out of a device that has been in, and only their own address', async () => {
  const { email, code, browser: ownBrowser } = await member(site, 'sales', '10.3.9.9');
  for (let at = 0; at < 24; at++) await half(browser(site, `10.3.${at}.1`), email, 'לא הסיסמה שלי בכלל');
  expect((await half(browser(site, '10.3.50.1'), email)).reply.status).toBe(429);
  later();
  const { half: ticket } = await half(ownBrowser, email);
  expect((await second(ownBrowser, ticket, code())).status).toBe(302);
});

test('one address, or one IPv6 network, has few tries, whatever it says of itself', async () => {
  const { email } = await member(site);
  const wrong = 'לא הסיסמה שלי בכלל';
  const statuses: number[] = [];
  // The nearest proxy's word counts, what the visitor says before it doesn't.
  for (let at = 0; at < 6; at++)
    statuses.push((await half(browser(site, `1.2.3.${at}, 10.4.0.1`), email, wrong)).reply.status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  const six: number[] = [];
  for (let at = 0; at < 6; at++)
    six.push((await half(browser(site, `2001:db8:1:2::${at}`), email, wrong)).reply.status);
  expect(six).toEqual([422, 422, 422, 422, 422, 429]);
});

test('a shop’s cookie opens no office, the office’s no shop', async () => {
  const { browser: ownBrowser } = await member(site);
  const token = ownBrowser.cookies.get('__Host-office') ?? '';
  const shop = await site.call({
    path: '/customer/account/get-profile',
    headers: { cookie: `auth._token.local=${token}` },
  });
  expect([401, 404]).toContain(shop.status);
  const office = await site.call({ host: OFFICE, path: '/', headers: { cookie: `auth._token.local=${token}` } });
  expect(office.status).toBe(302);
});

test('a sign-in that can’t be written to the log isn’t made', async () => {
  const { email, code } = await member(site);
  later();
  const ownBrowser = browser(site);
  const { half: ticket } = await half(ownBrowser, email);
  await query(
    `create function refuse_log() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`,
  );
  await query('create trigger refuse_log before insert on audit_log for each row execute function refuse_log()');
  const before = await query('select count(*) from staff_sessions');
  expect((await second(ownBrowser, ticket, code())).status).toBe(500);
  expect(await query('select count(*) from staff_sessions')).toEqual(before);
  await query('drop trigger refuse_log on audit_log');
  await query('drop function refuse_log()');
  expect((await second(ownBrowser, ticket, code())).status).toBe(302);
});

test('refused sign-ins are in the log, without a secret or an address of mail', async () => {
  const { email, uuid, code, recoveryCodes } = await member(site);
  const ownBrowser = browser(site);
  await half(ownBrowser, email, 'לא הסיסמה שלי בכלל');
  const { half: ticket } = await half(ownBrowser, email);
  await second(ownBrowser, ticket, '000000');
  const rows = await query(
    `select actor, command, details from audit_log where details ->> 'person' = $1 order by created_at`,
    [uuid],
  );
  expect(rows.map(({ details }) => `${details.event} ${details.step ?? ''}`)).toEqual([
    'signed in ',
    'sign-in refused password',
    'sign-in refused code',
  ]);
  const everything = JSON.stringify([await query('select * from audit_log'), await query('select * from changes')]);
  for (const secret of [PASSWORD, code(), ticket, ...recoveryCodes, ...ownBrowser.cookies.values()])
    expect(everything).not.toContain(secret);
  expect(JSON.stringify(rows.map(({ details }) => details))).not.toContain('@');
});

test('whoever signs in with a new device is told by mail; not the first time', async () => {
  const { email, code } = await member(site);
  const mails = () => query(`select subject from outbox where recipient = $1`, [email]);
  expect(await mails()).toEqual([]);
  later();
  const ownBrowser = browser(site);
  await second(ownBrowser, (await half(ownBrowser, email)).half, code());
  expect(await mails()).toEqual([{ subject: 'כניסה למשרד ממכשיר חדש' }]);
  later();
  await second(ownBrowser, (await half(ownBrowser, email)).half, code());
  expect(await mails()).toHaveLength(1);
});
