// Carts and orders in a store of 10,000 products with 20 running sales, each beside a bare node:http server that sends
// 2 kB, in the same run. The database is as durable as it always is: an order that was answered is on disk.
import type pg from 'pg';
import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import { fillCatalogue } from './_catalogue.ts';
import { once, type Target } from './_load.ts';
import { bench, fillDatabase } from './_measure.ts';
import { serve } from './_site.ts';

const KEY = 'benchcart';
const AIMS = { cart: 0.03, order: 0.005 };

await bench(async ({ dataDir, measure }) => {
  const site = await serve(dataDir);
  const variants = await fillDatabase(dataDir, fill);
  const lines = (count: number) => variants.slice(0, count).map((id) => ({ id, quantity: 1 }));
  const post = (where: string, body: unknown, headers?: Target['headers']): Target => ({
    port: site.port,
    host: `${KEY}.localhost:${site.port}`,
    path: where,
    method: 'POST',
    body,
    headers,
  });

  const small = { cart: lines(3), coupons: [{ code: 'ONE' }] };
  const large = { cart: lines(10), coupons: ['ONE', 'TWO', 'THREE'].map((code) => ({ code })) };
  const shown = JSON.parse(await once(post('/api/sales/calc-cart', small))) as CalcCart;
  const delivery = shown.delivery_options[0]?.id;
  const priced = JSON.parse(
    await once(post('/api/sales/calc-cart', { ...small, delivery_type_id: delivery })),
  ) as CalcCart;
  const order = (number: number) => ({
    ...small,
    delivery_type_id: delivery,
    address: { city: 'חיפה', street: 'הרצל', house: '10' },
    customer: {
      first_name: 'דנה',
      last_name: 'לוי',
      phone: `052-${1_000_000 + number}`,
      email: `dana-${number}@example.com`,
    },
    terms_accepted: true,
    total_order_price: priced.total_order_price,
  });

  await measure(site, 'calc-cart, 3 lines, one coupon', post('/api/sales/calc-cart', small), AIMS.cart);
  await measure(site, 'calc-cart, 10 lines, 20 sales, 3 coupons', post('/api/sales/calc-cart', large));
  const key: Target['headers'] = (number) => ({ 'idempotency-key': `bench-${number}` });
  await measure(site, 'orders/create, 3 lines, one coupon', post('/api/orders/create', order, key), AIMS.order);
  await site.stop();
});

/** @returns ten variants that can't run out */
async function fill(pool: pg.Pool): Promise<string[]> {
  await fillCatalogue(pool, { key: KEY, products: 10_000 });
  await pool.query(
    `insert into delivery_types (store_uid, key, kind, name, price_agorot, free_from_agorot, product_kinds)
     select uuid, 'courier', 'COURIER', 'שליח', 9900, 100000000, '{VEHICLE}' from stores where key = $1`,
    [KEY],
  );
  const { rows } = await pool.query<{ uuid: string }>(
    `update variants set stock = 1000000 where uuid in (
       select v.uuid from variants v join products p on p.uuid = v.product_uid
       where v.sku like upper($1) || '-%-1' and p.stock_policy = 'IN_STOCK' order by v.sku limit 10)
     returning uuid`,
    [KEY],
  );
  // Sixteen sales of single categories and brands, four of the whole cart; three by coupon.
  await pool.query(
    `insert into sales (store_uid, name, kind, amount, terms, min_sum_agorot, uses_limit, priority, by_coupon)
     select s.uuid, 'sale ' || i, (array['PERCENT','FIXED','BUY_X_GET_Y','FIXED_PRICE'])[1 + i % 4]::sale_kind,
       case when i % 2 = 0 then 300 when i % 4 = 3 then 100000000 else 5000 end,
       case when i <= 8 then jsonb_build_object('collections', array[md5($1 || 'collection' || i)::uuid])
            when i <= 16 then jsonb_build_object('brands', array[md5($1 || 'brand' || (i - 8))::uuid])
            else '{}'::jsonb end, case when i % 3 = 0 then 1000 end, case when i % 5 = 0 then 1000000 end, i, i > 20
     from stores s, generate_series(1, 23) i where s.key = $1`,
    [KEY],
  );
  await pool.query(
    `insert into coupons (store_uid, sale_uid, code)
     select store_uid, uuid, (array['ONE','TWO','THREE'])[right(name, 2)::int - 20] from sales where by_coupon and name like 'sale 2_'`,
  );
  await pool.query('notify cache_versions');
  return rows.map(({ uuid }) => uuid);
}
