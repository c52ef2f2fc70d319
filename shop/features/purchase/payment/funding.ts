import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import { call } from '~/api.ts';
import { termsOfBasket } from '../../finance/chosen-terms.ts';
import { tradeInOfBasket } from '../../finance/chosen-trade-in.ts';
import { askFor, type Offer, offerOf, type RequestedTerms } from '../../finance/offer.ts';
import type { PurchaseBasket, Quote } from '../basket/purchase-basket.ts';
import type { PaymentOffer } from './payment-methods.ts';

/** The terms set in this purchase, else those that its vehicle's calculator was left with. */
export const requestedFunding = ({ choice, quote }: PurchaseBasket): RequestedTerms | undefined =>
  choice.funding ?? termsOfBasket(quote?.cart ?? []);

/** The financing of the whole purchase as the shopper has set it; `null` when no plan finances the sum. */
export function fundingOf(basket: PurchaseBasket, { settings }: PaymentOffer): Offer | null {
  const { quote } = basket;
  if (!quote) return null;
  const { cart, total_order_price } = quote;
  return offerOf(settings.finance_plans, total_order_price, requestedFunding(basket) ?? {}, tradeInOfBasket(cart));
}

/** Has the server keep the financing of just these goods, for the order to name. @throws ApiError */
export async function keepFunding(quote: Quote, offer: Offer): Promise<{ uid: string | null; quote: FinanceQuote }> {
  return call('POST /api/finance/quote', {
    body: {
      cart: quote.cart.map(({ id, quantity, configuration }) => ({ id, quantity, configuration })),
      coupons: quote.coupons.map(({ code }) => ({ code })),
      delivery_type_id: quote.delivery_type_id,
      ...askFor(offer),
    },
  });
}
