import { expect, test } from 'vitest';
import type { FinancePlan } from '#contract/catalogue/finance-models.ts';
import { toShekels } from '#domain/money/money.ts';
import { type Offer, offerOf } from './offer.ts';
import { isAsShown } from './shown-figures.ts';

const plan: FinancePlan = {
  id: 'p',
  name: 'תוכנית',
  lender: 'בנק',
  rate: 8.9,
  rate_kind: 'קבועה',
  prime: null,
  rates_date: '2026-11-01',
  months_min: 12,
  months_max: 60,
  months_step: 12,
  down_min: 20,
  down_max: 80,
  balloon: 0,
  fee: 290,
  min: 1_000,
  max: 400_000,
};
const offer = offerOf([plan], 45_900, { months: 60, down: 9_180 }, null) as Offer;
const { quote } = offer;
const storedQuote = {
  plan,
  price: 45_900,
  down: 9_180,
  principal: toShekels(quote.principal),
  months: 60,
  monthly: toShekels(quote.monthly),
  balloon: 0,
  fee: 290,
  total_payments: toShekels(quote.totalPayments),
  credit_cost: toShekels(quote.creditCost),
  effective_rate: quote.effectiveBp / 100,
};

test('the server’s quote of the same terms is as shown', () => {
  expect(isAsShown(storedQuote, offer)).toBe(true);
});

test.each([
  ['a fee', { fee: 590 }],
  ['another lender', { plan: { ...plan, lender: 'אחר' } }],
  ['another rate', { plan: { ...plan, rate: 9.1 } }],
  ['a rate that may change', { plan: { ...plan, prime: 6 } }],
  ['a balloon', { balloon: 1_000 }],
  ['other payments', { months: 48 }],
  ['a monthly sum', { monthly: storedQuote.monthly + 0.01 }],
  ['a down payment', { down: 9_181 }],
  ['a cost of the credit', { credit_cost: storedQuote.credit_cost + 300 }],
  ['an effective rate', { effective_rate: storedQuote.effective_rate + 0.01 }],
])('%s that the page has not shown is told, though all else is the same', (_what, changed) => {
  expect(isAsShown({ ...storedQuote, ...changed }, offer)).toBe(false);
});
