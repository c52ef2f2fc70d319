import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCart } from '../../cart/cart.tsx';
import { replace } from '../../cart/cart-store.ts';
import { type Basket, emptyChoice } from './basket.ts';
import { type Choice, readChoice, writeChoice } from './purchase-storage.ts';
import { useStanding } from './use-standing.ts';

/** The cart's own checkout. Lines, coupons and delivery are the cart's; here is only what a cart does not know. */
export function useCartBasket(): Basket {
  const cart = useCart();
  const [choice, setChoice] = useState<Choice>(() => emptyChoice(null));
  const latest = useRef(choice);
  const [read, setRead] = useState(false);

  const note = useCallback((patch: Partial<Choice>) => {
    latest.current = { ...latest.current, ...patch };
    setChoice(latest.current);
    writeChoice(latest.current);
  }, []);

  const { recalculate } = cart;
  const { isFree } = useStanding();
  useEffect(() => {
    if (!isFree) return;
    note(readChoice(null) ?? {});
    setRead(true);
    void recalculate();
  }, [isFree, note, recalculate]);

  const { items, summary, coupons, deliveryTypeId } = cart;
  const quote = useMemo(
    () => (summary && items.length > 0 ? { ...summary, cart: items, coupons, delivery_type_id: deliveryTypeId } : null),
    [items, summary, coupons, deliveryTypeId],
  );
  return {
    ready: read && cart.loaded,
    choice,
    quote,
    calculating: cart.calculating,
    failed: cart.failed,
    note,
    addCoupon: cart.addCoupon,
    removeCoupon: cart.removeCoupon,
    setDelivery: cart.setDelivery,
    setPlace: cart.setPlace,
    retry: cart.recalculate,
    takeOver: replace,
  };
}
