import type { FinancePlan, MonthlyFrom } from '#contract/catalogue/finance-models.ts';
import type { QuoteBody } from '#contract/checkout/finance.ts';
import type { PlanTerms } from '#domain/money/finance.ts';
import { type FinanceOffer, financeOffer } from '#domain/money/finance-offer.ts';
import { downRange, monthsOffered } from '#domain/money/finance-terms.ts';
import { toAgorot } from '#domain/money/money.ts';
import { parseNumber } from '#domain/text/typed-number.ts';

/** The shopper's requested terms; shekels. Omitted ones are the plan's defaults. */
export type RequestedTerms = { plan?: string; down?: number; months?: number; monthly?: number };

export type Plan = FinancePlan & PlanTerms;
/** Agorot, as in `domain/money/finance.ts`. */
export type Offer = FinanceOffer<Plan> & { down: { min: number; max: number }; months: number[] };

/** A plan with its terms as integers. */
const inAgorot = (plan: FinancePlan): Plan => ({
  ...plan,
  rateBp: toAgorot(plan.rate),
  monthsMin: plan.months_min,
  monthsMax: plan.months_max,
  monthsStep: plan.months_step,
  downMinBp: toAgorot(plan.down_min),
  downMaxBp: toAgorot(plan.down_max),
  balloonBp: toAgorot(plan.balloon),
  feeAgorot: toAgorot(plan.fee),
  minAgorot: toAgorot(plan.min),
  maxAgorot: toAgorot(plan.max),
});

/** Plans that finance such a price (shekels). */
export const openPlans = (plans: FinancePlan[], price: number): Plan[] =>
  plans.map(inAgorot).filter((plan) => downRange(plan, toAgorot(price)));

/** The offer for requested terms, calculated as the server does. `null`: no plan finances the price. */
export function offerOf(plans: FinancePlan[], price: number, requested: RequestedTerms): Offer | null {
  const all = plans.map(inAgorot);
  const nearest = financeOffer(all, toAgorot(price), {
    plan: all.find(({ id }) => id === requested.plan),
    down: requested.down === undefined ? undefined : Math.round(requested.down * 100),
    months: requested.months,
    monthly: requested.monthly === undefined ? undefined : Math.round(requested.monthly * 100),
  });
  const down = nearest && downRange(nearest.plan, toAgorot(price));
  return nearest && down && { ...nearest, down, months: monthsOffered(nearest.plan) };
}

/** Monthly payment of a price configured here, under the server's terms for a variant. Shekels. */
export function monthlyOf(plans: FinancePlan[], price: number): MonthlyFrom | null {
  const offer = offerOf(plans, price, {});
  if (!offer) return null;
  const { plan, quote } = offer;
  return { monthly: quote.monthly / 100, months: quote.months, down: quote.down / 100, lender: plan.lender };
}

/** An offer in the form of the server's request. */
export const askFor = ({ plan, quote }: Offer): Pick<QuoteBody, 'plan_id' | 'down' | 'months' | 'keep'> => ({
  plan_id: plan.id,
  down: quote.down / 100,
  months: quote.months,
  keep: true,
});

/** Requested terms from the plain form, before scripts run. */
export function requestedTermsOf(search: URLSearchParams): RequestedTerms {
  const number = (name: string) => parseNumber(search.get(name) ?? '');
  const monthly = number('monthly');
  return {
    plan: search.get('plan') ?? undefined,
    down: number('down'),
    ...(monthly === undefined ? { months: number('months') } : { monthly }),
  };
}
