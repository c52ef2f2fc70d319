import { randomUUID } from 'node:crypto';
import type { Booking, BookingBody } from '#contract/leads/bookings.ts';
import type { Db } from '#db/client.ts';
import { bookings, branches, orders, products } from '#db/schema/index.ts';
import { and, count, eq, gt, isNull } from '#db/sql.ts';
import { BOOKING_MOVES, type BookingService, planOf } from '#domain/calendar/booking.ts';
import { isRestDay } from '#domain/calendar/holidays.ts';
import { addDays, atIsraelTime, israelDay } from '#domain/calendar/israel-time.ts';
import { parseMobile, parsePhone } from '#domain/people/phone.ts';
import { formatTime } from '#domain/text/format.ts';
import { productName } from '../../catalogue/cards/product-names.ts';
import type { RequestContext } from '../../context.ts';
import { isKnown, originHashOf } from '../../identity/known-device.ts';
import { lockPhone } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { AT_ONE_TIME } from '../../platform/limit-policies.ts';
import { takeOrRefuse } from '../../platform/limits.ts';
import { type BookingRow, bookingSecret, notifyBooked, notifyCancelled } from './notify.ts';
import { refuseBlocked, refuseOverlap, takeSeat } from './seats.ts';
import { branchFor, type Slot, slotOf } from './slots.ts';

/**
 * Books a visit and notifies both sides. Of concurrent requests for the last seat the database accepts one.
 * @returns the secret of the booking's page; `null` for a filled honeypot
 * @throws INVALID_PHONE, RATE_LIMITED, NOT_FOUND, BOOKING_EXISTS, BOOKINGS_FULL, SLOT_TAKEN, and what `slotOf` throws
 */
export async function book(ctx: RequestContext, body: BookingBody): Promise<string | null> {
  if (body.website !== '') return null;
  const phone = parsePhone(body.phone);
  if (!phone) throw refuse('INVALID_PHONE', { fields: [{ path: 'phone', message: 'מספר הטלפון אינו תקין' }] });
  const branch = await branchFor(ctx, body.branch_uid, body.service);
  const slot = slotOf(ctx, branch, body.service, body);
  await takeOrRefuse(ctx, [{ policy: 'form', subject: phone, knownDevice: isKnown(ctx, phone) }]);
  const product = body.product_uid ? await productName(ctx, body.product_uid) : null;
  const uuid = randomUUID();
  const secret = bookingSecret(ctx.secret, { uuid, linkVersion: 0 });
  const row = {
    uuid,
    storeUid: ctx.store.uuid,
    branchUid: branch.uuid,
    service: body.service,
    productUid: product?.uuid ?? null,
    ...slot,
    name: body.name,
    phone,
    email: body.email || null,
    message: body.message,
    secretHash: secretHash(secret),
    remindAt: reminderOf(slot.startsAt, ctx.now()),
    originHash: originHashOf(ctx, phone),
    createdAt: ctx.now(),
  };
  await ctx.db.transaction(async (tx) => {
    await lockPhone(tx, row);
    await refuseDoubles(ctx, tx, phone, slot);
    await refuseBlocked(tx, branch.uuid, body.service, slot);
    const { capacity } = planOf(branch.booking, body.service);
    const booked = await takeSeat(tx, row, capacity);
    if (!booked) {
      // The same person may have been quicker in another window.
      await refuseDoubles(ctx, tx, phone, slot);
      throw refuse('SLOT_TAKEN');
    }
    await notifyBooked(ctx, tx, booked);
  });
  return secret;
}

async function refuseDoubles(ctx: RequestContext, tx: Db, phone: string, slot: Slot): Promise<void> {
  const upcoming = and(eq(bookings.storeUid, ctx.store.uuid), eq(bookings.phone, phone), isNull(bookings.cancelledAt));
  await refuseOverlap(tx, { storeUid: ctx.store.uuid, phone }, slot);
  const [ahead] = await tx
    .select({ count: count() })
    .from(bookings)
    .where(and(upcoming, eq(bookings.originHash, originHashOf(ctx, phone)), gt(bookings.startsAt, ctx.now())));
  if (ahead && ahead.count >= AT_ONE_TIME.bookingsAhead) throw refuse('BOOKINGS_FULL');
}

/** The day before at the same time of day; where that is a Saturday or a holiday, the last day before it, at ten. */
export function reminderOf(startsAt: Date, now: Date): Date | null {
  let day = addDays(israelDay(startsAt), -1);
  let time = formatTime(startsAt);
  while (isRestDay(day)) {
    day = addDays(day, -1);
    time = '10:00';
  }
  const at = atIsraelTime(day, time);
  return at && at > now ? at : null;
}

/** @throws NOT_FOUND also for a booking of another store */
export async function findBooking(ctx: RequestContext, db: Db, secret: string): Promise<BookingRow> {
  const [row] = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.secretHash, secretHash(secret)), eq(bookings.storeUid, ctx.store.uuid)));
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

export async function readBooking(ctx: RequestContext, secret: string): Promise<Booking> {
  return shown(ctx, await findBooking(ctx, ctx.db, secret));
}

/** Frees the seat and notifies both sides; a repeat does nothing. @throws NOT_FOUND, BOOKING_OVER */
export async function cancelBooking(ctx: RequestContext, secret: string): Promise<Booking> {
  const { uuid } = await findBooking(ctx, ctx.db, secret);
  await ctx.db.transaction(async (tx) => {
    const [cancelled] = await tx
      .update(bookings)
      .set({ cancelledAt: ctx.now() })
      .where(and(eq(bookings.uuid, uuid), isNull(bookings.cancelledAt), gt(bookings.startsAt, ctx.now())))
      .returning();
    if (cancelled) await notifyCancelled(ctx, tx, cancelled);
  });
  const booking = await readBooking(ctx, secret);
  if (booking.state === 'over') throw refuse('BOOKING_OVER');
  return booking;
}

async function shown(ctx: RequestContext, row: BookingRow): Promise<Booking> {
  const [[branch], product] = await Promise.all([
    ctx.db
      .select({
        ...{ name: branches.name, city: branches.city, address: branches.address, phone: branches.phone },
        ...{ lat: branches.lat, lng: branches.lng },
      })
      .from(branches)
      .where(eq(branches.uuid, row.branchUid)),
    row.productUid ? productOf(ctx, row.productUid) : null,
  ]);
  if (!branch) throw refuse('NOT_FOUND');
  return {
    service: row.service as BookingService,
    branch,
    product,
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    told_by: [...(row.email ? ['email' as const] : []), ...(parseMobile(row.phone) ? ['sms' as const] : [])],
    reminder: row.remindAt !== null && row.remindAt > ctx.now(),
    moves: row.moves,
    moves_left: Math.max(0, BOOKING_MOVES - row.moves),
    state: await stateOf(ctx, row),
  };
}

async function stateOf(
  ctx: RequestContext,
  { cancelledAt, orderUid, startsAt }: BookingRow,
): Promise<Booking['state']> {
  if (!cancelledAt) return startsAt <= ctx.now() ? 'over' : 'booked';
  // Its time was freed because the vehicle was handed over before.
  const [order] = orderUid
    ? await ctx.db.select({ status: orders.status }).from(orders).where(eq(orders.uuid, orderUid))
    : [];
  return order?.status === 'provided' ? 'delivered' : 'cancelled';
}

async function productOf(ctx: RequestContext, uuid: string): Promise<Booking['product']> {
  const [row] = await ctx.db
    .select({ name: products.name, slug: products.slug })
    .from(products)
    .where(eq(products.uuid, uuid));
  return row ? { name: row.name, slug: { name: row.slug } } : null;
}
