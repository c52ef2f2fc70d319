import type { GarageVehicle } from '#contract/customers/account.ts';
import type { Db } from '#db/client.ts';
import { garageVehicles } from '#db/schema/index.ts';
import { and, eq, isNull, sql } from '#db/sql.ts';
import { MAX_VEHICLES } from '#domain/people/account-limits.ts';
import { findVehicle, listPartsVehicles, vehicleUid } from '../../catalogue/parts/vehicles.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer, requireCustomer } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';
import { vehicleRowsOf } from './vehicle-rows.ts';

export type VehicleInput = { slug: string; year: number | null };

/** Vehicles that the store sells parts for; others return when it does again. */
export async function getPartsVehicles(ctx: RequestContext): Promise<GarageVehicle[]> {
  const { uuid } = requireCustomer(ctx);
  const [makes, ownVehicles] = await Promise.all([listPartsVehicles(ctx), vehicleRowsOf(ctx.db, uuid)]);
  const byId = new Map(makes.flatMap(({ vehicles }) => vehicles).map((vehicle) => [vehicle.id, vehicle]));
  const garage = new Map<string, GarageVehicle>();
  for (const { vehicle_uid, year, kept } of ownVehicles) {
    const vehicle = byId.get(vehicle_uid);
    if (!vehicle) continue;
    const { id, name, slug, former_slugs, image, sold } = vehicle;
    // Two of one model and year are one choice.
    const same = garage.get(`${id} ${year}`);
    garage.set(`${id} ${year}`, {
      ...{ id, name, slug, former_slugs, year, image, sold },
      kept: kept || same?.kept === true,
    });
  }
  return [...garage.values()];
}

/**
 * Adds several, the first as the current one; vehicles unknown to the store are dropped.
 * @returns how many were new; `left` are those without room
 */
export async function addVehicles(
  ctx: RequestContext,
  tx: Db,
  vehicles: VehicleInput[],
): Promise<{ added: number; left: VehicleInput[] }> {
  const { uuid: customerUid } = requireCustomer(ctx);
  const makes = await listPartsVehicles(ctx);
  await lockCustomer(tx, customerUid);
  const now = ctx.now().getTime();
  let added = 0;
  const left: VehicleInput[] = [];
  for (const [index, input] of vehicles.entries()) {
    const match = findVehicle(makes, input.slug);
    if (!match) continue;
    const { year } = input;
    const done = await putVehicle(tx, { customerUid, vehicleUid: match.vehicle.id, year, at: new Date(now - index) });
    if (done === 'added') added++;
    if (done === 'full') left.push(input);
  }
  return { added, left };
}

type Put = { customerUid: string; vehicleUid: string; year: number | null; at: Date };

/** A vehicle stored without a year gets it; the newest becomes the current one. The customer is locked. */
async function putVehicle(tx: Db, { customerUid, vehicleUid, year, at }: Put): Promise<'added' | 'there' | 'full'> {
  const ofOwner = and(eq(garageVehicles.customerUid, customerUid), isNull(garageVehicles.orderLineUid));
  const sameModel = and(ofOwner, eq(garageVehicles.vehicleUid, vehicleUid), isNull(garageVehicles.soldAt));
  const rows = await tx.select().from(garageVehicles).where(sameModel);
  const existing =
    year === null ? rows[0] : (rows.find((row) => row.year === year) ?? rows.find((row) => row.year === null));
  if (existing) {
    await tx
      .update(garageVehicles)
      .set({ year: year ?? existing.year, createdAt: at })
      .where(eq(garageVehicles.uuid, existing.uuid));
    return 'there';
  }
  const [counted] = await tx.select({ all: sql<number>`count(*)::int` }).from(garageVehicles).where(ofOwner);
  if ((counted?.all ?? 0) >= MAX_VEHICLES) return 'full';
  await tx.insert(garageVehicles).values({ customerUid, vehicleUid, year, createdAt: at });
  return 'added';
}

/** @throws NOT_FOUND when the store sells no part for such a vehicle, GARAGE_FULL */
export async function addPartsVehicle(ctx: RequestContext, input: VehicleInput): Promise<GarageVehicle[]> {
  requireCustomer(ctx);
  await vehicleUid(ctx, input.slug);
  await ctx.db.transaction(async (tx) => {
    const { left } = await addVehicles(ctx, tx, [input]);
    if (left.length > 0) throw refuse('GARAGE_FULL');
  });
  return getPartsVehicles(ctx);
}

/**
 * @throws NOT_FOUND when it isn't the customer's, or has more than a model: that is removed in the personal area alone
 */
export async function removePartsVehicle(ctx: RequestContext, { slug, year }: VehicleInput): Promise<GarageVehicle[]> {
  const { uuid } = requireCustomer(ctx);
  const removed = await ctx.db
    .delete(garageVehicles)
    .where(
      and(
        eq(garageVehicles.customerUid, uuid),
        eq(garageVehicles.vehicleUid, await vehicleUid(ctx, slug)),
        year === null ? isNull(garageVehicles.year) : eq(garageVehicles.year, year),
        isNull(garageVehicles.orderLineUid),
        isNull(garageVehicles.detailsAt),
      ),
    )
    .returning({ uuid: garageVehicles.uuid });
  if (removed.length === 0) throw refuse('NOT_FOUND');
  return getPartsVehicles(ctx);
}
