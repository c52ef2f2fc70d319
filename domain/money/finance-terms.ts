import { type FinanceQuote, financeQuote, monthlyPayment, type PlanTerms } from './finance-formulas.ts';
import { percentOf } from './money.ts';

/** Terms a shopper may choose under a plan, and how requests outside it are snapped. Agorot and basis points. */
export type Terms = { down: number; months: number };

/** A requested value that the plan doesn't allow; it became `to`. */
export type Snap = {
  field: 'plan' | 'down' | 'months' | 'monthly';
  reason: 'BELOW_MIN' | 'ABOVE_MAX' | 'NOT_OFFERED';
  /** `null` for a plan. */
  to: number | null;
};

/** The smallest loan for such a price: it leaves something to pay monthly beside the balloon, and exceeds its fee. */
export const leastLoan = (plan: PlanTerms, price: number): number =>
  Math.max(plan.minAgorot, percentOf(price, plan.balloonBp), plan.feeAgorot + 1, 1);

/**
 * Smallest and largest down payment; `null` where the plan doesn't finance such a price. `credit` is what a used
 * vehicle pays: all of it counts, also above the plan's largest share, so that no more is lent than it leaves.
 */
export function downRange(plan: PlanTerms, price: number, credit = 0): { min: number; max: number } | null {
  const min = Math.max(percentOf(price, plan.downMinBp), price - plan.maxAgorot, credit, 0);
  const max = Math.min(Math.max(percentOf(price, plan.downMaxBp), credit), price - leastLoan(plan, price));
  return min <= max ? { min, max } : null;
}

/** Numbers of payments that the plan offers, ascending. */
export function monthsOffered({ monthsMin, monthsMax, monthsStep }: PlanTerms): number[] {
  const count = Math.floor((monthsMax - monthsMin) / monthsStep) + 1;
  return Array.from({ length: count }, (_, index) => monthsMin + index * monthsStep);
}

/** The nearest allowed terms and what was adjusted; `null` where the plan doesn't finance such a price. */
export function snapTerms(
  plan: PlanTerms,
  price: number,
  requested: Terms,
  credit = 0,
): (Terms & { snaps: Snap[] }) | null {
  const range = downRange(plan, price, credit);
  if (!range) return null;
  const down = Math.min(Math.max(Math.round(requested.down), range.min), range.max);
  const months = nearest(monthsOffered(plan), requested.months);
  const snaps: Snap[] = [];
  if (requested.down < range.min) snaps.push({ field: 'down', reason: 'BELOW_MIN', to: down });
  if (requested.down > range.max) snaps.push({ field: 'down', reason: 'ABOVE_MAX', to: down });
  if (requested.months !== months) snaps.push({ field: 'months', reason: side(requested.months, plan), to: months });
  return { down, months, snaps };
}

const side = (months: number, { monthsMin, monthsMax }: PlanTerms): Snap['reason'] =>
  months < monthsMin ? 'BELOW_MIN' : months > monthsMax ? 'ABOVE_MAX' : 'NOT_OFFERED';

/**
 * Of two equally near, the larger. A request of 10³⁰⁸ has the same floating-point distance to all, so it is clamped
 * first.
 */
export function nearest(offered: number[], value: number): number {
  const clamped = Math.min(Math.max(value, 0), 2 * Math.max(...offered));
  return offered.reduce((best, each) => (Math.abs(each - clamped) <= Math.abs(best - clamped) ? each : best));
}

/** Fewest payments of at most `monthly` each: a shopper who names a sum isn't asked for more where that is possible. */
export function monthsFor(
  plan: PlanTerms,
  loan: { price: number; down: number; monthly: number },
): { months: number; snaps: Snap[] } {
  const offered = monthsOffered(plan);
  const paymentOf = (months: number) => financed(plan, loan.price, { down: loan.down, months });
  const months = offered.find((each) => paymentOf(each) <= loan.monthly) ?? (offered.at(-1) as number);
  const to = paymentOf(months);
  const reason =
    to > loan.monthly ? 'BELOW_MIN' : loan.monthly > to ? (months === offered[0] ? 'ABOVE_MAX' : 'NOT_OFFERED') : null;
  return { months, snaps: reason ? [{ field: 'monthly', reason, to }] : [] };
}

const financed = (plan: PlanTerms, price: number, { down, months }: Terms): number =>
  monthlyPayment({
    principal: price - down,
    rateBp: plan.rateBp,
    months,
    balloon: percentOf(price, plan.balloonBp),
  });

/**
 * Terms behind 'from ₪N a month': the plan's smallest down payment and most payments. Of several plans the one with
 * the smallest payment; one with a balloon, whose payments hide part of the price, only where there is no other, and
 * one that lends too little for its own smallest down payment likewise. `null` when none finances the price.
 */
export function leastMonthly<Plan extends PlanTerms>(
  plans: readonly Plan[],
  price: number,
  credit = 0,
): { plan: Plan; quote: FinanceQuote } | null {
  const least = leastOffer(plans, price, credit);
  return least && { plan: least.plan, quote: financeQuote(least.plan, { price, ...least.terms }) };
}

type Offer<Plan> = { plan: Plan; terms: Terms; monthly: number; rank: number[] };

/** The same without the other figures of its loan, of which the effective rate takes long. */
export function leastOffer<Plan extends PlanTerms>(
  plans: readonly Plan[],
  price: number,
  credit = 0,
): Offer<Plan> | null {
  let least: Offer<Plan> | null = null;
  for (const plan of plans) {
    const range = downRange(plan, price, credit);
    if (!range) continue;
    const terms = { down: range.min, months: monthsOffered(plan).at(-1) as number };
    const monthly = financed(plan, price, terms);
    const hasBalloon = percentOf(price, plan.balloonBp) > 0;
    const lendsTooLittle = range.min > Math.max(percentOf(price, plan.downMinBp), credit);
    const offer = { plan, terms, monthly, rank: [Number(hasBalloon), Number(lendsTooLittle), monthly] };
    if (!least || isBefore(offer.rank, least.rank)) least = offer;
  }
  return least;
}

function isBefore(one: number[], other: number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] as number) < (other[at] as number);
}
