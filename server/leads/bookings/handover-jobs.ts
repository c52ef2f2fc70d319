import { bookings, orders } from '#db/schema/index.ts';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, not, notInArray, or, sql } from '#db/sql.ts';
import { readTasks } from '../../checkout/fulfilment/buyer-tasks/tasks.ts';
import { hasOpenNotice } from '../../checkout/orders/cancellation-notices.ts';
import { notifyOrder } from '../../checkout/orders/notify-order.ts';
import { hasVehicle } from '../../checkout/orders/returned-pieces.ts';
import type { Deps } from '../../context.ts';
import { notifyFreed } from './notify.ts';

type Tools = Pick<Deps, 'db' | 'now' | 'env' | 'secret'>;
const BATCH = 50;

/**
 * Reminds buyers of what is still to be sent before the handover that they chose, once; where a notice of cancellation
 * is being dealt with, after that.
 */
export async function remindOfTasks(tools: Tools): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const due = await tx
      .select({ uuid: bookings.uuid, order: orders })
      .from(bookings)
      .innerJoin(orders, eq(orders.uuid, bookings.orderUid))
      .where(
        and(
          lte(bookings.tasksRemindAt, tools.now()),
          isNull(bookings.cancelledAt),
          gt(bookings.startsAt, tools.now()),
          not(hasOpenNotice(orders.uuid)),
        ),
      )
      .orderBy(asc(bookings.tasksRemindAt))
      .limit(BATCH)
      .for('update', { skipLocked: true, of: bookings });
    for (const { order } of due) {
      const open = (await readTasks(tx, order.uuid)).filter(({ state }) => state === 'missing' || state === 'refused');
      if (open.length > 0)
        await notifyOrder(tools, tx, order, 'tasks_open', { tasks: { titles: open.map(({ title }) => title) } });
    }
    await tx
      .update(bookings)
      .set({ tasksRemindAt: null })
      .where(
        inArray(
          bookings.uuid,
          due.map(({ uuid }) => uuid),
        ),
      );
  });
}

/**
 * Frees the times of handovers that won't be: the order has ended, has no vehicle any more, or goes to another branch,
 * where its buyer chooses anew. A buyer who has the vehicle already isn't notified.
 */
export async function freeEndedHandovers(tools: Tools): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const ended = await tx
      .select({ uuid: bookings.uuid, status: orders.status })
      .from(bookings)
      .innerJoin(orders, eq(orders.uuid, bookings.orderUid))
      .where(
        and(
          isNotNull(bookings.orderUid),
          isNull(bookings.cancelledAt),
          gt(bookings.startsAt, tools.now()),
          or(
            notInArray(orders.status, ['accepted', 'in_process', 'delivery_in_process']),
            ne(orders.branchUid, bookings.branchUid),
            not(hasVehicle(sql`${orders.uuid}`)),
          ),
        ),
      )
      .limit(BATCH)
      .for('update', { skipLocked: true, of: bookings });
    const freed = await tx
      .update(bookings)
      .set({ cancelledAt: tools.now() })
      .where(
        inArray(
          bookings.uuid,
          ended.map(({ uuid }) => uuid),
        ),
      )
      .returning();
    const provided = new Set(ended.flatMap(({ uuid, status }) => (status === 'provided' ? uuid : [])));
    for (const visit of freed) if (!provided.has(visit.uuid)) await notifyFreed(tools, tx, visit);
  });
}
