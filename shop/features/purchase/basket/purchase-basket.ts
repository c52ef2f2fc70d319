import { useCallback, useEffect, useMemo, useState } from 'react';
import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import type { Contents } from '../../cart/basket.ts';
import type { BasketStore } from '../../cart/basket-store.ts';
import { useBasket } from '../../cart/cart.tsx';
import { usePurchaseState } from './purchase-state.ts';
import { type Choice, choiceOf, emptyChoice, readChoice, writeChoice } from './purchase-storage.ts';

/** What calc-cart has answered last. */
export type Quote = Omit<CalcCart, 'errors'>;

/** What is being bought: a product with its extras, or the cart. The steps see no difference. */
export type PurchaseBasket = ReturnType<typeof usePurchaseBasket>;

const asStored = (): Partial<Contents> => ({});

/** A basket on its way through the steps. `first`: what is changed in it as it is opened. */
export function usePurchaseBasket(store: BasketStore, first = asStored) {
  const { uid } = store;
  const { calculation, requested, loaded, ...basket } = useBasket(store);
  const [payment, setPayment] = useState<Choice>(() => emptyChoice(uid));
  const [isRead, setRead] = useState(false);

  /** Notes what needs no new calculation: branch, way of payment, reached step. */
  const note = useCallback(
    (patch: Partial<Pick<Choice, 'branch' | 'method' | 'payments' | 'wallet' | 'funding' | 'reached'>>) => {
      setPayment((before) => ({ ...before, ...patch }));
      writeChoice({ uid, ...patch });
    },
    [uid],
  );

  const { change } = basket;
  const { isFree } = usePurchaseState();
  useEffect(() => {
    // What an open order holds would be missing here.
    if (!isFree) return;
    note(readChoice(uid) ?? {});
    setRead(true);
    void change(first());
  }, [isFree, uid, note, change, first]);

  const choice = useMemo(
    () => (uid === null ? payment : { ...payment, ...choiceOf(requested) }),
    [uid, payment, requested],
  );
  const quote = useMemo((): Quote | null => {
    const { summary, items, coupons, deliveryTypeId } = calculation;
    return summary && { ...summary, cart: items, coupons, delivery_type_id: deliveryTypeId };
  }, [calculation]);
  return { ...basket, store, ready: isRead && loaded, choice, quote, note };
}
