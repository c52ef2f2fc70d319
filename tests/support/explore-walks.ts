import { startApp } from './app.ts';
import { signUp } from './customers.ts';
import { type Action, type Goods, LAST_COUPON, type Setting } from './shopper-actions.ts';
import { Walk } from './shopper-walk.ts';
import { openTabs } from './tabs.ts';

/** A shop of its own for walks. */
export async function shoppers() {
  const app = await startApp({ env: { TRUST_PROXY: '1' } });
  const account = await signUp(app);
  const goods = await chooseGoods(app.connection.pool);
  await makeLastCoupon(app.connection.pool);
  const close = openTabs(app.port, 'raam.localhost');
  let walks = 0;
  return {
    walk: (setting: Setting, actions: Action[]) =>
      new Walk(app, goods, account, setting, `walk ${++walks}`).through(actions),
    async close() {
      close();
      await app.close();
    },
  };
}

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

export type Explored = { states: number; walks: number; charges: number; problems: string[] };

/**
 * Every state that so many actions lead to, each by a walk of its own: from every new state all that its screens offer is tried.
 * Whatever a walk has come to is then brought to its end.
 */
export async function explore(
  world: Awaited<ReturnType<typeof shoppers>>,
  setting: Setting,
  { depth, stop = () => false }: { depth: number; stop?: () => boolean },
): Promise<Explored> {
  const seen = new Set<string>();
  const found: Explored = { states: 0, walks: 0, charges: 0, problems: [] };
  let edge: Action[][] = [[]];
  for (let length = 0; length <= depth && edge.length > 0; length++) {
    const further: Action[][] = [];
    for (const actions of edge) {
      if (stop()) break;
      const { state, next, problems, charges } = await world.walk(setting, actions);
      found.walks += 1;
      found.charges += charges > 1 ? 1 : 0;
      found.problems.push(...problems);
      if (seen.has(state)) continue;
      seen.add(state);
      further.push(...next.map((action) => [...actions, action]));
    }
    edge = further;
  }
  return { ...found, states: seen.size };
}
