import type { Db } from '#db/client.ts';
import { payments, refundLines } from '#db/schema/index.ts';
import { SetupError } from '#db/setup-error.ts';
import { and, desc, eq, inArray } from '#db/sql.ts';
import { paysOrder } from '../orders/balance.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { carryOut } from './carry-out-refunds.ts';
import { captureBegun } from './held.ts';
import { planRefund, type Refund } from './plan-refund.ts';
import { type AskedLine, checkedLines } from './refund-lines.ts';
import type { Tools } from './settle.ts';
import type { Payment } from './take-payment.ts';

type Ask = {
  /** Of all, the lines' sums with it; without one, all that is left. */
  amountAgorot?: number | undefined;
  /** Pieces that it is for; none for a sum alone. */
  lines?: AskedLine[];
  /** Only a sum that is held: one that was captured meanwhile stays. */
  heldOnly?: true;
  actor: string;
  reason: string;
  /** Asked once the order is locked, so that of two refunds at once the second knows of the first. May throw. */
  check?: (tx: Db) => Promise<void>;
};

/**
 * Refunds an order, in whole, in part or by line; a sum that is only held is released. Asks the gateway once: an `unknown` refund is
 * left to a person. @throws SetupError when nothing, or less than that, can be refunded
 */
export async function refundOrder(tools: Tools, orderUid: string, ask: Ask): Promise<Refund> {
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
    const payment = toRefund(paid, ask);
    if (!payment) throw new SetupError('Nothing was paid online for this order, or all of it went back.');
    const refundable = leftOf(payment);
    const amountAgorot = ask.amountAgorot ?? refundable;
    refuseLess(amountAgorot, lines);
    if (amountAgorot > refundable) throw new SetupError(`At most ${refundable / 100} shekels can go back.`);
    if (payment.status === 'authorised' && amountAgorot !== refundable)
      throw new SetupError('A held sum is released as a whole; to take a part of it, capture that part.');
    const begun = payment.status === 'authorised' && paysOrder(payment) ? await captureBegun(tx, orderUid) : null;
    if (begun !== null)
      throw new SetupError(
        `The gateway was asked to take ${begun / 100} of what is held, and the answer was lost: repeat \`orders capture --amount ${begun / 100}\` first.`,
      );
    const refund = await planRefund(tx, payment, { ...ask, amountAgorot, at: tools.now() });
    if (!refund)
      throw new SetupError(
        'A refund of this payment is under way or in doubt (`reviews list`). It has to be settled first.',
      );
    if (lines.length > 0)
      await tx.insert(refundLines).values(lines.map((line) => ({ ...line, refundUid: refund.uuid })));
    return refund;
  });
  return (await carryOut(tools, planned.uuid)) ?? planned;
}

const statusesOf = ({ heldOnly }: Ask): Payment['status'][] =>
  heldOnly ? ['authorised'] : ['paid', 'partly_refunded', 'authorised'];

function refuseLess(agorot: number, lines: { amountAgorot: number }[]): void {
  const named = lines.reduce((sum, line) => sum + line.amountAgorot, 0);
  if (named > agorot) throw new SetupError(`The lines come to ${named / 100} shekels, more than the whole refund.`);
}

/**
 * Of two charges the one in review is refunded first, since it doesn't pay the order; lines are of those that do. One whose review was
 * closed has gone back elsewhere.
 */
function toRefund(paid: Payment[], { amountAgorot = 0, lines }: Ask): Payment | undefined {
  const doubted = paid.find((payment) => !paysOrder(payment) && !payment.reviewResolvedAt);
  if (doubted && !lines?.length) return doubted;
  const paying = paid.filter(paysOrder);
  return paying.find((payment) => leftOf(payment) >= amountAgorot) ?? paying[0];
}

export const leftOf = (payment: Payment): number =>
  (payment.takenAgorot ?? payment.amountAgorot) - payment.refundedAgorot;
