import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatExactPrice, isolate } from '../text/format.ts';
import { instalmentsText, perPayment } from './instalments.ts';

test('payments are exact only when all are alike; otherwise they are rounded up to whole shekels', () => {
  expect(perPayment(1_200, 12)).toEqual({ sum: 100, exact: true });
  expect(perPayment(1_111, 12)).toEqual({ sum: 93, exact: false });
  expect(perPayment(1_200.6, 12)).toEqual({ sum: 100.05, exact: true });
  expect(perPayment(100, 3)).toEqual({ sum: 34, exact: false });
  expect(perPayment(19.99, 2)).toEqual({ sum: 10, exact: false });
  expect(perPayment(5, 12)).toEqual({ sum: 1, exact: false });
});

test('the shown payments never come to less than the total, and to the total itself where they are exact', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.integer({ min: 1, max: 36 }), (agorot, count) => {
      const { sum, exact } = perPayment(agorot / 100, count);
      const shown = Math.round(sum * 100) * count;
      if (exact) return shown === agorot;
      return Number.isInteger(sum) && shown > agorot && shown - 100 * count < agorot;
    }),
  );
});

test('the words name the payment, and whether it is about that', () => {
  expect(instalmentsText(1_200.6, 12)).toBe(`12 תשלומים של ${isolate(formatExactPrice(100.05))}`);
  expect(instalmentsText(8_000, 18)).toBe(`18 תשלומים של כ־${isolate(formatExactPrice(445))}`);
});
