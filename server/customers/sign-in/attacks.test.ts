// Attacks on the sign-in. Google's and Facebook's tokens: social.test.ts; sealed sign-ups: hashed-data.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedInReply } from '#contract/customers/customers.ts';
import { customers, customerTokens, limitHits, loginTickets, outbox, passwordLinks } from '#db/schema/index.ts';
import { and, eq } from '#db/sql.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import {
  type Caller,
  caller,
  lastCode,
  lastMail,
  lastSms,
  newPhone,
  provePhone,
  signUp,
  signUpByPassword,
} from '../../../tests/support/customers.ts';
import type { Reply } from '../../../tests/support/http.ts';
import { sentByStrangers } from '../../../tests/support/limits.ts';

let site: TestApp;
let clock = new Date('2026-06-01T09:00:00Z');
const pass = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1_000);
};
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1', CODES_PER_DAY: '600' }, deps: { now: () => clock } });
});
afterAll(() => site.close());

const code = (reply: { json: <T>() => T }) => reply.json<{ error_code: string }>().error_code;
const wrong = (right: string) => (right === '000000' ? '000001' : '000000');
const person = { first_name: 'נועה', last_name: 'לוי' };
const PASSWORD = 'סוס כחול אוכל מרק';
const cookieOf = (token: string) => ({ cookie: `auth._token.local=${token}` });
const whoIs = (headers: Record<string, string>, who = caller(site)) => who.get('/api/customers/get-by-token', headers);
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const repeatInSequence = async <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let at = 0; at < count; at++) results.push(await work(at));
  return results;
};
let people = 0;
const newEmail = () => `someone${++people}@example.com`;
const withPassword = () => signUpByPassword(site, newEmail(), PASSWORD);
const login = (email: string, password: string, who = caller(site)) =>
  who.post('/api/customers/login', { email, password });

describe('guessing', () => {
  test('a code from a thousand addresses: five tries, of which the last two are for who asked for it', async () => {
    const phone = newPhone();
    const owner = caller(site);
    await owner.askCode(phone);
    const right = await lastCode(site, phone);
    const replies = await times(20, () => caller(site).verify(phone, wrong(right)));
    expect(replies.filter((reply) => code(reply) === 'OTP_WRONG')).toHaveLength(2);
    expect(code(await caller(site).verify(phone, right))).toBe('OTP_USED_UP');
    expect(code(await owner.verify(phone, wrong(right)))).toBe('OTP_WRONG');
    expect((await owner.verify(phone, right)).status).toBe(200);
  });

  test('a code from where it was asked for: five tries, none more from elsewhere', async () => {
    const phone = newPhone();
    const owner = caller(site);
    await owner.askCode(phone);
    const right = await lastCode(site, phone);
    const replies = await times(20, () => owner.verify(phone, wrong(right)));
    expect(replies.filter((reply) => code(reply) === 'OTP_WRONG')).toHaveLength(4);
    for (const who of [owner, caller(site)]) expect(code(await who.verify(phone, right))).toBe('OTP_USED_UP');
  });

  test('fresh codes in a row, for more tries: ten a day to a phone, from however many addresses', async () => {
    const phone = newPhone();
    let sent = 0;
    for (let hour = 0; hour < 4; hour++) {
      for (let at = 0; at < 6; at++) {
        if ((await caller(site).askCode(phone)).status === 200) sent += 1;
        pass(61);
      }
      pass(3_600);
    }
    expect(sent).toBe(10);
    const refused = await caller(site).askCode(phone);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_600);
  });

  test('one code on many phones from one address: a hundred an hour', async () => {
    pass(86_400);
    const who = caller(site);
    const replies = await repeatInSequence(103, () => who.verify(newPhone(), '123456'));
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(3);
    expect(replies.at(-1)?.headers['retry-after']).toBe('3600');
    expect(code(await caller(site).verify(newPhone(), '123456'))).toBe('OTP_EXPIRED');
  });

  test('a password from many addresses: ten in a quarter of an hour, then not even the right one', async () => {
    const { email } = await withPassword();
    const replies = await times(14, () => login(email, 'לא הסיסמה הזאת'));
    expect(replies.map((reply) => reply.status).sort()).toEqual([...Array(10).fill(422), ...Array(4).fill(429)]);
    const refused = await login(email, PASSWORD);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '900']);
    expect(refused.json<{ message: string }>().message).toContain('15 דקות');
    pass(900);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  test('a victim’s password between sign-ins to one’s own account with the same address: no right one forgives a wrong one', async () => {
    const victim = await withPassword();
    await signUpByPassword(site, victim.email, 'גשם על חלון ישן');
    const who = caller(site);
    const guesses = await repeatInSequence(4, () => login(victim.email, 'לא הסיסמה הזאת', who));
    expect(guesses.map((reply) => reply.status)).toEqual(Array(4).fill(422));
    // Signing in and out repeatedly doesn't lock the owner out.
    const ownReplies = await repeatInSequence(3, () => login(victim.email, 'גשם על חלון ישן', who));
    expect(ownReplies.map((reply) => reply.status)).toEqual(Array(3).fill(200));
    const more = await repeatInSequence(3, () => login(victim.email, 'לא הסיסמה הזאת', who));
    expect(more.map((reply) => reply.status)).toEqual([422, 429, 429]);
  });

  test('one password on many accounts from one address: thirty in a quarter of an hour', async () => {
    const who = caller(site);
    const replies = await times(33, (at) => login(`nobody${at}@example.com`, PASSWORD, who));
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(3);
  });

  test.each([
    ['token', () => whoIs(cookieOf('A'.repeat(43))), 401],
    ['ticket', () => caller(site).post('/api/customers/login', { ticket: 'A'.repeat(43) }), 422],
    [
      'link',
      () => caller(site).post('/api/customers/reset-password', { token: 'A'.repeat(43), password: PASSWORD }),
      422,
    ],
  ] as const)('a %s of 256 bits', async (_, attempt, status) => {
    expect((await attempt()).status).toBe(status);
  });
});

describe('using again', () => {
  test('a code', async () => {
    const phone = newPhone();
    const who = caller(site);
    await provePhone(site, who, phone);
    expect(code(await who.verify(phone, await lastCode(site, phone)))).toBe('OTP_EXPIRED');
  });

  test('a ticket, twice at once and once more', async () => {
    const { phone } = await signUp(site);
    pass(61);
    const { ticket } = await provePhone(site, caller(site), phone);
    const replies = await times(3, () => caller(site).post('/api/customers/login', { ticket }));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 422, 422]);
    expect(code(await caller(site).post('/api/customers/login', { ticket }))).toBe('TICKET_INVALID');
  });

  test('a ticket in another store', async () => {
    const { phone } = await signUp(site);
    pass(61);
    const { ticket } = await provePhone(site, caller(site), phone);
    const elsewhere = caller(site, { host: 'noam.localhost' });
    expect(code(await elsewhere.post('/api/customers/login', { ticket }))).toBe('TICKET_INVALID');
  });
});

describe('a stolen token', () => {
  test.each(['logout', 'logout-everywhere'])('after %s', async (call) => {
    const { who, token, bearer } = await signUp(site);
    await who.post(`/customer/customers/${call}`, undefined, bearer);
    for (const headers of [bearer, cookieOf(token)]) expect((await whoIs(headers)).status).toBe(401);
    expect((await caller(site).get(`/api/customers/get-by-token?token=${token}`)).status).toBe(401);
  });

  test('can’t choose a password that outlives it', async () => {
    const { token, bearer, who } = await signUp(site);
    pass(1_000);
    const email = 'thief@example.com';
    await who.post('/customer/customers/update', { ...person, email }, bearer);
    await who.post('/api/customers/forgot-password', { email }, bearer);
    const link = /token=([\w-]{43})/.exec((await lastMail(site, email)).body)?.[1];
    const reply = await who.post('/api/customers/reset-password', { token: link, password: PASSWORD }, cookieOf(token));
    expect(code(reply)).toBe('SIGN_IN_AGAIN');
    const change = { password: PASSWORD };
    expect(code(await who.post('/customer/customers/change-password', change, bearer))).toBe('SIGN_IN_AGAIN');
  });

  test('out of a copy of the database: only hashes are there', async () => {
    const { token, phone } = await signUp(site);
    pass(61);
    const { ticket } = await provePhone(site, caller(site), phone);
    const { email } = await withPassword();
    await caller(site).post('/api/customers/forgot-password', { email });
    const link = /token=([\w-]{43})/.exec((await lastMail(site, email)).body)?.[1] ?? '-';
    const { db } = site.deps;
    const tables = await Promise.all(
      [customerTokens, loginTickets, passwordLinks, customers].map((table) => db.select().from(table)),
    );
    const all = JSON.stringify(tables);
    for (const secret of [token, ticket, link, PASSWORD]) expect(all).not.toContain(secret);
  });
});

describe('a planted session', () => {
  test('ends when its victim signs in, by whatever way', async () => {
    const victim = await withPassword();
    const planted = await signUp(site);
    const reply = await caller(site).post(
      '/api/customers/login',
      { email: victim.email, password: PASSWORD },
      cookieOf(planted.token),
    );
    expect(reply.json<SignedInReply>().customer.uuid).toBe(victim.customer.uuid);
    expect(reply.json<SignedInReply>().token).not.toBe(planted.token);
    expect((await whoIs(cookieOf(planted.token))).status).toBe(401);
  });

  test('a token that the visitor brings is never made valid', async () => {
    const chosen = 'B'.repeat(43);
    const { phone } = await signUp(site);
    pass(61);
    const who = caller(site);
    const { ticket } = await provePhone(site, who, phone);
    await who.post('/api/customers/login', { ticket }, cookieOf(chosen));
    expect((await whoIs(cookieOf(chosen))).status).toBe(401);
  });
});

describe('asking who is registered', () => {
  /** Replies of one call for a known and an unknown person: equal but for ids and times. */
  const plain = (reply: Reply) => [
    reply.status,
    reply.text.replace(/"request_id":"[^"]+"/, ''),
    Object.keys(reply.headers).sort(),
  ];

  test.each([
    ['get-otp-code', (who: Caller, { phone }: Known) => who.askCode(phone)],
    [
      'check-otp-rate-limit',
      (who: Caller, { phone }: Known) => who.post('/api/customers/check-otp-rate-limit', { phone }),
    ],
    ['login-verify-otp-code', (who: Caller, { phone }: Known) => who.verify(phone, '000000')],
    ['login', (who: Caller, { email }: Known) => login(email, 'לא הסיסמה הזאת', who)],
    ['forgot-password', (who: Caller, { email }: Known) => who.post('/api/customers/forgot-password', { email })],
  ])('%s', async (_, ask) => {
    const known = await withPassword();
    pass(3_700);
    const nobody = { phone: newPhone(), email: newEmail() };
    // Long enough that the time of the last code reveals nothing either.
    const [one, two] = [await ask(caller(site), known), await ask(caller(site), nobody)];
    expect(plain(one)).toEqual(plain(two));
  });

  test('login by the work it takes: a password is computed for nobody, too', async () => {
    const known = await withPassword();
    // CPU time, not wall time, which a busy machine stretches.
    const work = async (email: string) => {
      const before = process.cpuUsage();
      await login(email, 'לא הסיסמה הזאת');
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
    const [some, none]: [number[], number[]] = [[], []];
    await repeatInSequence(7, async () => {
      some.push(await work(known.email));
      none.push(await work(newEmail()));
    });
    const [one, other] = [median(some), median(none)];
    expect(Math.min(one, other) / Math.max(one, other)).toBeGreaterThan(0.6);
  });

  test('forgot-password by the time it takes: every answer waits as long', async () => {
    const start = performance.now();
    await caller(site).post('/api/customers/forgot-password', { email: 'nobody-here@example.com' });
    expect(performance.now() - start).toBeGreaterThan(340);
  });

  test('forgot-password by the mail: nobody gets one who isn’t known', async () => {
    await caller(site).post('/api/customers/forgot-password', { email: 'stranger@example.com' });
    expect((await lastMail(site, 'stranger@example.com')).body).toBe('');
  });
});

type Known = { phone: string; email: string };

describe('from another site', () => {
  const writes: [string, object][] = [
    ['/api/customers/login', { email: 'a@example.com', password: PASSWORD }],
    ['/api/customers/create-customer', { ticket: 'x', ...person }],
    ['/api/customers/login-whit-social', { provider: 'google', id_token: 'x' }],
    ['/api/customers/start-social', { provider: 'google' }],
    ['/api/customers/forgot-password', { email: 'a@example.com' }],
    ['/api/customers/reset-password', { token: 'x', password: PASSWORD }],
    ['/customer/customers/change-password', { current_password: 'x', password: PASSWORD }],
    ['/customer/customers/logout', {}],
    ['/customer/customers/logout-everywhere', {}],
  ];
  test.each(writes)('POST %s', async (path, body) => {
    const { token, bearer } = await signUp(site);
    const origins: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://noam.localhost:${site.port}` },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const from of origins) {
      const reply = await caller(site).post(path, body, { ...cookieOf(token), ...from });
      expect([reply.status, code(reply)]).toEqual([403, 'FORBIDDEN_ORIGIN']);
    }
    expect((await whoIs(bearer)).status).toBe(200);
  });

  test.each(['cross-site', 'same-site', 'none'])('a picture or a link that asks for a code (%s)', async (from) => {
    const phone = newPhone();
    expect((await caller(site).askCode(phone, { 'sec-fetch-site': from })).status).toBe(403);
    expect((await caller(site).get(`/api/customers/get-otp-code?phone=${phone}`)).status).toBe(400);
    expect(await lastSms(site, phone)).toBe('');
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
  ])('a sign-in that leads on to %s', async (to) => {
    const { token } = await signUp(site);
    for (const page of ['/login', '/signup']) {
      const reply = await caller(site).get(`${page}?to=${encodeURIComponent(to)}`, cookieOf(token));
      const location = new URL(String(reply.headers.location), `http://raam.localhost:${site.port}`);
      expect([reply.status, location.host]).toEqual([302, `raam.localhost:${site.port}`]);
    }
  });
});

describe('running up the bill', () => {
  const sms = async () =>
    (await site.deps.db.select({ uuid: outbox.uuid }).from(outbox).where(eq(outbox.channel, 'sms'))).length;

  test('many phones from one address: twenty an hour, and what is refused costs no message', async () => {
    pass(86_400);
    const before = await sms();
    const who = caller(site);
    await times(30, () => who.askCode(newPhone()));
    expect((await sms()) - before).toBe(20);
  });

  test('many phones from many addresses: a minute’s and a day’s cap over all stores', async () => {
    pass(86_400);
    const before = await sms();
    const replies = await times(66, (at) =>
      caller(site, { host: at % 2 ? 'raam.localhost' : 'gal.localhost' }).askCode(newPhone()),
    );
    expect((await sms()) - before).toBe(60);
    expect(replies.find((reply) => reply.status === 429)?.headers['retry-after']).toBe('60');
    // As if the rest of the day's codes had been sent meanwhile.
    await sentByStrangers(site, 'sms', clock, 600 * 0.9 - 60);
    pass(3_600);
    const refused = await caller(site).askCode(newPhone());
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600']);
    await site.deps.db.delete(limitHits);
  });

  test.each(['+1 900 555 0100', '0561234567', '+970599123456', '1-700-555-555', '*2421', '0729123456'])(
    'a message to %s, where it would cost more',
    async (number) => {
      const reply = await caller(site).askCode(number);
      expect([reply.status, code(reply)]).toEqual([422, 'INVALID_PHONE']);
    },
  );

  test('mails to one mailbox from many addresses: three an hour', async () => {
    const { email } = await withPassword();
    const replies = await times(5, () => caller(site).post('/api/customers/forgot-password', { email }));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(3);
    const links = await site.deps.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.recipient, email), eq(outbox.about, 'password link')));
    expect(links).toHaveLength(3);
  });
});

test('nothing of all this shows who is signed in: the page is the same for everybody', async () => {
  const { token } = await signUp(site);
  const html = async (headers: Record<string, string>) => {
    const { text } = await caller(site).get('/', headers);
    return text.replaceAll(/nonce="([^"]+)"/.exec(text)?.[1] ?? '', '');
  };
  const anonymous = await html({});
  expect(anonymous).toContain('התחברות');
  const mine = await html({ cookie: `auth._token.local=${token}; auth.signed_in=1` });
  const at = [...mine].findIndex((sign, index) => sign !== anonymous[index]);
  expect(at < 0 ? '' : `${mine.slice(at - 100, at + 100)}\n${anonymous.slice(at - 100, at + 100)}`).toBe('');
});
