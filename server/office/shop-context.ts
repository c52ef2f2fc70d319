import { stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import type { OfficeContext, RequestContext } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import { siteUrl } from '../platform/site-url.ts';
import { findStore } from '../stores/stores.ts';

/**
 * The context that the shop's own rules take (prices, deliveries), for staff who act in a store: a shopper without an
 * account.
 */
export async function shopContextOf(ctx: OfficeContext, storeUid: string): Promise<RequestContext> {
  const [row] = await ctx.db.select({ key: stores.key }).from(stores).where(eq(stores.uuid, storeUid));
  const store = row && (await findStore(ctx, row.key));
  if (!store) throw refuse('NOT_FOUND');
  return { ...ctx, store, origin: siteUrl(ctx.env, store), customer: null, device: '', papers: '', limits: [] };
}
