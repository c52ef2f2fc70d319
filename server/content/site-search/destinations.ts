import type { SuggestedArticle, SuggestedCategory } from '#contract/catalogue/search.ts';
import { listCollections } from '../../catalogue/collections/collections.ts';
import { findSitePages, matching, type Searchable, searchable } from '../../catalogue/search/site-pages.ts';
import { storeSynonyms } from '../../catalogue/search/store-synonyms.ts';
import type { RequestContext } from '../../context.ts';
import { listPostTitles } from '../blog/blogs.ts';

type SearchedPost = SuggestedArticle & { publishedAt: Date };
type Searchables = { categories: Searchable<SuggestedCategory>[]; posts: Searchable<SearchedPost>[] };
export type Destinations = {
  categories: SuggestedCategory[];
  articles: SuggestedArticle[];
  isAsked: boolean;
  isTitled: boolean;
  posts: SuggestedArticle[];
};

/**
 * Categories, pages and posts whose name contains every word in some form; the last word may be incomplete. `typed`:
 * see `findSitePages`.
 */
export async function findDestinations(
  ctx: RequestContext,
  words: string[],
  typed = words.join(' '),
): Promise<Destinations> {
  if (words.length === 0) return { categories: [], articles: [], isAsked: false, isTitled: false, posts: [] };
  const [{ categories, posts }, pages] = await Promise.all([listSearchables(ctx), findSitePages(ctx, words, typed)]);
  const now = ctx.now();
  const published = matching(posts, words).filter(({ publishedAt }) => publishedAt <= now);
  return {
    categories: matching(categories, words),
    ...pages,
    posts: published.map(({ title, path }) => ({ title, path })),
  };
}

/** Few and changed by operators only, so they are matched in memory. */
const listSearchables = (ctx: RequestContext): Promise<Searchables> =>
  ctx.cache.get(`search-destinations:${ctx.store.uuid}`, { tags: [] }, async () => {
    const [collections, posts, synonyms] = await Promise.all([
      listCollections(ctx),
      listPostTitles(ctx),
      storeSynonyms(ctx),
    ]);
    return {
      categories: collections.map(({ name, slug, image, products_count, kind }) =>
        searchable({ name, slug, image, products_count, kind }, name, synonyms),
      ),
      posts: posts.map(({ slug, title, tags, publishedAt }) =>
        searchable(
          { title, path: `/blog/${encodeURIComponent(slug)}`, publishedAt },
          [title, ...tags].join(' '),
          synonyms,
        ),
      ),
    };
  });
