import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import type { KeptQuote, QuoteReply, quoteBody } from '#contract/checkout/finance.ts';
import { products, storeProducts, variants } from '#db/schema/index.ts';
import { financeOffer } from '#domain/money/finance-offer.ts';
import { toShekels } from '#domain/money/money.ts';
import { variantPrice } from '../../catalogue/cards/price.ts';
import { listPlans, toQuote } from '../../catalogue/finance-plans.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { calculate } from '../pricing/calc-cart.ts';
import { priceConfigurations } from '../pricing/configured-lines.ts';
import { findQuote, keepQuote, sameFigures } from './kept-quotes.ts';

export type Asked = Omit<z.output<typeof quoteBody>, 'keep'>;

/** What financing costs today. The price is the store's own, whatever the caller says. @throws FINANCE_UNAVAILABLE */
export async function quoteFinance(
  ctx: RequestContext,
  { keep, ...asked }: z.output<typeof quoteBody>,
): Promise<QuoteReply> {
  const { quote, snaps } = await reckon(ctx, asked);
  // Kept as it turned out, so that reopening it tells of changes since, and not of wishes that never came true.
  const settled = { ...asked, plan_id: quote.plan.id, down: quote.down, months: quote.months, monthly: undefined };
  return { uid: keep ? await keepQuote(ctx, settled, quote) : null, quote, snaps };
}

/** A kept quote at today's prices and rates. @throws NOT_FOUND, FINANCE_UNAVAILABLE */
export async function reopenQuote(ctx: RequestContext, uid: string): Promise<KeptQuote> {
  const { asked, quote: kept } = await findQuote(ctx, uid);
  const { quote } = await reckon(ctx, asked);
  return { uid, variant_id: asked.variant_id ?? null, quote, kept, changed: !sameFigures(quote, kept) };
}

/** The code of the configuration that a kept quote finances; `null` where it finances a plain vehicle, or is not there. */
export async function configurationOfQuote(ctx: RequestContext, uid: string | null): Promise<string | null> {
  if (!z.uuid().safeParse(uid).success) return null;
  const found = await findQuote(ctx, String(uid)).catch(() => null);
  return found?.asked.configuration ?? null;
}

/** The figures for an order: those that the shopper saw, of this total, or none. @throws FINANCE_QUOTE_CHANGED */
export async function quoteForOrder(ctx: RequestContext, uid: string, totalAgorot: number): Promise<FinanceQuote> {
  const { asked, quote: kept } = await findQuote(ctx, uid).catch(() => {
    throw refuse('FINANCE_QUOTE_CHANGED');
  });
  const { quote } = await offer(ctx, asked, totalAgorot);
  if (!sameFigures(quote, kept)) throw refuse('FINANCE_QUOTE_CHANGED', { details: quote });
  return quote;
}

const reckon = async (ctx: RequestContext, asked: Asked) => offer(ctx, asked, await priceOf(ctx, asked));

async function offer(ctx: RequestContext, asked: Asked, price: number): Promise<Omit<QuoteReply, 'uid'>> {
  const plans = await listPlans(ctx);
  const named = plans.find(({ uuid }) => uuid === asked.plan_id);
  const found = financeOffer(plans, price, {
    plan: named,
    down: inAgorot(asked.down),
    months: asked.months,
    monthly: inAgorot(asked.monthly),
  });
  if (!found) throw refuse('FINANCE_UNAVAILABLE');
  const gone = asked.plan_id && !named ? [{ field: 'plan' as const, reason: 'NOT_OFFERED' as const, to: null }] : [];
  const snaps = found.snaps.map((snap) => ({
    ...snap,
    to: snap.to === null || snap.field === 'months' ? snap.to : toShekels(snap.to),
  }));
  return { quote: toQuote(found.plan, found.quote), snaps: [...gone, ...snaps] };
}

/** A wish may be any number; it is only ever brought in between the plan's limits. */
const inAgorot = (shekels: number | undefined): number | undefined =>
  shekels === undefined ? undefined : Math.round(shekels * 100);

async function priceOf(ctx: RequestContext, asked: Asked): Promise<number> {
  if (asked.cart) {
    const { cart, coupons, delivery_type_id } = asked;
    const { lines, totalAgorot } = await calculate(ctx, { cart, coupons, delivery_type_id });
    if (lines.length === 0) throw refuse('NOT_FOUND');
    return totalAgorot;
  }
  const id = asked.variant_id ?? '';
  if (asked.configuration) {
    const item = { id, quantity: 1, configuration: asked.configuration };
    const found = (await priceConfigurations(ctx, [item])).configurationOf(item);
    if (!found) throw refuse('NOT_FOUND');
    return found.priceAgorot;
  }
  // One that is out of stock today can be financed, too: it is asked for by leaving details.
  const [row] = await ctx.db
    .select({ price: variantPrice })
    .from(variants)
    .innerJoin(products, eq(products.uuid, variants.productUid))
    .innerJoin(
      storeProducts,
      and(eq(storeProducts.productUid, products.uuid), eq(storeProducts.storeUid, ctx.store.uuid)),
    )
    .where(and(eq(variants.uuid, id), variants.active, storeProducts.published));
  if (!row || row.price === null) throw refuse('NOT_FOUND');
  return Number(row.price);
}
