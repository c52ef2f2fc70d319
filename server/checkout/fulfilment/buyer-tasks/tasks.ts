import { createHash } from 'node:crypto';
import type { OrderTask } from '#contract/checkout/order-tasks.ts';
import type { Db } from '#db/client.ts';
import { handoverSteps, orderFiles, orders } from '#db/schema/index.ts';
import { and, asc, count, eq } from '#db/sql.ts';
import { taskStateOf } from '#domain/orders/handover-tasks.ts';
import { isBeingHandled } from '#domain/orders/states.ts';
import type { RequestContext } from '../../../context.ts';
import { refuse } from '../../../platform/errors.ts';
import { takeOrRefuse } from '../../../platform/limits.ts';
import { staffStepsOf } from '../../orders/handover-steps.ts';
import { lockHandled } from '../../orders/lock-order.ts';
import { findOwned } from '../../orders/read.ts';
import { beginChecklist, checklistOf } from '../checklist.ts';
import { opensPaper } from './paper-access.ts';

type Step = typeof handoverSteps.$inferSelect;
type Task = Step & { task: NonNullable<Step['task']> };
const isTask = (step: Step): step is Task => step.task !== null;

/**
 * The buyer's tasks of an order that is being handled; before its checklist begins, as the store's settings would make
 * them. `by`: who asks. Papers that they may not open have no names, which may say whose identity it is.
 */
export async function readTasks(db: Db, orderUid: string, by?: RequestContext): Promise<OrderTask[]> {
  const [order] = await db
    .select({
      ...{ uuid: orders.uuid, status: orders.status, erasedAt: orders.erasedAt },
      ...{ linkVersion: orders.linkVersion, customerUid: orders.customerUid },
    })
    .from(orders)
    .where(eq(orders.uuid, orderUid));
  if (!order || order.erasedAt || !isBeingHandled(order.status)) return [];
  const steps = await staffStepsOf(db, orderUid);
  if (steps.length === 0) return [];
  const begun = await checklistOf(db, orderUid);
  if (begun.length === 0) {
    const newTask = { state: 'missing' as const, sent_at: null, checked_at: null, refusal: '', papers: [] };
    return steps.flatMap(({ title, task, ask }, position) =>
      task ? [{ position, title, kind: task, ask, version: versionOf({ title, ask }), ...newTask }] : [],
    );
  }
  const papers = await db
    .select({
      ...{ id: orderFiles.uuid, step: orderFiles.stepUid },
      ...{ name: orderFiles.name, bytes: orderFiles.bytes, type: orderFiles.type, sentAt: orderFiles.createdAt },
    })
    .from(orderFiles)
    .where(and(eq(orderFiles.orderUid, orderUid), eq(orderFiles.fromBuyer, true)))
    .orderBy(asc(orderFiles.createdAt));
  return begun.filter(isTask).map((step) => ({
    ...{ position: step.position, title: step.title, kind: step.task, ask: step.ask },
    version: versionOf(step),
    state: taskStateOf(step),
    sent_at: step.sentAt?.toISOString() ?? null,
    checked_at: step.doneAt?.toISOString() ?? null,
    refusal: step.doneAt ? '' : step.refusal,
    papers: papers
      .filter(({ step: of }) => of === step.uuid)
      .map(({ id, name, bytes, type, sentAt }) => {
        const open = by !== undefined && opensPaper(by, order, id);
        return { id, name: open ? name : '', bytes, type, sent_at: sentAt.toISOString(), open };
      }),
  }));
}

/**
 * Names what a task asks for, which the store's settings may change until the checklist begins. @throws
 * CHANGED_MEANWHILE where the page showed something else
 */
export function checkVersion(task: { title: string; ask: string }, version: string | undefined): void {
  if (version !== undefined && version !== versionOf(task))
    throw refuse('CHANGED_MEANWHILE', { message: 'הנוסח השתנה. קראו אותו ושלחו שוב' });
}

const versionOf = ({ title, ask }: { title: string; ask: string }): string => hashOf(`${title}\n${ask}`);

/** Twelve hexadecimal digits. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The order of a secret, within the limit of what its buyer sends. @throws ORDER_NOT_FOUND, RATE_LIMITED */
export async function enterOrder(ctx: RequestContext, secret: string) {
  const order = await findOwned(ctx, { secret });
  await takeOrRefuse(ctx, [{ policy: 'paper', subject: order.uuid }]);
  return order;
}

/**
 * What a buyer changes of a task, in the locked order. Something sent makes it wait for staff again; where a paper is
 * only taken away, a refusal and its reason stay. @throws NOT_FOUND, NOT_POSSIBLE
 */
export async function changeTask(
  ctx: RequestContext,
  orderUid: string,
  find: (tasks: Task[], tx: Db) => Promise<Task | undefined> | Task | undefined,
  change: (tx: Db, task: Task) => Promise<'sent' | 'removed'>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { erasedAt } = await lockHandled(tx, orderUid);
    if (erasedAt) throw refuse('ORDER_NOT_FOUND');
    const task = await find((await beginChecklist(tx, orderUid)).filter(isTask), tx);
    if (!task) throw refuse('NOT_FOUND');
    if (task.doneAt) throw refuse('NOT_POSSIBLE', { message: 'זה כבר נבדק ואושר, ואין צורך לשלוח שוב' });
    const done = await change(tx, task);
    const left = await countPapers(tx, task.uuid);
    await tx
      .update(handoverSteps)
      .set({ sentAt: left > 0 ? ctx.now() : null, ...(done === 'sent' && { refusedAt: null, refusal: '' }) })
      .where(eq(handoverSteps.uuid, task.uuid));
  });
}

const ofTask = (stepUid: string) => and(eq(orderFiles.stepUid, stepUid), eq(orderFiles.fromBuyer, true));

/** Papers that the buyer has sent to a task. */
export async function countPapers(tx: Db, stepUid: string): Promise<number> {
  const [total] = await tx.select({ files: count() }).from(orderFiles).where(ofTask(stepUid));
  return total?.files ?? 0;
}

/** @returns those that it had */
export const forgetPapers = (tx: Db, stepUid: string) =>
  tx.delete(orderFiles).where(ofTask(stepUid)).returning({ uuid: orderFiles.uuid });
