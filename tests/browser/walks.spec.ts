import pg from 'pg';
import { expect, test } from '../support/browser.ts';
import { BrowserWalk, type Press } from '../support/browser-walk.ts';
import { visitorOf } from '../support/screens.ts';
import { BASKETS, BUYERS, SECOND, type Setting } from '../support/shopper-actions.ts';
import { chooseGoods, makeLastCoupon } from '../support/shopper-goods.ts';

/** The short form of `npm run prove -- browser-walks`: so many walks, so long at most. */
const WALKS = Number(process.env.WALKS ?? 2);
const SECONDS = Number(process.env.WALK_SECONDS ?? 40);
const SEED = Number(process.env.SEED ?? 1);
const PRESSES = 4;

/** Presses that every setting begins with: two tabs are open, and one of them has ordered. */
const BEGINNINGS: Press[][] = [
  ['A opens', 'B opens', 'A orders'],
  ['A opens', 'A orders, answer lost'],
  ['B opens', 'A opens', 'A and B order at once'],
  ['A opens', 'A clicks twice', 'A reloads'],
  ['A opens', 'A orders', 'A is charged, unseen', 'A reloads'],
];

/** The next figure of a linear congruential generator: the same walks for the same seed. */
function figures(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('no walk through tabs, reloads, orders and payments ends in two charges, in “sold out” for its own goods, or at a dead end', async ({
  browser,
  ownSite: site,
}) => {
  test.setTimeout((SECONDS + 120) * 1_000);
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  const goods = await chooseGoods(client);
  await makeLastCoupon(client);
  await client.end();
  const { token } = await visitorOf(site, 'raam');
  const settings: Setting[] = BASKETS.flatMap((basket) =>
    BUYERS.flatMap((buyer) => SECOND.map((second) => ({ basket, buyer, second }))),
  );
  const next = figures(SEED);
  const tried = new Map<string, number>();
  // What was tried least from a state comes first.
  const choose = (state: string, offers: Press[]): Press => {
    const times = (press: Press) => tried.get(`${state} ${press}`) ?? 0;
    const least = Math.min(...offers.map(times));
    const fresh = offers.filter((press) => times(press) === least);
    const press = fresh[next(fresh.length)] as Press;
    tried.set(`${state} ${press}`, times(press) + 1);
    return press;
  };

  const problems: string[] = [];
  const began = Date.now();
  let walks = 0;
  for (; walks < WALKS && Date.now() - began < SECONDS * 1_000; walks++) {
    // Five and sixteen have no common part, so that each setting meets each beginning.
    const setting = settings[(walks * 7 + 12) % settings.length] as Setting;
    const walk = new BrowserWalk(browser, site, goods, {
      ...setting,
      token: setting.buyer === 'account' ? token : null,
    });
    await walk.go(BEGINNINGS[walks % BEGINNINGS.length] as Press[], PRESSES, choose);
    const told = `${Object.values(setting).join(', ')}: ${walk.taken.join(', ')}`;
    if (process.env.WALKS) console.log(`${walk.problems.length > 0 ? '✗' : '✓'} ${told}`);
    problems.push(...walk.problems.map((problem) => `${told}: ${problem}`));
  }
  console.log(`${walks} walks in ${Math.round((Date.now() - began) / 1000)} s, ${tried.size} presses from states`);
  expect(problems).toEqual([]);
});
