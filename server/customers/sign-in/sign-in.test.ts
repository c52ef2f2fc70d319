import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInReply } from '#contract/customers/customers.ts';
import { contract } from '#contract/index.ts';
import { consents, customers, customerTokens } from '#db/schema/index.ts';
import { eq, inArray } from '#db/sql.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { type Caller, caller, newPhone, provePhone, signUp } from '../../../tests/support/customers.ts';
import type { Reply } from '../../../tests/support/http.ts';
import { cleanUpSignIns } from './clean-up.ts';

let site: TestApp;
let clock = new Date('2026-06-01T09:00:00Z');
const pass = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1_000);
};
const DAY = 86_400;
const who = (caller: Caller, headers: Record<string, string>) => caller.get('/api/customers/get-by-token', headers);
const cookieOf = (token: string) => ({ cookie: `auth._token.local=${token}` });
const code = (reply: { json: <T>() => T }) => reply.json<{ error_code: string }>().error_code;

beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' }, deps: { now: () => clock } });
});
afterAll(() => site.close());

test('phone, code, sign-up, and the next time phone, code, sign-in', async () => {
  const phone = newPhone();
  const me = caller(site);
  const first = await provePhone(site, me, phone);
  expect(first.registered).toBe(false);
  const refused = await me.post('/api/customers/login', { ticket: first.ticket });
  expect([refused.status, code(refused)]).toEqual([422, 'NOT_REGISTERED']);
  const created = await me.post('/api/customers/create-customer', {
    ticket: first.ticket,
    first_name: 'נועה',
    last_name: 'בן־דוד',
    email: 'noa@example.com',
    marketing_consent: true,
  });
  const { token, customer } = created.json<SignedInReply>();
  expect(customer).toMatchObject({
    full_name: 'נועה בן־דוד',
    phone: `${phone.slice(0, 3)}-${phone.slice(3)}`,
    email: 'noa@example.com',
  });
  expect(await site.deps.db.select().from(consents).where(eq(consents.customerUid, customer.uuid))).toMatchObject([
    { kind: 'marketing', given: true, text: expect.stringContaining('מבצעים') },
  ]);

  pass(61);
  const again = await provePhone(site, me, phone);
  expect(again.registered).toBe(true);
  const signedIn = (await me.post('/api/customers/login', { ticket: again.ticket })).json<SignedInReply>();
  expect(signedIn.customer.uuid).toBe(customer.uuid);
  expect(signedIn.token).not.toBe(token);
  for (const headers of [cookieOf(signedIn.token), { authorization: `Bearer ${signedIn.token}` }]) {
    expect((await who(me, headers)).json()).toMatchObject({ uuid: customer.uuid, favorites: [] });
  }
  const byQuery = await me.get(`/api/customers/get-by-token?token=${signedIn.token}`);
  expect(byQuery.json()).toMatchObject({ uuid: customer.uuid });
  expect(byQuery.headers['cache-control']).toBe('private, no-store');
});

test('nobody has agreed to marketing who did not tick it', async () => {
  const { customer } = await signUp(site);
  expect(await site.deps.db.select().from(consents).where(eq(consents.customerUid, customer.uuid))).toEqual([]);
});

test('a ticket is good once, as long as a sign-up may take, in its store', async () => {
  const me = caller(site);
  const body = { first_name: 'אורי', last_name: 'גל' };
  const phone = newPhone();
  const { ticket } = await provePhone(site, me, phone);
  const elsewhere = caller(site, { host: 'noam.localhost' });
  expect(code(await elsewhere.post('/api/customers/create-customer', { ticket, ...body }))).toBe('TICKET_INVALID');
  const both = await Promise.all([1, 2].map(() => me.post('/api/customers/create-customer', { ticket, ...body })));
  expect(both.map((reply) => reply.status).sort()).toEqual([200, 422]);
  expect(code(await me.post('/api/customers/login', { ticket }))).toBe('TICKET_INVALID');

  const slow = await provePhone(site, me, newPhone());
  pass(1_799);
  expect((await me.post('/api/customers/create-customer', { ticket: slow.ticket, ...body })).status).toBe(200);
  const late = await provePhone(site, me, newPhone());
  pass(1_801);
  expect(code(await me.post('/api/customers/create-customer', { ticket: late.ticket, ...body }))).toBe(
    'TICKET_INVALID',
  );
});

test('signing up a phone that is registered signs it in and changes nothing', async () => {
  const { phone, customer } = await signUp(site);
  pass(61);
  const me = caller(site);
  const { ticket } = await provePhone(site, me, phone);
  const reply = await me.post('/api/customers/create-customer', { ticket, first_name: 'אחר', last_name: 'לגמרי' });
  expect(reply.json<SignedInReply>().customer).toEqual(customer);
});

test('the cookie: HttpOnly, Lax, whole site, Secure on https, and a marker that holds no secret', async () => {
  const plain = caller(site);
  const { ticket } = await provePhone(site, plain, newPhone());
  const body = { ticket, first_name: 'גיל', last_name: 'רז' };
  const created = await plain.post('/api/customers/create-customer', body);
  const { token } = created.json<SignedInReply>();
  expect(created.headers['set-cookie']).toEqual([
    `auth._token.local=${token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    'auth.signed_in=1; Max-Age=2592000; Path=/; SameSite=Lax',
    expect.stringMatching(/^auth\.known=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const { ticket: second } = await provePhone(site, plain, newPhone());
  const secure = await plain.post(
    '/api/customers/create-customer',
    { ...body, ticket: second },
    { 'x-forwarded-proto': 'https' },
  );
  for (const cookie of secure.headers['set-cookie'] ?? []) expect(cookie).toContain('; Secure');
});

test('only the hash of a token is kept', async () => {
  const { token, customer } = await signUp(site);
  const rows = await site.deps.db.select().from(customerTokens).where(eq(customerTokens.customerUid, customer.uuid));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a token of another store is no token', async () => {
  const { token } = await signUp(site);
  const elsewhere = caller(site, { host: 'noam.localhost' });
  expect((await who(elsewhere, cookieOf(token))).status).toBe(401);
  expect((await elsewhere.get(`/api/customers/get-by-token?token=${token}`)).status).toBe(401);
  expect((await elsewhere.get('/customer/orders/get-customer-orders', cookieOf(token))).status).toBe(401);
});

test('logging out revokes the token itself and clears the cookies', async () => {
  const { who: me, token } = await signUp(site);
  const out = await me.post('/customer/customers/logout', undefined, cookieOf(token));
  expect(out.status).toBe(200);
  for (const cookie of out.headers['set-cookie'] ?? [])
    expect(cookie).toMatch(/^auth\.\S+=; .*Expires=Thu, 01 Jan 1970/);
  const after = await who(me, cookieOf(token));
  expect(after.status).toBe(401);
  expect(after.headers['set-cookie']).toHaveLength(2);
});

test('logging out takes the orders that were placed on the device, and no other cookie', async () => {
  const { who: me, token } = await signUp(site);
  const cookie = `auth._token.local=${token}; order.7K4M-29QX=secret; order.else=1; gate=1`;
  const out = await me.post('/customer/customers/logout', undefined, { cookie });
  const cleared = (out.headers['set-cookie'] ?? []).filter((one) => !one.startsWith('auth.'));
  expect(cleared).toEqual([expect.stringMatching(/^order\.7K4M-29QX=; .*Expires=Thu, 01 Jan 1970/)]);
  expect(cleared[0]).toContain('HttpOnly');
});

test('a session that ended elsewhere, or another’s sign-in over it, takes the orders of the device, too; a guest keeps theirs', async () => {
  const order = 'order.7K4M-29QX=secret';
  const ordersTaken = (reply: Reply) =>
    (reply.headers['set-cookie'] ?? []).filter((one) => /^order\.7K4M-29QX=; .*1970/.test(one)).length;
  const mine = await signUp(site);
  await mine.who.post('/customer/customers/logout-everywhere', undefined, mine.bearer);
  const ended = `auth._token.local=${mine.token}; auth.signed_in=1; ${order}`;
  const ask = async (cookie: string) => ordersTaken(await who(mine.who, { cookie }));
  expect([await ask(ended), await ask(`auth.signed_in=1; ${order}`), await ask(order)]).toEqual([1, 1, 0]);
  const enter = async (cookie: string, phone = newPhone()) => {
    const me = caller(site);
    const { ticket } = await provePhone(site, me, phone);
    return me.post('/api/customers/create-customer', { ticket, first_name: 'טל', last_name: 'עמית' }, { cookie });
  };
  expect([ordersTaken(await enter(ended)), ordersTaken(await enter(order))]).toEqual([1, 0]);
  // The same person again, with a fresh session.
  const other = await signUp(site);
  pass(61);
  expect(ordersTaken(await enter(`auth._token.local=${other.token}; auth.signed_in=1; ${order}`, other.phone))).toBe(0);
});

test('signing in ends the session that the request brought', async () => {
  const planted = await signUp(site);
  const me = caller(site);
  const { ticket } = await provePhone(site, me, newPhone());
  const reply = await me.post(
    '/api/customers/create-customer',
    { ticket, first_name: 'טל', last_name: 'עמית' },
    cookieOf(planted.token),
  );
  expect(reply.json<SignedInReply>().token).not.toBe(planted.token);
  expect((await who(me, cookieOf(planted.token))).status).toBe(401);
});

test('a token lives 30 days after it was last used', async () => {
  const { who: me, token } = await signUp(site);
  pass(20 * DAY);
  const used = await who(me, cookieOf(token));
  expect(used.status).toBe(200);
  expect(used.headers['set-cookie']?.[0]).toContain('Max-Age=2592000');
  pass(29 * DAY);
  expect((await who(me, cookieOf(token))).status).toBe(200);
  pass(30 * DAY + 1);
  expect((await who(me, cookieOf(token))).status).toBe(401);
  await cleanUpSignIns(site.deps);
  expect(await site.deps.db.select().from(customerTokens)).toEqual([]);
});

test('the code of a message is forgotten once it can open nothing', async () => {
  await signUp(site);
  const bodies = async () =>
    (
      await site.connection.pool.query(
        `select body from outbox where about = 'code' and sent_at is not null order by created_at`,
      )
    ).rows;
  await site.connection.pool.query('update outbox set sent_at = created_at');
  await cleanUpSignIns(site.deps);
  expect((await bodies()).at(-1)?.body).toMatch(/\d{6}/);
  pass(DAY);
  await cleanUpSignIns(site.deps);
  expect(new Set((await bodies()).map(({ body }) => body))).toEqual(new Set(['']));
});

test('a write from another site is refused, whatever call of the contract it is', async () => {
  const { who: me, token, bearer } = await signUp(site);
  const elsewhere: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  const writes = Object.keys(contract).filter((name) => !name.startsWith('GET '));
  expect(writes.length).toBeGreaterThan(40);
  for (const name of writes) {
    const [method = '', pattern = ''] = name.split(' ');
    const path = pattern.replace(/:\w+/g, crypto.randomUUID());
    for (const from of elsewhere) {
      const headers = { ...cookieOf(token), ...from };
      const reply = await site.call({ host: me.host, method, path, body: {}, headers });
      expect([name, reply.status, code(reply)]).toEqual([name, 403, 'FORBIDDEN_ORIGIN']);
    }
  }
  expect((await who(me, bearer)).status).toBe(200);
});

test.each([
  { first_name: '' },
  { first_name: 'א'.repeat(61) },
  { first_name: '<b>דן</b>' },
  { first_name: 'דן1' },
  { email: 'not an address' },
  { phone: '0501234567' },
])('sign-up refuses %j and keeps the ticket', async (wrong) => {
  const me = caller(site);
  const { ticket } = await provePhone(site, me, newPhone());
  const right = { ticket, first_name: 'דן', last_name: 'ארז' };
  expect((await me.post('/api/customers/create-customer', { ...right, ...wrong })).status).toBe(400);
  expect((await me.post('/api/customers/create-customer', right)).status).toBe(200);
});

test('two customers may have typed the same e-mail: neither learns of the other', async () => {
  const [one, two] = [await signUp(site), await signUp(site)];
  for (const { who: me, bearer } of [one, two]) {
    const body = { first_name: 'שיר', last_name: 'לב', email: 'shir@example.com' };
    expect((await me.post('/customer/customers/update', body, bearer)).json()).toMatchObject({
      full_name: 'שיר לב',
      email: 'shir@example.com',
    });
  }
  const uuids = [one.customer.uuid, two.customer.uuid];
  expect(
    await site.deps.db.select({ email: customers.email }).from(customers).where(inArray(customers.uuid, uuids)),
  ).toHaveLength(2);
});

test.each([
  ['/personal-area/favorites?page=2', '%2Fpersonal-area%2Ffavorites%3Fpage%3D2'],
  [
    '/personal-area/favorites.data?page=2&_routes=routes%2Fpersonal-area%2Ffavorites',
    '%2Fpersonal-area%2Ffavorites%3Fpage%3D2',
  ],
  ['/personal-area/edit-details/general.data', '%2Fpersonal-area%2Fedit-details%2Fgeneral'],
])('a stranger who asks for %s is led back to the page itself', async (path, to) => {
  const reply = await caller(site).get(path);
  // A page redirects; its data request returns the target.
  expect(`${reply.headers.location ?? ''} ${reply.text}`).toMatch(new RegExp(`/login\\?to=${to}(?![\\w%])`));
});

test('every call of a customer refuses a stranger', async () => {
  const me = caller(site);
  const id = crypto.randomUUID();
  const replies = await Promise.all([
    me.get('/api/customers/get-by-token'),
    me.post('/customer/customers/update', { first_name: 'דן', last_name: 'ארז' }),
    me.post('/customer/customers/add-favorite-product', { product_ids: [id] }),
    me.get('/customer/customers/get-products'),
    me.delete(`/customer/customers/${id}`),
    me.get('/customer/orders/get-customer-orders'),
    me.get(`/api/orders/get-order?id=${id}`),
  ]);
  expect(replies.map((reply) => reply.status)).toEqual(Array(7).fill(401));
});
