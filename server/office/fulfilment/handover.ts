import { z } from 'zod';
import { handoverSteps, orders } from '#db/schema/index.ts';
import { and, eq } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import { advanceOrder } from '../../checkout/fulfilment/advance-order.ts';
import { beginChecklist, type HandoverHold, handoverHold } from '../../checkout/fulfilment/checklist.ts';
import { record } from '../../checkout/orders/history.ts';
import { lockHandled } from '../../checkout/orders/lock-order.ts';
import { refuse } from '../../platform/errors.ts';
import { actorName, officeCall } from '../../staff/office-call.ts';
import { notifyWhenChecked } from './decide-task.ts';

export const setStep = officeCall(
  {
    name: 'orders.set-step',
    permission: 'orders.handover',
    entity: 'order',
    input: z.object({ order: z.uuid(), position: z.coerce.number().int().min(0).max(50), done: z.stringbool() }),
    kind: 'write',
  },
  async (ctx, { order, position, done }) =>
    ctx.db.transaction(async (tx) => {
      const handled = await lockHandled(tx, order);
      await beginChecklist(tx, order);
      const changed = await tx
        .update(handoverSteps)
        .set(done ? { doneAt: ctx.now(), doneByUid: ctx.staff.uuid } : { doneAt: null, doneByUid: null })
        .where(and(eq(handoverSteps.orderUid, order), eq(handoverSteps.position, position)))
        .returning({ uuid: handoverSteps.uuid });
      if (changed.length === 0) throw refuse('NOT_FOUND');
      if (done) await notifyWhenChecked(ctx, tx, handled);
    }),
);

function textOf(hold: HandoverHold): string {
  if (hold.reason === 'steps') return `נותרו שלבים פתוחים: ${hold.titles.map(isolate).join(', ')}`;
  const sum = isolate(formatExactPrice(toShekels(hold.agorot)));
  return hold.reason === 'balance'
    ? `נותרו לתשלום ${sum}. אפשר למסור אחרי התשלום`
    : `סכום של ${sum} תפוס בכרטיס ולא חויב. אפשר למסור אחרי שמחייבים אותו; שחרור סוגר את ההזמנה`;
}

/** The goods are with their buyer: only with every step done, nothing to pay, and nothing that is only held. */
export const completeHandover = officeCall(
  {
    name: 'orders.complete-handover',
    permission: 'orders.handover',
    entity: 'order',
    input: z.object({ order: z.uuid() }),
    kind: 'write',
  },
  async (ctx, { order }) =>
    ctx.db.transaction(async (tx) => {
      const { status } = await lockHandled(tx, order);
      if (status === 'accepted') throw refuse('NOT_POSSIBLE', { message: 'ההזמנה עוד לא בטיפול. קדמו אותה תחילה' });
      const steps = await beginChecklist(tx, order);
      if (steps.length === 0) throw refuse('NOT_POSSIBLE', { message: 'אין בהזמנה כלי רכב' });
      const hold = await handoverHold(tx, order);
      if (hold) throw refuse('NOT_POSSIBLE', { message: textOf(hold) });
      const by = { actor: actorName(ctx.staff), reason: '' };
      if (status === 'in_process') {
        // Handed over at once: nobody is told that it waits.
        await tx.update(orders).set({ status: 'delivery_in_process' }).where(eq(orders.uuid, order));
        await record(tx, order, [{ field: 'status', from: status, to: 'delivery_in_process', ...by }]);
      }
      await advanceOrder(ctx, tx, order, by);
    }),
);
