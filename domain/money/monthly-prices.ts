import type { PlanTerms } from './finance-formulas.ts';
import { leastLoan, leastOffer, monthsOffered, nearest } from './finance-terms.ts';
import { percentOf } from './money.ts';

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
