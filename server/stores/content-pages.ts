import type { ContentPage } from '#contract/content/content-pages.ts';
import { textsTag, textTag } from '#db/cache-tags.ts';
import { contentPages } from '#db/schema/index.ts';
import { and, asc, eq, like } from '#db/sql.ts';
import { faqAnchor, faqsOf } from '#domain/text/faqs.ts';
import { plainSlug } from '#domain/text/slug.ts';
import type { RequestContext } from '../context.ts';
import { dependOn } from '../platform/cache-reads.ts';
import { refuse } from '../platform/errors.ts';
import { formerSlugUid } from './former-slug.ts';

/** A page of this store by uuid, slug or former slug. @throws NOT_FOUND */
export async function getContentPage(ctx: RequestContext, by: { id: string } | { slug: string }): Promise<ContentPage> {
  const [row] = await ctx.db
    .select()
    .from(contentPages)
    .where(
      and(
        eq(contentPages.storeUid, ctx.store.uuid),
        'id' in by ? eq(contentPages.uuid, by.id) : eq(contentPages.slug, plainSlug(by.slug)),
      ),
    );
  const former = row || 'id' in by ? null : await formerSlugUid(ctx, 'CONTENT_PAGE', by.slug);
  if (former) return getContentPage(ctx, { id: former });
  if (!row) throw refuse('NOT_FOUND');
  dependOn(textTag(row.uuid));
  return {
    id: row.uuid,
    slug: { name: row.slug },
    title: row.title,
    description: row.description,
    body: row.body,
    updated_at: row.updatedAt.toISOString(),
  };
}

export function listContentPages(ctx: RequestContext) {
  dependOn(textsTag(ctx.store.uuid));
  return ctx.db
    .select({ title: contentPages.title, slug: contentPages.slug, updatedAt: contentPages.updatedAt })
    .from(contentPages)
    .where(eq(contentPages.storeUid, ctx.store.uuid))
    .orderBy(asc(contentPages.title));
}

/** Pages with questions among their headings. */
export async function listPageQuestions(
  ctx: RequestContext,
): Promise<{ title: string; slug: string; anchor: string }[]> {
  dependOn(textsTag(ctx.store.uuid));
  const pages = await ctx.db
    .select({ slug: contentPages.slug, body: contentPages.body })
    .from(contentPages)
    .where(and(eq(contentPages.storeUid, ctx.store.uuid), like(contentPages.body, '%<h3>%')))
    .orderBy(asc(contentPages.title));
  return pages.flatMap(({ slug, body }) =>
    faqsOf(body).map(({ question }, index) => ({ title: question, slug, anchor: faqAnchor(index) })),
  );
}
