import type { FinancePlan, FinanceQuote } from '#contract/catalogue/finance-models.ts';
import type { Product } from '#contract/catalogue/products.ts';
import type { QuoteBody } from '#contract/checkout/finance.ts';
import {
  type Monthly,
  type PriceLine,
  type TradeInOffer,
  vehiclePrice,
} from '#domain/catalogue/product-page/price-card.ts';
import type { PlanTerms } from '#domain/money/finance-formulas.ts';
import { type FinanceOffer, financeOffer, leavesLoan } from '#domain/money/finance-offer.ts';
import { downRange, monthsOffered } from '#domain/money/finance-terms.ts';
import { nearestAgorot, toAgorot, toBasisPoints, toShekels } from '#domain/money/money.ts';
import { tradeInCredit } from '#domain/money/trade-in-credit.ts';
import { parseNumber } from '#domain/text/typed-number.ts';

/**
 * The shopper's requested terms; shekels. Omitted ones are the plan's defaults. `down` is money; with `trade_in` the
 * offer for the used vehicle goes on top of it. `wanted`: the shopper has ticked that the vehicle is to be bought this
 * way.
 */
export type RequestedTerms = {
  plan?: string;
  down?: number;
  trade_in?: boolean;
  months?: number;
  monthly?: number;
  wanted?: boolean;
};

export type Plan = FinancePlan & PlanTerms;
/** Agorot, as in `domain/money/finance-formulas.ts`. */
export type Offer = FinanceOffer<Plan> & { down: { min: number; max: number }; months: number[] };

/** A plan with its terms as integers. */
const inAgorot = (plan: FinancePlan): Plan => ({
  ...plan,
  rateBp: toBasisPoints(plan.rate),
  monthsMin: plan.months_min,
  monthsMax: plan.months_max,
  monthsStep: plan.months_step,
  downMinBp: toBasisPoints(plan.down_min),
  downMaxBp: toBasisPoints(plan.down_max),
  balloonBp: toBasisPoints(plan.balloon),
  feeAgorot: toAgorot(plan.fee),
  minAgorot: toAgorot(plan.min),
  maxAgorot: toAgorot(plan.max),
});

/** Plans that finance such a price, with so much of it paid by a used vehicle (shekels). */
export const openPlans = (plans: FinancePlan[], price: number, credit = 0): Plan[] =>
  plans.map(inAgorot).filter((plan) => downRange(plan, toAgorot(price), toAgorot(credit)));

/** What a used vehicle pays of a price. Shekels. */
export const creditOf = (price: number, tradeIn: TradeInOffer | null | undefined): number =>
  tradeIn ? tradeInCredit(tradeIn.low, tradeIn.piece, price) : 0;

/**
 * The offer for requested terms, calculated as the server does. `tradeIn` is the one chosen for this purchase, whether
 * or not it is counted. `null`: no plan finances the price, or what the used vehicle leaves of it.
 */
export function offerOf(
  plans: FinancePlan[],
  price: number,
  requested: RequestedTerms,
  tradeIn: TradeInOffer | null | undefined,
): Offer | null {
  const all = plans.map(inAgorot);
  const credit = toAgorot(creditOf(price, tradeIn));
  if (!leavesLoan(all, toAgorot(price), credit)) return null;
  const nearest = financeOffer(all, toAgorot(price), {
    plan: all.find(({ id }) => id === requested.plan),
    down: requested.down === undefined ? undefined : nearestAgorot(requested.down),
    tradeIn: requested.trade_in ? credit : 0,
    months: requested.months,
    monthly: requested.monthly === undefined ? undefined : nearestAgorot(requested.monthly),
  });
  const down = nearest && downRange(nearest.plan, toAgorot(price), nearest.tradeIn);
  return nearest && down && { ...nearest, down, months: monthsOffered(nearest.plan) };
}

/** The monthly sum beside a price, on the shopper's terms or the plan's own. `null`: no plan finances it. Shekels. */
export function monthlyOf(
  plans: FinancePlan[],
  price: number | null,
  requested: RequestedTerms | undefined,
  tradeIn: TradeInOffer | null | undefined,
): Monthly | null {
  const offer = price === null ? null : offerOf(plans, price, requested ?? {}, tradeIn);
  if (!offer) return null;
  const { plan, quote } = offer;
  return {
    monthly: toShekels(quote.monthly),
    months: quote.months,
    down: toShekels(quote.down),
    tradeIn: toShekels(offer.tradeIn),
    balloon: toShekels(quote.balloon),
    lender: plan.lender,
    chosen: requested !== undefined,
  };
}

/**
 * The terms with the used vehicle counted in the down payment, or no more: a sum that was asked for stays the whole of
 * it, as far as the vehicle (`credit`) isn't more than that alone. Shekels.
 */
export function countTradeIn(requested: RequestedTerms, counted: boolean, credit: number): RequestedTerms {
  const { down, ...others } = requested;
  if (down === undefined || counted === (requested.trade_in ?? false)) return { ...requested, trade_in: counted };
  const [requestedDown, ofVehicle] = [nearestAgorot(down), nearestAgorot(credit)];
  if (counted) return { ...others, trade_in: true, down: toShekels(Math.max(0, requestedDown - ofVehicle)) };
  // Without money beside it the vehicle may have been more than what was asked for: the plan's own sum, then.
  return { ...others, trade_in: false, ...(requestedDown > 0 && { down: toShekels(requestedDown + ofVehicle) }) };
}

/** An offer in the form of the server's request. */
export const askFor = ({
  plan,
  quote,
  tradeIn,
}: Offer): Pick<QuoteBody, 'plan_id' | 'down' | 'trade_in' | 'months' | 'keep'> => ({
  plan_id: plan.id,
  down: toShekels(quote.down - tradeIn),
  ...(tradeIn > 0 && { trade_in: toShekels(tradeIn) }),
  months: quote.months,
  keep: true,
});

/** A kept quote as requested terms. */
export const termsOfQuote = ({ plan, down, trade_in = 0, months }: FinanceQuote): RequestedTerms => ({
  plan: plan.id,
  down: toShekels(toAgorot(down) - toAgorot(trade_in)),
  trade_in: trade_in > 0,
  months,
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
  used?: { low: number },
): PriceLine[] => {
  const tradeIn = used && of.available && of.price !== null ? { low: used.low, piece: of.price } : null;
  return vehiclePrice({
    label: of.label,
    price: of.price,
    old: of.deleted_price ?? null,
    startingFrom: of.starting_from ?? false,
    fees: product.road_fees,
    licence: product.licence_class,
    monthly: monthlyOf(product.finance_plans, of.price, terms, tradeIn),
    // What can't be ordered can't be reserved.
    deposit: of.available ? product.deposit : null,
    tradeIn,
  });
};
