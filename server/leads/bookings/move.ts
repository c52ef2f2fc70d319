import { and, eq, gt, isNull, lt, ne } from 'drizzle-orm';
import type { Booking, Slots } from '#contract/leads/bookings.ts';
import type { Db } from '#db/client.ts';
import { bookings } from '#db/schema/index.ts';
import { BOOKING_MOVES, type BookingService, planOf } from '#domain/calendar/booking.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { findBooking, lockPhone, readBooking, reminderOf } from './bookings.ts';
import { type BookingRow, notifyMoved } from './notify.ts';
import { branchFor, getSlots, type Slot, slotOf } from './slots.ts';

/**
 * Moves a visit to another time at the same branch, for the same service and vehicle. One update frees the old seat
 * and takes the new one, so that there are never two, and none is lost where the new one is taken meanwhile. Its
 * current time, as by a second press or tab, changes nothing.
 * @throws NOT_FOUND, BOOKING_NOT_MOVABLE, BOOKING_MOVES_USED_UP, SLOT_TAKEN, BOOKING_EXISTS, and what `slotOf` throws
 */
export async function moveBooking(
  ctx: RequestContext,
  secret: string,
  to: { day: string; time: string },
): Promise<Booking> {
  const { uuid, phone } = await findBooking(ctx, ctx.db, secret);
  await ctx.db.transaction(async (tx) => {
    await lockPhone(ctx, tx, phone);
    const [row] = await tx.select().from(bookings).where(eq(bookings.uuid, uuid)).for('update');
    if (!row || row.cancelledAt || row.startsAt <= ctx.now()) throw refuse('BOOKING_NOT_MOVABLE');
    const service = row.service as BookingService;
    const branch = await branchFor(ctx, row.branchUid, service);
    const slot = slotOf(ctx, branch, service, to.day, to.time);
    if (slot.startsAt.getTime() === row.startsAt.getTime()) return;
    if (row.moves >= BOOKING_MOVES) throw refuse('BOOKING_MOVES_USED_UP');
    await refuseOverlap(ctx, tx, row, slot);
    const moved = await takeOtherSeat(ctx, tx, row, slot, planOf(branch.booking, service).capacity);
    if (!moved) throw refuse('SLOT_TAKEN');
    await notifyMoved(ctx, tx, moved);
  });
  return readBooking(ctx, secret);
}

/** Free times for a visit to be moved; its own isn't among them. */
export async function slotsToMove(ctx: RequestContext, secret: string): Promise<Slots> {
  const { branchUid, service } = await findBooking(ctx, ctx.db, secret);
  return getSlots(ctx, await branchFor(ctx, branchUid, service as BookingService), service as BookingService);
}

/** Refuses an overlap with another visit of the same person. */
async function refuseOverlap(ctx: RequestContext, tx: Db, { uuid, phone }: BookingRow, slot: Slot): Promise<void> {
  const [other] = await tx
    .select({ uuid: bookings.uuid })
    .from(bookings)
    .where(
      and(
        eq(bookings.storeUid, ctx.store.uuid),
        eq(bookings.phone, phone),
        ne(bookings.uuid, uuid),
        isNull(bookings.cancelledAt),
        lt(bookings.startsAt, slot.endsAt),
        gt(bookings.endsAt, slot.startsAt),
      ),
    )
    .limit(1);
  if (other) throw refuse('BOOKING_EXISTS');
}

/** The first free seat of that time. Of concurrent requests for the last one the exclusion constraint accepts one. */
async function takeOtherSeat(
  ctx: RequestContext,
  tx: Db,
  row: BookingRow,
  slot: Slot,
  capacity: number,
): Promise<BookingRow | null> {
  const remindAt = reminderOf(slot.startsAt, ctx.now());
  for (let seat = 0; seat < capacity; seat++) {
    const change = { ...slot, seat, moves: row.moves + 1, remindAt, remindedAt: null };
    try {
      // An update has no "on conflict": a savepoint undoes a failed one.
      return await tx.transaction(async (inner) => {
        const [moved] = await inner.update(bookings).set(change).where(eq(bookings.uuid, row.uuid)).returning();
        return moved ?? null;
      });
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  return null;
}

const EXCLUSION_VIOLATION = '23P01';
const isTaken = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { code?: string } | undefined)?.code === EXCLUSION_VIOLATION;
