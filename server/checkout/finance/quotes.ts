import { z } from 'zod';
import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import type { KeptQuote, QuoteReply, quoteBody } from '#contract/checkout/finance.ts';
import { products, storeProducts, variants } from '#db/schema/index.ts';
import { and, eq } from '#db/sql.ts';
import { financeOffer, leavesLoan } from '#domain/money/finance-offer.ts';
import { nearestAgorot, toAgorot, toShekels } from '#domain/money/money.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { variantPrice } from '../../catalogue/cards/price.ts';
import { listPlans, toQuote } from '../../catalogue/finance-plans.ts';
import { soldIn } from '../../catalogue/sold-in.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { calculate, isFinanceable } from '../pricing/calc-cart.ts';
import { priceConfigurations } from '../pricing/configured-lines.ts';
import { findQuote, keepQuote, sameFigures } from './kept-quotes.ts';

type QuoteBody = z.output<typeof quoteBody>;
/** As it is kept: without the person. */
export type QuoteRequest = Omit<QuoteBody, 'keep' | 'phone' | 'email'>;
type Buyer = Pick<QuoteBody, 'phone' | 'email'>;

/** What financing costs today. The price is the store's own, whatever the caller says. @throws FINANCE_UNAVAILABLE */
export async function quoteFinance(
  ctx: RequestContext,
  { keep, phone, email, ...requested }: QuoteBody,
): Promise<QuoteReply> {
  const { quote, snaps } = await calculateQuote(ctx, requested, { phone, email });
  // Kept as it turned out, so that reopening it tells of changes since, and not of wishes that never came true.
  const { plan, down, trade_in, months } = quote;
  const settled = {
    ...requested,
    plan_id: plan.id,
    down: toShekels(toAgorot(down) - toAgorot(trade_in ?? 0)),
    trade_in,
    months,
    monthly: undefined,
  };
  return { uid: keep ? await keepQuote(ctx, settled, quote) : null, quote, snaps };
}

/** A kept quote at today's prices and rates. @throws NOT_FOUND, FINANCE_UNAVAILABLE */
export const reopenQuote = async (ctx: RequestContext, uid: string): Promise<KeptQuote> =>
  requote(ctx, uid, await findQuote(ctx, uid));

/** `reopenQuote` of one that was read already. @throws NOT_FOUND, FINANCE_UNAVAILABLE */
export async function requote(
  ctx: RequestContext,
  uid: string,
  { requested, quote: keptQuote }: { requested: QuoteRequest; quote: FinanceQuote },
): Promise<KeptQuote> {
  const { quote } = await calculateQuote(ctx, requested);
  return {
    uid,
    variant_id: requested.variant_id ?? null,
    quote,
    kept: keptQuote,
    changed: !sameFigures(quote, keptQuote),
  };
}

/**
 * The code of the configuration that a kept quote finances; `null` where it finances a plain vehicle, or is not there.
 */
export async function configurationOfQuote(ctx: RequestContext, uid: string | null): Promise<string | null> {
  if (!z.uuid().safeParse(uid).success) return null;
  const keptQuote = await findQuote(ctx, String(uid)).catch(() => null);
  return keptQuote?.requested.configuration ?? null;
}

/**
 * The figures for an order: those that the shopper saw, of this total, with the order's own used vehicle counted whole,
 * or not at all. `null` where no quote is named. @throws FINANCE_QUOTE_CHANGED, FINANCE_UNAVAILABLE where the used
 * vehicle leaves too little to lend
 */
export async function quoteForOrder(
  ctx: RequestContext,
  uid: string | null | undefined,
  { totalAgorot, creditAgorot }: { totalAgorot: number; creditAgorot: number },
): Promise<FinanceQuote | null> {
  if (!leavesLoan(await listPlans(ctx), totalAgorot, creditAgorot)) throw refuse('FINANCE_UNAVAILABLE');
  if (!uid) return null;
  const { requested, quote: keptQuote } = await findQuote(ctx, uid).catch(() => {
    throw refuse('FINANCE_QUOTE_CHANGED');
  });
  const tradeIn = requested.trade_in ? toShekels(creditAgorot) : 0;
  const { quote } = await offer(ctx, { ...requested, trade_in: tradeIn }, totalAgorot);
  if (!sameFigures(quote, keptQuote)) throw refuse('FINANCE_QUOTE_CHANGED', { details: quote });
  return quote;
}

const calculateQuote = async (ctx: RequestContext, requested: QuoteRequest, buyer: Buyer = {}) =>
  offer(ctx, requested, await priceOf(ctx, requested, buyer));

async function offer(ctx: RequestContext, requested: QuoteRequest, price: number): Promise<Omit<QuoteReply, 'uid'>> {
  const plans = await listPlans(ctx);
  const requestedPlan = plans.find(({ uuid }) => uuid === requested.plan_id);
  const nearest = financeOffer(plans, price, {
    plan: requestedPlan,
    down: inAgorot(requested.down),
    tradeIn: inAgorot(requested.trade_in),
    months: requested.months,
    monthly: inAgorot(requested.monthly),
  });
  if (!nearest) throw refuse('FINANCE_UNAVAILABLE');
  const missingPlan =
    requested.plan_id && !requestedPlan ? [{ field: 'plan' as const, reason: 'NOT_OFFERED' as const, to: null }] : [];
  const snaps = nearest.snaps.map((snap) => ({
    ...snap,
    to: snap.to === null || snap.field === 'months' ? snap.to : toShekels(snap.to),
  }));
  return { quote: toQuote(nearest.plan, nearest.quote, nearest.tradeIn), snaps: [...missingPlan, ...snaps] };
}

/** What is asked for may be any number; it is only ever brought in between the plan's limits. */
const inAgorot = (shekels: number | undefined): number | undefined =>
  shekels === undefined ? undefined : nearestAgorot(shekels);

async function priceOf(ctx: RequestContext, requested: QuoteRequest, { phone, email }: Buyer): Promise<number> {
  if (requested.cart) {
    const { cart, coupons, delivery_type_id, address } = requested;
    const { lines, totalAgorot } = await calculate(ctx, {
      ...{ cart, coupons, delivery_type_id, address },
      ...{ phone: parsePhone(phone ?? '') ?? undefined, email },
    });
    if (lines.length === 0) throw refuse('NOT_FOUND');
    if (!isFinanceable(lines)) throw refuse('FINANCE_UNAVAILABLE');
    return totalAgorot;
  }
  const id = requested.variant_id ?? '';
  if (requested.configuration) {
    const item = { id, quantity: 1, configuration: requested.configuration };
    const configuration = (await priceConfigurations(ctx, [item])).configurationOf(item);
    if (!configuration) throw refuse('NOT_FOUND');
    return configuration.priceAgorot;
  }
  // One that is out of stock today can be financed, too: it is asked for by leaving details.
  const [row] = await ctx.db
    .select({ price: variantPrice, kind: products.kind })
    .from(variants)
    .innerJoin(products, eq(products.uuid, variants.productUid))
    .innerJoin(storeProducts, soldIn(ctx.store.uuid))
    .where(and(eq(variants.uuid, id), variants.active, storeProducts.published));
  if (!row || row.price === null) throw refuse('NOT_FOUND');
  if (row.kind !== 'VEHICLE') throw refuse('FINANCE_UNAVAILABLE');
  return Number(row.price);
}
