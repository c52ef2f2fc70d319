import type { Db } from '#db/client.ts';
import { takeLock } from '#db/locks.ts';
import { bookingBlocks, bookings } from '#db/schema/index.ts';
import { and, eq, gt, isNull, lt, ne, or } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import type { BookingRow } from './notify.ts';
import type { Slot } from './slots.ts';

type Visitor = { storeUid: string; phone: string };

/** Locks the branch's seats. */
export const lockBranch = (tx: Db, branchUid: string) => takeLock(tx, 'booking blocks', { of: branchUid });

/** The branch's hours aren't blocked at that time, and won't be until the transaction ends. @throws SLOT_TAKEN */
export async function refuseBlocked(tx: Db, branchUid: string, service: string, slot: Slot): Promise<void> {
  await takeLock(tx, 'booking blocks', { of: branchUid, shared: true });
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

/** The first free seat. An insert waits for a concurrent one of the same seat. @returns `null` where there is none */
export async function takeSeat(
  tx: Db,
  row: Omit<typeof bookings.$inferInsert, 'seat'>,
  capacity: number,
): Promise<BookingRow | null> {
  for (let seat = 0; seat < capacity; seat++) {
    const [booked] = await tx
      .insert(bookings)
      .values({ ...row, seat })
      .onConflictDoNothing()
      .returning();
    if (booked) return booked;
  }
  return null;
}

/**
 * Puts a visit to the first free seat of another time; `preferred` is tried before the others. Of concurrent requests
 * for the last one the exclusion constraint accepts one. @returns `null` where there is none
 */
export async function takeOtherSeat(
  tx: Db,
  row: BookingRow,
  change: Slot & { remindAt: Date | null; tasksRemindAt: Date | null },
  capacity: number,
  preferred = 0,
): Promise<BookingRow | null> {
  const seats = Array.from({ length: capacity }, (_, seat) => seat);
  for (const seat of seats.sort((a, b) => Number(b === preferred) - Number(a === preferred) || a - b)) {
    const values = { ...change, seat, moves: row.moves + 1, remindedAt: null };
    try {
      // An update has no "on conflict": a savepoint undoes a failed one.
      return await tx.transaction(async (inner) => {
        const [moved] = await inner.update(bookings).set(values).where(eq(bookings.uuid, row.uuid)).returning();
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
