import { z } from 'zod';
import { poolOf } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { filterDefinition } from '#domain/catalogue/filters.ts';
import { isolate } from '#domain/text/format.ts';
import { countRule } from '../../catalogue/derived/collection-products.ts';
import { definitionsOf, type FieldDefinition } from '../../catalogue/snapshot/filter-fields.ts';
import { promotionsOfCategories } from '../../checkout/pricing/promotions-of-categories.ts';
import { findLinks } from '../../content/links.ts';
import { refuse } from '../../platform/errors.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { linkNames } from '../content/led-to.ts';
import { versionOf } from '../products/change-product.ts';
import { type CategoryFile, readTree } from './tree.ts';

const MAX_SHOWN = 500;

async function placeOf(ctx: Allowed, store: string) {
  const { rows } = await ctx.db.execute<{ key: string; name: string; public_domain: string | null }>(
    sql`select key, name, public_domain from stores where uuid = ${store}`,
  );
  const [row] = rows;
  if (!row) throw refuse('NOT_FOUND');
  const url = siteUrl(ctx.env, { key: row.key, publicDomain: row.public_domain });
  return { store: { uuid: store, name: row.name, url }, may: { edit: may(ctx.staff, 'products.edit', store) } };
}

/** What a new sequence of the tree is compared by. */
export const treeVersion = (tree: { uuid: string; parent: string | null }[]): string =>
  versionOf(tree.map(({ uuid, parent }) => [uuid, parent]));

export const listCategories = officeCall(
  {
    name: 'categories.list',
    permission: 'products.read',
    input: z.object({ store: z.uuid() }),
    kind: 'read',
    entity: 'store',
  },
  async (ctx, { store }) => {
    const tree = await readTree(ctx.db, store);
    const { rows } = await ctx.db.execute<{ uuid: string; products: number }>(sql`
      select c.uuid, count(cp.product_uid)::int as products from collections c left join collection_products cp on cp.collection_uid = c.uuid
      where c.store_uid = ${store} group by c.uuid`);
    const counts = new Map(rows.map(({ uuid, products }) => [uuid, products]));
    const uuids = new Map(tree.map(({ slug, uuid }) => [slug, uuid]));
    return {
      categories: tree.map(({ uuid, parent, slug, name }) => ({
        uuid,
        parent: parent === null ? null : (uuids.get(parent) ?? null),
        slug,
        name,
        products: counts.get(uuid) ?? 0,
      })),
      version: treeVersion(tree),
      ...(await placeOf(ctx, store)),
    };
  },
);

type Member = { uuid: string; slug: string; name: string; media: string | null; published: boolean };

/** A category with its products in their sequence, and what goes with it. */
export const readCategory = officeCall(
  {
    name: 'categories.read',
    permission: 'products.read',
    input: z.object({ category: z.uuid() }),
    kind: 'read',
    entity: 'category',
  },
  async (ctx, { category: uuid }) => {
    const { db } = ctx;
    const store = ctx.storeUid ?? '';
    const tree = await readTree(db, store);
    const category = tree.find((one) => one.uuid === uuid);
    if (!category) throw refuse('NOT_FOUND');
    const { slug, parent, name, text, banner, products, rule_kind, rule_brand, rule_meta, filters } = category;
    const [members, total, former, links, promotions, keys, own] = await Promise.all([
      db.execute<Member>(sql`
        select p.uuid, p.slug, p.name, sp.published,
          (select i.media from product_images i where i.product_uid = p.uuid and i.view not like 'spin-%' order by i.position limit 1) as media
        from collection_products cp join products p on p.uuid = cp.product_uid
          join store_products sp on sp.product_uid = p.uuid and sp.store_uid = ${store}
        where cp.collection_uid = ${uuid} order by cp.position, sp.position, p.slug limit ${MAX_SHOWN}`),
      db.execute<{ total: number }>(
        sql`select count(*)::int as total from collection_products where collection_uid = ${uuid}`,
      ),
      db.execute<{ slug: string }>(
        sql`select slug from slug_history where entity_uid = ${uuid} and entity_type = 'COLLECTION' order by slug`,
      ),
      findLinks(db, store, 'category', [slug]),
      promotionsOfCategories(db, store, [slug]),
      db.execute<{ filter: string }>(sql`
        select distinct 'meta.' || m.key as filter from product_meta m join collection_products cp on cp.product_uid = m.product_uid
        where cp.collection_uid = ${uuid} and m.key <> 'part_number'
        union select distinct 'option.' || x.type from variant_values x join variants v on v.uuid = x.variant_uid
          join collection_products cp on cp.product_uid = v.product_uid
        where cp.collection_uid = ${uuid} and x.type not in ('COLOR', 'SIZE') order by 1`),
      db.execute<{ filters: FieldDefinition[] | null }>(
        sql`select settings->'filters' as filters from stores where uuid = ${store}`,
      ),
    ]);
    const called = new Map(definitionsOf(own.rows[0]?.filters ?? []).map(({ key, name }) => [key, name]));
    const offered = ['price', 'monthly_max', 'brand', 'color', 'size', 'licence_class', 'year'];
    const names = [...new Set([...offered, ...keys.rows.map(({ filter }) => filter), ...filters])];
    const file: Omit<CategoryFile, 'parent' | 'products' | 'position' | 'former_slugs'> = {
      ...{ name, slug, text, banner, rule_kind, rule_brand, rule_meta, filters },
    };
    return {
      uuid,
      file,
      listed: products,
      listVersion: versionOf(products),
      members: members.rows,
      total: total.rows[0]?.total ?? 0,
      former: former.rows.map((row) => row.slug),
      ledBy: [...linkNames(links), ...promotions.map((promotion) => `המבצע ״${isolate(promotion.name)}״`)],
      parent: tree.find((one) => one.slug === parent)?.name ?? null,
      children: tree.filter((one) => one.parent === slug).map((one) => one.name),
      filterChoices: names.map((filter) => ({
        value: filter,
        label: called.get(filter) ?? filterDefinition(filter).name,
      })),
      ...(await placeOf(ctx, store)),
    };
  },
);

/** How many products a rule selects that isn't saved yet. */
export const countCategory = officeCall(
  {
    name: 'categories.count',
    permission: 'products.read',
    input: z.object({
      store: z.uuid(),
      kind: z.string().max(40).default(''),
      brand: z.string().max(100).default(''),
      meta: z.array(z.string().max(300)).max(50).default([]),
    }),
    kind: 'read',
    entity: 'store',
  },
  async (ctx, { store, kind, brand, meta }): Promise<number> => {
    const pairs = meta.map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    });
    const client = await poolOf(ctx.db).connect();
    try {
      return await countRule(client, store, {
        ...(kind && { kind }),
        ...(brand && { brand }),
        ...(pairs.length > 0 && { meta: pairs }),
      });
    } finally {
      client.release();
    }
  },
);
