import { track } from '~/track.ts';
import { createBasket } from './basket-store.ts';
import { readCart, writeCart } from './cart-storage.ts';

/** The cart of this page. Tabs of a store are kept in step by the storage. */
export const cart = createBasket({
  uid: null,
  read() {
    const calculation = readCart();
    return calculation && { calculation };
  },
  onEvent({ calculation }, { type }) {
    if (type === 'answered' || type === 'replaced') writeCart(calculation);
    if (type === 'answered') track('cart', calculation.items);
    if (type === 'loaded' || type === 'replaced') track('kept', calculation.items);
  },
});
