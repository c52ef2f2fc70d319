import type { Suggestions } from '#contract/catalogue/search.ts';
import { searchWords } from '#domain/search/search-text.ts';
import { readSpokenPrice } from '#domain/search/spoken-price.ts';
import { listCollections } from '../../catalogue/collections/collections.ts';
import { getListing, placesOnPage } from '../../catalogue/listing/listing.ts';
import { getCards } from '../../catalogue/products/products.ts';
import { search } from '../../catalogue/search/search.ts';
import { catalogueOf } from '../../catalogue/snapshot/store-catalogue.ts';
import type { RequestContext } from '../../context.ts';
import { type FoundPlaces, findPlaces } from './destinations.ts';

const PRODUCTS = 6;
const CATEGORIES = 4;
const ARTICLES = 3;

/** What to offer while someone types. */
export async function getSuggestions(ctx: RequestContext, text: string): Promise<Suggestions> {
  const typed = text.trim();
  const words = readSpokenPrice(typed)?.text ?? typed;
  if (searchWords(typed).length === 0) return proposals(ctx, typed);
  const catalogue = await catalogueOf(ctx);
  const [found, listing] = await Promise.all([search(ctx, catalogue, words), getListing(ctx, { search: typed })]);
  const [products, asTyped] = await Promise.all([
    getCards(
      ctx,
      placesOnPage(listing, 1, PRODUCTS).map((place) => catalogue.uuids[place] as string),
    ),
    findPlaces(ctx, found.words),
  ]);
  const none = lengthOf(asTyped) === 0;
  const places = none && found.corrected ? await findPlaces(ctx, searchWords(found.corrected)) : asTyped;
  const nothing = products.length + lengthOf(places) === 0;
  return {
    ...(nothing ? await proposals(ctx, typed) : { categories: places.categories.slice(0, CATEGORIES), popular: [] }),
    search: typed,
    corrected: products.length > 0 ? found.corrected : null,
    partly: found.partly,
    products: products.map(({ id, slug, name, main_image, price, starting_from }) => {
      return { id, slug, name, image: main_image, price, starting_from };
    }),
    total: listing.total,
    at_least: listing.cut,
    articles: places.articles.slice(0, ARTICLES),
    posts: places.posts.slice(0, ARTICLES),
  };
}

const lengthOf = ({ categories, articles, posts }: FoundPlaces): number =>
  categories.length + articles.length + posts.length;

/** What the results page says of a search beside its products. */
export async function getSearchPage(ctx: RequestContext, text: string) {
  const found = searchWords(text).length > 0 ? await search(ctx, await catalogueOf(ctx), text) : null;
  const { categories, articles, posts } = await findPlaces(ctx, found?.words ?? []);
  return {
    corrected: found?.corrected ?? null,
    partly: found?.partly ?? false,
    categories: categories.slice(0, PRODUCTS),
    articles: articles.slice(0, ARTICLES),
    posts: posts.slice(0, ARTICLES),
    popular: ctx.store.settings.popular_searches ?? [],
  };
}

/** Where to begin, or to go on when nothing was found: the operator's searches and the main categories. */
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
