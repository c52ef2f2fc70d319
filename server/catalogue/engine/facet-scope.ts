import { type Bitset, cardinality, intersection } from './bitset.ts';
import type { FacetIndex } from './facet-index.ts';
import { applyFilters, type FilterResult } from './filter.ts';
import { facetCounter, union } from './postings.ts';

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
