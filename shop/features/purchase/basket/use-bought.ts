import { useEffect } from 'react';
import type { Order } from '#contract/checkout/orders.ts';
import { useCart } from '../../cart/cart.tsx';
import { writeProductUid } from './purchase-storage.ts';
import { isOver, noteBought } from './standing.ts';

/** Once nothing more is to be paid, what the order was made of is done with: the cart, or the product whose purchase was in process. */
export function useBought(order: Order, secret: string): void {
  const { reset } = useCart();
  const over = isOver(order);
  useEffect(() => {
    const uid = over ? noteBought(secret) : undefined;
    if (uid === null) reset();
    else if (uid) writeProductUid(null);
  }, [over, secret, reset]);
}
