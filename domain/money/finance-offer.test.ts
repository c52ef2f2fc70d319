import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oracle } from '../../tests/support/finance-oracle.ts';
import { financeOffer } from './finance-offer.ts';
import { downRange, monthsOffered } from './finance-terms.ts';
import { percentOf } from './money.ts';

const plan = fc.record({
  rateBp: fc.integer({ min: 0, max: 1_900 }),
  monthsMin: fc.constant(12),
  monthsMax: fc.constantFrom(36, 60, 100),
  monthsStep: fc.constantFrom(1, 1, 6, 12),
  downMinBp: fc.constantFrom(0, 0, 2_000),
  downMaxBp: fc.constant(6_000),
  balloonBp: fc.constantFrom(0, 0, 1_000, 3_000),
  feeAgorot: fc.constantFrom(0, 29_000, 85_050),
  minAgorot: fc.constant(100_000),
  maxAgorot: fc.constant(40_000_000),
});
const requested = fc.record({
  price: fc.integer({ min: 900_000, max: 35_000_000 }),
  down: fc.option(fc.integer({ min: 0, max: 30_000_000 }), { nil: undefined }),
  tradeIn: fc.constantFrom(0, 0, 450_000, 3_060_000, 40_000_000),
  months: fc.integer({ min: 6, max: 110 }),
  plans: fc.array(plan, { minLength: 1, maxLength: 4 }),
});

test('10,000 random wishes are answered as exact arithmetic computes them, within the plan’s terms', () => {
  fc.assert(
    fc.property(requested, ({ price, plans, ...wanted }) => {
      const found = financeOffer(plans, price, { ...wanted, plan: plans[0] });
      // No plan finances this little or this much of the price.
      if (!found) return expect(plans.every((one) => downRange(one, price) === null)).toBe(true);
      const { plan: used, quote } = found;
      const range = downRange(used, price);
      expect(quote.down).toBeGreaterThanOrEqual(range?.min ?? Number.NaN);
      expect(quote.down).toBeLessThanOrEqual(range?.max ?? Number.NaN);
      // A used vehicle goes on top of the money, and is never more than the down payment.
      const { min = 0, max = 0 } = range ?? {};
      expect(found.tradeIn).toBe(Math.min(wanted.tradeIn, max));
      const both = wanted.down === undefined ? found.tradeIn : wanted.down + wanted.tradeIn;
      expect(quote.down).toBe(Math.min(Math.max(both, min), max));
      expect(monthsOffered(used)).toContain(quote.months);
      const balloon = percentOf(price, used.balloonBp);
      const loan = { principal: price - quote.down, rateBp: used.rateBp, months: quote.months, balloon };
      expect(quote).toMatchObject(oracle({ ...loan, fee: used.feeAgorot }));
    }),
    { numRuns: 10_000 },
  );
}, 60_000);
