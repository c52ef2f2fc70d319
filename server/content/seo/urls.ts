import { catalogueTag, STORES } from '#db/cache-tags.ts';
import { products, storeProducts, stores } from '#db/schema/index.ts';
import { and, asc, eq, gt, isNull, sql } from '#db/sql.ts';
import { categoryPath, productPath } from '#domain/text/links.ts';
import { listCollections } from '../../catalogue/collections/collections.ts';
import { inStore, makeInStore } from '../../catalogue/parts/fits.ts';
import { listPartsVehicles } from '../../catalogue/parts/vehicles.ts';
import type { RequestContext, Store } from '../../context.ts';
import { dependOn } from '../../platform/cache-reads.ts';
import { listContentPages } from '../../stores/content-pages.ts';
import { listPostPaths } from '../blog/blogs.ts';

export type SitePath = { path: string; changed?: Date };

export const publicOrigin = (store: Pick<Store, 'publicDomain'>): string | null =>
  store.publicDomain && `https://${store.publicDomain}`;

/** For addresses in files that machines read: the public domain, or where there is none yet the host that was asked. */
export const siteOrigin = (ctx: RequestContext): string => publicOrigin(ctx.store) ?? ctx.origin;

/**
 * Domain of the product's home store, where that is another one with a public domain; also while it is closed for a
 * time.
 */
const homeDomain = sql<string | null>`(
  select s.public_domain from store_products h join ${stores} s on s.uuid = h.store_uid
  where h.product_uid = ${products.uuid} and h.is_home and h.published and (s.status = 'open' or (s.status = 'closed' and s.closed_until is not null))
    and h.store_uid <> ${storeProducts.storeUid} limit 1)`;

/** Origin of a product's canonical URL: one sold in several stores has one home. `null`: this store. */
export async function homeOrigin(ctx: RequestContext, productUid: string): Promise<string | null> {
  dependOn(STORES, catalogueTag(ctx.store.uuid));
  const [row] = await ctx.db
    .select({ domain: homeDomain })
    .from(storeProducts)
    .innerJoin(products, eq(products.uuid, storeProducts.productUid))
    .where(and(eq(storeProducts.storeUid, ctx.store.uuid), eq(storeProducts.productUid, productUid)));
  return row?.domain ? `https://${row.domain}` : null;
}

/** Some of the products whose home is this store, by slug: from a position on, or after a slug. */
export async function productPaths(
  ctx: RequestContext,
  { offset = 0, after = '', limit }: { offset?: number; after?: string; limit: number },
): Promise<(SitePath & { uid: string; slug: string })[]> {
  const rows = await ctx.db
    .select({ uid: products.uuid, slug: products.slug, changed: products.updatedAt })
    .from(storeProducts)
    .innerJoin(products, eq(products.uuid, storeProducts.productUid))
    .where(
      and(
        ...[eq(storeProducts.storeUid, ctx.store.uuid), storeProducts.published],
        ...[isNull(homeDomain), gt(products.slug, after)],
      ),
    )
    .orderBy(asc(products.slug))
    .offset(offset)
    .limit(limit);
  return rows.map((row) => ({ ...row, path: productPath(row.slug) }));
}

async function pagePaths(ctx: RequestContext): Promise<SitePath[]> {
  const [pages, makes] = await Promise.all([listContentPages(ctx), listPartsVehicles(ctx)]);
  const fixed = [
    ...['/', '/category', '/contact', '/distributors', '/cancellation', '/sitemap'],
    ...(makes.length > 0 ? ['/spare-parts'] : []),
    ...(ctx.store.settings.purchase?.trade_in ? ['/trade-in'] : []),
  ];
  return [
    ...fixed.map((path) => ({ path })),
    ...pages.map(({ slug, updatedAt }) => ({ path: `/page/${encodeURIComponent(slug)}`, changed: updatedAt })),
  ];
}

async function postPaths(ctx: RequestContext): Promise<SitePath[]> {
  const rows = await listPostPaths(ctx);
  const [newest] = rows;
  return [
    ...(newest ? [{ path: '/blog', changed: newest.updatedAt }] : []),
    ...rows.map(({ slug, updatedAt }) => ({ path: `/blog/${encodeURIComponent(slug)}`, changed: updatedAt })),
  ];
}

const categoryPaths = async (ctx: RequestContext): Promise<SitePath[]> =>
  (await listCollections(ctx)).map(({ slug }) => ({ path: categoryPath(slug.name) }));

/**
 * Each diagram for each vehicle that it is of and that the store has parts in it for: these are what the parts finder
 * leads to.
 */
async function diagramPaths(ctx: RequestContext, offset: number, limit: number): Promise<SitePath[]> {
  const { rows } = await ctx.db.execute<{ slug: string; model: string }>(sql`
    select a.slug, vehicle.slug as model from assemblies a join assembly_vehicles av on av.assembly_uid = a.uuid
    join products vehicle on vehicle.uuid = av.vehicle_uid
    where a.company_uid = ${ctx.store.companyUid} and ${makeInStore(ctx, sql`vehicle.brand_uid`)} and exists (
      select from callout_parts c join part_fits f on f.part_uid = c.part_uid and f.vehicle_uid = vehicle.uuid
      where c.assembly_uid = a.uuid and ${inStore(ctx, sql`c.part_uid`)})
    order by a.slug, vehicle.slug offset ${offset} limit ${limit}`);
  return rows.map(({ slug, model }) => ({
    path: `/spare-parts/${encodeURIComponent(slug)}?model=${encodeURIComponent(model)}`,
  }));
}

type Part = (ctx: RequestContext, offset: number, limit: number) => Promise<SitePath[]>;

const partOf =
  (list: (ctx: RequestContext) => Promise<SitePath[]>): Part =>
  async (ctx, offset, limit) =>
    (await list(ctx)).slice(offset, offset + limit);

/** Sitemap entries by kind: so many of them, from a position on. */
export const kinds = {
  pages: partOf(pagePaths),
  categories: partOf(categoryPaths),
  products: (ctx, offset, limit) => productPaths(ctx, { offset, limit }),
  posts: partOf(postPaths),
  diagrams: diagramPaths,
} satisfies Record<string, Part>;
