import { and, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { orders, outbox, payments, stores } from '#db/schema/index.ts';
import { formatExactPrice, isolate } from '#domain/format.ts';
import { toShekels } from '#domain/money.ts';
import type { Deps } from '../../context.ts';
import type { PaymentResult } from '../../providers/payment/provider.ts';
import { record } from '../orders/history.ts';
import { orderSecret } from '../orders/secret.ts';
import { stockOf, takeStock } from '../orders/stock.ts';
import { CHECK_AFTER_MINUTES } from './payment-page.ts';

type Payment = typeof payments.$inferSelect;
type Tools = Pick<Deps, 'db' | 'payment' | 'now' | 'secret'> & { log: FastifyBaseLogger };

/**
 * Asks the gateway about a page and writes down what it says. Webhook, returning shopper and sweeper all come here, in any
 * order and as often as they like: only a verified server-to-server answer with the right order, sum and currency pays an order.
 */
export async function settlePayment(tools: Tools, paymentUid: string, actor: string): Promise<void> {
  const [payment] = await tools.db.select().from(payments).where(eq(payments.uuid, paymentUid));
  if (!payment?.providerRef || payment.status !== 'pending') return;
  const result = await tools.payment[payment.provider]?.fetchResult(payment.providerRef);
  if (!result || result.state === 'pending') return scheduleNext(tools, payment);
  const doubt = doubtOf(payment, result);
  if (doubt) return review(tools, payment, doubt);
  if (result.state === 'declined') return decline(tools, payment, actor);
  await pay(tools, payment, result, actor);
}

/** What speaks against taking the answer for this payment's. */
function doubtOf(payment: Payment, result: PaymentResult): string | null {
  if (result.paymentId !== payment.uuid) return 'the gateway names another payment';
  if (result.state === 'declined') return null;
  if (result.amountAgorot !== payment.amountAgorot)
    return `the gateway took ${result.amountAgorot} agorot instead of ${payment.amountAgorot}`;
  if (result.currency !== 'ILS') return `the gateway took ${result.currency}`;
  return null;
}

async function pay(tools: Tools, payment: Payment, result: PaymentResult, actor: string): Promise<void> {
  const now = tools.now();
  await tools.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.uuid, payment.orderUid)).for('update');
    const settled = await tx
      .update(payments)
      .set({
        status: result.state === 'held' ? 'authorised' : 'paid',
        transactionId: result.transactionId,
        approvalNumber: result.approvalNumber,
        last4: result.last4,
        cardBrand: result.cardBrand,
        paymentsCount: result.paymentsCount,
        settledAt: now,
        nextCheckAt: null,
      })
      .where(and(eq(payments.uuid, payment.uuid), eq(payments.status, 'pending')))
      .returning({ uuid: payments.uuid });
    if (!order || settled.length === 0) return;

    // The hold may have ended while the shopper was paying: the goods are taken again if there are any.
    if (!order.stockHeld && !(await takeAgain(tx, order.uuid))) {
      await tx
        .update(payments)
        .set({ reviewReason: 'paid after the hold had ended, and the goods are gone' })
        .where(eq(payments.uuid, payment.uuid));
      await tx.update(orders).set({ paymentStatus: 'paid', paidAt: now }).where(eq(orders.uuid, order.uuid));
      await record(tx, order.uuid, [
        { field: 'payment_status', from: order.paymentStatus, to: 'paid', actor, reason: 'goods gone: to be refunded' },
      ]);
      return;
    }
    await tx
      .update(orders)
      .set({
        status: 'accepted',
        paymentStatus: result.state === 'held' ? 'authorised' : 'paid',
        paidAt: now,
        holdUntil: null,
        stockHeld: true,
      })
      .where(eq(orders.uuid, order.uuid));
    await record(tx, order.uuid, [
      {
        field: 'payment_status',
        from: order.paymentStatus,
        to: result.state === 'held' ? 'authorised' : 'paid',
        actor,
      },
      { field: 'status', from: order.status, to: 'accepted', actor },
    ]);
    await tellShopper(tools, tx, order);
  });
}

/** Inside a savepoint, so that a line that can't be had gives the others back. */
async function takeAgain(tx: Db, orderUid: string): Promise<boolean> {
  return tx
    .transaction(async (inner) => {
      if (!(await takeStock(inner, await stockOf(inner, orderUid)))) throw new OutOfStock();
      return true;
    })
    .catch((error) => {
      if (error instanceof OutOfStock) return false;
      throw error;
    });
}

class OutOfStock extends Error {}

/** A declined page is closed; the order keeps its goods until the hold ends, and the shopper may try another card. */
async function decline(tools: Tools, payment: Payment, actor: string): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.uuid, payment.orderUid)).for('update');
    const closed = await tx
      .update(payments)
      .set({ status: 'failed', settledAt: tools.now(), nextCheckAt: null })
      .where(and(eq(payments.uuid, payment.uuid), eq(payments.status, 'pending')))
      .returning({ uuid: payments.uuid });
    if (!order || closed.length === 0 || order.status !== 'payment') return;
    await tx.update(orders).set({ paymentStatus: 'failed' }).where(eq(orders.uuid, order.uuid));
    await record(tx, order.uuid, [
      { field: 'payment_status', from: order.paymentStatus, to: 'failed', actor, reason: 'declined' },
    ]);
  });
}

async function review(tools: Tools, payment: Payment, reason: string): Promise<void> {
  tools.log.error({ payment: payment.uuid, reason }, 'payment in doubt');
  await tools.db
    .update(payments)
    .set({ reviewReason: reason, nextCheckAt: null })
    .where(eq(payments.uuid, payment.uuid));
}

async function scheduleNext({ db, now }: Tools, payment: Payment): Promise<void> {
  const minutes = CHECK_AFTER_MINUTES[payment.checks + 1] ?? CHECK_AFTER_MINUTES.at(-1) ?? 60;
  const abandoned = now().getTime() - payment.createdAt.getTime() > 24 * 3_600_000;
  await db
    .update(payments)
    .set({ checks: payment.checks + 1, nextCheckAt: abandoned ? null : new Date(now().getTime() + minutes * 60_000) })
    .where(eq(payments.uuid, payment.uuid));
}

/** Confirmation by e-mail and SMS: written with the payment, sent by the outbox. */
async function tellShopper(tools: Tools, tx: Db, order: typeof orders.$inferSelect): Promise<void> {
  const [store] = await tx.select().from(stores).where(eq(stores.uuid, order.storeUid));
  if (!store) return;
  const link = store.publicDomain ? `https://${store.publicDomain}/order/${orderSecret(tools.secret, order.uuid)}` : '';
  const total = isolate(formatExactPrice(toShekels(order.totalAgorot)));
  await tx.insert(outbox).values([
    {
      storeUid: store.uuid,
      channel: 'email',
      recipient: order.email,
      subject: `ההזמנה שלכם מ${isolate(store.name)} התקבלה: ${isolate(order.number)}`,
      body: `תודה, ${isolate(order.firstName)}.\nקיבלנו את התשלום על הזמנה ${isolate(order.number)} בסך ${total}.\n${link ? `לפרטי ההזמנה: ${link}\n` : ''}`,
    },
    {
      storeUid: store.uuid,
      channel: 'sms',
      recipient: order.phone,
      body: `${store.name}: הזמנה ${order.number} התקבלה ושולמה. תודה!`,
    },
  ]);
}

/** The sweeper: asks about pages whose turn has come. A gateway that can't be reached is asked again later. */
export async function checkOpenPayments(tools: Tools): Promise<void> {
  const due = await tools.db
    .select()
    .from(payments)
    .where(and(eq(payments.status, 'pending'), isNotNull(payments.nextCheckAt), lte(payments.nextCheckAt, tools.now())))
    .orderBy(payments.nextCheckAt)
    .limit(50);
  for (const payment of due) {
    // Whoever moves the date on has the row; another process finds it no longer due.
    const [mine] = await tools.db
      .update(payments)
      .set({ nextCheckAt: sql`${payments.nextCheckAt} + interval '2 minutes'` })
      .where(and(eq(payments.uuid, payment.uuid), eq(payments.nextCheckAt, payment.nextCheckAt as Date)))
      .returning({ uuid: payments.uuid });
    if (!mine) continue;
    await settlePayment(tools, payment.uuid, 'job').catch((err) =>
      tools.log.warn({ err, payment: payment.uuid }, 'gateway could not be asked'),
    );
  }
}
