import { type PaymentRow, payments, refunds } from '#db/schema/index.ts';
import { and, eq, lte } from '#db/sql.ts';
import { GatewayRefused, GatewayUnreachable } from '#domain/money/gateway-errors.ts';
import type { GatewayDocument } from '../../providers/payment/provider.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { finishRefund } from './finish-refund.ts';
import { notifyRefund } from './notify-refund.ts';
import type { Refund } from './record-refund.ts';
import type { Tools } from './settle.ts';
import { isHeld } from './take-payment.ts';

const TRY_AGAIN_MS = 60_000;
/** Longer than any adapter waits: the process that asked has died, or couldn't store the answer. */
const LOST_AFTER_MS = 5 * 60_000;

/** The job: requests due refunds, and leaves those whose outcome was not recorded to a person (`unknown`). */
export async function carryOutRefunds(tools: Tools): Promise<void> {
  const lostRefunds = await tools.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.status, 'asked'), lte(refunds.askedAt, new Date(tools.now().getTime() - LOST_AFTER_MS))));
  const error = 'no outcome was recorded: the gateway may have carried it out';
  for (const refund of lostRefunds) {
    tools.log.error({ refund: refund.uuid }, 'refund in doubt');
    await recordFailure(tools, refund, { status: 'unknown', error }).catch((err) =>
      tools.log.error({ err, refund: refund.uuid }, 'refund not recorded'),
    );
  }
  const due = await tools.db
    .select({ uuid: refunds.uuid })
    .from(refunds)
    .where(and(eq(refunds.status, 'due'), lte(refunds.askAt, tools.now())))
    .orderBy(refunds.askAt)
    .limit(50);
  for (const { uuid } of due)
    await carryOut(tools, uuid).catch((err) => tools.log.error({ err, refund: uuid }, 'refund not recorded'));
}

/** Asks the gateway once: only the process whose update turns `due` into `asked` does. */
export async function carryOut(tools: Tools, refundUid: string): Promise<Refund | undefined> {
  const [claimed] = await tools.db
    .update(refunds)
    .set({ status: 'asked', askedAt: tools.now(), error: null })
    .where(and(eq(refunds.uuid, refundUid), eq(refunds.status, 'due')))
    .returning();
  if (claimed) await ask(tools, claimed);
  const [refund] = await tools.db.select().from(refunds).where(eq(refunds.uuid, refundUid));
  return refund;
}

async function ask(tools: Tools, refund: Refund): Promise<void> {
  const [payment] = await tools.db.select().from(payments).where(eq(payments.uuid, refund.paymentUid));
  if (!payment) return;
  let done: Awaited<ReturnType<typeof send>>;
  try {
    done = await send(tools, payment, refund);
  } catch (error) {
    await fail(tools, refund, error as Error);
    return;
  }
  await finishRefund(tools, refund, done);
}

type Done = { reference: string | null; document: GatewayDocument | null };

async function send(tools: Tools, payment: PaymentRow, refund: Refund): Promise<Done> {
  const provider = tools.payment[payment.provider];
  if (!provider) throw new GatewayUnreachable(`there is no gateway ${payment.provider} here`);
  if (isHeld(payment)) {
    // Nothing was charged yet.
    await provider.releaseHold(payment.providerRef ?? '');
    return { reference: null, document: null };
  }
  if (!payment.transactionId) throw new GatewayRefused('the gateway has named no transaction');
  return provider.refund({
    transactionId: payment.transactionId,
    amountAgorot: refund.amountAgorot,
    chargedAgorot: payment.takenAgorot ?? payment.amountAgorot,
    refundedAgorot: payment.refundedAgorot,
    document: payment.document,
    idempotencyKey: refund.uuid,
  });
}

async function fail(tools: Tools, refund: Refund, error: Error): Promise<void> {
  const at = tools.now();
  const outcome =
    error instanceof GatewayRefused
      ? { status: 'refused' as const, settledAt: at }
      : error instanceof GatewayUnreachable
        ? { status: 'due' as const, askAt: new Date(at.getTime() + TRY_AGAIN_MS) }
        : { status: 'unknown' as const };
  tools.log.error({ err: error, refund: refund.uuid, outcome: outcome.status }, 'refund failed');
  await recordFailure(tools, refund, { ...outcome, error: error.message });
}

type Failure = Partial<Refund> & { status: Refund['status'] };

/** What other payments have given back of the same return was waiting for this one's outcome. */
async function recordFailure(tools: Tools, refund: Refund, failure: Failure): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.uuid, refund.paymentUid));
    const order = payment && (await lockOrder(tx, payment.orderUid));
    const failed = await tx
      .update(refunds)
      .set(failure)
      .where(and(eq(refunds.uuid, refund.uuid), eq(refunds.status, 'asked')))
      .returning({ uuid: refunds.uuid });
    if (order && failed.length > 0) await notifyRefund(tools, tx, order, { ...refund, before: 'asked' });
  });
}
