import { type Catalogue, type Field, maskOf } from './catalogue.ts';
import { walkVariants } from './variants.ts';

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
  /** 1 at the place of each product that was found. */
  found: Uint8Array;
  total: number;
  /** For each of the fields and options asked for, how many products each value would leave under the *other* filters. */
  counts: Map<string, Uint32Array>;
  /** Lowest and highest price under the filters other than the price; `null` without products. Agorot. */
  prices: { min: number; max: number } | null;
  /** How many products there would be without this filter, by its key. */
  without: Map<string, number>;
};

/** `passes` is asked of each product once; a filter is a column of answers, which is what makes the walk quick. */
type Test = { key: string; passes: (product: number) => boolean };

/**
 * A product that fails no filter is found; one that fails a single filter counts for that filter's own values only,
 * which makes the counts disjunctive. `members` ascend, so that the columns are read as they lie in memory.
 */
export function evaluate(
  catalogue: Catalogue,
  members: Uint32Array,
  conditions: Conditions,
  countKeys: string[] = [],
): Evaluation {
  const { price, fields } = catalogue;
  const tests = testsOf(catalogue, conditions);
  const { fails, failed } = runTests(catalogue, members, conditions.kind, tests);
  const options = walkVariants(catalogue, conditions.values, countKeys);
  const counted = countKeys.flatMap((key) => {
    const field = fields.get(key);
    return field ? [{ key, field, counts: new Uint32Array(field.values.length) }] : [];
  });
  const own = tests.map(({ key }) => counted.find((one) => one.key === key));
  const found = new Uint8Array(price.length);
  const without = new Map<string, number>();
  const add = (key: string): void => void without.set(key, (without.get(key) ?? 0) + 1);
  let total = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;

  function see(product: number): void {
    min = Math.min(min, price[product] as number);
    max = Math.max(max, price[product] as number);
  }
  function find(product: number): void {
    found[product] = 1;
    total++;
    see(product);
    for (const { field, counts } of counted) count(field, counts, product);
  }
  function miss(product: number, test: number): void {
    const key = tests[test]?.key as string;
    add(key);
    if (key === 'price') see(product);
    const one = own[test];
    if (one) count(one.field, one.counts, product);
  }

  for (const product of members) {
    const failures = fails[product] as number;
    if (failures > 1) continue;
    const missing = options.walk(product, failures === 0);
    if (missing + failures > 1) continue;
    if (missing === 1) options.missed.forEach(add);
    else if (failures === 1) miss(product, failed[product] as number);
    else find(product);
  }
  for (const [key, number] of without) without.set(key, number + total);
  return {
    found,
    total,
    counts: new Map([...counted, ...options.counted].map(({ key, counts }) => [key, counts])),
    prices: min <= max ? { min, max } : null,
    without,
  };
}

function count({ start, of }: Field, counts: Uint32Array, product: number): void {
  const end = start[product + 1] as number;
  for (let at = start[product] as number; at < end; at++) {
    const id = of[at] as number;
    counts[id] = (counts[id] as number) + 1;
  }
}

/** How many tests each product fails (two stand for more, and for one that is not shown), and which was the last. */
function runTests({ shown, kind }: Catalogue, members: Uint32Array, wanted: string | undefined, tests: Test[]) {
  const fails = new Uint8Array(shown.length);
  const failed = new Uint8Array(shown.length);
  for (const product of members) {
    if (!shown[product] || (wanted !== undefined && kind[product] !== wanted)) fails[product] = 2;
  }
  tests.forEach(({ passes }, index) => {
    for (const product of members) {
      const before = fails[product] as number;
      if (before > 1 || passes(product)) continue;
      fails[product] = before + 1;
      failed[product] = index;
    }
  });
  return { fails, failed };
}

/** The filters that look at the product itself. */
function testsOf({ price, kind, fields, options }: Catalogue, conditions: Conditions): Test[] {
  const within = ({ from, to }: Range, product: number): boolean => {
    const own = price[product] as number;
    return own >= from && own <= to;
  };
  const tests: Test[] = [];
  const { price: prices, monthly, values } = conditions;
  if (prices) tests.push({ key: 'price', passes: (product) => within(prices, product) });
  if (monthly) {
    tests.push({ key: 'monthly_max', passes: (product) => kind[product] === 'VEHICLE' && within(monthly, product) });
  }
  for (const [key, wanted] of values) {
    const field = fields.get(key);
    if (field) tests.push(fieldTest(key, field, wanted));
    else if (!options.has(key)) tests.push({ key, passes: () => false });
  }
  return tests;
}

function fieldTest(key: string, { values, ids, start, of }: Field, wanted: string[]): Test {
  const mask = maskOf(values.length, ids, wanted);
  return {
    key,
    passes(product) {
      const end = start[product + 1] as number;
      for (let at = start[product] as number; at < end; at++) if (mask[of[at] as number]) return true;
      return false;
    },
  };
}
