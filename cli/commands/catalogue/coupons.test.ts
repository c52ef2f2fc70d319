import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { piece, shopper } from '../../../tests/support/purchase.ts';
import { runCommand } from '../../../tests/support/run-command.ts';
import type { Command } from '../../command.ts';
import { couponsCreateCommand, couponsListCommand } from './coupons.ts';
import { productsPublishCommand, productsUnpublishCommand } from './products.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

const said: string[] = [];
const run = (command: Command, args: string[], options: Record<string, string> = {}) =>
  runCommand(site, command, args, options, { say: (text) => said.push(text) });
const rows = async (sql: string) => (await site.connection.pool.query(sql)).rows;

test('a new code works at once, is listed with its uses, and leaves an audit row', async () => {
  const goods = await piece(site.connection.pool);
  const shop = shopper(site.port);
  const body = { cart: [{ id: goods.variant, quantity: 1 }], coupons: [{ code: 'club5' }] };
  expect((await shop.calculate(body)).errors).toMatchObject([{ error_code: 'COUPON_UNKNOWN' }]);
  const options = { percent: '5', name: 'הנחת מועדון', uses: '2', until: '2099-12-31', 'min-sum': '99.90' };
  const { json } = await run(couponsCreateCommand, ['raam', 'CLUB5'], options);
  expect(json).toMatchObject({ store: 'raam', code: 'CLUB5', kind: 'PERCENT', amount: '500', uses: 0, uses_limit: 2 });
  expect(said.pop()).toMatch(/raam +CLUB5 +הנחת מועדון +5% off +₪99.90 +0 of 2 +31\/12\/2099/);
  await expect.poll(async () => (await shop.calculate(body)).coupons).toMatchObject([{ code: 'CLUB5' }]);
  expect(
    await rows(`select command, actor like 'operator:%' as known from audit_log where command = 'coupons create'`),
  ).toEqual([{ command: 'coupons create', known: true }]);
  await shop.order(goods, { coupons: [{ code: 'CLUB5' }] });
  await run(couponsListCommand, [], { store: 'raam' });
  expect(said.pop()).toContain('1 of 2');
  await site.connection.pool.query(`update sales set ends_at = now() where name = 'הנחת מועדון'`);
  await run(couponsListCommand, [], { store: 'raam' });
  expect(said.pop()).toMatch(/CLUB5 .* expired/);
  await run(couponsCreateCommand, ['raam', 'CLUB5-SMS'], { sale: 'הנחת מועדון' });
  expect((await run(couponsListCommand, [], { store: 'raam', limit: '1' })).json).toMatchObject([
    { code: 'CLUB5-SMS' },
  ]);
});

test.each<[string, string, Record<string, string>, RegExp]>([
  ['raam', 'A B', { percent: '5', name: 'א' }, /is not a code/],
  ['nowhere', 'NEW', { percent: '5', name: 'א' }, /no store nowhere/],
  ['raam', 'NEW', { name: 'א' }, /--sale, or either/],
  ['raam', 'NEW', { percent: '5', amount: '5', name: 'א' }, /--sale, or either/],
  ['raam', 'NEW', { percent: '101', name: 'א' }, /up to 100/],
  ['raam', 'NEW', { amount: '1.234', name: 'א' }, /sum of shekels/],
  ['raam', 'NEW', { percent: '5' }, /--name/],
  ['raam', 'NEW', { percent: '5', name: 'א', until: 'tomorrow' }, /is a day/],
  ['raam', 'NEW', { sale: 'אין כזה' }, /no sale/],
  ['raam', 'NEW', { percent: '5', name: 'א'.repeat(81) }, /--name is longer than 80/],
  ['raam', 'NEW', { percent: '5', name: 'א', uses: '0' }, /--uses is not a whole number from 1/],
  ['raam', 'NEW', { percent: '5', name: 'א', uses: '1000001' }, /to 1000000/],
  ['raam', 'NEW', { percent: '5', name: 'א', uses: '2.0' }, /from 1/],
  ['raam', 'hello10', { percent: '5', name: 'א' }, /already/],
])('%s %s %j changes nothing and says why', async (store, code, options, reason) => {
  const before = await rows('select (select count(*) from sales) sales, (select count(*) from coupons) coupons');
  await expect(run(couponsCreateCommand, [store, code], options)).rejects.toThrow(reason);
  expect(await rows('select (select count(*) from sales) sales, (select count(*) from coupons) coupons')).toEqual(
    before,
  );
});

test('a product is hidden in one store or in all, and shown again; links that are left out meanwhile are named', async () => {
  const status = async (store: string) =>
    (await site.call({ host: `${store}.localhost`, path: '/api/products/get-product/nativ-apex-gloves' })).status;
  await run(productsUnpublishCommand, ['nativ-apex-gloves'], { store: 'ofek' });
  await expect.poll(() => status('ofek')).toBe(404);
  expect(await status('raam')).toBe(200);
  const { json } = await run(productsUnpublishCommand, ['nativ-apex-gloves']);
  expect(json).toMatchObject([
    { store: 'ofek', changed: false },
    { store: 'raam', changed: true },
  ]);
  expect(said.pop()).toContain('as before');
  await expect.poll(() => status('raam')).toBe(404);
  await run(productsPublishCommand, ['nativ-apex-gloves']);
  await expect.poll(async () => [await status('raam'), await status('ofek')]).toEqual([200, 200]);
  said.length = 0;
  await run(productsUnpublishCommand, ['raam-barak-500']);
  expect(said.join('\n')).toContain('raam leaves out until it is shown again: the link "Barak 500" of its menu');
  await run(productsPublishCommand, ['raam-barak-500']);
  expect(await rows(`select command from audit_log where command like 'products %' order by created_at`)).toHaveLength(
    5,
  );
  await expect(run(productsPublishCommand, ['no-such'])).rejects.toThrow(/no product no-such/);
});
