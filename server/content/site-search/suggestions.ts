import type { SuggestedArticle, Suggestions } from '#contract/catalogue/search.ts';
import { searchWords } from '#domain/search/search-text.ts';
import { readSpokenPrice } from '#domain/search/spoken/price.ts';
import { getCards } from '../../catalogue/cards/previews.ts';
import { listCollections } from '../../catalogue/collections/collections.ts';
import { docIdsOnPage, getListing } from '../../catalogue/listing/listing.ts';
import { replacedNumber } from '../../catalogue/parts/successors.ts';
import { findNearQuestions, findQuestions } from '../../catalogue/search/site-pages.ts';
import { namedBy, type Understood, understand } from '../../catalogue/search/understand.ts';
import { getCatalogue } from '../../catalogue/snapshot/catalogue.ts';
import type { RequestContext } from '../../context.ts';
import { type Destinations, findDestinations } from './destinations.ts';

const PRODUCTS = 6;
const CATEGORIES = 4;
const ARTICLES = 3;

/** Suggestions while typing. */
export async function getSuggestions(ctx: RequestContext, text: string): Promise<Suggestions> {
  const typed = text.trim();
  const words = readSpokenPrice(typed)?.text ?? typed;
  if (searchWords(typed).length === 0) return proposals(ctx, typed);
  const catalogue = await getCatalogue(ctx);
  const [understood, listing] = await Promise.all([understand(ctx, words), getListing(ctx, { search: typed })]);
  const docIds = docIdsOnPage(listing, 1, PRODUCTS);
  const [products, asTyped, named] = await Promise.all([
    getCards(
      ctx,
      docIds.map((docId) => catalogue.uuids[docId] as string),
    ),
    findDestinations(ctx, understood.analysis.tokens, typed),
    namedBy(ctx, understood.analysis, docIds),
  ]);
  const none = lengthOf(asTyped) === 0;
  const { corrected } = understood;
  const destinations = none && corrected ? await findDestinations(ctx, searchWords(corrected)) : asTyped;
  const isFound = products.length + lengthOf(destinations) > 0;
  const articles =
    products.length > 0 ? destinations.articles : await withQuestions(ctx, typed, destinations, understood);
  const isEmpty = !isFound && articles.length === 0;
  return {
    ...(isEmpty
      ? await proposals(ctx, typed)
      : { categories: destinations.categories.slice(0, CATEGORIES), popular: [] }),
    search: typed,
    found: !isEmpty,
    corrected: products.length > 0 ? corrected : null,
    partly: listing.isPartial,
    ordered: understood.isOrdered,
    products: products.map(({ id, slug, name, main_image, price, starting_from }) => {
      return { id, slug, name, image: main_image, price, starting_from, named: named.has(id) };
    }),
    total: listing.total,
    at_least: listing.truncated,
    articles: articles.slice(0, ARTICLES),
    articles_first:
      destinations.isAsked ||
      (destinations.isTitled && named.size === 0) ||
      articles.length > destinations.articles.length,
    posts: destinations.posts.slice(0, ARTICLES),
  };
}

/** Where there is nothing to buy, a question that has the word comes before pages that nobody asked for. */
async function withQuestions(
  ctx: RequestContext,
  typed: string,
  { articles, isAsked }: Pick<Destinations, 'articles' | 'isAsked'>,
  { analysis }: Pick<Understood, 'analysis'>,
): Promise<SuggestedArticle[]> {
  const paths = new Set(articles.map(({ path }) => path));
  const exact = await findQuestions(ctx, analysis.tokens);
  const found = exact.length + articles.length > 0 ? exact : await findNearQuestions(ctx, typed);
  const questions = found.filter(({ path }) => !paths.has(path));
  return isAsked ? [...articles, ...questions] : [...questions, ...articles];
}

const lengthOf = ({ categories, articles, posts }: Destinations): number =>
  categories.length + articles.length + posts.length;

/** Everything on the results page besides its products. */
export async function getSearchPage(ctx: RequestContext, text: string) {
  const understood = searchWords(text).length > 0 ? await understand(ctx, text) : null;
  const { categories, articles, isAsked, posts } = await findDestinations(ctx, understood?.analysis.tokens ?? [], text);
  return {
    replaced: await replacedNumber(ctx, text),
    categories: categories.slice(0, PRODUCTS),
    articles: articles.slice(0, ARTICLES),
    isAsked,
    posts: posts.slice(0, ARTICLES),
    popular: ctx.store.settings.popular_searches ?? [],
  };
}

/** The query as it is understood, where keyboard layout or spelling were corrected. */
export const correctedSearch = async (ctx: RequestContext, text: string): Promise<string | null> =>
  searchWords(text).length > 0 ? (await understand(ctx, text)).corrected : null;

/** The pages and questions that the results page shows where it has no products. */
export async function getAnswers(
  ctx: RequestContext,
  text: string,
  destinations: Pick<Destinations, 'articles' | 'isAsked'>,
): Promise<SuggestedArticle[]> {
  return (await withQuestions(ctx, text, destinations, await understand(ctx, text))).slice(0, ARTICLES);
}

/** Starting points, also when nothing was found: the operator's searches and the main categories. */
async function proposals(ctx: RequestContext, typed: string): Promise<Suggestions> {
  const collections = await listCollections(ctx);
  return {
    search: typed,
    found: false,
    corrected: null,
    partly: false,
    ordered: false,
    products: [],
    total: 0,
    at_least: false,
    categories: collections
      .filter(({ parent_id }) => parent_id === null)
      .slice(0, PRODUCTS)
      .map(({ name, slug, image, products_count, kind }) => ({ name, slug, image, products_count, kind })),
    articles: [],
    articles_first: false,
    posts: [],
    popular: ctx.store.settings.popular_searches ?? [],
  };
}
