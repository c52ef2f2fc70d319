import type { Customer } from '#contract/customers.ts';
import type { Basket } from './basket.ts';
import type { PaymentMethod } from './purchase-storage.ts';

/** How the store sells; `financing` names its lenders and the prices between which they finance. Shekels. */
export type PurchaseSettings = {
  step_4: 'old' | 'new';
  max_payments: number;
  financing: { lender: string; price_min: number; price_max: number }[];
};

/** What a purchase may be paid by. `deposit`: for one product that can be reserved; `null` when it can't. */
export type PaymentOffer = {
  settings: PurchaseSettings;
  deposit: number | null;
  /** Who is signed in. */
  customer: Customer | null;
};

/** The reservation deposit of the whole purchase; extras have none, so they rule it out. */
export function depositOf({ choice, quote }: Basket, { deposit }: PaymentOffer): number | null {
  const main = quote?.cart.find(({ id }) => id === choice.variant);
  return deposit !== null && main && choice.upsells.length === 0 ? deposit * main.quantity : null;
}

/** The lender who finances such a sum, if any. */
export const lenderOf = (total: number, { settings }: PaymentOffer): string | null =>
  settings.financing.find(({ price_min, price_max }) => total >= price_min && total <= price_max)?.lender ?? null;

/** The chosen way of payment, or 'card' when it is no longer to be had. */
export function methodOf(basket: Basket, offer: PaymentOffer): PaymentMethod {
  const { method } = basket.choice;
  const total = basket.quote?.total_order_price ?? 0;
  if (method === 'instalments' && offer.settings.max_payments < 2) return 'card';
  if (method === 'financing' && lenderOf(total, offer) === null) return 'card';
  if (method === 'deposit' && depositOf(basket, offer) === null) return 'card';
  return method;
}

export const paymentsOf = (basket: Basket, offer: PaymentOffer): number =>
  methodOf(basket, offer) === 'instalments'
    ? Math.min(Math.max(2, basket.choice.payments), offer.settings.max_payments)
    : 1;

/** What is to be paid online now. Shekels. */
export function payNow(basket: Basket, offer: PaymentOffer): number {
  const method = methodOf(basket, offer);
  if (method === 'financing') return 0;
  return (method === 'deposit' ? depositOf(basket, offer) : null) ?? basket.quote?.total_order_price ?? 0;
}

/** One payment of `count`, rounded to the agora. */
export const perPayment = (total: number, count: number): number => Math.round((total * 100) / count) / 100;
