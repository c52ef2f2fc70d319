import { expect, test } from 'vitest';
import { perPayment } from './per-payment.ts';

test('payments are told as exact only when all are alike, and never come to more than the total', () => {
  expect(perPayment(1_200, 12)).toEqual({ sum: 100, exact: true });
  expect(perPayment(1_111, 12)).toEqual({ sum: 92.58, exact: false });
  expect(perPayment(100, 3)).toEqual({ sum: 33.33, exact: false });
  expect(perPayment(19.99, 2)).toEqual({ sum: 9.99, exact: false });
});
