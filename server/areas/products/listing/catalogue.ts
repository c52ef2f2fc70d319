import type { GetProductsQuery } from '#contract/products.ts';
import type { Db } from '#db/client.ts';
import { definitionsOf, type FieldDefinition, rangeOf } from './fields.ts';
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

/** Values of the products: those of product `p` are `of[start[p]] … of[start[p + 1] - 1]`, by their place in `values`. */
export type Field = { values: string[]; ids: Map<string, number>; start: Uint32Array; of: Uint32Array };
/** One value of each variant, −1 where it has none. */
export type Option = { values: string[]; ids: Map<string, number>; of: Int32Array };

/**
 * A store's products as columns, so that a list with all its counts is one walk over them (docs/decisions/0009).
 * A product is its place in the order of uuids.
 */
export type Catalogue = {
  uuids: string[];
  byUuid: Map<string, number>;
  bySlug: Map<string, number>;
  shown: Uint8Array;
  /** The lowest of its variants, agorot. */
  price: Float64Array;
  kind: string[];
  fields: Map<string, Field>;
  options: Map<string, Option>;
  /** Variants of product `p`: `variantStart[p] … variantStart[p + 1] - 1`. */
  variantStart: Uint32Array;
  /** Whether the variant can be ordered now. */
  orderable: Uint8Array;
  looks: Map<string, ValueRow>;
  /** Every place, ascending. */
  all: Uint32Array;
  collections: Map<string, { filters: string[] | null; members: Uint32Array; order: Uint32Array }>;
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
  const all = Uint32Array.from(products.keys());
  const sorted = (compare: (a: ProductRow, b: ProductRow) => number): Uint32Array =>
    all.toSorted((a, b) => compare(products[a] as ProductRow, products[b] as ProductRow) || a - b);
  return {
    uuids: products.map(({ uuid }) => uuid),
    byUuid: new Map(products.map(({ uuid }, place) => [uuid, place])),
    bySlug: new Map(products.map(({ slug }, place) => [slug, place])),
    shown: Uint8Array.from(products, ({ published }) => Number(published)),
    kind: products.map(({ kind }) => kind),
    fields: fieldsOf(rows, definitions),
    ...variantsOf(rows),
    options: new Map(rows.options.map((list) => [optionKey(list.key), optionOf(rows.variants.places.length, list)])),
    looks: new Map(rows.looks.map((look) => [`${look.type}:${look.name}`, look])),
    collections: new Map(
      rows.members.map(({ slug, filters, places }) => {
        const order = Uint32Array.from(places);
        return [slug, { filters, order, members: order.toSorted() }];
      }),
    ),
    all,
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
    catalogue.shown[place] = Number(row.published);
    catalogue.price[place] = lowestPrice(row);
    (row.variants ?? []).forEach(([stocked], variant) => {
      catalogue.orderable[from + variant] = Number(isOrderable(row, stocked));
    });
  }
  catalogue.orders.delete('price');
  catalogue.orders.delete('-price');
  catalogue.scopes.clear();
  return catalogue;
}

const lowestPrice = ({ price, variants }: OfferRow): number =>
  variants ? Math.min(...variants.map(([, own]) => own ?? price)) : price;

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
      const bounds = ranges.get(key);
      const named = bounds ? values.map((value) => rangeOf(bounds, Number(value))) : values;
      return [key, fieldOf(products.length, places, named)];
    }),
  );
}

/** `places` ascend; two values of a product may fall into one range, which it then has once. */
function fieldOf(products: number, places: number[], names: string[]): Field {
  const { values, ids, idOf } = dictionary();
  const start = new Uint32Array(products + 1);
  const of: number[] = [];
  let at = 0;
  for (let place = 0; place < products; place++) {
    const first = of.length;
    for (; places[at] === place; at++) {
      const id = idOf(names[at] as string);
      if (!of.includes(id, first)) of.push(id);
    }
    start[place + 1] = of.length;
  }
  return { values, ids, start, of: Uint32Array.from(of) };
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
      lowest = Math.min(lowest, variants.prices[variant] ?? product.price);
    }
    price[place] = Number.isFinite(lowest) ? lowest : product.price;
    variantStart[place + 1] = variant;
  });
  return { variantStart, orderable, price };
}

function optionOf(variants: number, { places, values: names }: ValueList): Option {
  const { values, ids, idOf } = dictionary();
  const of = new Int32Array(variants).fill(-1);
  places.forEach((variant, at) => {
    of[variant] = idOf(names[at] as string);
  });
  return { values, ids, of };
}

/** `COLOR` is asked for as `color`, `SIZE` as `size`, an operator's own type as `option.<type>`. */
export const optionKey = (type: string): string =>
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

/** 1 at the places of these values. */
export function maskOf(length: number, ids: Map<string, number>, wanted: string[]): Uint8Array {
  const mask = new Uint8Array(length);
  for (const value of wanted) {
    const id = ids.get(value);
    if (id !== undefined) mask[id] = 1;
  }
  return mask;
}
