import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartsMake } from '#contract/parts.ts';
import type { ProductList } from '#contract/products.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, provePhone, signUpByPassword } from '../../../tests/support/customers.ts';
import { piece, shopper } from '../../../tests/support/purchase.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1', DATABASE_POOL: '40' } });
});
afterAll(() => site.close());

const base = '/customer/customers';

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
  await pool.query(`update otp_sends set sent_at = sent_at - interval '61 seconds'`);
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
    // Nobody learns from it whether there was an account.
    [undefined, 200],
  ]);
  for (const table of [
    'addresses',
    'favorites',
    'garage_vehicles',
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
  // A token that was left behind names nobody.
  expect((await who.get('/api/customers/get-by-token', bearer)).status).toBe(401);
});
