import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { orders, orderTradeIns, tradeIns } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import { boughtWith, confirmTradeIn, type OrderTradeIn, rejectTradeIn } from '../../../checkout/trade-ins/decide.ts';
import { notifyByStaff, type TradeInEvent } from '../../../leads/trade-ins/notify.ts';
import { refuse } from '../../../platform/errors.ts';
import { type Allowed, actorName, officeCall } from '../../../staff/office-call.ts';
import { neededReason, sumInput } from '../../inputs.ts';

const confirming = z.object({
  order: z.uuid(),
  /** What the inspected vehicle is worth. */
  sum: sumInput.refine((agorot) => agorot > 0, 'הזינו סכום בשקלים'),
  reason: neededReason,
});

/**
 * The vehicle was inspected: from here on it is a discount of the order. What was paid too much is proposed as a refund
 * in the answer, and made by `orders.refund` alone.
 */
export const confirm = officeCall(
  {
    name: 'orders.confirm-trade-in',
    permission: 'trade-ins.confirm',
    also: 'orders.read',
    input: confirming,
    kind: 'write',
    entity: 'order',
    approval: { needed: secondPerson, second: 'alone' },
  },
  (ctx, { order, sum, reason }) =>
    ctx.db.transaction(async (tx) => {
      const decision = { agorot: sum, actor: actorName(ctx.staff), reason, at: ctx.now() };
      const { edited, tradeIn } = await confirmTradeIn(tx, order, decision);
      await notifyOfInspection(ctx, tx, tradeIn, 'confirmed');
      const back = edited.creditAgorot;
      return {
        message: `הזיכוי נרשם בהזמנה${back > 0 ? `. שולם ביתר ${isolate(formatExactPrice(toShekels(back)))}: החזירו בכפתור ״זיכוי״` : ''}`,
      };
    }),
);

export const reject = officeCall(
  {
    name: 'orders.reject-trade-in',
    permission: 'trade-ins.confirm',
    also: 'orders.read',
    input: z.object({ order: z.uuid(), reason: neededReason }),
    kind: 'write',
    entity: 'order',
  },
  (ctx, { order, reason }) =>
    ctx.db.transaction(async (tx) => {
      const tradeIn = await rejectTradeIn(tx, order, { actor: actorName(ctx.staff), reason, at: ctx.now() });
      await notifyOfInspection(ctx, tx, tradeIn, 'rejected');
    }),
);

/** With the reason, which is the buyer's to read. Whoever was erased is told nothing. */
async function notifyOfInspection(ctx: Allowed, tx: Db, tradeIn: OrderTradeIn, event: TradeInEvent): Promise<void> {
  if (!tradeIn.tradeInUid) return;
  const [row] = await tx.select().from(tradeIns).where(eq(tradeIns.uuid, tradeIn.tradeInUid));
  if (!row) return;
  await notifyByStaff(ctx, tx, { ...row, reason: tradeIn.reason }, event, tradeIn.confirmedAgorot ?? 0);
}

/**
 * What is above the estimate of the company's table is a discount of the vehicle that is bought, as any other: within
 * the person's limit, or with a second one. Where no registry has named the vehicle, the estimate is of what somebody
 * typed, and all of the sum counts; so does a sum that a person offered instead.
 */
async function secondPerson(ctx: Allowed, { order, sum }: z.output<typeof confirming>) {
  const [tradeIn] = await ctx.db.select().from(orderTradeIns).where(eq(orderTradeIns.orderUid, order));
  if (!tradeIn) throw refuse('NOT_FOUND');
  const { priceAgorot, quantity, discountAgorot } = await boughtWith(ctx.db, tradeIn);
  const [offer] = tradeIn.tradeInUid
    ? await ctx.db
        .select({ high: tradeIns.tableHighAgorot, registeredAt: tradeIns.registeredAt })
        .from(tradeIns)
        .where(eq(tradeIns.uuid, tradeIn.tradeInUid))
    : [];
  const above = sum - (offer?.registeredAt ? (offer.high ?? 0) : 0);
  const { discountLimitBp: limit } = ctx.limits;
  // What the vehicle was reduced by already is part of what it is sold below its price.
  const reduced = above + Math.ceil(discountAgorot / quantity);
  if (above <= 0 || limit === null || reduced * 10_000 <= limit * priceAgorot) return null;
  const [row] = await ctx.db.select({ number: orders.number }).from(orders).where(eq(orders.uuid, order));
  return {
    summary: `טרייד־אין של ${formatExactPrice(toShekels(sum))} בהזמנה ${isolate(row?.number ?? '')}, מעל ההערכה בטבלה`,
    amountAgorot: sum,
  };
}
