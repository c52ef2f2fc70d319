import { z } from 'zod';
import { financePlan, financeQuote } from '../catalogue/finance-models.ts';
import { type CallSchema, uid } from '../common.ts';
import { emailAddress } from '../email.ts';
import { addressInput } from './address-form.ts';
import { cartItemInput, couponInput } from './cart-pricing.ts';

const snap = z.object({
  field: z.enum(['plan', 'down', 'months', 'monthly']),
  reason: z.enum(['BELOW_MIN', 'ABOVE_MAX', 'NOT_OFFERED']),
  /** The adjusted value; `null` for a plan. */
  to: z.number().nullable(),
});

/** What is financed, and the requested terms. The price is never taken from the caller. */
export const quoteBody = z
  .strictObject({
    /** One vehicle … */
    variant_id: uid.optional(),
    configuration: z.string().max(40).nullish(),
    /** … or a whole cart, as calc-cart takes it. */
    cart: z.array(cartItemInput.loose()).min(1).max(50).optional(),
    coupons: z.array(couponInput.loose()).max(10).default([]),
    delivery_type_id: uid.nullish(),
    /** … and where to and by whom, as an order names them: deliveries and limits per customer depend on them. */
    address: addressInput.pick({ city: true, postal_code: true }).nullish(),
    phone: z.string().max(30).optional(),
    email: emailAddress.optional(),
    /** Omitted: the plan with the smallest payment. */
    plan_id: uid.optional(),
    /** In money. */
    down: z.number().optional(),
    /** What the estimate of a used vehicle adds to it. An order counts no more than the credit of its own trade-in. */
    trade_in: z.number().positive().optional(),
    months: z.number().optional(),
    /** Instead of `months`: the fewest payments of at most this sum. */
    monthly: z.number().optional(),
    /** Stores the quote, so that a purchase or a lead can reference its uid. */
    keep: z.boolean().default(false),
  })
  .refine((body) => (body.variant_id === undefined) !== (body.cart === undefined), {
    path: ['variant_id'],
    error: 'variant_id or cart, and not both',
  });

const quoteReply = z.object({
  uid: uid.nullable(),
  quote: financeQuote,
  /** Requested terms that were adjusted, and their new values. */
  snaps: z.array(snap),
});

const keptQuoteReply = z.object({
  uid,
  variant_id: uid.nullable(),
  /** The figures of today … */
  quote: financeQuote,
  /** … and those of when it was stored. */
  kept: financeQuote,
  changed: z.boolean(),
});

export const calls = {
  'GET /api/finance/get-plans': {
    summary: "Lenders' plans of the store",
    response: z.array(financePlan),
  },
  'POST /api/finance/quote': {
    summary: 'What financing a vehicle or a cart costs; wishes outside of the plan are brought in and told',
    body: quoteBody,
    response: quoteReply,
  },
  'GET /api/finance/get-quote/:uid': {
    summary: "A kept quote at today's prices and rates",
    params: z.object({ uid }),
    response: keptQuoteReply,
  },
} satisfies Record<string, CallSchema>;

export type QuoteBody = z.input<typeof quoteBody>;
export type QuoteReply = z.infer<typeof quoteReply>;
export type KeptQuote = z.infer<typeof keptQuoteReply>;
