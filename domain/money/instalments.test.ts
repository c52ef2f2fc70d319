import { expect, test } from 'vitest';
import { formatExactPrice, isolate } from '../text/format.ts';
import { instalmentsText, perPayment } from './instalments.ts';

test('payments are told as exact only when all are alike, and never come to more than the total', () => {
  expect(perPayment(1_200, 12)).toEqual({ sum: 100, exact: true });
  expect(perPayment(1_111, 12)).toEqual({ sum: 92, exact: false });
  expect(perPayment(1_200.6, 12)).toEqual({ sum: 100.05, exact: true });
  expect(perPayment(100, 3)).toEqual({ sum: 33, exact: false });
  expect(perPayment(19.99, 2)).toEqual({ sum: 9, exact: false });
});

test('the words name the payment, and whether it is about that', () => {
  expect(instalmentsText(1_200.6, 12)).toBe(`12 תשלומים של ${isolate(formatExactPrice(100.05))}`);
  expect(instalmentsText(8_000, 18)).toBe(`18 תשלומים של כ־${isolate(formatExactPrice(444))}`);
});
