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
function nearest(offered: number[], value: number): number {
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

/** Terms of a list's filter, in basis points and payments; without them each plan's lowest payments are meant. */
type ChosenTerms = { downBp?: number | undefined; months?: number | undefined };

/**
 * The plans that offer these terms, each narrowed to them, so that its least payment is the one under them. Where no
 * plan offers them, all plans, each with its nearest.
 */
export function plansUnder<Plan extends PlanTerms>(plans: readonly Plan[], { downBp, months }: ChosenTerms): Plan[] {
  const narrowed = plans.map((plan) => {
    const down = downBp === undefined ? undefined : Math.min(Math.max(downBp, plan.downMinBp), plan.downMaxBp);
    const payments = months === undefined ? undefined : nearest(monthsOffered(plan), months);
    return {
      isOffered: down === downBp && payments === months,
      plan: {
        ...plan,
        ...(down !== undefined && { downMinBp: down, downMaxBp: down }),
        ...(payments !== undefined && { monthsMin: payments, monthsMax: payments }),
      },
    };
  });
  const offering = narrowed.filter(({ isOffered }) => isOffered);
  return (offering.length > 0 ? offering : narrowed).map(({ plan }) => plan);
}

/** Prices in agorot; both ends belong to it. */
type Prices = { from: number; to: number };

/** Above all prices. */
const TOP = 2 ** 47;

/**
 * The prices for which `leastMonthly` is at most `monthly`. One plan may lend from a lower price or up to a higher one
 * than another, so that there may be gaps.
 */
export function pricesUpTo(plans: readonly PlanTerms[], monthly: number): Prices[] {
  const isWithin = (price: number) => (leastOffer(plans, price)?.monthly ?? Number.POSITIVE_INFINITY) <= monthly;
  return bands(plans).flatMap(({ from, to }) => {
    const [first, last] = [isWithin(from), isWithin(to)];
    if (first && last) return [{ from, to }];
    if (first) return [{ from, to: firstPrice((price) => !isWithin(price), from, to) - 1 }];
    return last ? [{ from: firstPrice(isWithin, from, to), to }] : [];
  });
}

/** The least and the most that these prices cost a month, and the plans behind it; `null` where none finances any. */
export function monthlyRange<Plan extends PlanTerms>(
  plans: readonly Plan[],
  { min, max }: { min: number; max: number },
): { least: number; most: number; plans: Plan[] } | null {
  const ends = bands(plans).flatMap(({ from, to }) => {
    const within = { from: Math.max(from, min), to: Math.min(to, max) };
    return within.from > within.to ? [] : [within.from, within.to];
  });
  const offers = ends.flatMap((price) => leastOffer(plans, price) ?? []);
  if (offers.length === 0) return null;
  const payments = offers.map(({ monthly }) => monthly);
  return {
    least: Math.min(...payments),
    most: Math.max(...payments),
    plans: plans.filter((plan) => offers.some((offer) => offer.plan === plan)),
  };
}

/**
 * Between two prices at which a plan begins to lend, ends, or lends no more than its largest loan, the least payment
 * is of one plan, and only rises with the price (or only falls, where a balloon takes all that is added).
 */
function bands(plans: readonly PlanTerms[]): Prices[] {
  const starts = plans.flatMap((plan) => {
    const lent = (price: number, downBp: number) => price - percentOf(price, downBp);
    return [
      firstPrice((price) => lent(price, plan.downMinBp) >= leastLoan(plan, price)),
      firstPrice((price) => lent(price, plan.downMinBp) > plan.maxAgorot),
      firstPrice((price) => lent(price, plan.downMaxBp) > plan.maxAgorot || leastLoan(plan, price) > plan.maxAgorot),
    ];
  });
  const sorted = [...new Set(starts)].sort((a, b) => a - b);
  return sorted.flatMap((from, at) => {
    const to = (sorted[at + 1] ?? TOP) - 1;
    return from <= to && leastOffer(plans, from) ? [{ from, to }] : [];
  });
}

/** The lowest price after `from` for which it holds, as it does for all above that one; `to` where there is none. */
function firstPrice(holds: (price: number) => boolean, from = 0, to = TOP): number {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
