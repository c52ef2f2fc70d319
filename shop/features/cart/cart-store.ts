import type { CalcCart } from '#contract/checkout/sales.ts';
import { track } from '~/track.ts';
import { askCart } from './ask-cart.ts';
import { type CartState, emptyCart, readCart, writeCart } from './cart-storage.ts';

/** `failed`: the server could not be asked, so that the sums are those of the last time. */
export type CartView = CartState & { loaded: boolean; calculating: boolean; failed: boolean };
export type CartErrors = CalcCart['errors'];

let state: CartView = { ...emptyCart, loaded: false, calculating: false, failed: false };
const listeners = new Set<() => void>();
/** Only the newest calculation counts; an older answer that comes late is dropped. */
let calculation = 0;
type Asked = { lines: (Line & { price?: number })[]; coupons: string[]; deliveryTypeId: string | null };
/** Where to, once it is known; it is the purchase's, so that it isn't kept with the cart. */
export type Place = { city: string; postal_code: string };
let place: Place | null = null;
/** What that calculation was asked for. The next change builds on it, or the dropped answer's change would be lost. */
let asked: Asked | null = null;

export const getCart = (): CartView => state;
const serverCart = state;
export const getServerCart = (): CartView => serverCart;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: Partial<CartView>, keep = true): void {
  state = { ...state, ...next };
  if (keep) writeCart(state);
  for (const listener of listeners) listener();
}

/** From storage, at page mount and when another tab has changed it. */
export function load(): void {
  set({ ...emptyCart, ...readCart(), loaded: true }, false);
  track('kept', state.items);
}

/** The cart as it will be when the server has answered. */
function wanted(): Asked {
  // Asked before the page's mount has read the storage, an empty cart would be written over the kept one.
  if (!state.loaded) load();
  const coupons = state.coupons.map((coupon) => coupon.code);
  return asked ?? { lines: state.items, coupons, deliveryTypeId: state.deliveryTypeId };
}

type Line = { id: string; quantity: number; configuration?: string | null };
const same = (one: Line, other: Line): boolean =>
  one.id === other.id && (one.configuration ?? null) === (other.configuration ?? null);

/** Adds a variant; a line of the same variant and configuration is replaced by one with the quantities summed. */
export function addLine(line: Line): Promise<CartErrors> {
  const { lines } = wanted();
  const old = lines.find((item) => same(item, line));
  const merged = { ...line, quantity: (old?.quantity ?? 0) + line.quantity };
  return recalculate({ lines: [...lines.filter((item) => !same(item, line)), merged] });
}

/** At quantity 0 the line goes. @throws Error when the cart can't be read from storage. */
export function setQuantity(line: Line): Promise<CartErrors> {
  if (!readCart()) throw new Error('the cart cannot be read');
  const change = <L extends Line>(lines: L[]): L[] =>
    lines
      .map((item) => (same(item, line) ? { ...item, quantity: line.quantity } : item))
      .filter((item) => item.quantity > 0);
  const { lines } = wanted();
  set({ items: change(state.items) }, false);
  return recalculate({ lines: change(lines) });
}

export const removeLine = (line: Omit<Line, 'quantity'>): Promise<CartErrors> =>
  recalculate({ lines: wanted().lines.filter((item) => !same(item, { ...line, quantity: 0 })) });

export const addCoupon = (code: string): Promise<CartErrors> => recalculate({ coupons: [...wanted().coupons, code] });

export const removeCoupon = (code: string): Promise<CartErrors> =>
  recalculate({ coupons: wanted().coupons.filter((kept) => kept !== code) });

export const setDelivery = (deliveryTypeId: string): Promise<CartErrors> => recalculate({ deliveryTypeId });

export function setPlace(next: Place): Promise<CartErrors> {
  place = next;
  return recalculate();
}

export function reset(): void {
  calculation++;
  asked = null;
  track('kept', []);
  set({ ...emptyCart, calculating: false, failed: false });
}

/** Another list of lines takes the place of this one. @returns `null` where another change has overtaken it @throws ApiError */
export async function adopt(lines: Line[]): Promise<CartErrors | null> {
  const own = state.items;
  const known = lines.map((line) => ({ ...line, price: own.find((item) => same(item, line))?.price }));
  const turn = calculation + 1;
  const errors = await recalculate({ lines: known });
  return turn === calculation ? errors : null;
}

/** These of its lines are left, without coupons. */
export function keepOnly(lines: Line[]): void {
  if (!state.loaded) load();
  const items = state.items.filter((item) => lines.some((line) => same(item, line)));
  reset();
  if (items.length === 0) return;
  set({ items });
  // Without a connection the sums come with the next change.
  recalculate().catch(() => {});
}

/** The server's answer replaces cart, summary and coupons. @throws ApiError; the cart is then as it was. */
export async function recalculate(change: Partial<Asked> = {}): Promise<CartErrors> {
  const { lines, coupons, deliveryTypeId } = { ...wanted(), ...change };
  // Of a cart that never held anything there is nothing to ask.
  if (lines.length === 0 && state.items.length === 0 && coupons.length === 0) {
    reset();
    return [];
  }
  const turn = ++calculation;
  asked = { lines, coupons, deliveryTypeId };
  set({ calculating: true }, false);
  try {
    const reply = await askCart({
      cart: lines.map(({ id, quantity, configuration, price }) => ({
        id,
        quantity,
        configuration: configuration ?? null,
        price,
      })),
      coupons: coupons.map((code) => ({ code })),
      delivery_type_id: deliveryTypeId,
      address: place,
    });
    if (turn === calculation) replace(reply);
    return reply.errors;
  } catch (error) {
    if (turn === calculation) {
      asked = null;
      set({ ...readCart(), calculating: false, failed: true }, false);
    }
    throw error;
  }
}

/** Takes over a calculation that came by another way, e.g. with a refused order. */
export function replace({ cart, coupons, delivery_type_id, errors: _, ...summary }: CalcCart): void {
  asked = null;
  set({ items: cart, coupons, deliveryTypeId: delivery_type_id, summary, calculating: false, failed: false });
  track('cart', cart);
}
