import fc from 'fast-check';
import { expect, test } from 'vitest';
import { financeQuote, type PlanTerms } from './finance-formulas.ts';
import {
  downRange,
  leastMonthly,
  leastOffer,
  monthlyRange,
  monthsFor,
  monthsOffered,
  plansUnder,
  pricesUpTo,
  snapTerms,
} from './finance-terms.ts';
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

const anyPlans = fc.array(anyPlan, { minLength: 1, maxLength: 3 });
const anyTerms = fc.record({
  downBp: fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: undefined }),
  months: fc.option(fc.integer({ min: 1, max: 120 }), { nil: undefined }),
});
const realPrice = fc.integer({ min: 100_000, max: 60_000_000 });

test('the prices for a monthly sum are those whose least payment it is, under any plans and terms', () => {
  fc.assert(
    fc.property(
      anyPlans,
      anyTerms,
      realPrice,
      fc.integer({ min: 1_000, max: 1_500_000 }),
      (all, terms, of, monthly) => {
        const plans = plansUnder(all, terms);
        const least = leastOffer(plans, of)?.monthly ?? Number.POSITIVE_INFINITY;
        // Shares of a price are rounded, so that the next price may cost an agora less.
        fc.pre(Math.abs(least - monthly) > 1);
        expect(pricesUpTo(plans, monthly).some(({ from, to }) => of >= from && of <= to)).toBe(least <= monthly);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('every payment is between the ends, which have its plan', () => {
  fc.assert(
    fc.property(anyPlans, realPrice, realPrice, realPrice, (plans, ...prices) => {
      const [min, of, max] = prices.sort((a, b) => a - b) as [number, number, number];
      const offer = leastOffer(plans, of);
      if (!offer) return;
      const ends = monthlyRange(plans, { min, max });
      expect(ends?.least).toBeLessThanOrEqual(offer.monthly + 1);
      expect(ends?.most).toBeGreaterThanOrEqual(offer.monthly - 1);
      if (plans.every(({ balloonBp }) => balloonBp === 0)) expect(ends?.plans).toContain(offer.plan);
    }),
    { numRuns: 1_000 },
  );
});

test('chosen terms leave the plans that offer them, and the nearest of all where none does', () => {
  const short = { ...plan, monthsMin: 6, monthsMax: 36, monthsStep: 6, downMinBp: 1_000 };
  expect(plansUnder([plan, short], {})).toEqual([plan, short]);
  expect(plansUnder([plan, short], { months: 18 })).toEqual([{ ...short, monthsMin: 18, monthsMax: 18 }]);
  expect(
    plansUnder([plan, short], { downBp: 3_000 }).map(({ downMinBp, downMaxBp }) => [downMinBp, downMaxBp]),
  ).toEqual([
    [3_000, 3_000],
    [3_000, 3_000],
  ]);
  const terms = ({ downMinBp, monthsMax }: PlanTerms) => [downMinBp, monthsMax];
  expect(plansUnder([plan, short], { downBp: 1_000, months: 60 }).map(terms)).toEqual([
    [2_000, 60],
    [1_000, 36],
  ]);
});

test('what only a smaller loan finances is among the prices for its payment', () => {
  const small = { ...plan, downMinBp: 3_000, minAgorot: 500_000, maxAgorot: 900_000, monthsMax: 24 };
  const least = leastMonthly([plan, small], 1_000_000)?.quote.monthly ?? 0;
  const holds = (given: PlanTerms[]) =>
    pricesUpTo(given, least).some(({ from, to }) => from <= 1_000_000 && 1_000_000 <= to);
  expect([holds([plan]), holds([plan, small])]).toEqual([false, true]);
});
