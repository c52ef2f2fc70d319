import type { Db } from '#db/client.ts';
import { takeLock } from '#db/locks.ts';
import { bookingBlocks, bookings } from '#db/schema/index.ts';
import { and, eq, gt, isNull, lt, ne, or } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import type { BookingRow } from './notify.ts';
import type { Slot } from './slots.ts';

type Visitor = { storeUid: string; phone: string };

/** Locks the branch's seats: its hours are blocked, and visits booked in them, one after another. */
export const lockBranch = (tx: Db, branchUid: string) => takeLock(tx, 'booking blocks', { of: branchUid });

/**
 * The branch's hours aren't blocked at that time; until the transaction ends they won't be, nor are its seats taken by
 * anybody else. @throws SLOT_TAKEN
 */
export async function refuseBlocked(tx: Db, branchUid: string, service: string, slot: Slot): Promise<void> {
  await lockBranch(tx, branchUid);
  const [block] = await tx
    .select({ uuid: bookingBlocks.uuid })
    .from(bookingBlocks)
    .where(blocking(branchUid, service, slot))
    .limit(1);
  if (block) throw refuse('SLOT_TAKEN', { message: 'השעות האלה חסומות ביומן. בחרו מועד אחר' });
}

/** Blocks of the branch, for the service or for any, within these moments. */
export const blocking = (branchUid: string, service: string, { startsAt, endsAt }: Slot) =>
  and(
    eq(bookingBlocks.branchUid, branchUid),
    or(isNull(bookingBlocks.service), eq(bookingBlocks.service, service)),
    lt(bookingBlocks.startsAt, endsAt),
    gt(bookingBlocks.endsAt, startsAt),
  );

/** Refuses an overlap with another visit of the same person. @throws BOOKING_EXISTS */
export async function refuseOverlap(
  tx: Db,
  { storeUid, phone, uuid }: Visitor & { uuid?: string },
  slot: Slot,
): Promise<void> {
  const [other] = await tx
    .select({ uuid: bookings.uuid })
    .from(bookings)
    .where(
      and(
        eq(bookings.storeUid, storeUid),
        eq(bookings.phone, phone),
        uuid ? ne(bookings.uuid, uuid) : undefined,
        isNull(bookings.cancelledAt),
        lt(bookings.startsAt, slot.endsAt),
        gt(bookings.endsAt, slot.startsAt),
      ),
    )
    .limit(1);
  if (other) throw refuse('BOOKING_EXISTS');
}

type Place = Slot & { branchUid: string; service: string; uuid?: string | undefined };

/**
 * The first free seat of the branch at the time, `preferred` before the others; `null` where there is none. Visits on
 * seats beyond the capacity, which was larger once, count too. Call it with `lockBranch` locked.
 */
async function freeSeat(tx: Db, place: Place, capacity: number, preferred = 0): Promise<number | null> {
  const { branchUid, service, uuid, startsAt, endsAt } = place;
  const takenSeats = await tx
    .selectDistinct({ seat: bookings.seat })
    .from(bookings)
    .where(
      and(
        eq(bookings.branchUid, branchUid),
        eq(bookings.service, service),
        uuid ? ne(bookings.uuid, uuid) : undefined,
        isNull(bookings.cancelledAt),
        lt(bookings.startsAt, endsAt),
        gt(bookings.endsAt, startsAt),
      ),
    );
  if (takenSeats.length >= capacity) return null;
  const free = Array.from({ length: capacity }, (_, seat) => seat).filter(
    (seat) => !takenSeats.some((one) => one.seat === seat),
  );
  return free.find((seat) => seat === preferred) ?? free[0] ?? null;
}

/** Books the first free seat. Call it after `refuseBlocked`. @returns `null` where there is none */
export async function takeSeat(
  tx: Db,
  row: Omit<typeof bookings.$inferInsert, 'seat'>,
  capacity: number,
): Promise<BookingRow | null> {
  const seat = await freeSeat(tx, row, capacity);
  if (seat === null) return null;
  const [booked] = await tx
    .insert(bookings)
    .values({ ...row, seat })
    .returning();
  return booked ?? null;
}

/**
 * Puts a visit to the first free seat of another time; `preferred` is tried before the others. Call it after
 * `refuseBlocked`. @returns `null` where there is none
 */
export async function takeOtherSeat(
  tx: Db,
  row: BookingRow,
  change: Slot & { remindAt: Date | null; tasksRemindAt: Date | null },
  capacity: number,
  preferred?: number,
): Promise<BookingRow | null> {
  const seat = await freeSeat(tx, { ...row, ...change }, capacity, preferred);
  if (seat === null) return null;
  const values = { ...change, seat, moves: row.moves + 1, remindedAt: null };
  const [moved] = await tx.update(bookings).set(values).where(eq(bookings.uuid, row.uuid)).returning();
  return moved ?? null;
}
