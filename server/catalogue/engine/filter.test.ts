import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bitsetOf,
  cardinality,
  contains,
  docsInRange,
  firstDocs,
  forEachDoc,
  intersection,
  isSubset,
} from './bitset.ts';
import { buildFacetIndex, type Columns, type FacetIndex, sortedDocs, updateProduct } from './facet-index.ts';
import { applyFilters, type Conditions, facetScope } from './filter.ts';
import { facetCounter, invertColumn, union, updatePosting } from './postings.ts';

/** Products as plain objects; the tests scan them one by one. */
type Variant = { orderable: boolean; color?: string | undefined; size?: string | undefined };
type Product = {
  kind: string;
  published: boolean;
  price: number;
  brand: string;
  use: string[];
  variants: Variant[];
};

const orUndefined = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const colors = ['red', 'black', 'white'];
const sizes = ['S', 'M', 'L'];
const brands = ['a', 'b', 'c', 'd'];
const uses = ['road', 'sport', 'work'];
const product: fc.Arbitrary<Product> = fc.record({
  kind: fc.constantFrom('VEHICLE', 'ACCESSORY'),
  published: fc.boolean(),
  price: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(Number.NaN)),
  brand: fc.constantFrom(...brands),
  use: fc.uniqueArray(fc.constantFrom(...uses)),
  variants: fc.array(
    fc.record({
      orderable: fc.boolean(),
      color: orUndefined(fc.constantFrom(...colors)),
      size: orUndefined(fc.constantFrom(...sizes)),
    }),
    { maxLength: 4 },
  ),
});
/** More than one word of bits, and values in sparse and in dense posting lists. */
const products = fc.array(product, { maxLength: 90 });

const selected = (...values: string[]) =>
  orUndefined(fc.uniqueArray(fc.constantFrom(...values, 'unknown'), { minLength: 1, maxLength: 3 }));
const range = fc
  .tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 }))
  .map(([from, to]) => ({ from, to }));
const conditions: fc.Arbitrary<Conditions> = fc
  .record({
    kind: orUndefined(fc.constantFrom('VEHICLE', 'ACCESSORY', 'unknown')),
    price: orUndefined(range),
    monthly: orUndefined(fc.array(range, { maxLength: 3 })),
    brand: selected(...brands),
    use: selected(...uses),
    color: selected(...colors),
    size: selected(...sizes),
  })
  .map(({ kind, price, monthly, ...values }) => ({
    kind,
    price,
    monthly,
    values: new Map(Object.entries(values).flatMap(([key, list]) => (list ? [[key, list]] : []))),
  }));

const facetKeys = ['price', 'brand', 'use', 'color', 'size'];

function indexOf(list: Product[]): FacetIndex {
  const variants = list.flatMap((one, docId) => one.variants.map((variant) => ({ docId, ...variant })));
  const option = (key: 'color' | 'size'): Columns['options'][number] => {
    const having = [...variants.keys()].filter((at) => variants[at]?.[key] !== undefined);
    return { key, variants: having, values: having.map((at) => variants[at]?.[key] as string) };
  };
  return buildFacetIndex({
    products: list.map(({ kind, published }, at) => ({ uuid: `uuid-${at}`, slug: `slug-${at}`, kind, published })),
    price: Float64Array.from(list, ({ price }) => price),
    fields: [
      { key: 'brand', docIds: [...list.keys()], values: list.map(({ brand }) => brand) },
      {
        key: 'use',
        docIds: list.flatMap(({ use }, docId) => use.map(() => docId)),
        values: list.flatMap(({ use }) => use),
      },
    ],
    variants: {
      docIds: variants.map(({ docId }) => docId),
      orderable: Uint8Array.from(variants, ({ orderable }) => Number(orderable)),
    },
    options: [option('color'), option('size')],
    collections: [],
    sortOrders: new Map(),
  });
}

const inRange = (price: number, bounds: Conditions['price']): boolean =>
  !bounds || (price >= bounds.from && price <= bounds.to);

function passes(one: Product, { kind, price, monthly, values }: Conditions): boolean {
  if (!one.published || (kind !== undefined && one.kind !== kind) || !inRange(one.price, price)) return false;
  if (monthly && (one.kind !== 'VEHICLE' || !monthly.some((bounds) => inRange(one.price, bounds)))) return false;
  const [brand, use, color, size] = ['brand', 'use', 'color', 'size'].map((key) => values.get(key));
  if (brand && !brand.includes(one.brand)) return false;
  if (use && !one.use.some((value) => use.includes(value))) return false;
  if (!color && !size) return true;
  return one.variants.some(
    (variant) =>
      variant.orderable &&
      (!color || color.includes(variant.color ?? '')) &&
      (!size || size.includes(variant.size ?? '')),
  );
}

const without = (all: Conditions, key: string): Conditions => ({
  ...all,
  price: key === 'price' ? undefined : all.price,
  monthly: key === 'monthly_max' ? undefined : all.monthly,
  values: new Map([...all.values].filter(([name]) => name !== key)),
});

const docsOf = (set: Uint32Array): number[] => {
  const docIds: number[] = [];
  forEachDoc(set, (docId) => docIds.push(docId));
  return docIds;
};

function agreesWithScan(index: FacetIndex, list: Product[], where: Conditions): void {
  const scan = (test: Conditions) => [...list.keys()].filter((docId) => passes(list[docId] as Product, test));
  const result = applyFilters(index, index.all, where, facetKeys);
  expect(docsOf(result.matching)).toEqual(scan(where));
  expect(result.total).toBe(scan(where).length);
  const active = [...where.values.keys(), ...(where.price ? ['price'] : []), ...(where.monthly ? ['monthly_max'] : [])];
  expect(Object.fromEntries(result.totalWithout)).toEqual(
    Object.fromEntries(active.map((key) => [key, scan(without(where, key)).length])),
  );
  const prices = scan(without(where, 'price')).flatMap((docId) => {
    const price = list[docId]?.price as number;
    return Number.isNaN(price) ? [] : [price];
  });
  expect(result.priceRange).toEqual(prices.length > 0 ? { min: Math.min(...prices), max: Math.max(...prices) } : null);
  for (const key of ['brand', 'use', 'color', 'size']) {
    const { values } = (index.fields.get(key) ?? index.options.get(key)) as { values: string[] };
    const counts = values.map((value) => {
      const others = without(where, key);
      return scan({ ...others, values: new Map([...others.values, [key, [value]]]) }).length;
    });
    expect([...(result.facetCounts.get(key) ?? [])], key).toEqual(counts);
  }
}

test('filters and disjunctive counts agree with a scan of the products', () => {
  fc.assert(
    fc.property(products, conditions, (list, where) => agreesWithScan(indexOf(list), list, where)),
    { numRuns: 200 },
  );
});

test('an index that was updated is the index of the updated products', () => {
  const update = fc.record({
    at: fc.nat(),
    price: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(Number.NaN)),
    published: fc.boolean(),
    orderable: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  });
  fc.assert(
    fc.property(
      fc.array(product, { minLength: 1, maxLength: 70 }),
      fc.array(update, { maxLength: 10 }),
      conditions,
      (before, updates, where) => {
        const index = indexOf(before);
        const list = structuredClone(before);
        sortedDocs(index, 'price');
        for (const { at, price, published, orderable } of updates) {
          const docId = at % list.length;
          const one = list[docId] as Product;
          one.variants.forEach((variant, number) => {
            variant.orderable = orderable[number] === true;
          });
          Object.assign(one, { price, published });
          updateProduct(index, docId, { price, published, orderable: one.variants.map((each) => each.orderable) });
        }
        agreesWithScan(index, list, where);
        agreesWithScan(index, list, { values: new Map() });
        expect([...sortedDocs(index, 'price')]).toEqual([...sortedDocs(indexOf(list), 'price')]);
      },
    ),
    { numRuns: 100 },
  );
});

test('prices ascend and descend, and those on request come last both ways', () => {
  fc.assert(
    fc.property(products, (list) => {
      const index = indexOf(list);
      for (const [sort, direction] of [['price', 1] as const, ['-price', -1] as const]) {
        const prices = [...sortedDocs(index, sort)].map((docId) => list[docId]?.price as number);
        const knownPrices = prices.filter((price) => !Number.isNaN(price));
        expect(knownPrices).toEqual(knownPrices.toSorted((a, b) => direction * (a - b)));
        expect(prices.slice(0, knownPrices.length)).toEqual(knownPrices);
      }
    }),
  );
});

test('facets discriminate with two values and more that cover a tenth of the products', () => {
  const list = Array.from(
    { length: 40 },
    (_, at): Product => ({
      kind: 'VEHICLE',
      published: true,
      price: at,
      brand: at % 2 ? 'a' : 'b',
      use: at < 3 ? ['road', 'sport'] : [],
      variants: [{ orderable: false, color: at < 4 ? 'red' : undefined, size: at < 4 ? String(at % 2) : undefined }],
    }),
  );
  const index = indexOf(list);
  const scope = facetScope(index, index.all, { facetKeys });
  // Three of forty say what they are for, and all that have a colour are red.
  expect(scope.discriminating).toEqual(['price', 'brand', 'size']);
  // Sold-out values are counted in the scope.
  expect([...(scope.counts.get('size') ?? [])]).toEqual([2, 2]);
  expect(scope.vehiclePrices).toEqual({ min: 0, max: 39 });
});

const length = 100;
const docIds = fc.uniqueArray(fc.nat(length - 1)).map((list) => list.sort((a, b) => a - b));

test('bitsets agree with sets', () => {
  fc.assert(
    fc.property(docIds, docIds, fc.nat(length), fc.nat(9), fc.nat(9), (a, b, limit, from, to) => {
      const [first, second] = [bitsetOf(length, a), bitsetOf(length, b)];
      expect(docsOf(first)).toEqual(a);
      expect(cardinality(first)).toBe(a.length);
      expect(firstDocs(first, limit)).toEqual(a.slice(0, limit));
      expect(docsOf(intersection(first, second))).toEqual(a.filter((docId) => b.includes(docId)));
      expect(isSubset(first, second)).toBe(a.every((docId) => b.includes(docId)));
      expect(isSubset(intersection(first, second), second)).toBe(true);
      expect(docsOf(union(length, [{ bitset: first }, { docIds: Uint32Array.from(b) }]))).toEqual(
        [...new Set([...a, ...b])].sort((x, y) => x - y),
      );
      const numbers = Float64Array.from({ length }, (_, at) => (at % 11 === 10 ? Number.NaN : at % 11));
      expect(docsOf(docsInRange(first, numbers, { from, to }))).toEqual(
        a.filter((docId) => (numbers[docId] as number) >= from && (numbers[docId] as number) <= to),
      );
    }),
  );
});

test('a column inverted, counted and updated agrees with the column', () => {
  const value = fc.integer({ min: -1, max: 5 });
  const column = fc.oneof(
    fc.array(fc.tuple(fc.nat(length - 1), value), { maxLength: 200 }),
    // Sparse lists, and documents that have a value twice.
    fc.array(fc.tuple(fc.nat(2), value), { maxLength: 12 }),
  );
  fc.assert(
    fc.property(column, docIds, fc.nat(length - 1), fc.boolean(), (pairs, docs, docId, isListed) => {
      const ascending = pairs.toSorted(([a], [b]) => a - b);
      const lists = invertColumn(
        length,
        6,
        ascending.map(([doc]) => doc),
        ascending.map(([, value]) => value),
      );
      const having = (value: number) => new Set(ascending.flatMap(([doc, own]) => (own === value ? [doc] : [])));
      const set = bitsetOf(length, docs);
      expect([...facetCounter(set)(lists)]).toEqual(
        [0, 1, 2, 3, 4, 5].map((value) => [...having(value)].filter((doc) => contains(set, doc)).length),
      );
      lists.forEach((list, value) => {
        const updated = having(value);
        if (isListed) updated.add(docId);
        else updated.delete(docId);
        expect(docsOf(union(length, [updatePosting(list, docId, isListed)]))).toEqual(
          [...updated].sort((a, b) => a - b),
        );
      });
    }),
  );
});
