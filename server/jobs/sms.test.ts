import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outbox, stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { smsProviders } from '#server/providers/sms/providers.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { type SmsFake, smsFake } from '../../tests/support/sms-fake.ts';
import { askForReports, deliverCodes, deliverSms } from './sms.ts';

let fake: SmsFake;
let site: TestApp;
let storeUid: string;
let at = new Date('2026-06-01T09:00:00Z');
let phones = 0;
const pass = (minutes: number) => {
  at = new Date(at.getTime() + minutes * 60_000);
};

beforeAll(async () => {
  fake = await smsFake();
  fake.settings.now = () => at;
  site = await startApp({ env: fake.env, deps: { now: () => at } });
  const [store] = await site.deps.db.select().from(stores).where(eq(stores.key, 'raam'));
  storeUid = store?.uuid ?? '';
});
beforeEach(async () => {
  fake.fault('019', null);
  fake.fault('twilio', null);
  fake.blocked.clear();
  fake.sent.length = 0;
  fake.settings.credit = 100;
  fake.settings.nested = false;
  await site.deps.db.delete(outbox);
  // The provider that failed in the previous test is no longer avoided.
  pass(24 * 60);
});
afterAll(async () => {
  await site.close();
  await fake.close();
});

async function message(about = 'order paid', values: Partial<typeof outbox.$inferInsert> = {}) {
  const phone = `+97250${String(++phones).padStart(7, '0')}`;
  const [row] = await site.deps.db
    .insert(outbox)
    .values({
      storeUid,
      about,
      channel: 'sms',
      recipient: phone,
      body: 'רעם: שלום',
      nextAttemptAt: at,
      createdAt: at,
      ...values,
    })
    .returning({ uuid: outbox.uuid });
  return { uuid: row?.uuid ?? '', phone };
}
const read = async (uuid: string) => (await site.deps.db.select().from(outbox).where(eq(outbox.uuid, uuid)))[0];
const run = () => deliverSms(site.deps, site.app.log);
const runCodes = () => deliverCodes(site.deps, site.app.log);
const report = () => askForReports(site.deps, site.app.log);
const by = () => fake.sent.map(({ provider }) => provider);

test('a message is sent under the store’s name, and is sent only because the provider said so; its report says what became of it', async () => {
  const { uuid, phone } = await message();
  await Promise.all([run(), run(), run()]);
  expect(fake.sent).toMatchObject([{ provider: '019', to: phone, from: 'RAAM', text: 'רעם: שלום' }]);
  expect(await read(uuid)).toMatchObject({ sentAt: at, provider: '019', delivery: 'accepted', lastError: null });
  pass(1);
  await report();
  expect(await read(uuid)).toMatchObject({ delivery: 'accepted', deliveryNote: '-1 בדרך' });
  fake.ends.set(phone, 102);
  await report();
  expect(await read(uuid), 'not asked again at once').toMatchObject({ delivery: 'accepted' });
  pass(2);
  await report();
  expect(await read(uuid)).toMatchObject({ delivery: 'delivered', deliveryNote: '102 הגיע ליעד', reportDueAt: null });
});

test('a phone that the message does not reach is told of', async () => {
  const { uuid, phone } = await message();
  await run();
  fake.ends.set(phone, 103);
  pass(1);
  await report();
  expect(await read(uuid)).toMatchObject({
    sentAt: expect.any(Date),
    delivery: 'undelivered',
    deliveryNote: '103 בדרך',
  });
});

test('answers of 019 under the name of the call, with numbers as text, say the same: of one message, of several, of a refusal', async () => {
  fake.settings.nested = true;
  const [one, other, third] = [await message(), await message(), await message()];
  fake.blocked.add(`0${third.phone.slice(4)}`);
  await run();
  expect(by()).toEqual(['019', '019']);
  expect(await read(one.uuid)).toMatchObject({ sentAt: at, provider: '019', delivery: 'accepted', lastError: null });
  expect(await read(third.uuid)).toMatchObject({ gaveUpAt: at, lastError: expect.stringContaining('blocked list') });
  fake.ends.set(one.phone, 102);
  pass(1);
  await report();
  expect(await read(one.uuid)).toMatchObject({ delivery: 'delivered', deliveryNote: '102 הגיע ליעד' });
  expect(await read(other.uuid)).toMatchObject({ delivery: 'accepted', deliveryNote: '-1 בדרך' });
  fake.ends.set(other.phone, 102);
  pass(3);
  await report();
  expect(await read(other.uuid), 'asked about alone').toMatchObject({ delivery: 'delivered' });
  expect(await site.deps.sms[0]?.check()).toBe('98 messages of credit');
});

test('without a provider a message is kept: it is named as sent by nobody, and waits for nobody', async () => {
  const { uuid } = await message();
  await deliverSms({ ...site.deps, sms: [] }, site.app.log);
  expect(await read(uuid)).toMatchObject({ sentAt: at, delivery: 'kept', provider: null, reportDueAt: null });
  // A provider that comes later sends nothing of the past.
  await run();
  expect(fake.sent).toEqual([]);
});

test.each([
  ['refuses the account', { status: 3 }],
  ['has no credit for us', { status: 4 }],
  ['is told the sender is not ours', { status: 2 }],
  ['doesn’t know us', 401],
] as const)('what the first provider did not take, because it %s, the second one sends at once', async (_, fault) => {
  fake.fault('019', fault);
  const { uuid, phone } = await message();
  await run();
  expect(fake.sent).toMatchObject([{ provider: 'twilio', to: phone, from: 'RAAM' }]);
  expect(await read(uuid)).toMatchObject({ provider: 'twilio', delivery: 'accepted', reference: fake.sent[0]?.id });
  fake.ends.set(phone, 'delivered');
  pass(1);
  await report();
  expect(await read(uuid)).toMatchObject({ delivery: 'delivered', deliveryNote: 'delivered' });
});

test('who has failed rests for a minute, and is the first again', async () => {
  fake.fault('019', { status: 4 });
  await message();
  await run();
  fake.fault('019', null);
  await message();
  await run();
  expect(by()).toEqual(['twilio', 'twilio']);
  pass(2);
  await message();
  await run();
  expect(by()).toEqual(['twilio', 'twilio', '019']);
});

test('when nobody takes it, it is tried again later, and not marked as sent', async () => {
  fake.fault('019', { status: 4 });
  fake.fault('twilio', 401);
  const { uuid } = await message();
  await run();
  expect(await read(uuid)).toMatchObject({
    sentAt: null,
    gaveUpAt: null,
    delivery: null,
    reportDueAt: null,
    lastError: '019: 019 answered 4: as told; twilio: Twilio answered 401',
    nextAttemptAt: new Date(at.getTime() + 30_000),
  });
  fake.fault('019', null);
  pass(2);
  await run();
  expect(await read(uuid)).toMatchObject({ sentAt: at, provider: '019', attempts: 2 });
});

test('a phone whose owner wants no messages is left alone by both', async () => {
  const { uuid, phone } = await message();
  fake.blocked.add(`0${phone.slice(4)}`);
  await run();
  expect(fake.sent).toEqual([]);
  expect(await read(uuid)).toMatchObject({
    sentAt: null,
    gaveUpAt: at,
    lastError: expect.stringContaining('blocked list'),
  });
});

test.each(['lost', 500, { text: '<html>' }, { status: 6 }] as const)(
  'a message of which nobody knows whether it was taken (%j) is not sent twice',
  async (fault) => {
    fake.fault('019', fault);
    const { uuid } = await message();
    await run();
    const isTaken = fault === 'lost';
    expect(await read(uuid)).toMatchObject({
      sentAt: null,
      delivery: 'unknown',
      provider: '019',
      lastError: expect.any(String),
    });
    fake.fault('019', null);
    pass(5);
    await run();
    await report();
    expect(fake.sent).toHaveLength(isTaken ? 1 : 0);
    expect(await read(uuid)).toMatchObject(
      isTaken ? { sentAt: at, delivery: 'accepted', lastError: null } : { sentAt: null, delivery: 'unknown' },
    );
    // After a quarter of an hour the provider would know the message.
    pass(16);
    await report();
    await run();
    expect(fake.sent).toHaveLength(1);
    expect(await read(uuid)).toMatchObject({
      sentAt: expect.any(Date),
      delivery: 'accepted',
      attempts: isTaken ? 1 : 2,
    });
  },
);

test('lost at Twilio, it is found there by phone and text', async () => {
  fake.fault('019', { status: 4 });
  fake.fault('twilio', 'lost');
  const { uuid } = await message();
  await run();
  expect(await read(uuid)).toMatchObject({ delivery: 'unknown', provider: 'twilio' });
  pass(2);
  await report();
  expect(await read(uuid)).toMatchObject({ delivery: 'accepted', sentAt: at, reference: fake.sent[0]?.id });
  expect(fake.sent).toHaveLength(1);
});

test('lost twice, it is left to a person', async () => {
  fake.fault('019', 500);
  const { uuid } = await message();
  for (let turn = 0; turn < 4; turn++) {
    await run();
    pass(20);
    await report();
  }
  expect(await read(uuid)).toMatchObject({ attempts: 2, sentAt: null, gaveUpAt: expect.any(Date), delivery: null });
});

test('of a process that died while it was sending, the message is asked about and not sent again', async () => {
  const { uuid } = await message();
  const [first] = smsProviders(site.deps.env);
  if (!first) throw new Error('there is no provider');
  let meanwhile: Awaited<ReturnType<typeof read>>;
  const watched = {
    ...first,
    async deliver(sms: Parameters<typeof first.deliver>[0]) {
      const receipt = await first.deliver(sms);
      meanwhile = await read(uuid);
      return receipt;
    },
  };
  await deliverSms({ ...site.deps, sms: [watched] }, site.app.log);
  expect(meanwhile).toMatchObject({ sentAt: null, delivery: 'unknown', provider: null, attempts: 1 });
  // State after a killed process: sent, and nothing of it recorded.
  if (meanwhile) await site.deps.db.update(outbox).set(meanwhile).where(eq(outbox.uuid, uuid));
  pass(3);
  await run();
  expect(fake.sent).toHaveLength(1);
  await report();
  expect(await read(uuid)).toMatchObject({ sentAt: at, provider: '019', delivery: 'accepted' });
});

test('a code goes to the second provider when the first leaves open what became of it, and is not tried again then', async () => {
  fake.fault('019', 'lost');
  const { uuid } = await message('code');
  await runCodes();
  expect(by()).toEqual(['019', 'twilio']);
  expect(await read(uuid)).toMatchObject({ sentAt: at, provider: 'twilio' });
  fake.fault('twilio', 'lost');
  const lost = await message('code');
  pass(2);
  await runCodes();
  expect(await read(lost.uuid)).toMatchObject({ sentAt: null, gaveUpAt: at, delivery: 'unknown' });
});

test('codes have a lane of their own, are tried again within seconds, and not once they have expired', async () => {
  fake.fault('019', { status: 4 });
  fake.fault('twilio', 401);
  const { uuid } = await message('code');
  await run();
  expect(await read(uuid)).toMatchObject({ attempts: 0 });
  await runCodes();
  expect(await read(uuid)).toMatchObject({ attempts: 1, nextAttemptAt: new Date(at.getTime() + 3_000) });
  fake.fault('019', null);
  pass(6);
  await runCodes();
  expect(fake.sent).toEqual([]);
  expect(await read(uuid)).toMatchObject({ gaveUpAt: at, sentAt: null });
});

test('a provider that can’t be asked leaves a message in doubt for a day, and then to a person', async () => {
  fake.fault('019', 'lost');
  const { uuid } = await message();
  await run();
  const sms = smsProviders({ ...site.deps.env, SMS_019_TOKEN: 'a wrong one' });
  const ask = () => askForReports({ ...site.deps, sms }, site.app.log);
  pass(60);
  await ask();
  expect(await read(uuid)).toMatchObject({ delivery: 'unknown', gaveUpAt: null });
  pass(25 * 60);
  await ask();
  expect(await read(uuid)).toMatchObject({ delivery: 'unknown', gaveUpAt: at, reportDueAt: null });
});

test('each provider is asked by a call that sends nothing', async () => {
  const [first, second] = site.deps.sms;
  expect([await first?.check(), await second?.check()]).toEqual(['100 messages of credit', 'the account is active']);
  fake.settings.credit = 0;
  await expect(first?.check()).rejects.toThrow('no credit left');
  const wrong = smsProviders({ ...site.deps.env, SMS_019_TOKEN: 'x', TWILIO_AUTH_TOKEN: 'x' });
  for (const one of wrong) await expect(one.check()).rejects.toThrow(/answered (3|401)/);
  expect(fake.sent).toEqual([]);
});

test('the dry-run address checks a message and sends none', async () => {
  const [dry] = smsProviders({ ...site.deps.env, SMS_019_URL: `${fake.url}/test` });
  const sms = { reference: 'x', phone: '+972501234567', text: 'שלום', sender: 'RAAM', urgent: false };
  expect(await dry?.deliver(sms)).toMatchObject({ provider: '019' });
  await expect(dry?.deliver({ ...sms, phone: '+97250' })).rejects.toThrow('answered 9');
  expect(fake.sent).toEqual([]);
});
