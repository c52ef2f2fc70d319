import { slugHistory } from '#db/schema/index.ts';
import { and, eq } from '#db/sql.ts';
import { plainSlug } from '#domain/text/slug.ts';
import type { RequestContext } from '../context.ts';

/** The row that had this slug before it was renamed; products are the company's, everything else is the store's. */
export async function formerSlugUid(
  ctx: RequestContext,
  type: 'PRODUCT' | 'COLLECTION' | 'POST' | 'CONTENT_PAGE',
  slug: string,
): Promise<string | null> {
  const [row] = await ctx.db
    .select({ uid: slugHistory.entityUid })
    .from(slugHistory)
    .where(
      and(
        eq(slugHistory.ownerUid, type === 'PRODUCT' ? ctx.store.companyUid : ctx.store.uuid),
        eq(slugHistory.entityType, type),
        eq(slugHistory.slug, plainSlug(slug)),
      ),
    );
  return row?.uid ?? null;
}
