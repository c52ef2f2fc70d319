import type { MonthlyTerms } from '#contract/catalogue/collections.ts';
import type { ProductPreview, ProductsFilter } from '#contract/catalogue/products.ts';
import { leastOffer, monthlyRange, monthsOffered, plansUnder } from '#domain/money/finance-terms.ts';
import { ILLUSTRATION, LOAN_WARNING } from '#domain/money/finance-texts.ts';
import { toAgorot, toBasisPoints, toPercent, toShekels } from '#domain/money/money.ts';
import type { RequestContext } from '../../context.ts';
import { listPlans, type Plan, toPlan } from '../finance-plans.ts';

type ChosenTerms = Pick<ProductsFilter, 'down_percent' | 'months'>;

/** The store's plans, and those that a list calculates payments by: under the shopper's terms. */
export type Loans = { all: Plan[]; offering: Plan[]; chosen: ChosenTerms };

export async function loansOf(ctx: RequestContext, terms: ChosenTerms): Promise<Loans> {
  const all = await listPlans(ctx);
  const downBp = terms.down_percent === undefined ? undefined : toBasisPoints(terms.down_percent);
  return { all, offering: plansUnder(all, { downBp, months: terms.months }), chosen: terms };
}

/**
 * The ends of the filter: the least and the most that a vehicle of these prices costs a month, in agorot. Those without
 * terms where the chosen ones finance none of them; `null` where nothing does.
 */
export function monthlyEnds({ all, offering, chosen }: Loans, prices: { min: number; max: number }) {
  const ends = monthlyRange(offering, prices) ?? monthlyRange(all, prices);
  return ends && { least: ends.least, most: ends.most, terms: toTerms(ends.plans, all, chosen) };
}

const toTerms = (used: Plan[], all: Plan[], { down_percent, months }: ChosenTerms): MonthlyTerms => ({
  loans: used.map(toPlan).map(({ lender, rate, rate_kind, prime, rates_date, balloon }) => ({
    ...{ lender, rate, rate_kind, prime, rates_date, balloon },
  })),
  limits: all.map((plan) => ({
    down_min: toPercent(plan.downMinBp),
    down_max: toPercent(plan.downMaxBp),
    months_offered: monthsOffered(plan),
  })),
  down_percent: down_percent ?? null,
  months: months ?? null,
  warning: LOAN_WARNING,
});

/** By product, in whole shekels, and the note that the law asks for with them (docs/rules/finance.md). */
export type MonthlyPayments = { payments: Record<string, number>; note: string };

/**
 * What cards say beside the price: the least that each product's own page offers, or the least under the terms chosen
 * in the list. `undefined` where none of them is financed.
 */
export async function monthlyPayments(
  ctx: RequestContext,
  products: ProductPreview[],
  terms: ChosenTerms = {},
): Promise<MonthlyPayments | undefined> {
  if (products.every(({ kind }) => kind !== 'VEHICLE')) return undefined;
  const { offering } = await loansOf(ctx, terms);
  const payments: Record<string, number> = {};
  const used = new Map<string, string>();
  for (const { id, kind, price } of products) {
    const least = kind === 'VEHICLE' && price !== null ? leastOffer(offering, toAgorot(price)) : null;
    if (!least) continue;
    const { plan, terms, monthly } = least;
    payments[id] = Math.ceil(toShekels(monthly));
    const atLeast = plan.downMinBp < plan.downMaxBp ? ' לפחות' : '';
    const balloon = plan.balloonBp > 0 ? ` ותשלום בלון של \u2066${toPercent(plan.balloonBp)}%\u2069` : '';
    used.set(
      plan.uuid,
      `${plan.lender} (מקדמה \u2066${toPercent(plan.downMinBp)}%\u2069${atLeast}, ${terms.months} תשלומים${balloon})`,
    );
  }
  if (used.size === 0) return undefined;
  const note = `התשלום החודשי הנמוך לכל דגם, במימון ${[...used.values()].join(' או ')}. ${ILLUSTRATION}. ${LOAN_WARNING}`;
  return { payments, note };
}
