import { startApp } from './app.ts';
import { signUp } from './customers.ts';
import type { Action, Setting } from './shopper-actions.ts';
import { chooseGoods, makeLastCoupon } from './shopper-goods.ts';
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

export type Explored = { states: number; walks: number; charges: number; problems: string[] };

/**
 * Every state that so many actions lead to, each by a walk of its own: from every new state all that its screens offer
 * is tried. Whatever a walk has come to is then brought to its end.
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
