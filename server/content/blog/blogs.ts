import type { Post, PostCategory, PostPreview, PostsQuery } from '#contract/content/blogs.ts';
import { textsTag } from '#db/cache-tags.ts';
import { postCategories, posts } from '#db/schema/index.ts';
import { and, arrayContains, asc, count, desc, eq, lte, ne, type SQL, sql } from '#db/sql.ts';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import { plainSlug } from '#domain/text/slug.ts';
import { getProducts } from '../../catalogue/products/products.ts';
import type { RequestContext } from '../../context.ts';
import { dependOn } from '../../platform/cache-reads.ts';
import { refuse } from '../../platform/errors.ts';
import { formerSlugUid } from '../../stores/former-slug.ts';

const RELATED = 3;

/** A post with a future date isn't published yet. */
function published(ctx: RequestContext): SQL | undefined {
  dependOn(textsTag(ctx.store.uuid));
  return and(eq(posts.storeUid, ctx.store.uuid), lte(posts.publishedAt, ctx.now()));
}

/** Categories with posts, in the operator's sort order. */
export async function listPostCategories(ctx: RequestContext): Promise<PostCategory[]> {
  const rows = await ctx.db
    .select({
      id: postCategories.uuid,
      name: postCategories.name,
      text: postCategories.text,
      slug: postCategories.slug,
      posts_count: count(),
    })
    .from(postCategories)
    .innerJoin(posts, and(eq(posts.categoryUid, postCategories.uuid), published(ctx)))
    .where(eq(postCategories.storeUid, ctx.store.uuid))
    .groupBy(postCategories.uuid)
    .orderBy(asc(postCategories.position), asc(postCategories.slug));
  return rows.map((row) => ({ ...row, slug: { name: row.slug } }));
}

const selected = { post: posts, category: { name: postCategories.name, slug: postCategories.slug } };

const select = (ctx: RequestContext, where?: SQL) =>
  ctx.db
    .select(selected)
    .from(posts)
    .innerJoin(postCategories, eq(postCategories.uuid, posts.categoryUid))
    .where(and(published(ctx), where));

type Row = { post: typeof posts.$inferSelect; category: { name: string; slug: string } };

const preview = ({ post, category }: Row): PostPreview => ({
  id: post.uuid,
  slug: { name: post.slug },
  title: post.title,
  description: post.description,
  image:
    post.picture === null
      ? null
      : {
          image_url: mediaPath(post.picture),
          view: 'post',
          alt: post.pictureAlt,
          width: post.pictureWidth,
          height: post.pictureHeight,
          main_image: true,
        },
  category: { name: category.name, slug: { name: category.slug } },
  author: post.author,
  tags: post.tags,
  minutes: post.minutes,
  featured: post.featured,
  published_at: post.publishedAt.toISOString(),
  updated_at: post.updatedAt.toISOString(),
});

const newest = [desc(posts.publishedAt), asc(posts.slug)];

type Filter = Omit<PostsQuery, 'store_uid' | 'company_uid'> & { uid?: string; without?: string | undefined };

/** A page of posts, descending by date. Beyond the last page: no items, the true total. */
export async function getPosts(
  ctx: RequestContext,
  { category, tag, uid, without, page, page_size }: Filter,
): Promise<{ items: PostPreview[]; total: number; page: number; page_size: number }> {
  const where = and(
    category ? eq(postCategories.slug, plainSlug(category)) : undefined,
    tag ? arrayContains(posts.tags, [tag]) : undefined,
    uid ? eq(posts.uuid, uid) : undefined,
    without ? ne(posts.uuid, without) : undefined,
  );
  const [rows, [sum]] = await Promise.all([
    select(ctx, where)
      .orderBy(...newest)
      .limit(page_size)
      .offset((page - 1) * page_size),
    ctx.db
      .select({ total: count() })
      .from(posts)
      .innerJoin(postCategories, eq(postCategories.uuid, posts.categoryUid))
      .where(and(published(ctx), where)),
  ]);
  return { items: rows.map(preview), total: sum?.total ?? 0, page, page_size };
}

/** The latest featured post; without one, the latest of all. */
export async function getFeaturedPost(ctx: RequestContext): Promise<PostPreview | null> {
  const [row] = await select(ctx)
    .orderBy(desc(posts.featured), ...newest)
    .limit(1);
  return row ? preview(row) : null;
}

/** By its slug, or a former one. @throws NOT_FOUND */
export async function getPost(ctx: RequestContext, slug: string): Promise<Post> {
  let [row] = await select(ctx, eq(posts.slug, plainSlug(slug)));
  const former = row ? null : await formerSlugUid(ctx, 'POST', slug);
  if (former) [row] = await select(ctx, eq(posts.uuid, former));
  if (!row) throw refuse('NOT_FOUND');
  const [products, related] = await Promise.all([productsOf(ctx, row.post.products), relatedTo(ctx, row.post)]);
  return { ...preview(row), body: row.post.body, products, related };
}

/** In the sequence the post names them. */
async function productsOf(ctx: RequestContext, slugs: string[]) {
  if (slugs.length === 0) return [];
  const { items } = await getProducts(ctx, { slugs: slugs.join(','), sort: 'recommended', page: 1, page_size: 24 });
  return items.sort((a, b) => slugs.indexOf(a.slug.name) - slugs.indexOf(b.slug.name));
}

/** Most tags in common first, then the same category, then the latest. */
async function relatedTo(ctx: RequestContext, { uuid, tags, categoryUid }: Row['post']): Promise<PostPreview[]> {
  const list = sql`array[${
    tags.length > 0
      ? sql.join(
          tags.map((tag) => sql`${tag}`),
          sql`, `,
        )
      : sql``
  }]::text[]`;
  const common = sql`cardinality(array(select unnest(${posts.tags}) intersect select unnest(${list})))`;
  const rows = await select(ctx, ne(posts.uuid, uuid))
    .orderBy(desc(common), desc(sql`${posts.categoryUid} = ${categoryUid}`), ...newest)
    .limit(RELATED);
  return rows.map(preview);
}

/** Posts for the sitemap. */
export const listPostPaths = (ctx: RequestContext) =>
  ctx.db
    .select({ slug: posts.slug, updatedAt: posts.updatedAt })
    .from(posts)
    .where(published(ctx))
    .orderBy(...newest);

/** Titles for the site search, including posts that aren't published yet. */
export function listPostTitles(ctx: RequestContext) {
  dependOn(textsTag(ctx.store.uuid));
  return ctx.db
    .select({ slug: posts.slug, title: posts.title, tags: posts.tags, publishedAt: posts.publishedAt })
    .from(posts)
    .where(eq(posts.storeUid, ctx.store.uuid))
    .orderBy(...newest);
}

/** For the feed: the latest, with full text. */
export async function newestPosts(ctx: RequestContext, limit: number): Promise<(PostPreview & { body: string })[]> {
  const rows = await select(ctx)
    .orderBy(...newest)
    .limit(limit);
  return rows.map((row) => ({ ...preview(row), body: row.post.body }));
}
