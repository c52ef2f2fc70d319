import type { ProductsFilter } from '#contract/catalogue/products.ts';
import { stemOf } from '#domain/search/hebrew-forms.ts';
import { wordsOf } from '#domain/search/search-text.ts';
import type { Figure } from '#domain/search/spoken/figures.ts';
import type { SpokenNeeds } from '#domain/search/spoken/needs.ts';
import type { SpokenSort } from '#domain/search/spoken/sort-orders.ts';
import type { RequestContext } from '../../context.ts';
import { type Bitset, cardinality, contains, docsInRange, emptyBitset, intersection } from '../engine/bitset.ts';
import { sortedDocs } from '../engine/facet-index.ts';
import { union } from '../engine/postings.ts';
import type { Catalogue } from '../snapshot/catalogue.ts';
import { excludeValues, readNeeds } from './needs.ts';
import { type SearchResult, searchOfKind, search as searchText } from './search.ts';

type Found = Pick<SearchResult, 'resultSet' | 'sortOrder' | 'truncated' | 'isPartial'>;
/** What is searched: `docs`, which are the whole store unless `isPart`. */
type Scope = Pick<ProductsFilter, 'collection' | 'kind'> & { docs: Bitset; isPart: boolean };

/**
 * Products for a search in which figures, licences and superlatives count as what they are (`אופנוע A1 מעל 40 כ״ס`).
 * Where no product meets them they are words like any others: a belt has no engine, but may be called `125`.
 */
export async function searchSpoken(
  ctx: RequestContext,
  catalogue: Catalogue,
  text: string,
  scope: Scope,
): Promise<Found> {
  const needs = readNeeds(catalogue, text);
  if (!needs) return searchIn(ctx, catalogue, text, scope);
  const metScope = { ...scope, docs: meeting(catalogue, needs, scope.docs), isPart: true };
  const result = await searchMeeting(ctx, catalogue, needs, metScope);
  if (result) return result;
  // A product whose text happens to have the words (`לשני אנשים`) may seat one.
  const hasRoomOnly = needs.isForPersons && catalogue.figures.has('meta.seats');
  const byWords = await searchIn(ctx, catalogue, text, hasRoomOnly ? metScope : scope);
  if (!needs.text || (!isEmpty(byWords) && !byWords.isPartial)) return byWords;
  const nearest = await searchNearest(ctx, catalogue, needs, metScope);
  if (nearest) return nearest;
  if (!isEmpty(byWords)) return byWords;
  return { ...(await searchIn(ctx, catalogue, needs.text, scope)), isPartial: true };
}

/**
 * Products that meet the needs and have all other words; `null` where there are none, or none has what it asks to sort
 * by.
 */
async function searchMeeting(
  ctx: RequestContext,
  catalogue: Catalogue,
  needs: SpokenNeeds,
  metScope: Scope,
): Promise<Found | null> {
  if (cardinality(metScope.docs) === 0) return null;
  const result = needs.text ? await searchIn(ctx, catalogue, needs.text, metScope) : whole(catalogue, metScope.docs);
  if (isEmpty(result)) return null;
  return sorted(catalogue, result, needs) ?? (isNarrowed(needs) ? result : null);
}

/**
 * Those of the wanted kind that meet the needs, whatever other words they have: what is said in figures counts more, as
 * who weighs 150 kilograms can't take what carries 130.
 */
async function searchNearest(
  ctx: RequestContext,
  catalogue: Catalogue,
  needs: SpokenNeeds,
  { docs }: Scope,
): Promise<Found | null> {
  if (!isNarrowed(needs) || cardinality(docs) === 0) return null;
  const result = await searchOfKind(ctx, catalogue, needs.text, docs);
  return result && (sorted(catalogue, result, needs) ?? result);
}

const isEmpty = ({ resultSet }: Found): boolean => cardinality(resultSet) === 0;
const isNarrowed = ({ figures, licences, excluded, isElectric }: SpokenNeeds): boolean =>
  figures.length + excluded.length > 0 || licences !== null || isElectric;

const searchIn = (
  ctx: RequestContext,
  catalogue: Catalogue,
  text: string,
  { docs, isPart, collection, kind }: Scope,
): Promise<Found> => searchText(ctx, catalogue, text, isPart ? { docs, collection, kind } : undefined);

/** All that meets a search of nothing but figures, in the store's own order. */
const whole = (catalogue: Catalogue, docs: Bitset): Found => ({
  resultSet: intersection(docs, catalogue.published),
  sortOrder: sortedDocs(catalogue, 'recommended'),
  truncated: false,
  isPartial: false,
});

function meeting(catalogue: Catalogue, needs: SpokenNeeds, scope: Bitset): Bitset {
  const { figures, licences, excluded, isElectric } = needs;
  const { length } = catalogue.uuids;
  const sets = figures.map((figure) => withFigure(catalogue, figure));
  if (licences) {
    const { ids, postings } = catalogue.fields.get('licence_class') ?? { ids: new Map<string, number>(), postings: [] };
    const lists = licences.flatMap((licence) => postings[ids.get(licence) ?? -1] ?? []);
    const licensed = union(length, lists, emptyBitset(length));
    // A helmet needs no licence either, and nobody says so of it.
    const vehicles = catalogue.kinds.get('VEHICLE') ?? emptyBitset(length);
    sets.push(licences.includes('none') ? intersection(licensed, vehicles) : licensed);
  }
  if (isElectric) {
    const { values, postings } = catalogue.fields.get('meta.fuel') ?? { values: [], postings: [] };
    const lists = postings.filter((_, id) => wordsOf(values[id] ?? '').some((word) => stemOf(word) === 'חשמל'));
    sets.push(union(length, lists, emptyBitset(length)));
  }
  const met = intersection(scope, ...sets);
  excludeValues(catalogue, met, excluded);
  return met;
}

/** Products with one of the values in its bounds. */
function withFigure({ uuids, all, figures }: Catalogue, figure: Figure): Bitset {
  const sets = figure.flatMap(({ key, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }) => {
    const numbers = figures.get(key);
    return numbers ? [{ bitset: docsInRange(all, numbers, { from: min, to: max }) }] : [];
  });
  return union(uuids.length, sets, emptyBitset(uuids.length));
}

/**
 * Those of the kind of the best one by what is wanted most or least, and the others behind them as they were; `null`
 * where none of that kind has the figure.
 */
function sorted(catalogue: Catalogue, result: Found, needs: SpokenNeeds): Found | null {
  if (!needs.sortOrder) return result;
  const sortOrder = reordered(catalogue, result, needs.sortOrder);
  return sortOrder && { ...result, sortOrder };
}

function reordered(
  catalogue: Catalogue,
  { sortOrder, resultSet }: Found,
  { by, isDescending }: SpokenSort,
): Uint32Array | null {
  const numbers = by === 'price' ? catalogue.price : catalogue.scales.get(by);
  const order = sortOrder.filter((docId) => contains(resultSet, docId));
  const vehicles = catalogue.kinds.get('VEHICLE');
  const kind = [...catalogue.kinds.values()].find((docs) => contains(docs, order[0] ?? 0)) ?? vehicles;
  if (!numbers || !kind) return null;
  const sortKey = (docId: number): number => {
    const number = numbers[docId] as number;
    return Number.isNaN(number) || !contains(kind, docId) ? Number.POSITIVE_INFINITY : isDescending ? -number : number;
  };
  if (!order.some((docId) => Number.isFinite(sortKey(docId)))) return null;
  const places = new Map(Array.from(order, (docId, at) => [docId, at]));
  return order.sort((a, b) => {
    const [first, second] = [sortKey(a), sortKey(b)];
    return first === second ? (places.get(a) as number) - (places.get(b) as number) : first - second;
  });
}
