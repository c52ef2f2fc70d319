import type { FinancePlan } from '#contract/catalogue/finance-models.ts';
import type { Product } from '#contract/catalogue/products.ts';
import type { QuoteBody } from '#contract/checkout/finance.ts';
import { type Monthly, type PriceLine, vehiclePrice } from '#domain/catalogue/product-page/price-card.ts';
import type { PlanTerms } from '#domain/money/finance.ts';
import { type FinanceOffer, financeOffer } from '#domain/money/finance-offer.ts';
import { downRange, monthsOffered } from '#domain/money/finance-terms.ts';
import { toAgorot, toShekels } from '#domain/money/money.ts';
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

/** The monthly sum beside a price, on the shopper's terms or the plan's own. `null`: no plan finances it. Shekels. */
export function monthlyOf(plans: FinancePlan[], price: number | null, requested?: RequestedTerms): Monthly | null {
  const offer = price === null ? null : offerOf(plans, price, requested ?? {});
  if (!offer) return null;
  const { plan, quote } = offer;
  return {
    monthly: toShekels(quote.monthly),
    months: quote.months,
    down: toShekels(quote.down),
    balloon: toShekels(quote.balloon),
    lender: plan.lender,
    chosen: requested !== undefined,
  };
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

export type PricedProduct = Pick<Product, 'id' | 'road_fees' | 'finance_plans' | 'licence_class' | 'deposit'>;

/** Which one of its variants or configurations; a product of a list starts at its lowest price. Shekels. */
export type PricedVariant = {
  /** What its price is called. */
  label?: string;
  price: number | null;
  deleted_price?: number | null;
  starting_from?: boolean;
  available: boolean;
};

/** The lines of one vehicle's card, on the shopper's terms if there are any. */
export const linesOfVehicle = (
  product: PricedProduct,
  of: PricedVariant,
  terms?: RequestedTerms,
  tradeIn?: { low: number },
): PriceLine[] =>
  vehiclePrice({
    label: of.label,
    price: of.price,
    old: of.deleted_price ?? null,
    startingFrom: of.starting_from ?? false,
    fees: product.road_fees,
    licence: product.licence_class,
    monthly: monthlyOf(product.finance_plans, of.price, terms),
    // What can't be ordered can't be reserved.
    deposit: of.available ? product.deposit : null,
    tradeIn: tradeIn && of.available && of.price !== null ? { low: tradeIn.low, piece: of.price } : null,
  });
