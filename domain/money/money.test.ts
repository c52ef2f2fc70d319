import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate } from './allocate.ts';
import { linePriceCeil, percentOf, toAgorot, toShekels } from './money.ts';
import { vatInside } from './vat.ts';

const sum = (parts: number[]): number => parts.reduce((a, b) => a + b, 0);
const agorot = fc.integer({ min: 0, max: 1_000_000_000 });

test('agorot survive the way to the contract and back', () => {
  fc.assert(fc.property(agorot, (value) => toAgorot(toShekels(value)) === value));
});

test.each([1.005, 0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e300])('%s is no amount of shekels', (value) => {
  expect(() => toAgorot(value)).toThrow(RangeError);
});

test.each([
  [1_000, 1_500, 150],
  [999, 5_000, 500],
  [1, 4_999, 0],
  [1, 5_000, 1],
])('%s agorot at %s basis points is %s, half up', (value, basisPoints, expected) => {
  expect(percentOf(value, basisPoints)).toBe(expected);
});

test('the VAT inside ₪118 is ₪18', () => expect(vatInside(11_800, 1_800)).toBe(1_800));

test('net and VAT add up to the gross sum', () => {
  fc.assert(
    fc.property(agorot, (gross) => {
      const vat = vatInside(gross, 1_800);
      const net = gross - vat;
      expect(Math.abs(net * 0.18 - vat)).toBeLessThanOrEqual(1);
    }),
  );
});

test('parts of a spread sum add up to it, and none exceeds its share by more than the remainder', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(agorot, weights, (total, given) => {
      fc.pre(sum(given) > 0);
      const parts = allocate(total, given);
      expect(sum(parts)).toBe(total);
      for (const [i, part] of parts.entries()) {
        const share = (total * (given[i] ?? 0)) / sum(given);
        expect(part).toBeGreaterThanOrEqual(Math.floor(share) - 1);
        expect(part).toBeLessThanOrEqual(share + given.length);
      }
    }),
  );
});

test('there is nothing to spread over', () => {
  expect(() => allocate(5, [0, 0])).toThrow(RangeError);
  expect(allocate(0, [0, 0])).toEqual([0, 0]);
});

test.each([
  [2, 10.05, 0, 21],
  [3, 0.1, 0.3, 0],
  [1, 100, 0.01, 100],
])('%s × %s − %s is shown as %s, rounded up', (quantity, price, discount, expected) => {
  expect(linePriceCeil(quantity, price, discount)).toBe(expected);
});
