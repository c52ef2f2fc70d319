import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSettings } from '#server/platform/environment.ts';
import { smtpMail } from '#server/providers/mail/smtp.ts';
import { checkInstallation, type Finding } from '#server/readiness/doctor.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { type CardcomFake, cardcomFake } from '../../../tests/support/cardcom-fake.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { runCommand } from '../../../tests/support/run-command.ts';
import { type SmsFake, smsFake } from '../../../tests/support/sms-fake.ts';
import type { Operation } from '../../command.ts';
import { doctorCommand } from './doctor.ts';

let site: TestApp;
let sms: SmsFake;
let cardcom: CardcomFake;
const mailServer = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
const said: string[] = [];

beforeAll(async () => {
  [sms, cardcom] = await Promise.all([smsFake(), cardcomFake()]);
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  const { port } = mailServer.server.address() as AddressInfo;
  const env = { ...sms.env, ...cardcom.env, CARDCOM_URL: cardcom.url, SMTP_URL: `smtp://127.0.0.1:${port}` };
  site = await startApp({ env });
});
beforeEach(async () => {
  said.length = 0;
  sms.settings.credit = 100;
  await site.connection.pool.query('delete from outbox');
});
afterAll(async () => {
  await site.close();
  await Promise.all([sms.close(), cardcom.close()]);
  await new Promise<void>((resolve) => mailServer.close(resolve));
});

const run = async (changes: Partial<Operation> = {}) => {
  const operation = { say: (text: string) => said.push(text), ...changes };
  const { json, failed } = await runCommand(site, doctorCommand, [], {}, operation);
  const findings = json as Finding[];
  return { findings, failed, of: (check: string) => findings.filter((one) => one.check === check) };
};

test('a healthy installation has nothing at fault; nothing is sent, and only that somebody looked is written', async () => {
  const { findings, failed, of } = await run();
  expect(findings.filter(({ state }) => state === 'fault')).toEqual([]);
  expect(failed).toBe(false);
  for (const check of [
    'settings',
    'database',
    'clock',
    'disk',
    'stores',
    'mail',
    'gateway',
    'registry',
    'pictures',
    'domains',
    'queue',
    'documents',
  ])
    expect([check, of(check).length > 0]).toEqual([check, true]);
  expect(of('sms').map(({ detail }) => detail)).toEqual([
    '019: 100 messages of credit',
    'twilio: the account is active',
  ]);
  expect(of('gateway').map(({ detail }) => detail)).toContain('cardcom: terminal 1000 answers');
  expect(of('pictures')[0]?.detail).toBe('30 taken at random are there');
  expect(sms.sent).toEqual([]);
  expect(cardcom.books.pages.size).toBe(0);
  const { rows } = await site.connection.pool.query(`select actor from audit_log where command = 'doctor'`);
  expect(rows).toEqual([{ actor: expect.stringMatching(/^operator:/) }]);
  expect(said.join('\n')).toContain('0 faults');
});

test('each thing that is wrong is named with what to do, whatever else is wrong', async () => {
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  await new Promise((resolve) => silent.close(resolve));
  sms.settings.credit = 0;
  await site.connection.pool.query(
    `insert into outbox (channel, recipient, body, created_at, next_attempt_at) values
      ('email', 'x@example.com', 'x', now() - interval '1 hour', now() - interval '1 hour')`,
  );
  await site.connection.pool.query(
    `insert into outbox (channel, recipient, body, gave_up_at) values ('email', 'y@example.com', 'y', now())`,
  );
  const env = readSettings({
    VEHICLE_REGISTRY: 'data-gov',
    VEHICLE_REGISTRY_URL: `http://127.0.0.1:${port}`,
    ...sms.env,
    ...cardcom.env,
    CARDCOM_URL: cardcom.url,
    CARDCOM_API_NAME: 'another',
    TWILIO_AUTH_TOKEN: 'a wrong one',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  });
  const storage = { ...site.deps.storage, has: async () => false };
  const { failed, of } = await run({ env, storage, dataDir: '/no/such/folder' });
  expect(failed).toBe(true);
  for (const check of ['sms', 'mail', 'gateway', 'pictures', 'disk', 'queue'])
    expect([check, of(check)]).toEqual([
      check,
      expect.arrayContaining([expect.objectContaining({ state: 'fault', advice: expect.any(String) })]),
    ]);
  expect(of('registry')).toMatchObject([{ state: 'warning', advice: expect.stringContaining('VEHICLE_REGISTRY_URL') }]);
  expect(of('sms').map(({ state }) => state)).toEqual(['fault', 'fault']);
  expect(of('queue').map(({ state }) => state)).toEqual(['fault', 'warning']);
  expect(of('database')[0]?.state).toBe('ok');
});

test('a refund that nobody answered is as much in doubt as a payment, until somebody decides', async () => {
  const doubts = async () =>
    (await run())
      .of('queue')
      .filter(({ detail }) => /in doubt/.test(detail))
      .map(({ state, detail }) => [state, detail]);
  expect(await doubts()).toEqual([]);
  const placed = await shopper(site.port).order(await piece(site.connection.pool));
  await pay(site.port, placed.page, CARDS.approved);
  const { pool } = site.connection;
  const { rows } = await pool.query(
    `insert into refunds (payment_uid, amount_agorot, status, actor, ask_at)
     select uuid, 100, 'unknown', 'test', now() from payments where order_uid = $1 returning uuid`,
    [placed.order.uuid],
  );
  expect(await doubts()).toEqual([['warning', '1 refunds are in doubt']]);
  await pool.query('delete from refunds where uuid = $1', [rows[0].uuid]);
});

test('a mail server that takes a connection and says nothing is a finding, not a wait without end', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const mail = smtpMail(`smtp://127.0.0.1:${port}`, { connect: 0.2, answer: 1 });
  const findings = await checkInstallation({ ...installation(), mail });
  expect(findings.find(({ check }) => check === 'mail')).toMatchObject({
    state: 'fault',
    detail: expect.stringMatching(/greeting/i),
  });
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});

test.each([
  [0, 'ok'],
  [2_500, 'warning'],
  [4_800, 'warning'],
  [-5_300, 'fault'],
  [-3_600_000, 'fault'],
] as const)('a clock that is %s ms ahead of the database’s: %s', async (ahead, state) => {
  const findings = await checkInstallation({ ...installation(), wall: () => Date.now() + ahead });
  expect(findings.find(({ check }) => check === 'clock')?.state).toBe(state);
});

test('a database that takes no writes is at fault', async () => {
  const findings = await checkInstallation({
    ...installation(),
    writeRow: () => Promise.reject(new Error('could not extend file')),
  });
  expect(findings.find(({ check }) => check === 'database')).toMatchObject({
    state: 'fault',
    detail: 'could not extend file',
  });
});

const installation = (): Parameters<typeof checkInstallation>[0] => ({
  ...site.deps,
  dataDir: site.deps.env.DATA_DIR,
  code: '/opt/shop',
  writeRow: async () => {},
  pool: site.connection.pool,
});
