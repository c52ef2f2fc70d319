import type { ProductsFilter } from '#contract/catalogue/products.ts';
import type { RequestContext } from '../../context.ts';
import { type Bitset, bitsetOf, contains, emptyBitset, intersection } from '../engine/bitset.ts';
import { sortedDocs } from '../engine/facet-index.ts';
import { docsOfKind } from '../engine/filter.ts';
import { searchSpoken } from '../search/search-spoken.ts';
import type { Catalogue, Sort } from '../snapshot/catalogue.ts';

/** The products of a collection, a search or a list of names, before any filter, and the order in which they stand. */
export type ResultSet = {
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

export async function retrieveProducts(
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
