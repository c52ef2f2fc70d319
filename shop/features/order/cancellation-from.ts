import type { Order } from '#contract/checkout/orders.ts';
import { toAgorot, toShekels } from '#domain/money/money.ts';
import { cancellationFee } from '#domain/orders/cancellation.ts';

/**
 * What an order's page hands to the cancellation form, past the address: who ordered what, and the way back. `paid`:
 * what the shop has of its buyer, in shekels, where that is known as a single sum; `fee`: the most that may be kept of
 * it (docs/rules/cancellation.md).
 */
export type CancellationFrom = {
  full_name: string;
  phone: string;
  email: string;
  goods: { name: string; quantity: number }[];
  paid: { sum: number; fee: number } | null;
  back: string;
};

/** Who looks for a way to give goods back finds it by that name; in law it is the cancellation of the deal. */
export const nameOfCancelling = ({ status }: Order, before: string): string =>
  status === 'provided' ? 'החזרת מוצר וביטול עסקה' : before;

export function cancellationFrom(order: Order, back: string): CancellationFrom {
  const { customer, lines, status, payment_status, refunds, balance, deposit, paid_online, total_order_price } = order;
  // The rest of a deposit is paid at the branch.
  const isPaidElsewhere = deposit !== null && status === 'provided';
  const isKnown = payment_status === 'paid' && refunds.length === 0 && balance === null && !isPaidElsewhere;
  return {
    full_name: `${customer.first_name} ${customer.last_name}`.trim(),
    phone: customer.phone,
    email: customer.email,
    goods: lines.map(({ name, quantity }) => ({ name, quantity })),
    paid: isKnown ? { sum: paid_online, fee: toShekels(cancellationFee(toAgorot(total_order_price))) } : null,
    back,
  };
}
