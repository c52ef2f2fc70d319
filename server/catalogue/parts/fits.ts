import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PartFit } from '#contract/catalogue/products.ts';
import { brands, partFits, products } from '#db/schema/index.ts';
import type { RequestContext } from '../../context.ts';

/** Whether the store shows the product whose uuid is `uid`. */
export const inStore = (ctx: RequestContext, uid: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from store_products sp where sp.product_uid = ${uid} and sp.store_uid = ${ctx.store.uuid} and sp.published)`;

/**
 * Whether the store serves the make: it shows a vehicle of it. The vehicle at hand may be one that the store no longer
 * sells, or never did, since its owner needs parts all the same.
 */
export const makeInStore = (ctx: RequestContext, brandUid: SQL): SQL =>
  sql`exists (select from store_products sp join products v on v.uuid = sp.product_uid
    where sp.store_uid = ${ctx.store.uuid} and sp.published and v.kind = 'VEHICLE' and v.brand_uid = ${brandUid})`;

/** Whether the part fits the vehicle, in that model year or, without one, in any. */
export const fitsVehicle = (partUid: SQL, vehicleUid: string, year: number | undefined): SQL =>
  sql`exists (select from part_fits f where f.part_uid = ${partUid} and f.vehicle_uid = ${vehicleUid}
    ${year === undefined ? sql`` : sql`and ${year}::int between f.year_from and f.year_to`})`;

/** Vehicles that each of these parts fits, of the makes that the store serves. */
export async function listFits(ctx: RequestContext, partUids: string[]): Promise<Map<string, PartFit[]>> {
  const rows = await ctx.db
    .select({
      part: partFits.partUid,
      id: products.uuid,
      name: products.name,
      slug: products.slug,
      sold: inStore(ctx, sql`${products.uuid}`),
      brandKey: brands.key,
      brandName: brands.name,
      year_from: partFits.yearFrom,
      year_to: partFits.yearTo,
    })
    .from(partFits)
    .innerJoin(products, eq(products.uuid, partFits.vehicleUid))
    .innerJoin(brands, eq(brands.uuid, products.brandUid))
    .where(and(makeInStore(ctx, sql`${products.brandUid}`), inArray(partFits.partUid, partUids)))
    .orderBy(asc(brands.position), asc(brands.key), asc(products.name), asc(partFits.yearFrom));
  const fits = new Map<string, PartFit[]>();
  for (const { part, id, name, slug, sold, brandKey, brandName, year_from, year_to } of rows) {
    const vehicle = { id, name, slug: { name: slug }, sold };
    const partFits = fits.get(part) ?? [];
    fits.set(part, [...partFits, { vehicle, brand: { key: brandKey, name: brandName }, year_from, year_to }]);
  }
  return fits;
}
