import type { Order } from '#contract/checkout/orders.ts';

/** Whether a person has to decide about its payment: only then an order waits for money without an end to its hold. */
export const isOrderInDoubt = (order: Order): boolean =>
  order.status === 'payment' && order.amount_to_pay > 0 && order.hold_until === null;
