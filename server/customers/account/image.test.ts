import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { signUp } from '../../../tests/support/customers.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

test('a picture that is drawn while its account is erased is refused, and nothing of it stays (found by the fuzz)', async () => {
  const { who, customer, bearer } = await signUp(site);
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const { pool } = site.connection;
  const client = await pool.connect();
  await client.query('begin');
  await client.query('update customers set erased_at = now() where uuid = $1', [customer.uuid]);
  const upload = who.post('/customer/media/upload-customer-image', picture, { ...bearer, 'content-type': 'image/png' });
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(1);
  await client.query('commit');
  client.release();
  expect((await upload).status).toBe(401);
  const left = await pool.query('select 1 from customer_images where customer_uid = $1', [customer.uuid]);
  expect(left.rowCount).toBe(0);
});
