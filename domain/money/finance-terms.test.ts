import fc from 'fast-check';
import { expect, test } from 'vitest';
import { financeQuote, type PlanTerms } from './finance-formulas.ts';
import { downRange, largestPrice, leastMonthly, monthsFor, monthsOffered, snapTerms } from './finance-terms.ts';
import { percentOf } from './money.ts';

const plan: PlanTerms = {
  rateBp: 890,
  monthsMin: 12,
  monthsMax: 60,
  monthsStep: 12,
  downMinBp: 2_000,
  downMaxBp: 8_000,
  balloonBp: 0,
  feeAgorot: 0,
  minAgorot: 1_000_000,
  maxAgorot: 25_000_000,
};
const price = 4_590_000;

const anyPlan: fc.Arbitrary<PlanTerms> = fc.record({
  rateBp: fc.integer({ min: 0, max: 2_000 }),
  monthsMin: fc.integer({ min: 1, max: 48 }),
  monthsMax: fc.integer({ min: 48, max: 100 }),
  monthsStep: fc.constantFrom(1, 6, 12),
  downMinBp: fc.integer({ min: 0, max: 5_000 }),
  downMaxBp: fc.integer({ min: 5_000, max: 10_000 }),
  balloonBp: fc.constantFrom(0, 1_500, 3_000),
  feeAgorot: fc.constantFrom(0, 29_000),
  minAgorot: fc.integer({ min: 0, max: 1_500_000 }),
  maxAgorot: fc.integer({ min: 1_500_000, max: 30_000_000 }),
});
const anyPrice = fc.integer({ min: 1, max: 60_000_000 });
const anyNumber = fc.oneof(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), fc.integer({ min: 0, max: 100 }));

test('whatever is wished, the terms are within the plan and everything that gave way is told', () => {
  fc.assert(
    fc.property(anyPlan, anyPrice, anyNumber, anyNumber, (given, of, down, months) => {
      const terms = snapTerms(given, of, { down, months });
      if (!terms) {
        expect(downRange(given, of)).toBeNull();
        return;
      }
      const { principal, balloon, monthly, effectiveBp } = financeQuote(given, { price: of, ...terms });
      expect(terms.down).toBeGreaterThanOrEqual(percentOf(of, given.downMinBp));
      expect(terms.down).toBeLessThanOrEqual(percentOf(of, given.downMaxBp));
      expect(principal).toBeGreaterThanOrEqual(Math.max(given.minAgorot, balloon, given.feeAgorot + 1));
      expect(principal).toBeLessThanOrEqual(given.maxAgorot);
      expect(monthsOffered(given)).toContain(terms.months);
      expect(monthly).toBeGreaterThanOrEqual(0);
      expect(effectiveBp).toBeGreaterThanOrEqual(0);
      expect(terms.snaps.map(({ field }) => field)).toEqual([
        ...(terms.down === down ? [] : ['down']),
        ...(terms.months === months ? [] : ['months']),
      ]);
      expect(snapTerms(given, of, terms)).toEqual({ ...terms, snaps: [] });
    }),
  );
});

test('what gives way goes to the nearest that is allowed, with its reason', () => {
  expect(snapTerms(plan, price, { down: 100, months: 6 })).toEqual({
    down: 918_000,
    months: 12,
    snaps: [
      { field: 'down', reason: 'BELOW_MIN', to: 918_000 },
      { field: 'months', reason: 'BELOW_MIN', to: 12 },
    ],
  });
  expect(snapTerms(plan, price, { down: 4_590_000, months: 41 })).toEqual({
    down: 3_590_000,
    months: 36,
    snaps: [
      { field: 'down', reason: 'ABOVE_MAX', to: 3_590_000 },
      { field: 'months', reason: 'NOT_OFFERED', to: 36 },
    ],
  });
  expect(snapTerms(plan, price, { down: 918_000, months: 42 })?.months).toBe(48);
  expect(snapTerms(plan, price, { down: 918_000, months: 99 })?.snaps[0]?.reason).toBe('ABOVE_MAX');
});

test('a price below or above what the lender finances has no terms', () => {
  expect(downRange(plan, 1_000_000)).toBeNull();
  expect(downRange(plan, 125_000_003)).toBeNull();
  expect(downRange(plan, 125_000_000)).toEqual({ min: 100_000_000, max: 100_000_000 });
});

test('a monthly sum gives the fewest payments that do not exceed it', () => {
  fc.assert(
    fc.property(anyPlan, anyPrice, fc.integer({ min: 0, max: 2_000_000 }), (given, of, monthly) => {
      const range = downRange(given, of);
      if (!range) return;
      const { months, snaps } = monthsFor(given, { price: of, down: range.min, monthly });
      const paymentOf = (n: number) => financeQuote(given, { price: of, down: range.min, months: n }).monthly;
      for (const fewer of monthsOffered(given).filter((n) => n < months)) {
        expect(paymentOf(fewer)).toBeGreaterThan(monthly);
      }
      if (paymentOf(months) > monthly) {
        expect(months).toBe(monthsOffered(given).at(-1));
        expect(snaps).toEqual([{ field: 'monthly', reason: 'BELOW_MIN', to: paymentOf(months) }]);
      } else expect(snaps.length).toBe(paymentOf(months) === monthly ? 0 : 1);
    }),
    { numRuns: 300 },
  );
});

test('from a payment back to its number of payments', () => {
  for (const months of monthsOffered(plan)) {
    const { monthly } = financeQuote(plan, { price, down: 918_000, months });
    expect(monthsFor(plan, { price, down: 918_000, monthly })).toEqual({ months, snaps: [] });
  }
});

test('the largest price costs at most the monthly sum, and a dearer one costs more or is not financed', () => {
  fc.assert(
    fc.property(anyPlan, fc.integer({ min: 1_000, max: 1_500_000 }), (given, monthly) => {
      const months = monthsOffered(given).at(-1) as number;
      const requested = { monthly, months, downBp: given.downMinBp };
      const largest = largestPrice(given, requested);
      const cost = (of: number) =>
        financeQuote(given, { price: of, down: percentOf(of, given.downMinBp), months }).monthly;
      if (largest === null) return;
      expect(cost(largest)).toBeLessThanOrEqual(monthly);
      const dearer = largest + 10_000;
      const tooDear = dearer - percentOf(dearer, given.downMinBp) > given.maxAgorot;
      expect(tooDear || cost(dearer) > monthly).toBe(true);
    }),
    { numRuns: 300 },
  );
  expect(largestPrice(plan, { monthly: 76_047, months: 60, downBp: 2_000 })).toBeGreaterThanOrEqual(price);
  expect(largestPrice(plan, { monthly: 76_047, months: 60, downBp: 2_000 })).toBeLessThan(price + 100);
  expect(largestPrice(plan, { monthly: 100, months: 60, downBp: 2_000 })).toBeNull();
});

test("'from ₪N a month' is the cheapest plan's least down payment over its longest time", () => {
  const short = { ...plan, rateBp: 590, monthsMax: 24, downMinBp: 4_000 };
  expect(leastMonthly([short, plan], price)).toMatchObject({
    plan,
    quote: { monthly: 76_047, months: 60, down: 918_000 },
  });
  const balloon = { ...plan, balloonBp: 3_000 };
  expect(leastMonthly([balloon, plan], price)?.plan).toBe(plan);
  expect(leastMonthly([short, balloon], price)?.plan).toBe(short);
  expect(leastMonthly([balloon], price)?.quote.monthly).toBe(57_742);
  const small = { ...plan, downMinBp: 1_000, maxAgorot: 1_500_000 };
  expect(leastMonthly([small, plan], price)?.plan).toBe(plan);
  expect(leastMonthly([small], price)?.quote.down).toBe(price - 1_500_000);
  expect(leastMonthly([], price)).toBeNull();
  expect(leastMonthly([plan], 100)).toBeNull();
});
