// Buys random baskets in five stores and compares every figure on the way with what is charged: `RUNS` of them (400),
// from `SEED`.
import setup from '../support/global-setup.ts';
import { buyRandomBaskets } from '../support/shown-prices.ts';

const close = await setup();
const began = Date.now();
const seed = process.env.SEED === undefined ? undefined : Number(process.env.SEED);
const { problems, ...counts } = await buyRandomBaskets({ runs: Number(process.env.RUNS ?? 400), seed });
await close();
console.log(`${JSON.stringify(counts)} in ${Math.round((Date.now() - began) / 1000)} s`);
for (const problem of problems) console.log(`✗ ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);
