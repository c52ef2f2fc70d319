import type { FoundProducts, GetProductsQuery, ProductsBrand, ProductsFilter } from '#contract/catalogue/products.ts';
import { sql } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import type { RequestContext } from '../../context.ts';
import { listBrands } from '../../stores/stores.ts';
import { forEachDoc } from '../engine/bitset.ts';
import { applyFilters } from '../engine/filter.ts';
import { docIdsOnPage, getListing, pageOf } from '../listing/listing.ts';

/** A page of products of the store. Beyond the last page: no items, the true total. */
export async function getProducts(ctx: RequestContext, query: GetProductsQuery): Promise<FoundProducts> {
  const listing = await getListing(ctx, query, query.sort);
  return { ...(await pageOf(ctx, listing, query)), at_least: listing.truncated };
}

/** The store's vehicles by name, `most` at the most, and whether there are more. */
export async function listVehicleNames(
  ctx: RequestContext,
  most: number,
): Promise<{ vehicles: { slug: string; name: string }[]; more: boolean }> {
  const listing = await getListing(ctx, { kind: 'VEHICLE' }, 'name');
  const uuids = docIdsOnPage(listing, 1, most).map((docId) => listing.catalogue.uuids[docId] as string);
  const { rows } = await ctx.db.execute<{ uuid: string; slug: string; name: string }>(
    sql`select uuid, slug, name from products where uuid = any(${sql.param(uuids)}::uuid[])`,
  );
  const byUuid = new Map(rows.map(({ uuid, slug, name }) => [uuid, { slug, name }]));
  return { vehicles: uuids.flatMap((uuid) => byUuid.get(uuid) ?? []), more: listing.total > most };
}

export async function countProducts(
  ctx: RequestContext,
  filter: ProductsFilter,
): Promise<{ count: number; at_least: boolean }> {
  const { total, truncated } = await getListing(ctx, filter);
  return { count: total, at_least: truncated };
}

/** Shekels; both 0 when the filter leaves nothing. */
export async function getPriceRange(
  ctx: RequestContext,
  filter: ProductsFilter,
): Promise<{ min: number; max: number }> {
  const { catalogue, matching } = await getListing(ctx, filter, 'price');
  let min = Number.POSITIVE_INFINITY;
  let max = 0;
  forEachDoc(matching, (docId) => {
    const price = catalogue.price[docId] as number;
    if (price < min) min = price;
    if (price > max) max = price;
  });
  // None has a price that is shown.
  return min > max ? { min: 0, max: 0 } : { min: toShekels(min), max: toShekels(max) };
}

/** Brands that have something under the filter, in the company's order. */
export async function getProductsBrands(ctx: RequestContext, filter: ProductsFilter): Promise<ProductsBrand[]> {
  const [{ catalogue, resultSet, conditions }, brands] = await Promise.all([
    getListing(ctx, filter),
    listBrands(ctx, ctx.store.companyUid),
  ]);
  const { facetCounts } = applyFilters(catalogue, resultSet, conditions, ['brand']);
  // The counts leave the filter by brand out of account, which is of one brand or another: no product has two.
  const selected = conditions.values.get('brand');
  return brands.flatMap((brand) => {
    const id = catalogue.fields.get('brand')?.ids.get(brand.key);
    const products_count = id === undefined ? 0 : (facetCounts.get('brand')?.[id] ?? 0);
    return products_count > 0 && (!selected || selected.includes(brand.key)) ? [{ ...brand, products_count }] : [];
  });
}
