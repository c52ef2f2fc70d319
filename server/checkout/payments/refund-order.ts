import type { Db } from '#db/client.ts';
import { RuleRefusal } from '#db/operator-error.ts';
import { type OrderRow, type PaymentRow, payments, refundLines, refunds } from '#db/schema/index.ts';
import { and, desc, eq, inArray, ne, sql } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { feeLeft } from '#domain/orders/cancellation.ts';
import { paysOrder, sumText } from '../orders/balance.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { captureBegun, captureUnanswered } from './capture-deposit.ts';
import { carryOut } from './carry-out-refunds.ts';
import { type Refund, recordRefund } from './record-refund.ts';
import { checkedLines, type RequestedLine } from './refund-lines.ts';
import type { Tools } from './settle.ts';

type Ask = {
  /** Of all, the lines' sums with it; without one, all that is left. */
  amountAgorot?: number | undefined;
  /** What is kept of the money as the fee of a cancellation, as far as the law allows it and so much of it stays. */
  feeAgorot?: number;
  /** Pieces that it is for; none for a sum alone. */
  lines?: RequestedLine[];
  /** Only a sum that is held: one that was captured meanwhile stays. */
  heldOnly?: true;
  actor: string;
  reason: string;
  /** Asked once the order is locked, so that of two refunds at once the second knows of the first. May throw. */
  check?: (tx: Db) => Promise<void>;
};

/** The refund that stands worst, and all of them: an order that several payments have paid is refunded by several. */
export type RefundOutcome = Refund & { all: Refund[] };

/**
 * Refunds an order, in whole, in part or by line; a sum that is only held is released. Asks the gateway once for each
 * payment that the sum takes: an `unknown` refund is left to a person. @throws RuleRefusal when nothing, or less than
 * that, can be refunded
 */
export async function refundOrder(tools: Tools, orderUid: string, ask: Ask): Promise<RefundOutcome> {
  const planned = await tools.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderUid);
    await ask.check?.(tx);
    const lines = order && ask.lines?.length ? await checkedLines(tx, order, ask.lines) : [];
    const paid = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.orderUid, orderUid), inArray(payments.status, statusesOf(ask))))
      .orderBy(desc(payments.settledAt))
      .for('update');
    const from = toRefund(paid, ask);
    if (from.length === 0)
      throw new RuleRefusal(
        'Nothing was paid online for this order, or all of it went back.',
        'לא שולם באתר על ההזמנה, או שהכול כבר הוחזר',
      );
    const refundable = from.reduce((sum, payment) => sum + leftOf(payment), 0);
    const amountAgorot = ask.amountAgorot ?? refundable;
    refuseLess(amountAgorot, lines);
    if (amountAgorot > refundable)
      throw new RuleRefusal(
        `At most ${toShekels(refundable)} shekels can go back.`,
        `אפשר להחזיר ${sumText(refundable)} לכל היותר`,
      );
    const isHeld = from[0]?.status === 'authorised';
    if (isHeld && amountAgorot !== refundable)
      throw new RuleRefusal(
        'A held sum is released as a whole; to take a part of it, capture that part.',
        'סכום תפוס משוחרר כולו. כדי לקחת רק חלק ממנו, חייבו את החלק הזה',
      );
    const begun = isHeld && from[0] && paysOrder(from[0]) ? await captureBegun(tx, orderUid) : null;
    if (begun !== null) throw captureUnanswered(begun, 'what is held');
    const feeAgorot = order ? await feeOf(tx, order, paid, { ...ask, amountAgorot }) : 0;
    return planParts(tx, partsOf(from, amountAgorot, lines), { ...ask, feeAgorot, at: tools.now() });
  });
  const all: Refund[] = [];
  for (const refund of planned) all.push((await carryOut(tools, refund.uuid)) ?? refund);
  const worst = WORST_FIRST.flatMap((status) => all.filter((refund) => refund.status === status))[0];
  if (!worst) throw new Error('no refund was planned');
  return { ...worst, all };
}

/**
 * What is kept as the fee, agorot: no more than the law leaves of the order, and than stays of the money that has paid
 * it. `paid`: its payments before the refund.
 */
async function feeOf(
  tx: Db,
  { uuid, totalAgorot }: OrderRow,
  paid: PaymentRow[],
  { amountAgorot, feeAgorot = 0 }: Ask & { amountAgorot: number },
): Promise<number> {
  const kept = await keptFees(tx, uuid);
  const left = paid.filter(paysOrder).reduce((sum, payment) => sum + leftOf(payment), 0);
  return Math.max(0, Math.min(feeAgorot, feeLeft(totalAgorot, kept), left - amountAgorot - kept));
}

/** What refunds of the order keep as the fee of its cancellation, or are about to. Agorot. */
async function keptFees(tx: Db, orderUid: string): Promise<number> {
  const [total] = await tx
    .select({ agorot: sql<number>`coalesce(sum(${refunds.feeAgorot}), 0)::float8` })
    .from(refunds)
    .innerJoin(payments, eq(payments.uuid, refunds.paymentUid))
    .where(and(eq(payments.orderUid, orderUid), ne(refunds.status, 'refused')));
  return total?.agorot ?? 0;
}

const WORST_FIRST: Refund['status'][] = ['refused', 'unknown', 'asked', 'due', 'done'];

const statusesOf = ({ heldOnly }: Ask): PaymentRow['status'][] =>
  heldOnly ? ['authorised'] : ['paid', 'partly_refunded', 'authorised'];

function refuseLess(agorot: number, lines: { amountAgorot: number }[]): void {
  const named = lines.reduce((sum, line) => sum + line.amountAgorot, 0);
  if (named > agorot)
    throw new RuleRefusal(
      `The lines come to ${toShekels(named)} shekels, more than the whole refund.`,
      `סכום השורות, ${sumText(named)}, גבוה מכל הזיכוי`,
    );
}

/**
 * The payments that the sum comes from. Of two charges the one in doubt is refunded first, since it doesn't pay the
 * order; lines are of those that do. One whose doubt was closed has gone back elsewhere. One payment where one is
 * enough; what is only held goes back by itself.
 */
function toRefund(paid: PaymentRow[], { amountAgorot, lines }: Ask): PaymentRow[] {
  const doubted = paid.find((payment) => !paysOrder(payment) && !payment.reviewResolvedAt);
  if (doubted && !lines?.length) return [doubted];
  const paying = paid.filter(paysOrder);
  const charged = paying.filter(({ status }) => status !== 'authorised');
  if (charged.length === 0) return paying.slice(0, 1);
  const enough = charged.find((payment) => amountAgorot !== undefined && leftOf(payment) >= amountAgorot);
  return enough ? [enough] : charged;
}

/** @throws RuleRefusal where a refund of one of the payments is open already */
async function planParts(
  tx: Db,
  parts: Part[],
  { feeAgorot, ...ask }: Ask & { feeAgorot: number; at: Date },
): Promise<Refund[]> {
  const planned: Refund[] = [];
  for (const [at, { payment, amountAgorot, lines }] of parts.entries()) {
    // The first has the most of it, pieces included: where the gateway refuses another part, the fee of these is still
    // known.
    const fee = at === 0 ? feeAgorot : 0;
    const refund = await recordRefund(tx, payment, { ...ask, amountAgorot, feeAgorot: fee });
    if (!refund)
      throw new RuleRefusal(
        'A refund of this payment is under way or in doubt (`reviews list`). It has to be settled first.',
        'זיכוי אחר של התשלום הזה בדרך או בבירור. סיימו אותו קודם',
      );
    if (lines.length > 0)
      await tx.insert(refundLines).values(lines.map((line) => ({ ...line, refundUid: refund.uuid })));
    planned.push(refund);
  }
  return planned;
}

type Line = Awaited<ReturnType<typeof checkedLines>>[number];
type Part = { payment: PaymentRow; amountAgorot: number; lines: Line[] };

/**
 * Shares a refund between payments: each line goes by one whose money covers it, the dearest first, and the rest as a
 * sum. Of a line that none covers, the pieces and their cost go by the one with the most money, and what is more than
 * that by the others.
 */
function partsOf(from: PaymentRow[], amountAgorot: number, lines: Line[]): Part[] {
  const parts = from
    .toSorted((a, b) => leftOf(b) - leftOf(a))
    .map((payment): Part => ({ payment, amountAgorot: 0, lines: [] }));
  const roomOf = (part: Part): number => leftOf(part.payment) - part.amountAgorot;
  let rest = amountAgorot;
  const take = (part: Part, agorot: number): number => {
    const partAgorot = Math.min(agorot, roomOf(part), rest);
    part.amountAgorot += partAgorot;
    rest -= partAgorot;
    return partAgorot;
  };
  for (const line of lines.toSorted((a, b) => b.amountAgorot - a.amountAgorot)) {
    const covering = parts.find((part) => roomOf(part) >= line.amountAgorot);
    const [first, ...others] = covering ? [covering] : parts.toSorted((a, b) => roomOf(b) - roomOf(a));
    if (!first) continue;
    const amountAgorot = take(first, line.amountAgorot);
    let more = line.amountAgorot - amountAgorot;
    for (const part of others) {
      const agorot = take(part, more);
      if (agorot === 0) continue;
      more -= agorot;
      part.lines.push({
        ...line,
        quantity: 0,
        sent: 0,
        units: [],
        restock: false,
        amountAgorot: agorot,
        costAgorot: 0,
      });
    }
    first.lines.push({ ...line, amountAgorot });
  }
  for (const part of parts) take(part, rest);
  return parts.filter((part) => part.amountAgorot > 0);
}

export const leftOf = (payment: PaymentRow): number =>
  (payment.takenAgorot ?? payment.amountAgorot) - payment.refundedAgorot;
