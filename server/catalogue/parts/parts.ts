import type { Part, PartList } from '#contract/catalogue/parts.ts';
import { catalogueTag, partsTag, productsTag, productTag, shownTag } from '#db/cache-tags.ts';
import { products, storeProducts } from '#db/schema/index.ts';
import { and, asc, eq, type SQL, sql } from '#db/sql.ts';
import { joinedNumber } from '#domain/search/search-text.ts';
import type { RequestContext } from '../../context.ts';
import { dependOn } from '../../platform/cache-reads.ts';
import { getPreviews } from '../cards/previews.ts';
import { chassisRanges, fitsVehicle, type KnownVehicle } from './fits.ts';
import { replacedNumber, successorsOf } from './successors.ts';
import { vehicleUid } from './vehicles.ts';

type Query = {
  vehicle?: string | undefined;
  year?: number | undefined;
  chassis?: string | undefined;
  /** Slug of a category. */
  collection?: string | undefined;
  number?: string | undefined;
  page: number;
  page_size: number;
};

/** Spare parts of the store. @throws NOT_FOUND for a vehicle that it has no parts for */
export async function getParts(
  ctx: RequestContext,
  { vehicle, year, chassis, collection, number, page, page_size }: Query,
): Promise<PartList> {
  const { uuid: store } = ctx.store;
  dependOn(catalogueTag(store), productsTag(store), shownTag(store), partsTag(store));
  const chosenVehicle = vehicle === undefined ? undefined : { uuid: await vehicleUid(ctx, vehicle), year, chassis };
  const plain = number === undefined ? undefined : joinedNumber(number);
  // A number without a letter or digit is no number, and finds nothing.
  if (plain === '') return { items: [], total: 0, page, page_size, replaced: null };
  const where = and(
    eq(storeProducts.storeUid, ctx.store.uuid),
    storeProducts.published,
    eq(products.kind, 'SPARE_PART'),
    chosenVehicle && fitsVehicle(sql`${products.uuid}`, chosenVehicle),
    collection === undefined ? undefined : isInCollection(collection),
    plain === undefined ? undefined : hasNumber(sql`like ${`${plain}%`}`),
  );
  const rows = await ctx.db
    .select({ uuid: products.uuid })
    .from(storeProducts)
    .innerJoin(products, eq(products.uuid, storeProducts.productUid))
    .where(where)
    .orderBy(
      ...(plain === undefined
        ? []
        : [sql`${hasNumber(sql`= ${plain}`)} desc`, sql`${products.replacedBy} is not null`]),
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
  const items = await getPartPreviews(
    ctx,
    rows.map((row) => row.uuid),
    chosenVehicle,
  );
  return {
    items,
    total: counted?.total ?? 0,
    page,
    page_size,
    replaced: number ? await replacedNumber(ctx, number) : null,
  };
}

const isInCollection = (slug: string): SQL => sql`exists (
  select from collection_products m join collections c on c.uuid = m.collection_uid
  where m.product_uid = ${products.uuid} and c.store_uid = ${storeProducts.storeUid} and c.slug = ${slug})`;

/** Cards of parts, each with its number and with the chassis numbers that it is bound to on the vehicle. */
export async function getPartPreviews(
  ctx: RequestContext,
  uids: string[],
  vehicle: KnownVehicle | undefined,
): Promise<Part[]> {
  dependOn(...uids.map(productTag));
  const [previews, ranges, successors] = await Promise.all([
    getPreviews(ctx, uids),
    vehicle && uids.length > 0 ? chassisRanges(ctx, uids, vehicle) : new Map(),
    successorsOf(ctx, uids),
  ]);
  return previews.map((preview) => ({
    ...preview,
    part_number: preview.meta.find(({ key }) => key === 'part_number')?.value ?? null,
    chassis: ranges.get(preview.id) ?? [],
    replaced_by: successors.get(preview.id) ?? null,
  }));
}

/**
 * The SKU or the part number, without its dashes, or that of a part which it replaces; letters and digits only, so that
 * nothing in it is a wildcard of `like`.
 */
const hasNumber = (matches: SQL): SQL =>
  sql`${products.uuid} in (with recursive numbered as (
      select uuid from (select v.product_uid as uuid from variants v
          where lower(regexp_replace(v.sku, '[^[:alnum:]]+', '', 'g')) ${matches}
            and (v.active or exists (select from products o where o.uuid = v.product_uid and o.replaced_by is not null))
        union select m.product_uid from product_meta m
          where m.key = 'part_number' and lower(regexp_replace(m.value, '[^[:alnum:]]+', '', 'g')) ${matches}) own
      union select p.replaced_by from products p join numbered n on n.uuid = p.uuid where p.replaced_by is not null)
    select uuid from numbered)`;
