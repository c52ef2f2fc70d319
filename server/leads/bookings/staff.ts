import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { bookingBlocks, bookings, branches, branchStores } from '#db/schema/index.ts';
import { and, count, eq, gt, isNull, lt, lte } from '#db/sql.ts';
import { type BookingService, planOf } from '#domain/calendar/booking.ts';
import { atIsraelTime, minutesOf } from '#domain/calendar/israel-time.ts';
import { hoursOn } from '#domain/calendar/opening-hours.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { formatMoment, isolate } from '#domain/text/format.ts';
import type { Deps } from '../../context.ts';
import { lockPhone } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { reminderOf } from './bookings.ts';
import { moveVisit } from './move.ts';
import { bookingSecret, notifyByStaff } from './notify.ts';
import { lockBranch, refuseBlocked, refuseOverlap, takeSeat } from './seats.ts';
import { type Branch, type Slot, slotAt } from './slots.ts';

type Tools = Pick<Deps, 'db' | 'now' | 'env' | 'secret'>;
/** `outsideHours`: somebody has confirmed that the branch will be there. */
type To = { day: string; time: string; outsideHours: boolean };

async function branchOf(tx: Db, storeUid: string, uuid: string, service: BookingService): Promise<Branch> {
  const [row] = await tx
    .select({ branch: branches })
    .from(branches)
    .innerJoin(branchStores, eq(branchStores.branchUid, branches.uuid))
    .where(and(eq(branches.uuid, uuid), eq(branchStores.storeUid, storeUid)));
  if (!row) throw refuse('NOT_FOUND');
  if (service !== 'HANDOVER' && !row.branch.services.includes(service)) throw refuse('BOOKING_SERVICE');
  return row.branch;
}

/**
 * The visit that staff ask for: at any minute of the branch's hours, with neither notice nor a furthest day.
 * @throws BOOKING_PAST, BOOKING_CLOCK_CHANGE, BOOKING_OUTSIDE_HOURS
 */
function staffSlot(branch: Branch, service: BookingService, { day, time, outsideHours }: To, now: Date): Slot {
  const { minutes } = planOf(branch.booking, service);
  const slot = slotAt(day, time, minutes);
  if (!slot) throw refuse('BOOKING_CLOCK_CHANGE');
  if (slot.startsAt <= now) throw refuse('BOOKING_PAST');
  const { from, to } = hoursOn(branch, day);
  const open = from && to && minutesOf(time) >= minutesOf(from) && minutesOf(time) + minutes <= minutesOf(to);
  if (!open && !outsideHours)
    throw refuse('BOOKING_OUTSIDE_HOURS', {
      message: 'המועד מחוץ לשעות הסניף. אם הסניף יקבל אז, סמנו ״גם מחוץ לשעות הסניף״',
    });
  return slot;
}

/**
 * The shopper's rule without its number of moves and its notice; capacity and blocks bind staff too. The customer is
 * told once. `seen`: from when it is moved. @throws NOT_FOUND, CHANGED_MEANWHILE and what `moveVisit` and `staffSlot`
 * throw
 */
export async function moveByStaff(
  tools: Tools,
  uuid: string,
  to: To & { seat?: number | undefined },
  seen?: Date,
): Promise<void> {
  const [visit] = await tools.db.select().from(bookings).where(eq(bookings.uuid, uuid));
  if (!visit) throw refuse('NOT_FOUND');
  await moveVisit(tools, visit, {
    mostMoves: Number.POSITIVE_INFINITY,
    async target(tx, row) {
      const service = row.service as BookingService;
      const branch = await branchOf(tx, row.storeUid, row.branchUid, service);
      const { capacity } = planOf(branch.booking, service);
      const slot = staffSlot(branch, service, to, tools.now());
      // Sent again, it is there already.
      if (slot.startsAt.getTime() !== row.startsAt.getTime()) refuseMoved(row, seen);
      return { slot, capacity, ...(to.seat && { seat: to.seat }) };
    },
    notify: (tx, moved) => notifyByStaff(tools, tx, moved, 'moved'),
  });
}

/** The customer may have moved it since the calendar was opened. @throws CHANGED_MEANWHILE */
function refuseMoved({ startsAt }: { startsAt: Date }, seen: Date | undefined): void {
  if (seen && seen.getTime() !== startsAt.getTime())
    throw refuse('CHANGED_MEANWHILE', {
      message: `התור הוזז בינתיים אל ${isolate(formatMoment(startsAt))}. סגרו את החלון ובדקו ביומן`,
    });
}

type NewVisit = To & {
  storeUid: string;
  branchUid: string;
  service: BookingService;
  name: string;
  phone: string;
  email: string | null;
  message: string;
};

/**
 * A visit that a customer asked for by telephone. @throws INVALID_PHONE, SLOT_TAKEN, BOOKING_EXISTS and `staffSlot`'s
 */
export async function bookByStaff(tools: Tools, visit: NewVisit): Promise<string> {
  const { storeUid, branchUid, service, name, email, message } = visit;
  const phone = parsePhone(visit.phone);
  if (!phone) throw refuse('INVALID_PHONE', { fields: [{ path: 'phone', message: 'מספר הטלפון אינו תקין' }] });
  const uuid = randomUUID();
  await tools.db.transaction(async (tx) => {
    const branch = await branchOf(tx, storeUid, branchUid, service);
    const slot = staffSlot(branch, service, visit, tools.now());
    await lockPhone(tx, { storeUid, phone });
    await refuseOverlap(tx, { storeUid, phone }, slot);
    await refuseBlocked(tx, branchUid, service, slot);
    const row = {
      ...{ uuid, storeUid, branchUid, service, ...slot, name, phone, email, message },
      secretHash: secretHash(bookingSecret(tools.secret, { uuid, linkVersion: 0 })),
      remindAt: reminderOf(slot.startsAt, tools.now()),
      createdAt: tools.now(),
    };
    const booked = await takeSeat(tx, row, planOf(branch.booking, service).capacity);
    if (!booked) throw refuse('SLOT_TAKEN');
    await notifyByStaff(tools, tx, booked, 'booked');
  });
  return uuid;
}

/**
 * Frees the seat and notifies the customer. A repeat does nothing. `seen`: when it was to be. @throws BOOKING_OVER,
 * CHANGED_MEANWHILE
 */
export async function cancelByStaff(tools: Tools, uuid: string, seen?: Date): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const [row] = await tx.select().from(bookings).where(eq(bookings.uuid, uuid)).for('update');
    if (!row) throw refuse('NOT_FOUND');
    if (row.cancelledAt) return;
    if (row.startsAt <= tools.now()) throw refuse('BOOKING_OVER');
    refuseMoved(row, seen);
    const [cancelled] = await tx
      .update(bookings)
      .set({ cancelledAt: tools.now() })
      .where(eq(bookings.uuid, uuid))
      .returning();
    if (cancelled) await notifyByStaff(tools, tx, cancelled, 'cancelled');
  });
}

/** Notes a no-show, or takes it back. @throws NOT_POSSIBLE before the visit, or for a cancelled one */
export async function noteNoShow({ db, now }: Tools, uuid: string, came: boolean): Promise<void> {
  const noted = await db
    .update(bookings)
    .set({ noShowAt: came ? null : now() })
    .where(and(eq(bookings.uuid, uuid), isNull(bookings.cancelledAt), lte(bookings.startsAt, now())))
    .returning({ uuid: bookings.uuid });
  if (noted.length === 0) throw refuse('NOT_POSSIBLE', { message: 'אפשר לציין רק אחרי מועד התור, ולא בתור שבוטל' });
}

type Block = {
  branchUid: string;
  /** `null`: of any kind. */
  service: BookingService | null;
  day: string;
  from: string;
  to: string;
  reason: string;
  /** Visits that are booked then already may stay. */
  despiteBookings: boolean;
};

/** Takes hours out of the branch's calendar, for shoppers and staff. @throws NOT_POSSIBLE */
export async function blockHours({ db }: Pick<Deps, 'db'>, block: Block): Promise<void> {
  const { branchUid, service, reason, despiteBookings } = block;
  const [startsAt, endsAt] = [atIsraelTime(block.day, block.from), atIsraelTime(block.day, block.to)];
  if (!startsAt || !endsAt || startsAt >= endsAt)
    throw refuse('NOT_POSSIBLE', { message: 'שעת הסיום צריכה להיות אחרי שעת ההתחלה' });
  await db.transaction(async (tx) => {
    await lockBranch(tx, branchUid);
    const [booked] = await tx
      .select({ visits: count() })
      .from(bookings)
      .where(
        and(
          eq(bookings.branchUid, branchUid),
          service ? eq(bookings.service, service) : undefined,
          isNull(bookings.cancelledAt),
          lt(bookings.startsAt, endsAt),
          gt(bookings.endsAt, startsAt),
        ),
      );
    if (booked && booked.visits > 0 && !despiteBookings)
      throw refuse('NOT_POSSIBLE', {
        message: `${booked.visits === 1 ? 'תור אחד כבר נקבע' : `${booked.visits} תורים כבר נקבעו`} בשעות האלה. הזיזו קודם, או סמנו ״התורים שנקבעו יישארו״`,
      });
    await tx.insert(bookingBlocks).values({ branchUid, service, startsAt, endsAt, reason });
  });
}

export async function unblockHours({ db }: Pick<Deps, 'db'>, uuid: string): Promise<void> {
  await db.delete(bookingBlocks).where(eq(bookingBlocks.uuid, uuid));
}
