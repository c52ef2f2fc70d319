import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderTask } from '#contract/checkout/order-tasks.ts';
import type { Slots } from '#contract/leads/bookings.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { caller, signUp } from '../../tests/support/customers.ts';
import { CARDS, pay, piece, shopper } from '../../tests/support/purchase.ts';
import { erasePerson, forgetErasedOrders } from './erase.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

/**
 * Tables that can hold a person, and the column that shows it; each is in the download, in the deletion, or states
 * why not.
 */
const KNOWN: Record<string, string> = {
  customers: 'both',
  customer_identities: 'both',
  customer_images: 'both',
  customer_tokens: 'both',
  password_links: 'deleted; nothing in it but a hash and the address',
  addresses: 'both',
  consents: 'both',
  coupons: 'both',
  favorites: 'both',
  favorite_alerts: 'both',
  garage_vehicles: 'both',
  garage_reminders: 'both',
  cart_lines: 'both',
  saved_configurations: 'both',
  saved_quotes: 'both',
  leads: 'both, by the proved phone',
  bookings: 'both, by the proved phone',
  subscribers: 'both, by a proved e-mail',
  stock_subscriptions: 'both, by the proved phone; deleted by a proved e-mail, too',
  stock_alert_recipients: 'both, by the proved phone; deleted by a proved e-mail, too',
  outbox: 'both',
  product_reviews: 'both, by the phone and the orders',
  product_questions: 'both, by the account; deleted by a proved e-mail, too',
  trade_ins: 'both, by the proved phone and the account',
  orders: 'downloaded; kept as the law asks',
  otp_codes: 'a hash, for five minutes',
  login_tickets: 'a hash, for 45 minutes at most',
  staff: 'people of the office, who are no customers',
};

test('every table that can hold a person is thought of', async () => {
  const { rows } = await site.connection.pool.query<{ table: string }>(
    `select distinct table_name as table from information_schema.columns
     where table_schema = 'public' and column_name in ('phone', 'email', 'recipient', 'customer_uid', 'first_name')
       and table_name not in ('stores', 'branches')`,
  );
  expect(rows.map(({ table }) => table).filter((table) => !(table in KNOWN))).toEqual([]);
});

/** Every row of every table as text, by table. */
async function dump(): Promise<Map<string, string>> {
  const { pool } = site.connection;
  const { rows } = await pool.query<{ schema: string; table: string }>(
    `select table_schema as schema, table_name as table from information_schema.tables
     where table_schema in ('public', 'sandbox') and table_type = 'BASE TABLE'`,
  );
  const all = new Map<string, string>();
  for (const { schema, table } of rows) {
    const result = await pool.query<{ text: string | null }>(
      `select string_agg(t::text, E'\\n') as text from "${schema}"."${table}" t`,
    );
    all.set(schema === 'public' ? table : `${schema}.${table}`, result.rows[0]?.text ?? '');
  }
  return all;
}

const MARK = 'סימןייחודי';
const MAIL = 'unique-mark@example.com';
/** Typed beside a visit and a used vehicle, and never proved. */
const TYPED = 'typed-mark@example.com';

test('the download has everything, the deletion leaves only what the law asks for', async () => {
  const { who, phone, bearer, customer } = await signUp(site);
  const post = async (path: string, body: unknown, headers = bearer) => {
    const reply = await who.post(path, body, headers);
    expect(reply.status, `${path}: ${reply.text}`).toBe(200);
    return reply;
  };
  await post('/customer/customers/update', { first_name: MARK, last_name: 'לוי', email: MAIL });
  await post('/customer/customers/add-address', { city: `${MARK} עיר`, house: '1' });
  await post('/api/contacts', {
    type: 'general',
    source: 'contact',
    name: MARK,
    phone,
    email: MAIL,
    message: `${MARK} פנייה`,
  });
  const shop = shopper(site.app.server);
  const buyer = { first_name: MARK, last_name: 'לוי', phone, email: MAIL };
  const address = { city: `${MARK} עיר`, street: 'הרצל', house: '1' };
  const place = async () => {
    const goods = await piece(site.connection.pool);
    const body = await shop.orderBody(goods, { customer: buyer, address });
    const reply = await who.post('/api/orders/create', body, { ...bearer, 'idempotency-key': crypto.randomUUID() });
    expect(reply.status, reply.text).toBe(200);
    return reply.json<{ order: { uuid: string; number: string }; secret: string; payment: { url: string } }>();
  };
  const paid = await place();
  await pay(site.port, new URL(paid.payment.url).pathname, CARDS.approved);
  await shop.ask(paid.secret);
  // Signed, and refused in words of staff.
  const { tasks } = (await who.get(`/api/orders/get-tasks?order=${paid.secret}`)).json<{ tasks: OrderTask[] }>();
  const signed = { position: 1, version: tasks.find(({ position }) => position === 1)?.version };
  await post('/api/orders/sign', { order: paid.secret, ...signed, name: `${MARK} לוי`, agreed: true });
  await site.connection.pool.query(
    `update handover_steps set refused_at = now(), refusal = $2 where order_uid = $1 and task = 'signature'`,
    [paid.order.uuid, MARK],
  );
  await site.connection.pool.query(`update orders set status = 'provided' where uuid = $1`, [paid.order.uuid]);
  const [line] = (
    await site.connection.pool.query('select product_uid from order_lines where order_uid = $1', [paid.order.uuid])
  ).rows;
  await site.connection.pool.query(
    `insert into garage_vehicles (customer_uid, vehicle_uid, plate, details_at) values ($1, $2, $3, now())`,
    [customer.uuid, line?.product_uid, MARK],
  );
  await site.connection.pool.query(
    `insert into garage_reminders (customer_uid, by_sms, by_email, days, next_check_at) values ($1, true, false, 14, now() + interval '1 year')`,
    [customer.uuid],
  );
  await site.connection.pool.query(
    `insert into favorite_alerts (customer_uid, by_sms, by_email, next_check_at) values ($1, true, false, now() + interval '1 year')`,
    [customer.uuid],
  );
  const words = { product_uid: line?.product_uid, text: `${MARK} כמה מילים` };
  await post('/api/reviews/write-review', { ...words, order: paid.secret, rating: 5 });
  await post('/api/reviews/ask-question', { ...words, name: MARK, email: MAIL });
  const used = { make: 'הונדה', model: MARK, year: 2020, km: 9_000 };
  const answers = { hand: 'first', ownership: 'private', accidents: 'none', tyres: 'good' };
  await post('/api/trade-ins/create', { ...used, ...answers, name: MARK, phone, email: TYPED });
  const [branch] = (
    await site.connection.pool.query(
      `select b.uuid from branches b join branch_stores l on l.branch_uid = b.uuid join stores s on s.uuid = l.store_uid
       where s.key = 'raam' and b.key = 'ofek-netanya'`,
    )
  ).rows;
  const visit = { branch_uid: branch?.uuid, service: 'TEST_RIDE', name: MARK, phone, email: TYPED };
  const slots = await who.get(`/api/bookings/get-slots?branch_uid=${branch?.uuid}&service=TEST_RIDE`);
  const { day, times } = slots.json<Slots>().days.find((one) => one.times.length > 0) ?? { day: '', times: [] };
  await post('/api/bookings/create', { ...visit, day, time: times[0] });
  const purchase = await place();
  await post('/customer/orders/cancel-order', { id: purchase.order.uuid });

  const file = await who.get('/customer/customers/download-my-data', bearer);
  expect(file.headers['content-disposition']).toContain('attachment');
  expect(file.headers['cache-control']).toBe('private, no-store');
  const data = file.json<Record<string, unknown[]>>();
  expect(data.customer).toMatchObject({ first_name: MARK, email: MAIL, phone: `+972${phone.slice(1)}` });
  for (const section of [
    'addresses',
    'inquiries',
    'bookings',
    'reviews',
    'questions',
    'trade_ins',
    'orders',
    'documents',
    'files',
    'messages',
    'sessions',
  ])
    expect(data[section]?.length, section).toBeGreaterThan(0);
  for (const secret of ['secret_hash', 'token_hash', 'password_hash', 'placed_from'])
    expect(file.text).not.toContain(secret);
  const stranger = await signUp(site);
  const theirs = (await stranger.who.get('/customer/customers/download-my-data', stranger.bearer)).text;
  expect(theirs).not.toContain(MARK);

  // Sent to the e-mail alone, once it was proved; everything else has been sent too.
  const { pool } = site.connection;
  await pool.query('update customers set email_verified_at = now() where uuid = $1', [customer.uuid]);
  await pool.query(
    `insert into outbox (store_uid, channel, recipient, subject, body) select store_uid, 'email', $2, $3, $3 from customers where uuid = $1`,
    [customer.uuid, MAIL.toUpperCase(), MARK],
  );
  await pool.query(
    `insert into stock_subscriptions (store_uid, variant_uid, channel, recipient)
     select c.store_uid, v.uuid, 'email', $2 from customers c, (select uuid from variants limit 1) v where c.uuid = $1`,
    [customer.uuid, MAIL],
  );
  await pool.query(
    `insert into stock_alert_recipients (store_uid, recipient, stop_hash, told_at) select store_uid, $2, 'x', now() from customers where uuid = $1`,
    [customer.uuid, MAIL],
  );
  await pool.query(
    `insert into outbox (store_uid, thing_uid, about, channel, recipient, body)
     select store_uid, uuid, 'vehicle reminder', 'email', 'former@example.com', $2 from customers where uuid = $1
     union all select store_uid, null, about, 'email', $3, 'a link' from customers, unnest(array['password link', 'staff']) about where uuid = $1`,
    [customer.uuid, MARK, MAIL],
  );
  await pool.query('update outbox set sent_at = now() where order_uid is distinct from $1', [paid.order.uuid]);
  const byMail = (await who.get('/customer/customers/download-my-data', bearer)).json<Record<string, unknown[]>>();
  const recipients = [MAIL.toUpperCase(), 'former@example.com'].map((recipient) =>
    expect.objectContaining({ recipient }),
  );
  expect(byMail.messages).toEqual(expect.arrayContaining(recipients));
  expect(byMail.messages).toContainEqual(expect.objectContaining({ about: 'password link', body: null }));
  expect(byMail.messages).not.toContainEqual(expect.objectContaining({ about: 'staff' }));
  expect(byMail.stock_alerts).toMatchObject([{ recipient: MAIL }]);
  expect(byMail.stock_alert_recipients).toMatchObject([{ recipient: MAIL }]);

  expect((await who.post('/customer/customers/delete-account', {}, bearer)).status).toBe(400);
  // Who finds the session open erases nothing.
  await pool.query(
    `update customer_tokens set created_at = created_at - interval '16 minutes' where customer_uid = $1`,
    [customer.uuid],
  );
  const stale = await who.post('/customer/customers/delete-account', { confirm: true }, bearer);
  expect([stale.status, stale.json<{ error_code: string }>().error_code]).toEqual([422, 'SIGN_IN_AGAIN']);
  expect((await who.get('/api/customers/get-by-token', bearer)).status).toBe(200);
  await pool.query(
    `update customer_tokens set created_at = created_at + interval '16 minutes' where customer_uid = $1`,
    [customer.uuid],
  );
  await post('/customer/customers/delete-account', { confirm: true });
  expect((await who.get('/api/customers/get-by-token', bearer)).status).toBe(401);

  const holding = async (text: string) =>
    [...(await dump())].flatMap(([table, rows]) => (rows.includes(text) ? [table] : []));
  // Pending messages about the paid order are sent first, and emptied then.
  expect(await holding(MAIL)).toContain('outbox');
  const { db } = site.deps;
  await pool.query('update outbox set sent_at = now()');
  await forgetErasedOrders({ db, now: () => new Date() });
  // The paid order, its invoice, and the sandbox gateway's own books, which aren't part of the shop.
  const allowed = ['orders', 'documents', 'payments', 'sandbox.pages'];
  for (const text of [MARK, MAIL, MAIL.toUpperCase(), TYPED, 'former@example.com'])
    expect(
      (await holding(text)).filter((table) => !allowed.includes(table)),
      text,
    ).toEqual([]);
  expect(await holding(`+972${phone.slice(1)}`)).not.toContain('customers');

  const rowOf = async (uuid: string) =>
    (
      await site.connection.pool.query('select first_name, phone, address, customer_uid from orders where uuid = $1', [
        uuid,
      ])
    ).rows[0];
  expect(await rowOf(purchase.order.uuid)).toEqual({
    first_name: '',
    phone: '',
    address: null,
    customer_uid: customer.uuid,
  });
  expect(await rowOf(paid.order.uuid)).toMatchObject({ first_name: MARK });

  // A returning person is a new customer: the phone proves no right to what was erased.
  await site.connection.pool.query(`update limit_hits set at = at - interval '61 seconds'`);
  const again = await signUp(site, caller(site), phone);
  expect(again.customer.uuid).not.toBe(customer.uuid);
  expect(
    (await again.who.get('/customer/orders/get-customer-orders', again.bearer)).json<{ total: number }>().total,
  ).toBe(0);

  // After seven whole years the order loses the person too; the invoice is the bookkeeper's.
  const year = new Date().getFullYear();
  await forgetErasedOrders({ db, now: () => new Date(`${year + 7}-12-31T12:00:00Z`) });
  expect(await rowOf(paid.order.uuid)).toMatchObject({ first_name: MARK });
  await forgetErasedOrders({ db, now: () => new Date(`${year + 8}-01-02T12:00:00Z`) });
  expect(await rowOf(paid.order.uuid)).toMatchObject({ first_name: '', phone: '' });
});

test('orders of an erased guest lose the person, too, and go to no later account', async () => {
  const shop = shopper(site.app.server);
  const { pool } = site.connection;
  const { db } = site.deps;
  const phone = '0507654321';
  const customer = { first_name: 'אורח', last_name: 'לוי', phone, email: 'guest-mark@example.com' };
  const paid = await shop.order(await piece(pool), { customer });
  await pay(site.port, paid.page, CARDS.approved);
  const open = await shop.order(await piece(pool), { customer });
  const { rows } = await pool.query<{ uuid: string }>(`select uuid from stores where key = 'raam'`);
  const person = { storeUid: rows[0]?.uuid ?? '', customerUid: null, phone: '+972507654321' };
  const { rows: mails } = await pool.query<{ uuid: string }>(
    `with visit as (insert into bookings (store_uid, branch_uid, service, starts_at, ends_at, name, phone, seat, secret_hash)
       select s.uuid, b.uuid, 'TEST_RIDE', now() - interval '2 days', now() - interval '1 day', 'אורח', $1, 1, 'guest visit'
       from stores s, branches b where s.key = 'raam' limit 1 returning uuid, store_uid)
     insert into outbox (store_uid, channel, recipient, about, subject, body, thing_uid)
       select store_uid, 'email', 'guest-mark@example.com', 'booking booked', 'אורח', 'אורח', uuid from visit returning uuid`,
    [person.phone],
  );
  expect(await erasePerson(db, person, new Date())).toMatchObject({ orders_kept: 2, orders_anonymised: 0 });
  const { rows: emptied } = await pool.query('select recipient, body from outbox where uuid = $1', [mails[0]?.uuid]);
  expect(JSON.stringify(emptied), 'the mail of a visit').not.toMatch(/guest-mark|אורח/);
  const namesOf = async () =>
    (
      await pool.query('select first_name from orders where uuid = any($1) order by created_at', [
        [paid.order.uuid, open.order.uuid],
      ])
    ).rows.map((row) => row.first_name);

  // An open order that has come to nothing since.
  expect((await shop.post('/api/orders/release', { secret: open.secret })).status).toBe(200);
  await forgetErasedOrders({ db, now: () => new Date() });
  expect(await namesOf()).toEqual(['אורח', '']);

  const { who, bearer } = await signUp(site, caller(site), phone);
  expect((await who.get('/customer/orders/get-customer-orders', bearer)).json<{ total: number }>().total).toBe(0);

  await forgetErasedOrders({ db, now: () => new Date(`${new Date().getFullYear() + 8}-01-02T12:00:00Z`) });
  expect(await namesOf()).toEqual(['', '']);
});
