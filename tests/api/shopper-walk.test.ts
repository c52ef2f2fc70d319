import { afterAll, beforeAll, expect, test } from 'vitest';
import { explore, shoppers } from '../support/explore-walks.ts';
import type { Setting } from '../support/shopper-actions.ts';

/** The short form of `npm run prove -- shopper-walk`, which goes further and through all settings. */
const DEPTH = 3;

let world: Awaited<ReturnType<typeof shoppers>>;
beforeAll(async () => {
  world = await shoppers();
});
afterAll(() => world.close());

const settings: Setting[] = [
  { basket: 'last vehicle', buyer: 'guest', second: 'the same' },
  { basket: 'vehicle with the last extra', buyer: 'guest', second: 'another' },
  { basket: 'cart with the last extra', buyer: 'account', second: 'the same' },
  { basket: 'vehicle with the last coupon', buyer: 'guest', second: 'the same' },
];

test.each(settings)(
  'no walk ends in two charges, in “sold out” for its own goods, or at a dead end: $basket, $buyer, second tab for $second',
  { timeout: 300_000 },
  async (setting) => {
    const { states, walks, charges, problems } = await explore(world, setting, { depth: DEPTH });
    console.log(`${states} states, ${walks} walks, ${charges} charged twice, ${problems.length} problems`);
    expect(problems).toEqual([]);
    expect(states).toBeGreaterThan(20);
  },
);
