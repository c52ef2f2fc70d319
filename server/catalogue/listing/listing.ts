import type { CollectionFilter } from '#contract/catalogue/collections.ts';
import type { GetProductsQuery, ProductList, ProductsFilter } from '#contract/catalogue/products.ts';
import type { ProductKind } from '#contract/common.ts';
import { collectionTag, listedTag, productsTag, shownTag } from '#db/cache-tags.ts';
import {
  type Filters,
  isValueFilter,
  joinValues,
  LONGEST_VALUES,
  notFilters,
  numberParameter,
  splitValues,
  valueFilters,
} from '#domain/catalogue/filters.ts';
import { pricesUpTo } from '#domain/money/finance-terms.ts';
import { nearestAgorot } from '#domain/money/money.ts';
import { readSpokenPrice } from '#domain/search/spoken/price.ts';
import type { RequestContext } from '../../context.ts';
import { dependOn } from '../../platform/cache-reads.ts';
import { refuse } from '../../platform/errors.ts';
import { listBrands } from '../../stores/stores.ts';
import { getCards } from '../cards/previews.ts';
import { type Bitset, bitsetOf, cardinality, contains, emptyBitset, intersection, isSubset } from '../engine/bitset.ts';
import { sortedDocs } from '../engine/facet-index.ts';
import {
  applyFilters,
  type Conditions,
  docsOfKind,
  type FacetScope,
  type FilterResult,
  facetScope,
} from '../engine/filter.ts';
import { listPlans } from '../finance-plans.ts';
import { searchSpoken } from '../search/search-spoken.ts';
import { type Catalogue, getCatalogue, type Sort } from '../snapshot/catalogue.ts';
import { type Loans, loansOf, monthlyEnds } from './monthly.ts';
import { facetsOf } from './offered-facets.ts';

/** The products of a collection, a search or a list of names, before any filter, and the order in which they stand. */
type ResultSet = {
  resultSet: Bitset;
  /** May hold other products too. */
  sortOrder: Uint32Array;
  /** All of a collection or of the store. */
  isWhole: boolean;
  /** The search may have found more. */
  truncated: boolean;
  /** Part of the search was left out, since no product has all of it. */
  isPartial: boolean;
};

/** A list of products: everything that the calls and the category page show of it. */
export type Listing = FilterResult &
  Omit<ResultSet, 'isWhole'> & {
    catalogue: Catalogue;
    conditions: Conditions;
    loans: Loans | null;
    /** The kind of the whole result set; `null` where they differ. */
    kind: ProductKind | null;
  };

export async function getListing(
  ctx: RequestContext,
  filter: ProductsFilter,
  sort: Sort = 'recommended',
): Promise<Listing> {
  const { listing } = await prepare(ctx, filter, sort, filter.monthly_max !== undefined);
  dependOn(...matchingTags(ctx, listing, filter, sort));
  return { ...listing, ...applyFilters(listing.catalogue, listing.resultSet, listing.conditions) };
}

/** The listing together with the filters that are offered, each value with its count. */
export async function getFilteredListing(
  ctx: RequestContext,
  filter: ProductsFilter,
  sort: Sort = 'recommended',
): Promise<Listing & { filters: CollectionFilter[] }> {
  const [{ listing, isWhole }, brands] = await Promise.all([
    prepare(ctx, filter, sort, true),
    listBrands(ctx, ctx.store.companyUid),
  ]);
  const { catalogue, resultSet, conditions, loans } = listing;
  dependOn(...resultSetTags(ctx, catalogue, filter));
  const scope = isWhole
    ? cachedScope(catalogue, filter.collection, resultSet)
    : facetScope(catalogue, resultSet, { kind: filter.kind, facetKeys: catalogue.facetKeys });
  const offered = catalogue.collections.get(filter.collection ?? '')?.filters ?? scope.discriminating;
  // One that is in force is always offered, so that it can be taken back.
  const keys = [...offered, ...[...conditions.values.keys()].filter((key) => !offered.includes(key))];
  const isUnfiltered = !conditions.price && !conditions.monthly && conditions.values.size === 0;
  const result = isUnfiltered ? scope.unfiltered : applyFilters(catalogue, resultSet, conditions, keys);
  const filters = facetsOf({
    catalogue,
    scope,
    result,
    keys,
    selected: conditions.values,
    brandNames: new Map(brands.map(({ key, name }) => [key, name])),
    monthly: loans && scope.vehiclePrices && monthlyEnds(loans, scope.vehiclePrices),
  });
  return { ...listing, ...result, filters };
}

/**
 * Without conditions only which products are shown matters, and in which sequence; a page that shows one of them
 * depends on it besides.
 */
function matchingTags(
  ctx: RequestContext,
  { catalogue, conditions }: Pick<Listing, 'catalogue' | 'conditions'>,
  filter: ProductsFilter,
  sort: Sort,
): string[] {
  const isUnfiltered = !conditions.price && !conditions.monthly && conditions.values.size === 0;
  return isUnfiltered && !filter.search && !/price|seat/.test(sort)
    ? [shownTag(ctx.store.uuid), listedTag(listOf(catalogue, filter) ?? ctx.store.uuid)]
    : resultSetTags(ctx, catalogue, filter);
}

/** Of all products that are asked for before filtering, with their prices and what of them can be bought. */
function resultSetTags(ctx: RequestContext, catalogue: Catalogue, filter: ProductsFilter): string[] {
  const collection = listOf(catalogue, filter);
  const goods = collection ? collectionTag(collection) : productsTag(ctx.store.uuid);
  return [goods, listedTag(collection ?? ctx.store.uuid), shownTag(ctx.store.uuid)];
}

/** The collection that the list is of; without one it is of the whole store. */
function listOf(
  { collectionUuids }: Catalogue,
  { collection, search, slugs, ids }: ProductsFilter,
): string | undefined {
  return search || slugs || ids ? undefined : collectionUuids.get(collection ?? '');
}

/** `אופנוע עד 40,000` as a search and a bound of its price; a bound that is given besides stands instead. */
function withSpokenPrice(filter: ProductsFilter): ProductsFilter {
  const spoken = filter.search ? readSpokenPrice(filter.search) : null;
  if (!spoken) return filter;
  const isBounded = filter.price_min !== undefined || filter.price_max !== undefined;
  const bounds = isBounded ? {} : { price_min: spoken.min, price_max: spoken.max };
  return { ...filter, search: spoken.text || undefined, ...bounds };
}

async function prepare(ctx: RequestContext, query: ProductsFilter, sort: Sort, withLoans: boolean) {
  const filter = withSpokenPrice(query);
  const [catalogue, loans] = await Promise.all([getCatalogue(ctx), withLoans ? loansOf(ctx, filter) : null]);
  const { isWhole, ...retrieval } = await retrieveProducts(ctx, catalogue, filter, sort);
  // A truncated search may have products of another kind behind its end.
  const kind = filter.kind ?? (retrieval.truncated ? null : commonKind(catalogue, retrieval.resultSet));
  const listing = { catalogue, ...retrieval, loans, kind, conditions: conditionsOf(filter, loans) };
  return { listing, isWhole: isWhole && !filter.kind };
}

function commonKind({ kinds }: Catalogue, resultSet: Bitset): ProductKind | null {
  if (cardinality(resultSet) === 0) return null;
  const common = [...kinds].find(([, docs]) => isSubset(resultSet, docs));
  return common ? (common[0] as ProductKind) : null;
}

async function retrieveProducts(
  ctx: RequestContext,
  catalogue: Catalogue,
  { collection, kind, slugs, ids, search }: ProductsFilter,
  sort: Sort,
): Promise<ResultSet> {
  const { length } = catalogue.uuids;
  const lists = [
    slugs === undefined ? undefined : docIdsOf(listed(slugs), catalogue.bySlug),
    ids === undefined ? undefined : docIdsOf(listed(ids), catalogue.byUuid),
  ].filter((list) => list !== undefined);
  const empty = { docs: emptyBitset(length), sortOrder: new Uint32Array() };
  const category = collection === undefined ? undefined : (catalogue.collections.get(collection) ?? empty);
  const sets = [...lists.map((list) => bitsetOf(length, list)), ...(category ? [category.docs] : [])];
  const scope = intersection(catalogue.all, ...sets);
  const scopeOfKind = kind === undefined ? scope : intersection(scope, docsOfKind(catalogue, kind));
  const isPart = sets.length > 0 || kind !== undefined;
  const searchResult = search?.trim()
    ? await searchSpoken(ctx, catalogue, search, { docs: scopeOfKind, isPart, collection, kind })
    : undefined;
  const resultSet = searchResult?.resultSet ?? scope;
  const ownOrder =
    lists[0]?.filter((docId) => contains(resultSet, docId)) ?? searchResult?.sortOrder ?? category?.sortOrder;
  return {
    resultSet,
    sortOrder: sort === 'recommended' && ownOrder ? ownOrder : sortedDocs(catalogue, sort),
    isWhole: lists.length === 0 && !searchResult,
    truncated: searchResult?.truncated ?? false,
    isPartial: searchResult?.isPartial ?? false,
  };
}

const docIdsOf = (names: string[], docIds: Map<string, number>): Uint32Array =>
  Uint32Array.from(new Set(names.flatMap((name) => docIds.get(name.normalize('NFC').toLowerCase()) ?? [])));

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Document ids of one page, in order. */
export function docIdsOnPage({ sortOrder, matching }: Listing, page: number, size: number): number[] {
  const docIds: number[] = [];
  let skip = (page - 1) * size;
  for (const docId of sortOrder) {
    if (!contains(matching, docId) || skip-- > 0) continue;
    docIds.push(docId);
    if (docIds.length === size) break;
  }
  return docIds;
}

/** The cards of one page. Beyond the last one: none, and the true total. */
export async function pageOf(
  ctx: RequestContext,
  listing: Listing,
  { page, page_size }: Pick<GetProductsQuery, 'page' | 'page_size'>,
): Promise<ProductList> {
  const docIds = docIdsOnPage(listing, page, page_size);
  const items = await getCards(
    ctx,
    docIds.map((docId) => listing.catalogue.uuids[docId] as string),
  );
  return { items, total: listing.total, page, page_size };
}

function conditionsOf(filter: ProductsFilter, loans: Loans | null): Conditions {
  const { price_min: min, price_max: max, monthly_max } = filter;
  return {
    kind: filter.kind,
    price:
      min === undefined && max === undefined
        ? undefined
        : { from: nearestAgorot(min ?? 0), to: max === undefined ? Number.POSITIVE_INFINITY : nearestAgorot(max) },
    monthly:
      monthly_max === undefined || !loans?.all.length
        ? undefined
        : pricesUpTo(loans.offering, nearestAgorot(monthly_max)),
    values: valuesOf(filter),
  };
}

function cachedScope(catalogue: Catalogue, collection = '', resultSet: Bitset): FacetScope {
  const { scopes, facetKeys } = catalogue;
  const scope = scopes.get(collection) ?? facetScope(catalogue, resultSet, { facetKeys });
  scopes.set(collection, scope);
  return scope;
}

/**
 * The values selected, by filter. @throws BAD_REQUEST where an operator's own filter, which no schema names, has no
 * text for a value
 */
function valuesOf(filter: ProductsFilter): Map<string, string[]> {
  const selected = new Map<string, string[]>();
  for (const key of new Set([...valueFilters, ...Object.keys(filter).filter(isValueFilter)])) {
    if (filter[key] === undefined) continue;
    const texts = [filter[key]].flat();
    if (!texts.every((text) => typeof text === 'string' && text.length <= LONGEST_VALUES)) {
      throw refuse('BAD_REQUEST', { fields: [{ path: key, message: 'הערך אינו תקין' }] });
    }
    const values = splitValues(texts.join(','));
    if (values.length > 0) selected.set(key, values);
  }
  return selected;
}

/** A page's URL as the query that calls take. */
export function toQuery(page: { search: string; filters: Filters }, collection: string | undefined): ProductsFilter {
  const filters = Object.entries(page.filters).map(([key, text]) => [key, numberParameter(key) ? Number(text) : text]);
  return { collection, search: page.search || undefined, ...Object.fromEntries(filters) };
}

/**
 * For pages, which are lenient: values that no product of the store has are left out, and so is a payment where nothing
 * is financed.
 */
export async function knownFilters(ctx: RequestContext, filters: Filters): Promise<Filters> {
  const [{ fields, options }, plans] = await Promise.all([getCatalogue(ctx), listPlans(ctx)]);
  const validFilters = Object.entries(filters).flatMap(([key, text]) => {
    const number = numberParameter(key);
    if (number) return number.of === 'monthly_max' && plans.length === 0 ? [] : [[key, text]];
    if (notFilters.has(key)) return [];
    const ids = (fields.get(key) ?? options.get(key))?.ids;
    const values = splitValues(text).filter((value) => ids?.has(value));
    return values.length > 0 ? [[key, joinValues(values)]] : [];
  });
  return Object.fromEntries(validFilters);
}
