import type { RowWriter } from './row-writer.ts';
import { sync } from './sync.ts';

type Rule = { products?: string[]; kind?: string; brand?: string; meta?: [string, string][] };
type Collection = { uuid: string; parent_uid: string | null; rule: Rule };
type Product = { uuid: string; slug: string; kind: string; brand: string | null; meta: string[] };

/**
 * Products of every category of the company's stores, derived anew from the stored rules, since a new product or
 * filter value may move it. Listed products come first, then those of the rules, then the children's.
 */
export async function writeCollectionProducts(writer: RowWriter): Promise<void> {
  for (const storeUid of writer.stores.values()) {
    const { rows: collections } = await writer.client.query<Collection>(
      'select uuid, parent_uid, rule from collections where store_uid = $1 order by position, slug',
      [storeUid],
    );
    if (collections.length === 0) continue;
    const { rows: products } = await writer.client.query<Product>(
      `select p.uuid, p.slug, p.kind, b.key as brand,
         array(select m.key || '=' || m.value from product_meta m where m.product_uid = p.uuid) as meta
       from store_products sp join products p on p.uuid = sp.product_uid left join brands b on b.uuid = p.brand_uid
       where sp.store_uid = $1 order by sp.position, p.slug`,
      [storeUid],
    );
    const rows = resolve(collections, products).flatMap(({ uuid, members }) =>
      members.map((product_uid, position) => ({ collection_uid: uuid, product_uid, position })),
    );
    const replace = { column: 'collection_uid', values: collections.map((one) => one.uuid) };
    await sync(writer, { table: 'collection_products', key: ['collection_uid', 'product_uid'], replace }, rows);
  }
}

function resolve(collections: Collection[], products: Product[]): { uuid: string; members: string[] }[] {
  const bySlug = new Map(products.map((product) => [product.slug, product.uuid]));
  const done = new Map<string, Set<string>>();
  const membersOf = (one: Collection): Set<string> => {
    const cached = done.get(one.uuid);
    if (cached) return cached;
    const listed = (one.rule.products ?? []).flatMap((slug) => bySlug.get(slug) ?? []);
    const ruled = products.filter((product) => matches(product, one.rule)).map((product) => product.uuid);
    const children = collections.filter((child) => child.parent_uid === one.uuid);
    const members = new Set([...listed, ...ruled, ...children.flatMap((child) => [...membersOf(child)])]);
    done.set(one.uuid, members);
    return members;
  };
  return collections.map((one) => ({ uuid: one.uuid, members: [...membersOf(one)] }));
}

/**
 * A rule requires everything it names: kind, brand, and of each filter one of the values. An empty rule matches
 * nothing.
 */
function matches(product: Product, rule: Rule): boolean {
  if (!rule.kind && !rule.brand && !rule.meta) return false;
  if (rule.kind && rule.kind !== product.kind) return false;
  if (rule.brand && rule.brand !== product.brand) return false;
  const conditions = rule.meta ?? [];
  return conditions.every(([key]) =>
    conditions.some(([other, value]) => other === key && product.meta.includes(`${key}=${value}`)),
  );
}
