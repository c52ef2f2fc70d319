import type { CalcCart, CartItem } from '#contract/checkout/sales.ts';

/** Storage keys are a contract. Storage is per origin, so each store has a cart of its own. */
export const KEYS = {
  items: 'cartItems',
  summary: 'orderSummary',
  coupons: 'coupons',
  cart: 'cart',
  purchaseProduct: 'purchase_product_uid',
} as const;

type Summary = Pick<
  CalcCart,
  | 'delivery'
  | 'delivery_options'
  | 'total_cart_discounts'
  | 'total_cart_price'
  | 'total_order_price'
  | 'order_discounts'
  | 'free_delivery'
  | 'road_fees'
  | 'remarks'
>;

export type CartState = {
  items: CartItem[];
  summary: Summary | null;
  coupons: CalcCart['coupons'];
  deliveryTypeId: string | null;
};

export const emptyCart: CartState = { items: [], summary: null, coupons: [], deliveryTypeId: null };

/** `null` when storage is blocked or what it holds is not what we wrote. */
export function readValue<T>(key: string, isValid: (value: unknown) => value is T): T | null {
  try {
    const text = localStorage.getItem(key);
    const value: unknown = text === null ? null : JSON.parse(text);
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}

/** A full or blocked storage loses the note, never the page. */
export function writeValue(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The cart goes on in memory.
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isItem = (value: unknown): value is CartItem =>
  isObject(value) &&
  typeof value.id === 'string' &&
  Number.isInteger(value.quantity) &&
  typeof value.price === 'number' &&
  typeof value.name === 'string';
const isItems = (value: unknown): value is CartItem[] => Array.isArray(value) && value.every(isItem);
const isCoupons = (value: unknown): value is CalcCart['coupons'] =>
  Array.isArray(value) && value.every((coupon) => isObject(coupon) && typeof coupon.code === 'string');
const isSummary = (value: unknown): value is Summary =>
  isObject(value) &&
  typeof value.total_order_price === 'number' &&
  Array.isArray(value.delivery_options) &&
  Array.isArray(value.road_fees);
const isRest = (value: unknown): value is { delivery_type_id: string | null } =>
  isObject(value) && 'delivery_type_id' in value;

/** `null` when the items can't be read. */
export function readCart(): CartState | null {
  const items = readValue(KEYS.items, isItems);
  if (!items) return null;
  return {
    // One kept before there were configurations has no list of choices.
    items: items.map((item) => ({ ...item, choices: item.choices ?? [] })),
    summary: readValue(KEYS.summary, isSummary),
    coupons: readValue(KEYS.coupons, isCoupons) ?? [],
    deliveryTypeId: readValue(KEYS.cart, isRest)?.delivery_type_id ?? null,
  };
}

export function writeCart(state: CartState): void {
  writeValue(KEYS.items, state.items);
  writeValue(KEYS.summary, state.summary);
  writeValue(KEYS.coupons, state.coupons);
  writeValue(KEYS.cart, { delivery_type_id: state.deliveryTypeId });
}
