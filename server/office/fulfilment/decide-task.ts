import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { handoverSteps, type OrderRow, outbox } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { taskStateOf } from '#domain/orders/handover-tasks.ts';
import { checklistOf } from '../../checkout/fulfilment/checklist.ts';
import { lockHandled } from '../../checkout/orders/lock-order.ts';
import { type NotifyTools, notifyOrder } from '../../checkout/orders/notify-order.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';

const decision = z.object({
  order: z.uuid(),
  position: z.coerce.number().int().min(0).max(50),
  /** `sent_at` of the page that the person decided by. */
  seen: z.iso.datetime(),
});

/**
 * What the buyer sent, as the person saw it, in the locked order. @throws NOT_FOUND, NOT_POSSIBLE, CHANGED_MEANWHILE
 */
async function lockSent(tx: Db, { order: uuid, position, seen }: z.output<typeof decision>) {
  const order = await lockHandled(tx, uuid);
  const step = (await checklistOf(tx, uuid)).find((one) => one.position === position);
  if (!step?.task) throw refuse('NOT_FOUND');
  if (step.sentAt?.getTime() !== new Date(seen).getTime())
    throw refuse('CHANGED_MEANWHILE', { message: 'הלקוח שינה את מה ששלח מאז שהדף נפתח. בדקו שוב והחליטו' });
  if (taskStateOf(step) !== 'sent') throw refuse('NOT_POSSIBLE', { message: 'כבר הוחלט על מה שנשלח' });
  return { order, step };
}

/** Ticks the step by what the buyer sent. With the last one the buyer is notified, once. */
export const acceptTask = officeCall(
  { name: 'orders.accept-task', permission: 'orders.handover', entity: 'order', input: decision, kind: 'write' },
  (ctx, input) =>
    ctx.db.transaction(async (tx) => {
      const { order, step } = await lockSent(tx, input);
      await tx
        .update(handoverSteps)
        .set({ doneAt: ctx.now(), doneByUid: ctx.staff.uuid })
        .where(eq(handoverSteps.uuid, step.uuid));
      await notifyWhenChecked(ctx, tx, order);
    }),
);

/** Notifies the buyer, once, that nothing is open any more of what is sent from the page, where anything was. */
export async function notifyWhenChecked(tools: NotifyTools, tx: Db, order: OrderRow): Promise<void> {
  const tasks = (await checklistOf(tx, order.uuid)).filter(({ task }) => task);
  const isChecked = tasks.every(({ doneAt }) => doneAt) && tasks.some(({ sentAt }) => sentAt);
  if (isChecked && !(await wasNotified(tx, order.uuid))) await notifyOrder(tools, tx, order, 'papers_checked');
}

async function wasNotified(tx: Db, orderUid: string): Promise<boolean> {
  const [row] = await tx
    .select({ one: sql`1` })
    .from(outbox)
    .where(and(eq(outbox.orderUid, orderUid), eq(outbox.about, 'order papers_checked')))
    .limit(1);
  return row !== undefined;
}

/** The buyer gets the reason, and sends it again. */
export const refuseTask = officeCall(
  {
    name: 'orders.refuse-task',
    permission: 'orders.handover',
    entity: 'order',
    input: decision.extend({ why: z.string().trim().min(2, 'כתבו ללקוח מה לתקן').max(300) }),
    kind: 'write',
  },
  (ctx, { why, ...input }) =>
    ctx.db.transaction(async (tx) => {
      const { order, step } = await lockSent(tx, input);
      await tx
        .update(handoverSteps)
        .set({ refusedAt: ctx.now(), refusal: why })
        .where(eq(handoverSteps.uuid, step.uuid));
      await notifyOrder(ctx, tx, order, 'paper_refused', { tasks: { titles: [step.title], reason: why } });
    }),
);
