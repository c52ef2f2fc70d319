import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { outbox } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { startJobs } from './jobs.ts';
import { deliver } from './outbox.ts';

let site: TestApp;
let clock = new Date('2026-06-01T09:00:00Z');
const delivered: string[] = [];
const failing = new Set<string>();

/** The network: it fails for recipients that a test names. */
async function network({ recipient, body }: { recipient: string; body: string }) {
  if (failing.has(recipient)) throw new Error('network down');
  delivered.push(`${recipient} ${body}`);
  return {};
}

beforeAll(async () => {
  site = await startApp({ deps: { now: () => clock } });
});
afterAll(() => site.close());

async function message(phone: string, about = ''): Promise<string> {
  const at = { nextAttemptAt: clock, createdAt: clock };
  const values = { about, channel: 'sms', recipient: phone, body: 'שלום', ...at };
  const [row] = await site.deps.db.insert(outbox).values(values).returning({ uuid: outbox.uuid });
  return row?.uuid ?? '';
}
const read = async (uuid: string) => (await site.deps.db.select().from(outbox).where(eq(outbox.uuid, uuid)))[0];
const run = () => deliver(site.deps, site.app.log, { channel: 'sms' }, network);

test('a message leaves once, whoever else looks for work at the same moment', async () => {
  const uuid = await message('+972500000001');
  await Promise.all([run(), run(), run()]);
  await run();
  expect(delivered.filter((line) => line.startsWith('+972500000001'))).toHaveLength(1);
  expect(await read(uuid)).toMatchObject({ attempts: 1, sentAt: clock });
});

test('an alert of a price leaves in no quiet time, and not hours later', async () => {
  const night = new Date('2026-06-12T20:00:00Z');
  const clockBefore = clock;
  clock = night;
  const uuid = await message('+972500000009', 'favorite alert');
  await run();
  expect(await read(uuid)).toMatchObject({ attempts: 0, sentAt: null, delivery: null });
  clock = new Date('2026-06-14T07:00:00Z');
  await run();
  expect(delivered.filter((line) => line.startsWith('+972500000009'))).toEqual([]);
  expect(await read(uuid)).toMatchObject({ sentAt: null, gaveUpAt: clock });
  clock = clockBefore;
});

test.each(['vehicle reminder', 'stock returned', 'order review'])('%s leaves in no quiet time', async (about) => {
  const clockBefore = clock;
  clock = new Date('2026-06-12T20:00:00Z');
  const uuid = await message('+972500000010', about);
  await run();
  expect(await read(uuid)).toMatchObject({
    attempts: 0,
    sentAt: null,
    nextAttemptAt: new Date('2026-06-14T05:00:00Z'),
  });
  clock = new Date('2026-06-14T05:00:00Z');
  await run();
  expect(await read(uuid)).toMatchObject({ sentAt: clock });
  clock = clockBefore;
});

test.each(['password link', 'e-mail proof'])('%s goes out as long as its link is valid', async (about) => {
  const [late, inTime] = await Promise.all([message('+972500000011', about), message('+972500000012', about)]);
  await site.deps.db
    .update(outbox)
    .set({ createdAt: new Date(clock.getTime() - 3_601_000) })
    .where(eq(outbox.uuid, late));
  await run();
  expect([(await read(late))?.sentAt, (await read(inTime))?.sentAt]).toEqual([null, clock]);
  expect((await read(late))?.gaveUpAt).toEqual(clock);
});

test('a reminder of a visit, which says ‘tomorrow’, leaves on its day or not at all', async () => {
  const before = clock;
  clock = new Date('2026-06-01T20:59:00Z');
  const [inTime, late] = [
    await message('+972500000021', 'booking reminder'),
    await message('+972500000022', 'booking reminder'),
  ];
  failing.add('+972500000022');
  await run();
  failing.delete('+972500000022');
  // In Israel it is another day.
  clock = new Date('2026-06-01T21:00:01Z');
  await site.deps.db.update(outbox).set({ nextAttemptAt: clock }).where(eq(outbox.uuid, late));
  await run();
  expect([(await read(inTime))?.sentAt, (await read(late))?.sentAt]).toEqual([expect.any(Date), null]);
  expect((await read(late))?.gaveUpAt).toEqual(clock);
  clock = before;
});

test('what fails is tried again later, and later still', async () => {
  failing.add('+972500000002');
  const uuid = await message('+972500000002');
  await run();
  expect(await read(uuid)).toMatchObject({ attempts: 1, sentAt: null, lastError: 'network down' });
  await run();
  expect(await read(uuid)).toMatchObject({ attempts: 1 });
  clock = new Date(clock.getTime() + 30_000);
  await run();
  expect(await read(uuid)).toMatchObject({ attempts: 2, nextAttemptAt: new Date(clock.getTime() + 60_000) });
  failing.clear();
  clock = new Date(clock.getTime() + 60_000);
  await run();
  expect(await read(uuid)).toMatchObject({ attempts: 3, sentAt: clock, lastError: null });
});

test('a message whose person is erased while it is on its way is not tried again', async () => {
  const uuid = await message('+972500000008');
  await deliver(site.deps, site.app.log, { channel: 'sms' }, async () => {
    await site.deps.db.update(outbox).set({ recipient: '', body: '', gaveUpAt: clock }).where(eq(outbox.uuid, uuid));
    throw new Error('network down');
  });
  expect(await read(uuid)).toMatchObject({ recipient: '', gaveUpAt: clock, sentAt: null });
});

test('a newsletter goes after every other mail, and what is left of it at night waits for the morning', async () => {
  clock = new Date('2026-06-08T16:59:00Z'); // a Monday, a minute before eight in the evening in Israel
  const mail = (recipient: string, about: string, minutesAgo: number) => ({
    about,
    channel: 'email',
    recipient,
    body: 'שלום',
    nextAttemptAt: new Date(clock.getTime() - minutesAgo * 60_000),
    createdAt: clock,
  });
  await site.deps.db.delete(outbox);
  const letters = Array.from({ length: 25 }, (_, i) => mail(`reader${i}@example.com`, 'newsletter', 60));
  await site.deps.db.insert(outbox).values([...letters, mail('reset@example.com', 'password', 1)]);
  const sent: string[] = [];
  const mails = () =>
    deliver(site.deps, site.app.log, { channel: 'email' }, async ({ recipient }) => {
      sent.push(recipient);
      return {};
    });
  await mails();
  expect(sent).toHaveLength(20);
  expect(sent[0]).toBe('reset@example.com');

  clock = new Date('2026-06-08T17:01:00Z');
  await site.deps.db.insert(outbox).values(mail('order@example.com', 'order paid', 0));
  await mails();
  expect(sent.slice(20)).toEqual(['order@example.com']);
  const left = (await site.deps.db.select().from(outbox)).filter(({ sentAt }) => !sentAt);
  expect(left).toHaveLength(6);
  for (const row of left) expect(row).toMatchObject({ attempts: 0, nextAttemptAt: new Date('2026-06-09T05:00:00Z') });
  clock = new Date('2026-06-09T05:00:00Z');
  await mails();
  expect(sent).toHaveLength(27);
});

test.each(['on', 'off'] as const)('JOBS=%s', async (JOBS) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { stop } = startJobs({ ...site.deps, env: { ...site.deps.env, JOBS } }, site.app.log, { isOff: () => false });
    expect(vi.getTimerCount() > 0).toBe(JOBS === 'on');
    await stop();
  } finally {
    vi.useRealTimers();
  }
});
