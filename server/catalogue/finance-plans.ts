import type { FinancePlan, FinanceQuote, MonthlyFrom } from '#contract/catalogue/finance-models.ts';
import { settingsTag } from '#db/cache-tags.ts';
import { financePlans } from '#db/schema/index.ts';
import { asc, eq } from '#db/sql.ts';
import type { FinanceQuote as Figures } from '#domain/money/finance-formulas.ts';
import { leastMonthly } from '#domain/money/finance-terms.ts';
import { toPercent, toShekels } from '#domain/money/money.ts';
import type { RequestContext } from '../context.ts';

/** A plan as it is kept, in agorot and basis points: ready for `domain/money/finance*.ts`. */
export type Plan = typeof financePlans.$inferSelect;

/** The store's plans in the operator's order. */
export const listPlans = (ctx: RequestContext): Promise<Plan[]> =>
  ctx.cache.get(`finance-plans:${ctx.store.uuid}`, { tags: [settingsTag(ctx.store.uuid)] }, () =>
    ctx.db
      .select()
      .from(financePlans)
      .where(eq(financePlans.storeUid, ctx.store.uuid))
      .orderBy(asc(financePlans.position)),
  );

export const getPlans = async (ctx: RequestContext): Promise<FinancePlan[]> => (await listPlans(ctx)).map(toPlan);

export const toPlan = (plan: Plan): FinancePlan => ({
  id: plan.uuid,
  name: plan.name,
  lender: plan.lender,
  rate: toPercent(plan.rateBp),
  rate_kind: plan.rateKind,
  prime: plan.primeBp === null ? null : toPercent(plan.primeBp),
  rates_date: plan.ratesDate,
  months_min: plan.monthsMin,
  months_max: plan.monthsMax,
  months_step: plan.monthsStep,
  down_min: toPercent(plan.downMinBp),
  down_max: toPercent(plan.downMaxBp),
  balloon: toPercent(plan.balloonBp),
  fee: toShekels(plan.feeAgorot),
  min: toShekels(plan.minAgorot),
  max: toShekels(plan.maxAgorot),
});

/** What a card or a product's price says beside itself; `null` where no plan finances it. */
export function monthlyFrom(plans: readonly Plan[], priceAgorot: number): MonthlyFrom | null {
  const least = leastMonthly(plans, priceAgorot);
  if (!least) return null;
  const { plan, quote } = least;
  return {
    monthly: toShekels(quote.monthly),
    months: quote.months,
    down: toShekels(quote.down),
    lender: plan.lender,
  };
}

/** `tradeIn`: how much of the down payment is a used vehicle. Agorot. */
export function toQuote(plan: Plan, figures: Figures, tradeIn: number): FinanceQuote {
  const { id, name, lender, rate, rate_kind, prime, rates_date } = toPlan(plan);
  return {
    plan: { id, name, lender, rate, rate_kind, prime, rates_date },
    price: toShekels(figures.price),
    down: toShekels(figures.down),
    ...(tradeIn > 0 && { trade_in: toShekels(tradeIn) }),
    principal: toShekels(figures.principal),
    months: figures.months,
    monthly: toShekels(figures.monthly),
    balloon: toShekels(figures.balloon),
    fee: toShekels(figures.fee),
    total_payments: toShekels(figures.totalPayments),
    credit_cost: toShekels(figures.creditCost),
    effective_rate: toPercent(figures.effectiveBp),
  };
}
