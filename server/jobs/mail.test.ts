import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outbox, stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { smtpMail } from '#server/providers/mail/smtp.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { deliverMail } from './outbox.ts';

/** The tests' own mail server: stores what it accepts, and refuses recipients that a test names. */
const taken: { from: string; to: string; raw: string }[] = [];
let answer: 'take' | 'busy' | 'refuse' | 'drop' | 'not from us' = 'take';
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onMailFrom(_address, _session, done) {
    const refusal = Object.assign(new Error('sender not allowed'), { responseCode: 550 });
    done(answer === 'not from us' ? refusal : null);
  },
  onRcptTo(_address, _session, done) {
    const code = answer === 'busy' ? 451 : answer === 'refuse' ? 550 : 0;
    done(
      code ? Object.assign(new Error(code === 451 ? 'try later' : 'no such mailbox'), { responseCode: code }) : null,
    );
  },
  onData(stream, session, done) {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      if (answer === 'drop') {
        for (const socket of sockets) socket.destroy();
        return;
      }
      const { mailFrom, rcptTo } = session.envelope;
      taken.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address).join(),
        raw: Buffer.concat(parts).toString('utf8'),
      });
      done();
    });
  },
});
const sockets = new Set<Socket>();

let at = new Date('2026-06-01T09:00:00Z');
const time = {
  now: () => at,
  pass: (minutes: number) => {
    at = new Date(at.getTime() + minutes * 60_000);
  },
};
let site: TestApp;
let storeUid: string;

beforeAll(async () => {
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  site = await startApp({ deps: { now: time.now, mail: smtpMail(`smtp://127.0.0.1:${port}`) } });
  const [store] = await site.deps.db.select().from(stores).where(eq(stores.key, 'raam'));
  storeUid = store?.uuid ?? '';
});
beforeEach(() => {
  answer = 'take';
  taken.length = 0;
});
afterAll(async () => {
  await site.close();
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((resolve) => server.close(resolve));
});

async function message(values: Partial<typeof outbox.$inferInsert> = {}): Promise<string> {
  const moments = { nextAttemptAt: at, createdAt: at };
  const [row] = await site.deps.db
    .insert(outbox)
    .values({
      storeUid,
      channel: 'email',
      recipient: 'dana@example.com',
      subject: 'שלום',
      body: 'טקסט',
      ...moments,
      ...values,
    })
    .returning({ uuid: outbox.uuid });
  return row?.uuid ?? '';
}
const read = async (uuid: string) => (await site.deps.db.select().from(outbox).where(eq(outbox.uuid, uuid)))[0];
const run = () => deliverMail(site.deps, site.app.log);

/** A part of a message by its type, decoded. */
function part(raw: string, type: string): string {
  const at = raw.indexOf(`Content-Type: ${type}`);
  const [head = '', ...rest] = raw.slice(at).split('\r\n\r\n');
  const body = rest.join('\r\n\r\n').split(/\r\n--/)[0] ?? '';
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

test('a mail leaves once, in the frame and under the name of its store, with a part of plain text', async () => {
  const uuid = await message({
    subject: 'הקסדה חזרה',
    body: 'היא <כאן>.\nלדף המוצר: https://www.example.com/product/x?a=1&b=2',
  });
  await Promise.all([run(), run()]);
  await run();
  expect(taken).toHaveLength(1);
  expect(taken[0]).toMatchObject({ from: 'service@raam.example', to: 'dana@example.com' });
  const { raw = '' } = taken[0] ?? {};
  expect(raw).toContain(`Message-ID: <${uuid}@raam.example>`);
  expect(raw).toMatch(/Content-Id: <logo>/i);
  expect(part(raw, 'text/plain')).toContain('היא <כאן>.');
  const html = part(raw, 'text/html');
  expect(html).toContain('<html lang="he" dir="rtl">');
  expect(html).toContain('היא &lt;כאן&gt;.');
  expect(html).toMatch(/<a [^>]*href="https:\/\/www\.example\.com\/product\/x\?a=1&amp;b=2"[^>]*>לדף המוצר<\/a>/);
  expect(html).not.toMatch(/<script|javascript:/i);
  expect(await read(uuid)).toMatchObject({ attempts: 1, sentAt: time.now(), lastError: null });
});

test('a server that is busy, gone or hangs up in the middle is asked again, later each time', async () => {
  for (const trouble of ['busy', 'drop'] as const) {
    const uuid = await message();
    answer = trouble;
    await run();
    expect(await read(uuid)).toMatchObject({
      attempts: 1,
      sentAt: null,
      gaveUpAt: null,
      lastError: expect.any(String),
    });
    await run();
    expect(await read(uuid)).toMatchObject({ attempts: 1 });
    time.pass(0.5);
    await run();
    expect(await read(uuid)).toMatchObject({ attempts: 2, sentAt: null });
    answer = 'take';
    time.pass(1);
    await run();
    expect(await read(uuid)).toMatchObject({ attempts: 3, sentAt: time.now(), lastError: null });
  }
  expect(taken).toHaveLength(2);

  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const uuid = await message();
  await deliverMail({ ...site.deps, mail: smtpMail(`smtp://127.0.0.1:${port}`) }, site.app.log);
  expect(await read(uuid)).toMatchObject({ attempts: 1, sentAt: null, gaveUpAt: null });
});

test('an address that is refused for good is given up at once; the rest of the queue goes on', async () => {
  answer = 'refuse';
  const refused = await message();
  await run();
  expect(await read(refused)).toMatchObject({
    attempts: 1,
    sentAt: null,
    gaveUpAt: time.now(),
    lastError: expect.stringContaining('550'),
  });
  answer = 'take';
  const next = await message({ recipient: 'noa@example.com' });
  time.pass(120);
  await run();
  expect(taken.map(({ to }) => to)).toContain('noa@example.com');
  expect(await read(next)).toMatchObject({ sentAt: time.now() });
  expect(await read(refused)).toMatchObject({ attempts: 1, sentAt: null });
});

test('a sender that is refused is the operator’s to correct: no mail is given up for it', async () => {
  answer = 'not from us';
  const uuids = [await message(), await message({ recipient: 'noa@example.com' })];
  await run();
  for (const uuid of uuids)
    expect(await read(uuid)).toMatchObject({
      sentAt: null,
      gaveUpAt: null,
      lastError: expect.stringContaining('550'),
    });
  answer = 'take';
  time.pass(1);
  await run();
  expect(taken).toHaveLength(2);
});

test('a server that takes a connection and says nothing is closed; the mail waits for its next turn', async () => {
  const silent = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const uuid = await message();
  const mail = smtpMail(`smtp://127.0.0.1:${port}`, { connect: 0.2, answer: 1 });
  await deliverMail({ ...site.deps, mail }, site.app.log);
  expect(await read(uuid)).toMatchObject({
    attempts: 1,
    sentAt: null,
    gaveUpAt: null,
    lastError: expect.stringMatching(/greeting/i),
  });
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  time.pass(1);
  await run();
  expect(await read(uuid)).toMatchObject({ attempts: 2, sentAt: time.now(), provider: 'smtp', delivery: 'accepted' });
});

test('every line of text, the subject and the preview begin from the right, whatever stands first in them', async () => {
  await message({ subject: 'TMAX 560 חזר', body: 'TMAX 560 (2026) חזר.\n\nלדף המוצר: https://www.example.com/x' });
  await run();
  const { raw = '' } = taken[0] ?? {};
  const [, kind, subject = ''] = /^Subject: =\?UTF-8\?([BQ])\?(.+?)\?=/im.exec(raw) ?? [];
  const mark = Buffer.from('\u200F');
  if (kind === 'B') expect(Buffer.from(subject, 'base64').subarray(0, 3)).toEqual(mark);
  else expect(subject.slice(0, 9)).toBe('=E2=80=8F');
  expect(
    part(raw, 'text/plain')
      .trim()
      .split(/\r?\n/)
      .filter((line) => line.trim()),
  ).toEqual(['\u200FTMAX 560 (2026) חזר.', '\u200Fלדף המוצר: https://www.example.com/x']);
  expect(part(raw, 'text/html')).toContain('overflow:hidden">\u200FTMAX');
});

test('trouble without an end is given up after a day of trying', async () => {
  answer = 'busy';
  const uuid = await message({ attempts: 29 });
  await run();
  expect(await read(uuid)).toMatchObject({ attempts: 30, gaveUpAt: time.now() });
});

test('subject and recipient can add no header and no second recipient', async () => {
  await message({ subject: 'שלום\r\nBcc: evil@example.com', recipient: 'dana@example.com' });
  await run();
  expect(taken.map(({ to }) => to)).toEqual(['dana@example.com']);
  expect(taken[0]?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m);
});
