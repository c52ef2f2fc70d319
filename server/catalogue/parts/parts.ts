import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { ProductList } from '#contract/catalogue/products.ts';
import { catalogueTag, partsTag, productsTag, shownTag } from '#db/cache-tags.ts';
import { products, storeProducts } from '#db/schema/index.ts';
import { joinedNumber } from '#domain/search/search-text.ts';
import type { RequestContext } from '../../context.ts';
import { dependOn } from '../../platform/cache-reads.ts';
import { getPreviews } from '../cards/previews.ts';
import { fitsVehicle } from './fits.ts';
import { vehicleUid } from './vehicles.ts';

type Query = {
  vehicle?: string | undefined;
  year?: number | undefined;
  number?: string | undefined;
  page: number;
  page_size: number;
};

/** Spare parts of the store. @throws NOT_FOUND for a vehicle that it has no parts for */
export async function getParts(
  ctx: RequestContext,
  { vehicle, year, number, page, page_size }: Query,
): Promise<ProductList> {
  const { uuid: store } = ctx.store;
  dependOn(catalogueTag(store), productsTag(store), shownTag(store), partsTag(store));
  const uid = vehicle === undefined ? undefined : await vehicleUid(ctx, vehicle);
  const plain = number === undefined ? undefined : joinedNumber(number);
  // A number without a letter or digit is no number, and finds nothing.
  if (plain === '') return { items: [], total: 0, page, page_size };
  const where = and(
    eq(storeProducts.storeUid, ctx.store.uuid),
    storeProducts.published,
    eq(products.kind, 'SPARE_PART'),
    uid === undefined ? undefined : fitsVehicle(sql`${products.uuid}`, uid, year),
    plain === undefined ? undefined : hasNumber(sql`like ${`${plain}%`}`),
  );
  const rows = await ctx.db
    .select({ uuid: products.uuid })
    .from(storeProducts)
    .innerJoin(products, eq(products.uuid, storeProducts.productUid))
    .where(where)
    .orderBy(
      ...(plain === undefined ? [] : [sql`${hasNumber(sql`= ${plain}`)} desc`]),
      asc(storeProducts.position),
      asc(products.uuid),
    )
    .limit(page_size)
    .offset((page - 1) * page_size);
  const [counted] = await ctx.db
    .select({ total: sql<number>`count(*)::int` })
    .from(storeProducts)
    .innerJoin(products, eq(products.uuid, storeProducts.productUid))
    .where(where);
  const items = await getPreviews(
    ctx,
    rows.map((row) => row.uuid),
  );
  return { items, total: counted?.total ?? 0, page, page_size };
}

/** The SKU or the part number, without its dashes; letters and digits only, so that nothing in it is a wildcard of `like`. */
const hasNumber = (matches: SQL): SQL =>
  sql`(${products.uuid} in (select v.product_uid from variants v
      where v.active and lower(regexp_replace(v.sku, '[^[:alnum:]]+', '', 'g')) ${matches})
    or ${products.uuid} in (select m.product_uid from product_meta m
      where m.key = 'part_number' and lower(regexp_replace(m.value, '[^[:alnum:]]+', '', 'g')) ${matches}))`;
