import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { type Piece, piece, shopper } from '../../../tests/support/purchase.ts';
import { noSales, saleOf } from '../../../tests/support/sales.ts';

let app: TestApp;
let shop: ReturnType<typeof shopper>;
let goods: Piece;
let at = '';

beforeAll(async () => {
  app = await startApp({ deps: { now: () => new Date(at) } });
  shop = shopper(app.port);
});
afterAll(() => app.close());
beforeEach(async () => {
  at = new Date().toISOString();
  await noSales(app);
  goods = await piece(app.connection.pool);
});

const before = (moment: string, ms: number) => new Date(Date.parse(moment) - ms).toISOString();
const discount = async (codes: string[] = []) => {
  const { total_cart_discounts: given, errors } = await shop.calculate({
    cart: [{ id: goods.variant, quantity: 1 }],
    coupons: codes.map((code) => ({ code })),
  });
  return [given > 0, errors.map(({ error_code }) => error_code)];
};

// Midnight in Israel: of a month’s end, of 29 February, of the days on which clocks go on and back.
test.each([
  '2026-11-30T22:00:00.000Z',
  '2028-02-28T22:00:00.000Z',
  '2028-02-29T22:00:00.000Z',
  '2027-03-25T22:00:00.000Z',
  '2027-03-26T00:00:00.000Z',
  '2026-10-24T21:00:00.000Z',
  '2026-10-24T23:00:00.000Z',
  '2026-12-31T21:59:59.000Z',
])('a sale and a code count up to %s and no moment longer, and from then on where they begin', async (moment) => {
  await saleOf(app, { ends_at: moment });
  await saleOf(app, { ends_at: moment }, 'LAST');
  at = before(moment, 1);
  expect(await discount()).toEqual([true, []]);
  expect(await discount(['LAST'])).toEqual([true, []]);
  at = moment;
  expect(await discount()).toEqual([false, []]);
  expect(await discount(['LAST'])).toEqual([false, ['COUPON_EXPIRED']]);

  await noSales(app);
  await saleOf(app, { starts_at: moment }, 'FIRST');
  at = before(moment, 1);
  expect(await discount(['FIRST'])).toEqual([false, ['COUPON_NOT_STARTED']]);
  at = moment;
  expect(await discount(['FIRST'])).toEqual([true, []]);
});

test('a sale that ends between the last look at the total and the order is not charged for: the new total is shown first', async () => {
  const ends = '2026-11-30T22:00:00.000Z';
  at = before(ends, 1);
  await saleOf(app, { ends_at: ends });
  const body = await shop.orderBody(goods);
  at = ends;
  const late = await shop.place(body);
  expect([late.status, late.json<{ error_code: string }>().error_code]).toEqual([422, 'CART_CHANGED']);
  const { rows } = await app.connection.pool.query('select stock from variants where uuid = $1', [goods.variant]);
  expect(rows).toEqual([{ stock: 5 }]);
  at = before(ends, 1);
  expect((await shop.place(body)).status).toBe(200);
});

test('the clock goes back an hour in mid run: what was over begins anew, and an order keeps its price', async () => {
  const ends = '2026-11-30T22:00:00.000Z';
  await saleOf(app, { ends_at: ends });
  at = before(ends, 60_000);
  const { secret, order } = await shop.order(goods);
  at = ends;
  expect(await discount()).toEqual([false, []]);
  at = before(ends, 3_600_000);
  expect(await discount()).toEqual([true, []]);
  expect((await shop.find(secret)).total_order_price).toBe(order.total_order_price);
});
