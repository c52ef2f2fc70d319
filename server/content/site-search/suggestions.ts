import type { Suggestions } from '#contract/catalogue/search.ts';
import { searchWords } from '#domain/search/search-text.ts';
import { readSpokenPrice } from '#domain/search/spoken-price.ts';
import { listCollections } from '../../catalogue/collections/collections.ts';
import { docIdsOnPage, getListing } from '../../catalogue/listing/listing.ts';
import { getCards } from '../../catalogue/products/products.ts';
import { search } from '../../catalogue/search/search.ts';
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
  const [searchResult, listing] = await Promise.all([
    search(ctx, catalogue, words),
    getListing(ctx, { search: typed }),
  ]);
  const [products, asTyped] = await Promise.all([
    getCards(
      ctx,
      docIdsOnPage(listing, 1, PRODUCTS).map((docId) => catalogue.uuids[docId] as string),
    ),
    findDestinations(ctx, searchResult.tokens),
  ]);
  const none = lengthOf(asTyped) === 0;
  const destinations =
    none && searchResult.corrected ? await findDestinations(ctx, searchWords(searchResult.corrected)) : asTyped;
  const nothing = products.length + lengthOf(destinations) === 0;
  return {
    ...(nothing
      ? await proposals(ctx, typed)
      : { categories: destinations.categories.slice(0, CATEGORIES), popular: [] }),
    search: typed,
    corrected: products.length > 0 ? searchResult.corrected : null,
    partly: searchResult.isPartial,
    products: products.map(({ id, slug, name, main_image, price, starting_from }) => {
      return { id, slug, name, image: main_image, price, starting_from };
    }),
    total: listing.total,
    at_least: listing.truncated,
    articles: destinations.articles.slice(0, ARTICLES),
    posts: destinations.posts.slice(0, ARTICLES),
  };
}

const lengthOf = ({ categories, articles, posts }: Destinations): number =>
  categories.length + articles.length + posts.length;

/** Everything on the results page besides its products. */
export async function getSearchPage(ctx: RequestContext, text: string) {
  const searchResult = searchWords(text).length > 0 ? await search(ctx, await getCatalogue(ctx), text) : null;
  const { categories, articles, posts } = await findDestinations(ctx, searchResult?.tokens ?? []);
  return {
    corrected: searchResult?.corrected ?? null,
    partly: searchResult?.isPartial ?? false,
    categories: categories.slice(0, PRODUCTS),
    articles: articles.slice(0, ARTICLES),
    posts: posts.slice(0, ARTICLES),
    popular: ctx.store.settings.popular_searches ?? [],
  };
}

/** Starting points, also when nothing was found: the operator's searches and the main categories. */
async function proposals(ctx: RequestContext, typed: string): Promise<Suggestions> {
  const collections = await listCollections(ctx);
  return {
    search: typed,
    corrected: null,
    partly: false,
    products: [],
    total: 0,
    at_least: false,
    categories: collections
      .filter(({ parent_id }) => parent_id === null)
      .slice(0, PRODUCTS)
      .map(({ name, slug, image, products_count, kind }) => ({ name, slug, image, products_count, kind })),
    articles: [],
    posts: [],
    popular: ctx.store.settings.popular_searches ?? [],
  };
}
