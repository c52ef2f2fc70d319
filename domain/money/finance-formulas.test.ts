import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oracle } from '../../tests/support/finance-oracle.ts';
import { effectiveRateBp, financeQuote, monthlyPayment } from './finance-formulas.ts';

/** Shekels and percent; the table of docs/rules/finance.md. */
const vectors = [
  {
    price: 45_900,
    down: 9_180,
    n: 60,
    rate: 8.9,
    balloon: 0,
    fee: 0,
    monthly: 760.47,
    total: 45_628.2,
    cost: 8_908.2,
    effective: 9.27,
  },
  {
    price: 45_900,
    down: 9_180,
    n: 60,
    rate: 8.9,
    balloon: 13_770,
    fee: 0,
    monthly: 577.42,
    total: 48_415.2,
    cost: 11_695.2,
    effective: 9.27,
  },
  {
    price: 45_900,
    down: 9_180,
    n: 36,
    rate: 7.5,
    balloon: 0,
    fee: 290,
    monthly: 1_142.22,
    total: 41_119.92,
    cost: 4_689.92,
    effective: 8.34,
  },
  { price: 30_000, down: 0, n: 12, rate: 0, balloon: 0, fee: 0, monthly: 2_500, total: 30_000, cost: 0, effective: 0 },
  {
    price: 30_000,
    down: 0,
    n: 100,
    rate: 8.9,
    balloon: 0,
    fee: 0,
    monthly: 425.94,
    total: 42_594,
    cost: 12_594,
    effective: 9.27,
  },
  {
    price: 120_000,
    down: 24_000,
    n: 48,
    rate: 6,
    balloon: 36_000,
    fee: 0,
    monthly: 1_589.1,
    total: 112_276.8,
    cost: 16_276.8,
    effective: 6.17,
  },
];

test.each(vectors)('$price less $down in $n payments at $rate %, balloon $balloon, fee $fee', (vector) => {
  const agorot = (shekels: number) => Math.round(shekels * 100);
  const balloonBp = (10_000 * vector.balloon) / vector.price;
  const quote = financeQuote(
    { rateBp: agorot(vector.rate), balloonBp, feeAgorot: agorot(vector.fee) },
    { price: agorot(vector.price), down: agorot(vector.down), months: vector.n },
  );
  expect(quote).toMatchObject({
    balloon: agorot(vector.balloon),
    monthly: agorot(vector.monthly),
    totalPayments: agorot(vector.total),
    creditCost: agorot(vector.cost),
    effectiveBp: agorot(vector.effective),
  });
});

const loan = fc
  .record({
    price: fc.integer({ min: 100_000, max: 50_000_000 }),
    downBp: fc.integer({ min: 0, max: 9_000 }),
    balloonBp: fc.constantFrom(0, 0, 500, 1_000, 3_333),
    rateBp: fc.oneof(
      { weight: 1, arbitrary: fc.constant(0) },
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 2_500 }) },
    ),
    months: fc.integer({ min: 1, max: 100 }),
    feeAgorot: fc.constantFrom(0, 0, 29_000, 85_050),
  })
  .map(({ downBp, ...rest }) => ({ ...rest, down: Math.floor((rest.price * downBp) / 10_000) }))
  .filter(
    ({ price, down, balloonBp, feeAgorot }) => price - down > Math.max(feeAgorot, (price * balloonBp) / 10_000 + 1),
  );

test('3,000 loans of any shape are computed as exact arithmetic does, to the agora and the basis point', () => {
  fc.assert(
    fc.property(loan, ({ price, down, months, ...plan }) => {
      const quote = financeQuote(plan, { price, down, months });
      const { principal, balloon, rateBp, fee } = quote;
      expect(quote).toMatchObject({ ...oracle({ principal, rateBp, months, balloon, fee }), principal: price - down });
    }),
    { numRuns: 3_000 },
  );
}, 120_000);

test('half an agora rounds up', () => {
  expect(monthlyPayment({ principal: 5, rateBp: 0, months: 2 })).toBe(3);
  expect(monthlyPayment({ principal: 100, rateBp: 0, months: 3 })).toBe(33);
  expect(monthlyPayment({ principal: 100, rateBp: 0, months: 3, balloon: 100 })).toBe(0);
});

test('a loan that pays back no more than was received costs 0 %, one of which nothing is received is refused', () => {
  expect(effectiveRateBp({ received: 10_000, monthly: 3_333, months: 3, balloon: 0 })).toBe(0);
  expect(() => effectiveRateBp({ received: 0, monthly: 1, months: 1, balloon: 0 })).toThrow(RangeError);
});
