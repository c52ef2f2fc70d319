import type { Db } from '#db/client.ts';
import { handoverSteps, orderTradeIns } from '#db/schema/index.ts';
import { and, asc, eq } from '#db/sql.ts';
import { balanceOf } from '../orders/balance.ts';
import { staffStepsOf } from '../orders/handover.ts';

type Step = typeof handoverSteps.$inferSelect;

/**
 * The checklist of an order with vehicles, as it was when it began; made of the store's settings at the first use. One
 * whose vehicles have left the order is none any more.
 */
export async function beginChecklist(tx: Db, orderUid: string): Promise<Step[]> {
  const steps = (await staffStepsOf(tx, orderUid)).map((step, position) => ({ ...step, orderUid, position }));
  if (steps.length === 0) return [];
  const begun = await checklistOf(tx, orderUid);
  if (begun.length > 0) return begun;
  // Of two who begin at once, one makes it.
  await tx.insert(handoverSteps).values(steps).onConflictDoNothing();
  return checklistOf(tx, orderUid);
}

export const checklistOf = (db: Db, orderUid: string): Promise<Step[]> =>
  db.select().from(handoverSteps).where(eq(handoverSteps.orderUid, orderUid)).orderBy(asc(handoverSteps.position));

/** Why the goods may not be handed over yet. */
export type HandoverHold = { reason: 'balance'; agorot: number } | { reason: 'steps'; titles: string[] };

/**
 * What keeps an order from being provided: money that is due, a trade-in that nobody has decided on, or open steps of
 * its checklist, which begins here at the latest.
 */
export async function handoverHold(tx: Db, orderUid: string): Promise<HandoverHold | null> {
  const agorot = await balanceOf(tx, orderUid);
  if (agorot > 0) return { reason: 'balance', agorot };
  const undecided = await tx
    .select({ uuid: orderTradeIns.orderUid })
    .from(orderTradeIns)
    .where(and(eq(orderTradeIns.orderUid, orderUid), eq(orderTradeIns.state, 'estimated')));
  const open = (await beginChecklist(tx, orderUid)).filter(({ doneAt }) => doneAt === null);
  const titles = [...undecided.map(() => 'אישור או דחייה של הטרייד־אין'), ...open.map(({ title }) => title)];
  return titles.length > 0 ? { reason: 'steps', titles } : null;
}
