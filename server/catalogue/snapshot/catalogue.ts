import type { GetProductsQuery } from '#contract/catalogue/products.ts';
import type { Db } from '#db/client.ts';
import { type Bits, bitsOf, type Places, placesByValue, put, withPlace } from '../engine/places.ts';
import { automaticRanges, definitionsOf, type FieldDefinition, rangeOf } from './fields.ts';
import {
  type OfferRow,
  type ProductRow,
  readOffers,
  readStore,
  type StoreRows,
  type ValueList,
  type ValueRow,
} from './rows.ts';
import type { Scope } from './scope.ts';

export type Sort = GetProductsQuery['sort'];

/** Values of products, and who has each: `places[ids.get(value)]`. */
type Field = { values: string[]; ids: Map<string, number>; places: Places[]; ranged?: boolean };
/** Values of variants; `of` is one of each variant, −1 where it has none. */
export type Option = Field & {
  of: Int32Array;
  /** The products that have each value in a variant that can be ordered now. */
  orderable: Places[];
};

/**
 * A store's products as sets for each value, so that a list with all its counts is made of ANDs (docs/decisions/0009).
 * A product is its place in the order of uuids.
 */
export type Catalogue = {
  uuids: string[];
  byUuid: Map<string, number>;
  bySlug: Map<string, number>;
  shown: Bits;
  /** The lowest of its variants, agorot; NaN, which no range holds, on request. */
  price: Float64Array;
  kinds: Map<string, Bits>;
  fields: Map<string, Field>;
  options: Map<string, Option>;
  /** Variants of product `p`: `variantStart[p] … variantStart[p + 1] - 1`. */
  variantStart: Uint32Array;
  /** Whether the variant can be ordered now. */
  orderable: Uint8Array;
  looks: Map<string, ValueRow>;
  all: Bits;
  collections: Map<string, { filters: string[] | null; members: Bits; order: Uint32Array }>;
  definitions: FieldDefinition[];
  /** All products in the order of each sort. Those by price are made when first asked for, and lost when a price changes. */
  orders: Map<Sort, Uint32Array>;
  /** Of collections by slug, of the store by `''`; lost likewise. */
  scopes: Map<string, Scope>;
};

export async function loadCatalogue(db: Db, storeUid: string, own: FieldDefinition[]): Promise<Catalogue> {
  const rows = await readStore(db, storeUid);
  const { products } = rows;
  const definitions = definitionsOf(own);
  const sold = variantsOf(rows);
  const length = products.length;
  const everything = Uint32Array.from(products.keys());
  const sorted = (compare: (a: ProductRow, b: ProductRow) => number): Uint32Array =>
    everything.toSorted((a, b) => compare(products[a] as ProductRow, products[b] as ProductRow) || a - b);
  return {
    uuids: products.map(({ uuid }) => uuid),
    byUuid: new Map(products.map(({ uuid }, place) => [uuid, place])),
    bySlug: new Map(products.map(({ slug }, place) => [slug, place])),
    shown: bitsOf(
      length,
      everything.filter((place) => products[place]?.published),
    ),
    kinds: new Map(
      [...new Set(products.map(({ kind }) => kind))].map((kind) => [
        kind,
        bitsOf(
          length,
          everything.filter((place) => products[place]?.kind === kind),
        ),
      ]),
    ),
    fields: fieldsOf(rows, definitions),
    ...sold,
    options: new Map(rows.options.map((list) => [optionKey(list.key), optionOf(rows, sold.orderable, list)])),
    looks: new Map(rows.looks.map((look) => [`${look.type}:${look.name}`, look])),
    collections: new Map(
      rows.members.map(({ slug, filters, places }) => {
        const order = Uint32Array.from(places);
        return [slug, { filters, order, members: bitsOf(length, order) }];
      }),
    ),
    all: bitsOf(length, everything),
    definitions,
    orders: new Map([
      ['recommended', sorted((a, b) => a.position - b.position)],
      ['newest', sorted((a, b) => (b.year ?? 0) - (a.year ?? 0) || b.created - a.created)],
      ['name', Uint32Array.from(rows.byName)],
    ]),
    scopes: new Map(),
  };
}

/** The same catalogue after these products have got other prices, stock or visibility. */
export async function mendCatalogue(
  db: Db,
  storeUid: string,
  catalogue: Catalogue,
  changed: string[],
): Promise<Catalogue> {
  for (const row of await readOffers(db, storeUid, changed)) {
    const place = catalogue.byUuid.get(row.uuid);
    const from = place === undefined ? 0 : (catalogue.variantStart[place] as number);
    const count = place === undefined ? -1 : (catalogue.variantStart[place + 1] as number) - from;
    // A new product, or a variant that was switched on or off: the columns have other lengths.
    if (place === undefined || (row.variants ?? []).length !== count) {
      return loadCatalogue(db, storeUid, catalogue.definitions);
    }
    const price = lowestPrice(row);
    if (!Object.is(catalogue.price[place], price)) {
      catalogue.price[place] = price;
      catalogue.orders.delete('price');
      catalogue.orders.delete('-price');
    }
    put(catalogue.shown, place, row.published);
    (row.variants ?? []).forEach(([stocked], variant) => {
      catalogue.orderable[from + variant] = Number(isOrderable(row, stocked));
    });
    for (const option of catalogue.options.values()) mendOption(catalogue, option, place);
  }
  catalogue.scopes.clear();
  return catalogue;
}

function mendOption({ orderable, variantStart }: Catalogue, option: Option, place: number): void {
  const there = new Map<number, boolean>();
  const end = variantStart[place + 1] as number;
  for (let variant = variantStart[place] as number; variant < end; variant++) {
    const id = option.of[variant] as number;
    if (id >= 0) there.set(id, there.get(id) || orderable[variant] === 1);
  }
  for (const [id, can] of there) option.orderable[id] = withPlace(option.orderable[id] as Places, place, can);
}

const lowestPrice = ({ price, variants }: OfferRow): number => {
  if (price === null) return Number.NaN;
  return variants ? Math.min(...variants.map(([, own]) => own ?? price)) : price;
};

const isOrderable = ({ stock_policy }: Pick<OfferRow, 'stock_policy'>, stocked: boolean): boolean =>
  stock_policy === 'PRE_ORDER' || (stock_policy === 'IN_STOCK' && stocked);

function fieldsOf({ products, meta }: StoreRows, definitions: FieldDefinition[]): Map<string, Field> {
  const ranges = new Map(definitions.map((field) => [field.key, field.ranges]));
  const own = (key: 'brand' | 'licence_class' | 'year'): ValueList => {
    const places = [...products.keys()].filter((place) => products[place]?.[key] !== null);
    return { key, places, values: places.map((place) => String(products[place]?.[key])) };
  };
  const lists = [own('brand'), own('licence_class'), own('year')].concat(
    meta.map((list) => ({ ...list, key: `meta.${list.key}` })),
  );
  return new Map(
    lists.map(({ key, places, values }) => {
      const bounds = ranges.get(key) ?? automaticRanges(values);
      const named = bounds ? values.map((value) => rangeOf(bounds, Number(value))) : values;
      return [key, { ...fieldOf(products.length, places, named), ranged: bounds !== undefined }];
    }),
  );
}

/** `places` ascend; two values of a product may fall into one range, which it then has once. */
function fieldOf(products: number, places: number[], names: string[]): Field {
  const { values, ids, idOf } = dictionary();
  const own = names.map(idOf);
  return { values, ids, places: placesByValue(products, values.length, places, own) };
}

function variantsOf({ products, variants }: StoreRows): Pick<Catalogue, 'variantStart' | 'orderable' | 'price'> {
  const variantStart = new Uint32Array(products.length + 1);
  const orderable = new Uint8Array(variants.places.length);
  const price = new Float64Array(products.length);
  let variant = 0;
  products.forEach((product, place) => {
    let lowest = Number.POSITIVE_INFINITY;
    for (; variants.places[variant] === place; variant++) {
      orderable[variant] = Number(isOrderable(product, variants.stocked[variant] === true));
      if (product.price !== null) lowest = Math.min(lowest, variants.prices[variant] ?? product.price);
    }
    price[place] = Number.isFinite(lowest) ? lowest : (product.price ?? Number.NaN);
    variantStart[place + 1] = variant;
  });
  return { variantStart, orderable, price };
}

function optionOf(
  { products, variants }: StoreRows,
  orderable: Uint8Array,
  { places, values: names }: ValueList,
): Option {
  const { values, ids, idOf } = dictionary();
  const of = new Int32Array(variants.places.length).fill(-1);
  places.forEach((variant, at) => {
    of[variant] = idOf(names[at] as string);
  });
  const having = (own: Int32Array) => placesByValue(products.length, values.length, variants.places, own);
  return {
    values,
    ids,
    of,
    places: having(of),
    orderable: having(of.map((id, variant) => (orderable[variant] ? id : -1))),
  };
}

/** `COLOR` is asked for as `color`, `SIZE` as `size`, an operator's own type as `option.<type>`. */
const optionKey = (type: string): string =>
  type === 'COLOR' || type === 'SIZE' ? type.toLowerCase() : `option.${type}`;
export const optionType = (key: string): string =>
  key.startsWith('option.') ? key.slice('option.'.length) : key.toUpperCase();

function dictionary() {
  const values: string[] = [];
  const ids = new Map<string, number>();
  const idOf = (value: string): number => {
    const known = ids.get(value);
    if (known !== undefined) return known;
    ids.set(value, values.length);
    return values.push(value) - 1;
  };
  return { values, ids, idOf };
}
