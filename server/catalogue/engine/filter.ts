import { type Bitset, cardinality, docsInRange, emptyBitset, forEachDoc, intersection, type Range } from './bitset.ts';
import type { FacetIndex } from './facet-index.ts';
import { facetCounter, union } from './postings.ts';
import { type VariantFilters, variantFilters } from './variant-filter.ts';

/** What a list is narrowed by. Each entry of `values` is one filter: a product has one of its values. */
export type Conditions = {
  kind?: string | undefined;
  price?: Range | undefined;
  /** The prices whose monthly payment is low enough; only vehicles are financed. */
  monthly?: Range[] | undefined;
  values: Map<string, string[]>;
};

export type FilterResult = {
  matching: Bitset;
  total: number;
  /** For each facet asked for, how many products each value would leave under the *other* filters, by value id. */
  facetCounts: Map<string, Uint32Array>;
  /** Lowest and highest price under the filters other than the price; `null` without products. Agorot. */
  priceRange: { min: number; max: number } | null;
  /** For each active filter, by its key: how many products there would be without it. */
  totalWithout: Map<string, number>;
};

/** A filter that reads the product itself. */
type ProductFilter = { key: string; passing: Bitset };

/**
 * Applies the conditions to `resultSet` and counts the values of `facetKeys`. The counts are disjunctive: a product
 * that fails no filter counts everywhere, one that fails a single filter counts for that filter's own values. So that
 * each filter is evaluated once, whatever their number, two sets suffice: those that fail none, and those that fail one
 * at most.
 */
export function applyFilters(
  index: FacetIndex,
  resultSet: Bitset,
  conditions: Conditions,
  facetKeys: string[] = [],
): FilterResult {
  const published = intersection(resultSet, index.published);
  const candidates =
    conditions.kind === undefined ? published : intersection(published, docsOfKind(index, conditions.kind));
  const filters = productFilters(index, candidates, conditions);
  const { passingAll, failingOneAtMost } = combine(candidates, filters);
  const variants = variantFilters(index, conditions.values);
  const orderable = variants.apply(failingOneAtMost);
  const matching = intersection(passingAll, orderable);
  const totalWithout = new Map(
    [...variants.applyWithoutEach(passingAll)].map(([key, docs]) => [key, cardinality(docs)]),
  );
  const facetCounts = new Map<string, Uint32Array>();
  let withoutPrice = matching;
  for (const { key, passing } of filters) {
    const docs = withoutFilter(matching, orderable, passing);
    totalWithout.set(key, cardinality(docs));
    if (key === 'price') withoutPrice = docs;
    const field = facetKeys.includes(key) && index.fields.get(key);
    if (field) facetCounts.set(key, facetCounter(docs)(field.postings));
  }
  const uncounted = facetKeys.filter((key) => !facetCounts.has(key));
  countOthers(index, { matching, passingAll, variants, keys: uncounted }, facetCounts);
  return {
    matching,
    total: cardinality(matching),
    facetCounts,
    priceRange: minAndMax(index.price, withoutPrice),
    totalWithout,
  };
}

type Others = { matching: Bitset; passingAll: Bitset; variants: VariantFilters; keys: string[] };

/** Counts fields without a filter, and options. */
function countOthers(
  { fields, options }: FacetIndex,
  { matching, passingAll, variants, keys }: Others,
  facetCounts: Map<string, Uint32Array>,
) {
  const countMatching = facetCounter(matching);
  for (const key of keys) {
    const field = fields.get(key);
    const option = options.get(key);
    if (field) facetCounts.set(key, countMatching(field.postings));
    else if (option) facetCounts.set(key, variants.count(passingAll, key, option));
  }
}

function combine(candidates: Bitset, filters: ProductFilter[]): { passingAll: Bitset; failingOneAtMost: Bitset } {
  const passingAll = candidates.slice();
  const failingOneAtMost = candidates.slice();
  for (const { passing } of filters) {
    for (let at = 0; at < passingAll.length; at++) {
      const passes = passing[at] as number;
      failingOneAtMost[at] = (failingOneAtMost[at] as number) & ((passingAll[at] as number) | passes);
      passingAll[at] = (passingAll[at] as number) & passes;
    }
  }
  return { passingAll, failingOneAtMost };
}

/**
 * What matches when one filter is left out: the matching, and of those that fail one filter at most those that fail
 * this one.
 */
function withoutFilter(matching: Bitset, failingOneAtMost: Bitset, passing: Bitset): Bitset {
  const result = matching.slice();
  for (let at = 0; at < result.length; at++) {
    result[at] = (result[at] as number) | ((failingOneAtMost[at] as number) & ~(passing[at] as number));
  }
  return result;
}

function minAndMax(price: Float64Array, docs: Bitset): { min: number; max: number } | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  forEachDoc(docs, (docId) => {
    const docPrice = price[docId] as number;
    if (docPrice < min) min = docPrice;
    if (docPrice > max) max = docPrice;
  });
  return min <= max ? { min, max } : null;
}

export const docsOfKind = ({ kinds, uuids }: FacetIndex, kind: string): Bitset =>
  kinds.get(kind) ?? emptyBitset(uuids.length);

function productFilters(
  index: FacetIndex,
  candidates: Bitset,
  { price, monthly, values }: Conditions,
): ProductFilter[] {
  const { fields, options, uuids } = index;
  const filters: ProductFilter[] = [];
  if (price) filters.push({ key: 'price', passing: docsInRange(candidates, index.price, price) });
  if (monthly) {
    const vehicles = intersection(candidates, docsOfKind(index, 'VEHICLE'));
    const inRanges = monthly.map((range) => ({ bitset: docsInRange(vehicles, index.price, range) }));
    filters.push({ key: 'monthly_max', passing: union(uuids.length, inRanges) });
  }
  for (const [key, selected] of values) {
    if (options.has(key)) continue;
    const field = fields.get(key);
    const postings = selected.flatMap((value) => field?.postings[field.ids.get(value) ?? -1] ?? []);
    filters.push({ key, passing: union(uuids.length, postings) });
  }
  return filters;
}

/** What a result set offers to filter by, before any filter is selected. */
export type FacetScope = {
  unfiltered: FilterResult;
  /** Of its vehicles, which are all that is financed. Agorot. */
  vehiclePrices: { min: number; max: number } | null;
  /** For each facet, how many products have each value, sold-out variants included. A value with 0 is not shown. */
  counts: Map<string, Uint32Array>;
  /** For each facet, the value ids with a count in the order in which they are shown; filled when first asked for. */
  displayOrder: Map<string, number[]>;
  /** Facets that tell the products apart, in the order of `facetKeys`. */
  discriminating: string[];
};

/** A facet discriminates with 2 to 40 values that cover at least a tenth of the products. */
const MAX_VALUES = 40;
const MIN_COVERAGE = 0.1;

export function facetScope(
  index: FacetIndex,
  resultSet: Bitset,
  { kind, facetKeys }: { kind?: string | undefined; facetKeys: string[] },
): FacetScope {
  const { fields, options, uuids } = index;
  const unfiltered = applyFilters(index, resultSet, { kind, values: new Map() }, facetKeys);
  const { matching, total } = unfiltered;
  const count = facetCounter(matching);
  const counts = new Map<string, Uint32Array>();
  const discriminating: string[] = [];
  for (const key of facetKeys) {
    if (key === 'price' || key === 'monthly_max') discriminating.push(key);
    const facet = fields.get(key) ?? options.get(key);
    if (!facet) continue;
    const facetCounts = count(facet.postings);
    const values = facetCounts.filter((products) => products > 0).length;
    counts.set(key, facetCounts);
    if (values < 2 || values > MAX_VALUES) continue;
    const covered = cardinality(intersection(matching, union(uuids.length, facet.postings)));
    if (covered >= total * MIN_COVERAGE) discriminating.push(key);
  }
  const { priceRange } = applyFilters(index, matching, { kind: 'VEHICLE', values: new Map() });
  return { unfiltered, vehiclePrices: priceRange, counts, displayOrder: new Map(), discriminating };
}
