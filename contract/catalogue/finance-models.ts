import { z } from 'zod';
import { money, uid } from '../common.ts';

const percent = z.number().describe('Percent, at most two decimals');

/** A lender's plan and its limits. Shares are percent of the price. */
export const financePlan = z.object({
  id: uid,
  name: z.string(),
  lender: z.string(),
  /** Nominal yearly rate; for a prime-linked plan the total as of `rates_date`. */
  rate: percent,
  rate_kind: z.string(),
  /** The prime rate that `rate` is linked to; `null` for a fixed rate. */
  prime: percent.nullable(),
  rates_date: z.iso.date(),
  months_min: z.number().int(),
  months_max: z.number().int(),
  months_step: z.number().int(),
  down_min: percent,
  down_max: percent,
  balloon: percent,
  fee: money,
  /** Limits of the financed sum. */
  min: money,
  max: money,
});

/** 'From ₪N a month': smallest down payment and most payments, under the cheapest plan. */
export const monthlyFrom = z.object({ monthly: money, months: z.number().int(), down: money, lender: z.string() });

export const financeQuote = z.object({
  plan: financePlan.pick({
    id: true,
    name: true,
    lender: true,
    rate: true,
    rate_kind: true,
    prime: true,
    rates_date: true,
  }),
  price: money,
  down: money,
  /** How much of `down` is the estimate of a used vehicle, subject to its inspection; absent where it is all money. */
  trade_in: money.optional(),
  principal: money,
  months: z.number().int(),
  monthly: money,
  balloon: money,
  fee: money,
  /** Every payment and the balloon; neither down payment nor fee. */
  total_payments: money,
  credit_cost: money,
  effective_rate: percent,
});

export type FinancePlan = z.infer<typeof financePlan>;
export type FinanceQuote = z.infer<typeof financeQuote>;
export type MonthlyFrom = z.infer<typeof monthlyFrom>;
