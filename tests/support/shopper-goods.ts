import { type Goods, LAST_COUPON } from './shopper-actions.ts';

/** What the database is asked with: a pool or a client. */
type Queries = { query: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }> };

/** A code with one use, of 10 percent. */
export async function makeLastCoupon(db: Queries): Promise<void> {
  await db.query(
    `with made as (insert into sales (store_uid, name, kind, amount, by_coupon) select uuid, $1, 'PERCENT', 1000, true
       from stores where key = 'raam' returning uuid, store_uid)
     insert into coupons (store_uid, sale_uid, code, uses_limit) select store_uid, uuid, $1, 1 from made`,
    [LAST_COUPON],
  );
}

/** Two vehicles and an extra that can go into one order. */
export async function chooseGoods(db: Queries): Promise<Goods> {
  const of = async (kind: string) =>
    (
      await db.query(
        `select distinct on (p.uuid) v.uuid::text, v.product_uid::text from variants v join products p on p.uuid = v.product_uid
           join store_products sp on sp.product_uid = p.uuid join stores s on s.uuid = sp.store_uid
         where s.key = 'raam' and v.active and sp.published and p.kind = $1 and p.stock_policy = 'IN_STOCK' order by p.uuid, v.uuid`,
        [kind],
      )
    ).rows as { uuid: string; product_uid: string }[];
  const [[one, two], [extra]] = await Promise.all([of('VEHICLE'), of('ACCESSORY')]);
  if (!one || !two || !extra) throw new Error('raam has not enough goods');
  return {
    vehicle: one.uuid,
    product: one.product_uid,
    other: two.uuid,
    otherProduct: two.product_uid,
    extra: extra.uuid,
  };
}
