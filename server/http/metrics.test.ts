import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { piece, shopper } from '../../tests/support/purchase.ts';
import { ROOT } from '../../tests/support/template.ts';

const TOKEN = 'a token of the tests';
const LOCAL = { host: 'localhost', path: '/metrics' };
let site: TestApp;
let guarded: TestApp;
beforeAll(async () => {
  [site, guarded] = await Promise.all([startApp(), startApp({ env: { METRICS_TOKEN: TOKEN } })]);
});
afterAll(() => Promise.all([site.close(), guarded.close()]));

/** A sample's value, by its name and labels as Prometheus writes them. */
async function sample(name: string): Promise<number | undefined> {
  const { text } = await site.call(LOCAL);
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

test('requests are counted by route and status, never by what visitors make up', async () => {
  await site.call({ path: '/api/products/get-product/raam-masa-750' });
  await site.call({ path: '/product/raam-masa-750' });
  await site.call({ path: '/made-up-by-a-visitor/1' });
  await site.call({ path: '/api/orders/get-order?id=made-up' });
  const { text, headers } = await site.call(LOCAL);
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  for (const labels of [
    'method="GET",route="/api/products/get-product/:id",status="2xx"',
    'method="GET",route="/product",status="2xx"',
    'method="GET",route="*",status="4xx"',
  ])
    expect(text).toContain(`http_request_duration_seconds_count{${labels}} 1`);
  expect(text).toMatch(/http_errors_total\{error_code="BAD_REQUEST"\} 1/);
  expect(text).not.toMatch(/made-up|masa/);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  for (const pool of ['main', 'orders'])
    expect(text).toMatch(new RegExp(`^db_pool_connections\\{pool="${pool}",state="idle"\\} \\d`, 'm'));
});

test('caches tell how often they had it', async () => {
  const count = async (result: string) => (await sample(`page_cache_requests_total{result="${result}"}`)) ?? 0;
  const before = [await count('miss'), await count('hit')];
  for (const _ of [1, 2, 3]) await site.call({ path: '/product/raam-barak-500' });
  expect([await count('miss'), await count('hit')]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 2]);
  expect(await sample('cache_requests_total{result="hit"}')).toBeGreaterThan(0);
});

test('what waits in the database is told: messages, payments, held stock', async () => {
  const { pool } = guarded.connection;
  const shop = shopper(guarded.app.server);
  const goods = await piece(pool);
  const { order } = await shop.order(goods);
  await pool.query(`update payments set review_reason = 'sum' where order_uid = $1`, [order.uuid]);
  await pool.query(
    // One due an hour ago; one that failed three times (30 s, 1 min, 2 min) and is due again in a minute; one due
    // tomorrow.
    `insert into outbox (channel, recipient, body, attempts, next_attempt_at, created_at) values
      ('webhook', $1, '{}', 0, now() - interval '1 hour', now() - interval '1 day'),
      ('sms', $1, '{}', 3, now() + interval '1 minute', now() - interval '1 day'),
      ('sms', $1, '{}', 0, now() + interval '1 day', now() - interval '1 day')`,
    [`https://crm.example/${randomUUID()}`],
  );
  const reply = await guarded.call({ ...LOCAL, headers: { authorization: `Bearer ${TOKEN}` } });
  const value = (name: string) =>
    Number(
      reply.text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  expect({
    database: value('database_up'),
    holds: value('stock_holds'),
    overdue: value('stock_holds_overdue'),
    pending: value('payments_last_day{state="pending"}'),
    paid: value('payments_last_day{state="paid"}'),
    review: value('payments_in_doubt'),
    webhooks: value('outbox_waiting{channel="webhook"}'),
    sms: value('outbox_waiting{channel="sms"}'),
  }).toEqual({ database: 1, holds: 1, overdue: 0, pending: 1, paid: 0, review: 1, webhooks: 1, sms: 1 });
  expect(value('outbox_oldest_seconds{channel="webhook"}')).toBeGreaterThanOrEqual(3_600);
  expect(value('outbox_oldest_seconds{channel="webhook"}')).toBeLessThan(7_200);
  expect(value('outbox_oldest_seconds{channel="sms"}')).toBeGreaterThanOrEqual(150);
  expect(value('outbox_oldest_seconds{channel="sms"}')).toBeLessThan(1_800);
});

test.each<[string, object]>([
  ['a store’s host', { host: 'raam.localhost' }],
  ['a visitor whom a proxy of this machine brings', { headers: { 'x-forwarded-for': '198.51.100.7' } }],
  ['a wrong token', { headers: { authorization: 'Bearer another token' } }],
  ['the token where none is set', { headers: { authorization: `Bearer ${TOKEN}` } }],
])('%s gets the 404 of everything else', async (_who, call) => {
  const reply = await site.call({ ...LOCAL, ...call });
  expect([reply.status, reply.text.includes('http_request')]).toEqual([404, false]);
});

test('every alarm asks for metrics that there are, and stands in the handbook', async () => {
  const rules = fs.readFileSync(path.join(ROOT, 'deploy/alarms.yml'), 'utf8');
  const { text } = await site.call(LOCAL);
  const there = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name);
  const asked =
    rules.match(/\b(?:http|db|database|outbox|payments|refunds|stock|job|page_cache|cache|nodejs|process)_\w+/g) ?? [];
  expect(asked.length).toBeGreaterThan(15);
  expect(
    asked.map((name) => name.replace(/_(?:count|bucket|sum)$/, '')).filter((name) => !there.includes(name)),
  ).toEqual([]);
  const handbook = fs.readFileSync(path.join(ROOT, 'docs/operating.md'), 'utf8');
  const alarms = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
  expect(alarms.filter((name) => !handbook.includes(`\`${name}\``))).toEqual([]);
});

test('the token opens it from anywhere', async () => {
  const headers = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '198.51.100.7' };
  expect((await guarded.call({ host: 'raam.localhost', path: '/metrics', headers })).status).toBe(200);
});
