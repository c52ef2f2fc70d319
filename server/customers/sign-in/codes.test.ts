import { afterAll, beforeAll, expect, test } from 'vitest';
import { otpCodes } from '#db/schema/index.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, lastCode, lastSms, newPhone } from '../../../tests/support/customers.ts';
import { sentByStrangers } from '../../../tests/support/limits.ts';
import { networkKey } from '../../platform/ip-address.ts';
import { codeMessage } from './codes.ts';

let site: TestApp;
let clock = new Date('2026-06-01T09:00:00Z');
const pass = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1_000);
};
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
type Refusal = { error_code: string; details: { tries_left?: number; retry_after?: number; remaining?: number } };

beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' }, deps: { now: () => clock } });
});
afterAll(() => site.close());

test('a code goes to the phone in one segment, with the line that lets the browser fill it in', async () => {
  const phone = newPhone();
  const reply = await caller(site).askCode(phone);
  expect(reply.json()).toEqual({ expires_in: 300, resend_in: 60, remaining: 3 });
  expect(reply.headers['cache-control']).toBe('private, no-store');
  const text = await lastSms(site, phone);
  expect(text).toMatch(/^רעם: הקוד שלכם (\d{6})\n\n@raam\.localhost #\1$/);
  expect(text.length).toBeLessThanOrEqual(70);
});

test('a host too long for the segment costs only the line for browsers', () => {
  expect(codeMessage('רעם', '012345', `${'x'.repeat(60)}.co.il`)).toBe('רעם: הקוד שלכם 012345');
});

test('the database holds neither the code nor a plain hash of it', async () => {
  const phone = newPhone();
  await caller(site).askCode(phone);
  const code = await lastCode(site, phone);
  const rows = JSON.stringify(await site.deps.db.select().from(otpCodes));
  expect(rows).not.toContain(code);
});

test.each(['050-1234567', '+972 50 123 4567', '9725 0123 4567', '(050) 123.4567'])(
  '%s is one and the same phone',
  async (typed) => {
    const who = caller(site);
    expect((await who.askCode(typed)).status).toBe(200);
    expect((await who.askCode('0501234567')).status).toBe(429);
    pass(3_601);
  },
);

test.each(['', '123', '03-1234567', '0561234567', '0591234567', '+1 202 555 0100', '05012345678'])(
  'no code goes to %s',
  async (typed) => {
    const reply = await caller(site).askCode(typed);
    expect(reply.status).toBe(422);
    expect(reply.json<Refusal>().error_code).toBe('INVALID_PHONE');
  },
);

test('known and unknown phones get the same answers until the code was right', async () => {
  const [knownPhone, unknown] = [newPhone(), newPhone()];
  const who = caller(site);
  await who.askCode(knownPhone);
  const { ticket } = (await who.verify(knownPhone, await lastCode(site, knownPhone))).json<{ ticket: string }>();
  await who.post('/api/customers/create-customer', { ticket, first_name: 'דנה', last_name: 'כהן' });
  pass(61);
  const replies = await Promise.all(
    [knownPhone, unknown].map(async (phone) => (await caller(site).askCode(phone)).json<object>()),
  );
  expect(Object.keys(replies[0] ?? {})).toEqual(Object.keys(replies[1] ?? {}));
  const guesses = await Promise.all(
    [knownPhone, unknown].map(async (phone) => caller(site).verify(phone, wrong(await lastCode(site, phone)))),
  );
  expect(guesses.map((reply) => [reply.status, reply.json<Refusal>().error_code])).toEqual([
    [422, 'OTP_WRONG'],
    [422, 'OTP_WRONG'],
  ]);
});

test('wrong, used up and expired are three different answers', async () => {
  const phone = newPhone();
  const who = caller(site);
  await who.askCode(phone);
  const code = await lastCode(site, phone);
  const answers = [];
  for (let i = 0; i < 6; i++) answers.push((await who.verify(phone, wrong(code))).json<Refusal>());
  expect(answers.map((answer) => answer.error_code)).toEqual([
    ...Array(4).fill('OTP_WRONG'),
    'OTP_USED_UP',
    'OTP_USED_UP',
  ]);
  expect(answers[0]?.details.tries_left).toBe(4);
  expect((await who.verify(phone, code)).json<Refusal>().error_code).toBe('OTP_USED_UP');
  pass(301);
  expect((await who.verify(phone, code)).json<Refusal>().error_code).toBe('OTP_EXPIRED');
});

test('tries at the same moment are counted one by one', async () => {
  const phone = newPhone();
  const who = caller(site);
  await who.askCode(phone);
  const code = await lastCode(site, phone);
  const answers = await Promise.all(Array.from({ length: 12 }, () => who.verify(phone, wrong(code))));
  expect(answers.filter((answer) => answer.json<Refusal>().error_code === 'OTP_WRONG')).toHaveLength(4);
});

test('a code is good for five minutes, once, on its phone and in its store', async () => {
  const [phone, other] = [newPhone(), newPhone()];
  const who = caller(site);
  await who.askCode(phone);
  await who.askCode(other);
  const code = await lastCode(site, phone);
  expect((await who.verify(other, code)).status).toBe(422);
  expect((await caller(site, { host: 'noam.localhost' }).verify(phone, code)).json<Refusal>().error_code).toBe(
    'OTP_EXPIRED',
  );
  pass(299);
  expect((await who.verify(phone, code)).json()).toEqual({
    ticket: expect.stringMatching(/^[\w-]{43}$/),
    registered: false,
    buyer: null,
  });
  expect((await who.verify(phone, code)).json<Refusal>().error_code).toBe('OTP_EXPIRED');
});

test('two at once with the right code: one ticket', async () => {
  const phone = newPhone();
  const who = caller(site);
  await who.askCode(phone);
  const code = await lastCode(site, phone);
  const replies = await Promise.all([who.verify(phone, code), who.verify(phone, code)]);
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 422]);
});

test('a new code kills the one before it', async () => {
  const phone = newPhone();
  const who = caller(site);
  await who.askCode(phone);
  const first = await lastCode(site, phone);
  pass(60);
  await who.askCode(phone);
  const second = await lastCode(site, phone);
  if (first !== second) expect((await who.verify(phone, first)).json<Refusal>().error_code).toBe('OTP_WRONG');
  expect((await who.verify(phone, second)).status).toBe(200);
});

test('the next code after 60 seconds, five an hour to a phone', async () => {
  const phone = newPhone();
  const early = caller(site);
  await early.askCode(phone);
  pass(20);
  const tooSoon = await early.askCode(phone);
  expect([tooSoon.status, tooSoon.headers['retry-after']]).toEqual([429, '40']);
  for (let i = 0; i < 4; i++) {
    pass(60);
    expect((await caller(site).askCode(phone)).status).toBe(200);
  }
  pass(60);
  const askReply = await caller(site).post('/api/customers/check-otp-rate-limit', { phone });
  const refused = await caller(site).askCode(phone);
  const left = 3_600 - 20 - 5 * 60;
  expect(askReply.json()).toEqual({ allowed: false, remaining: 0, retry_after: left });
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(left)]);
  pass(left);
  expect((await caller(site).askCode(phone)).status).toBe(200);
});

test('twenty an hour from an address, whatever the phones, also when they come at once', async () => {
  pass(3_601);
  const who = caller(site);
  const replies = await Promise.all(Array.from({ length: 24 }, () => who.askCode(newPhone())));
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(20);
  const refused = replies.find((reply) => reply.status === 429);
  expect(Number(refused?.headers['retry-after'])).toBe(3_600);
  expect((await caller(site).askCode(newPhone())).status).toBe(200);
});

test('the addresses of one IPv6 line count as one', () => {
  expect(networkKey('2001:db8:1:2:3:4:5:6')).toBe(networkKey('2001:db8:1:2::9'));
  expect(networkKey('2001:db8:1:3::9')).not.toBe(networkKey('2001:db8:1:2::9'));
  expect(networkKey('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(networkKey('::1')).toBe('0:0:0:0::/64');
});

test('a cap over all phones and addresses', async () => {
  pass(3_601);
  await sentByStrangers(site, 'code', clock, 60);
  const refused = await caller(site).askCode(newPhone());
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
  // With a larger daily cap, a fiftieth of it may go out in a minute.
  const { env } = site.deps;
  const usual = env.CODES_PER_DAY;
  env.CODES_PER_DAY = 3_050;
  expect((await caller(site).askCode(newPhone())).status).toBe(200);
  expect((await caller(site).askCode(newPhone())).status).toBe(429);
  env.CODES_PER_DAY = usual;
  pass(61);
  expect((await caller(site).askCode(newPhone())).status).toBe(200);
});

test('the GETs that act need their header, and refuse what comes from another site', async () => {
  const phone = newPhone();
  const who = caller(site);
  const bare = await who.get(`/api/customers/get-otp-code?phone=${phone}`);
  expect(bare.status).toBe(400);
  for (const from of ['cross-site', 'same-site', 'none']) {
    expect((await who.askCode(phone, { 'sec-fetch-site': from })).status).toBe(403);
    expect((await who.verify(phone, '123456', { 'sec-fetch-site': from })).status).toBe(403);
  }
  expect(await lastSms(site, phone)).toBe('');
  expect((await who.askCode(phone, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
});
