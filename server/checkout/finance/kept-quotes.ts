import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import { financeQuotes } from '#db/schema/index.ts';
import { and, eq, gt, lt } from '#db/sql.ts';
import { DAY_MS } from '#domain/calendar/durations.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { takeOrRefuse } from '../../platform/limits.ts';
import type { QuoteRequest } from './quotes.ts';

/** How long a quote can be named. An order or a lead has its own copy. */
export const QUOTE_DAYS = 30;
const daysAgo = ({ now }: Pick<Deps, 'now'>, days: number) => new Date(now().getTime() - days * DAY_MS);

/** @throws RATE_LIMITED */
export async function keepQuote(ctx: RequestContext, requested: QuoteRequest, quote: FinanceQuote): Promise<string> {
  await takeOrRefuse(ctx, [{ policy: 'quote' }]);
  const uuid = crypto.randomUUID();
  await ctx.db.insert(financeQuotes).values({ uuid, storeUid: ctx.store.uuid, requested, quote, createdAt: ctx.now() });
  return uuid;
}

/** @throws NOT_FOUND, also for another store's and for one that is too old */
export async function findQuote(
  ctx: RequestContext,
  uid: string,
): Promise<{ requested: QuoteRequest; quote: FinanceQuote }> {
  const [row] = await ctx.db
    .select()
    .from(financeQuotes)
    .where(
      and(
        eq(financeQuotes.storeUid, ctx.store.uuid),
        eq(financeQuotes.uuid, uid),
        gt(financeQuotes.createdAt, daysAgo(ctx, QUOTE_DAYS)),
      ),
    );
  if (!row) throw refuse('NOT_FOUND');
  return { requested: row.requested as QuoteRequest, quote: row.quote as FinanceQuote };
}

/** Whether two quotes promise the same; the names of lender and plan may have been reworded since. */
export const sameFigures = ({ plan: a, ...one }: FinanceQuote, { plan: b, ...other }: FinanceQuote): boolean =>
  a.rate === b.rate &&
  a.lender === b.lender &&
  one.trade_in === other.trade_in &&
  Object.entries(one).every(([key, value]) => Reflect.get(other, key) === value);

export async function forgetOldQuotes(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deps.db.delete(financeQuotes).where(lt(financeQuotes.createdAt, daysAgo(deps, QUOTE_DAYS)));
}
