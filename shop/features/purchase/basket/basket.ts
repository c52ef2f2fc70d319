import type { CalcCart } from '#contract/checkout/sales.ts';
import type { Choice } from './purchase-storage.ts';

/** What calc-cart has answered last. */
export type Quote = Omit<CalcCart, 'errors'>;

/** Where to, as far as a delivery's price depends on it. */
export type Place = { city: string; postal_code: string };

/** What is being bought: a product with its extras, or the cart. The steps see no difference. */
export type Basket = {
  /** Storage has been read. */
  ready: boolean;
  choice: Choice;
  quote: Quote | null;
  calculating: boolean;
  /** The server could not be asked. */
  failed: boolean;
  /** Notes what needs no new calculation: branch, way of payment, reached step. */
  note: (patch: Partial<Pick<Choice, 'branch' | 'method' | 'payments' | 'funding' | 'reached'>>) => void;
  /** Tells nothing: its field does. @returns what the server objected to. @throws ApiError */
  addCoupon: (code: string) => Promise<CalcCart['errors']>;
  removeCoupon: (code: string) => Promise<boolean>;
  setDelivery: (id: string) => Promise<boolean>;
  /** For deliveries that cost elsewhere something else. */
  setPlace: (place: Place) => Promise<boolean>;
  retry: () => Promise<boolean>;
  /** Takes over the calculation that a refused order brought. */
  takeOver: (calculation: CalcCart) => void;
};

export const emptyChoice = (uid: string | null): Choice => ({
  uid,
  variant: null,
  quantity: 1,
  upsells: [],
  coupons: [],
  delivery: null,
  branch: null,
  method: 'card',
  payments: 1,
  reached: uid === null ? 3 : 1,
});
