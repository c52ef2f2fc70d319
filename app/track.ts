import type { Order } from '#contract/orders.ts';
import type { Product, ProductPreview } from '#contract/products.ts';
import type { CartItem } from '#contract/sales.ts';

/** What happens on the pages that is worth telling, in the pages' own words; `features/analytics` puts it into GA4's. */
export type Happenings = {
  list: { name: string; products: ProductPreview[] };
  product: Product;
  /** In place of the page that was asked for. */
  failure: { status: number };
  /** What the server says that the cart holds now, and what it holds without anybody having changed it on this page. */
  cart: CartItem[];
  'cart-kept': CartItem[];
  'cart-shown': { items: CartItem[]; value: number };
  /** `key` names one purchase, so that a reload begins no other. */
  checkout: { key: string; items: CartItem[]; value: number };
  payment: { key: string; items: CartItem[]; value: number; method: string };
  order: Order;
  lead: { source: string; type: string; product?: string };
  search: { term: string; results: number };
  media: { kind: 'picture' | 'spin' | 'video'; name: string };
};
export type Teller = <Name extends keyof Happenings>(name: Name, what: Happenings[Name]) => void;

const waiting: Parameters<Teller>[] = [];
/** What happens before anybody listens waits for them. */
let listener: Teller = (...one) => void waiting.push(one);

/** Tells what happens on a page. Nothing leaves the page by this: whether anybody is told depends on the visitor's consent. */
export const track: Teller = (name, what) => listener(name, what);

/** Takes over what has waited and all that comes. Somebody has to, on every page, or it waits for ever. */
export function listenTo(teller: Teller): void {
  listener = teller;
  for (const one of waiting.splice(0)) teller(...one);
}
