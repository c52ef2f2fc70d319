import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInReply } from '#contract/customers/customers.ts';
import type { ResetLink } from '#contract/customers/sign-in.ts';
import { customers } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import {
  caller,
  lastCode,
  lastMail,
  newPhone,
  provePhone,
  signUp,
  signUpByPassword,
} from '../../../tests/support/customers.ts';
import { cookieFrom } from '../../../tests/support/limits.ts';
import { hashPassword, isPassword } from './passwords.ts';

let site: TestApp;
let clock = new Date('2026-06-01T09:00:00Z');
const pass = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1_000);
};
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' }, deps: { now: () => clock } });
});
afterAll(() => site.close());

const PASSWORD = 'סוס כחול אוכל מרק';
const NEXT = 'גשם על חלון ישן';
const code = (reply: { json: <T>() => T }) => reply.json<{ error_code: string }>().error_code;
const linkOf = async (email: string) =>
  /reset-password\?token=([\w-]{43})/.exec((await lastMail(site, email)).body)?.[1];
let people = 0;
const newEmail = () => `person${++people}@example.com`;

const withPassword = (email = newEmail(), password = PASSWORD) => signUpByPassword(site, email, password);

const login = (email: string, password: string) => caller(site).post('/api/customers/login', { email, password });
const knows = async (token: string) =>
  (await caller(site).get('/api/customers/get-by-token', { authorization: `Bearer ${token}` })).status === 200;

test('sign-up with a password, and sign-in by it, however the address is written', async () => {
  const { email, customer } = await withPassword();
  const reply = await login(email.toUpperCase(), PASSWORD);
  expect(reply.json<SignedInReply>().customer).toEqual(customer);
  expect(reply.headers['set-cookie']).toHaveLength(3);
  expect(code(await login(email, `${PASSWORD}.`))).toBe('WRONG_LOGIN');
  const elsewhere = caller(site, { host: 'noam.localhost' });
  expect(code(await elsewhere.post('/api/customers/login', { email, password: PASSWORD }))).toBe('WRONG_LOGIN');
});

test('a password is kept by argon2id with a salt of its own', async () => {
  const [one, two] = await Promise.all([hashPassword('אחת שתיים שלוש'), hashPassword('אחת שתיים שלוש')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(two);
  // The same letters, composed and decomposed.
  expect(await isPassword('caf\u0065\u0301 au lait', await hashPassword('caf\u00e9 au lait'))).toBe(true);
  expect(await isPassword('', null)).toBe(false);
});

test.each([
  ['קצר מדי', 'WEAK_PASSWORD'],
  ['qwertyuiop12', 'WEAK_PASSWORD'],
  ['נועהלוי2026', 'WEAK_PASSWORD'],
])('sign-up refuses the password %s and keeps the ticket', async (password, refusal) => {
  const who = caller(site);
  const { ticket } = await provePhone(site, who, newPhone());
  const body = { ticket, first_name: 'נועה', last_name: 'לוי', email: newEmail() };
  expect(code(await who.post('/api/customers/create-customer', { ...body, password }))).toBe(refusal);
  expect((await who.post('/api/customers/create-customer', { ...body, password: PASSWORD })).status).toBe(200);
});

test('a password needs an address to go with', async () => {
  const who = caller(site);
  const { ticket } = await provePhone(site, who, newPhone());
  const body = { ticket, first_name: 'נועה', last_name: 'לוי', password: PASSWORD };
  expect((await who.post('/api/customers/create-customer', body)).status).toBe(400);
});

/** Through the first link of an e-mail, which needs a proved phone. */
async function proved() {
  const person = await withPassword();
  await person.who.post('/api/customers/forgot-password', { email: person.email });
  const token = await linkOf(person.email);
  const reply = await person.who.post('/api/customers/reset-password', { token, password: PASSWORD }, person.bearer);
  if (reply.status !== 200) throw new Error(reply.text);
  // The next mail is later than these.
  pass(1);
  return person;
}

test('forgotten: a mailed link chooses a new password, once, and signs everybody else out', async () => {
  const { email, token: session } = await proved();
  const me = caller(site);
  expect((await me.post('/api/customers/forgot-password', { email })).json()).toEqual({ expires_in: 3600 });
  const token = await linkOf(email);
  expect((await me.post('/api/customers/verify-reset-password-link', { token })).json<ResetLink>()).toEqual({
    valid: true,
    email: email.replace(/^(.).*@/, '$1…@'),
    sign_in_first: false,
  });
  expect(code(await me.post('/api/customers/reset-password', { token, password: 'password12' }))).toBe('WEAK_PASSWORD');
  pass(1);
  expect((await me.post('/api/customers/reset-password', { token, password: NEXT })).status).toBe(200);
  expect((await lastMail(site, email)).subject).toContain('הסיסמה הוחלפה');
  expect(await knows(session)).toBe(false);
  expect(code(await login(email, PASSWORD))).toBe('WRONG_LOGIN');
  expect((await login(email, NEXT)).status).toBe(200);
  expect(code(await me.post('/api/customers/reset-password', { token, password: PASSWORD }))).toBe(
    'RESET_LINK_INVALID',
  );
  expect((await me.post('/api/customers/verify-reset-password-link', { token })).json<ResetLink>().valid).toBe(false);
});

test('a link is good for an hour, in its store, and until the next one', async () => {
  const { email } = await proved();
  const [me, elsewhere] = [caller(site), caller(site, { host: 'noam.localhost' })];
  const valid = async (token: string | undefined, who = me) =>
    (await who.post('/api/customers/verify-reset-password-link', { token })).json<ResetLink>().valid;
  await me.post('/api/customers/forgot-password', { email });
  const first = await linkOf(email);
  pass(1);
  await me.post('/api/customers/forgot-password', { email });
  const second = await linkOf(email);
  expect([await valid(first), await valid(second), await valid(second, elsewhere)]).toEqual([false, true, false]);
  pass(3_599);
  expect(await valid(second)).toBe(true);
  pass(1);
  expect(await valid(second)).toBe(false);
});

test('two at once with one link: one password', async () => {
  const { email } = await proved();
  await caller(site).post('/api/customers/forgot-password', { email });
  const token = await linkOf(email);
  const replies = await Promise.all(
    [PASSWORD, NEXT].map((password) => caller(site).post('/api/customers/reset-password', { token, password })),
  );
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 422]);
});

test('an address that was only typed: its link opens the account only for who proves the phone', async () => {
  const { email, who, bearer, customer } = await withPassword();
  await caller(site).post('/api/customers/forgot-password', { email });
  const token = await linkOf(email);
  const stranger = caller(site);
  expect((await stranger.post('/api/customers/verify-reset-password-link', { token })).json()).toMatchObject({
    valid: true,
    sign_in_first: true,
  });
  expect(code(await stranger.post('/api/customers/reset-password', { token, password: NEXT }))).toBe('SIGN_IN_AGAIN');
  const other = await signUp(site);
  expect(code(await other.who.post('/api/customers/reset-password', { token, password: NEXT }, other.bearer))).toBe(
    'SIGN_IN_AGAIN',
  );
  // An old session is not proof enough.
  pass(901);
  expect(code(await who.post('/api/customers/reset-password', { token, password: NEXT }, bearer))).toBe(
    'SIGN_IN_AGAIN',
  );
  const again = await signUp(site, caller(site), (await phoneOf(customer.uuid)) ?? '');
  expect((await again.who.post('/api/customers/reset-password', { token, password: NEXT }, again.bearer)).status).toBe(
    200,
  );
  expect(await knows(again.token)).toBe(true);
  expect((await login(email, NEXT)).status).toBe(200);
});

const phoneOf = async (uuid: string) => {
  const [row] = await site.deps.db.select().from(customers).where(eq(customers.uuid, uuid));
  return row?.phone?.replace('+972', '0');
};

test('of several who typed an address, the one who proved it is asked first', async () => {
  const { email, customer } = await proved();
  const squatter = await withPassword(email, 'אותה סיסמה בדיוק 77');
  expect((await login(email, PASSWORD)).json<SignedInReply>().customer.uuid).toBe(customer.uuid);
  expect((await login(email, 'אותה סיסמה בדיוק 77')).json<SignedInReply>().customer.uuid).toBe(squatter.customer.uuid);
  await caller(site).post('/api/customers/forgot-password', { email });
  const token = await linkOf(email);
  expect((await caller(site).post('/api/customers/reset-password', { token, password: NEXT })).status).toBe(200);
  expect((await login(email, NEXT)).json<SignedInReply>().customer.uuid).toBe(customer.uuid);
});

test('older accounts that typed the address, too, shut nobody’s password; however many, none on a device that is known', async () => {
  const { email, phone, customer } = await withPassword();
  const hash = await hashPassword('אותה סיסמה בדיוק 77');
  const typedByOthers = (from: number, to: number) =>
    site.connection.pool.query(
      `insert into customers (store_uid, phone, first_name, last_name, email, password_hash, created_at)
       select store_uid, '+9725099900' || lpad(n::text, 2, '0'), first_name, last_name, email, $2, created_at - interval '1 day'
       from customers, generate_series($3::int, $4::int) n where uuid = $1`,
      [customer.uuid, hash, from, to],
    );
  await typedByOthers(1, 5);
  const entered = async (headers?: Record<string, string>) => {
    const reply = await caller(site).post('/api/customers/login', { email, password: PASSWORD }, headers);
    return reply.json<Partial<SignedInReply>>().customer?.uuid;
  };
  expect(await entered()).toBe(customer.uuid);
  await typedByOthers(6, 40);
  pass(61);
  const ownCaller = caller(site);
  await ownCaller.askCode(phone);
  const proved = await ownCaller.verify(phone, await lastCode(site, phone));
  expect(await entered({ cookie: cookieFrom(proved.headers, 'auth.known') })).toBe(customer.uuid);
});

test('another address is not proved by the first, and ends its link', async () => {
  const { email, who, bearer } = await proved();
  await caller(site).post('/api/customers/forgot-password', { email });
  const token = await linkOf(email);
  const change = (address: string) =>
    who.post('/customer/customers/update', { first_name: 'נועה', last_name: 'לוי', email: address }, bearer);
  const proof = async () =>
    (await caller(site).post('/api/customers/verify-reset-password-link', { token })).json<ResetLink>();
  await change(email.toUpperCase());
  expect(await proof()).toMatchObject({ valid: true, sign_in_first: false });
  await change(newEmail());
  expect((await proof()).valid).toBe(false);
  await change(email);
  expect(await proof()).toMatchObject({ valid: true, sign_in_first: true });
});

test('an address that is put in while its account’s link is being used is not proved by that link', async () => {
  const { email, who, bearer, customer } = await withPassword();
  await who.post('/api/customers/forgot-password', { email });
  const token = await linkOf(email);
  const other = newEmail();
  const client = await site.connection.pool.connect();
  await client.query('begin');
  await client.query('update customers set email = $2 where uuid = $1', [customer.uuid, other]);
  const reply = who.post('/api/customers/reset-password', { token, password: NEXT }, bearer);
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await site.connection.pool.query(waits)).rowCount, { timeout: 20_000 })
    .toBe(1)
    .finally(() => client.query('commit'))
    .finally(() => client.release());
  expect(code(await reply)).toBe('RESET_LINK_INVALID');
  const [row] = await site.deps.db.select().from(customers).where(eq(customers.uuid, customer.uuid));
  expect(row).toMatchObject({ email: other, emailVerifiedAt: null });
  expect((await login(other, PASSWORD)).status).toBe(200);
});

test('the password is changed with the old one; the session that does it stays, others end', async () => {
  const { who, bearer, token, email } = await withPassword();
  const other = (await login(email, PASSWORD)).json<SignedInReply>().token;
  const change = (current_password: string, password: string) =>
    who.post('/customer/customers/change-password', { current_password, password }, bearer);
  expect(code(await change('לא הסיסמה שלי', NEXT))).toBe('WRONG_PASSWORD');
  expect(code(await change(PASSWORD, 'israel1948'))).toBe('WEAK_PASSWORD');
  expect((await change(PASSWORD, NEXT)).status).toBe(200);
  expect([await knows(token), await knows(other)]).toEqual([true, false]);
  expect((await login(email, NEXT)).status).toBe(200);
  expect((await lastMail(site, email)).subject).toContain('הסיסמה הוחלפה');
  const alone = await who.post('/customer/customers/change-password', { password: PASSWORD }, bearer);
  expect(code(alone)).toBe('WRONG_PASSWORD');
  expect(alone.json<{ fields: { path: string }[] }>().fields.map(({ path }) => path)).toEqual(['current_password']);
  const stranger = await caller(site).post('/customer/customers/change-password', { password: NEXT });
  expect(stranger.status).toBe(401);
});

test('the old password is guessed ten times in a quarter of an hour, and no more', async () => {
  const { who, bearer } = await withPassword();
  const guess = (current_password: string) =>
    who.post('/customer/customers/change-password', { current_password, password: NEXT }, bearer);
  const replies: number[] = [];
  for (let at = 0; at < 11; at++) replies.push((await guess('לא הסיסמה שלי')).status);
  expect(replies).toEqual([...Array(10).fill(422), 429]);
  expect((await guess(PASSWORD)).status).toBe(429);
  pass(900);
  expect((await guess(PASSWORD)).status).toBe(200);
});

test('a first password: with an address, a short while after signing in, and without an old one', async () => {
  const { who, bearer, token, phone } = await signUp(site);
  const other = await signUp(site, caller(site), newPhone());
  const change = (body: object, by = bearer) => who.post('/customer/customers/change-password', body, by);
  expect(code(await change({ password: NEXT }))).toBe('EMAIL_REQUIRED');
  const email = newEmail();
  await who.post('/customer/customers/update', { first_name: 'נועה', last_name: 'לוי', email }, bearer);
  expect(code(await change({ current_password: '-', password: NEXT }))).toBe('WRONG_PASSWORD');
  expect(code(await change({ password: 'israel1948' }))).toBe('WEAK_PASSWORD');
  // An old session can't plant a password.
  pass(901);
  expect(code(await change({ password: NEXT }))).toBe('SIGN_IN_AGAIN');
  const again = await signUp(site, caller(site), phone);
  expect((await change({ password: NEXT }, again.bearer)).status).toBe(200);
  expect([await knows(token), await knows(again.token), await knows(other.token)]).toEqual([false, true, true]);
  expect((await login(email, NEXT)).status).toBe(200);
});

test('out everywhere: every token of the customer, and nobody else’s', async () => {
  const { who, bearer, token, email } = await withPassword();
  const other = (await login(email, PASSWORD)).json<SignedInReply>().token;
  const stranger = await signUp(site);
  const reply = await who.post('/customer/customers/logout-everywhere', undefined, bearer);
  expect(reply.headers['set-cookie']?.[0]).toContain('Expires=Thu, 01 Jan 1970');
  expect([await knows(token), await knows(other), await knows(stranger.token)]).toEqual([false, false, true]);
  expect((await caller(site).post('/customer/customers/logout-everywhere')).status).toBe(401);
});
