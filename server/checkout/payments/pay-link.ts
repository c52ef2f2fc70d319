import type { PayLink } from '#contract/checkout/payments.ts';
import type { Db } from '#db/client.ts';
import { type OrderRow, orderHistory, orderLines, orders, payments, stores } from '#db/schema/index.ts';
import { and, asc, desc, eq, sql } from '#db/sql.ts';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import { toShekels } from '#domain/money/money.ts';
import { NOT_PAID_IN_TIME } from '#domain/orders/system-reasons.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { sameSecret } from '../../platform/keyed-hash.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { payLinkSecret } from '../order-secret.ts';
import { onlineMoney } from '../orders/balance.ts';
import { readCancelling } from '../orders/cancellation-notices.ts';
import { returnedPieces } from '../orders/returned-pieces.ts';
import { getPaymentLink, type PaymentPage } from './payment-page.ts';
import { checkPayment } from './settle.ts';
import { hasPaymentInDoubt } from './take-payment.ts';

/** Where the link leads, for a message to the buyer. */
export async function payLinkUrl(
  { env, secret }: Pick<Deps, 'env' | 'secret'>,
  db: Db,
  order: OrderRow,
): Promise<string> {
  const [store] = await db.select().from(stores).where(eq(stores.uuid, order.storeUid));
  if (!store) throw new Error(`order ${order.number} is of no store`);
  return `${siteUrl(env, store)}/pay/${payLinkSecret(secret, order)}`;
}

/** @throws ORDER_NOT_FOUND for anything but a true link of this store */
async function findByLink(ctx: RequestContext, secret: string): Promise<OrderRow> {
  const number = `${secret.slice(0, 4)}-${secret.slice(4, 8)}`;
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.storeUid, ctx.store.uuid), eq(orders.number, number)));
  if (!order || !sameSecret(secret, payLinkSecret(ctx.secret, order))) throw refuse('ORDER_NOT_FOUND');
  return order;
}

/** How the link stands, without asking the gateway. */
export async function readPayLink(ctx: RequestContext, secret: string): Promise<PayLink> {
  const order = await findByLink(ctx, secret);
  const [lines, [payment], [ended], doubted, money, cancelling] = await Promise.all([
    ctx.db
      .select({
        isBack: sql<boolean>`${orderLines.quantity} <= ${returnedPieces(sql`${orderLines.uuid}`)}`,
        name: orderLines.name,
        types: orderLines.values,
        image_url: orderLines.media,
        quantity: orderLines.quantity,
      })
      .from(orderLines)
      .where(eq(orderLines.orderUid, order.uuid))
      .orderBy(asc(orderLines.position)),
    ctx.db.select().from(payments).where(eq(payments.orderUid, order.uuid)).orderBy(desc(payments.createdAt)).limit(1),
    ctx.db
      .select({ reason: orderHistory.reason })
      .from(orderHistory)
      .where(
        and(
          eq(orderHistory.orderUid, order.uuid),
          eq(orderHistory.toValue, 'cancelled'),
          eq(orderHistory.field, 'status'),
        ),
      )
      .orderBy(desc(orderHistory.createdAt))
      .limit(1),
    hasPaymentInDoubt(ctx.db, order.uuid),
    onlineMoney(ctx.db, order.uuid),
    readCancelling(ctx, order),
  ]);
  const balance = money.owed;
  const isReturned = lines.length > 0 && lines.every(({ isBack }) => isBack);
  const doubt = doubted ? 'review' : null;
  const ownState = stateOf(order, doubt, ended?.reason);
  const state = balance > 0 ? (doubt ?? 'to_pay') : ownState === 'paid' && isReturned ? 'returned' : ownState;
  return {
    state: state === 'to_pay' && cancelling ? 'cancelling' : state,
    order_number: order.number,
    amount: state === 'returned' ? 0 : toShekels(balance || order.dueAgorot),
    total: toShekels(order.totalAgorot),
    paid: balance > 0 ? toShekels(money.taken - order.surplusRefundedAgorot) : 0,
    payment_method: order.paymentMethod,
    // What an order grew by is one payment.
    payments_count: balance > 0 ? 1 : order.paymentsCount,
    // Of an order that grew, attempts to pay what it grew by leave the order paid.
    payment_status: balance > 0 && payment ? payment.status : order.paymentStatus,
    held: balance === 0 && payment?.capture === 'hold',
    asks_for_terms: order.placedByUid !== null,
    hold_until: order.holdUntil?.toISOString() ?? null,
    lines: lines.map(({ isBack: _, ...line }) => ({
      ...line,
      image_url: mediaPath(line.image_url),
    })),
  };
}

function stateOf(order: OrderRow, doubt: 'review' | null, ended: string | undefined): PayLink['state'] {
  if (order.status === 'refunded') return 'refunded';
  if (order.status === 'cancelled' && (order.paidAt || doubt)) return doubt ?? 'cancelled';
  if (order.status === 'cancelled') return ended === NOT_PAID_IN_TIME ? 'expired' : 'cancelled';
  if (order.status === 'payment' && order.dueAgorot > 0) return doubt ?? 'to_pay';
  return 'paid';
}

export async function checkPayLink(ctx: RequestContext, secret: string, returned = false): Promise<PayLink> {
  await checkPayment(ctx, (await findByLink(ctx, secret)).uuid, returned);
  return readPayLink(ctx, secret);
}

/**
 * The gateway's page for an order that is to be paid; none for one that is not, any more. @throws PAYMENT_PROVIDER_DOWN
 */
export async function payByLink(
  ctx: RequestContext,
  secret: string,
): Promise<PayLink & { payment: PaymentPage | null }> {
  const link = await checkPayLink(ctx, secret);
  if (link.state !== 'to_pay') return { ...link, payment: null };
  const order = await findByLink(ctx, secret);
  const payment = await getPaymentLink(ctx, order.uuid);
  return { ...(await readPayLink(ctx, secret)), payment };
}
