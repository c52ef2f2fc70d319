import { expect, test } from 'vitest';
import { buyRandomBaskets } from '../support/shown-prices.ts';

/** The short form of `npm run prove -- shown-prices`. */
test('what is shown is what is charged: card, page, configurator, calculator, cart, gateway, order, mail and document of random baskets', {
  timeout: 240_000,
}, async () => {
  const { problems, compared, ...kinds } = await buyRandomBaskets({ runs: 25 });
  expect(problems).toEqual([]);
  expect(compared).toBeGreaterThan(300);
  for (const [kind, count] of Object.entries(kinds)) expect(count, kind).toBeGreaterThan(0);
});
