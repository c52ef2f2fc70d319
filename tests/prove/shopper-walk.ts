// Walks of a shopper with two tabs and a second device through orders, payments, lost answers, reloads, sign-outs and
// ends of holds, over the browser's own code and HTTP: from every state that so many presses lead to (DEPTH) all that
// its screens offer is tried, and each walk is brought to its end. ONLY chooses settings by a part of their line. None
// is charged twice, told “sold out” of its own goods, or left at a dead end. Two processes share the settings.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { explore, shoppers } from '../support/explore-walks.ts';
import setup from '../support/global-setup.ts';
import { BASKETS, BUYERS, SECOND } from '../support/shopper-actions.ts';

const SHARES = 2;
const { SHARE, ONLY = '', DEPTH = '4' } = process.env;
const settings = BASKETS.flatMap((basket) =>
  BUYERS.flatMap((buyer) => SECOND.map((second) => ({ basket, buyer, second }))),
);
const lineOf = ({ basket, buyer, second }: (typeof settings)[number]) =>
  `${basket}, ${buyer}, second tab for ${second}`;

const close = await setup();
const began = Date.now();
process.exitCode = SHARE === undefined ? await runShares() : await walk(Number(SHARE));
await close();

async function runShares(): Promise<number> {
  const codes = await Promise.all(
    Array.from({ length: SHARES }, async (_, share) => {
      const env = { ...process.env, SHARE: String(share) };
      const [code] = await once(
        spawn(process.execPath, [fileURLToPath(import.meta.url)], { env, stdio: 'inherit' }),
        'exit',
      );
      return code as number | null;
    }),
  );
  console.log(`${Math.round((Date.now() - began) / 1000)} s`);
  return codes.every((code) => code === 0) ? 0 : 1;
}

async function walk(share: number): Promise<number> {
  const world = await shoppers();
  const total = { states: 0, walks: 0, charges: 0, problems: [] as string[] };
  for (const setting of settings.filter((one) => lineOf(one).includes(ONLY)).filter((_, at) => at % SHARES === share)) {
    const found = await explore(world, setting, { depth: Number(DEPTH) });
    console.log(`${lineOf(setting)}: ${found.states} states, ${found.walks} walks`);
    for (const problem of found.problems) console.log(`✗ ${problem}`);
    total.states += found.states;
    total.walks += found.walks;
    total.charges += found.charges;
    total.problems.push(...found.problems);
  }
  await world.close();
  const deadEnds = total.problems.filter((problem) => problem.includes('dead end')).length;
  console.log(
    `${total.states} states, ${total.walks} walks: ${total.charges} charged twice, ${deadEnds} dead ends, ${total.problems.length} problems`,
  );
  return total.problems.length > 0 ? 1 : 0;
}
