import { orderConsents, orders, payments } from '#db/schema/index.ts';
import { and, eq, ne, sql } from '#db/sql.ts';
import { PAYING_TEXT } from '#domain/people/consent-texts.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { balanceOf } from '../orders/balance.ts';
import { record } from '../orders/history.ts';
import { openPaymentPage, type PaymentPage, providerOf } from './payment-page.ts';
import { settlePayment } from './settle.ts';
import { hasPaymentInDoubt, openPages } from './take-payment.ts';

/** For so many milliseconds an answer of the gateway is reused. */
const FRESH_MS = 3_000;
const MOST_KEPT = 10_000;
/** Questions of the last moments by payment, the oldest first; each process keeps its own. */
const recentQueries = new Map<string, { at: number; answered: Promise<boolean> }>();

/**
 * Asks the gateway, unless it was asked a moment ago; then the order says how it stands. `returned`: the shopper comes back
 * from the gateway's page, so that an older answer won't do. A gateway that can't be reached leaves it as it was.
 * @returns whether the gateway answered about each page
 */
export async function checkPayment(ctx: RequestContext, orderUid: string, returned = false): Promise<boolean> {
  let allAnswered = true;
  for (const { uuid } of await openPages(ctx.db, orderUid)) {
    const now = ctx.now().getTime();
    const last = recentQueries.get(uuid);
    if (last && !returned && now - last.at < FRESH_MS) {
      allAnswered = (await last.answered) && allAnswered;
      continue;
    }
    const answered = settlePayment(ctx, uuid, 'shopper').then(
      () => true,
      (err) => {
        ctx.log.warn({ err }, 'gateway could not be asked');
        return false;
      },
    );
    recentQueries.delete(uuid);
    recentQueries.set(uuid, { at: now, answered });
    for (const [key, { at }] of recentQueries) {
      if (recentQueries.size <= MOST_KEPT && now - at < FRESH_MS) break;
      recentQueries.delete(key);
    }
    allAnswered = (await answered) && allAnswered;
  }
  return allAnswered;
}

/** A page to pay an unpaid order on: the open one, or after a decline a new one. @throws ORDER_EXPIRED, ORDER_NOT_PAYABLE */
export async function getPaymentLink(ctx: RequestContext, orderUid: string): Promise<PaymentPage> {
  const answered = await checkPayment(ctx, orderUid);
  const provider = providerOf(ctx);
  await ctx.db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.uuid, orderUid), eq(orders.storeUid, ctx.store.uuid)))
      .for('update');
    if (order?.status === 'cancelled') throw refuse('ORDER_EXPIRED');
    // It is as good as cancelled: the job's next turn does so, unless the gateway can't say whether it was paid.
    if (answered && order?.status === 'payment' && order.holdUntil && order.holdUntil <= ctx.now())
      throw refuse('ORDER_EXPIRED');
    // An order that grew after it was paid is paid the rest of.
    const amountAgorot = order?.status === 'payment' ? order.dueAgorot : await balanceOf(tx, orderUid);
    if (!order || amountAgorot === 0) throw refuse('ORDER_NOT_PAYABLE');
    if (await hasPaymentInDoubt(tx, orderUid)) throw refuse('ORDER_NOT_PAYABLE');
    // What the shop's purchase keeps when the box is ticked: here the page says that paying is agreeing (`asks_for_terms`).
    if (order.placedByUid !== null)
      await tx
        .insert(orderConsents)
        .values({ orderUid, kind: 'terms', text: PAYING_TEXT, ipAddress: ctx.ipAddress, createdAt: ctx.now() })
        .onConflictDoNothing();
    // Open since before another payment was accepted, for the whole sum. It stays watched.
    await tx
      .update(payments)
      .set({ status: 'cancelled', settledAt: ctx.now(), nextCheckAt: ctx.now() })
      .where(
        and(eq(payments.orderUid, orderUid), eq(payments.status, 'pending'), ne(payments.amountAgorot, amountAgorot)),
      );
    const opened = await tx
      .insert(payments)
      .values({
        orderUid,
        provider,
        amountAgorot,
        // As the shopper was told when the order was placed. What it grew by is charged at once: the number of payments was chosen for the whole.
        ...(order.status === 'payment'
          ? {
              capture: sql`coalesce((select p.capture from payments p where p.order_uid = ${orderUid} order by p.created_at limit 1), 'sale')`,
              instalments: order.paymentsCount,
            }
          : { capture: 'sale', instalments: 1 }),
        // Of a page that only ran out of time; whoever was refused begins with a card, and finds the wallets beside it.
        wallet: sql`(select p.wallet from payments p where p.order_uid = ${orderUid} and p.status = 'cancelled' and p.created_at = (
          select max(l.created_at) from payments l where l.order_uid = ${orderUid}))`,
        createdAt: ctx.now(),
      })
      .onConflictDoNothing()
      .returning({ uuid: payments.uuid });
    if (opened.length === 0 || order.status !== 'payment' || order.paymentStatus === 'pending') return;
    await tx.update(orders).set({ paymentStatus: 'pending' }).where(eq(orders.uuid, orderUid));
    await record(tx, orderUid, [
      { field: 'payment_status', from: order.paymentStatus, to: 'pending', actor: 'shopper', reason: 'tries again' },
    ]);
  });
  const page = await openPaymentPage(ctx, orderUid);
  if (!page) throw refuse('ORDER_NOT_PAYABLE');
  return page;
}
