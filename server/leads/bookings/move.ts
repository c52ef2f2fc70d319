import type { Booking, Slots } from '#contract/leads/bookings.ts';
import type { Db } from '#db/client.ts';
import { bookings, outbox } from '#db/schema/index.ts';
import { and, eq } from '#db/sql.ts';
import { BOOKING_MOVES, type BookingService, planOf } from '#domain/calendar/booking.ts';
import { taskReminderOf } from '#domain/calendar/handover-day.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { lockPhone } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';
import { findBooking, readBooking, reminderOf } from './bookings.ts';
import { handoverPlan } from './handover-date.ts';
import { type BookingRow, notifyMoved } from './notify.ts';
import { refuseBlocked, refuseOverlap, takeOtherSeat } from './seats.ts';
import { type Bounds, branchFor, getSlots, type Slot, slotOf } from './slots.ts';

/** Who moves says where to, within the bounds that it has, and how the customer is told. */
type Mover = {
  /** May refuse. */
  target: (tx: Db, row: BookingRow) => Promise<{ slot: Slot; capacity: number; seat?: number }>;
  mostMoves: number;
  notify: (tx: Db, moved: BookingRow) => Promise<void>;
};

/**
 * Moves a visit to another time at the same branch, for the same service and vehicle. One update frees the old seat
 * and takes the new one, so that there are never two, and none is lost where the new one is taken meanwhile. Its
 * current time, as by a second press or tab, changes nothing, and nobody is told.
 * @throws BOOKING_NOT_MOVABLE, BOOKING_MOVES_USED_UP, SLOT_TAKEN, BOOKING_EXISTS, and what `target` throws
 */
export async function moveVisit(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  visit: Pick<BookingRow, 'uuid' | 'storeUid' | 'phone'>,
  { target, mostMoves, notify }: Mover,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPhone(tx, visit);
    const [row] = await tx.select().from(bookings).where(eq(bookings.uuid, visit.uuid)).for('update');
    if (!row || row.cancelledAt || row.startsAt <= now()) throw refuse('BOOKING_NOT_MOVABLE');
    const { slot, capacity, seat } = await target(tx, row);
    if (slot.startsAt.getTime() === row.startsAt.getTime()) return;
    if (row.moves >= mostMoves) throw refuse('BOOKING_MOVES_USED_UP');
    await refuseOverlap(tx, row, slot);
    await refuseBlocked(tx, row.branchUid, row.service, slot);
    const remindAt = reminderOf(slot.startsAt, now());
    const tasksRemindAt = (await isToBeReminded(tx, row)) ? taskReminderOf(slot.startsAt, now()) : null;
    const moved = await takeOtherSeat(tx, row, { ...slot, remindAt, tasksRemindAt }, capacity, seat);
    if (!moved) throw refuse('SLOT_TAKEN');
    await notify(tx, moved);
  });
}

/** Whether the buyer of an order whose handover is moved hasn't been reminded of open tasks yet: that is done once. */
async function isToBeReminded(tx: Db, { orderUid }: BookingRow): Promise<boolean> {
  if (!orderUid) return false;
  const reminder = and(eq(outbox.orderUid, orderUid), eq(outbox.about, 'order tasks_open'));
  return (await tx.select({ uuid: outbox.uuid }).from(outbox).where(reminder).limit(1)).length === 0;
}

/** By whoever has the booking's link. @throws NOT_FOUND and what `moveVisit` and `slotOf` throw */
export async function moveBooking(
  ctx: RequestContext,
  secret: string,
  to: { day: string; time: string },
): Promise<Booking> {
  await moveVisit(ctx, await findBooking(ctx, ctx.db, secret), {
    mostMoves: BOOKING_MOVES,
    async target(_tx, row) {
      const service = row.service as BookingService;
      const branch = await branchFor(ctx, row.branchUid, service);
      return {
        slot: slotOf(ctx, branch, service, to, await boundsOf(ctx, row)),
        capacity: planOf(branch.booking, service).capacity,
      };
    },
    notify: (tx, moved) => notifyMoved(ctx, tx, moved),
  });
  return readBooking(ctx, secret);
}

/** Free times for a visit to be moved; its own isn't among them. */
export async function slotsToMove(ctx: RequestContext, secret: string): Promise<Slots> {
  const row = await findBooking(ctx, ctx.db, secret);
  const service = row.service as BookingService;
  return getSlots(ctx, await branchFor(ctx, row.branchUid, service), service, await boundsOf(ctx, row));
}

/**
 * A handover is moved within the bounds that it was booked in. @throws NOT_POSSIBLE once its order isn't being handled
 */
async function boundsOf(ctx: RequestContext, { orderUid }: BookingRow): Promise<Bounds> {
  if (!orderUid) return {};
  return (await handoverPlan(ctx, orderUid)).bounds;
}
