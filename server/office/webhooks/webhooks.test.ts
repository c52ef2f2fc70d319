import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deliverWebhooks } from '#server/jobs/outbox.ts';
import { signature } from '#server/providers/webhook/webhook.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import type { readWebhook } from './webhooks.ts';

type Page = Awaited<ReturnType<typeof readWebhook>>;
type Got = { path: string; id: string; seconds: string; signature: string; body: string };

let site: TestApp;
let owner: string;
let stores: Record<string, string>;
/** The other system, which is the outside world. */
const got: Got[] = [];
let answer = 204;
const receiver = http.createServer((request, reply) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    const header = (name: string) => String(request.headers[`webhook-${name}`]);
    got.push({
      path: String(request.url),
      id: header('id'),
      seconds: header('timestamp'),
      signature: header('signature'),
      body,
    });
    reply.writeHead(answer).end();
  });
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  url = `http://localhost:${(receiver.address() as AddressInfo).port}/hook`;
  site = await startApp({ office: true, env: { WEBHOOK_HOSTS: 'any' } });
  owner = await signInAs(site, 'owner');
  const rows = await query('select key, uuid from stores');
  stores = Object.fromEntries(rows.map(({ key, uuid }) => [key, uuid]));
});
afterEach(() => {
  got.length = 0;
  answer = 204;
});
afterAll(async () => {
  await site.close();
  receiver.close();
});

const query = async (sql: string, values: unknown[] = []) => (await site.connection.pool.query(sql, values)).rows;
const path = (store = 'raam') => `/settings/stores/${stores[store]}/webhook`;
const page = async (search = '') => (await readPage<Page>(site, owner, `${path()}${search}`)).data;
const call = (name: string, input: Record<string, unknown> = {}, app = site, cookie = owner) =>
  act(app, cookie, path(), name, { store: stores.raam, ...input });
const set = async (events: string[], to = url) => {
  const { url: before, events: were } = await page();
  return call('edit', { was: { url: before, events: were }, url: to, events });
};
const deliver = () => deliverWebhooks(site.deps, site.app.log);
const deliveries = () => got.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });

test('a test message arrives signed; a new secret signs from then on, and is shown once', async () => {
  expect((await call('test')).status).toBe(422);
  expect(await set(['lead'])).toMatchObject({ status: 200, data: { ok: true } });
  await call('test');
  const { data } = await call('secret');
  const { secret } = data.result as { secret: string };
  await call('test');
  await deliver();
  expect(deliveries()).toMatchObject([{ type: 'webhook.test', data: { store: 'raam' } }, { type: 'webhook.test' }]);
  for (const { id, body, seconds, signature: sent } of got)
    expect(sent).toBe(signature({ id, body, key: secret }, seconds));
  const again = (await call('secret')).data.result as { secret: string };
  expect(again.secret).not.toBe(secret);
  const kept = await query(
    'select (select json_agg(s)::text from stores s) || (select json_agg(c)::text from changes c) as text',
  );
  expect(kept[0].text).not.toContain(again.secret.slice(6));
});

test('orders and stock are told without personal data, of this store alone, and only what was chosen', async () => {
  await set(['order_paid', 'order_state', 'stock_out']);
  const goods = await piece(site.connection.pool, { stock: 1 });
  const { order, page: payment } = await shopper(site.port).order(goods);
  await pay(site.port, payment, CARDS.approved);
  const foreign = await piece(site.connection.pool, { store: 'noam', stock: 1 });
  await shopper(site.port, 'noam').order(foreign);
  await deliver();
  const messages = deliveries();
  expect(messages.map(({ type }) => type).sort()).toEqual(['order.paid', 'order.state', 'stock.out']);
  expect(messages.find(({ type }) => type === 'order.paid')?.data).toMatchObject({
    uuid: order.uuid,
    number: order.number,
    status: 'accepted',
    payment: 'paid',
  });
  expect(messages.find(({ type }) => type === 'stock.out')?.data).toMatchObject({ variant: goods.variant });
  expect(JSON.stringify(messages)).not.toMatch(/דנה|dana@|97250/);

  // Told with the order or not at all: an order that could not be written leaves no message, and no message fails
  // alone.
  const last = await piece(site.connection.pool, { stock: 1 });
  const about = `about = 'stock.out' and body::jsonb -> 'data' ->> 'variant' = $1`;
  await query(
    `create function no_message() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
  );
  await query(
    `create trigger no_message before insert on outbox for each row when (new.about = 'stock.out') execute function no_message()`,
  );
  const body = await shopper(site.port).orderBody(last);
  expect((await shopper(site.port).place(body)).status).toBe(500);
  await query('drop trigger no_message on outbox');
  const left =
    'select stock, (select count(*)::int from order_lines where variant_uid = $1) lines from variants where uuid = $1';
  expect(await query(left, [last.variant])).toEqual([{ stock: 1, lines: 0 }]);
  await shopper(site.port).order(last);
  expect(await query(`select count(*)::int from outbox where ${about}`, [last.variant])).toEqual([{ count: 1 }]);
  await deliver();

  await set(['lead']);
  got.length = 0;
  await query('update variants set stock = 1 where uuid = $1', [goods.variant]);
  await query('update variants set stock = 0 where uuid = $1', [goods.variant]);
  await query(`update orders set status = 'in_process' where uuid = $1`, [order.uuid]);
  await site.call({
    method: 'POST',
    path: '/api/contacts',
    body: { name: 'רות', phone: '050-7000001', message: 'שלום' },
  });
  await deliver();
  expect(deliveries().map(({ type }) => type)).toEqual(['lead.created']);
});

test('the log shows what the receiver answered; sent again, the message has the same id', async () => {
  await set(['lead']);
  answer = 503;
  await call('test');
  await deliver();
  const [failed] = (await page('?state=waiting')).page.rows;
  expect(failed).toMatchObject({ about: 'webhook.test', state: 'waiting', attempts: 1, code: '503' });
  answer = 204;
  // Its next turn would be in half a minute.
  expect((await call('resend', { message: failed?.uuid })).data).toMatchObject({ ok: true });
  await deliver();
  expect(new Set(got.map(({ id }) => id))).toEqual(new Set([failed?.uuid]));
  const [sent] = (await page()).page.rows;
  expect(sent).toMatchObject({ uuid: failed?.uuid, state: 'delivered', attempts: 1, code: '204' });
  const [logged] = await query(`select details, actor from audit_log where command like 'webhooks.resend%'`);
  expect(logged).toMatchObject({ details: { message: failed?.uuid }, actor: expect.stringContaining('staff:') });

  // A mail isn't one, and an emptied message (its person was erased) neither.
  const [mail] = await query(
    `insert into outbox (store_uid, channel, recipient, body) values ($1, 'email', 'a@b.example', 'x') returning uuid`,
    [stores.raam],
  );
  await query(`update outbox set recipient = '', body = '' where uuid = $1`, [sent?.uuid]);
  for (const message of [mail.uuid, sent?.uuid]) expect((await call('resend', { message })).status).toBe(422);
});

test('what waits goes to where the webhook leads now, and nowhere once it is off', async () => {
  await query(`delete from outbox where channel = 'webhook'`);
  await set(['lead']);
  answer = 503;
  for (let i = 0; i < 2; i++) {
    await call('test');
    await deliver();
  }
  expect(got.map(({ path }) => path)).toEqual(['/hook', '/hook']);
  got.length = 0;
  answer = 204;
  await set(['lead'], `${url}/of-the-new-system`);
  const [first, second] = (await page('?state=waiting')).page.rows;
  const dueNow = (uuid: string | undefined) =>
    query(`update outbox set next_attempt_at = now() - interval '1 second' where uuid = $1`, [uuid]);
  await dueNow(first?.uuid);
  await deliver();
  expect(got.map(({ path }) => path)).toEqual(['/hook/of-the-new-system']);
  got.length = 0;
  await set(['lead'], '');
  await dueNow(second?.uuid);
  await deliver();
  expect(got).toEqual([]);
  expect((await page()).page.rows).toMatchObject([
    { uuid: first?.uuid, state: 'delivered' },
    { uuid: second?.uuid, state: 'failed' },
  ]);
});

test('who saves over what somebody else has saved is told', async () => {
  await set(['lead']);
  const stale = { was: { url, events: ['lead'] } };
  await set(['lead', 'order_paid']);
  expect((await call('edit', { ...stale, url, events: ['stock_out'] })).status).toBe(409);
  expect(await page()).toMatchObject({ events: ['lead', 'order_paid'] });
  expect((await call('edit', { was: { url, events: ['lead', 'order_paid'] }, url, events: [] })).status).toBe(400);
});

test('nothing leads into the own network, and nothing goes unencrypted', async () => {
  const strict = await startApp({ office: true });
  try {
    const cookie = await signInAs(strict, 'owner');
    const { rows } = await strict.connection.pool.query(`select uuid from stores where key = 'raam'`);
    const store = rows[0].uuid;
    const addresses = [
      'http://crm.example/hook',
      'https://127.0.0.1/hook',
      'https://[::1]/',
      'https://10.1.2.3/',
      'https://169.254.169.254/latest',
    ];
    for (const bad of [...addresses, 'https://localhost/hook', 'https://dana:secret@8.8.8.8/', 'ftp://8.8.8.8/', 'crm'])
      expect
        .soft(
          await act(strict, cookie, `/settings/stores/${store}/webhook`, 'edit', { store, url: bad, events: ['lead'] }),
          bad,
        )
        .toMatchObject({ status: 400, data: { errors: [{ path: 'url' }] } });
    const good = await act(strict, cookie, `/settings/stores/${store}/webhook`, 'edit', {
      store,
      url: 'https://8.8.8.8/hook',
      events: ['lead'],
      was: { events: ['lead'] },
    });
    expect(good).toMatchObject({ status: 200 });
  } finally {
    await strict.close();
  }
});
