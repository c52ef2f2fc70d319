import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { orderHistory, orders, payments } from '#db/schema/index.ts';
import { and, desc, eq, gt, isNotNull, lte, sql } from '#db/sql.ts';
import { isSilent } from '#domain/money/gateway-errors.ts';
import { NOT_PAID_IN_TIME } from '#domain/orders/system-reasons.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { closeNotices } from '../orders/cancellation-notices.ts';
import { record } from '../orders/history.ts';
import { EXTENDABLE_MINUTES, HOLD_MINUTES, PATIENCE_MINUTES } from '../orders/hold.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { notifyStoreOfFinancing } from '../orders/notify-financing.ts';
import { cancelNotification, notifyOrder } from '../orders/notify-order.ts';
import { returnStock } from '../orders/stock.ts';
import { settlePayment } from '../payments/settle.ts';
import { openPages } from '../payments/take-payment.ts';
import { returnUses } from '../pricing/promotion-uses.ts';

type Tools = Pick<Deps, 'db' | 'payment' | 'documents' | 'env' | 'now' | 'secret'> & { log: FastifyBaseLogger };

/** Ends unpaid orders whose hold has ended: stock and uses go back, unless the gateway says that an order was paid. */
export async function endUnpaidOrders(tools: Tools): Promise<void> {
  const due = await tools.db
    .select({ uuid: orders.uuid })
    .from(orders)
    .where(and(eq(orders.status, 'payment'), isNotNull(orders.holdUntil), lte(orders.holdUntil, tools.now())))
    .orderBy(orders.holdUntil)
    .limit(100);
  // One that hangs would keep the goods of others held up for each of its pages; the next run asks it again.
  const silent = new Set<string>();
  for (const { uuid } of due) {
    await endUnpaidOrder(tools, uuid, 'job', NOT_PAID_IN_TIME, silent).catch((err) =>
      tools.log.error({ err, order: uuid }, 'order could not be expired'),
    );
  }
}

/**
 * Cancels an unpaid order whose hold has ended, after asking the gateway a last time about each page that takes money.
 * The hold was ended by the clock, by the shopper who abandons the order, or by staff who cancel it.
 */
async function endUnpaidOrder(
  tools: Tools,
  uuid: string,
  actor: string,
  reason: string,
  /** Gateways that nobody answers at; they aren't asked. */
  silent = new Set<string>(),
): Promise<void> {
  const staff = await staffWhoEnded(tools.db, uuid);
  if (staff) await closePage(tools, uuid);
  let unasked = false;
  for (const page of await openPages(tools.db, uuid)) {
    if (silent.has(page.provider)) {
      unasked = true;
      continue;
    }
    await settlePayment(tools, page.uuid, actor).catch((err) => {
      unasked = true;
      if (isSilent(err)) silent.add(page.provider);
      tools.log.warn({ err, order: uuid }, 'gateway could not be asked');
    });
  }

  await tools.db.transaction(async (tx) => {
    const order = await lockOrder(tx, uuid);
    if (order?.status !== 'payment' || !order.holdUntil || order.holdUntil > tools.now()) return;
    const overdueMs = tools.now().getTime() - order.holdUntil.getTime();
    // What staff cancel is over, and money that comes goes back.
    if (unasked && !staff && actor === 'job' && overdueMs < PATIENCE_MINUTES * 60_000) return;
    await returnStock(tx, uuid);
    await returnUses(tx, uuid);
    // Unless it was closed, the page stays open at the gateway; a payment that still comes is settled by `settle.ts`.
    const by = staff ?? { actor, reason };
    // What a lender was to pay has no page that money could still come on.
    const isFinancing = order.dueAgorot === 0;
    await tx
      .update(orders)
      .set({
        status: 'cancelled',
        holdUntil: null,
        stockHeld: false,
        ...(isFinancing && { paymentStatus: 'cancelled' }),
      })
      .where(eq(orders.uuid, uuid));
    await record(tx, uuid, [
      { field: 'status', from: 'payment', to: 'cancelled', ...by },
      ...(isFinancing ? [{ field: 'payment_status' as const, from: order.paymentStatus, to: 'cancelled', ...by }] : []),
    ]);
    await closeNotices(tx, uuid, tools.now());
    await cancelNotification(tx, uuid, 'payment_failed');
    if (actor === 'shopper') {
      // Who abandoned a payment page knows it, and orders again; a request for financing had been confirmed in writing.
      if (!isFinancing) return;
      await notifyOrder(tools, tx, order, 'cancelled');
      await notifyStoreOfFinancing(tools, tx, order, 'cancelled');
      return;
    }
    const event = staff ? 'cancelled' : isFinancing ? 'closed' : 'expired';
    await notifyOrder(tools, tx, order, event, { unasked });
  });
}

/** Who of the staff has ended the hold (`cancelOrder`), and why; `null` where it has ended by itself. */
async function staffWhoEnded(db: Db, uuid: string): Promise<{ actor: string; reason: string } | null> {
  const [ended] = await db
    .select({
      actor: orderHistory.actor,
      reason: orderHistory.reason,
      to: orderHistory.toValue,
      until: orders.holdUntil,
    })
    .from(orderHistory)
    .innerJoin(orders, eq(orders.uuid, orderHistory.orderUid))
    .where(and(eq(orderHistory.orderUid, uuid), eq(orderHistory.field, 'hold')))
    .orderBy(desc(orderHistory.createdAt))
    .limit(1);
  return ended && ended.to === ended.until?.toISOString() ? { actor: ended.actor, reason: ended.reason } : null;
}

/** Closes the order's open page where the gateway can do that. */
async function closePage(tools: Tools, uuid: string): Promise<void> {
  const [open] = await tools.db
    .select({ provider: payments.provider, providerRef: payments.providerRef })
    .from(payments)
    .where(and(eq(payments.orderUid, uuid), eq(payments.status, 'pending')));
  if (open?.providerRef)
    await tools.payment[open.provider]
      ?.closePage(open.providerRef)
      .catch((err) => tools.log.warn({ err, order: uuid }, 'payment page could not be closed'));
}

/**
 * Another `HOLD_MINUTES` for an unpaid order that still holds its goods. @throws ORDER_EXPIRED, HOLD_NOT_EXTENDABLE,
 * ORDER_NOT_PAYABLE
 */
export async function extendHold(ctx: RequestContext, uuid: string): Promise<void> {
  const until = new Date(ctx.now().getTime() + HOLD_MINUTES * 60_000);
  const extended = await ctx.db
    .update(orders)
    // A payment link may hold the goods longer already.
    .set({ holdUntil: sql`greatest(${orders.holdUntil}, ${until})` })
    .where(
      and(
        eq(orders.uuid, uuid),
        eq(orders.storeUid, ctx.store.uuid),
        eq(orders.status, 'payment'),
        eq(orders.stockHeld, true),
        // An order that its shopper or an operator has ended stays ended.
        gt(orders.holdUntil, ctx.now()),
        gt(orders.dueAgorot, 0),
        gt(orders.createdAt, new Date(ctx.now().getTime() - EXTENDABLE_MINUTES * 60_000)),
      ),
    )
    .returning({ uuid: orders.uuid });
  if (extended.length > 0) return;
  const [order] = await ctx.db
    .select({ status: orders.status, holdUntil: orders.holdUntil })
    .from(orders)
    .where(eq(orders.uuid, uuid));
  const ended = order?.status === 'payment' && order.holdUntil !== null && order.holdUntil <= ctx.now();
  if (ended || order?.status === 'cancelled') throw refuse('ORDER_EXPIRED');
  throw refuse(order?.status === 'payment' ? 'HOLD_NOT_EXTENDABLE' : 'ORDER_NOT_PAYABLE');
}

/**
 * Ends an unpaid order at its shopper's request, so that the order placed instead finds the goods. Its payment page is
 * closed first where the gateway can do that; elsewhere (CardCom) money that still comes on it is refunded, or pays the
 * order if its goods are still there. One that was paid a moment before stays paid. @throws ORDER_NOT_PAYABLE
 */
export async function abandonOrder(ctx: RequestContext, uuid: string): Promise<void> {
  const ended = await ctx.db
    .update(orders)
    .set({ holdUntil: ctx.now() })
    .where(
      and(
        eq(orders.uuid, uuid),
        eq(orders.storeUid, ctx.store.uuid),
        eq(orders.status, 'payment'),
        isNotNull(orders.holdUntil),
      ),
    )
    .returning({ uuid: orders.uuid });
  if (ended.length === 0) throw refuse('ORDER_NOT_PAYABLE');
  await closePage(ctx, uuid);
  await endUnpaidOrder(ctx, uuid, 'shopper', 'given up for another order');
}
