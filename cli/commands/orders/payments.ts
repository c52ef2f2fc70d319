import { clientOf, type Db } from '#db/client.ts';
import { OperatorError } from '#db/operator-error.ts';
import { sql } from '#db/sql.ts';
import { israelMoment } from '#domain/calendar/israel-moment.ts';
import { GatewayRefused } from '#domain/money/gateway-errors.ts';
import { toShekels } from '#domain/money/money.ts';
import { MAX_LINK_HOURS } from '#server/checkout/orders/hold.ts';
import { captureDeposit } from '#server/checkout/payments/capture-deposit.ts';
import { extendPayLink } from '#server/checkout/payments/extend-pay-link.ts';
import { refundOrder } from '#server/checkout/payments/refund-order.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import type { Command } from '../../command.ts';
import { operatorName } from '../../operator.ts';
import { agorotOption } from '../../options.ts';
import { paymentTools, shekelsText } from '../../payment-tools.ts';
import { table } from '../../table.ts';
import { orderUidOf } from './orders-show.ts';

/** What a refund's status means to the operator. */
export const REFUND_MEANING: Record<string, string> = {
  done: 'The money is on its way back.',
  due: 'The gateway could not be reached; the running server asks again in a minute.',
  refused: 'The gateway refused, and nothing went back.',
  unknown: 'Nobody knows what came of it. Look into the gateway’s books, then `reviews resolve`.',
};

export const refundCommand: Command = {
  usage: '<order number>',
  summary: 'gives the money of an order back, or a part of it; a deposit that is only held is released',
  arguments: 1,
  options: {
    amount: { type: 'string', help: 'shekels; all that is left unless told otherwise' },
    again: { type: 'boolean', help: 'though the same sum has just been given back by command' },
    reason: { type: 'string', help: 'kept in the history of the order' },
  },
  async run(operation, [number = ''], options) {
    const uuid = await orderUidOf(operation.pool, number);
    const reason = String(options.reason ?? '');
    const amount = agorotOption(options.amount);
    const refund = await refundOrder(paymentTools(operation), uuid, {
      amountAgorot: amount,
      actor: operatorName(),
      reason,
      check: async (tx) => {
        if (amount !== undefined && !options.again) await refuseRepeated(tx, uuid, amount, operation.now());
      },
    });
    const amountAgorot = refund.all.reduce((sum, one) => sum + one.amountAgorot, 0);
    const json = {
      refund: refund.uuid,
      order: number,
      amount: toShekels(amountAgorot),
      status: refund.status,
      error: refund.error,
      document: refund.document,
    };
    await noteOperation(operation.db, json);
    operation.say(table(['order', 'amount', 'status'], [[number, shekelsText(amountAgorot), refund.status]]));
    operation.say(REFUND_MEANING[refund.status] ?? '');
    if (refund.error) operation.say(refund.error);
    return { json, failed: refund.status !== 'done' };
  },
};

const REPEATED_MINUTES = 10;

/**
 * A part is refunded once, though its command is sent twice: after a lost connection, or from the shell's history.
 * @throws OperatorError
 */
async function refuseRepeated(tx: Db, orderUid: string, amountAgorot: number, now: Date): Promise<void> {
  // The parts that several payments gave of one refund have one moment.
  const { rows } = await tx.execute(sql`
    select r.created_at from refunds r join payments p on p.uuid = r.payment_uid
    where p.order_uid = ${orderUid} and r.actor like 'operator:%' and r.status <> 'refused'
      and r.created_at > ${new Date(now.getTime() - REPEATED_MINUTES * 60_000).toISOString()}::timestamptz
    group by r.created_at having sum(r.amount_agorot) = ${amountAgorot} limit 1`);
  if (rows.length > 0)
    throw new OperatorError(
      `${shekelsText(amountAgorot)} of this order went back by command within the last ${REPEATED_MINUTES} minutes; with --again as much goes back once more.`,
    );
}

export const captureCommand: Command = {
  usage: '<order number>',
  summary: 'takes a deposit that was only held on the card; may be repeated after a lost answer',
  arguments: 1,
  options: { amount: { type: 'string', help: 'shekels, at most what is held; all of it unless told otherwise' } },
  async run(operation, [number = ''], options) {
    const uuid = await orderUidOf(operation.pool, number);
    const ask = { amountAgorot: agorotOption(options.amount), actor: operatorName() };
    const payment = await captureDeposit(paymentTools(operation), uuid, ask).catch((error) => {
      throw error instanceof GatewayRefused ? new OperatorError(error.message) : error;
    });
    const json = { order: number, amount: toShekels(payment.amountAgorot), transaction: payment.transactionId };
    await noteOperation(operation.db, json);
    operation.say(table(['order', 'captured'], [[number, shekelsText(payment.amountAgorot)]]));
    return { json };
  },
};

export const paymentLinkCommand: Command = {
  usage: '<order number>',
  summary:
    'a link that pays an unpaid order, for a message; the goods are held as long as it is good. Or what an order grew by since it was paid',
  arguments: 1,
  options: {
    hours: { type: 'string', help: `how long it is good, up to ${MAX_LINK_HOURS}; 24 unless told otherwise` },
    send: { type: 'boolean', help: 'sends it to the phone and the mailbox of the order' },
  },
  async run(operation, [number = ''], options) {
    const hours = Number(options.hours ?? 24);
    if (!Number.isInteger(hours) || hours < 1 || hours > MAX_LINK_HOURS)
      throw new OperatorError(`--hours is a whole number up to ${MAX_LINK_HOURS}`);
    const send = options.send === true;
    const tools = paymentTools(operation);
    const extended = await operation.db.transaction(async (tx) => {
      const uuid = await orderUidOf(clientOf(tx), number);
      const { url, number: order, goodUntil } = await extendPayLink(tools, tx, uuid, { hours, send });
      const json = { order, link: url, good_until: goodUntil, sent: send };
      await noteOperation(tx, { ...json, link: undefined });
      return json;
    });
    operation.say(
      table(['order', 'good until', 'link'], [[extended.order, israelMoment(extended.good_until), extended.link]], 200),
    );
    return { json: extended };
  },
};
