import type { CalcCart } from '#contract/sales.ts';
import { call } from '~/api.ts';
import { type CartState, emptyCart, readCart, writeCart } from './cart-storage.ts';

/** `failed`: the server could not be asked, so that the sums are those of the last time. */
export type CartView = CartState & { loaded: boolean; calculating: boolean; failed: boolean };
export type CartErrors = CalcCart['errors'];

let state: CartView = { ...emptyCart, loaded: false, calculating: false, failed: false };
const listeners = new Set<() => void>();
/** Only the newest calculation counts; an older answer that comes late is dropped. */
let calculation = 0;

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
export const load = (): void => set({ ...emptyCart, ...readCart(), loaded: true }, false);

type Line = { id: string; quantity: number; configuration?: string | null };
const same = (one: Line, other: Line): boolean =>
  one.id === other.id && (one.configuration ?? null) === (other.configuration ?? null);

/** Adds a variant; a line of the same variant and configuration is replaced by one with the quantities summed. */
export function addLine(line: Line): Promise<CartErrors> {
  const old = state.items.find((item) => same(item, line));
  const merged = { ...line, quantity: (old?.quantity ?? 0) + line.quantity };
  return recalculate({ lines: [...state.items.filter((item) => !same(item, line)), merged] });
}

/** At quantity 0 the line goes. Reads the cart from storage first. @throws Error when it can't be read. */
export function setQuantity(line: Line): Promise<CartErrors> {
  const kept = readCart();
  if (!kept) throw new Error('the cart cannot be read');
  const lines = kept.items
    .map((item) => (same(item, line) ? { ...item, quantity: line.quantity } : item))
    .filter((item) => item.quantity > 0);
  set({ items: lines }, false);
  return recalculate({ lines });
}

export const removeLine = (line: Omit<Line, 'quantity'>): Promise<CartErrors> =>
  recalculate({ lines: state.items.filter((item) => !same(item, { ...line, quantity: 0 })) });

export const addCoupon = (code: string): Promise<CartErrors> =>
  recalculate({ coupons: [...state.coupons.map((coupon) => coupon.code), code] });

export const removeCoupon = (code: string): Promise<CartErrors> =>
  recalculate({ coupons: state.coupons.map((coupon) => coupon.code).filter((kept) => kept !== code) });

export const setDelivery = (deliveryTypeId: string): Promise<CartErrors> => recalculate({ deliveryTypeId });

export function reset(): void {
  calculation++;
  set({ ...emptyCart, calculating: false, failed: false });
}

type Change = { lines?: Line[]; coupons?: string[]; deliveryTypeId?: string };

/** The server's answer replaces cart, summary and coupons. @throws ApiError; the cart is then as it was. */
export async function recalculate(change: Change = {}): Promise<CartErrors> {
  // Asked before the page's mount has read the storage, an empty cart would be written over the kept one.
  if (!state.loaded) load();
  const turn = ++calculation;
  const before = readCart() ?? emptyCart;
  const lines: (Line & { price?: number })[] = change.lines ?? state.items;
  if (lines.length === 0) {
    reset();
    return [];
  }
  set({ calculating: true }, false);
  try {
    const reply = await call('POST /api/sales/calc-cart', {
      body: {
        cart: lines.map(({ id, quantity, configuration, price }) => ({
          id,
          quantity,
          configuration: configuration ?? null,
          price,
        })),
        coupons: (change.coupons ?? state.coupons.map((coupon) => coupon.code)).map((code) => ({ code })),
        delivery_type_id: change.deliveryTypeId ?? state.deliveryTypeId,
      },
    });
    if (turn === calculation) replace(reply);
    return reply.errors;
  } catch (error) {
    if (turn === calculation) set({ ...before, calculating: false, failed: true }, false);
    throw error;
  }
}

/** Takes over a calculation that came by another way, e.g. with a refused order. */
export function replace({ cart, coupons, delivery_type_id, errors: _, ...summary }: CalcCart): void {
  set({ items: cart, coupons, deliveryTypeId: delivery_type_id, summary, calculating: false, failed: false });
}
