import { SetupError } from '#db/setup-error.ts';
import { GatewayRefused } from '#domain/gateway-errors.ts';
import { captureDeposit } from '#server/areas/receipts/held.ts';
import { payLinkSecret } from '#server/areas/receipts/pay-link.ts';
import { refundOrder } from '#server/areas/receipts/refund-order.ts';
import { audit, operatorName } from '../audit.ts';
import type { Command } from '../command.ts';
import { agorotOf, paymentTools, shekels } from '../payment-tools.ts';
import { table } from '../table.ts';
import { orderNumberOf, orderUidOf } from './orders-show.ts';

const MEANING: Record<string, string> = {
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
    reason: { type: 'string', help: 'kept in the history of the order' },
  },
  async run(operation, [number = ''], options) {
    const uuid = await orderUidOf(operation.pool, number);
    const reason = String(options.reason ?? '');
    const refund = await refundOrder(paymentTools(operation), uuid, {
      amountAgorot: agorotOf(options.amount),
      actor: operatorName(),
      reason,
    });
    const json = {
      refund: refund.uuid,
      order: number,
      amount: refund.amountAgorot / 100,
      status: refund.status,
      error: refund.error,
      document: refund.document,
    };
    await audit(operation.pool, 'orders refund', json);
    operation.say(table(['order', 'amount', 'status'], [[number, shekels(refund.amountAgorot), refund.status]]));
    operation.say(MEANING[refund.status] ?? '');
    if (refund.error) operation.say(refund.error);
    return { json, failed: refund.status !== 'done' };
  },
};

export const captureCommand: Command = {
  usage: '<order number>',
  summary: 'takes a deposit that was only held on the card; may be repeated after a lost answer',
  arguments: 1,
  options: { amount: { type: 'string', help: 'shekels, at most what is held; all of it unless told otherwise' } },
  async run(operation, [number = ''], options) {
    const uuid = await orderUidOf(operation.pool, number);
    const ask = { amountAgorot: agorotOf(options.amount), actor: operatorName() };
    const payment = await captureDeposit(paymentTools(operation), uuid, ask).catch((error) => {
      throw error instanceof GatewayRefused ? new SetupError(error.message) : error;
    });
    const json = { order: number, amount: payment.amountAgorot / 100, transaction: payment.transactionId };
    await audit(operation.pool, 'orders capture', json);
    operation.say(table(['order', 'captured'], [[number, shekels(payment.amountAgorot)]]));
    return { json };
  },
};

const MOST_HOURS = 72;

export const paymentLinkCommand: Command = {
  usage: '<order number>',
  summary: 'a link that pays an unpaid order, for a message; the goods are held as long as it is good',
  arguments: 1,
  options: {
    hours: { type: 'string', help: `how long it is good, up to ${MOST_HOURS}; 24 unless told otherwise` },
    send: { type: 'boolean', help: 'sends it to the phone and the mailbox of the order' },
  },
  async run(operation, [number = ''], options) {
    const hours = Number(options.hours ?? 24);
    if (!Number.isInteger(hours) || hours < 1 || hours > MOST_HOURS)
      throw new SetupError(`--hours is a whole number up to ${MOST_HOURS}`);
    const { secret } = paymentTools(operation);
    const client = await operation.pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<Held>(hold, [orderNumberOf(number), hours]);
      const [order] = rows;
      if (!order) throw new SetupError(`${number} is no order that waits for a payment online.`);
      const site =
        operation.env.MODE === 'live' && order.public_domain
          ? `https://${order.public_domain}`
          : `http://${order.key}.localhost:${operation.env.PORT}`;
      const link = `${site}/pay/${payLinkSecret(secret, { uuid: order.uuid, number: order.number })}`;
      if (options.send === true) {
        const body = `${order.name}: לתשלום על הזמנה ${order.number}: ${link}`;
        await client.query(
          `insert into outbox (store_uid, channel, recipient, subject, body) values ($1, 'sms', $2, '', $4), ($1, 'email', $3, $5, $4)`,
          [order.store_uid, order.phone, order.email, body, `קישור לתשלום על הזמנה ${order.number}`],
        );
      }
      const json = { order: order.number, link, good_until: order.hold_until, sent: options.send === true };
      await audit(client, 'orders payment-link', { ...json, link: undefined });
      await client.query('commit');
      operation.say(
        table(['order', 'good until', 'link'], [[order.number, order.hold_until.toISOString(), link]], 200),
      );
      return { json };
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  },
};

type Held = {
  uuid: string;
  number: string;
  phone: string;
  email: string;
  hold_until: Date;
  store_uid: string;
  key: string;
  name: string;
  public_domain: string | null;
};

/** Only an order that still holds its goods; a payment in doubt keeps its endless hold and takes no second page. */
const hold = `
  update orders o set hold_until = greatest(o.hold_until, now() + $2 * interval '1 hour') from stores s
  where o.number = $1 and s.uuid = o.store_uid and o.status = 'payment' and o.due_agorot > 0 and o.hold_until is not null
  returning o.uuid, o.number, o.phone, o.email, o.hold_until, o.store_uid, s.key, s.name, s.public_domain`;
