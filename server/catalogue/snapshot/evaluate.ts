import { type Bits, between, both, counter, each, none, size, union } from '../engine/places.ts';
import type { Catalogue } from './catalogue.ts';
import { type VariantFilters, variantFilters } from './variants.ts';

/** What a list is narrowed by. Each entry of `values` is one filter: a product has one of its values. */
export type Conditions = {
  kind?: string | undefined;
  price?: Range | undefined;
  /** The prices whose monthly payment is low enough; only vehicles are financed. */
  monthly?: Range | undefined;
  values: Map<string, string[]>;
};
export type Range = { from: number; to: number };

export type Evaluation = {
  found: Bits;
  total: number;
  /** For each of the fields and options asked for, how many products each value would leave under the *other* filters. */
  counts: Map<string, Uint32Array>;
  /** Lowest and highest price under the filters other than the price; `null` without products. Agorot. */
  prices: { min: number; max: number } | null;
  /** How many products there would be without this filter, by its key. */
  without: Map<string, number>;
};

/** A filter that looks at the product itself. */
type Test = { key: string; passing: Bits };

/**
 * A product that fails no filter is found; one that fails a single filter counts for that filter's own values only,
 * which makes the counts disjunctive. So that each filter is looked at once, whatever their number, two sets are kept of those
 * that fail: at least one, at least two.
 */
export function evaluate(
  catalogue: Catalogue,
  members: Bits,
  conditions: Conditions,
  countKeys: string[] = [],
): Evaluation {
  const shown = both(members, catalogue.shown);
  const candidates = conditions.kind === undefined ? shown : both(shown, kindOf(catalogue, conditions.kind));
  const tests = testsOf(catalogue, candidates, conditions);
  const { all, nearly } = combine(candidates, tests);
  const variants = variantFilters(catalogue, conditions.values);
  const orderable = variants.passing(nearly);
  const found = both(all, orderable);
  const total = size(found);
  const without = new Map([...variants.without(all)].map(([key, products]) => [key, size(products)]));
  const counts = new Map<string, Uint32Array>();
  let free = found;
  for (const { key, passing } of tests) {
    const others = join(found, orderable, passing);
    without.set(key, size(others));
    if (key === 'price') free = others;
    const field = countKeys.includes(key) && catalogue.fields.get(key);
    if (field) counts.set(key, counter(others)(field.places));
  }
  countRest(catalogue, { found, all, variants, keys: countKeys.filter((key) => !counts.has(key)) }, counts);
  return { found, total, counts, prices: spread(catalogue.price, free), without };
}

type Rest = { found: Bits; all: Bits; variants: VariantFilters; keys: string[] };

/** Fields that nothing is filtered by, and options. */
function countRest(
  { fields, options }: Catalogue,
  { found, all, variants, keys }: Rest,
  counts: Map<string, Uint32Array>,
) {
  const countFound = counter(found);
  for (const key of keys) {
    const field = fields.get(key);
    const option = options.get(key);
    if (field) counts.set(key, countFound(field.places));
    else if (option) counts.set(key, variants.count(all, key, option));
  }
}

/** Those that pass all, and those that fail one at the most. */
function combine(candidates: Bits, tests: Test[]): { all: Bits; nearly: Bits } {
  const all = candidates.slice();
  const nearly = candidates.slice();
  for (const { passing } of tests) {
    for (let at = 0; at < all.length; at++) {
      const passes = passing[at] as number;
      nearly[at] = (nearly[at] as number) & ((all[at] as number) | passes);
      all[at] = (all[at] as number) & passes;
    }
  }
  return { all, nearly };
}

/** Of those that fail one filter at the most: the found, and those that fail this one. */
function join(found: Bits, nearly: Bits, passing: Bits): Bits {
  const result = found.slice();
  for (let at = 0; at < result.length; at++) {
    result[at] = (result[at] as number) | ((nearly[at] as number) & ~(passing[at] as number));
  }
  return result;
}

function spread(price: Float64Array, products: Bits): { min: number; max: number } | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  each(products, (product) => {
    const own = price[product] as number;
    if (own < min) min = own;
    if (own > max) max = own;
  });
  return min <= max ? { min, max } : null;
}

const kindOf = ({ kinds, uuids }: Catalogue, kind: string): Bits => kinds.get(kind) ?? none(uuids.length);

function testsOf(catalogue: Catalogue, candidates: Bits, { price, monthly, values }: Conditions): Test[] {
  const { fields, options, uuids } = catalogue;
  const tests: Test[] = [];
  if (price) tests.push({ key: 'price', passing: between(candidates, catalogue.price, price) });
  if (monthly) {
    const vehicles = both(candidates, kindOf(catalogue, 'VEHICLE'));
    tests.push({ key: 'monthly_max', passing: between(vehicles, catalogue.price, monthly) });
  }
  for (const [key, wanted] of values) {
    if (options.has(key)) continue;
    const field = fields.get(key);
    const places = wanted.flatMap((value) => field?.places[field.ids.get(value) ?? -1] ?? []);
    tests.push({ key, passing: union(uuids.length, places) });
  }
  return tests;
}
