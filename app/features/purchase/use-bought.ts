import { useEffect } from 'react';
import type { Order } from '#contract/orders.ts';
import { useCart } from '../cart/cart.tsx';
import {
  dropChoice,
  emptyForm,
  readForm,
  readOpenOrder,
  writeDone,
  writeForm,
  writeOpenOrder,
  writeProductUid,
} from './purchase-storage.ts';

/**
 * Once an order needs no more payment, what it was made of is done with: the cart, or the product whose purchase was in
 * process. Only in the tab that placed it, and only the one of the two that was bought.
 */
export function useBought(order: Order, secret: string): void {
  const { reset } = useCart();
  const done = order.status !== 'cancelled' && order.amount_to_pay === 0;
  useEffect(() => {
    const open = readOpenOrder();
    if (!done || open?.secret !== secret) return;
    if (open.uid === null) reset();
    else writeProductUid(null);
    dropChoice(open.uid);
    // The next order asks for the consents anew.
    const form = readForm();
    if (form) writeForm({ ...form, remarks: emptyForm.remarks, terms: false, marketing: false });
    writeOpenOrder(null);
    writeDone({ uid: open.uid, secret });
  }, [done, secret, reset]);
}
