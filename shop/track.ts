import type { Product, ProductPreview } from '#contract/catalogue/products.ts';
import type { CartItem } from '#contract/checkout/cart-pricing.ts';
import type { Order } from '#contract/checkout/orders.ts';

/**
 * What happens on the pages that is worth measuring, in the pages' own words; `features/analytics` puts it into GA4's.
 */
export type ShopEvents = {
  list: { name: string; products: ProductPreview[] };
  product: Product;
  /** Instead of the requested page. */
  failure: { status: number };
  /** What the server says that the cart holds now, and what it holds without anybody having changed it on this page. */
  cart: CartItem[];
  kept: CartItem[];
  'cart-shown': { items: CartItem[]; value: number };
  /** `key` names one purchase, so that a reload begins no other. */
  checkout: { key: string; items: CartItem[]; value: number };
  payment: { key: string; items: CartItem[]; value: number; method: string };
  order: Order;
  lead: { source: string; type: string; product?: string };
  search: { term: string; results: number };
  media: { kind: 'picture' | 'spin' | 'video'; name: string };
};
export type Track = <Name extends keyof ShopEvents>(name: Name, what: ShopEvents[Name]) => void;

/**
 * Events that wait to be sent. Measuring, which comes later, empties it and puts a `push` of its own in place; it does
 * on every page.
 */
export const queuedEvents: Parameters<Track>[] = [];

/**
 * Queues what happens on a page. Nothing leaves the page by this: whether it is sent depends on the visitor's consent.
 */
export const track: Track = (...one) => void queuedEvents.push(one);
