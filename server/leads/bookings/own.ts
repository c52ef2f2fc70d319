import { bookings, branches, products } from '#db/schema/index.ts';
import { and, asc, eq, gt, isNull } from '#db/sql.ts';
import { type BookingService, bookingNames } from '#domain/calendar/booking.ts';
import type { RequestContext } from '../../context.ts';
import { requireCustomer } from '../../identity/require-customer.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { bookingSecret } from './notify.ts';

export type OwnBooking = { secret: string; name: string; product: string | null; branch: string; starts_at: string };

/** Future visits of the signed-in customer, by the proved phone. */
export async function ownBookings(ctx: RequestContext): Promise<OwnBooking[]> {
  const { phone } = requireCustomer(ctx);
  if (!phone) return [];
  const rows = await ctx.db
    .select({
      uuid: bookings.uuid,
      service: bookings.service,
      startsAt: bookings.startsAt,
      secretHash: bookings.secretHash,
      branch: branches.name,
      product: products.name,
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
  return rows.flatMap(({ uuid, service, startsAt, secretHash: storedHash, branch, product }) => {
    const secret = bookingSecret(ctx.secret, uuid);
    // Written under a former key: the link in its mail stays valid until the next message contains a new one.
    if (secretHash(secret) !== storedHash) return [];
    const { name } = names[service as BookingService];
    return [{ secret, name, product, branch, starts_at: startsAt.toISOString() }];
  });
}
