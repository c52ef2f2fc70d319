import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import { loanFigures } from '#domain/money/finance-figures.ts';
import { toPercent, toShekels } from '#domain/money/money.ts';
import type { Offer } from './offer.ts';

/** An offer as the server names it. */
const inShekels = ({ plan, quote, tradeIn }: Offer) => ({
  plan,
  price: toShekels(quote.price),
  down: toShekels(quote.down),
  trade_in: toShekels(tradeIn),
  principal: toShekels(quote.principal),
  months: quote.months,
  monthly: toShekels(quote.monthly),
  balloon: toShekels(quote.balloon),
  fee: toShekels(quote.fee),
  total_payments: toShekels(quote.totalPayments),
  credit_cost: toShekels(quote.creditCost),
  effective_rate: toPercent(quote.effectiveBp),
});

type Shown = Pick<FinanceQuote, 'months' | 'monthly'> & Parameters<typeof loanFigures>[0];

/** What the page says of an offer: payments and every figure that the law asks for. */
export const shownFigures = (offer: Offer) => loanFigures(inShekels(offer));

const inWords = (quote: Shown): string => JSON.stringify([quote.months, quote.monthly, loanFigures(quote)]);

/** Whether the server's quote says what the page has shown of the offer, figure by figure. */
export const isAsShown = (quote: Shown, offer: Offer): boolean => inWords(quote) === inWords(inShekels(offer));
