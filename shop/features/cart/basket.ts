import type { CalcCart, CartItem } from '#contract/checkout/cart-pricing.ts';
import { MAX_LINE_QUANTITY } from '#domain/orders/cart-limits.ts';

/**
 * A variant, as it is or in a configuration. `price`: what the shopper last saw, in shekels; only then is a change of
 * it announced.
 */
export type Line = { id: string; quantity: number; configuration?: string | null; price?: number | null | undefined };

/** What a calculation is requested with. `place`: the destination, as far as a delivery's price depends on it. */
export type Contents = {
  lines: Line[];
  coupons: string[];
  deliveryTypeId: string | null;
  place: { city: string; postal_code: string } | null;
};

export type CartErrors = CalcCart['errors'];
export type Summary = Omit<CalcCart, 'cart' | 'coupons' | 'delivery_type_id' | 'errors'>;

/** What the server has left out, as it was shown before; where it never was, what was requested. */
export type MissingLine = CartItem | Line;

/** The server's answer, without its errors. `summary`: `null` as long as the sums of these items are not known. */
export type Calculation = {
  items: CartItem[];
  summary: Summary | null;
  coupons: CalcCart['coupons'];
  deliveryTypeId: string | null;
};

/**
 * What is being bought. The cart and the purchase of one product ("buy now") are two baskets with the same rules, but
 * for one: what a product's purchase has chosen stays chosen when the server can't be asked or has none of it left,
 * while the cart goes back to what the server has last let stand.
 */
export type BasketState = {
  /** The product or configuration whose purchase it is; `null`: the cart. */
  uid: string | null;
  /** The newest answer. An error leaves it as it is. */
  calculation: Calculation;
  /** Its lines as they are shown: with the quantities that are requested, which the server has still to confirm. */
  items: CartItem[];
  /** What was requested and can't be had (any more), until it can or the basket is replaced. */
  missing: MissingLine[];
  /** What the next change builds on: it holds the changes whose answers are on their way, too. */
  requested: Contents;
  /** Number of the newest request. Older answers that come late are dropped. */
  turn: number;
  /** The storage has been read. */
  loaded: boolean;
  calculating: boolean;
  /** The server could not be asked, so that the sums are those of the last time. */
  failed: boolean;
};

export type BasketEvent =
  /** Read from storage: when the page opens, and when another tab has changed it. */
  | { type: 'loaded'; calculation?: Calculation; requested?: Partial<Contents>; missing?: MissingLine[] }
  | { type: 'requested'; requested: Contents }
  | { type: 'answered'; turn: number; calculation: Calculation }
  | { type: 'failed'; turn: number }
  /** An order was refused, and this is what is left of it; earlier requests are void. */
  | { type: 'refused'; calculation: Calculation }
  /** Set without a request; earlier requests are void. */
  | { type: 'replaced'; calculation: Calculation; requested?: Contents };

export const emptyCalculation: Calculation = { items: [], summary: null, coupons: [], deliveryTypeId: null };
export const emptyContents: Contents = { lines: [], coupons: [], deliveryTypeId: null, place: null };

export const emptyBasket = (uid: string | null, requested: Contents = emptyContents): BasketState => ({
  uid,
  calculation: emptyCalculation,
  items: [],
  missing: [],
  requested,
  turn: 0,
  loaded: false,
  calculating: false,
  failed: false,
});

export function reduceBasket(state: BasketState, event: BasketEvent): BasketState {
  switch (event.type) {
    case 'loaded': {
      const { calculation: stored = state.uid === null ? emptyCalculation : state.calculation } = event;
      // Another tab asks without this one's address, and its delivery has another price.
      const isPriced = state.requested.place && contentsKey(stored) === contentsKey(state.calculation);
      const calculation = isPriced ? state.calculation : stored;
      const requested = state.calculating ? state.requested : { ...lastGood(state, calculation), ...event.requested };
      const { missing = state.missing } = event;
      return { ...state, calculation, items: calculation.items, missing, requested, loaded: true };
    }
    case 'requested': {
      const { requested } = event;
      const items = state.calculation.items.map((item) => ({
        ...item,
        quantity: requested.lines.find((line) => isSameLine(line, item))?.quantity ?? item.quantity,
      }));
      return { ...state, requested, items, turn: state.turn + 1, calculating: true };
    }
    case 'answered':
      return event.turn === state.turn ? answered(state, event.calculation) : state;
    case 'failed': {
      if (event.turn !== state.turn) return state;
      const { calculation } = state;
      const requested = lastGood(state, calculation);
      return { ...state, items: calculation.items, requested, calculating: false, failed: true };
    }
    case 'refused':
      return { ...answered(state, event.calculation), turn: state.turn + 1 };
    case 'replaced': {
      // What is requested without asking, as of an empty basket, brings nothing back.
      const missing = event.requested ? state.missing : [];
      return { ...settled(state, event.calculation, event.requested), missing, turn: state.turn + 1 };
    }
  }
}

/** Equal for two calculations of the same goods, coupons and delivery. */
const contentsKey = ({ items, coupons, deliveryTypeId }: Calculation): string =>
  JSON.stringify([
    items.map(({ id, quantity, configuration }) => [id, quantity, configuration]),
    coupons.map(({ code }) => code),
    deliveryTypeId,
  ]);

const answered = (state: BasketState, calculation: Calculation): BasketState => ({
  ...settled(state, calculation),
  missing: missingOf(state, calculation),
});

/** By variant: a configuration that can't be had any more comes back as the variant as it is. */
function missingOf({ missing, requested, calculation }: BasketState, { items }: Calculation): MissingLine[] {
  const isOf = (id: string) => (line: MissingLine) => line.id === id;
  const all = [...missing, ...requested.lines.map((line) => calculation.items.find(isOf(line.id)) ?? line)];
  return all.filter(({ id }, at) => !items.some(isOf(id)) && all.findIndex(isOf(id)) === at);
}

const settled = (
  state: BasketState,
  calculation: Calculation,
  requested = settle(state, calculation),
): BasketState => ({
  ...state,
  calculation,
  items: calculation.items,
  requested,
  calculating: false,
  failed: false,
});

const lastGood = (state: BasketState, calculation: Calculation): Contents =>
  state.uid === null ? settle(state, calculation) : state.requested;

/** What was requested, as far as the server let it stand. */
function settle({ uid, requested }: BasketState, { items, coupons, deliveryTypeId }: Calculation): Contents {
  const lines =
    uid === null
      ? items
      : requested.lines.flatMap((line, position) => {
          const item = items.find(({ id }) => id === line.id);
          if (item) return { ...line, quantity: item.quantity, price: item.price };
          return position === 0 ? line : [];
        });
  return { ...requested, lines, coupons: coupons.map(({ code }) => code), deliveryTypeId };
}

export const isSameLine = (one: Omit<Line, 'quantity'>, other: Omit<Line, 'quantity'>): boolean =>
  one.id === other.id && (one.configuration ?? null) === (other.configuration ?? null);

/** With a line more; one of the same variant and configuration gives way to it, with the quantities summed. */
export function withLine(lines: Line[], line: Line): Line[] {
  const quantityInCart = lines.find((other) => isSameLine(other, line))?.quantity ?? 0;
  return [
    ...withoutLine(lines, line),
    { ...line, quantity: Math.min(MAX_LINE_QUANTITY, quantityInCart + line.quantity) },
  ];
}

export const withoutLine = (lines: Line[], line: Omit<Line, 'quantity'>): Line[] =>
  lines.filter((other) => !isSameLine(other, line));

/** Nothing is asked of an empty cart that was empty before, nor of a product whose quantity is still to be chosen. */
export const isWorthAsking = ({ uid, items }: BasketState, { lines, coupons }: Contents): boolean =>
  uid === null ? lines.length + items.length + coupons.length > 0 : (lines[0]?.quantity ?? 0) > 0;
