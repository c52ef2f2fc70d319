import type { OpenOrder } from '#contract/checkout/orders.ts';
import type { Db } from '#db/client.ts';
import { idempotencyKeys, type OrderRow, orderDiscounts, orderLines, orders } from '#db/schema/index.ts';
import { and, desc, eq, gt, isNotNull, isNull, or, sql } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { linkSecret } from '../order-secret.ts';
import { readCancelling } from './cancellation-notices.ts';
import { holdSeconds } from './hold.ts';

/**
 * An order to be paid online that still holds its goods. One in doubt has no end of its hold and takes no payment. One
 * that staff have placed waits for days beside what its customer buys, and is paid by its link.
 */
const waitsForPayment = and(
  eq(orders.status, 'payment'),
  gt(orders.dueAgorot, 0),
  isNotNull(orders.holdUntil),
  isNull(orders.placedByUid),
);

const bySecret = (secret: string) => eq(orders.secretHash, secretHash(secret));

/** The newest order of this store that waits for payment, of the account or with this secret. */
async function findWaiting(ctx: RequestContext, db: Db, secret?: string | null): Promise<OrderRow | null> {
  const owners = [
    ...(secret ? [bySecret(secret)] : []),
    ...(ctx.customer ? [eq(orders.customerUid, ctx.customer.uuid)] : []),
  ];
  // Without a condition the query would find anybody's order.
  if (owners.length === 0) return null;
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.storeUid, ctx.store.uuid), waitsForPayment, or(...owners)))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return order ?? null;
}

/** The device's secret where it opens the order, else the secret of a new link. */
const secretOf = async (ctx: RequestContext, order: OrderRow, secret: string | null | undefined): Promise<string> =>
  secret && secretHash(secret) === order.secretHash ? secret : linkSecret(ctx.secret, ctx.db, order);

type DeviceOrder = { secret?: string | null | undefined; click?: string | null | undefined };

/**
 * The shopper's order in progress: the one that the device has the secret or the idempotency key (`click`) of, unless
 * it has ended, else the account's newest order that waits for payment. Only of this store.
 */
export async function getOpenOrder(
  ctx: RequestContext,
  { secret, click }: DeviceOrder = {},
): Promise<OpenOrder | null> {
  const orderByKey = click ? await orderOfKey(ctx, click) : undefined;
  const owners = [...(secret ? [bySecret(secret)] : []), ...(orderByKey ? [eq(orders.uuid, orderByKey)] : [])];
  const deviceOrders = owners.length
    ? await ctx.db
        .select()
        .from(orders)
        .where(and(eq(orders.storeUid, ctx.store.uuid), or(...owners)))
        .orderBy(desc(orders.createdAt))
    : [];
  const current = deviceOrders.find((one) => stateOf(one)) ?? null;
  const order = current ?? (await findWaiting(ctx, ctx.db));
  if (!order) return null;
  const state = stateOf(order) ?? 'open';
  const [lines, cancelling] = await Promise.all([
    ctx.db
      .select({ name: orderLines.name, variant: orderLines.variantUid })
      .from(orderLines)
      .where(eq(orderLines.orderUid, order.uuid))
      .orderBy(orderLines.position),
    state === 'open' && readCancelling(ctx, order),
  ]);
  return {
    secret: await secretOf(ctx, order, secret),
    number: order.number,
    state: cancelling ? 'cancelling' : state,
    amount_to_pay: order.status === 'payment' ? toShekels(order.dueAgorot) : 0,
    hold_until: order.holdUntil?.toISOString() ?? null,
    hold_seconds: holdSeconds(ctx, order.holdUntil),
    name: lines[0]?.name ?? '',
    lines_count: lines.length,
    variants: lines.flatMap(({ variant }) => variant ?? []),
  };
}

async function orderOfKey(ctx: RequestContext, key: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ order: idempotencyKeys.orderUid })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.storeUid, ctx.store.uuid), eq(idempotencyKeys.key, key)));
  return row?.order ?? undefined;
}

/** `null` for an order that ended unpaid. A payment that came too late is shown on the order's own page. */
function stateOf({ status, dueAgorot, holdUntil, paidAt }: OrderRow): OpenOrder['state'] | null {
  if (status === 'payment' && dueAgorot > 0) return holdUntil ? 'open' : 'review';
  return status === 'cancelled' && !paidAt ? null : 'done';
}

/**
 * Refuses an order while another one of the shopper waits for payment, because a double payment would have to be
 * refunded. Call it with the buyer's locks taken (`lockNamesOf`, `lockCustomer`). @throws ORDER_OPEN, with its secret
 * in `details`
 */
export async function refuseBesideOpenOrder(ctx: RequestContext, db: Db, secret?: string | null): Promise<void> {
  const order = await findWaiting(ctx, db, secret);
  if (order) throw refuse('ORDER_OPEN', { details: { secret: await secretOf(ctx, order, secret) } });
}

/** Pieces that the shopper's own open order holds, by variant. */
export async function heldByOpenOrder(ctx: RequestContext, secret?: string | null): Promise<Map<string, number>> {
  const order = await findWaiting(ctx, ctx.db, secret);
  if (!order) return new Map();
  const rows = await ctx.db
    .select({ variant: orderLines.variantUid, pieces: sql<number>`sum(${orderLines.stockTaken})::int` })
    .from(orderLines)
    .where(eq(orderLines.orderUid, order.uuid))
    .groupBy(orderLines.variantUid);
  return new Map(rows.flatMap(({ variant, pieces }) => (variant ? [[variant, pieces]] : [])));
}

/** Sales and coupons that the shopper's own open order counts a use of. */
export async function usedByOpenOrder(ctx: RequestContext, secret?: string | null): Promise<Set<string>> {
  const order = await findWaiting(ctx, ctx.db, secret);
  if (!order) return new Set();
  const rows = await ctx.db
    .select({ sale: orderDiscounts.saleUid, coupon: orderDiscounts.couponUid })
    .from(orderDiscounts)
    .where(eq(orderDiscounts.orderUid, order.uuid));
  return new Set(rows.flatMap(({ sale, coupon }) => [sale ?? [], coupon ?? []].flat()));
}
