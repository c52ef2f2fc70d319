import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInReply } from '#contract/customers/customers.ts';
import { customers, stores } from '#db/schema/index.ts';
import { eq, sql } from '#db/sql.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { type Caller, caller, newPhone, provePhone, signUp } from '../../../tests/support/customers.ts';
import type { Reply } from '../../../tests/support/http.ts';
import { type Issuer, startIssuer } from '../../../tests/support/issuer.ts';

const CLIENT = 'client-of-raam.example';
let site: TestApp;
let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
  const env = { TRUST_PROXY: '1', GOOGLE_ISSUER: issuer.url, FACEBOOK_ISSUER: issuer.url };
  site = await startApp({ env });
  await site.deps.db
    .update(stores)
    .set({
      settings: sql`${stores.settings} || ${JSON.stringify({ social: { google: CLIENT, facebook: CLIENT } })}::jsonb`,
    })
    .where(eq(stores.key, 'raam'));
});
afterAll(async () => {
  await site.close();
  await issuer.stop();
});

const code = (reply: { json: <T>() => T }) => reply.json<{ error_code: string }>().error_code;
type Provider = 'google' | 'facebook';
let people = 0;
const newPerson = (): JWTPayload => ({
  sub: `sub-${++people}`,
  email: `someone${people}@example.com`,
  email_verified: true,
});

/** Starts at the store: the nonce that the token must contain, and the cookie it is bound to. */
async function start(who: Caller, provider: Provider = 'google') {
  const reply = await who.post('/api/customers/start-social', { provider });
  if (reply.status !== 200) throw new Error(reply.text);
  const url = new URL(reply.json<{ url: string }>().url);
  const cookie = String(reply.headers['set-cookie']?.[0]).split(';')[0] ?? '';
  return { url, cookie, nonce: url.searchParams.get('nonce') ?? '', header: String(reply.headers['set-cookie']?.[0]) };
}

async function enter(claims: JWTPayload, provider: Provider = 'google', who = caller(site)): Promise<Reply> {
  const { cookie, nonce } = await start(who, provider);
  const id_token = await issuer.token({ aud: CLIENT, nonce, ...claims });
  return who.post('/api/customers/login-whit-social', { provider, id_token }, { cookie });
}

/** Signs up through Google with a proved phone. */
async function newcomer(claims: JWTPayload, provider: Provider = 'google', phone = newPhone()) {
  const who = caller(site);
  const refused = await enter(claims, provider, who);
  expect([refused.status, code(refused)]).toEqual([422, 'NOT_REGISTERED']);
  const { details } = refused.json<{ details: { social_ticket: string } }>();
  const proof = await provePhone(site, who, phone);
  const person = { first_name: 'נועה', last_name: 'לוי' };
  const body = { ticket: proof.ticket, social_ticket: details.social_ticket };
  const reply = proof.registered
    ? await who.post('/api/customers/login', body)
    : await who.post('/api/customers/create-customer', { ...body, ...person });
  return { reply, body, who };
}

test('the way out: their page, our client, back to our sign-in, bound to this browser', async () => {
  const { url, header } = await start(caller(site));
  expect(url.origin).toBe(issuer.url);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: CLIENT,
    redirect_uri: `http://raam.localhost:${site.port}/login`,
    response_type: 'id_token',
    scope: 'openid email profile',
    nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
    state: 'google',
  });
  expect(header).toMatch(/^auth\.social=[\w-]{43}; Max-Age=600; Path=\/api\/customers; HttpOnly; SameSite=Lax$/);
});

test.each<Provider>(['google', 'facebook'])(
  '%s: a newcomer proves a phone once, and then comes in at once',
  async (provider) => {
    const person = { ...newPerson(), given_name: 'דנה', family_name: 'כהן' };
    const { reply } = await newcomer(person, provider);
    const { customer } = reply.json<SignedInReply>();
    const again = await enter(person, provider);
    expect(again.json<SignedInReply>().customer.uuid).toBe(customer.uuid);
    expect(again.headers['set-cookie']).toEqual([
      expect.stringMatching(/^auth\.social=; .*1970/),
      expect.stringMatching(/^auth\._token\.local=/),
      'auth.signed_in=1; Max-Age=2592000; Path=/; SameSite=Lax',
      expect.stringMatching(/^auth\.known=/),
    ]);
  },
);

test('what is told of a newcomer fills in the sign-up', async () => {
  const reply = await enter({ ...newPerson(), email: 'dana@example.com', name: 'דנה בת־ים כהן' });
  expect(reply.json<{ details: object }>().details).toEqual({
    social_ticket: expect.stringMatching(/^[\w-]{43}$/),
    first_name: 'דנה',
    last_name: 'בת־ים כהן',
    email: 'dana@example.com',
  });
});

test('a phone that is registered already gains the second way in', async () => {
  const { phone, customer } = await signUp(site);
  await site.deps.db.execute(sql`update limit_hits set at = at - interval '61 seconds'`);
  const person = newPerson();
  const { reply } = await newcomer(person, 'google', phone);
  expect(reply.json<SignedInReply>().customer.uuid).toBe(customer.uuid);
  expect((await enter(person)).json<SignedInReply>().customer.uuid).toBe(customer.uuid);
});

test('an address joins an account only when both sides have proved it', async () => {
  const { customer } = await signUp(site);
  const email = 'Proved@example.com';
  const set = (emailVerifiedAt: Date | null) =>
    site.deps.db.update(customers).set({ email, emailVerifiedAt }).where(eq(customers.uuid, customer.uuid));
  const arrives = async (claims: JWTPayload) =>
    (await enter({ ...newPerson(), email: email.toLowerCase(), ...claims })).status;
  await set(null);
  expect(await arrives({})).toBe(422);
  await set(new Date());
  expect(await arrives({ email_verified: false })).toBe(422);
  expect(await arrives({})).toBe(200);
});

const wrongTokens: [string, (nonce: string) => Promise<string>][] = [
  ['for another client', (nonce) => issuer.token({ ...newPerson(), aud: 'somebody-else', nonce })],
  [
    'for two clients, given to the other',
    (nonce) => issuer.token({ ...newPerson(), aud: [CLIENT, 'x'], azp: 'x', nonce }),
  ],
  ['of another issuer', (nonce) => issuer.token({ ...newPerson(), aud: CLIENT, nonce, iss: 'https://evil.example' })],
  [
    'that has run out',
    (nonce) => issuer.token({ ...newPerson(), aud: CLIENT, nonce, exp: Math.floor(Date.now() / 1_000) - 60 }),
  ],
  [
    'that is old',
    (nonce) => issuer.token({ ...newPerson(), aud: CLIENT, nonce, iat: Math.floor(Date.now() / 1_000) - 700 }),
  ],
  ['of another sign-in', () => issuer.token({ ...newPerson(), aud: CLIENT, nonce: 'f'.repeat(64) })],
  ['without nonce', () => issuer.token({ ...newPerson(), aud: CLIENT })],
  ['signed by a stranger', (nonce) => issuer.token({ ...newPerson(), aud: CLIENT, nonce }, { forged: true })],
  [
    'not signed',
    async (nonce) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const now = Math.floor(Date.now() / 1_000);
      return `${part({ alg: 'none' })}.${part({ ...newPerson(), iss: issuer.url, aud: CLIENT, nonce, iat: now, exp: now + 60 })}.`;
    },
  ],
  ['that is none', async () => 'x.y.z'],
];

test.each(wrongTokens)('a token %s is refused', async (_, make) => {
  const who = caller(site);
  const { cookie, nonce } = await start(who);
  const refused = await who.post(
    '/api/customers/login-whit-social',
    { provider: 'google', id_token: await make(nonce) },
    { cookie },
  );
  expect([refused.status, code(refused)]).toEqual([422, 'SOCIAL_REFUSED']);
});

test('the right token from another browser, or a second time, is refused', async () => {
  const person = newPerson();
  await newcomer(person);
  const who = caller(site);
  const { cookie, nonce } = await start(who);
  const body = { provider: 'google', id_token: await issuer.token({ ...person, aud: CLIENT, nonce }) };
  const other = await start(caller(site));
  expect(code(await who.post('/api/customers/login-whit-social', body))).toBe('SOCIAL_REFUSED');
  expect(code(await who.post('/api/customers/login-whit-social', body, { cookie: other.cookie }))).toBe(
    'SOCIAL_REFUSED',
  );
  expect((await who.post('/api/customers/login-whit-social', body, { cookie })).status).toBe(200);
  expect(code(await who.post('/api/customers/login-whit-social', body, { cookie }))).toBe('SOCIAL_REFUSED');
});

test('a social ticket is good once and proves no phone', async () => {
  const { body, who } = await newcomer(newPerson());
  const proof = await provePhone(site, who, newPhone());
  const person = { first_name: 'נועה', last_name: 'לוי' };
  const post = (ticket: string, social_ticket: string) =>
    who.post('/api/customers/create-customer', { ticket, social_ticket, ...person });
  expect(code(await post(proof.ticket, body.social_ticket))).toBe('TICKET_INVALID');
  const { details } = (await enter(newPerson())).json<{ details: { social_ticket: string } }>();
  expect(code(await post(details.social_ticket, details.social_ticket))).toBe('TICKET_INVALID');
  expect((await post(proof.ticket, details.social_ticket)).status).toBe(200);
});

test('keys are kept, and a new one is fetched when it signs', async () => {
  const person = newPerson();
  await newcomer(person);
  const asked = issuer.keysAsked();
  expect((await enter(person)).status).toBe(200);
  expect(issuer.keysAsked()).toBe(asked);
});

test('a store without client ids offers none, and an issuer that is down is told as such', async () => {
  const elsewhere = caller(site, { host: 'noam.localhost' });
  expect(code(await elsewhere.post('/api/customers/start-social', { provider: 'google' }))).toBe('SOCIAL_OFF');
  const down = await startApp({ env: { GOOGLE_ISSUER: 'http://127.0.0.1:9', TRUST_PROXY: '1' } });
  await down.deps.db
    .update(stores)
    .set({ settings: sql`${stores.settings} || '{"social":{"google":"client"}}'::jsonb` })
    .where(eq(stores.key, 'raam'));
  const reply = await caller(down).post('/api/customers/start-social', { provider: 'google' });
  expect([reply.status, code(reply)]).toEqual([503, 'SOCIAL_UNAVAILABLE']);
  await down.close();
});
