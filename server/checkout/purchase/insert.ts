import type { Db } from '#db/client.ts';
import { violatedConstraint } from '#db/constraints.ts';
import { allDone, transactionWithLocks } from '#db/locks.ts';
import { prepared, preparedInsert } from '#db/prepared.ts';
import {
  idempotencyKeys,
  type OrderRow,
  orderConsents,
  orderDiscounts,
  orderHistory,
  orderLines,
  orders,
  orderTradeIns,
  payments,
} from '#db/schema/index.ts';
import { and, eq, lte, sql } from '#db/sql.ts';
import { HOUR_MS } from '#domain/calendar/durations.ts';
import { KEY_HOURS } from '#domain/orders/idempotency-key.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { lockCustomer } from '../../identity/require-customer.ts';
import { spendTicket } from '../../identity/tokens.ts';
import { refuse } from '../../platform/errors.ts';
import { notifyStoreOfFinancing } from '../orders/notify-financing.ts';
import { notifyOrder } from '../orders/notify-order.ts';
import { refuseBesideOpenOrder } from '../orders/open-order.ts';
import { isOutOfStock, takeStock } from '../orders/stock.ts';
import { countUses, exceedsUses, isWithinPersonalLimits } from '../pricing/promotion-uses.ts';
import { limitOpenOrders, lockNamesOf } from './limit-open-orders.ts';
import { limitUnpaidGoods } from './limit-unpaid-goods.ts';
import type { NewOrder, OrderRows } from './order-rows.ts';
import { claimTradeIn } from './trade-in.ts';

/** Keys created up to then have expired. */
export const keyExpiry = (now: Date): Date => new Date(now.getTime() - KEY_HOURS * HOUR_MS);

/** Deletes keys that no repeat finds any more. */
export async function forgetOldKeys({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, keyExpiry(now())));
}

/**
 * Writes an order in one transaction (docs/decisions/0019): checks what only its buyer's locks make certain, inserts
 * its rows, takes stock and counts uses. @returns `false`, with nothing written, where stock, a use or the key went to
 * a faster request
 * @throws ORDER_OPEN, TRADE_IN_UNUSABLE, TOO_MANY_OPEN_ORDERS, ONE_VEHICLE, TOO_MANY_UNPAID, PHONE_NOT_PROVED,
 * TICKET_INVALID, UNAUTHORIZED
 */
export function writeOrder(ctx: RequestContext, newOrder: NewOrder, rows: OrderRows): Promise<boolean> {
  const { body, calculation, dueAgorot, phone, originHash } = newOrder;
  const buyer = { phone, email: body.customer.email, originHash };
  return transactionWithLocks(ctx.db, lockNamesOf(ctx, buyer), async ({ tx, commitWith }) => {
    if (ctx.customer) await lockCustomer(tx, ctx.customer.uuid);
    await refuseBesideOpenOrder(ctx, tx, body.open_order);
    if (newOrder.tradeIn) await claimTradeIn(ctx, tx, newOrder.tradeIn);
    if (calculation.totalAgorot > 0) await limitOpenOrders(ctx, tx, buyer);
    if (!(await isWithinPersonalLimits(ctx, tx, { ...buyer, used: calculation.used }))) return false;
    if (dueAgorot > 0) {
      await commitWith(() => insertRows(tx, rows));
      return true;
    }
    // Goods that nobody pays for now are held only for a phone that was proved, and the buyer is notified at once.
    await limitUnpaidGoods(ctx, tx, phone, calculation);
    if (ctx.customer?.phone !== phone && (await spendTicket(ctx, tx, body.phone_ticket ?? '')) !== phone)
      throw refuse('PHONE_NOT_PROVED');
    await allDone(insertRows(tx, rows));
    const [order] = await tx.select().from(orders).where(eq(orders.uuid, rows.order.uuid));
    if (order) await notifyPlaced(ctx, tx, order);
    return true;
  }).catch((error) => {
    if (isTaken(error)) return false;
    throw error;
  });
}

async function notifyPlaced(ctx: RequestContext, tx: Db, order: OrderRow): Promise<void> {
  if (order.status === 'accepted') return notifyOrder(ctx, tx, order, 'accepted');
  await notifyOrder(ctx, tx, order, 'received');
  await notifyStoreOfFinancing(ctx, tx, order, 'requested');
}

type Insertable = Omit<OrderRows, 'order' | 'discounts'> & {
  order: typeof orders.$inferInsert & { uuid: string };
  discounts: (typeof orderDiscounts.$inferInsert)[];
};

/**
 * At the key a second request with the same one waits until the first has committed. Stock and uses come last: many
 * orders update these rows, and wait for one another from there to the commit.
 */
export const insertRows = (tx: Db, rows: Insertable): Promise<unknown>[] => [
  insertOrder(tx, [rows.order]),
  deleteExpiredKey(tx, rows.key),
  insertKey(tx, [rows.key]),
  insertLines(tx, rows.lines),
  ...(rows.discounts.length > 0 ? [insertDiscounts(tx, rows.discounts)] : []),
  ...(rows.consents.length > 0 ? [insertConsents(tx, rows.consents)] : []),
  insertHistory(tx, rows.history),
  ...(rows.tradeIn ? [tx.insert(orderTradeIns).values(rows.tradeIn).execute()] : []),
  ...(rows.payment ? [insertPayment(tx, [rows.payment])] : []),
  takeStock(tx, rows.order.uuid, rows.pieces),
  ...countUses(tx, rows.uses),
];

const insertOrder = preparedInsert(orders);
const insertKey = preparedInsert(idempotencyKeys);
const insertLines = preparedInsert(orderLines);
const insertDiscounts = preparedInsert(orderDiscounts);
const insertConsents = preparedInsert(orderConsents);
const insertHistory = preparedInsert(orderHistory);
const insertPayment = preparedInsert(payments);

const deleteExpiredKey = (tx: Db, { storeUid, key, createdAt }: OrderRows['key']) =>
  expiredKeyQuery(tx).execute({ store: storeUid, key, until: keyExpiry(createdAt) });

const expiredKeyQuery = prepared((db) =>
  db
    .delete(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.storeUid, sql.placeholder('store')),
        eq(idempotencyKeys.key, sql.placeholder('key')),
        lte(idempotencyKeys.createdAt, sql.placeholder('until')),
      ),
    )
    .prepare('delete_expired_key'),
);

/**
 * Something that the order names was deleted since it was calculated: goods, a promotion, its code, a delivery or a
 * branch.
 */
export const namesDeleted = (error: unknown): boolean => violatedConstraint(error)?.endsWith('_fk') ?? false;

const isTaken = (error: unknown): boolean =>
  isOutOfStock(error) ||
  exceedsUses(error) ||
  namesDeleted(error) ||
  // The other request has the key.
  violatedConstraint(error) === 'idempotency_keys_store_uid_key_unique';
