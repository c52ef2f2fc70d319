import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInReply } from '#contract/customers/customers.ts';
import { SECRET, startApp, type TestApp } from '../../../tests/support/app.ts';
import { type Caller, caller, newPhone, provePhone } from '../../../tests/support/customers.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

const code = (reply: { json: <T>() => T }) => reply.json<{ error_code: string }>().error_code;
const person = { first_name: 'נועה', last_name: 'לוי' };

test('a sealed sign-up signs up', async () => {
  const who = caller(site);
  const { ticket } = await provePhone(site, who, newPhone());
  const hashedData = await sealed(who, { ticket, ...person, email: 'sealed@example.com' });
  expect(hashedData.split('.')).toHaveLength(5);
  const reply = await who.post('/api/customers/create-customer', { hashedData, isHashed: true });
  expect(reply.json<SignedInReply>().customer).toMatchObject({ full_name: 'נועה לוי', email: 'sealed@example.com' });
});

test('the key is every process’s and every store’s, and holds nothing private', async () => {
  const key = async (one: TestApp, host: string) =>
    (await caller(one, { host }).get('/api/customers/get-encryption-key')).json<JWK>();
  const other = await startApp({ deps: { secret: SECRET } });
  const third = await startApp({ deps: { secret: `${SECRET} changed` } });
  const mine = await key(site, 'raam.localhost');
  expect(await key(other, 'zik.localhost')).toEqual(mine);
  expect((await key(third, 'raam.localhost')).x).not.toBe(mine.x);
  expect(Object.keys(mine).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  await other.close();
  await third.close();
});

test('what a sealed sign-up holds is held to the same rules, and its ticket is spent', async () => {
  const who = caller(site);
  const { ticket } = await provePhone(site, who, newPhone());
  const hashedData = await sealed(who, { ticket, ...person });
  const send = () => who.post('/api/customers/create-customer', { hashedData, isHashed: true });
  expect((await send()).status).toBe(200);
  expect(code(await send())).toBe('TICKET_INVALID');
});

test.each<[string, (who: Caller, body: object) => Promise<string>]>([
  [
    'to another key',
    async (who, body) =>
      sealed(who, body, {
        x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
        y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
      }),
  ],
  ['changed on its way', async (who, body) => `${(await sealed(who, body)).slice(0, -4)}AAAA`],
  ['that is no JSON', async (who) => sealed(who, 'not json')],
  ['with a field of its own', async (who, body) => sealed(who, { ...body, uuid: crypto.randomUUID() })],
  ['that is none', async () => 'a.b.c.d.e'],
  ['without a seal', async (_, body) => JSON.stringify(body)],
])('%s', async (_, make) => {
  const who = caller(site);
  const { ticket } = await provePhone(site, who, newPhone());
  const body = { ticket, ...person };
  const refused = await who.post('/api/customers/create-customer', {
    hashedData: await make(who, body),
    isHashed: true,
  });
  expect([refused.status, code(refused)]).toEqual([400, 'BAD_REQUEST']);
  expect((await who.post('/api/customers/create-customer', body)).status).toBe(200);
});

/** A body as a compact JWE to the store's published key. */
async function sealed(who: Caller, body: object | string, changes: Partial<JWK> = {}): Promise<string> {
  const key = { ...(await who.get('/api/customers/get-encryption-key')).json<JWK>(), ...changes };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid })
    .encrypt(await importJWK(key, 'ECDH-ES'));
}
