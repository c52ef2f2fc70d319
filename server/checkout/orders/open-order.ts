import { and, desc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import type { OpenOrder } from '#contract/checkout/orders.ts';
import type { Db } from '#db/client.ts';
import { idempotencyKeys, orderDiscounts, orderLines, orders } from '#db/schema/index.ts';
import { toShekels } from '#domain/money/money.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { linkSecret } from './link-secret.ts';

type Order = typeof orders.$inferSelect;

/** An order that the shopper is to pay online and that still holds its goods. One in doubt (no end to its hold) is not to be paid. */
const waitsForPayment = and(eq(orders.status, 'payment'), gt(orders.dueAgorot, 0), isNotNull(orders.holdUntil));

const bySecret = (secret: string) => eq(orders.secretHash, secretHash(secret));

/** What the device knows by its secret, and what the account has: the newest one of this store that waits for payment. */
async function findWaiting(ctx: RequestContext, db: Db, secret?: string | null): Promise<Order | null> {
  // Nobody's own order is that of anybody: without one of these there is no question.
  const mine = [
    ...(secret ? [bySecret(secret)] : []),
    ...(ctx.customer ? [eq(orders.customerUid, ctx.customer.uuid)] : []),
  ];
  if (mine.length === 0) return null;
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.storeUid, ctx.store.uuid), waitsForPayment, or(...mine)))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return order ?? null;
}

/** The secret as it was told, or for the account's own order as its link has it today. */
const secretOf = async (ctx: RequestContext, order: Order, told: string | null | undefined): Promise<string> =>
  told && secretHash(told) === order.secretHash ? told : linkSecret(ctx.secret, ctx.db, order.uuid);

type Known = { secret?: string | null | undefined; click?: string | null | undefined };

/**
 * What a shopper is in the middle of: the order that the device knows by its secret or by the key of a click, as long as it has
 * not ended, else the account's newest order that waits for payment. Only of this store.
 */
export async function getOpenOrder(ctx: RequestContext, { secret, click }: Known = {}): Promise<OpenOrder | null> {
  const made = click ? await orderOfKey(ctx, click) : undefined;
  const own = [...(secret ? [bySecret(secret)] : []), ...(made ? [eq(orders.uuid, made)] : [])];
  const found = own.length
    ? await ctx.db
        .select()
        .from(orders)
        .where(and(eq(orders.storeUid, ctx.store.uuid), or(...own)))
        .orderBy(desc(orders.createdAt))
    : [];
  const known = found.find((one) => stateOf(one)) ?? null;
  const order = known ?? (await findWaiting(ctx, ctx.db));
  if (!order) return null;
  const lines = await ctx.db
    .select({ name: orderLines.name, variant: orderLines.variantUid })
    .from(orderLines)
    .where(eq(orderLines.orderUid, order.uuid))
    .orderBy(orderLines.position);
  return {
    secret: await secretOf(ctx, order, secret),
    number: order.number,
    state: stateOf(order) ?? 'open',
    amount_to_pay: order.status === 'payment' ? toShekels(order.dueAgorot) : 0,
    hold_until: order.holdUntil?.toISOString() ?? null,
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

/** `null` once nothing comes of it any more. A payment that came too late is told of on the order's own page. */
function stateOf({ status, dueAgorot, holdUntil, paidAt }: Order): OpenOrder['state'] | null {
  if (status === 'payment' && dueAgorot > 0) return holdUntil ? 'open' : 'review';
  return status === 'cancelled' && !paidAt ? null : 'done';
}

/**
 * Another order can't be placed before the one that waits for payment is paid or let go: what was paid twice would have to be
 * paid back. To be asked with the orderers locked. @throws ORDER_OPEN, with its secret in `details`
 */
export async function refuseBesideOpenOrder(ctx: RequestContext, db: Db, secret?: string | null): Promise<void> {
  const order = await findWaiting(ctx, db, secret);
  if (order) throw refuse('ORDER_OPEN', { details: { secret: await secretOf(ctx, order, secret) } });
}

/** Pieces that the shopper's own order holds, by variant: they are not missing to whoever has them. */
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

/** Sales and coupons that the shopper's own order counts a use of: to whoever has it, that use is not gone. */
export async function usedByOpenOrder(ctx: RequestContext, secret?: string | null): Promise<Set<string>> {
  const order = await findWaiting(ctx, ctx.db, secret);
  if (!order) return new Set();
  const rows = await ctx.db
    .select({ sale: orderDiscounts.saleUid, coupon: orderDiscounts.couponUid })
    .from(orderDiscounts)
    .where(eq(orderDiscounts.orderUid, order.uuid));
  return new Set(rows.flatMap(({ sale, coupon }) => [sale ?? [], coupon ?? []].flat()));
}
