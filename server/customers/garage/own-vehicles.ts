import type { OwnVehicle, OwnVehicleDetails, SoldVehicle } from '#contract/customers/own-vehicles.ts';
import { israelDay } from '#domain/calendar/israel-time.ts';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import { type NextService, nextService, parseServicePlan } from '#domain/catalogue/vehicles/service-plan.ts';
import { mainImageOf } from '../../catalogue/cards/images.ts';
import { listVehicles } from '../../catalogue/cards/product-names.ts';
import { listPartsVehicles } from '../../catalogue/parts/vehicles.ts';
import { listDocuments } from '../../checkout/documents/read.ts';
import type { RequestContext } from '../../context.ts';
import { requireCustomer } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';
import { type VehicleRow, vehicleRowsOf, withoutTwins } from './vehicle-rows.ts';

export const nextServiceOf = (ownVehicle: VehicleRow): NextService | null =>
  nextService(parseServicePlan(ownVehicle.plan), {
    startedOn: ownVehicle.handed_over_at && israelDay(ownVehicle.handed_over_at),
    services: ownVehicle.services,
    servicedOn: ownVehicle.serviced_on,
    servicedKm: ownVehicle.serviced_km,
    kilometres: ownVehicle.kilometres,
    kilometresOn: ownVehicle.kilometres_on,
  });

async function shown(ctx: RequestContext, ownVehicles: VehicleRow[]): Promise<OwnVehicle[]> {
  const [makes, sold, images] = await Promise.all([
    listPartsVehicles(ctx),
    listVehicles(ctx),
    mainImageOf(ctx, [...new Set(ownVehicles.map(({ vehicle_uid }) => vehicle_uid))]),
  ]);
  const withParts = new Set(makes.flatMap(({ vehicles }) => vehicles.map(({ id }) => id)));
  return ownVehicles.map((ownVehicle) => ({
    key: ownVehicle.key,
    name: ownVehicle.name,
    slug: ownVehicle.slug,
    year: ownVehicle.year,
    image: ownVehicle.media ? { image_url: mediaPath(ownVehicle.media) } : (images.get(ownVehicle.vehicle_uid) ?? null),
    colour: ownVehicle.values.find(({ value_type }) => value_type !== 'TEXT')?.value_name ?? '',
    plate: ownVehicle.plate,
    bought_at: ownVehicle.handed_over_at?.toISOString() ?? null,
    kilometres: ownVehicle.kilometres,
    next_service: nextServiceOf(ownVehicle),
    test_until: ownVehicle.test_until,
    insured_until: ownVehicle.insured_until,
    kept: ownVehicle.kept,
    sold: sold.some(({ uuid }) => uuid === ownVehicle.vehicle_uid),
    has_parts: withParts.has(ownVehicle.vehicle_uid),
  }));
}

/** Of vehicles by hand those that the store knows: others return when it does again. @throws UNAUTHORIZED */
export async function getOwnVehicles(ctx: RequestContext): Promise<OwnVehicle[]> {
  const { uuid } = requireCustomer(ctx);
  const all = await shown(ctx, withoutTwins(await vehicleRowsOf(ctx.db, uuid)));
  return all.filter(({ kept, has_parts, sold }) => kept || has_parts || sold);
}

/** The latest first. @throws UNAUTHORIZED */
export async function getSoldVehicles(ctx: RequestContext): Promise<SoldVehicle[]> {
  const ownVehicles = await vehicleRowsOf(ctx.db, requireCustomer(ctx).uuid, { sold: true });
  return ownVehicles
    .flatMap((ownVehicle) => (ownVehicle.sold_at ? [{ ...ownVehicle, sold_at: ownVehicle.sold_at }] : []))
    .sort((one, other) => other.sold_at.getTime() - one.sold_at.getTime())
    .map((ownVehicle) => ({
      ...{ key: ownVehicle.key, name: ownVehicle.name, year: ownVehicle.year, plate: ownVehicle.plate },
      sold_at: ownVehicle.sold_at.toISOString(),
      order: orderOf(ownVehicle),
    }));
}

const orderOf = ({ order_uid, order_number }: VehicleRow) =>
  order_uid && order_number ? { uuid: order_uid, number: order_number } : null;

/** @throws UNAUTHORIZED, NOT_FOUND also for another customer's */
export async function findVehicleRow(ctx: RequestContext, key: string, which?: { sold: boolean }): Promise<VehicleRow> {
  const ownVehicles = await vehicleRowsOf(ctx.db, requireCustomer(ctx).uuid, which);
  const ownVehicle = ownVehicles.find((one) => one.key === key);
  if (!ownVehicle) throw refuse('NOT_FOUND');
  return ownVehicle;
}

/** @throws UNAUTHORIZED, NOT_FOUND */
export async function getOwnVehicle(ctx: RequestContext, key: string): Promise<OwnVehicleDetails> {
  const ownVehicle = await findVehicleRow(ctx, key);
  const [[vehicle], documents] = await Promise.all([
    shown(ctx, [ownVehicle]),
    ownVehicle.order_uid ? listDocuments(ctx, { orderUid: ownVehicle.order_uid }) : [],
  ]);
  if (!vehicle) throw refuse('NOT_FOUND');
  return {
    ...vehicle,
    chassis: ownVehicle.chassis,
    has_official_plate: ownVehicle.has_official_plate,
    kilometres_on: ownVehicle.kilometres_on,
    services: ownVehicle.services,
    serviced_on: ownVehicle.serviced_on,
    serviced_km: ownVehicle.serviced_km,
    has_plan: ownVehicle.plan !== '',
    warranty: ownVehicle.warranty,
    order: orderOf(ownVehicle),
    documents,
  };
}
