import { startApp, type TestApp } from './app.ts';
import { signUp } from './customers.ts';
import { type Action, type Goods, type Setting, Walk } from './shopper-walk.ts';
import { openTabs } from './tabs.ts';

/** A shop of its own for walks. */
export async function shoppers() {
  const app = await startApp({ env: { TRUST_PROXY: '1' } });
  const account = await signUp(app);
  const goods = await chooseGoods(app);
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

/** Two vehicles and an extra that can go into one order. */
async function chooseGoods({ connection }: TestApp): Promise<Goods> {
  const of = async (kind: string) =>
    (
      await connection.pool.query<{ uuid: string; product_uid: string }>(
        `select distinct on (p.uuid) v.uuid, v.product_uid from variants v join products p on p.uuid = v.product_uid
           join store_products sp on sp.product_uid = p.uuid join stores s on s.uuid = sp.store_uid
         where s.key = 'raam' and v.active and sp.published and p.kind = $1 and p.stock_policy = 'IN_STOCK' order by p.uuid, v.uuid`,
        [kind],
      )
    ).rows;
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
