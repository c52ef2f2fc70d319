import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartsMake } from '#contract/catalogue/parts.ts';
import type { ProductList } from '#contract/catalogue/products.ts';
import type { Slots } from '#contract/leads/bookings.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { caller, provePhone, signUp, signUpByPassword } from '../../tests/support/customers.ts';
import { piece, shopper } from '../../tests/support/purchase.ts';
import { forgetErasedOrders } from './erase.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1', DATABASE_POOL: '40' } });
  await site.connection.pool.query(
    `update stores set settings = settings || '{"lead_webhook": "https://crm.example/hook"}' where key = 'raam'`,
  );
});
afterAll(() => site.close());

const base = '/customer/customers';
const MARK = 'סימןייחודי';
/** Typed beside a visit, and never proved. */
const TYPED = 'typed-mark@example.com';

test('whatever is written while the account is erased is refused, and nothing of it stays', async () => {
  const { pool } = site.connection;
  const { who, phone, customer, bearer } = await signUpByPassword(site, 'leaving@example.com', 'סוס כחול אוכל מרק');
  const [product] = (await who.get('/api/products/get-products?page_size=1')).json<ProductList>().items;
  const [vehicle] = (await who.get('/api/products/get-parts-vehicles')).json<PartsMake[]>()[0]?.vehicles ?? [];
  await pool.query(
    `insert into configurations (store_uid, product_uid, code, choices)
     select store_uid, $2, 'aaaaaaaa', '[]' from customers where uuid = $1`,
    [customer.uuid, product?.id],
  );
  const shop = shopper(site.app.server);
  const goods = await piece(pool);
  const order = await shop.orderBody(goods, {
    customer: { first_name: 'נועה', last_name: 'לוי', phone, email: 'leaving@example.com' },
  });
  await pool.query(`update limit_hits set at = at - interval '61 seconds'`);
  const { ticket } = await provePhone(site, caller(site), phone);

  const client = await pool.connect();
  await client.query('begin');
  await client.query('update customers set erased_at = now() where uuid = $1', [customer.uuid]);
  const password = { email: 'leaving@example.com', password: 'סוס כחול אוכל מרק' };
  const change = { current_password: password.password, password: 'גשם על חלון ישן' };
  const writes: [path: string, body: object, headers?: Record<string, string>][] = [
    [`${base}/update`, { first_name: 'דנה', last_name: 'כהן', email: 'dana@example.com' }],
    [`${base}/add-address`, { city: 'חיפה', house: '1' }],
    [`${base}/add-favorite-product`, { product_ids: [product?.id] }],
    [`${base}/add-garage-vehicle`, { slug: vehicle?.slug.name, year: null }],
    [`${base}/save-configuration`, { code: 'aaaaaaaa' }],
    [`${base}/sync-cart`, { lines: [{ id: goods.variant, quantity: 1 }] }],
    [`${base}/set-consent`, { kind: 'marketing', given: true }],
    [`${base}/change-password`, change],
    ['/api/customers/login', { ticket }, {}],
    ['/api/customers/login', password, {}],
    ['/api/orders/create', order, { ...bearer, 'idempotency-key': crypto.randomUUID() }],
  ];
  const replies = writes.map(([path, body, headers = bearer]) => who.post(path, body, headers));
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  replies.push(who.post('/api/customers/forgot-password', { email: password.email }));
  await expect
    .poll(async () => (await pool.query(waits)).rowCount, { timeout: 20_000 })
    .toBe(replies.length)
    .finally(() => client.query('commit'))
    .finally(() => client.release());
  const answered = await Promise.all(replies);
  expect(answered.map(({ status }, at) => [writes[at]?.[0], status])).toEqual([
    ...writes.map(([path]) => [path, 401]),
    // Nothing reveals whether there was an account.
    [undefined, 200],
  ]);
  for (const table of [
    'addresses',
    'favorites',
    'favorite_alerts',
    'garage_vehicles',
    'garage_reminders',
    'cart_lines',
    'saved_configurations',
    'consents',
    'password_links',
  ])
    expect((await pool.query(`select 1 from ${table} where customer_uid = $1`, [customer.uuid])).rowCount, table).toBe(
      0,
    );
  expect((await pool.query('select 1 from orders where customer_uid = $1', [customer.uuid])).rowCount).toBe(0);
  const { rows } = await pool.query('select first_name, email from customers where uuid = $1', [customer.uuid]);
  expect(rows).toEqual([{ first_name: 'נועה', email: 'leaving@example.com' }]);
  // A leftover token identifies nobody.
  expect((await who.get('/api/customers/get-by-token', bearer)).status).toBe(401);
});

test('what the store has not been told yet it is told: a cancellation of a deal that is kept, and visits ahead, which are cancelled', async () => {
  const { pool } = site.connection;
  const { db } = site.deps;
  const { who, phone, bearer } = await signUp(site);
  const post = async (path: string, body: unknown, headers: Record<string, string> = bearer) => {
    const reply = await who.post(path, body, headers);
    expect(reply.status, `${path}: ${reply.text}`).toBe(200);
    return reply;
  };
  const shop = shopper(site.app.server);
  const customer = { first_name: MARK, last_name: 'לוי', phone, email: 'kept@example.com' };
  const order = await shop.orderBody(await piece(pool), { customer });
  await post('/api/orders/create', order, { ...bearer, 'idempotency-key': crypto.randomUUID() });
  await post('/api/contacts', { type: 'general', source: 'contact', name: MARK, phone, message: 'שאלה' });
  await post('/api/contacts', { type: 'cancellation', source: 'cancellation', name: MARK, phone, message: 'לבטל' });
  const { rows } = await pool.query<{ uuid: string }>(
    `select b.uuid from branches b join branch_stores l on l.branch_uid = b.uuid join stores s on s.uuid = l.store_uid
     where s.key = 'raam' and b.key = 'ofek-netanya'`,
  );
  const visit = { branch_uid: rows[0]?.uuid, service: 'TEST_RIDE' };
  const slots = await who.get(`/api/bookings/get-slots?branch_uid=${visit.branch_uid}&service=TEST_RIDE`);
  const { day, times } = slots.json<Slots>().days.find((one) => one.times.length > 0) ?? { day: '', times: [] };
  await post('/api/bookings/create', { ...visit, day, time: times[0], name: MARK, phone, email: TYPED });
  // An order that was placed for another phone, with a handover ahead that bears that phone; and the same of somebody
  // else.
  const purchase = await shop.order(await piece(pool));
  await pool.query(`update orders set customer_uid = (select uuid from customers where phone = $2) where uuid = $1`, [
    purchase.order.uuid,
    `+972${phone.slice(1)}`,
  ]);
  const foreign = await shop.order(await piece(pool));
  for (const [seat, uuid] of [purchase.order.uuid, foreign.order.uuid].entries())
    await pool.query(
      `insert into bookings (store_uid, branch_uid, service, starts_at, ends_at, name, phone, order_uid, seat, secret_hash)
       select o.store_uid, $2, 'HANDOVER', now() + interval '9 days', now() + interval '9 days 1 hour', $3, o.phone, o.uuid, $4, o.uuid::text from orders o where o.uuid = $1`,
      [uuid, visit.branch_uid, MARK, seat + 1],
    );

  const download = async (reader = { who, bearer }) =>
    (await reader.who.get(`${base}/download-my-data`, reader.bearer)).json<{
      orders: { history: object[] }[];
      inquiries: object[];
      messages: { about: string; channel: string; body: string | null }[];
    }>();
  const data = await download();
  // Nothing of which staff member did it, and why.
  expect(Object.keys(data.orders[0]?.history[0] ?? {}).sort()).toEqual(['created_at', 'field', 'from', 'to']);
  const sms = data.messages.filter(({ channel }) => channel === 'sms').map(({ about, body }) => [about, body]);
  expect(sms).toEqual([
    ['code', null],
    ['lead cancellation', expect.stringContaining('מספר פנייה')],
    ['booking booked', expect.stringContaining('נקבע תור')],
  ]);
  await pool.query(`update outbox set about = '' where about = 'code'`);
  expect((await download()).messages.find(({ about }) => about === '')?.body).toBeNull();

  await post(`${base}/delete-account`, { confirm: true });
  expect((await pool.query('select order_uid from bookings')).rows).toEqual([{ order_uid: foreign.order.uuid }]);
  const international = `+972${phone.slice(1)}`;
  const readLeads = async () =>
    (await pool.query('select kind, message from leads where phone = $1', [international])).rows;
  expect(await readLeads()).toEqual([{ kind: 'cancellation', message: 'לבטל' }]);
  const waiting = await pool.query(
    `select about, channel from outbox where sent_at is null and gave_up_at is null and about like '%erased' and body <> ''`,
  );
  expect(waiting.rows.map(({ about, channel }) => `${channel}: ${about}`).sort()).toEqual([
    'email: booking booked erased',
    'email: booking cancelled erased',
    'email: lead erased',
    'email: lead erased',
    'sms: lead cancellation erased',
    'webhook: booking.booked erased',
    'webhook: booking.cancelled erased',
    'webhook: lead.created erased',
    'webhook: lead.created erased',
  ]);

  // Nothing of a visit goes to what was typed for it.
  expect((await pool.query('select 1 from outbox where recipient = $1', [TYPED])).rowCount).toBe(0);

  // The phone's next owner sees none of it.
  await pool.query(`update limit_hits set at = at - interval '61 seconds'`);
  const next = await signUp(site, caller(site), phone);
  const theirs = await download(next);
  expect([theirs.inquiries, theirs.messages.map(({ about }) => about)]).toEqual([[], ['code']]);

  await pool.query('update outbox set sent_at = now() where sent_at is null');
  await forgetErasedOrders({ db, now: () => new Date() });
  expect((await pool.query('select 1 from outbox where body like $1', [`%${MARK}%`])).rowCount).toBe(0);
  expect(await readLeads()).toHaveLength(1);
  await forgetErasedOrders({ db, now: () => new Date(`${new Date().getFullYear() + 8}-01-02T12:00:00Z`) });
  expect(await readLeads()).toEqual([]);
});
