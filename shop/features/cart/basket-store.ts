import type { CalcCart, CalcCartBody } from '#contract/checkout/cart-pricing.ts';
import { createListeners } from '#ui/hooks/listeners.ts';
import { call } from '../../api.ts';
import { signedInCustomer } from '../../signed-in.ts';
import { readKnownOrder } from '../order/known-order.ts';
import {
  type BasketEvent,
  type BasketState,
  type Calculation,
  type CartErrors,
  type Contents,
  emptyBasket,
  emptyCalculation,
  isWorthAsking,
  type MissingLine,
  reduceBasket,
} from './basket.ts';

let storeUid: string | undefined;
export function setStore(uuid: string | undefined): void {
  storeUid = uuid;
}

/** The server's calculation, with what the shopper's own open order holds. @throws ApiError */
export const askCart = (body: Omit<CalcCartBody, 'store_uid' | 'customer_uid' | 'open_order'>): Promise<CalcCart> =>
  call('POST /api/sales/calc-cart', {
    body: {
      ...body,
      store_uid: storeUid,
      customer_uid: signedInCustomer()?.uuid ?? null,
      open_order: readKnownOrder()?.secret ?? null,
    },
  });

export const calculationOf = ({ cart, coupons, delivery_type_id, errors: _, ...summary }: CalcCart): Calculation => ({
  items: cart,
  coupons,
  deliveryTypeId: delivery_type_id,
  summary,
});

type Options = {
  uid: string | null;
  /** Before storage has been read. */
  requested?: Contents;
  /** `null`: nothing is kept, or it can't be read. */
  read: () => { calculation?: Calculation; requested?: Partial<Contents>; missing?: MissingLine[] } | null;
  /** After each event that counted. Keeps what is to be kept. */
  onEvent: (state: BasketState, event: BasketEvent) => void;
};

/** What is to be different, or how it follows from what is requested now, changes that are unanswered included. */
export type Change = Partial<Contents> | ((requested: Contents) => Partial<Contents>);

export type BasketStore = ReturnType<typeof createBasket>;

/** A basket of this page. Each change is calculated by the server, whose answer replaces lines, sums and coupons. */
export function createBasket({ uid, requested: first, read, onEvent }: Options) {
  const initial = emptyBasket(uid, first);
  let state = initial;
  const { notify, subscribe } = createListeners();
  let newest: Promise<CartErrors> = Promise.resolve([]);

  function dispatch(event: BasketEvent): void {
    state = reduceBasket(state, event);
    onEvent(state, event);
    notify();
  }

  const load = (): void => dispatch({ type: 'loaded', ...read() });

  /** A calculation that came by another way, or nothing; earlier requests are void. */
  function replace(calculation: Calculation, requested?: Contents): void {
    newest = Promise.resolve([]);
    dispatch({ type: 'replaced', calculation, requested });
  }

  async function calculate(requested: Contents): Promise<CartErrors> {
    dispatch({ type: 'requested', requested });
    const { turn } = state;
    const { lines, coupons, deliveryTypeId, place } = requested;
    try {
      const reply = await askCart({
        cart: lines.map(({ id, quantity, configuration = null, price }) => ({ id, quantity, configuration, price })),
        coupons: coupons.map((code) => ({ code })),
        delivery_type_id: deliveryTypeId,
        address: place,
      });
      if (turn !== state.turn) return newest;
      dispatch({ type: 'answered', turn, calculation: calculationOf(reply) });
      return reply.errors;
    } catch (error) {
      if (turn !== state.turn) return newest;
      dispatch({ type: 'failed', turn });
      throw error;
    }
  }

  return {
    uid,
    get: () => state,
    getInitial: () => initial,
    subscribe,
    load,
    replace,
    /** What is left of an order that was refused: what it lacks is missing in the basket from now on. */
    refuse(calculation: Calculation): void {
      newest = Promise.resolve([]);
      dispatch({ type: 'refused', calculation });
    },
    /**
     * Asks for the sums of what is requested with this change.
     * @returns what the server objected to; of a change that a later one has overtaken, what comes of that one, which
     * holds both.
     * @throws ApiError
     */
    change(patch: Change = {}): Promise<CartErrors> {
      // Asked before the page's mount has read the storage, an empty basket would be written over the kept one.
      if (!state.loaded) load();
      const requested = { ...state.requested, ...(typeof patch === 'function' ? patch(state.requested) : patch) };
      if (isWorthAsking(state, requested)) newest = calculate(requested);
      else replace(emptyCalculation, requested);
      return newest;
    },
  };
}
