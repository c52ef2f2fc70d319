import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { clock } from '../../tests/support/clock.ts';
import {
  type Browser,
  browser,
  codesOf,
  half,
  isIn,
  member,
  optionsFor,
  PASSWORD,
  passkeyMember,
  signed,
} from '../../tests/support/staff.ts';

const time = clock();
let site: TestApp;
beforeAll(async () => {
  site = await startApp({ office: true, deps: { now: time.now } });
});
afterAll(() => site.close());
afterEach(() => site.connection.pool.query('delete from limit_hits'));

const query = async (sql: string, values: unknown[] = []) => (await site.connection.pool.query(sql, values)).rows;

test('factors change only within a quarter of an hour of a proof', async () => {
  const { browser: ownBrowser, code } = await member(site);
  const calls: Record<string, string>[] = [
    { _call: 'newRecoveryCodes' },
    { _call: 'beginCodes' },
    { _call: 'removePassword' },
    { _call: 'removePasskey', passkey: 'x' },
    { _call: 'addPasskey', name: 'x', response: '{}' },
    { _call: 'enrolCodes', ticket: 'x', code: '000000' },
    { _call: 'changePassword', current: PASSWORD, password: 'עוגה ירוקה רצה לים' },
  ];
  time.pass(16);
  for (const call of calls) {
    const reply = await ownBrowser.post('/account', call);
    expect([call._call, reply.status, reply.text.includes('צריך להזדהות שוב')]).toEqual([call._call, 422, true]);
  }
  expect((await ownBrowser.post('/passkey-options', { for: 'add' })).status).toBe(422);
  expect((await ownBrowser.post('/account', { _call: 'proveByCode', code: '000000' })).status).toBe(422);
  const now = code();
  expect((await ownBrowser.post('/account', { _call: 'proveByCode', code: now })).status).toBe(200);
  expect((await ownBrowser.post('/account', { _call: 'newRecoveryCodes' })).status).toBe(200);
  time.pass(16);
  expect((await ownBrowser.post('/account', { _call: 'proveByCode', code: now })).status).toBe(422);
});

test('renewed recovery codes void the ones before', async () => {
  const { email, recoveryCodes, browser: ownBrowser } = await member(site);
  const reply = await ownBrowser.post('/account.data', { _call: 'newRecoveryCodes' });
  const renewed = [...new Set(reply.text.match(/\b[2-9a-z]{5}-[2-9a-z]{5}\b/g) ?? [])];
  expect(renewed).toHaveLength(10);
  const other = browser(site);
  const { half: opened } = await half(other, email);
  const enter = (code: string) => other.post('/sign-in', { step: 'code', half: opened, code });
  expect((await enter(recoveryCodes[0] ?? '')).status).toBe(422);
  expect((await enter(renewed[0] ?? '')).status).toBe(302);
});

test('the last way in can’t be removed; another’s key, session and enrolment can’t be touched', async () => {
  const byCode = await member(site);
  const byKey = await passkeyMember(site);
  expect((await byCode.browser.post('/account', { _call: 'removePassword' })).status).toBe(422);
  const remove = (own: Browser) => own.post('/account', { _call: 'removePasskey', passkey: byKey.passkey.id });
  expect((await remove(byKey.browser)).status).toBe(422);
  expect((await remove(byCode.browser)).status).toBe(404);
  const rename = { _call: 'renamePasskey', passkey: byKey.passkey.id, name: 'שלי' };
  expect((await byCode.browser.post('/account', rename)).status).toBe(404);
  const [session] = await query('select uuid from staff_sessions where staff_uid = $1', [byKey.uuid]);
  await byCode.browser.post('/account', { _call: 'endSession', session: session.uuid });
  expect(await isIn(byKey.browser)).toBe(true);
  const begun = await byKey.browser.post('/account.data', { _call: 'beginCodes' });
  const ticket = /"ticket","([\w-]{43})"/.exec(begun.text)?.[1] ?? '';
  const secret = /"([A-Z2-7]{4}(?: [A-Z2-7]{4}){7})"/.exec(begun.text)?.[1]?.replaceAll(' ', '') ?? '';
  const enrol = { _call: 'enrolCodes', ticket, code: codesOf(site, secret)(), password: PASSWORD };
  expect((await byCode.browser.post('/account', enrol)).status).toBe(422);
  expect((await byKey.browser.post('/account', enrol)).status).toBe(200);
  expect((await remove(byKey.browser)).status).toBe(200);
});

test('a changed password ends all other sessions, asks for the old one, and is told by mail', async () => {
  const { email, code, browser: ownBrowser } = await member(site);
  const other = browser(site);
  time.pass(2);
  const { half: opened } = await half(other, email);
  await other.post('/sign-in', { step: 'code', half: opened, code: code() });
  expect(await isIn(other)).toBe(true);
  const change = (current: string) =>
    ownBrowser.post('/account', { _call: 'changePassword', current, password: 'עוגה ירוקה רצה לים' });
  expect((await change('לא הסיסמה שלי בכלל')).status).toBe(422);
  expect((await change(PASSWORD)).status).toBe(200);
  expect([await isIn(ownBrowser), await isIn(other)]).toEqual([true, false]);
  expect(
    await query(`select subject from outbox where recipient = $1 and subject like '%הוחלפה'`, [email]),
  ).toHaveLength(1);
});

test('one’s sessions are ended one by one', async () => {
  const { uuid, passkey, browser: ownBrowser } = await passkeyMember(site);
  const other = browser(site);
  const { challenge } = await optionsFor(other, 'sign-in');
  await other.post('/sign-in', { step: 'passkey', response: signed(site, passkey, challenge) });
  const rows = await query('select uuid from staff_sessions where staff_uid = $1 order by created_at desc', [uuid]);
  expect(rows).toHaveLength(2);
  await ownBrowser.post('/account', { _call: 'endSession', session: rows[0].uuid });
  expect([await isIn(ownBrowser), await isIn(other)]).toEqual([true, false]);
});
