import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverWebhooks } from '#server/jobs/outbox.ts';
import { isPublicIp } from '#server/platform/ip-address.ts';
import { signature } from '#server/providers/webhook/webhook.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { webhookKey } from './webhook.ts';

type Got = { headers: http.IncomingHttpHeaders; body: string };

let site: TestApp;
let strict: TestApp;
let clock = new Date('2026-06-01T09:00:00Z');
/** The CRM, which is the outside world. */
const got: Got[] = [];
let answer = 200;
const crm = http.createServer((request, reply) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    got.push({ headers: request.headers, body });
    reply.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end();
  });
});
let url: string;
/** Another, which takes connections and answers nothing. */
let silent = 0;
const dead = http.createServer((request) => {
  silent += 1;
  request.socket.destroy();
});
let silentUrl: string;

beforeAll(async () => {
  await new Promise<void>((done) => crm.listen(0, '127.0.0.1', done));
  await new Promise<void>((done) => dead.listen(0, '127.0.0.1', done));
  [url, silentUrl] = [crm, dead].map((one) => `http://localhost:${(one.address() as AddressInfo).port}/hook`) as [
    string,
    string,
  ];
  site = await startApp({ env: { WEBHOOK_HOSTS: 'any' }, deps: { now: () => clock } });
  strict = await startApp({ deps: { now: () => clock } });
  await leadTo(site, 'raam', url);
});
afterAll(async () => {
  await site.close();
  await strict.close();
  crm.close();
  dead.close();
});

/** Where a store's webhook leads. */
const leadTo = async (app: TestApp, store: string, address: string) => {
  await app.connection.pool.query(
    `update stores set settings = settings || jsonb_build_object('lead_webhook', $2::text) where key = $1`,
    [store, address],
  );
  app.deps.cache.clear();
};
const leave = (app: TestApp, name: string, host = 'raam.localhost') =>
  app.call({ host, method: 'POST', path: '/api/contacts', body: { name, phone: '050-7000001', message: 'שלום' } });
const message = async (app: TestApp) => {
  const { rows } = await app.connection.pool.query(
    `select uuid, attempts, sent_at, gave_up_at, last_error from outbox where channel = 'webhook' order by created_at desc limit 1`,
  );
  return rows[0];
};

test('a lead reaches the CRM signed, and is tried again until it is taken', async () => {
  answer = 302;
  expect((await leave(site, 'נועה לוי')).status).toBe(200);
  await deliverWebhooks(site.deps, site.app.log);
  expect(await message(site)).toMatchObject({ attempts: 1, sent_at: null, last_error: 'the receiver answered 302' });
  answer = 204;
  await deliverWebhooks(site.deps, site.app.log);
  expect(got, 'not before its time').toHaveLength(1);
  clock = new Date(clock.getTime() + 30_000);
  await deliverWebhooks(site.deps, site.app.log);
  const { uuid, ...state } = await message(site);
  expect(state).toMatchObject({ attempts: 2, sent_at: clock, last_error: null });

  const [first, second] = got;
  expect(got).toHaveLength(2);
  expect([first?.headers['webhook-id'], second?.headers['webhook-id']]).toEqual([uuid, uuid]);
  expect(JSON.parse(second?.body ?? '')).toMatchObject({
    type: 'lead.created',
    data: { name: 'נועה לוי', phone: '+972507000001', message: 'שלום', marketing_consent: false },
  });
  const { rows } = await site.connection.pool.query(`select uuid from stores where key = 'raam'`);
  const key = webhookKey(site.deps.secret, rows[0].uuid, 0);
  const seconds = String(second?.headers['webhook-timestamp']);
  expect(Number(seconds)).toBe(clock.getTime() / 1_000);
  expect(second?.headers['webhook-signature']).toBe(signature({ id: uuid, body: second?.body ?? '', key }, seconds));
});

test('a store whose receiver does not answer keeps no other store waiting, and tries one message a turn', async () => {
  await site.connection.pool.query('delete from outbox');
  await leadTo(site, 'raam', silentUrl);
  await leadTo(site, 'sela', url);
  answer = 204;
  got.length = 0;
  for (const name of ['אחת', 'שתיים', 'שלוש']) await leave(site, name);
  await leave(site, 'מחנות אחרת', 'sela.localhost');
  await deliverWebhooks(site.deps, site.app.log);
  expect([silent, got.map(({ body }) => JSON.parse(body).data.name)]).toEqual([1, ['מחנות אחרת']]);
  await deliverWebhooks(site.deps, site.app.log);
  await deliverWebhooks(site.deps, site.app.log);
  expect(silent).toBe(3);
  const { rows } = await site.connection.pool.query(
    `select attempts, sent_at is null as waits from outbox where channel = 'webhook' order by sent_at nulls first`,
  );
  expect(rows).toEqual([...Array(3).fill({ attempts: 1, waits: true }), { attempts: 1, waits: false }]);
  await site.connection.pool.query('delete from outbox');
  await leadTo(site, 'raam', url);
});

test('a receiver that is gone is asked no more', async () => {
  answer = 410;
  await leave(site, 'דנה כהן');
  await deliverWebhooks(site.deps, site.app.log);
  expect(await message(site)).toMatchObject({
    attempts: 1,
    gave_up_at: clock,
    last_error: 'the receiver answered 410',
  });
});

test.each([
  ['http://crm.example/hook', /https/],
  ['https://127.0.0.1/hook', /internal/],
  ['https://[::1]/hook', /internal/],
  ['https://[::ffff:10.0.0.1]/hook', /internal/],
  ['https://169.254.169.254/latest', /internal/],
  ['https://0x7f.1/hook', /internal/],
  ['https://localhost/hook', /internal/],
])('nothing goes to %s', async (recipient, reason) => {
  const before = got.length;
  clock = new Date(clock.getTime() + 1_000);
  await leadTo(strict, 'raam', recipient);
  await leave(strict, 'נועה לוי');
  await deliverWebhooks(strict.deps, strict.app.log);
  const row = await message(strict);
  expect(row).toMatchObject({ attempts: 1, sent_at: null, gave_up_at: clock });
  expect(row.last_error).toMatch(reason);
  expect(got).toHaveLength(before);
});

test.each([
  ['8.8.8.8', true],
  ['172.15.255.255', true],
  ['2606:4700::1111', true],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::7f00:1', false],
  ['::ffff:8.8.8.8', false],
])('%s is of the internet: %s', (address, expected) => {
  expect(isPublicIp(address)).toBe(expected);
});
