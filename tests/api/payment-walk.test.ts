import { expect, test } from 'vitest';
import { walkPayments } from '../support/payment-walk.ts';

/** The short form of `npm run prove -- payment-walk`, which dies at every statement. */
test('payment and refund outlive kill -9 between their steps', { timeout: 480_000 }, async () => {
  const { steps, problems } = await walkPayments({ every: 11, say: () => {} });
  expect(problems).toEqual([]);
  expect(steps.filter((step) => step.what === 'payment' && step.died).length).toBeGreaterThanOrEqual(6);
  expect(steps.filter((step) => step.what === 'refund' && step.died).length).toBeGreaterThanOrEqual(2);
});
