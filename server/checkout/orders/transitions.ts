import type { OrderStatus } from '#contract/checkout/orders.ts';

/**
 * Where an order may go from where it stands. A cancelled one comes back only when a payment arrives late and there are
 * goods for it; `refunded` is the end.
 */
const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  payment: ['accepted', 'cancelled', 'refunded'],
  accepted: ['in_process', 'cancelled', 'refunded'],
  in_process: ['delivery_in_process', 'cancelled', 'refunded'],
  delivery_in_process: ['provided', 'cancelled', 'refunded'],
  provided: ['refunded'],
  cancelled: ['accepted', 'refunded'],
  refunded: [],
};

export const canMove = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to);

const onward: Partial<Record<OrderStatus, OrderStatus>> = {
  payment: 'accepted',
  accepted: 'in_process',
  in_process: 'delivery_in_process',
  delivery_in_process: 'provided',
};

/** The next stage of an order that goes well; `null` when there is none. */
export const nextStatus = (from: OrderStatus): OrderStatus | null => onward[from] ?? null;

/** Whether an order that ends gives its goods back by itself. Those that have left the house come back by hand (`stock set`). */
export const goodsHere = ({ status, stockHeld }: { status: OrderStatus; stockHeld: boolean }): boolean =>
  stockHeld && ['payment', 'accepted', 'in_process'].includes(status);

const isStatus = (value: string): value is OrderStatus => Object.hasOwn(transitions, value);

/** Every change of status passes here on its way into the history. @throws Error for one that may not be. */
export function checkMove(from: string | null, to: string): void {
  const begins = from === null && (to === 'payment' || to === 'accepted');
  if (begins || (from !== null && isStatus(from) && isStatus(to) && canMove(from, to))) return;
  throw new Error(`an order does not go from ${from ?? 'nothing'} to ${to}`);
}
