import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, signUp } from '../../../tests/support/customers.ts';

let site: TestApp;
let late = 0;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' }, deps: { now: () => new Date(Date.now() + late) } });
});
afterAll(() => site.close());

type Owner = Awaited<ReturnType<typeof signUp>>;
const PAGE = '/personal-area/prove-email?for=garage';
const send = (path: string, owner: Owner | null, form?: Record<string, string>) =>
  site.call({
    ...{
      host: 'raam.localhost',
      path,
      method: form ? 'POST' : 'GET',
      body: form && new URLSearchParams(form).toString(),
    },
    headers: {
      ...(owner && { cookie: `auth._token.local=${owner.token}` }),
      origin: `http://raam.localhost:${site.port}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
/** As if the owner had signed in so many minutes from now. */
const sign = ({ token }: Owner, minutes: number) =>
  site.connection.pool.query(
    `update customer_tokens set created_at = now() + make_interval(mins => $2) where token_hash = encode(sha256($1::text::bytea), 'hex')`,
    [token, minutes],
  );
const stateOf = async ({ phone }: Owner) => {
  const { rows } = await site.connection.pool.query(
    `select email, email_verified_at is not null as proved from customers where phone = $1`,
    [`+972${phone.slice(1)}`],
  );
  return rows[0];
};
async function linkTo(owner: Owner, email: string): Promise<string> {
  const reply = await send(PAGE, owner, { email });
  expect(reply.status).toBe(200);
  expect(reply.text).toContain('שלחנו קישור');
  const { rows } = await site.connection.pool.query<{ body: string }>(
    `select body from outbox where about = 'e-mail proof' and recipient = $1 order by created_at desc limit 1`,
    [email],
  );
  return /\/personal-area\/prove-email\?\S+/.exec(rows[0]?.body ?? '')?.[0] ?? '';
}

test('a link in a mail proves an e-mail to whoever is signed in to the account, and nobody else', async () => {
  const [owner, stranger] = [await signUp(site), await signUp(site)];
  const email = 'noa.proof@example.com';
  const link = await linkTo(owner, email);
  expect(await stateOf(owner)).toEqual({ email, proved: false });

  // A look at it changes nothing, and without a sign-in it leads to one.
  expect((await send(link, owner)).text).toContain('לאמת את הכתובת');
  expect((await send(link, null)).headers.location).toMatch(/^\/login/);
  await linkTo(stranger, email);
  await send(link, stranger, { prove: 'yes' });
  await send(`${link}x`, owner, { prove: 'yes' });
  // Whoever finds a session open must not prove a mailbox of their own: it would let them choose a password.
  late = 16 * 60_000;
  await send(link, owner, { prove: 'yes' });
  expect((await send(link, owner)).text).toContain('היכנסו שוב');
  expect((await send(PAGE, owner, { email: 'thief@example.com' })).text).toContain('התחברו שוב');
  late = 61 * 60_000;
  await sign(owner, 60);
  await send(link, owner, { prove: 'yes' });
  expect((await send(link, owner)).text).toContain('אינו בתוקף');
  late = 0;
  await sign(owner, 0);
  expect(await Promise.all([owner, stranger].map(stateOf))).toEqual([
    { email, proved: false },
    { email, proved: false },
  ]);

  const proved = await send(link, owner, { prove: 'yes' });
  const page = '/personal-area/garage?email-proved#email-proved';
  expect([proved.status, proved.headers.location]).toEqual([303, page]);
  expect((await send(page, owner)).text).toMatch(/role="status"[^>]*>כתובת הדוא״ל אומתה/);
  expect((await send(PAGE, owner)).headers.location).toBe('/personal-area/garage');
  expect((await send(link, owner)).headers.location).toBe(page);
  expect(await stateOf(owner)).toEqual({ email, proved: true });

  // A mailbox has one owner: who proves it later takes it over.
  const other = await linkTo(stranger, email);
  await send(other, stranger, { prove: 'yes' });
  expect([await stateOf(owner), await stateOf(stranger)]).toEqual([
    { email, proved: false },
    { email, proved: true },
  ]);
});

test('what is no e-mail is told, and a mailbox gets three mails an hour of its owner, whatever strangers asked for', async () => {
  const owner = await signUp(site);
  expect((await send(PAGE, owner, { email: 'noa' })).text).toMatch(/aria-invalid="true"/);
  await linkTo(owner, 'noa.often@example.com');
  const forgotten = (headers = {}) =>
    caller(site).post('/api/customers/forgot-password', { email: 'noa.often@example.com' }, headers);
  for (const status of [200, 200, 429]) expect((await forgotten()).status).toBe(status);
  await linkTo(owner, 'noa.often@example.com');
  expect((await forgotten(owner.bearer)).status).toBe(200);
  await linkTo(owner, 'noa.often@example.com');
  expect((await send(PAGE, owner, { email: 'NOA.often@example.com' })).text).toContain('אפשר לנסות שוב');
  // Nor does an account mail to any number of mailboxes.
  await site.connection.pool.query('delete from limit_hits');
  for (let mails = 0; mails < 5; mails++) await linkTo(owner, `noa.${mails}@example.com`);
  expect((await send(PAGE, owner, { email: 'noa.5@example.com' })).text).toContain('אפשר לנסות שוב');
});
