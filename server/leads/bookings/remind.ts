import { bookings } from '#db/schema/index.ts';
import { and, asc, gt, inArray, isNull, lte, not, or } from '#db/sql.ts';
import { hasOpenNotice } from '../../checkout/orders/cancellation-notices.ts';
import type { Deps } from '../../context.ts';
import { notifyReminder } from './notify.ts';

const BATCH = 50;

/** Writes due reminders; a booking cancelled meanwhile gets none. */
export async function remindOfBookings(deps: Deps): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(bookings)
      .where(
        and(
          lte(bookings.remindAt, deps.now()),
          isNull(bookings.remindedAt),
          isNull(bookings.cancelledAt),
          gt(bookings.startsAt, deps.now()),
          // No reminder while the order's notice of cancellation is being dealt with.
          or(isNull(bookings.orderUid), not(hasOpenNotice(bookings.orderUid))),
        ),
      )
      .orderBy(asc(bookings.remindAt))
      .limit(BATCH)
      .for('update', { skipLocked: true });
    for (const row of due) await notifyReminder(deps, tx, row);
    await tx
      .update(bookings)
      .set({ remindedAt: deps.now() })
      .where(
        inArray(
          bookings.uuid,
          due.map(({ uuid }) => uuid),
        ),
      );
  });
}
