import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Slots } from '#contract/leads/bookings.ts';
import { formatCallback, nextCallback } from '#domain/calendar/callback.ts';
import { forgetOldHits } from '#server/platform/limits.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { letPass } from '../../../tests/support/limits.ts';
import { forgetOldLeads } from './forget.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

const leave = (phone: string, address: string, more: Record<string, unknown> = {}) =>
  site.call({
    method: 'POST',
    path: '/api/contacts',
    headers: { 'x-forwarded-for': address },
    body: { name: 'נועה לוי', phone, ...more },
  });
const leadsOf = async (phone: string) =>
  (await site.connection.pool.query('select kind, source from leads where phone = $1', [phone])).rows;

test('a message is kept with its mail to the store; what a robot fills in is answered alike and dropped', async () => {
  const reply = await leave('050-7000001', '203.0.113.1', { type: 'sale', source: 'lead_banner' });
  expect([reply.status, reply.json()]).toEqual([200, { received: true }]);
  expect(await leadsOf('+972507000001')).toEqual([{ kind: 'sale', source: 'lead_banner' }]);
  const { rows } = await site.connection.pool.query(`select body from outbox where channel = 'email'`);
  expect(rows.some(({ body }) => body.includes('050-7000001'))).toBe(true);

  const { pool } = site.connection;
  const { rows: stores } = await pool.query(`select email, lead_email from stores where key = 'raam'`);
  await pool.query(`update stores set lead_email = null where key = 'raam'`);
  site.deps.cache.clear();
  await leave('050-7000009', '203.0.113.2');
  await pool.query(`update stores set lead_email = $1 where key = 'raam'`, [stores[0].lead_email]);
  site.deps.cache.clear();
  const { rows: mails } = await pool.query(`select recipient from outbox where body like '%050-7000009%'`);
  expect(mails, 'without a mailbox for inquiries it is the store’s own').toEqual([{ recipient: stores[0].email }]);

  const robot = await leave('050-7000002', '203.0.113.1', { website: 'https://spam.example' });
  expect([robot.status, robot.json()]).toEqual([200, { received: true }]);
  expect(await leadsOf('+972507000002')).toEqual([]);
});

test('one address may leave ten messages an hour with a phone, twenty altogether; the phone’s owner is elsewhere', async () => {
  for (let i = 0; i < 10; i++) expect((await leave('050-7000003', '203.0.113.10')).status).toBe(200);
  expect((await leave('050-7000003', '203.0.113.10')).status).toBe(429);
  expect((await leave('050-7000003', '203.0.113.30')).status).toBe(200);

  for (let i = 0; i < 20; i++) expect((await leave(`050-71000${10 + i}`, '198.51.100.7')).status).toBe(200);
  const refused = await leave('050-7100090', '198.51.100.7');
  expect([refused.status, refused.json<{ error_code: string }>().error_code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
  expect(await leadsOf('+972507100090')).toEqual([]);
  const dressed = await leave('050-7100090', '203.0.113.99, 198.51.100.7');
  expect(dressed.status, 'an address that the visitor puts in front is not believed').toBe(429);
  expect((await leave('050-7100090', '198.51.100.8')).status).toBe(200);
});

test('of messages that a phone sends at once as many are kept as one after the other', async () => {
  const many = await Promise.all(Array.from({ length: 16 }, () => leave('050-7500001', '192.0.2.10')));
  expect(many.filter(({ status }) => status === 429)).toHaveLength(6);
  expect(await leadsOf('+972507500001')).toHaveLength(10);
});

test('what an address has sent is counted in the database, so that all processes know it, and forgotten after an hour', async () => {
  const counts = async () =>
    (await site.connection.pool.query<{ count: number }>(`select count(*)::int from limit_hits where policy = 'form'`))
      .rows[0]?.count;
  await site.connection.pool.query('delete from limit_hits');
  const many = await Promise.all(Array.from({ length: 26 }, (_, i) => leave(`050-73000${10 + i}`, '198.51.100.20')));
  expect(many.filter(({ status }) => status === 200).length).toBe(20);
  expect(many.filter(({ status }) => status === 429).length).toBe(6);
  expect(await counts()).toBe(20);
  await forgetOldHits(site.deps);
  expect(await counts()).toBe(20);
  await letPass(site, 3_600);
  expect((await leave('050-7300090', '198.51.100.20')).status).toBe(200);
  await letPass(site, 86_400 - 3_600 + 1);
  await forgetOldHits(site.deps);
  expect(await counts()).toBe(1);
});

test('what was agreed to is kept word for word, with time and address; without the tick nothing is', async () => {
  await leave('050-7200001', '203.0.113.50', { marketing_consent: true, model: 'Barak 500', source: 'lead_banner' });
  await leave('050-7200002', '203.0.113.51');
  const { rows } = await site.connection.pool.query(
    `select model, marketing_consent, consent_text, consent_address from leads where phone like '+97250720000_' order by phone`,
  );
  const { text } = await site.call({ path: '/contact' });
  expect(text.includes(rows[0].consent_text)).toBe(true);
  expect(rows).toEqual([
    {
      model: 'Barak 500',
      marketing_consent: true,
      consent_text: expect.stringContaining('אפשר להסיר'),
      consent_address: '203.0.113.50',
    },
    { model: '', marketing_consent: false, consent_text: null, consent_address: null },
  ]);
});

test('inquiries and visits are forgotten when the store has promised to; what was agreed to stays', async () => {
  const { pool } = site.connection;
  const later = { db: site.deps.db, now: () => new Date(Date.now() + 400 * 86_400_000) };
  await leave('050-7400001', '203.0.113.70', { message: 'סוד' });
  await leave('050-7400002', '203.0.113.71', { message: 'סוד', marketing_consent: true });
  await leave('050-7400003', '203.0.113.72', { type: 'cancellation', message: 'סוד' });
  const left = async () => {
    const { rows } = await pool.query(`select phone, message from leads where phone like '+97250740%' order by phone`);
    return rows.map(({ phone, message }) => [phone.slice(-1), message]);
  };
  // What of it names what was wanted.
  await pool.query(
    `update leads set message = '', configuration = '{"code":"abc","choices":["סבל"]}' where phone = '+972507400002'`,
  );
  await pool.query(
    `insert into outbox (store_uid, channel, recipient, about, subject, body) select uuid, 'sms', '+972507400004', 'trade-in offered', '', '' from stores where key = 'raam'`,
  );
  const told = async () =>
    (await pool.query(`select from outbox where about in ('lead', 'trade-in offered')`)).rowCount;
  const months = (value: string) =>
    pool.query(`update stores set settings = settings - 'leads_kept_months' || $1::jsonb where key = 'raam'`, [value]);
  await months('{}');
  await forgetOldLeads(later);
  expect(await left()).toHaveLength(3);
  expect(await told()).toBeGreaterThan(1);
  await months('{"leads_kept_months": 12}');
  await forgetOldLeads(site.deps);
  expect(await left()).toHaveLength(3);
  await forgetOldLeads(later);
  expect(await left()).toEqual([
    ['2', ''],
    ['3', 'סוד'],
  ]);
  const { rows: wanted } = await pool.query(
    `select from leads where phone = '+972507400002' and configuration is not null`,
  );
  expect(wanted).toEqual([]);
  expect(await told()).toBe(0);
});

test('the contact form works as a plain one, says what is wrong, and offers what it is about', async () => {
  const { text } = await site.call({ path: '/contact' });
  const subjects = /<select[^>]*name="type".*?<\/select>/s.exec(text)?.[0] ?? '';
  expect([...subjects.matchAll(/<option value="(\w+)"/g)].map(([, id]) => id)).toEqual([
    'general',
    'sale',
    'service',
    'order',
  ]);
  const post = async (fields: Record<string, string>) =>
    (
      await site.call({
        method: 'POST',
        path: '/contact',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '203.0.113.60' },
        body: new URLSearchParams(fields).toString(),
      })
    ).text;
  expect((await post({ name: 'נועה', phone: '1' })).includes('מספר טלפון לא תקין')).toBe(true);
  const done = await post({ name: 'נועה', phone: '050-7200003', type: 'service', message: 'שלום' });
  expect(done.includes('הפרטים התקבלו')).toBe(true);
  expect(await leadsOf('+972507200003')).toEqual([{ kind: 'service', source: 'contact' }]);
});

test('a visit at home is asked for where the store makes them: from a vehicle’s page, and as a subject of the form', async () => {
  const { text: vehicle } = await site.call({ path: '/product/noam-duo-3', host: 'noam.localhost' });
  const path = '/contact?type=home_visit&product=noam-duo-3';
  const html = path.replace('&', '&amp;');
  expect(vehicle.split(`href="${html}"`)).toHaveLength(3);
  const { text: form } = await site.call({ path, host: 'noam.localhost' });
  expect(form).toMatch(/<option value="home_visit" selected="">נסיעת ניסיון אצלכם בבית</);
  expect(form).toMatch(/הפנייה בנושא <bdi>NOAM Duo 3</);
  const { text: basket } = await site.call({ path: '/product/mishan-basket', host: 'noam.localhost' });
  expect(basket).not.toContain('type=home_visit&amp;product');

  const { text: other } = await site.call({ path: '/contact?type=home_visit', host: 'raam.localhost' });
  expect(other).not.toContain('value="home_visit"');
  await leave('050-7400010', '203.0.113.80', { type: 'home_visit' });
  expect(await leadsOf('+972507400010')).toEqual([{ kind: 'general', source: 'contact' }]);
  const reply = await site.call({
    method: 'POST',
    path: '/api/contacts',
    host: 'noam.localhost',
    body: { name: 'נועה לוי', phone: '050-7400011', type: 'home_visit' },
  });
  expect(reply.status).toBe(200);
  expect(await leadsOf('+972507400011')).toEqual([{ kind: 'home_visit', source: 'contact' }]);
});

test('types and sources are named by ids that are UUIDs, or by their keys', async () => {
  const [types, sources] = await Promise.all(
    ['types', 'sources'].map(async (what) => {
      const reply = await site.call({ path: `/api/contacts/get-contact-${what}` });
      return reply.json<{ id: string; key: string }[]>();
    }),
  );
  const all = [...(types ?? []), ...(sources ?? [])];
  for (const { id } of all) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const idOf = (some: typeof types, key: string) => some?.find((one) => one.key === key)?.id;
  await leave('050-7400009', '203.0.113.79', { type: idOf(types, 'service'), source: idOf(sources, 'product') });
  await leave('050-7400009', '203.0.113.79', { type: 'sale', source: 'made up' });
  const { rows } = await site.connection.pool.query(
    `select kind, source from leads where phone = '+972507400009' order by created_at`,
  );
  expect(rows).toEqual([
    { kind: 'service', source: 'product' },
    { kind: 'sale', source: 'contact' },
  ]);
});

test('a call is promised for the part of the day that was chosen, on the page and in the store’s mail', async () => {
  const { pool } = site.connection;
  const reply = await site.call({
    method: 'POST',
    path: '/contact',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '203.0.113.90' },
    body: new URLSearchParams({ name: 'נועה', phone: '050-7600001', callback: 'afternoon' }).toString(),
  });
  const { rows } = await pool.query(`select callback_from, callback_to from leads where phone = '+972507600001'`);
  const [store] = (await pool.query(`select settings -> 'contact_hours' as week from stores where key = 'raam'`)).rows;
  const promised = nextCallback('afternoon', site.deps.now(), store.week);
  if (!promised) throw new Error('the store answers in no afternoon');
  const { from, to } = promised;
  expect(rows).toEqual([{ callback_from: from, callback_to: to }]);
  expect(reply.text).toContain(formatCallback({ from, to }));
  const mails = await pool.query(`select body from outbox where about = 'lead' and body like '%050-7600001%'`);
  expect(mails.rows[0].body).toContain(formatCallback({ from, to }));
  expect((await leave('050-7600002', '203.0.113.91', { callback: 'midnight' })).status).toBe(400);
  await leave('050-7600003', '203.0.113.92');
  const soon = await pool.query(`select callback_from from leads where phone = '+972507600003'`);
  expect(soon.rows).toEqual([{ callback_from: null }]);
});

const mailsTo = async (email: string) =>
  (
    await site.connection.pool.query<{ about: string; body: string; content: unknown }>(
      `select about, subject, body, content from outbox where channel = 'email' and lower(recipient) = $1`,
      [email],
    )
  ).rows;

test('the receipt of a cancellation has number and time, and repeats nothing that was typed', async () => {
  const email = 'noa.levi@example.com';
  const typed = { name: 'פרס! evil.example/a', message: 'היכנסו לכתובת evil.example/b' };
  await leave('050-7700001', '203.0.113.100', { type: 'cancellation', email, ...typed });
  const [{ uuid }] = (await site.connection.pool.query(`select uuid from leads where phone = '+972507700001'`)).rows;
  const receipts = await mailsTo(email);
  expect(receipts).toMatchObject([{ body: expect.stringContaining(uuid.slice(0, 8).toUpperCase()) }]);
  expect(receipts[0]?.body).toMatch(/\d{2}:\d{2}/);
  expect(JSON.stringify(receipts)).not.toContain('evil.example');
});

test('all forms together send ten mails a day to a mailbox; what comes after is kept, and told by SMS', async () => {
  const { pool } = site.connection;
  const email = 'dana.cohen@example.com';
  const cancel = (at: number, to = email) =>
    leave(`050-77001${10 + at}`, `198.51.100.${100 + at}`, { type: 'cancellation', email: to });
  for (let at = 0; at < 10; at++) expect((await cancel(at)).status).toBe(200);
  expect((await cancel(10, 'Dana.Cohen@example.com')).status).toBe(200);
  const { rows: branches } = await pool.query(
    `update branches set booking = '{"TEST_RIDE":{"minutes":60,"capacity":1}}' where key = 'ofek-netanya' returning uuid`,
  );
  site.deps.cache.clear();
  const place = { branch_uid: branches[0].uuid, service: 'TEST_RIDE' };
  const slots = await site.call({ path: `/api/bookings/get-slots?${new URLSearchParams(place)}` });
  const free = slots.json<Slots>().days.find(({ times }) => times.length > 0);
  const visitor = { name: 'דנה כהן', email, phone: '050-7700130' };
  const send = async (path: string, body: object) => {
    const headers = { 'x-forwarded-for': '198.51.100.130' };
    expect((await site.call({ method: 'POST', path, headers, body: { ...body, ...visitor } })).status, path).toBe(200);
  };
  await send('/api/bookings/create', { ...place, day: free?.day, time: free?.times[0] });
  const condition = { km: 9_000, hand: 'first', ownership: 'private', accidents: 'none', tyres: 'good' };
  await send('/api/trade-ins/create', { make: 'הונדה יפן', model: 'CB500X', year: 2021, ...condition });
  expect((await mailsTo(email)).map(({ about }) => about)).toEqual(Array(10).fill('lead cancellation'));
  expect(await leadsOf('+972507700120')).toHaveLength(1);
  const { rows: told } = await pool.query(
    `select about from outbox where channel = 'sms' and recipient in ('+972507700120', '+972507700130') order by about`,
  );
  expect(told.map(({ about }) => about)).toEqual(['booking booked', 'lead cancellation', 'trade-in received']);
  await letPass(site, 86_400);
  await cancel(11);
  expect(await mailsTo(email)).toHaveLength(11);
});
