import { type Bitset, bitsetOf, setBit } from './bitset.ts';
import { invertColumn, type PostingList, updatePosting } from './postings.ts';

/** The values of a field of products, and the posting list of each: `postings[ids.get(value)]`. */
type Facet = { values: string[]; ids: Map<string, number>; postings: PostingList[]; isRanged?: boolean };

/** The same for an option of variants; `valueIdOf` is the value id of each variant, −1 where it has none. */
export type VariantFacet = Facet & {
  valueIdOf: Int32Array;
  /** The products that have each value in a variant that can be ordered now. */
  orderable: PostingList[];
};

type CollectionDocs = { filters: string[] | null; docs: Bitset; sortOrder: Uint32Array };

/**
 * A store's products turned round: for each value, the products that have it. A product's document id is its ordinal.
 */
export type FacetIndex = {
  uuids: string[];
  byUuid: Map<string, number>;
  bySlug: Map<string, number>;
  all: Bitset;
  published: Bitset;
  /** The lowest of its variants, agorot; NaN, which is in no range, on request. */
  price: Float64Array;
  kinds: Map<string, Bitset>;
  fields: Map<string, Facet>;
  options: Map<string, VariantFacet>;
  /** Variants of document `d`: `variantStart[d] … variantStart[d + 1] - 1`. */
  variantStart: Uint32Array;
  /** Whether the variant can be ordered now. */
  orderable: Uint8Array;
  collections: Map<string, CollectionDocs>;
  /** All documents in each order. Those by price are made when first asked for, and dropped when a price changes. */
  sortOrders: Map<string, Uint32Array>;
};

/** Values of documents, which ascend. A document may stand several times. */
export type FieldColumn = { key: string; docIds: number[]; values: string[]; isRanged?: boolean };
/** Values of variants, by their ordinals. */
export type OptionColumn = { key: string; variants: number[]; values: string[] };

/** What the index is made of, column by column; `products` in the order of their document ids. */
export type Columns = {
  products: { uuid: string; slug: string; kind: string; published: boolean }[];
  price: Float64Array;
  fields: FieldColumn[];
  /** By variant ordinal: the document, ascending, and whether the variant can be ordered. */
  variants: { docIds: number[]; orderable: Uint8Array };
  options: OptionColumn[];
  collections: { slug: string; filters: string[] | null; docIds: number[] }[];
  sortOrders: Map<string, Uint32Array>;
};

export function buildFacetIndex(columns: Columns): FacetIndex {
  const { products, price, fields, variants, options, collections, sortOrders } = columns;
  const { length } = products;
  const docIds = Uint32Array.from(products.keys());
  const kinds = [...new Set(products.map(({ kind }) => kind))];
  return {
    uuids: products.map(({ uuid }) => uuid),
    byUuid: new Map(products.map(({ uuid }, docId) => [uuid, docId])),
    bySlug: new Map(products.map(({ slug }, docId) => [slug, docId])),
    all: bitsetOf(length, docIds),
    published: bitsetOf(
      length,
      docIds.filter((docId) => products[docId]?.published),
    ),
    price,
    kinds: new Map(
      kinds.map((kind) => [
        kind,
        bitsetOf(
          length,
          docIds.filter((docId) => products[docId]?.kind === kind),
        ),
      ]),
    ),
    fields: new Map(fields.map((column) => [column.key, buildFacet(length, column)])),
    options: new Map(options.map((column) => [column.key, buildVariantFacet(length, variants, column)])),
    variantStart: variantStarts(length, variants.docIds),
    orderable: variants.orderable,
    collections: new Map(
      collections.map(({ slug, filters, docIds: members }) => [
        slug,
        { filters, docs: bitsetOf(length, members), sortOrder: Uint32Array.from(members) },
      ]),
    ),
    sortOrders,
  };
}

type ProductState = { price: number; published: boolean /** Of each variant. */; orderable: boolean[] };

/**
 * Writes what changes from sale to sale into the index. The product has as many variants as when the index was built.
 */
export function updateProduct(index: FacetIndex, docId: number, { price, published, orderable }: ProductState): void {
  if (!Object.is(index.price[docId], price)) {
    index.price[docId] = price;
    index.sortOrders.delete('price');
    index.sortOrders.delete('-price');
  }
  setBit(index.published, docId, published);
  const start = index.variantStart[docId] as number;
  orderable.forEach((isOrderable, at) => {
    index.orderable[start + at] = Number(isOrderable);
  });
  for (const option of index.options.values()) updateOption(option, docId, start, orderable);
}

function updateOption(option: VariantFacet, docId: number, start: number, orderable: boolean[]): void {
  const byValue = new Map<number, boolean>();
  orderable.forEach((isOrderable, at) => {
    const id = option.valueIdOf[start + at] as number;
    if (id >= 0) byValue.set(id, byValue.get(id) || isOrderable);
  });
  for (const [id, isOrderable] of byValue) {
    option.orderable[id] = updatePosting(option.orderable[id] as PostingList, docId, isOrderable);
  }
}

/** All documents by `sort`: one of the index's own orders, or `price` and `-price`. */
export function sortedDocs({ sortOrders, price }: FacetIndex, sort: string): Uint32Array {
  const cached = sortOrders.get(sort);
  if (cached) return cached;
  const direction = sort === '-price' ? -1 : 1;
  // Prices on request come last in both directions.
  const isMissing = (docId: number): number => +Number.isNaN(price[docId]);
  const sorted = Uint32Array.from(price.keys()).sort(
    (a, b) => isMissing(a) - isMissing(b) || direction * ((price[a] as number) - (price[b] as number)) || a - b,
  );
  sortOrders.set(sort, sorted);
  return sorted;
}

function buildFacet(length: number, { docIds, values: names, isRanged }: FieldColumn): Facet {
  const { values, ids, encode } = dictionary();
  const valueIds = names.map(encode);
  return { values, ids, postings: invertColumn(length, values.length, docIds, valueIds), isRanged: isRanged === true };
}

function buildVariantFacet(
  length: number,
  { docIds, orderable }: Columns['variants'],
  { variants, values: names }: OptionColumn,
): VariantFacet {
  const { values, ids, encode } = dictionary();
  const valueIdOf = new Int32Array(docIds.length).fill(-1);
  variants.forEach((variant, at) => {
    valueIdOf[variant] = encode(names[at] as string);
  });
  const invert = (valueIds: Int32Array) => invertColumn(length, values.length, docIds, valueIds);
  const orderableValueOf = valueIdOf.map((id, variant) => (orderable[variant] ? id : -1));
  return { values, ids, valueIdOf, postings: invert(valueIdOf), orderable: invert(orderableValueOf) };
}

function variantStarts(length: number, docIds: number[]): Uint32Array {
  const starts = new Uint32Array(length + 1);
  for (const docId of docIds) starts[docId + 1] = (starts[docId + 1] as number) + 1;
  for (let docId = 0; docId < length; docId++) {
    starts[docId + 1] = (starts[docId + 1] as number) + (starts[docId] as number);
  }
  return starts;
}

/** Dictionary encoding: each distinct value once, under a small number. */
function dictionary() {
  const values: string[] = [];
  const ids = new Map<string, number>();
  const encode = (value: string): number => {
    const id = ids.get(value);
    if (id !== undefined) return id;
    ids.set(value, values.length);
    return values.push(value) - 1;
  };
  return { values, ids, encode };
}
