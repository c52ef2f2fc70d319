import { z } from 'zod';
import { type CallSchema, money, uid } from '../common.ts';
import { order, orderLine, paymentFrame } from './orders.ts';

/** Content of a payment link: no more of the order than paying it requires. */
const payLink = z.object({
  /** `returned`: every piece of an accepted order went back, and nothing is to be paid; `amount` is 0. */
  state: z.enum(['to_pay', 'paid', 'review', 'expired', 'cancelling', 'cancelled', 'refunded', 'returned']),
  order_number: z.string(),
  amount: money,
  total: money,
  /** Already paid online, where the order grew since. */
  paid: money,
  payment_method: z.string(),
  /** Number of payments that the gateway charges, as chosen with the order. */
  payments_count: z.number().int(),
  /** Result of the last attempt, while the order is unpaid. */
  payment_status: z.string(),
  /** The sum is only held on the card, and captured later. */
  held: z.boolean(),
  /** Staff have placed the order: its payer agrees to the terms by paying. */
  asks_for_terms: z.boolean(),
  hold_until: z.string().nullable(),
  lines: z.array(orderLine.pick({ name: true, types: true, image_url: true, quantity: true })),
});

const bySecret = z.strictObject({ secret: z.string().max(100) });

export const calls = {
  'POST /api/receipts/pay': {
    summary: "Opens the payment page of an unpaid order, for its owner's token (id) or by the order's own secret",
    body: z.strictObject({ id: uid.optional(), secret: z.string().max(100).optional() }),
    response: z.object({ order, payment: paymentFrame }),
  },
  'POST /api/receipts/pay-by-payment-link': {
    summary: 'Opens the payment page behind a payment link; `payment` is null when there is nothing to pay any more',
    body: bySecret,
    response: payLink.extend({ payment: paymentFrame.nullable() }),
  },
  'POST /api/receipts/check-payment-link': {
    summary:
      'Asks the gateway (again after 3 seconds at most, or when `returned`) how the payment behind a payment link stands',
    body: bySecret.extend({ returned: z.boolean().optional() }),
    response: payLink,
  },
} satisfies Record<string, CallSchema>;

export type PayLink = z.infer<typeof payLink>;
