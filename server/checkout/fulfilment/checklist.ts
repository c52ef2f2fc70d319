import type { Db } from '#db/client.ts';
import { RuleRefusal } from '#db/operator-error.ts';
import { handoverSteps, orderTradeIns } from '#db/schema/index.ts';
import { and, asc, eq } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { openMoney, sumText } from '../orders/balance.ts';
import { staffStepsOf } from '../orders/handover-steps.ts';

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

type MoneyHold = { reason: 'balance' | 'held'; agorot: number };

/** Why the goods may not be handed over yet. */
export type HandoverHold = MoneyHold | { reason: 'steps'; titles: string[] };

/** Money that keeps an order's goods here: what is due, or what is only held on a card and would lapse there. */
async function moneyHold(tx: Db, orderUid: string): Promise<MoneyHold | null> {
  const { owed, held } = await openMoney(tx, orderUid);
  if (owed > 0) return { reason: 'balance', agorot: owed };
  return held > 0 ? { reason: 'held', agorot: held } : null;
}

type Numbered = { uuid: string; number: string };

/** @throws RuleRefusal while money keeps the goods here */
export async function refuseToSend(tx: Db, { uuid, number }: Numbered): Promise<void> {
  const hold = await moneyHold(tx, uuid);
  if (hold) throw refusalOf(number, hold, 'sent');
}

/** @throws RuleRefusal while money keeps the goods here, or a step of the handover is open */
export async function refuseToHandOver(tx: Db, { uuid, number }: Numbered): Promise<void> {
  const hold = await handoverHold(tx, uuid);
  if (hold?.reason === 'steps')
    throw new RuleRefusal(
      `The handover of order ${number} has open steps: ${hold.titles.join(', ')}.`,
      `ברשימת המסירה נשארו צעדים פתוחים: ${hold.titles.join(', ')}`,
    );
  if (hold) throw refusalOf(number, hold, 'handed over');
}

function refusalOf(number: string, { reason, agorot }: MoneyHold, before: 'sent' | 'handed over'): RuleRefusal {
  const sum = toShekels(agorot);
  return reason === 'balance'
    ? new RuleRefusal(
        `Order ${number} has ${sum} shekels to be paid before it is ${before}.`,
        `לפני ${before === 'sent' ? 'המשלוח' : 'המסירה'} נשאר לשלם ${sumText(agorot)}`,
      )
    : new RuleRefusal(
        `Order ${number} has ${sum} shekels that are only held: capture them before it is ${before}.`,
        `סכום של ${sumText(agorot)} תפוס בכרטיס ולא חויב. חייבו אותו קודם; שחרור סוגר את ההזמנה`,
      );
}

/**
 * What keeps an order from being provided: money that is due or only held, a trade-in that nobody has decided on, or
 * open steps of its checklist, which begins here at the latest.
 */
export async function handoverHold(tx: Db, orderUid: string): Promise<HandoverHold | null> {
  const money = await moneyHold(tx, orderUid);
  if (money) return money;
  const undecided = await tx
    .select({ uuid: orderTradeIns.orderUid })
    .from(orderTradeIns)
    .where(and(eq(orderTradeIns.orderUid, orderUid), eq(orderTradeIns.state, 'estimated')));
  const open = (await beginChecklist(tx, orderUid)).filter(({ doneAt }) => doneAt === null);
  const titles = [...undecided.map(() => 'אישור או דחייה של הטרייד־אין'), ...open.map(({ title }) => title)];
  return titles.length > 0 ? { reason: 'steps', titles } : null;
}
