import { useSyncExternalStore } from 'react';
import { createListeners } from '#ui/hooks/listeners.ts';
import { BUYER_KEYS, isObject, readValue, writeValue } from '../../browser-storage.ts';
import type { RequestedTerms } from './offer.ts';

/**
 * The terms that a shopper has set in a vehicle's calculator: page, configurator, comparison, cart and purchase
 * calculate with them. By product, in this tab; without any, with the plan's own.
 */
const KEY = BUYER_KEYS.financeTerms;
/** The last few vehicles whose payments were calculated. */
const MAX_PRODUCTS = 12;

type Chosen = Record<string, RequestedTerms>;

const isNumber = (value: unknown) => value === undefined || Number.isFinite(value);
const isTerms = (value: unknown): value is RequestedTerms =>
  isObject(value) &&
  (value.plan === undefined || typeof value.plan === 'string') &&
  (value.trade_in === undefined || typeof value.trade_in === 'boolean') &&
  [value.down, value.months, value.monthly].every(isNumber);
const isChosen = (value: unknown): value is Chosen => isObject(value) && Object.values(value).every(isTerms);

let cachedTerms: Chosen | null = null;
const { notify, subscribe } = createListeners();

const read = (): Chosen => {
  cachedTerms ??= readValue(KEY, isChosen, 'sessionStorage') ?? {};
  return cachedTerms;
};

const chosenTerms = (product: string): RequestedTerms | undefined => read()[product];

/** `null`: the plan's own again. */
export function chooseTerms(product: string, terms: RequestedTerms | null): void {
  const { [product]: _, ...others } = read();
  cachedTerms = Object.fromEntries(
    [...Object.entries(others), ...(terms ? [[product, terms] as const] : [])].slice(-MAX_PRODUCTS),
  );
  writeValue(KEY, cachedTerms, 'sessionStorage');
  notify();
}

/** The account has left the page. What the tab has stored goes with the other `BUYER_KEYS`, before this. */
export function forgetTerms(): void {
  cachedTerms = null;
  notify();
}

export const useChosenTerms = (product: string): RequestedTerms | undefined =>
  useSyncExternalStore(
    subscribe,
    () => chosenTerms(product),
    () => undefined,
  );

/** Terms for a basket: those of its vehicle, if they were set for just one. */
export function termsOfBasket(items: { product_uid: string }[]): RequestedTerms | undefined {
  const products = new Set(items.map(({ product_uid }) => product_uid).filter((product) => chosenTerms(product)));
  const [product] = products;
  return product !== undefined && products.size === 1 ? chosenTerms(product) : undefined;
}
