import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { shopper } from '../../../tests/support/purchase.ts';
import { saleOf } from '../../../tests/support/sales.ts';

let app: TestApp;
let db: TestApp['connection']['pool'];
beforeAll(async () => {
  app = await startApp();
  db = app.connection.pool;
});
afterAll(() => app.close());

const KINDS = ['BUNDLE', 'BUY_X_GET_Y', 'FIXED', 'FIXED_PRICE', 'FREE_DELIVERY', 'PERCENT'];

/** Variants in stock of these products, with their prices in a store. */
async function goodsOf(store: string, slugs: string[]): Promise<{ id: string; price: number }[]> {
  const { rows } = await db.query<{ uuid: string; price: string }>(
    `select distinct on (p.slug) v.uuid, coalesce(v.price_agorot, sp.price_agorot, p.price_agorot) price
     from variants v join products p on p.uuid = v.product_uid join store_products sp on sp.product_uid = p.uuid
       join stores s on s.uuid = sp.store_uid
     where s.key = $1 and p.slug = any($2) and v.stock > 3 and v.active order by p.slug, v.position`,
    [store, slugs],
  );
  return slugs.length === rows.length ? rows.map((row) => ({ id: row.uuid, price: Number(row.price) })) : [];
}

test('every store shows every kind of promotion', async () => {
  const { rows } = await db.query(
    `select s.key, array_agg(distinct a.kind::text order by a.kind::text) kinds from stores s left join sales a on a.store_uid = s.uuid and a.active group by s.key`,
  );
  expect(rows).toHaveLength(7);
  for (const { kinds } of rows) expect(kinds).toEqual(KINDS);
});

test('a code that also takes something off parts says so, as one of a category names that alone', async () => {
  const { rows } = await db.query<{ name: string; kinds: string[] | null }>(
    `select name, terms -> 'kinds' as kinds from sales where by_coupon and kind = 'FIXED'`,
  );
  expect(rows).toHaveLength(7);
  for (const { name, kinds } of rows) expect(name.includes('לחלפים'), name).toBe(kinds?.includes('SPARE_PART'));
});

test('two pairs of gloves and a code: names, sums and what is missing to free delivery', async () => {
  const [gloves] = await goodsOf('sela', ['shetach-claw-gloves']);
  const shop = shopper(app.port, 'sela');
  const cart = [{ id: gloves?.id, quantity: 2 }];
  const price = (gloves?.price ?? 0) / 100;
  const pair = await shop.calculate({ cart });
  expect(pair.order_discounts).toEqual([
    { discount_amount: price / 2, sale: { name: 'שני זוגות כפפות, השני בחצי מחיר' } },
  ]);
  expect(pair.remarks).toMatch(/^עוד ₪[\d,.]+ למשלוח חינם ברוב היישובים$/);
  const placed = await shop.calculate({ cart, address: { city: 'חיפה' } });
  expect(placed.remarks).toMatch(/^עוד ₪[\d,.]+ למשלוח חינם$/);
  const coupon = await shop.calculate({ cart, coupons: [{ code: 'hello10' }, { code: 'AVIV26' }, { code: 'GIFT80' }] });
  expect(coupon.coupons.map(({ code }) => code)).toEqual(['HELLO10']);
  expect(coupon.errors).toMatchObject([
    { error_code: 'COUPON_EXPIRED', id: 'AVIV26' },
    { error_code: 'COUPON_MIN_ORDER', id: 'GIFT80', message: expect.stringContaining('₪700') },
  ]);
  expect(coupon.total_order_price).toBe(Math.round(price * 150 * 0.9) / 100);
  const free = await shop.calculate({ cart, coupons: [{ code: 'DELIVERY' }] });
  expect(free.free_delivery).toMatchObject({ missing: 0 });
  expect(free.delivery_options.every(({ final_price }) => final_price === 0)).toBe(true);
});

test('free delivery is promised without a condition only where it is known where to', async () => {
  const shop = shopper(app.port, 'raam');
  const [lock] = await goodsOf('raam', ['bariach-siren-disc-lock']);
  const cart = [{ id: lock?.id, quantity: 2 }];
  const { delivery_options, total_cart_price, total_cart_discounts } = await shop.calculate({ cart });
  const goods = total_cart_price - total_cart_discounts;
  const delivery_type_id = delivery_options.find(({ kind }) => kind === 'COURIER')?.id;
  const to = async (address: object | null) =>
    (await shop.calculate({ cart, delivery_type_id, address })).free_delivery;
  expect(goods).toBeGreaterThan(499);
  expect(await to(null)).toEqual({ missing: 0, threshold: 499, by_place: true });
  expect(await to({ city: 'חיפה' })).toEqual({ missing: 0, threshold: 499 });
  expect(await to({ city: 'אילת' })).toEqual({ missing: 998 - goods, threshold: 998 });
});

test('a courier costs more to Eilat, by name or by postal code, and for what is heavy', async () => {
  const [gloves] = await goodsOf('sela', ['shetach-claw-gloves']);
  const [plough] = await goodsOf('sela', ['shetach-blade-plough']);
  const shop = shopper(app.port, 'sela');
  const first = await shop.calculate({ cart: [{ id: gloves?.id, quantity: 1 }] });
  const courier = first.delivery_options.find(({ kind }) => kind === 'COURIER');
  expect(courier).toMatchObject({ by_place: true, final_price: 45 });
  const to = async (address: object | null, id = gloves?.id, quantity = 1) =>
    (await shop.calculate({ cart: [{ id, quantity }], delivery_type_id: courier?.id, address })).delivery?.final_price;
  expect(await to({ city: 'אילת' })).toBe(75);
  expect(await to({ city: 'יישוב', postal_code: '8811111' })).toBe(75);
  expect(await to({ city: 'חיפה', postal_code: '3109601' })).toBe(45);
  expect(await to(null, plough?.id)).toBe(0);
  expect(await to({ city: 'אילת' }, plough?.id)).toBe(125);
  const two = await shop.calculate({ cart: [{ id: plough?.id, quantity: 2 }], delivery_type_id: courier?.id });
  expect(two.errors).toMatchObject([{ error_code: 'DELIVERY_UNAVAILABLE' }]);
});

test('a product’s page names the promotions that everybody gets, with their condition, and no other', async () => {
  const pageOf = async (slug: string) => (await app.call({ host: 'ofek.localhost', path: `/product/${slug}` })).text;
  const oils = 'שלושה בקבוקי שמן במחיר שניים';
  const bundle = 'מנעול דיסק, שרשרת וכיסוי ב־₪899';
  const terms = { kinds: ['ACCESSORY'] };
  const common = { store: 'ofek', terms };
  await saleOf(app, { ...common, name: 'סוף העונה', min_sum_agorot: 50_000 });
  await saleOf(app, { ...common, name: 'של אתמול', ends_at: new Date(Date.now() - 1_000) });
  await saleOf(app, { ...common, name: 'של מחר', starts_at: new Date(Date.now() + 86_400_000) });
  await saleOf(app, { ...common, name: 'לחמישים הראשונים', uses_limit: 50 });
  await saleOf(app, { ...common, name: 'פעם אחת לכל אחד', uses_per_customer: 1 });
  await saleOf(app, { ...common, name: 'בקוד בלבד' }, 'SECRET5');
  expect(await pageOf('tipa-oil-10w40')).toContain(oils);
  const chain = await pageOf('bariach-hex-chain');
  for (const shown of [bundle, 'סוף העונה, בקנייה של \u2068₪500\u2069 ומעלה']) expect(chain).toContain(shown);
  for (const other of [oils, 'של אתמול', 'של מחר', 'לחמישים הראשונים', 'פעם אחת לכל אחד', 'בקוד בלבד'])
    expect(chain).not.toContain(other);
});

test('nor does it name two promotions of which a cart has one, or a price that is none', async () => {
  const pageOf = async () => (await app.call({ host: 'ofek.localhost', path: '/product/bariach-hex-chain' })).text;
  const common = { store: 'ofek', terms: { kinds: ['ACCESSORY'] } };
  await saleOf(app, { ...common, name: 'לכל החנות', priority: 90 });
  await saleOf(app, { ...common, name: 'לבד ואחרון', priority: 80, exclusive: true });
  await saleOf(app, { ...common, name: 'מחיר יקר', priority: 70, kind: 'FIXED_PRICE', amount: 100_000_00 });
  const page = await pageOf();
  expect(page).toContain('לכל החנות');
  for (const other of ['לבד ואחרון', 'מחיר יקר']) expect(page).not.toContain(other);
  await saleOf(app, { ...common, name: 'לבד וראשון', priority: 99, exclusive: true });
  await expect.poll(pageOf).toContain('לבד וראשון');
  expect(await pageOf()).not.toContain('לכל החנות');
});
