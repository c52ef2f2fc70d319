import { expect, test } from 'vitest';
import { perPayment } from './per-payment.ts';

test('payments are told as exact only when all are alike, and never come to more than the total', () => {
  expect(perPayment(1_200, 12)).toEqual({ sum: 100, exact: true });
  expect(perPayment(1_111, 12)).toEqual({ sum: 92, exact: false });
  expect(perPayment(1_200.6, 12)).toEqual({ sum: 100.05, exact: true });
  expect(perPayment(100, 3)).toEqual({ sum: 33, exact: false });
  expect(perPayment(19.99, 2)).toEqual({ sum: 9, exact: false });
});
