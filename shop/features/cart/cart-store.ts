import type { CalcCart, CartItem } from '#contract/checkout/cart-pricing.ts';
import { isUuid } from '#domain/text/uuid.ts';
import { isObject, readValue, writeValue } from '../../browser-storage.ts';
import { track } from '../../track.ts';
import type { Calculation, Summary } from './basket.ts';
import { createBasket } from './basket-store.ts';

/** Storage keys are a contract. Storage is per origin, so each store has a cart of its own. */
const KEYS = {
  items: 'cartItems',
  summary: 'orderSummary',
  coupons: 'coupons',
  cart: 'cart',
  purchaseProduct: 'purchase_product_uid',
} as const;

/** What a line needs to be drawn, and calculated anew: the server refuses a whole cart for an id that is no UUID. */
const isItem = (value: unknown): value is CartItem =>
  isObject(value) &&
  isObject(value.slug) &&
  isUuid(String(value.id)) &&
  Number.isInteger(value.quantity) &&
  typeof value.price === 'number' &&
  typeof value.name === 'string' &&
  Array.isArray(value.types);
const isCoupons = (value: unknown): value is CalcCart['coupons'] =>
  Array.isArray(value) && value.every((coupon) => isObject(coupon) && typeof coupon.code === 'string');
const isSummary = (value: unknown): value is Summary =>
  isObject(value) &&
  typeof value.total_order_price === 'number' &&
  Array.isArray(value.delivery_options) &&
  Array.isArray(value.road_fees) &&
  Array.isArray(value.finance_plans);
const isRest = (value: unknown): value is { delivery_type_id: string | null } =>
  isObject(value) && 'delivery_type_id' in value;

/** What the account's cart was when this device last saw it (`account-cart.ts`). */
export const ACCOUNT_CART = 'cart_account';

/**
 * `null` when the items can't be read. Lines that can't be drawn are dropped, which is no removal by the shopper: the
 * account's cart, which may have them whole, is merged anew. What it had stays known, for a sign-out before that.
 */
export function readCart(): Calculation | null {
  const stored = readValue(KEYS.items, Array.isArray);
  if (!stored) return null;
  const items = stored.filter(isItem);
  const account = items.length < stored.length ? readValue(ACCOUNT_CART, isObject) : null;
  if (account) {
    writeValue(ACCOUNT_CART, { ...account, merge: true });
    // Once: a line that stayed would have it merged at each change.
    writeValue(KEYS.items, items);
  }
  return {
    // One kept before there were configurations has no list of choices.
    items: items.map((item) => ({ ...item, choices: item.choices ?? [] })),
    summary: readValue(KEYS.summary, isSummary),
    coupons: readValue(KEYS.coupons, isCoupons) ?? [],
    deliveryTypeId: readValue(KEYS.cart, isRest)?.delivery_type_id ?? null,
  };
}

export function writeCart(calculation: Calculation): void {
  writeValue(KEYS.items, calculation.items);
  writeValue(KEYS.summary, calculation.summary);
  writeValue(KEYS.coupons, calculation.coupons);
  writeValue(KEYS.cart, { delivery_type_id: calculation.deliveryTypeId });
}

/** Lines that were sold out, told until the tab is closed. */
const MISSING = 'cart_missing';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
/** The product whose purchase is in process. */
export const readProductUid = (): string | null => readValue(KEYS.purchaseProduct, isText);
export const writeProductUid = (uid: string | null): void => writeValue(KEYS.purchaseProduct, uid);

/** The cart of this page. Tabs of a store are kept in step by the storage. */
export const cart = createBasket({
  uid: null,
  read() {
    const calculation = readCart();
    return (
      calculation && {
        calculation,
        missing: (readValue(MISSING, Array.isArray, 'sessionStorage') ?? []).filter(isItem),
      }
    );
  },
  onEvent({ calculation, missing }, { type }) {
    if (type === 'answered' || type === 'replaced' || type === 'refused') {
      writeCart(calculation);
      writeValue(MISSING, missing.filter(isItem), 'sessionStorage');
    }
    if (type === 'answered') track('cart', calculation.items);
    else if (type !== 'requested' && type !== 'failed') track('kept', calculation.items);
  },
});
