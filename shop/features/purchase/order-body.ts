import type { DeliveryOption } from '#contract/checkout/cart-pricing.ts';
import type { CreateOrderBody } from '#contract/checkout/orders.ts';
import { type ChosenTradeIn, tradeInForOrder } from '../finance/chosen-trade-in.ts';
import type { PurchaseBasket, Quote } from './basket/purchase-basket.ts';
import type { CustomerForm } from './basket/purchase-storage.ts';
import { methodOf, type PaymentOffer, paymentsOf, payNow, walletOf } from './payment/payment-methods.ts';

type Parts = {
  basket: PurchaseBasket;
  quote: Quote;
  delivery: DeliveryOption;
  form: CustomerForm;
  offer: PaymentOffer;
  tradeIn: ChosenTradeIn | null;
};

/** What `orders/create` gets: what the shopper sees, the total included. Financing is added once the server has kept it. */
export function orderBody({ basket, quote, delivery, form, offer, tradeIn }: Parts): CreateOrderBody {
  const courier = delivery.kind === 'COURIER';
  return {
    cart: quote.cart.map(({ id, quantity, configuration, price }) => ({ id, quantity, configuration, price })),
    coupons: quote.coupons.map(({ code }) => ({ code })),
    delivery_type_id: delivery.id,
    branch_id: courier ? null : basket.choice.branch,
    payment_method: methodOf(basket, offer),
    payments_count: paymentsOf(basket, offer),
    wallet: walletOf(basket, offer),
    customer: { first_name: form.first_name, last_name: form.last_name, phone: form.phone, email: form.email.trim() },
    address: courier ? addressOf(form) : null,
    business: form.business ? { name: form.business_name, number: form.business_number } : null,
    remarks: form.remarks,
    trade_in: tradeInForOrder(quote.cart, tradeIn),
    terms_accepted: true,
    marketing_consent: form.marketing,
    total_order_price: quote.total_order_price,
    due: payNow(basket, offer),
    deposit_kind: quote.deposit_kind,
  };
}

const addressOf = ({
  city,
  street,
  house,
  entrance,
  floor,
  apartment,
  postal_code,
  courier_remarks,
}: CustomerForm) => ({
  city,
  street,
  house,
  entrance,
  floor,
  apartment,
  postal_code,
  remarks: courier_remarks,
});
