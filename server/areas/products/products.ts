import { asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { GetProductsQuery, ProductList, ProductsBrand, ProductsFilter } from '#contract/products.ts';
import { brands, products, storeProducts } from '#db/schema/index.ts';
import { toShekels } from '#domain/money.ts';
import type { RequestContext } from '../../context.ts';
import { conditions, lowestPrice } from './filter.ts';
import { getPreviews } from './previews.ts';

/** A page of products of the store. Beyond the last page: no items, the true total. */
export async function getProducts(ctx: RequestContext, query: GetProductsQuery): Promise<ProductList> {
  const { page, page_size } = query;
  const rows = await ctx.db
    .select({ uuid: products.uuid, total: sql<number>`count(*) over ()::int` })
    .from(storeProducts)
    .innerJoin(products, eq(products.uuid, storeProducts.productUid))
    .where(conditions(ctx, query))
    .orderBy(...order(query), asc(products.uuid))
    .limit(page_size)
    .offset((page - 1) * page_size);
  const items = await getPreviews(
    ctx,
    rows.map((row) => row.uuid),
  );
  const total = rows[0]?.total ?? (page > 1 ? await countProducts(ctx, query) : 0);
  return { items, total, page, page_size };
}

function order(query: GetProductsQuery): SQL[] {
  switch (query.sort) {
    case 'price':
      return [asc(lowestPrice)];
    case '-price':
      return [desc(lowestPrice)];
    case 'newest':
      return [sql`${products.year} desc nulls last`, desc(products.createdAt)];
    case 'name':
      return [asc(products.name)];
    case 'recommended':
      return recommended(query);
  }
}

/** The operator's order: of the asked-for list, else within the collection, else in the store. */
function recommended(query: GetProductsQuery): SQL[] {
  if (query.slugs) return [sql`array_position(string_to_array(${query.slugs}, ','), ${products.slug})`];
  if (query.ids) return [sql`array_position(string_to_array(${query.ids}, ','), ${products.uuid}::text)`];
  const inStore = asc(storeProducts.position);
  if (!query.collection) return [inStore];
  return [
    sql`(select cp.position from collection_products cp join collections c on c.uuid = cp.collection_uid
      where cp.product_uid = ${products.uuid} and c.store_uid = ${storeProducts.storeUid} and c.slug = ${query.collection})`,
    inStore,
  ];
}

export async function countProducts(ctx: RequestContext, filter: ProductsFilter): Promise<number> {
  const [row] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(storeProducts)
    .innerJoin(products, eq(products.uuid, storeProducts.productUid))
    .where(conditions(ctx, filter));
  return row?.count ?? 0;
}

/** Shekels; both 0 when the filter leaves nothing. */
export async function getPriceRange(
  ctx: RequestContext,
  filter: ProductsFilter,
): Promise<{ min: number; max: number }> {
  const [row] = await ctx.db
    .select({
      min: sql<number>`coalesce(min(${lowestPrice}), 0)::bigint`,
      max: sql<number>`coalesce(max(${lowestPrice}), 0)::bigint`,
    })
    .from(storeProducts)
    .innerJoin(products, eq(products.uuid, storeProducts.productUid))
    .where(conditions(ctx, filter));
  return { min: toShekels(Number(row?.min ?? 0)), max: toShekels(Number(row?.max ?? 0)) };
}

/** Brands that have something under the filter, in the company's order. */
export const getProductsBrands = (ctx: RequestContext, filter: ProductsFilter): Promise<ProductsBrand[]> =>
  ctx.db
    .select({ id: brands.uuid, key: brands.key, name: brands.name, name_en: brands.nameEn, products_count: count() })
    .from(storeProducts)
    .innerJoin(products, eq(products.uuid, storeProducts.productUid))
    .innerJoin(brands, eq(brands.uuid, products.brandUid))
    .where(conditions(ctx, filter))
    .groupBy(brands.uuid)
    .orderBy(asc(brands.position), asc(brands.key));
