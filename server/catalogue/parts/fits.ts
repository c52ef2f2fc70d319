import type { PartFit } from '#contract/catalogue/products.ts';
import { brands, partFits, products } from '#db/schema/index.ts';
import { and, asc, eq, inArray, type SQL, sql } from '#db/sql.ts';
import { type ChassisRange, isAnyChassis, plainChassis } from '#domain/catalogue/parts/chassis.ts';
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

/** Former slugs of the product at hand. */
export const formerSlugs = (ctx: RequestContext): SQL<string[]> => sql<string[]>`array(
  select h.slug from slug_history h where h.entity_uid = ${products.uuid}
    and h.owner_uid = ${ctx.store.companyUid} and h.entity_type = 'PRODUCT' order by h.slug)`;

/** A vehicle by its model and whatever more is known of it. */
export type KnownVehicle = { uuid: string; year?: number | undefined; chassis?: string | undefined };

/** Which rows of `part_fits f` are of the vehicle: of its model year, and whose range holds its chassis number. */
const ofVehicle = ({ uuid, year, chassis }: KnownVehicle): SQL => sql`f.vehicle_uid = ${uuid}
    ${year === undefined ? sql`` : sql`and ${year}::int between f.year_from and f.year_to`}
    ${chassis === undefined ? sql`` : sql`and ${inChassisRange(plainChassis(chassis))}`}`;

/** `holdsChassis` in SQL: `*` in a prefix is `_` of `like`, and neither has hyphens. */
const inChassisRange = (plain: string): SQL => sql`case
    when ${plain}::text not like translate(f.chassis_prefix, '*-', '_') || '%' then false
    when f.chassis_from = '' and f.chassis_to = '' then true
    when substr(${plain}::text, length(translate(f.chassis_prefix, '-', '')) + 1) !~ '^[0-9]+$' then false
    when length(${plain}::text) - length(translate(f.chassis_prefix, '-', '')) > greatest(length(f.chassis_from), length(f.chassis_to)) then false
    else substr(${plain}::text, length(translate(f.chassis_prefix, '-', '')) + 1)::bigint
      between coalesce(nullif(f.chassis_from, '')::bigint, 0) and coalesce(nullif(f.chassis_to, '')::bigint, 999999999999) end`;

/** Whether the part fits the vehicle; what isn't known of it bounds nothing. */
export const fitsVehicle = (partUid: SQL, vehicle: KnownVehicle): SQL =>
  sql`exists (select from part_fits f where f.part_uid = ${partUid} and ${ofVehicle(vehicle)})`;

/** The chassis ranges within which each of these parts fits the vehicle; none for a part that fits all of them. */
export async function chassisRanges(
  ctx: RequestContext,
  partUids: string[],
  vehicle: KnownVehicle,
): Promise<Map<string, ChassisRange[]>> {
  const { rows } = await ctx.db.execute<ChassisRange & { part: string }>(sql`
    select distinct f.part_uid as part, f.chassis_prefix as prefix, f.chassis_from as "from", f.chassis_to as "to" from part_fits f
    where f.part_uid = any(${sql.param(partUids)}::uuid[]) and ${ofVehicle(vehicle)} order by 1, 2, 3`);
  const ranges = new Map<string, ChassisRange[]>();
  for (const { part, ...range } of rows) ranges.set(part, [...(ranges.get(part) ?? []), range]);
  for (const [part, all] of ranges) if (all.some(isAnyChassis)) ranges.delete(part);
  return ranges;
}

/** Vehicles that each of these parts fits, of the makes that the store serves. */
export async function listFits(ctx: RequestContext, partUids: string[]): Promise<Map<string, PartFit[]>> {
  const rows = await ctx.db
    .select({
      part: partFits.partUid,
      id: products.uuid,
      name: products.name,
      slug: products.slug,
      former_slugs: formerSlugs(ctx),
      sold: inStore(ctx, sql`${products.uuid}`),
      brandKey: brands.key,
      brandName: brands.name,
      year_from: partFits.yearFrom,
      year_to: partFits.yearTo,
      chassis: { prefix: partFits.chassisPrefix, from: partFits.chassisFrom, to: partFits.chassisTo },
    })
    .from(partFits)
    .innerJoin(products, eq(products.uuid, partFits.vehicleUid))
    .innerJoin(brands, eq(brands.uuid, products.brandUid))
    .where(and(makeInStore(ctx, sql`${products.brandUid}`), inArray(partFits.partUid, partUids)))
    .orderBy(
      asc(brands.position),
      asc(brands.key),
      asc(products.name),
      asc(partFits.yearFrom),
      asc(partFits.chassisPrefix),
    );
  const fits = new Map<string, PartFit[]>();
  for (const { part, id, name, slug, former_slugs, sold, brandKey, brandName, year_from, year_to, chassis } of rows) {
    const vehicle = { id, name, slug: { name: slug }, former_slugs, sold };
    const ofPart = fits.get(part) ?? [];
    ofPart.push({ vehicle, brand: { key: brandKey, name: brandName }, year_from, year_to, chassis });
    fits.set(part, ofPart);
  }
  return fits;
}
