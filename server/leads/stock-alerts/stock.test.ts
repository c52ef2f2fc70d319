import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, signUp } from '../../../tests/support/customers.ts';
import { erasePerson } from '../../privacy/erase.ts';
import { notifyReturnedStock } from './notify-returned.ts';
import { forgetOldAlertLinks } from './stop.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

const query = async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await site.connection.pool.query<T>(sql, values)).rows;

/** A sold-out variant of the store. */
async function soldOut(store = 'raam'): Promise<{ uuid: string; sku: string; name: string; slug: string }> {
  const [row] = await query<{ uuid: string; sku: string; name: string; slug: string }>(
    `select v.uuid, v.sku, p.name, p.slug from variants v join products p on p.uuid = v.product_uid
     join store_products sp on sp.product_uid = p.uuid join stores s on s.uuid = sp.store_uid
     where s.key = $1 and sp.published and v.active and v.stock = 0 and p.stock_policy = 'IN_STOCK' order by v.sku`,
    [store],
  );
  if (!row) throw new Error('the demo has no variant without stock');
  return row;
}

const ask = (body: unknown, address = '203.0.113.1', host = 'raam.localhost') =>
  site.call({
    host,
    method: 'POST',
    path: '/api/variants/subscribe-to-stock',
    headers: { 'x-forwarded-for': address },
    body,
  });
const codeOf = (reply: Awaited<ReturnType<typeof ask>>) => [
  reply.status,
  reply.json<{ error_code?: string }>().error_code,
];
/** On a working day at noon in Israel, unless told otherwise. */
const look = (at = '2026-11-25T10:00:00Z') => notifyReturnedStock({ ...site.deps, now: () => new Date(at) });
const waiting = (recipient: string) =>
  query('select channel from stock_subscriptions where recipient = $1', [recipient]);
const messagesTo = (recipient: string) =>
  query<{ channel: string; body: string }>('select channel, body from outbox where recipient = $1', [recipient]);

test('who asks is told once, when the stock is back, and then forgotten', async () => {
  const { uuid, sku, name, slug } = await soldOut();
  expect((await ask({ variant_uid: uuid, email: 'Noa@Example.com' })).json()).toEqual({ subscribed: true });
  expect((await ask({ variant_uid: uuid, email: 'noa@example.com' })).status, 'twice is once').toBe(200);
  expect((await ask({ variant_uid: uuid, phone: '+972 52 000 0001' })).status).toBe(200);
  expect(await waiting('noa@example.com')).toEqual([{ channel: 'email' }]);
  expect(await waiting('+972520000001')).toEqual([{ channel: 'sms' }]);

  await look();
  expect(await messagesTo('noa@example.com'), 'nothing while there is none').toEqual([]);

  await query('update variants set stock = 2 where uuid = $1', [uuid]);
  await look('2026-11-27T20:00:00Z');
  await query(`update stores set status = 'closed' where key = 'raam'`);
  await look();
  expect(await messagesTo('noa@example.com'), 'neither on a Friday night nor while the store is closed').toEqual([]);
  // A closing that has ended leaves its row as it was.
  await query(`update stores set closed_until = '2026-11-20' where key = 'raam'`);
  await Promise.all([1, 2, 3].map(() => look()));
  await look();
  const [mail, ...more] = await messagesTo('noa@example.com');
  expect(more).toEqual([]);
  expect(mail?.body).toContain(name);
  expect(mail?.body).toContain(`http://raam.localhost:${site.port}/product/${slug}?variant=${sku}`);
  expect(await messagesTo('+972520000001')).toHaveLength(1);
  expect(await waiting('noa@example.com')).toEqual([]);

  expect(codeOf(await ask({ variant_uid: uuid, email: 'late@example.com' }))).toEqual([422, 'IN_STOCK']);
  await query('update variants set stock = 0 where uuid = $1', [uuid]);
  await look();
  expect(await messagesTo('noa@example.com'), 'spent').toHaveLength(1);
});

test('a phone, which anybody may have typed, is told once a day; the others wait', async () => {
  const phone = '+972520000002';
  const rows = await query<{ uuid: string }>(
    `select v.uuid from variants v join products p on p.uuid = v.product_uid join store_products l on l.product_uid = p.uuid and l.published
     join stores s on s.uuid = l.store_uid where s.key = 'noam' and v.active and p.stock_policy = 'IN_STOCK' order by v.sku limit 2`,
  );
  const set = (stock: number) =>
    query('update variants set stock = $2 where uuid = any($1)', [rows.map(({ uuid }) => uuid), stock]);
  await set(0);
  for (const { uuid } of rows)
    expect((await ask({ variant_uid: uuid, phone }, '203.0.113.9', 'noam.localhost')).status).toBe(200);
  await set(2);
  await look();
  await look('2026-11-26T09:00:00Z');
  expect([(await messagesTo(phone)).length, (await waiting(phone)).length]).toEqual([1, 1]);
  await look('2026-11-26T10:00:01Z');
  expect([(await messagesTo(phone)).length, (await waiting(phone)).length]).toEqual([2, 0]);
});

test('the link of an alert ends them all without signing in, also those that others ask for later', async () => {
  const { uuid } = await soldOut('gal');
  const [other = { uuid }] = await query<{ uuid: string }>(
    `select v.uuid from variants v join products p on p.uuid = v.product_uid join store_products l on l.product_uid = p.uuid and l.published
     join stores s on s.uuid = l.store_uid where s.key = 'gal' and v.active and p.stock_policy = 'IN_STOCK' and v.uuid <> $1 order by v.sku limit 1`,
    [uuid],
  );
  await query('update variants set stock = 0 where uuid = $1', [other.uuid]);
  const [phone, mail] = ['+972529990003', 'stop@example.com'];
  const asked = (body: object) => ask(body, '203.0.113.12', 'gal.localhost');
  for (const variant_uid of [uuid, other.uuid]) expect((await asked({ variant_uid, phone })).status).toBe(200);
  await asked({ variant_uid: uuid, email: mail });
  await query('update variants set stock = 1 where uuid = $1', [uuid]);
  await look();
  const linkIn = async (recipient: string) =>
    /(\/unsubscribe\/[\w-]{22})$/.exec((await messagesTo(recipient))[0]?.body ?? '')?.[1] ?? '';
  const [path, mailPath] = [await linkIn(phone), await linkIn(mail)];
  expect(path).not.toBe(mailPath);
  expect((await messagesTo(phone))[0]?.body.length).toBeLessThan(220);

  const at = (method: 'GET' | 'POST', of: string, host = 'gal.localhost') => site.call({ host, method, path: of });
  expect((await at('GET', path)).text.includes('להפסיק את העדכונים')).toBe(true);
  expect((await at('GET', path, 'raam.localhost')).status).toBe(404);
  expect((await at('POST', `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
  // A mail program that opens links ends nothing.
  expect((await waiting(phone)).length).toBe(1);
  expect((await at('POST', path)).text.includes('עדכוני המלאי הופסקו')).toBe(true);
  expect([await waiting(phone), await messagesTo(phone)], 'what waits goes, and so does what was not sent').toEqual([
    [],
    [],
  ]);
  expect(await messagesTo(mail)).toHaveLength(1);
  // Whoever types it again is told, and nothing is kept.
  expect(codeOf(await asked({ variant_uid: other.uuid, phone }))).toEqual([422, 'ALERTS_STOPPED']);
  expect(await waiting(phone)).toEqual([]);
  // As whom it belongs to it can be asked for again.
  const { bearer } = await signUp(site, caller(site, { host: 'gal.localhost' }), '0529990003');
  const ownReply = await site.call({
    ...{ host: 'gal.localhost', method: 'POST', path: '/api/variants/subscribe-to-stock', headers: bearer },
    body: { variant_uid: other.uuid, phone },
  });
  expect([ownReply.status, (await waiting(phone)).length]).toEqual([200, 1]);
  // Links of a year ago are forgotten, who has ended the alerts isn't.
  await at('POST', mailPath);
  await forgetOldAlertLinks({ ...site.deps, now: () => new Date('2027-12-01') });
  expect(
    await query('select recipient from stock_alert_recipients where recipient = any($1)', [[phone, mail]]),
  ).toEqual([{ recipient: mail }]);
});

test('who ended the alerts and had the account erased is sent none that others ask for, and may ask again', async () => {
  const { uuid } = await soldOut('ofek');
  const [phone, host] = ['+972529990004', 'ofek.localhost'];
  const who = caller(site, { host });
  const { customer, bearer } = await signUp(site, who, '0529990004');
  const asked = () => ask({ variant_uid: uuid, phone }, '203.0.113.14', host);
  expect((await asked()).status).toBe(200);
  await query('update variants set stock = 1 where uuid = $1', [uuid]);
  await look();
  const path = /(\/unsubscribe\/[\w-]{22})$/.exec(
    (await messagesTo(phone)).find(({ body }) => body.includes('/unsubscribe/'))?.body ?? '',
  )?.[1];
  expect((await site.call({ host, method: 'POST', path: path ?? '' })).status).toBe(200);
  await query('update variants set stock = 0 where uuid = $1', [uuid]);

  const [store] = await query<{ uuid: string }>(`select uuid from stores where key = 'ofek'`);
  const person = { storeUid: store?.uuid ?? '', customerUid: customer.uuid, phone };
  await erasePerson(site.deps.db, person, new Date('2026-11-25T12:00:00Z'));
  expect(await query('select 1 from stock_alert_recipients where recipient = $1', [phone])).toEqual([]);
  expect(codeOf(await asked())).toEqual([422, 'ALERTS_STOPPED']);
  expect((await site.call({ host, path: path ?? '' })).text.includes('עדכוני המלאי הופסקו')).toBe(true);

  await query('delete from limit_hits');
  const again = await signUp(site, caller(site, { host }), '0529990004');
  expect(bearer).not.toEqual(again.bearer);
  const ownReply = await again.who.post('/api/variants/subscribe-to-stock', { variant_uid: uuid, phone }, again.bearer);
  expect([ownReply.status, (await waiting(phone)).length]).toEqual([200, 1]);
  await query('update variants set stock = 1 where uuid = $1', [uuid]);
  await look('2026-12-01T10:00:00Z');
  expect(await waiting(phone)).toEqual([]);
});

test('what the store does not show waits, and is told when it is shown again', async () => {
  const { uuid } = await soldOut('zik');
  expect((await ask({ variant_uid: uuid, email: 'dan@example.com' }, '203.0.113.2', 'zik.localhost')).status).toBe(200);
  const publish = (published: boolean) =>
    query(
      'update store_products set published = $2 where product_uid = (select product_uid from variants where uuid = $1)',
      [uuid, published],
    );
  await publish(false);
  await query('update variants set stock = 1 where uuid = $1', [uuid]);
  await look();
  expect(await messagesTo('dan@example.com')).toEqual([]);
  await publish(true);
  await look();
  expect(await messagesTo('dan@example.com')).toHaveLength(1);
});

test('only a contact that can be told, and a variant of this store', async () => {
  const { uuid } = await soldOut('raam');
  const other = await soldOut('gal');
  const from = '203.0.113.3';
  expect(codeOf(await ask({ variant_uid: uuid }, from))).toEqual([422, 'CONTACT_REQUIRED']);
  expect(codeOf(await ask({ variant_uid: uuid, phone: '03-5550000' }, from))).toEqual([422, 'INVALID_PHONE']);
  expect(codeOf(await ask({ variant_uid: other.uuid, email: 'a@b.co' }, from))).toEqual([404, 'NOT_FOUND']);
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect(codeOf(await ask({ variant_uid: nobody, email: 'a@b.co' }, from))).toEqual([404, 'NOT_FOUND']);
  for (const body of [
    {},
    [],
    'null',
    { variant_uid: "'; drop table variants; --", email: 'a@b.co' },
    { variant_uid: uuid, email: 'not an address' },
    { variant_uid: uuid, email: { $ne: '' } },
    { variant_uid: uuid, phone: '0'.repeat(5_000) },
    { variant_uid: uuid, email: 'a@b.co', price: 1 },
  ])
    expect((await ask(body, from)).status, JSON.stringify(body)).toBe(400);
  const robot = await ask({ variant_uid: uuid, email: 'robot@example.com', website: 'https://spam.example' }, from);
  expect([robot.status, await waiting('robot@example.com')]).toEqual([200, []]);
});

test('an address may ask twenty times an hour', async () => {
  const { uuid } = await soldOut('noam');
  const send = (i: number, address: string) =>
    ask({ variant_uid: uuid, email: `n${i}@example.com` }, address, 'noam.localhost');
  for (let i = 0; i < 20; i++) expect((await send(i, '198.51.100.7')).status).toBe(200);
  const refused = await send(20, '198.51.100.7');
  expect(codeOf(refused)).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  expect((await send(21, '198.51.100.8')).status).toBe(200);
});
