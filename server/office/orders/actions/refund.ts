import { z } from 'zod';
import { orderLines, orders, payments, refunds } from '#db/schema/index.ts';
import { and, eq, inArray, ne, sql } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { MAX_FEE } from '#domain/orders/cancellation.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import { numberedVehicles } from '../../../checkout/orders/numbered-vehicles.ts';
import { type RefundOutcome, refundOrder } from '../../../checkout/payments/refund-order.ts';
import { refuse } from '../../../platform/errors.ts';
import { actorsBehind } from '../../../staff/api-keys.ts';
import { limitsOf } from '../../../staff/grants.ts';
import { type Allowed, type ApprovalNeed, actorName, officeCall } from '../../../staff/office-call.ts';
import { neededReason, sumInput, ticked } from '../../inputs.ts';

const line = z.object({
  line: z.uuid(),
  quantity: z.coerce.number().int().min(0).max(1_000).default(0),
  /** Without it, what was paid for the pieces. */
  amount: sumInput.optional(),
  /** How many of the pieces had been sent; needed where it doesn't follow. */
  sent: z.coerce.number().int().min(0).max(1_000).optional(),
  /** Which of the line's units they are, from 1; needed where vehicles have numbers, and some of them stay. */
  units: z.array(z.coerce.number().int().min(1).max(1_000)).max(1_000).optional(),
  restock: ticked,
});

const input = z.object({
  order: z.uuid(),
  lines: z.array(line).max(200).default([]),
  /**
   * Where the pieces go that go back to stock: to one place, or, with `origin`, where those of a cancelled order do.
   */
  restock_to: z.union([z.enum(['origin', 'warehouse']), z.uuid()]).default('origin'),
  /** All that goes back: the lines, and what is added for delivery or as amends. */
  total: sumInput.refine((agorot) => agorot > 0, 'אין סכום לזיכוי'),
  /** What is kept as the fee of a cancellation: the form's own sum, where nobody has changed it. */
  fee: sumInput.refine((agorot) => agorot <= MAX_FEE, 'דמי ביטול הם 100 ש״ח לכל היותר').default(0),
  reason: neededReason,
});

/**
 * Gives money back by line, or a sum: each line's pieces go back to stock or not. What the person gave back of the
 * order before counts toward the limit, so that many small refunds aren't a way around it.
 */
export const refund = officeCall(
  {
    name: 'orders.refund',
    permission: 'orders.refund',
    input,
    kind: 'write',
    entity: 'order',
    approval: { needed: secondPerson, second: 'alone' },
  },
  async (ctx, { order, lines, total, fee, reason, restock_to }) => {
    await checkPlace(ctx, restock_to);
    const refunded = await refundOrder(ctx, order, {
      amountAgorot: total,
      feeAgorot: fee,
      lines: lines
        .filter(({ quantity }) => quantity > 0)
        .map(({ line, quantity, amount, sent, units, restock }) => ({
          orderLineUid: line,
          quantity,
          sent,
          units,
          amountAgorot: amount,
          restock,
          restockTo: restock_to,
        })),
      actor: actorName(ctx.staff),
      reason,
      async check(tx) {
        if ((await orderAboveRefundLimit({ ...ctx, db: tx }, order, total)) !== null)
          throw refuse('NOT_POSSIBLE', {
            message: 'בינתיים הוחזר כסף בהזמנה הזו, ויחד הסכום גבוה מהמותר. רעננו את הדף',
          });
      },
    });
    return outcomeOf(refunded);
  },
);

/** @throws NOT_FOUND for a branch of another store */
async function checkPlace({ db, storeUid }: Allowed, to: string): Promise<void> {
  if (to === 'origin' || to === 'warehouse') return;
  const { rows } = await db.execute(
    sql`select from branch_stores where branch_uid = ${to} and store_uid = ${storeUid}`,
  );
  if (rows.length === 0) throw refuse('NOT_FOUND');
}

/** Gives a deposit back that is only held on the card. */
export const releaseDeposit = officeCall(
  {
    name: 'orders.release',
    permission: 'orders.capture',
    input: z.object({ order: z.uuid(), reason: neededReason }),
    kind: 'write',
    entity: 'order',
  },
  async (ctx, { order, reason }) => {
    const [held] = await ctx.db
      .select({ uuid: payments.uuid })
      .from(payments)
      .where(and(eq(payments.orderUid, order), eq(payments.status, 'authorised')));
    if (!held) throw refuse('NOT_POSSIBLE', { message: 'אין דמי שריון תפוסים בהזמנה הזו' });
    return outcomeOf(await refundOrder(ctx, order, { heldOnly: true, actor: actorName(ctx.staff), reason }));
  },
);

/** How a refund stands, for the person who asked for it. @throws NOT_POSSIBLE where the gateway refused all of it */
export function outcomeOf({ status, error, all }: RefundOutcome): { status: string; message?: string } {
  const refused = all.filter((one) => one.status === 'refused');
  if (refused.length === all.length)
    throw refuse('NOT_POSSIBLE', { message: 'חברת האשראי סירבה, ולא הוחזר כסף', details: error });
  if (refused.length > 0) {
    const sum = formatExactPrice(toShekels(refused.reduce((total, one) => total + one.amountAgorot, 0)));
    return { status, message: `ההזמנה שולמה בכמה תשלומים. חברת האשראי סירבה להחזיר ${isolate(sum)} מהם` };
  }
  if (status === 'done') return { status };
  const message =
    status === 'due'
      ? 'הזיכוי נרשם. שירות התשלומים אינו זמין כרגע, ונבקש ממנו שוב בעוד דקה'
      : 'הזיכוי נרשם, אבל לא ידוע מה עלה בגורלו. הוא מחכה להכרעה בפאנל התשלומים';
  return { status, message };
}

async function secondPerson(
  ctx: Allowed,
  { order, lines, total }: z.output<typeof input>,
): Promise<ApprovalNeed | null> {
  const number = await orderAboveRefundLimit(ctx, order, total);
  if (number === null) return null;
  const goods = await goodsOf(ctx, order, lines);
  const summary = `זיכוי של ${formatExactPrice(toShekels(total))} בהזמנה ${isolate(number)}${goods && `: ${goods}`}`;
  return { summary, amountAgorot: total };
}

/** What goes back, in words, so that the second person sees what they agree to. */
async function goodsOf(ctx: Allowed, order: string, lines: z.output<typeof line>[]): Promise<string> {
  const sold = await ctx.db
    .select({ uuid: orderLines.uuid, name: orderLines.name, vehicles: numberedVehicles(sql`${orderLines.uuid}`) })
    .from(orderLines)
    .where(eq(orderLines.orderUid, order));
  return lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ line: uuid, quantity, units, restock }) => {
      const { name, vehicles } = sold.find((one) => one.uuid === uuid) ?? { name: '', vehicles: [] };
      const numbers = vehicles.flatMap((one) => (units?.includes(one.unit) ? isolate(one.number) : []));
      return `${isolate(name)} (${[quantity, ...numbers, ...(restock ? ['חוזר למלאי'] : [])].join(', ')})`;
    })
    .join(', ');
}

/**
 * The order's number where the sum, with what the person gave back of the order before, is above their limit of refunds
 * in its store; else `null`.
 */
export async function orderAboveRefundLimit(ctx: Allowed, order: string, agorot: number): Promise<string | null> {
  const left = await refundLeft(ctx, order);
  if (left === null || agorot <= left) return null;
  const [orderRow] = await ctx.db.select({ number: orders.number }).from(orders).where(eq(orders.uuid, order));
  return orderRow?.number ?? '';
}

/**
 * Agorot that the person, or the program, may still give back of the order alone; `null`: any sum. Programs count
 * together with those of the same maker, and all of them towards the maker's own limit: whoever may make keys could
 * make several.
 */
export async function refundLeft(ctx: Allowed, order: string): Promise<number | null> {
  const limit = limitsOf(ctx.staff, 'orders.refund', ctx.storeUid).refundLimitAgorot;
  if (limit === null) return null;
  const { maker, keys } = await actorsBehind(ctx.db, ctx.staff);
  const refundedBy = async (actors: string[]): Promise<number> => {
    const [sum] = await ctx.db
      .select({ agorot: sql<number>`coalesce(sum(${refunds.amountAgorot}), 0)::float8` })
      .from(refunds)
      .innerJoin(payments, eq(payments.uuid, refunds.paymentUid))
      .where(and(eq(payments.orderUid, order), inArray(refunds.actor, actors), ne(refunds.status, 'refused')));
    return sum?.agorot ?? 0;
  };
  const all = await refundedBy([actorName(maker), ...keys]);
  if (!ctx.staff.isKey) return Math.max(0, limit - all);
  const makersLimit = limitsOf(maker, 'orders.refund', ctx.storeUid).refundLimitAgorot ?? Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(limit - (await refundedBy(keys)), makersLimit - all));
}
