// Walks of a shopper with two tabs and a second device through orders, payments, lost answers, reloads, sign-outs and ends of holds, over
// the browser's own code and HTTP: from every state that so many presses lead to (DEPTH) all that its screens offer is tried, and each
// walk is brought to its end. None is charged twice, told “sold out” of its own goods, or left at a dead end.

import { explore, shoppers } from '../support/explore-walks.ts';
import setup from '../support/global-setup.ts';
import { BASKETS, BUYERS, SECOND } from '../support/shopper-actions.ts';

const depth = Number(process.env.DEPTH ?? 5);
const close = await setup();
const world = await shoppers();
const began = Date.now();
const total = { states: 0, walks: 0, charges: 0, problems: [] as string[] };
for (const basket of BASKETS)
  for (const buyer of BUYERS)
    for (const second of SECOND) {
      const found = await explore(world, { basket, buyer, second }, { depth });
      console.log(`${basket}, ${buyer}, second tab for ${second}: ${found.states} states, ${found.walks} walks`);
      for (const problem of found.problems) console.log(`✗ ${problem}`);
      total.states += found.states;
      total.walks += found.walks;
      total.charges += found.charges;
      total.problems.push(...found.problems);
    }
await world.close();
await close();
const deadEnds = total.problems.filter((problem) => problem.includes('dead end')).length;
console.log(
  `${total.states} states, ${total.walks} walks in ${Math.round((Date.now() - began) / 1000)} s: ${total.charges} charged twice, ${deadEnds} dead ends, ${total.problems.length} problems`,
);
process.exit(total.problems.length > 0 ? 1 : 0);
