import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate } from './allocate.ts';

const weights = fc.array(fc.integer({ min: 0, max: 20_000_000 }), { minLength: 1, maxLength: 50 });
const add = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

test('parts add up to the total, none is negative or more than its weight', () => {
  fc.assert(
    fc.property(weights, fc.nat(1_000_000), (given, permille) => {
      const total = Math.floor((add(given) * permille) / 1_000_000);
      const parts = allocate(total, given);
      expect(add(parts)).toBe(total);
      for (const [i, part] of parts.entries()) {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(given[i] ?? 0);
      }
    }),
  );
});

test('the order of the weights changes nothing but the order of the parts', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 20_000_000 }), { minLength: 1, maxLength: 20 }), (given) => {
      const total = Math.floor(add(given) / 3);
      expect(allocate(total, given.toReversed())).toEqual(allocate(total, given).toReversed());
    }),
  );
});

test('the remainder is on the largest, and beyond its price on the next', () => {
  expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(allocate(10, [2, 5, 2])).toEqual([2, 6, 2]);
  expect(allocate(2, [1, 1, 1])).toEqual([1, 1, 0]);
  expect(allocate(0, [0, 0])).toEqual([0, 0]);
  expect(() => allocate(1, [0])).toThrow(RangeError);
  expect(() => allocate(-1, [1])).toThrow(RangeError);
});
