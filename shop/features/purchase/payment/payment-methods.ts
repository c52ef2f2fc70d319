import type { ComponentType } from 'react';
import type { PaymentMethod } from '#contract/checkout/orders.ts';
import type { Customer } from '#contract/customers/customers.ts';
import { type Wallet, type WalletRule, walletsFor } from '#domain/money/wallets.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { tradeInOfBasket } from '../../finance/chosen-trade-in.ts';
import type { PurchaseBasket } from '../basket/purchase-basket.ts';
import type { CustomerForm } from '../basket/purchase-storage.ts';
import { fundingOf, wantsFinancing } from './funding.ts';

/** What the store is paid by, as the loader says it (`getPaymentOptions`). Shekels. */
export type PaymentOptions = {
  step_4: 'old' | 'new';
  max_payments: number;
  wallets: WalletRule[];
  /** Of these, what the gateway's page opens on; others are chosen on the page. */
  opens_on: readonly Wallet[];
};

/** Who buys. `guest` only once it is known that no customer is signed in. */
export type Buyer = {
  customer: Customer | null;
  guest: boolean;
  address: MainAddress | null;
  /** Opens the sign-in over the page. */
  onSignIn: () => void;
  /** Proves a guest's phone by a code, where goods are held without payment. */
  ProvePhone: ComponentType<{ phone: string; onProved: (ticket: string) => void; onChangePhone: () => void }>;
};
type MainAddress = Pick<
  CustomerForm,
  'city' | 'street' | 'house' | 'entrance' | 'floor' | 'apartment' | 'postal_code'
> & { remarks: string };

/** What a purchase may be paid by. `deposit`: for one product that can be reserved; `null` when it can't. */
export type PaymentOffer = {
  settings: PaymentOptions;
  deposit: number | null;
  /** What a deposit keeps, with the article: `הסירה`. */
  goods: string;
  buyer: Buyer;
};

/** The reservation deposit of the whole purchase, by the server; extras have none, so they rule it out. Shekels. */
export const depositOf = ({ quote }: PurchaseBasket): number | null => quote?.deposit ?? null;

/**
 * Until one is chosen, or when it is no longer to be had: who exchanges a vehicle isn't charged first for what is
 * credited later.
 */
const usualMethod = (basket: PurchaseBasket): PaymentMethod =>
  depositOf(basket) !== null && tradeInOfBasket(basket.quote?.cart ?? []) ? 'deposit' : 'card';

/** The chosen way of payment, where it is to be had. Until one is chosen, financing that was ticked for the vehicle. */
export function methodOf(basket: PurchaseBasket, offer: PaymentOffer): PaymentMethod {
  const usual = usualMethod(basket);
  const method = basket.choice.method ?? (wantsFinancing(basket) ? 'financing' : usual);
  if (method === 'instalments' && offer.settings.max_payments < 2) return usual;
  if (method === 'financing' && fundingOf(basket) === null) return usual;
  if (method === 'deposit' && depositOf(basket) === null) return 'card';
  return method;
}

/** The chosen way of payment that is no longer to be had: `methodOf` is what takes its place. */
export function unusableMethod(basket: PurchaseBasket, offer: PaymentOffer): Exclude<PaymentMethod, 'card'> | null {
  const { method } = basket.choice;
  if (!basket.quote || method === null || method === 'card') return null;
  return methodOf(basket, offer) === method ? null : method;
}

/** The chosen wallet; `null`: a card, or a sum that it no longer takes. */
export function walletOf(basket: PurchaseBasket, offer: PaymentOffer): Wallet | null {
  const { wallet = null } = basket.choice;
  const sum = basket.quote?.total_order_price ?? 0;
  if (wallet === null || methodOf(basket, offer) !== 'card') return null;
  return walletsFor(offer.settings.wallets, sum).includes(wallet) ? wallet : null;
}

/**
 * The chosen wallet that does not take the sum as it stands now: it is paid by card. `up_to` is absent where the store
 * no longer has it.
 */
export function unusableWallet(basket: PurchaseBasket, offer: PaymentOffer): WalletRule | null {
  const { wallet = null } = basket.choice;
  if (!basket.quote || wallet === null || methodOf(basket, offer) !== 'card' || walletOf(basket, offer)) return null;
  return offer.settings.wallets.find((rule) => rule.wallet === wallet) ?? { wallet };
}

export const paymentsOf = (basket: PurchaseBasket, offer: PaymentOffer): number =>
  methodOf(basket, offer) === 'instalments'
    ? Math.min(Math.max(2, basket.choice.payments), offer.settings.max_payments)
    : 1;

/** What is to be paid online now. Shekels. */
export function payNow(basket: PurchaseBasket, offer: PaymentOffer): number {
  const method = methodOf(basket, offer);
  if (method === 'financing') return 0;
  return (method === 'deposit' ? depositOf(basket) : null) ?? basket.quote?.total_order_price ?? 0;
}

/**
 * Whether the goods would be held without payment for a phone that is not the signed-in customer's; the server asks the
 * same.
 */
export const needsProof = (basket: PurchaseBasket, offer: PaymentOffer, phone: string): boolean =>
  payNow(basket, offer) === 0 && parsePhone(offer.buyer.customer?.phone ?? '') !== parsePhone(phone);
