// People of the office as a browser would act for them: forms over HTTP, cookies, one-time codes and passkeys.
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { RoleKey } from '#domain/people/permissions.ts';
import { invite, reset } from '#server/staff/people.ts';
import type { TestApp } from './app.ts';
import type { Reply } from './http.ts';

export const OFFICE = 'office.localhost';
export const PASSWORD = 'סוס כחול אוכל מרק';
const SESSION = '__Host-office';
const originOf = (site: TestApp) => `http://${OFFICE}:${site.port}`;

/** One browser: what it has of cookies. */
export type Browser = {
  cookies: Map<string, string>;
  get: (path: string) => Promise<Reply>;
  post: (path: string, fields: Record<string, string>, headers?: Record<string, string>) => Promise<Reply>;
};

export function browser(site: TestApp, ip?: string): Browser {
  const cookies = new Map<string, string>();
  async function send(call: Parameters<TestApp['call']>[0]): Promise<Reply> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { cookie }), ...(ip && { 'x-forwarded-for': ip }), ...call.headers };
    const reply = await site.call({ ...call, host: OFFICE, headers });
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return reply;
  }
  return {
    cookies,
    get: (path) => send({ path }),
    post: (path, fields, headers) =>
      send({
        path,
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { origin: originOf(site), 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
  };
}

/** Somebody new with a role, who has not joined yet. */
export async function invited(
  site: TestApp,
  role: RoleKey = 'sales',
): Promise<{ uuid: string; email: string; ticket: string }> {
  const { db, pool } = site.connection;
  const { rows } = await pool.query<{ uuid: string }>('select uuid from roles where key = $1', [role]);
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const { person, ticket } = await invite(site.deps, db, {
    email,
    name: 'רות לב',
    roleUid: rows[0]?.uuid ?? '',
    storeUids: [null],
    invitedByUid: null,
  });
  return { uuid: person.uuid, email, ticket };
}

export const newLink = (site: TestApp, uuid: string): Promise<string> =>
  reset(site.deps, site.connection.db, { uuid, status: 'active' });

export type Member = {
  uuid: string;
  email: string;
  /** The one-time code at a moment, `steps` of 30 seconds from now. */
  code: (steps?: number) => string;
  recoveryCodes: string[];
  browser: Browser;
};

export const secretShown = (page: string): string =>
  />([A-Z2-7]{4}(?: [A-Z2-7]{4}){7})</.exec(page)?.[1]?.replaceAll(' ', '') ?? '';

/** Joins by password and code: signed in, in a browser of their own. */
export async function member(site: TestApp, role: RoleKey = 'sales', ip?: string): Promise<Member> {
  const { uuid, email, ticket } = await invited(site, role);
  const own = browser(site, ip);
  const secret = secretShown((await own.get(`/join?ticket=${ticket}`)).text);
  const code = codesOf(site, secret);
  // The code of the step before, so that those of now are left for the test; too old where a step ends on the way.
  const join = () => own.post('/join', { ticket, password: PASSWORD, code: code(-1) });
  let reply = await join();
  if (!own.cookies.has(SESSION)) reply = await join();
  if (!own.cookies.has(SESSION)) throw new Error(`nobody joined: ${reply.status} ${reply.text.slice(0, 300)}`);
  const recoveryCodes = [...new Set(reply.text.match(/\b[2-9a-z]{5}-[2-9a-z]{5}\b/g) ?? [])];
  return { uuid, email, code, recoveryCodes, browser: own };
}

export const codesOf =
  (site: TestApp, secret: string) =>
  (steps = 0): string =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: site.deps.now().getTime() + steps * 30_000 });

/** First step. @returns the half, if the password was right */
export async function half(own: Browser, email: string, password = PASSWORD): Promise<{ reply: Reply; half: string }> {
  // The page of who is signed in already leads on; the device's cookie stays.
  const session = own.cookies.get(SESSION);
  own.cookies.delete(SESSION);
  const reply = await own.post('/sign-in', { step: 'password', email, password });
  if (session) own.cookies.set(SESSION, session);
  return { reply, half: /name="half" value="([^"]+)"/.exec(reply.text)?.[1] ?? '' };
}

/** What `act` takes of somebody who has joined. */
export const cookieOf = ({ browser: own }: Pick<Member, 'browser'>): string =>
  [...own.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

export const isIn = async (own: Browser): Promise<boolean> => (await own.get('/')).status === 200;

/** A passkey as an authenticator keeps it (ES256). What is `wrong` is said so in a signed answer. */
export type Passkey = { id: string; key: KeyObject; cose: Buffer; handle: string; counter: number };
export type Wrongs = {
  origin?: string;
  rpId?: string;
  unverified?: true;
  counter?: number;
  handle?: string;
  id?: string;
  type?: string;
  challenge?: string;
};

export function newPasskey(handle: string): Passkey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR.
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  return { id: randomBytes(16).toString('base64url'), key: privateKey, cose, handle, counter: 0 };
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const clientData = (site: TestApp, type: string, challenge: string, wrong: Wrongs): string =>
  Buffer.from(
    JSON.stringify({
      type: wrong.type ?? type,
      challenge: wrong.challenge ?? challenge,
      origin: wrong.origin ?? originOf(site),
    }),
  ).toString('base64url');

function authData(wrong: Wrongs, counter: number, more?: Buffer): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const flags = 0x01 | (wrong.unverified ? 0 : 0x04) | (more ? 0x40 : 0);
  return Buffer.concat([sha256(wrong.rpId ?? OFFICE), Buffer.from([flags]), count, more ?? Buffer.alloc(0)]);
}

/** What a browser answers to `navigator.credentials.get`. */
export function signed(site: TestApp, passkey: Passkey, challenge: string, wrong: Wrongs = {}): string {
  passkey.counter += 1;
  const data = authData(wrong, wrong.counter ?? passkey.counter);
  const clientDataJSON = clientData(site, 'webauthn.get', challenge, wrong);
  const bytes = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
  const id = wrong.id ?? passkey.id;
  return JSON.stringify({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: createSign('sha256').update(bytes).sign(passkey.key, 'base64url'),
      userHandle: wrong.handle ?? passkey.handle,
    },
  });
}

/** What a browser answers to `navigator.credentials.create`. */
export function attested(site: TestApp, passkey: Passkey, challenge: string, wrong: Wrongs = {}): string {
  const id = Buffer.from(passkey.id, 'base64url');
  const data = authData(wrong, 0, Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, passkey.cose]));
  // {"fmt": "none", "attStmt": {}, "authData": …} in CBOR.
  const attestationObject = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([data.length]),
    data,
  ]).toString('base64url');
  return JSON.stringify({
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData(site, 'webauthn.create', challenge, wrong),
      attestationObject,
      transports: ['internal'],
    },
  });
}

export type Options = { challenge: string; user?: { id: string } };
export async function optionsFor(own: Browser, purpose: string, ticket = ''): Promise<Options> {
  const reply = await own.post('/passkey-options', { for: purpose, ticket });
  return JSON.parse(reply.text) as Options;
}

/** Joins by a passkey alone. */
export async function passkeyMember(site: TestApp, role: RoleKey = 'sales') {
  const { uuid, email, ticket } = await invited(site, role);
  const own = browser(site);
  const { challenge, user } = await optionsFor(own, 'enrol', ticket);
  const passkey = newPasskey(user?.id ?? '');
  const reply = await own.post('/join', { ticket, response: attested(site, passkey, challenge) });
  return { uuid, email, passkey, browser: own, reply };
}
