import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import type { CreateOrderBody } from '#contract/checkout/orders.ts';
import { call } from '../../../api.ts';
import { termsOfBasket } from '../../finance/chosen-terms.ts';
import { tradeInOfBasket } from '../../finance/chosen-trade-in.ts';
import { askFor, type Offer, offerOf, type RequestedTerms } from '../../finance/offer.ts';
import type { PurchaseBasket } from '../basket/purchase-basket.ts';

/** The terms set in this purchase, else those that its vehicle's calculator was left with. */
export const requestedFunding = ({ choice, quote }: PurchaseBasket): RequestedTerms | undefined =>
  choice.funding ?? termsOfBasket(quote?.cart ?? []);

const vehiclesOf = ({ quote }: PurchaseBasket) => quote?.cart.filter(({ kind }) => kind === 'VEHICLE') ?? [];

/** Whether financing was ticked for the vehicle of a purchase. It is of the whole order, with what goes along. */
export const wantsFinancing = (basket: PurchaseBasket): boolean => termsOfBasket(vehiclesOf(basket))?.wanted === true;

/** Whether it has more vehicles than an order that a lender pays for: one. */
export const hasSeveralVehicles = (basket: PurchaseBasket): boolean =>
  vehiclesOf(basket).reduce((sum, { quantity }) => sum + quantity, 0) > 1;

/**
 * The financing of the whole purchase as the shopper has set it; `null` when no plan finances these goods or their sum.
 */
export function fundingOf(basket: PurchaseBasket): Offer | null {
  const { quote } = basket;
  if (!quote) return null;
  const { cart, finance_plans, total_order_price } = quote;
  return offerOf(finance_plans, total_order_price, requestedFunding(basket) ?? {}, tradeInOfBasket(cart));
}

/** Has the server keep the financing of just this order, for it to name. @throws ApiError */
export async function keepFunding(
  { cart, coupons, delivery_type_id, address, customer: { phone, email } }: CreateOrderBody,
  offer: Offer,
): Promise<{ uid: string | null; quote: FinanceQuote }> {
  return call('POST /api/finance/quote', {
    body: {
      cart,
      coupons,
      delivery_type_id,
      // What the order's total depends on.
      address: address && { city: address.city, postal_code: address.postal_code },
      phone,
      email,
      ...askFor(offer),
    },
  });
}
