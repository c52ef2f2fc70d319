import { expect, test } from 'vitest';
import type { Order } from '#contract/checkout/orders.ts';
import { cancellationFrom } from './cancellation-from.ts';

/** An order of ₪1,000 that was paid. */
const paidOf = (changes: Partial<Order>) => {
  const order = {
    ...{ status: 'accepted', payment_status: 'paid', refunds: [], balance: null, deposit: null, in_doubt: false },
    ...{ customer: { first_name: 'דנה', last_name: 'לוי', phone: '', email: '' }, lines: [] },
    ...{ paid_online: 1_000, total_order_price: 1_000, ...changes },
  };
  return cancellationFrom(order as unknown as Order, '/order/secret').paid;
};

test('names what the shop has, not what the order costs since an edit or a used vehicle’s credit', () => {
  expect(paidOf({})).toEqual({ sum: 1_000, fee: 50 });
  expect(paidOf({ total_order_price: 800 })).toEqual({ sum: 1_000, fee: 40 });
});

test('names a deposit until the vehicle is handed over: its rest was paid at the branch by then', () => {
  const reserved = { deposit: 500, paid_online: 500, total_order_price: 20_000 };
  expect(paidOf(reserved)).toEqual({ sum: 500, fee: 100 });
  expect(paidOf({ ...reserved, status: 'provided' })).toBeNull();
});

test('names no sum where it isn’t a single one, or isn’t here', () => {
  expect(paidOf({ balance: { amount: 100, path: '/pay/x' } })).toBeNull();
  expect(paidOf({ payment_status: 'partly_refunded' })).toBeNull();
  expect(paidOf({ payment_status: 'authorised' })).toBeNull();
});
