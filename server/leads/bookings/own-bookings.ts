import { bookings, branches, products } from '#db/schema/index.ts';
import { and, asc, eq, gt, isNull } from '#db/sql.ts';
import { type BookingService, bookingNames } from '#domain/calendar/booking.ts';
import { formatPlate } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import type { RequestContext } from '../../context.ts';
import { type VehicleRow, vehicleRowsOf } from '../../customers/garage/vehicle-rows.ts';
import { requireCustomer } from '../../identity/require-customer.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { bookingSecret } from './notify.ts';

export type OwnBooking = { secret: string; name: string; product: string | null; branch: string; starts_at: string };

/** Future visits of the signed-in customer, by the proved phone. */
export const ownBookings = async (ctx: RequestContext): Promise<OwnBooking[]> =>
  (await findOwn(ctx)).map(({ shown }) => shown);

type Found = { shown: OwnBooking; service: string; productUid: string | null; message: string };

async function findOwn(ctx: RequestContext): Promise<Found[]> {
  const { phone } = requireCustomer(ctx);
  if (!phone) return [];
  const rows = await ctx.db
    .select({
      uuid: bookings.uuid,
      linkVersion: bookings.linkVersion,
      service: bookings.service,
      startsAt: bookings.startsAt,
      secretHash: bookings.secretHash,
      branch: branches.name,
      product: products.name,
      productUid: bookings.productUid,
      message: bookings.message,
    })
    .from(bookings)
    .innerJoin(branches, eq(branches.uuid, bookings.branchUid))
    .leftJoin(products, eq(products.uuid, bookings.productUid))
    .where(
      and(
        eq(bookings.storeUid, ctx.store.uuid),
        eq(bookings.phone, phone),
        isNull(bookings.cancelledAt),
        gt(bookings.startsAt, ctx.now()),
      ),
    )
    .orderBy(asc(bookings.startsAt));
  const names = bookingNames(ctx.store.settings);
  return rows.flatMap(({ uuid, linkVersion, startsAt, secretHash: storedHash, branch, product, ...row }) => {
    const secret = bookingSecret(ctx.secret, { uuid, linkVersion });
    // Written under a former key: the link in its mail stays valid until the next message contains a new one.
    if (secretHash(secret) !== storedHash) return [];
    const { name } = names[row.service as BookingService];
    return [{ ...row, shown: { secret, name, product, branch, starts_at: startsAt.toISOString() } }];
  });
}

/**
 * Future service visits of the customer's vehicles, by the vehicle's key. One that names a plate, as the form that
 * begins from a vehicle does, is that vehicle's, also once it is sold; any other is of all vehicles of its model.
 */
export async function visitsOfVehicles(ctx: RequestContext): Promise<Record<string, OwnBooking[]>> {
  const { uuid } = requireCustomer(ctx);
  const [customerBookings, ownVehicles, sold] = await Promise.all([
    findOwn(ctx),
    vehicleRowsOf(ctx.db, uuid),
    vehicleRowsOf(ctx.db, uuid, { sold: true }),
  ]);
  const visits = customerBookings.filter(({ service }) => service === 'SERVICE');
  const named = ({ plate }: VehicleRow, { message }: Found) => plate !== '' && message.includes(formatPlate(plate));
  const isOf = (ownVehicle: VehicleRow, visit: Found) =>
    [...ownVehicles, ...sold].some((one) => named(one, visit))
      ? named(ownVehicle, visit)
      : ownVehicle.vehicle_uid === visit.productUid;
  return Object.fromEntries(
    ownVehicles.map((ownVehicle) => [
      ownVehicle.key,
      visits.filter((visit) => isOf(ownVehicle, visit)).map(({ shown }) => shown),
    ]),
  );
}
