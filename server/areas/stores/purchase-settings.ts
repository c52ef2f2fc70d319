import { asc, eq } from 'drizzle-orm';
import { financePlans } from '#db/schema/index.ts';
import { toShekels } from '#domain/money.ts';
import type { RequestContext } from '../../context.ts';

/** Sums are shekels: the price range in which some plan of this lender finances a purchase. */
export type Financing = { lender: string; price_min: number; price_max: number };

export type PurchaseSettings = { step_4: 'old' | 'new'; max_payments: number; financing: Financing[] };

/** How a store sells: the form of the fourth step, card instalments, and which purchases its lenders finance. */
export function getPurchaseSettings(ctx: RequestContext): Promise<PurchaseSettings> {
  return ctx.cache.get(`purchase-settings:${ctx.store.uuid}`, async () => {
    const plans = await ctx.db
      .select()
      .from(financePlans)
      .where(eq(financePlans.storeUid, ctx.store.uuid))
      .orderBy(asc(financePlans.position));
    const { step_4 = 'new', max_payments = 1 } = ctx.store.settings.purchase ?? {};
    return { step_4, max_payments, financing: plans.map(toFinancing) };
  });
}

/** What is financed lies between the plan's limits when the down payment can be chosen so. */
function toFinancing(plan: typeof financePlans.$inferSelect): Financing {
  const share = (bp: number) => 1 - bp / 10_000;
  return {
    lender: plan.lender,
    price_min: toShekels(Math.ceil(plan.minAgorot / share(plan.downMinBp))),
    price_max:
      plan.downMaxBp < 10_000 ? toShekels(Math.floor(plan.maxAgorot / share(plan.downMaxBp))) : Number.MAX_SAFE_INTEGER,
  };
}
