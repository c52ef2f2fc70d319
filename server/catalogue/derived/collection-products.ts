import type pg from 'pg';
import type { RowWriter } from './row-writer.ts';
import { sync, type Values } from './sync.ts';

export type CollectionRule = { products?: string[]; kind?: string; brand?: string; meta?: [string, string][] };
type Collection = { uuid: string; parent_uid: string | null; rule: CollectionRule };
type Product = { uuid: string; slug: string; kind: string; brand: string | null; meta: string[] };

/**
 * Where products stand in a category: those that it lists, in that sequence; then those of rules, its own before its
 * children's.
 */
type Places = { uuid: string; listed: Map<string, number>; rules: { rule: CollectionRule; place: number }[] };

/**
 * Products of every category of the company's stores, derived from the stored rules: of all products, or of `only`
 * these. A product's place says nothing of other products; within one place they follow the store's own order
 * (`snapshot/rows.ts`).
 */
export async function writeCollectionProducts(writer: RowWriter, only?: string[]): Promise<void> {
  const rows: Values[] = [];
  const writtenUids: string[] = [];
  for (const storeUid of writer.stores.values()) {
    const { rows: collections } = await writer.client.query<Collection>(
      'select uuid, parent_uid, rule from collections where store_uid = $1 order by position, slug',
      [storeUid],
    );
    if (collections.length === 0) continue;
    writtenUids.push(...collections.map(({ uuid }) => uuid));
    const products = await soldProducts(writer.client, storeUid, only);
    for (const places of collections.map((one) => placesOf(one, collections)))
      for (const product of products) {
        const position = placeIn(places, product);
        if (position !== undefined) rows.push({ collection_uid: places.uuid, product_uid: product.uuid, position });
      }
  }
  const replace = only ? { column: 'product_uid', values: only } : { column: 'collection_uid', values: writtenUids };
  await sync(writer, { table: 'collection_products', key: ['collection_uid', 'product_uid'], replace }, rows);
}

async function soldProducts(client: pg.ClientBase, storeUid: string, only?: string[]): Promise<Product[]> {
  const { rows } = await client.query<Product>(
    `select p.uuid, p.slug, p.kind, b.key as brand,
       array(select m.key || '=' || m.value from product_meta m where m.product_uid = p.uuid) as meta
     from store_products sp join products p on p.uuid = sp.product_uid left join brands b on b.uuid = p.brand_uid
     where sp.store_uid = $1 and ($2::uuid[] is null or p.uuid = any($2))`,
    [storeUid, only ?? null],
  );
  return rows;
}

/** How many of the store's products a category's rule selects, those aside that it lists. */
export const countRule = async (client: pg.ClientBase, storeUid: string, rule: CollectionRule): Promise<number> =>
  (await soldProducts(client, storeUid)).filter((product) => matches(product, rule)).length;

function placesOf(collection: Collection, all: Collection[]): Places {
  const places: Places = { uuid: collection.uuid, listed: new Map(), rules: [] };
  let place = 0;
  const add = ({ uuid, rule }: Collection): void => {
    for (const slug of rule.products ?? []) {
      if (!places.listed.has(slug)) places.listed.set(slug, place);
      place += 1;
    }
    places.rules.push({ rule, place });
    place += 1;
    for (const child of all) if (child.parent_uid === uuid) add(child);
  };
  add(collection);
  return places;
}

function placeIn({ listed, rules }: Places, product: Product): number | undefined {
  const byList = listed.get(product.slug);
  const byRule = rules.find(({ rule }) => matches(product, rule))?.place;
  return byList === undefined || byRule === undefined ? (byList ?? byRule) : Math.min(byList, byRule);
}

/**
 * A rule requires everything it names: kind, brand, and of each filter one of the values. An empty rule matches
 * nothing.
 */
function matches(product: Product, rule: CollectionRule): boolean {
  if (!rule.kind && !rule.brand && !rule.meta) return false;
  if (rule.kind && rule.kind !== product.kind) return false;
  if (rule.brand && rule.brand !== product.brand) return false;
  const conditions = rule.meta ?? [];
  return conditions.every(([key]) =>
    conditions.some(([other, value]) => other === key && product.meta.includes(`${key}=${value}`)),
  );
}
