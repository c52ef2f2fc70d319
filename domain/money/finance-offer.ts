import { type FinanceQuote, financeQuote, type PlanTerms } from './finance-formulas.ts';
import { downRange, leastMonthly, monthsFor, monthsOffered, type Snap, snapTerms } from './finance-terms.ts';

/** A shopper's requested terms, in agorot. Omitted ones default to the plan's: smallest down payment, most payments. */
export type RequestedTerms<Plan> = {
  plan?: Plan | undefined;
  /** In money. */
  down?: number | undefined;
  /** What a used vehicle adds to the money: all of it, or nothing is financed. The down payment is both. */
  tradeIn?: number | undefined;
  months?: number | undefined;
  /** Instead of `months`. */
  monthly?: number | undefined;
};

export type FinanceOffer<Plan> = {
  plan: Plan;
  quote: FinanceQuote;
  /** How much of the down payment is the used vehicle. */
  tradeIn: number;
  snaps: Snap[];
};

/**
 * The offer nearest to the request, and which terms were adjusted; the same in browser and server. `null`: no plan
 * finances it.
 */
export function financeOffer<Plan extends PlanTerms>(
  plans: readonly Plan[],
  price: number,
  requested: RequestedTerms<Plan>,
): FinanceOffer<Plan> | null {
  const { tradeIn = 0 } = requested;
  const offeredPlan = requested.plan && downRange(requested.plan, price, tradeIn) ? requested.plan : undefined;
  const plan = offeredPlan ?? leastMonthly(plans, price, tradeIn)?.plan;
  const range = plan && downRange(plan, price, tradeIn);
  if (!plan || !range) return null;
  const lostTerms: Snap[] = requested.plan && !offeredPlan ? [{ field: 'plan', reason: 'NOT_OFFERED', to: null }] : [];
  const most = monthsOffered(plan).at(-1) as number;
  // Unless they name a sum, a shopper pays no more money than the used vehicle leaves of the smallest down payment.
  const requestedDown = requested.down === undefined ? range.min : requested.down + tradeIn;
  const terms = snapTerms(plan, price, { down: requestedDown, months: requested.months ?? most }, tradeIn);
  if (!terms) return null;
  const { down } = terms;
  const offeredTerms =
    requested.months === undefined && requested.monthly !== undefined
      ? monthsFor(plan, { price, down, monthly: requested.monthly })
      : { months: terms.months, snaps: [] };
  return {
    plan,
    quote: financeQuote(plan, { price, down, months: offeredTerms.months }),
    tradeIn,
    snaps: [...lostTerms, ...terms.snaps, ...offeredTerms.snaps],
  };
}

/**
 * Whether a loan is of use to who pays with a used vehicle: its credit leaves at least the smallest loan of one of the
 * plans. What it covers is not lent, whether or not it is counted in the down payment.
 */
export const leavesLoan = (plans: readonly PlanTerms[], price: number, credit: number): boolean =>
  plans.some((plan) => downRange(plan, price, credit));
