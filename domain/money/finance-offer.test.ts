import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oracle } from '../../tests/support/finance-oracle.ts';
import { financeOffer, leavesLoan } from './finance-offer.ts';
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
      const offer = financeOffer(plans, price, { ...wanted, plan: plans[0] });
      // No plan finances this little or this much of the price, or of what the used vehicle leaves of it.
      expect(offer !== null).toBe(leavesLoan(plans, price, wanted.tradeIn));
      if (!offer) return;
      const { plan: used, quote } = offer;
      const range = downRange(used, price, wanted.tradeIn);
      const { min = Number.NaN, max = Number.NaN } = range ?? {};
      // All of a used vehicle goes on top of the money, so that never more is lent than it leaves.
      expect(offer.tradeIn).toBe(wanted.tradeIn);
      expect(quote.principal).toBeLessThanOrEqual(price - wanted.tradeIn);
      expect(quote.principal).toBeGreaterThanOrEqual(used.minAgorot);
      expect(quote.down).toBeLessThanOrEqual(Math.max(percentOf(price, used.downMaxBp), wanted.tradeIn));
      const both = wanted.down === undefined ? min : wanted.down + wanted.tradeIn;
      expect(quote.down).toBe(Math.min(Math.max(both, min), max));
      expect(monthsOffered(used)).toContain(quote.months);
      const balloon = percentOf(price, used.balloonBp);
      const loan = { principal: price - quote.down, rateBp: used.rateBp, months: quote.months, balloon };
      expect(quote).toMatchObject(oracle({ ...loan, fee: used.feeAgorot }));
    }),
    { numRuns: 10_000 },
  );
}, 60_000);

test('a used vehicle above the plan’s largest down payment leaves a loan of the rest alone, or none', () => {
  const ruach = {
    ...{ rateBp: 790, monthsMin: 12, monthsMax: 48, monthsStep: 12, downMinBp: 2_000, downMaxBp: 7_000 },
    ...{ balloonBp: 0, feeAgorot: 0, minAgorot: 300_000, maxAgorot: 6_000_000 },
  };
  const offer = (price: number, tradeIn: number, down?: number) => financeOffer([ruach], price, { tradeIn, down });
  expect(offer(3_290_000, 2_810_000)).toMatchObject({ tradeIn: 2_810_000, quote: { principal: 480_000 } });
  expect(offer(3_290_000, 2_810_000, 100_000)?.quote.principal).toBe(480_000);
  // Exactly the smallest loan is left, and an agora less.
  expect(offer(3_290_000, 2_990_000)?.quote.principal).toBe(300_000);
  expect(offer(3_290_000, 2_990_001)).toBeNull();
  expect(offer(3_790_000, 3_790_000)).toBeNull();
  // A plan with a smaller least loan takes over, and says so.
  const small = { ...ruach, minAgorot: 100_000 };
  expect(financeOffer([ruach, small], 3_290_000, { plan: ruach, tradeIn: 3_100_000 })).toMatchObject({
    plan: small,
    quote: { principal: 190_000 },
    snaps: [{ field: 'plan', reason: 'NOT_OFFERED', to: null }],
  });
});
