import type { Db } from '#db/client.ts';
import { tradeIns } from '#db/schema/index.ts';
import { eq, sql } from '#db/sql.ts';
import { DAY_MS } from '#domain/calendar/durations.ts';
import { shownState, USED_IN } from '../../checkout/orders/trade-in-usage.ts';
import type { Deps } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { notifyByStaff, type TradeInRow } from './notify.ts';

type Tools = Pick<Deps, 'db' | 'env' | 'secret' | 'now'>;

/** `seen`: since when it was as staff have read it. @throws NOT_FOUND, CHANGED_MEANWHILE, NOT_POSSIBLE */
async function lockFree({ now }: Tools, tx: Db, uuid: string, seen: string): Promise<TradeInRow> {
  const [row] = await tx.select().from(tradeIns).where(eq(tradeIns.uuid, uuid)).for('update');
  if (!row) throw refuse('NOT_FOUND');
  if (row.stateAt.getTime() !== new Date(seen).getTime())
    throw refuse('CHANGED_MEANWHILE', { message: 'ההצעה השתנתה מאז שהדף נפתח. קראו אותה שוב והחליטו' });
  const { rows } = await tx.execute<{ state: string }>(
    sql`select ${shownState(now())} as state from trade_ins t ${USED_IN} where t.uuid = ${uuid}`,
  );
  const state = rows[0]?.state ?? '';
  if (['ordered', 'confirmed', 'rejected'].includes(state))
    throw refuse('NOT_POSSIBLE', { message: 'הרכב נמצא בהזמנה. את השווי קובעים שם, לאחר הבדיקה' });
  if (state === 'withdrawn') throw refuse('NOT_POSSIBLE', { message: 'הפונה ביטל את ההצעה' });
  return row;
}

type Offer = { seen: string; agorot: number; days: number; why: string };

/** Offers one sum, in place of the table's estimate or of a former offer, and tells the shopper. */
export const offerTradeIn = (tools: Tools, uuid: string, { seen, agorot, days, why }: Offer): Promise<void> =>
  tools.db.transaction(async (tx) => {
    await lockFree(tools, tx, uuid, seen);
    const now = tools.now();
    const [row] = await tx
      .update(tradeIns)
      .set({
        state: 'offered',
        stateAt: now,
        lowAgorot: agorot,
        highAgorot: agorot,
        expiresAt: new Date(now.getTime() + days * DAY_MS),
        reason: why,
      })
      .where(eq(tradeIns.uuid, uuid))
      .returning();
    if (row) await notifyByStaff(tools, tx, row, 'offered');
  });

/** Takes the vehicle on no terms, and tells the shopper why. */
export const refuseTradeIn = (
  tools: Tools,
  uuid: string,
  { seen, why }: { seen: string; why: string },
): Promise<void> =>
  tools.db.transaction(async (tx) => {
    const { state } = await lockFree(tools, tx, uuid, seen);
    if (state === 'refused') throw refuse('NOT_POSSIBLE', { message: 'ההצעה כבר נדחתה' });
    const [row] = await tx
      .update(tradeIns)
      .set({ state: 'refused', stateAt: tools.now(), reason: why })
      .where(eq(tradeIns.uuid, uuid))
      .returning();
    if (row) await notifyByStaff(tools, tx, row, 'refused');
  });

/**
 * Who sees to it; `null`: nobody. `was`: whose it was when the form was opened.
 * @throws CHANGED_MEANWHILE
 */
export async function assignTradeIn(
  { db }: Pick<Tools, 'db'>,
  uuid: string,
  { owner, was }: { owner: string | null; was: string | null },
): Promise<void> {
  const { rowCount } = await db.execute(sql`
    update trade_ins set owner_uid = ${owner} where uuid = ${uuid} and (owner_uid is not distinct from ${was}::uuid or owner_uid = ${owner}::uuid)`);
  if (!rowCount) throw refuse('CHANGED_MEANWHILE', { message: 'בינתיים ההצעה שויכה אחרת. רעננו את הדף ובדקו' });
}
