import type { MonthlyTerms } from '#contract/catalogue/collections.ts';
import type { ProductPreview, ProductsFilter } from '#contract/catalogue/products.ts';
import { monthlyPayment } from '#domain/money/finance-formulas.ts';
import { largestPrice, leastMonthly, monthsOffered } from '#domain/money/finance-terms.ts';
import { ILLUSTRATION, LOAN_WARNING } from '#domain/money/finance-texts.ts';
import { percentOf, toAgorot, toBasisPoints, toPercent, toShekels } from '#domain/money/money.ts';
import type { RequestContext } from '../../context.ts';
import type { Range } from '../engine/bitset.ts';
import { listPlans, type Plan } from '../finance-plans.ts';
import type { Listing } from './listing.ts';

/**
 * The loan by which a list calculates payments: the store's first plan, with the shopper's terms brought into its
 * limits.
 */
export type Loan = { plan: Plan; downBp: number; months: number };

export async function loanOf(ctx: RequestContext, filter: ProductsFilter): Promise<Loan | null> {
  const [plan] = await listPlans(ctx);
  if (!plan) return null;
  const downBp = filter.down_percent === undefined ? plan.downMinBp : toBasisPoints(filter.down_percent);
  const offered = monthsOffered(plan);
  const months = filter.months ?? plan.monthsMax;
  return {
    plan,
    downBp: Math.min(Math.max(downBp, plan.downMinBp), plan.downMaxBp),
    months: offered.reduce((best, each) => (Math.abs(each - months) <= Math.abs(best - months) ? each : best)),
  };
}

/** The prices that so much a month pays for; none when `to` is below `from`. Agorot. */
export function pricesFor(loan: Loan, monthly: number): Range {
  const { plan, downBp, months } = loan;
  return { from: leastPrice(loan), to: largestPrice(plan, { monthly, months, downBp }) ?? -1 };
}

/** Below it the lender gives no loan. */
const leastPrice = ({ plan, downBp }: Loan): number =>
  downBp < 10_000 ? Math.ceil((plan.minAgorot * 10_000) / (10_000 - downBp)) : Number.POSITIVE_INFINITY;

/** Agorot a month for a product of this price; `null` where the lender does not finance it. */
export function monthlyOf({ plan, downBp, months }: Loan, price: number): number | null {
  const principal = price - percentOf(price, downBp);
  const balloon = percentOf(price, plan.balloonBp);
  if (principal < plan.minAgorot || principal > plan.maxAgorot || principal <= balloon) return null;
  return monthlyPayment({ principal, rateBp: plan.rateBp, months, balloon });
}

export const toTerms = ({ plan, downBp, months }: Loan): MonthlyTerms => ({
  lender: plan.lender,
  rate: toPercent(plan.rateBp),
  rate_kind: plan.rateKind,
  rates_date: plan.ratesDate,
  down_percent: toPercent(downBp),
  down_min: toPercent(plan.downMinBp),
  down_max: toPercent(plan.downMaxBp),
  months,
  months_offered: monthsOffered(plan),
  warning: LOAN_WARNING,
});

/** By product, in whole shekels, and the note that the law asks for with them (docs/rules/finance.md). */
export type MonthlyPayments = { payments: Record<string, number>; note: string };

/** What cards say beside the price where a payment was asked for: under the shopper's own terms. */
export function monthlyPayments({ loan }: Listing, products: ProductPreview[]): MonthlyPayments | undefined {
  if (!loan) return undefined;
  const payments = products.flatMap(({ id, kind, price }) => {
    const monthly = kind === 'VEHICLE' && price !== null ? monthlyOf(loan, toAgorot(price)) : null;
    return monthly === null ? [] : [[id, Math.ceil(toShekels(monthly))]];
  });
  const { lender, down_percent, months, warning } = toTerms(loan);
  const note = `התשלום החודשי במימון ${lender}, עם מקדמה של \u2066${down_percent}%\u2069 וב־${months} תשלומים. ${ILLUSTRATION}. ${warning}`;
  return { payments: Object.fromEntries(payments), note };
}

/** What they say unasked: the least that each product's own page offers. `undefined` where none of them is financed. */
export async function leastPayments(
  ctx: RequestContext,
  products: ProductPreview[],
): Promise<MonthlyPayments | undefined> {
  const plans = products.some(({ kind }) => kind === 'VEHICLE') ? await listPlans(ctx) : [];
  const payments: Record<string, number> = {};
  const used = new Map<string, string>();
  for (const { id, kind, price } of products) {
    const least = kind === 'VEHICLE' && price !== null ? leastMonthly(plans, toAgorot(price)) : null;
    if (!least) continue;
    const { plan, quote } = least;
    payments[id] = Math.ceil(toShekels(quote.monthly));
    const balloon = plan.balloonBp > 0 ? ` ותשלום בלון של \u2066${toPercent(plan.balloonBp)}%\u2069` : '';
    used.set(
      plan.uuid,
      `${plan.lender} (מקדמה \u2066${toPercent(plan.downMinBp)}%\u2069 לפחות, ${quote.months} תשלומים${balloon})`,
    );
  }
  if (used.size === 0) return undefined;
  const note = `התשלום החודשי הנמוך לכל דגם, במימון ${[...used.values()].join(' או ')}. ${ILLUSTRATION}. ${LOAN_WARNING}`;
  return { payments, note };
}
