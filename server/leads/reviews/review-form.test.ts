import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { piece, shopper } from '../../../tests/support/purchase.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

test('without scripts what is missing of a review leads to its stars', async () => {
  const goods = await piece(site.connection.pool);
  const { order, secret } = await shopper(site.app.server).order(goods);
  await site.connection.pool.query(`update orders set status = 'provided' where uuid = $1`, [order.uuid]);
  const { text } = await site.call({
    host: 'raam.localhost',
    method: 'POST',
    path: `/review/${secret}`,
    headers: { origin: `http://raam.localhost:${site.port}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: `${new URLSearchParams({ product_uid: goods.product, text: 'נוסעת בשקט' })}`,
  });
  const [, led = 'no link'] = text.match(/<a href="#([^"]*rating)"/) ?? [];
  const [, star] = text.match(/<input[^>]* id="([^"]*rating)"/) ?? [];
  expect(star).toBe(led);
});
