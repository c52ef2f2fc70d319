import type { GetProductsQuery } from '#contract/catalogue/products.ts';
import { catalogueTag, listedTag, productsTag, settingsTag } from '#db/cache-tags.ts';
import type { Db } from '#db/client.ts';
import { notFilters, optionTypes, type ProductColumn } from '#domain/catalogue/filters.ts';
import { figureKeys } from '#domain/search/spoken/figures.ts';
import { sortKeys, specifiedNumber, specifiedScales } from '#domain/search/spoken/sort-orders.ts';
import type { RequestContext } from '../../context.ts';
import { buildFacetIndex, type FacetIndex, type FieldColumn, updateProduct } from '../engine/facet-index.ts';
import type { FacetScope } from '../engine/filter.ts';
import { automaticRanges, definitionsOf, type FieldDefinition, rangeOf } from './filter-fields.ts';
import {
  filterColumns,
  type OfferRow,
  type ProductRow,
  readOffers,
  readStore,
  type StoreRows,
  type SwatchRow,
} from './rows.ts';

export type Sort = GetProductsQuery['sort'];

/** A store's catalogue in memory (docs/decisions/0009): the index, and what is shown of its facets. */
export type Catalogue = FacetIndex & {
  /** By slug. */
  collectionUuids: Map<string, string>;
  definitions: FieldDefinition[];
  /** All facets in the order in which they are offered. */
  facetKeys: string[];
  /** A colour's hex or picture, by `TYPE:name`. */
  swatches: Map<string, SwatchRow>;
  /** Meta values that a search can name as figures, by key and document id; NaN where a product has none. */
  figures: Map<string, Float64Array>;
  /** The same to sort by: vehicles without the meta value have what they are specified by. */
  scales: Map<string, Float64Array>;
  /** Of collections by slug, of the store by `''`; dropped at every change. */
  scopes: Map<string, FacetScope>;
};

/** From memory until an operator changes the catalogue; refreshed as prices and stock change. */
export function getCatalogue({ db, store, cache }: Pick<RequestContext, 'db' | 'store' | 'cache'>): Promise<Catalogue> {
  return cache.get(
    `listing:${store.uuid}`,
    {
      // Its filters are defined by the store's settings.
      tags: [catalogueTag(store.uuid), settingsTag(store.uuid)],
      reload: [listedTag(store.uuid)],
      patch: {
        on: productsTag(store.uuid),
        apply: (catalogue, changed) => refreshCatalogue(db, store.uuid, catalogue, changed),
      },
      givesFormer: true,
    },
    () => loadCatalogue(db, store.uuid, store.settings.filters ?? []),
  );
}

async function loadCatalogue(db: Db, storeUid: string, storeFields: FieldDefinition[]): Promise<Catalogue> {
  const rows = await readStore(db, storeUid, specNames);
  const definitions = definitionsOf(storeFields);
  const index = buildFacetIndex({
    products: rows.products,
    price: lowestPrices(rows),
    fields: fieldColumns(rows, definitions),
    variants: { docIds: rows.variants.docIds, orderable: orderableVariants(rows) },
    options: rows.options.map((column) => ({ ...column, key: optionKey(column.key) })),
    collections: rows.collections,
    sortOrders: sortOrders(rows),
  });
  const figures = figuresOf(rows);
  const keys = new Set([...definitions.map(({ key }) => key), ...index.options.keys(), ...index.fields.keys()]);
  return {
    ...index,
    collectionUuids: new Map(rows.collections.map(({ uuid, slug }) => [slug, uuid])),
    definitions,
    facetKeys: [...keys].filter((key) => !notFilters.has(key)),
    swatches: new Map(rows.swatches.map((swatch) => [`${swatch.type}:${swatch.name}`, swatch])),
    figures,
    scales: scalesOf(rows, figures),
    scopes: new Map(),
  };
}

function figuresOf({ products, meta }: StoreRows): Map<string, Float64Array> {
  const columns = meta
    .map(({ key, ...column }) => ({ key: `meta.${key}`, ...column }))
    .filter(({ key }) => figureKeys.has(key) || sortKeys.has(key));
  return new Map(
    columns.map(({ key, docIds, values }) => {
      const numbers = new Float64Array(products.length).fill(Number.NaN);
      docIds.forEach((docId, at) => {
        numbers[docId] = Number(values[at]);
      });
      return [key, numbers];
    }),
  );
}

const specNames = specifiedScales.flatMap(({ names }) => names);

function scalesOf({ products, specs }: StoreRows, figures: Map<string, Float64Array>): Map<string, Float64Array> {
  const scales = new Map(figures);
  for (const { key, names, unit } of specifiedScales) {
    const columns = specs.filter((column) => names.includes(column.key));
    if (columns.length === 0) continue;
    const numbers = figures.get(key)?.slice() ?? new Float64Array(products.length).fill(Number.NaN);
    for (const { docIds, values, unit: specified } of columns) {
      docIds.forEach((docId, at) => {
        if (Number.isNaN(numbers[docId])) numbers[docId] = specifiedNumber(values[at] as string, specified, unit);
      });
    }
    scales.set(key, numbers);
  }
  return scales;
}

/**
 * Brings prices, stock and visibility of these products up to date; what changes more than that loads the catalogue
 * anew.
 */
async function refreshCatalogue(db: Db, storeUid: string, catalogue: Catalogue, changed: string[]): Promise<Catalogue> {
  const { byUuid, variantStart } = catalogue;
  for (const row of await readOffers(db, storeUid, changed)) {
    const docId = byUuid.get(row.uuid);
    const variants = row.variants ?? [];
    const isNew = docId === undefined;
    // A variant that was switched on or off moves the ordinals of all variants behind it.
    if (isNew || variants.length !== (variantStart[docId + 1] as number) - (variantStart[docId] as number)) {
      return loadCatalogue(db, storeUid, catalogue.definitions);
    }
    updateProduct(catalogue, docId, {
      price: lowestPrice(
        row.price,
        variants.map(([, price]) => price),
      ),
      published: row.published,
      orderable: variants.map(([isStocked]) => isOrderable(row, isStocked)),
    });
  }
  catalogue.scopes.clear();
  return catalogue;
}

/** What is made to order is to be had in all of its colours and sizes, as its card says. */
const isOrderable = ({ stock_policy }: Pick<OfferRow, 'stock_policy'>, isStocked: boolean): boolean =>
  stock_policy === 'PRE_ORDER' || stock_policy === 'ON_REQUEST' || (stock_policy === 'IN_STOCK' && isStocked);

/** A variant without a price of its own has the product's. NaN: on request. */
const lowestPrice = (price: number | null, variantPrices: (number | null)[]): number => {
  if (price === null) return Number.NaN;
  return variantPrices.length > 0 ? Math.min(...variantPrices.map((variantPrice) => variantPrice ?? price)) : price;
};

function lowestPrices({ products, variants }: StoreRows): Float64Array {
  let start = 0;
  return Float64Array.from(products, ({ price }, docId) => {
    let end = start;
    while (variants.docIds[end] === docId) end++;
    const docPrices = variants.prices.slice(start, end);
    start = end;
    return lowestPrice(price, docPrices);
  });
}

const orderableVariants = ({ products, variants }: StoreRows): Uint8Array =>
  Uint8Array.from(variants.docIds, (docId, variant) =>
    Number(isOrderable(products[docId] as ProductRow, variants.stocked[variant] === true)),
  );

function sortOrders({ products, byName, meta }: StoreRows): Map<string, Uint32Array> {
  const sorted = (compare: (a: ProductRow, b: ProductRow) => number): Uint32Array =>
    Uint32Array.from(products.keys()).sort(
      (a, b) => compare(products[a] as ProductRow, products[b] as ProductRow) || a - b,
    );
  const seats = meta.find(({ key }) => key === 'seat_mm');
  const seatOf = new Map(seats?.docIds.map((docId, at) => [products[docId], Number(seats.values[at])]));
  const seat = (product: ProductRow): number => seatOf.get(product) || Number.MAX_SAFE_INTEGER;
  return new Map([
    ['recommended', sorted((a, b) => a.position - b.position)],
    ['newest', sorted((a, b) => (b.year ?? 0) - (a.year ?? 0) || b.created - a.created)],
    ['name', Uint32Array.from(byName)],
    ['seat', sorted((a, b) => seat(a) - seat(b))],
  ]);
}

function fieldColumns({ products, meta }: StoreRows, definitions: FieldDefinition[]): FieldColumn[] {
  const ranges = new Map(definitions.map((field) => [field.key, field.ranges]));
  const ofProducts = (Object.keys(filterColumns) as ProductColumn[]).map((key): FieldColumn => {
    const docIds = [...products.keys()].filter((docId) => products[docId]?.[key] !== null);
    return { key, docIds, values: docIds.map((docId) => String(products[docId]?.[key])) };
  });
  const columns = ofProducts.concat(meta.map((column) => ({ ...column, key: `meta.${column.key}` })));
  return columns.map(({ key, docIds, values }) => {
    const bounds = ranges.get(key) ?? automaticRanges(values);
    const facetValues = bounds ? values.map((value) => rangeOf(bounds, Number(value))) : values;
    return { key, docIds, values: facetValues, isRanged: bounds !== undefined };
  });
}

/** Options by the type that variants have, and by the filter's name: an operator's own type is `option.<type>`. */
const optionKey = (type: string): string =>
  Object.entries(optionTypes).find(([, registered]) => registered === type)?.[0] ?? `option.${type}`;
export const optionType = (key: string): string =>
  Object.hasOwn(optionTypes, key) ? optionTypes[key as keyof typeof optionTypes] : key.replace(/^option\./, '');
