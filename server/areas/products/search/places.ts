import { asc, eq } from 'drizzle-orm';
import type { SuggestedArticle, SuggestedCategory } from '#contract/search.ts';
import { searchSynonyms } from '#db/schema/index.ts';
import { nearTerms, termsOfWord } from '#domain/search-terms.ts';
import { wordsOf } from '#domain/search-text.ts';
import { synonymsOf } from '#domain/synonyms.ts';
import type { RequestContext } from '../../../context.ts';
import { listPostTitles } from '../../blogs/blogs.ts';
import { listCollections } from '../../collections/collections.ts';
import { listContentPages } from '../../content-pages/content-pages.ts';

type Searchable<T> = { value: T; words: string[]; terms: Set<string> };
type SearchedPost = SuggestedArticle & { publishedAt: Date };
type Places = {
  categories: Searchable<SuggestedCategory>[];
  articles: Searchable<SuggestedArticle>[];
  posts: Searchable<SearchedPost>[];
};
export type FoundPlaces = { categories: SuggestedCategory[]; articles: SuggestedArticle[]; posts: SuggestedArticle[] };

/** Pages that every store has, and what else people call them. */
const fixedPages: (SuggestedArticle & { also: string })[] = [
  { title: 'סניפים', path: '/distributors', also: 'סניפים ושעות פתיחה כתובת מוסך אולם תצוגה' },
  { title: 'יצירת קשר', path: '/contact', also: 'טלפון דוא״ל שירות לקוחות' },
  { title: 'ביטול עסקה', path: '/cancellation', also: 'ביטול הזמנה החזרה' },
];

/** Categories, pages and posts whose name has every word in some form, the last one perhaps unfinished. */
export async function findPlaces(ctx: RequestContext, words: string[]): Promise<FoundPlaces> {
  if (words.length === 0) return { categories: [], articles: [], posts: [] };
  const { categories, articles, posts } = await listPlaces(ctx);
  const now = ctx.now();
  const published = matching(posts, words).filter(({ publishedAt }) => publishedAt <= now);
  return {
    categories: matching(categories, words),
    articles: matching(articles, words),
    posts: published.map(({ title, path }) => ({ title, path })),
  };
}

/** Only operators change them, and they are few, so that they are matched here and not in the database. */
const listPlaces = (ctx: RequestContext): Promise<Places> =>
  ctx.cache.get(`search-places:${ctx.store.uuid}`, async () => {
    const [collections, articles, posts, groups] = await Promise.all([
      listCollections(ctx),
      listArticles(ctx),
      listPostTitles(ctx),
      ctx.db
        .select({ words: searchSynonyms.words })
        .from(searchSynonyms)
        .where(eq(searchSynonyms.storeUid, ctx.store.uuid))
        .orderBy(asc(searchSynonyms.position)),
    ]);
    const synonyms = synonymsOf(groups.map((group) => group.words));
    const searchable = <T>(value: T, text: string): Searchable<T> => {
      const own = wordsOf(text);
      const words = [...own, ...synonyms(own)];
      return { value, words, terms: new Set(words.flatMap(termsOfWord)) };
    };
    return {
      categories: collections.map(({ name, slug, image, products_count }) =>
        searchable({ name, slug, image, products_count }, name),
      ),
      posts: posts.map(({ slug, title, tags, publishedAt }) =>
        searchable({ title, path: `/blog/${encodeURIComponent(slug)}`, publishedAt }, [title, ...tags].join(' ')),
      ),
      articles: articles.map(({ title, path, also = '' }) => searchable({ title, path }, `${title} ${also}`)),
    };
  });

/** All that can be read in the store besides its products and its blog. */
async function listArticles(ctx: RequestContext): Promise<(SuggestedArticle & { also?: string })[]> {
  const pages = await listContentPages(ctx);
  return [...fixedPages, ...pages.map(({ title, slug }) => ({ title, path: `/page/${encodeURIComponent(slug)}` }))];
}

function matching<T>(places: Searchable<T>[], typed: string[]): T[] {
  const last = typed.at(-1) ?? '';
  const meets = ({ words, terms }: Searchable<T>) =>
    typed.every(
      (word) =>
        terms.has(word) ||
        nearTerms(word).some((term) => terms.has(term)) ||
        (word === last && word.length >= 2 && words.some((one) => one.startsWith(word))),
    );
  return places.filter(meets).map((place) => place.value);
}
