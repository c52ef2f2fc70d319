import { type Bits, both, counter, each, put, union } from '../engine/places.ts';
import type { Catalogue, Option } from './catalogue.ts';

export type VariantFilters = ReturnType<typeof variantFilters>;

/**
 * The filters that look at variants. Their values hold together (red and M is one variant that is both and can be ordered), so
 * that with several of them the variants of the products that come near are walked through.
 */
export function variantFilters({ options, orderable, variantStart, uuids }: Catalogue, values: Map<string, string[]>) {
  const filters = [...options].flatMap(([key, option]) => {
    const wanted = values.get(key);
    if (!wanted) return [];
    const ids = wanted.flatMap((value) => option.ids.get(value) ?? []);
    const mask = new Uint8Array(option.values.length);
    for (const id of ids) mask[id] = 1;
    const places = union(
      uuids.length,
      ids.flatMap((id) => option.orderable[id] ?? []),
    );
    return [{ key, of: option.of, mask, places }];
  });
  type Filter = (typeof filters)[number];

  const passes = (variant: number, tests: Filter[]): boolean => {
    if (!orderable[variant]) return false;
    for (const { of, mask } of tests) {
      const id = of[variant] as number;
      if (id < 0 || !mask[id]) return false;
    }
    return true;
  };
  const near = (products: Bits, tests: Filter[]): Bits => both(products, ...tests.map(({ places }) => places));

  /** Those with a variant that can be ordered and has the values asked for. Without such filters any product will do. */
  function passing(products: Bits, tests = filters): Bits {
    const result = near(products, tests);
    if (tests.length < 2) return result;
    each(result, (product) => {
      const end = variantStart[product + 1] as number;
      for (let variant = variantStart[product] as number; variant < end; variant++) if (passes(variant, tests)) return;
      put(result, product, false);
    });
    return result;
  }

  /** For each of these filters, which products would pass without it. */
  const without = (products: Bits): Map<string, Bits> =>
    new Map(
      filters.map(({ key }) => [
        key,
        passing(
          products,
          filters.filter((filter) => filter.key !== key),
        ),
      ]),
    );

  /** How many have each value of the option in a variant that can be ordered and passes the other filters. */
  function count(products: Bits, key: string, option: Option): Uint32Array {
    const others = filters.filter((filter) => filter.key !== key);
    if (others.length === 0) return counter(products)(option.orderable);
    const counts = new Uint32Array(option.values.length);
    /** The product that was last counted for each value: it counts once, however many of its variants have it. */
    const last = new Int32Array(option.values.length).fill(-1);
    each(near(products, others), (product) => {
      const end = variantStart[product + 1] as number;
      for (let variant = variantStart[product] as number; variant < end; variant++) {
        const id = option.of[variant] as number;
        if (id < 0 || last[id] === product || !passes(variant, others)) continue;
        last[id] = product;
        counts[id] = (counts[id] as number) + 1;
      }
    });
    return counts;
  }
  return { passing, without, count };
}
