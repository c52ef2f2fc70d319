import { expect, test } from 'vitest';
import { walkPayments } from '../support/payment-walk.ts';

/** The short form of `npm run prove -- payment-walk`, which dies at every statement. */
test('payment, refund and capture outlive kill -9 around each step that counts', { timeout: 480_000 }, async () => {
  const { steps, problems } = await walkPayments({ say: () => {} });
  expect(problems).toEqual([]);
  expect(steps.filter(({ died }) => died === null)).toEqual([]);
});
