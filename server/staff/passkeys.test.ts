// What is tried against the sign-in by passkey.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { clock } from '../../tests/support/clock.ts';
import {
  attested,
  browser,
  invited,
  isIn,
  newPasskey,
  OFFICE,
  optionsFor,
  passkeyMember,
  signed,
  type Wrongs,
} from '../../tests/support/staff.ts';

const time = clock();
let site: TestApp;
beforeAll(async () => {
  site = await startApp({ office: true, deps: { now: time.now } });
});
afterAll(() => site.close());
afterEach(() => site.connection.pool.query('delete from limit_hits'));

const query = async (sql: string, values: unknown[] = []) => (await site.connection.pool.query(sql, values)).rows;
const post = (own: ReturnType<typeof browser>, response: string) => own.post('/sign-in', { step: 'passkey', response });

test('a passkey signs in alone, and no list tells whose it is', async () => {
  const { passkey, reply, browser: first } = await passkeyMember(site);
  expect(reply.status).toBe(302);
  expect(await isIn(first)).toBe(true);
  const ownBrowser = browser(site);
  const options = (await optionsFor(ownBrowser, 'sign-in')) as unknown as Record<string, unknown>;
  expect(options).toMatchObject({ rpId: OFFICE, userVerification: 'required' });
  expect(options.allowCredentials ?? []).toEqual([]);
  expect((await post(ownBrowser, signed(site, passkey, String(options.challenge)))).status).toBe(302);
  expect(await isIn(ownBrowser)).toBe(true);
});

test('new keys are discoverable, verified, of three algorithms, and carry nothing of the person', async () => {
  const { ticket, email } = await invited(site);
  const options = JSON.stringify(await optionsFor(browser(site), 'enrol', ticket));
  const { user, pubKeyCredParams, authenticatorSelection, rp } = JSON.parse(options);
  expect(rp.id).toBe(OFFICE);
  expect(pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-8, -7, -257]);
  expect(authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' });
  expect(Buffer.from(user.id, 'base64url')).toHaveLength(32);
  expect(Buffer.from(user.id, 'base64url').toString()).not.toContain(email);
});

const wrongs: [string, Wrongs][] = [
  ['without verification', { unverified: true }],
  ['of another origin', { origin: 'https://evil.example' }],
  ['of a sibling sub-domain', { origin: 'http://raam.localhost' }],
  ['for another relying party', { rpId: 'localhost' }],
  ['with a foreign handle', { handle: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ['with a counter that went back', { counter: 1 }],
  ['of a registration', { type: 'webauthn.create' }],
  ['by an unknown key', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }],
];
test.each(wrongs)('an answer %s is refused', async (_, wrong) => {
  const { passkey } = await passkeyMember(site);
  const ownBrowser = browser(site);
  for (let at = 0; at < 2; at++) {
    const { challenge } = await optionsFor(ownBrowser, 'sign-in');
    expect((await post(ownBrowser, signed(site, passkey, challenge))).status).toBe(302);
    ownBrowser.cookies.clear();
  }
  const { challenge } = await optionsFor(ownBrowser, 'sign-in');
  expect((await post(ownBrowser, signed(site, passkey, challenge, wrong))).status).toBe(422);
  expect(await isIn(ownBrowser)).toBe(false);
  // The challenge is spent by the try.
  expect((await post(ownBrowser, signed(site, passkey, challenge))).status).toBe(422);
});

test.each<[string, Wrongs]>([
  ['without verification', { unverified: true }],
  ['of another origin', { origin: 'https://evil.example' }],
  ['for another relying party', { rpId: 'localhost' }],
  ['of a sign-in', { type: 'webauthn.get' }],
])('a new key %s is refused, and the link stays good', async (_, wrong) => {
  const { ticket } = await invited(site);
  const ownBrowser = browser(site);
  const first = await optionsFor(ownBrowser, 'enrol', ticket);
  const passkey = newPasskey(first.user?.id ?? '');
  const refused = await ownBrowser.post('/join', { ticket, response: attested(site, passkey, first.challenge, wrong) });
  expect(refused.status).toBe(422);
  const next = await optionsFor(ownBrowser, 'enrol', ticket);
  const reply = await ownBrowser.post('/join', { ticket, response: attested(site, passkey, next.challenge) });
  expect(reply.status).toBe(302);
});

test('a challenge is good once, for five minutes, for what and whom it was made', async () => {
  const one = await passkeyMember(site);
  const other = await passkeyMember(site);
  const ownBrowser = browser(site);
  const { challenge } = await optionsFor(ownBrowser, 'sign-in');
  const answer = signed(site, one.passkey, challenge);
  const replies = await Promise.all([
    post(ownBrowser, answer),
    post(browser(site), answer),
    post(browser(site), answer),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([302, 422, 422]);
  const late = await optionsFor(ownBrowser, 'sign-in');
  time.pass(6);
  ownBrowser.cookies.clear();
  expect((await post(ownBrowser, signed(site, one.passkey, late.challenge))).status).toBe(422);
  // Of a registration, and of another person's proof.
  const adding = await optionsFor(other.browser, 'add');
  expect((await post(ownBrowser, signed(site, one.passkey, adding.challenge))).status).toBe(422);
  const proof = await optionsFor(other.browser, 'prove');
  const stolen = { _call: 'proveByPasskey', response: signed(site, one.passkey, proof.challenge) };
  expect((await one.browser.post('/account', stolen)).status).toBe(422);
  // Invented.
  const invented = signed(site, one.passkey, Buffer.from('a challenge of mine').toString('base64url'));
  expect((await post(ownBrowser, invented)).status).toBe(422);
});

test('a removed key, and one of a disabled or reset person, opens nothing', async () => {
  for (const sql of [
    'delete from staff_passkeys where staff_uid = $1',
    `update staff set status = 'disabled' where uuid = $1`,
    `update staff set status = 'invited' where uuid = $1`,
  ]) {
    const { uuid, passkey, browser: signedIn } = await passkeyMember(site);
    await query(sql, [uuid]);
    if (sql.startsWith('update')) expect(await isIn(signedIn)).toBe(false);
    const ownBrowser = browser(site);
    const { challenge } = await optionsFor(ownBrowser, 'sign-in');
    expect((await post(ownBrowser, signed(site, passkey, challenge))).status).toBe(422);
  }
});

test('another’s key is not taken over', async () => {
  const one = await passkeyMember(site);
  const { ticket } = await invited(site);
  const ownBrowser = browser(site);
  const { challenge } = await optionsFor(ownBrowser, 'enrol', ticket);
  const reply = await ownBrowser.post('/join', { ticket, response: attested(site, one.passkey, challenge) });
  expect(reply.status).toBe(422);
  expect(
    (await query('select staff_uid from staff_passkeys where credential_id = $1', [one.passkey.id]))[0].staff_uid,
  ).toBe(one.uuid);
});

test.each([
  '',
  '{}',
  'null',
  '[]',
  '{"id":"x"}',
  '{"id":"eA","rawId":"eA","type":"public-key","response":{"clientDataJSON":"bnVsbA","authenticatorData":"eA","signature":"eA"}}',
])('nonsense is refused: %s', async (response) => {
  expect((await post(browser(site), response)).status).toBe(422);
});
