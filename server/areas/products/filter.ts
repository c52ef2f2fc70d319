import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { ProductsFilter } from '#contract/products.ts';
import { brands, products, storeProducts, variants } from '#db/schema/index.ts';
import { searchWords } from '#domain/search-text.ts';
import type { RequestContext } from '../../context.ts';

const listed = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const uuidPattern = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** What a variant costs in this store: its own price, else the store's for the product, else the product's. Agorot. */
export const variantPrice = sql<number>`coalesce(${variants.priceAgorot}, ${storeProducts.priceAgorot}, ${products.priceAgorot})`;

/** Lowest price among the product's variants in this store. Agorot. */
export const lowestPrice = sql<number>`coalesce((select min(coalesce(v.price_agorot, ${storeProducts.priceAgorot}, ${products.priceAgorot}))
  from variants v where v.product_uid = ${products.uuid} and v.active), ${storeProducts.priceAgorot}, ${products.priceAgorot})`;

/** Whether something of the product can be ordered now: `IN_STOCK` needs a piece, `PRE_ORDER` does not. */
export const canBeOrdered = sql<boolean>`(${products.stockPolicy} = 'PRE_ORDER' or (${products.stockPolicy} = 'IN_STOCK' and exists (
  select from variants v where v.product_uid = ${products.uuid} and v.active and v.stock > 0)))`;

/** Conditions on `store_products join products`: always the store first, then one for each filter given. */
export function conditions(ctx: RequestContext, filter: ProductsFilter): SQL | undefined {
  const slugs = listed(filter.slugs);
  const ids = listed(filter.ids).filter((id) => uuidPattern.test(id));
  const brandKeys = listed(filter.brand);
  const words = filter.search ? searchWords(filter.search) : [];
  return and(
    eq(storeProducts.storeUid, ctx.store.uuid),
    storeProducts.published,
    filter.collection
      ? sql`exists (select from collection_products cp join collections c on c.uuid = cp.collection_uid
          where cp.product_uid = ${products.uuid} and c.store_uid = ${ctx.store.uuid} and c.slug = ${filter.collection})`
      : undefined,
    filter.kind ? eq(products.kind, filter.kind) : undefined,
    brandKeys.length > 0
      ? inArray(
          products.brandUid,
          ctx.db
            .select({ uuid: brands.uuid })
            .from(brands)
            .where(and(eq(brands.companyUid, ctx.store.companyUid), inArray(brands.key, brandKeys))),
        )
      : undefined,
    filter.slugs === undefined ? undefined : slugs.length > 0 ? inArray(products.slug, slugs) : sql`false`,
    filter.ids === undefined ? undefined : ids.length > 0 ? inArray(products.uuid, ids) : sql`false`,
    ...words.map((word) => sql`${products.searchText} like ${`%${word}%`}`),
    filter.price_min === undefined ? undefined : sql`${lowestPrice} >= ${Math.round(filter.price_min * 100)}`,
    filter.price_max === undefined ? undefined : sql`${lowestPrice} <= ${Math.round(filter.price_max * 100)}`,
    hasValue('COLOR', listed(filter.color)),
    hasValue('SIZE', listed(filter.size)),
  );
}

function hasValue(type: string, names: string[]): SQL | undefined {
  if (names.length === 0) return undefined;
  return sql`exists (select from variants v join variant_values vv on vv.variant_uid = v.uuid
    where v.product_uid = ${products.uuid} and v.active and vv.type = ${type} and ${inArray(sql`vv.value_name`, names)})`;
}
