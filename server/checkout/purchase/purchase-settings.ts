import type { FinancePlan } from '#contract/catalogue/finance-models.ts';
import { getPlans } from '../../catalogue/finance-plans.ts';
import type { RequestContext } from '../../context.ts';

export type PurchaseSettings = {
  step_4: 'old' | 'new';
  max_payments: number;
  deposit: 'charge' | 'hold';
  finance_plans: FinancePlan[];
};

/** How a store sells: the form of the fourth step, card instalments, deposits, and its lenders' plans. */
export async function getPurchaseSettings(ctx: RequestContext): Promise<PurchaseSettings> {
  const { step_4 = 'new', max_payments = 1, deposit = 'charge' } = ctx.store.settings.purchase ?? {};
  return { step_4, max_payments, deposit, finance_plans: await getPlans(ctx) };
}
