import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { type Piece, piece, shopper } from '../../../tests/support/purchase.ts';
import { noSales, saleOf } from '../../../tests/support/sales.ts';

let app: TestApp;
let shop: ReturnType<typeof shopper>;
let db: TestApp['connection']['pool'];

beforeAll(async () => {
  app = await startApp();
  shop = shopper(app.port);
  db = app.connection.pool;
});
afterAll(() => app.close());
beforeEach(() => noSales(app));

const agorot = (shekels: number) => Math.round(shekels * 100);
const codes = (cart: { errors: { error_code: string }[] }) => cart.errors.map((error) => error.error_code);

const sale = (values: Record<string, unknown>, code?: string) => saleOf(app, values, code);

/** The code of a configuration of this very variant: one free choice, with nothing chosen. */
async function configured(goods: Piece): Promise<string> {
  await db.query('delete from configurator_groups where product_uid = $1', [goods.product]);
  await db.query(
    `insert into configurator_groups (product_uid, position, name, multiple) values ($1, 0, 'אביזרים', true)`,
    [goods.product],
  );
  await db.query(
    `insert into configurator_choices (product_uid, key, group_position, position, name, price_agorot, variant_skus)
     select product_uid, 'extra', 0, 0, 'תוספת', 10000, array[sku] from variants where uuid = $1`,
    [goods.variant],
  );
  const reply = await shop.post('/api/variants/configure', {
    product_uid: goods.product,
    choices: ['extra'],
    save: true,
  });
  return reply.json<{ code: string }>().code;
}

describe('lines', () => {
  test('of one variant are merged; price and name come from the catalogue', async () => {
    const goods = await piece(db);
    const cart = await shop.calculate({
      cart: [
        { id: goods.variant, quantity: 1, price: 1, name: 'x' },
        { id: goods.variant, quantity: 2 },
      ],
    });
    expect(cart.cart).toHaveLength(1);
    expect(cart.cart[0]).toMatchObject({
      id: goods.variant,
      product_uid: goods.product,
      quantity: 3,
      price: goods.price / 100,
      max_quantity: 5,
    });
    expect(agorot(cart.total_cart_price)).toBe(3 * goods.price);
    expect(codes(cart)).toEqual(['PRICE_CHANGED']);
  });

  test('are cut to the stock, also when configurations share it', async () => {
    const goods = await piece(db, { stock: 2 });
    const one = await shop.calculate({ cart: [{ id: goods.variant, quantity: 9 }] });
    expect(one.cart[0]?.quantity).toBe(2);
    expect(codes(one)).toEqual(['NOT_ENOUGH_STOCK']);
    const code = await configured(goods);
    const two = await shop.calculate({
      cart: [
        { id: goods.variant, quantity: 2, configuration: code },
        { id: goods.variant, quantity: 1 },
      ],
    });
    expect(two.cart.map(({ quantity, configuration }) => [quantity, configuration])).toEqual([[2, code]]);
    expect(codes(two)).toEqual(['PRODUCT_UNAVAILABLE']);
  });

  test('whose configuration is unknown are corrected and merged', async () => {
    const goods = await piece(db);
    const cart = await shop.calculate({
      cart: [
        { id: goods.variant, quantity: 2, configuration: 'a' },
        { id: goods.variant, quantity: 1, configuration: null },
      ],
    });
    expect(cart.cart).toMatchObject([{ quantity: 3, configuration: null, price: goods.price / 100 }]);
    expect(codes(cart)).toEqual(['CONFIGURATION_UNAVAILABLE']);
    // One of another vehicle is none of this one.
    const other = await piece(db);
    const own = await configured(other);
    const swapped = await shop.calculate({ cart: [{ id: goods.variant, quantity: 1, configuration: own }] });
    expect(codes(swapped)).toEqual(['CONFIGURATION_UNAVAILABLE']);
    expect(swapped.cart.map(({ configuration }) => configuration)).toEqual([null]);
  });

  test('that cannot be sold here are left out: sold out, unknown, another store’s, unpublished', async () => {
    const soldOut = await piece(db, { stock: 0 });
    const foreign = await piece(db, { store: 'noam' });
    const hidden = await piece(db);
    await db.query('update store_products set published = false where product_uid = $1', [hidden.product]);
    const ids = [soldOut.variant, foreign.variant, hidden.variant, randomUUID()];
    const cart = await shop.calculate({ cart: ids.map((id) => ({ id, quantity: 1 })) });
    expect(cart).toMatchObject({ cart: [], total_cart_price: 0, total_order_price: 0, delivery_options: [] });
    expect(cart.errors.map((error) => [error.error_code, error.id])).toEqual(
      ids.map((id) => ['PRODUCT_UNAVAILABLE', id]),
    );
  });

  test.each([-1, 0, 1.5, 100, '1', null])('with quantity %j are malformed', async (quantity) => {
    const goods = await piece(db);
    const reply = await shop.post('/api/sales/calc-cart', { cart: [{ id: goods.variant, quantity }] });
    expect(reply.status).toBe(400);
    expect(reply.json<{ error_code: string }>().error_code).toBe('BAD_REQUEST');
  });

  test('are fifty at most: further ones are told by name and left out', async () => {
    const goods = await piece(db, { stock: 60 });
    const others = Array.from({ length: 50 }, () => ({ id: randomUUID(), quantity: 1 }));
    const { cart, errors } = await shop.calculate({ cart: [...others, { id: goods.variant, quantity: 1 }] });
    expect(cart).toEqual([]);
    expect(errors.at(-1)).toEqual({
      error_code: 'CART_FULL',
      id: goods.variant,
      message: 'הסל מלא, ואפשר לשמור בו עד 50 פריטים',
    });
    const kept = await shop.calculate({ cart: [...others.slice(1), { id: goods.variant, quantity: 1 }] });
    expect(kept.cart).toHaveLength(1);
  });

  test('may be none', async () => {
    expect(await shop.calculate({ cart: [] })).toMatchObject({ cart: [], total_order_price: 0, errors: [] });
  });
});

describe('coupons', () => {
  test('lower the total and are named; unknown ones are told', async () => {
    const goods = await piece(db);
    await sale({ amount: 1000 }, 'Ten');
    const cart = await shop.calculate({
      cart: [{ id: goods.variant, quantity: 1 }],
      coupons: [{ code: ' \u200ften\u202c ' }, { code: 'NOPE' }, { code: 'N'.repeat(200) }],
    });
    expect(cart.coupons).toMatchObject([{ code: 'Ten', discount: Math.round(goods.price / 10) / 100 }]);
    expect(cart.errors).toMatchObject([
      { error_code: 'COUPON_UNKNOWN', id: 'NOPE' },
      { error_code: 'COUPON_UNKNOWN', id: 'N'.repeat(200) },
    ]);
    expect(agorot(cart.total_order_price)).toBe(goods.price - Math.round(goods.price / 10));
  });

  test.each([
    ['COUPON_EXPIRED', { ends_at: '2020-01-01' }],
    ['COUPON_NOT_STARTED', { starts_at: '2120-01-01' }],
    ['COUPON_USED_UP', { uses: 3, uses_limit: 3 }],
    ['COUPON_MIN_ORDER', { min_sum_agorot: 900_000_000 }],
    ['COUPON_MIN_ORDER', { terms: { kinds: ['SERVICE'] } }],
  ])('%s', async (code, values) => {
    const goods = await piece(db);
    await sale(values, 'OFF');
    const cart = await shop.calculate({ cart: [{ id: goods.variant, quantity: 1 }], coupons: [{ code: 'OFF' }] });
    expect(codes(cart)).toEqual([code]);
    expect(agorot(cart.total_order_price)).toBe(goods.price);
  });

  test('of one sale count once, and an exclusive sale stands alone', async () => {
    const goods = await piece(db);
    await sale({ amount: 500, exclusive: true, priority: 9 }, 'ALONE');
    await db.query(`insert into coupons (store_uid, sale_uid, code) select store_uid, uuid, 'TWICE' from sales`);
    await sale({ amount: 500 }, 'MORE');
    const cart = await shop.calculate({
      cart: [{ id: goods.variant, quantity: 1 }],
      coupons: ['ALONE', 'TWICE', 'MORE'].map((code) => ({ code })),
    });
    expect(codes(cart)).toEqual(['COUPON_NOT_COMBINABLE', 'COUPON_NOT_COMBINABLE']);
    expect(agorot(cart.total_cart_discounts)).toBe(Math.round(goods.price / 20));
  });

  test('of a promotion that everybody has by now are not needed: the cart says so, and is ordered', async () => {
    const goods = await piece(db);
    const uuid = await sale({ amount: 500 }, 'EARLY');
    const body = await shop.orderBody(goods, { coupons: [{ code: 'EARLY' }] });
    await db.query('update sales set by_coupon = false where uuid = $1', [uuid]);
    app.deps.cache.clear();
    const cart = await shop.calculate({ cart: body.cart, coupons: body.coupons });
    expect([codes(cart), cart.coupons, agorot(cart.total_cart_discounts)]).toEqual([
      ['COUPON_NOT_NEEDED'],
      [],
      Math.round(goods.price / 20),
    ]);
    expect((await shop.place(body)).status).toBe(200);
  });

  test('for a fixed price bring the piece to that price, for a fixed sum take no more than the cart costs', async () => {
    const goods = await piece(db);
    await sale({ kind: 'FIXED_PRICE', amount: 100_000 }, 'PRICE');
    await sale({ kind: 'FIXED', amount: 900_000_000 }, 'SUM');
    const cart = [{ id: goods.variant, quantity: 2 }];
    expect((await shop.calculate({ cart, coupons: [{ code: 'PRICE' }] })).total_order_price).toBe(2_000);
    expect((await shop.calculate({ cart, coupons: [{ code: 'SUM' }] })).total_order_price).toBe(0);
  });
});

test('a delivery that does not suit is told, free delivery frees it', async () => {
  const goods = await piece(db);
  const cart = [{ id: goods.variant, quantity: 1 }];
  expect(codes(await shop.calculate({ cart, delivery_type_id: randomUUID() }))).toEqual(['DELIVERY_UNAVAILABLE']);
  await db.query('update delivery_types set price_agorot = 9900, free_from_agorot = null');
  app.deps.cache.clear();
  const [option] = (await shop.calculate({ cart })).delivery_options;
  const paid = await shop.calculate({ cart, delivery_type_id: option?.id });
  expect(agorot(paid.total_order_price)).toBe(goods.price + 9_900);
  await sale({ kind: 'FREE_DELIVERY' });
  const free = await shop.calculate({ cart, delivery_type_id: option?.id });
  expect(free.delivery).toEqual({ first_price: 99, final_price: 0 });
  expect(agorot(free.total_order_price)).toBe(goods.price);
});

test('a parcel that is too heavy for a delivery is not offered it', async () => {
  const goods = await piece(db);
  await db.query('update variants set weight_g = 2001 where uuid = $1', [goods.variant]);
  const offered = async (quantity: number) =>
    (await shop.calculate({ cart: [{ id: goods.variant, quantity }] })).delivery_options.map(({ id }) => id);
  const [first, ...rest] = await offered(2);
  await db.query('update delivery_types set max_weight_g = 4001 where uuid = $1', [first]);
  app.deps.cache.clear();
  expect([await offered(1), await offered(2)]).toEqual([[first, ...rest], rest]);
  const cart = [{ id: goods.variant, quantity: 2 }];
  expect(codes(await shop.calculate({ cart, delivery_type_id: first }))).toEqual(['DELIVERY_UNAVAILABLE']);
  await db.query('update delivery_types set max_weight_g = null where uuid = $1', [first]);
  app.deps.cache.clear();
});

test('branches of other stores are not offered', async () => {
  const goods = await piece(db);
  const { rows } = await db.query(
    `select b.branch_uid id from branch_stores b join stores s on s.uuid = b.store_uid where s.key = 'raam'`,
  );
  const { delivery_options } = await shop.calculate({ cart: [{ id: goods.variant, quantity: 1 }] });
  const offered = delivery_options.filter(({ branches }) => branches.length > 0);
  expect(offered.length).toBeGreaterThan(0);
  for (const { branches } of offered)
    expect(branches.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
});

test('delivery is free from a sum after discounts, and every option is charged as it is shown', async () => {
  const goods = await piece(db);
  await db.query(
    `update delivery_types set price_agorot = 4000, prices = '[]', free_from_agorot = $1
     where store_uid = (select uuid from stores where key = 'raam')`,
    [goods.price],
  );
  app.deps.cache.clear();
  const cart = [{ id: goods.variant, quantity: 1 }];
  const costs = async () => {
    const { delivery_options } = await shop.calculate({ cart });
    return Promise.all(
      delivery_options.map(async ({ id, final_price }) => {
        const { delivery, total_order_price, total_cart_price, total_cart_discounts } = await shop.calculate({
          cart,
          delivery_type_id: id,
        });
        expect(delivery?.final_price).toBe(final_price);
        expect(agorot(total_order_price)).toBe(
          agorot(total_cart_price) - agorot(total_cart_discounts) + agorot(final_price),
        );
        return final_price;
      }),
    );
  };
  const whole = await costs();
  expect(whole.length).toBeGreaterThan(0);
  expect(new Set(whole)).toEqual(new Set([0]));
  await sale({ kind: 'FIXED', amount: 1 });
  expect(new Set(await costs())).toEqual(new Set([40]));
});

test('any cart: lines − discounts + delivery = total, and the order of the lines changes nothing', {
  timeout: 90_000,
}, async () => {
  const goods: Piece[] = [];
  for (let i = 0; i < 6; i++) goods.push(await piece(db, { stock: 50 }));
  await db.query('update variants set price_agorot = 100001 + (random() * 900000)::int where uuid = any($1)', [
    goods.map((one) => one.variant),
  ]);
  await sale({ kind: 'FIXED', amount: 77_777, priority: 2 });
  await sale({
    kind: 'PERCENT',
    amount: 733,
    priority: 1,
    terms: { products: goods.slice(0, 3).map((one) => one.product) },
  });
  await sale({ kind: 'PERCENT', amount: 1_250 }, 'ANY');
  const { delivery_options: options } = await shop.calculate({ cart: [{ id: goods[0]?.variant, quantity: 1 }] });
  const line = fc.record({
    id: fc.constantFrom(...goods.map((one) => one.variant)),
    quantity: fc.integer({ min: 1, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      fc.constantFrom(...options),
      async (lines, coupon, delivery) => {
        const cartBody = { coupons: coupon ? [{ code: 'any' }] : [], delivery_type_id: delivery.id };
        const one = await shop.calculate({ ...cartBody, cart: lines });
        const sum = one.cart.reduce(
          (total, item) => total + item.quantity * agorot(item.price) - agorot(item.discount),
          0,
        );
        expect(agorot(one.total_order_price)).toBe(sum + agorot(one.delivery?.final_price ?? 0));
        expect(agorot(one.total_cart_price) - agorot(one.total_cart_discounts)).toBe(sum);
        expect(one.order_discounts.reduce((total, row) => total + agorot(row.discount_amount), 0)).toBe(
          agorot(one.total_cart_discounts),
        );
        const two = await shop.calculate({ ...cartBody, cart: lines.toReversed() });
        expect(two.total_order_price).toBe(one.total_order_price);
        expect(new Map(two.cart.map((item) => [item.id, item.discount]))).toEqual(
          new Map(one.cart.map((item) => [item.id, item.discount])),
        );
      },
    ),
    { numRuns: 120 },
  );
});

test('two lines of one price: the odd agora is at the same line, whichever comes first', async () => {
  const [one, two] = [await piece(db), await piece(db)];
  await db.query('update variants set price_agorot = 100000 where uuid = any($1)', [[one.variant, two.variant]]);
  await sale({ kind: 'FIXED', amount: 10_001 });
  const cart = [one, two].map((goods) => ({ id: goods.variant, quantity: 1 }));
  const discounts = async (lines: typeof cart) =>
    Object.fromEntries((await shop.calculate({ cart: lines })).cart.map((line) => [line.id, agorot(line.discount)]));
  const first = await discounts(cart);
  expect(Object.values(first).sort()).toEqual([5000, 5001]);
  expect(await discounts(cart.toReversed())).toEqual(first);
});

test('only a vehicle is handed over', async () => {
  await db.query(`update delivery_types set product_kinds = enum_range(null::product_kind) where kind = 'HANDOVER'`);
  app.deps.cache.clear();
  const kinds = async (id: string) => {
    const { delivery_options } = await shop.calculate({ cart: [{ id, quantity: 1 }] });
    const { rows } = await db.query('select kind from delivery_types where uuid = any($1)', [
      delivery_options.map(({ id }) => id),
    ]);
    return rows.map(({ kind }) => kind);
  };
  const { rows } = await db.query(
    `select v.uuid from variants v join products p on p.uuid = v.product_uid join store_products sp on sp.product_uid = p.uuid
       join stores s on s.uuid = sp.store_uid where s.key = 'raam' and sp.published and v.active and v.stock > 0 and p.kind = 'ACCESSORY' limit 1`,
  );
  expect(await kinds((await piece(db)).variant)).toContain('HANDOVER');
  expect(await kinds(rows[0]?.uuid)).not.toContain('HANDOVER');
});
