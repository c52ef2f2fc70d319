import type { CartItem } from '#contract/checkout/cart-pricing.ts';
import { basketPrice, type PriceLine, type TradeInOffer } from '#domain/catalogue/product-page/price-card.ts';
import { termsOfBasket } from '../finance/chosen-terms.ts';
import { tradeInOfBasket } from '../finance/chosen-trade-in.ts';
import { monthlyOf, type RequestedTerms } from '../finance/offer.ts';
import type { Summary } from './basket.ts';

type Basket = Pick<Summary, 'road_fees' | 'deposit' | 'finance_plans' | 'delivery_options'> & {
  cart: CartItem[];
  delivery_type_id?: string | null;
};

type Shown = {
  /** Shekels, under the name that it has at this step. */
  total: number;
  label: string;
  terms?: RequestedTerms | undefined;
  tradeIn?: TradeInOffer | null;
};

/** The lines of a basket's price card: cart and purchase. */
export const linesOfBasket = (
  { cart, road_fees, deposit, finance_plans, delivery_options: ways, delivery_type_id: way }: Basket,
  { total, label, terms = termsOfBasket(cart), tradeIn = tradeInOfBasket(cart) }: Shown,
): PriceLine[] =>
  basketPrice({
    total,
    label,
    fees: road_fees,
    licences: cart.map(({ licence_class }) => licence_class),
    deliveryKinds: ways.filter(({ id }) => !way || id === way).map(({ kind }) => kind),
    monthly: monthlyOf(finance_plans, total, terms, tradeIn),
    deposit,
    tradeIn,
  });
