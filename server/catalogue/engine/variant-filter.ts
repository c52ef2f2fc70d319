import { type Bitset, forEachDoc, intersection, setBit } from './bitset.ts';
import type { FacetIndex, VariantFacet } from './facet-index.ts';
import { facetCounter, union } from './postings.ts';

export type VariantFilters = ReturnType<typeof variantFilters>;

/**
 * The filters that read variants. One variant has to pass all of them (red and M, and can be ordered), so that with
 * several filters the variants of the candidate products are scanned.
 */
export function variantFilters({ options, orderable, variantStart, uuids }: FacetIndex, values: Map<string, string[]>) {
  const filters = [...options].flatMap(([key, option]) => {
    const selected = values.get(key);
    if (!selected) return [];
    const ids = selected.flatMap((value) => option.ids.get(value) ?? []);
    const isSelected = new Uint8Array(option.values.length);
    for (const id of ids) isSelected[id] = 1;
    const docs = union(
      uuids.length,
      ids.flatMap((id) => option.orderable[id] ?? []),
    );
    return [{ key, valueIdOf: option.valueIdOf, isSelected, docs }];
  });
  type Filter = (typeof filters)[number];

  const passes = (variant: number, tests: Filter[]): boolean => {
    if (!orderable[variant]) return false;
    for (const { valueIdOf, isSelected } of tests) {
      const id = valueIdOf[variant] as number;
      if (id < 0 || !isSelected[id]) return false;
    }
    return true;
  };
  /** A superset: different variants of a product may pass different filters. */
  const candidatesAmong = (products: Bitset, tests: Filter[]): Bitset =>
    intersection(products, ...tests.map(({ docs }) => docs));

  /** The products with an orderable variant that has the selected values. Without such filters, all products. */
  function apply(products: Bitset, tests = filters): Bitset {
    const result = candidatesAmong(products, tests);
    if (tests.length < 2) return result;
    forEachDoc(result, (product) => {
      const end = variantStart[product + 1] as number;
      for (let variant = variantStart[product] as number; variant < end; variant++) if (passes(variant, tests)) return;
      setBit(result, product, false);
    });
    return result;
  }

  /** For each of these filters, the products that would pass without it. */
  const applyWithoutEach = (products: Bitset): Map<string, Bitset> =>
    new Map(
      filters.map(({ key }) => [
        key,
        apply(
          products,
          filters.filter((filter) => filter.key !== key),
        ),
      ]),
    );

  /** How many products have each value of the option in an orderable variant that passes the other filters. */
  function count(products: Bitset, key: string, option: VariantFacet): Uint32Array {
    const others = filters.filter((filter) => filter.key !== key);
    if (others.length === 0) return facetCounter(products)(option.orderable);
    const counts = new Uint32Array(option.values.length);
    /** The product last counted for each value, since several of its variants may have it. */
    const lastCounted = new Int32Array(option.values.length).fill(-1);
    forEachDoc(candidatesAmong(products, others), (product) => {
      const end = variantStart[product + 1] as number;
      for (let variant = variantStart[product] as number; variant < end; variant++) {
        const id = option.valueIdOf[variant] as number;
        if (id < 0 || lastCounted[id] === product || !passes(variant, others)) continue;
        lastCounted[id] = product;
        counts[id] = (counts[id] as number) + 1;
      }
    });
    return counts;
  }
  return { apply, applyWithoutEach, count };
}
