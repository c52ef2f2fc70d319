import type { Db } from '#db/client.ts';
import { prepared } from '#db/prepared.ts';
import { orders } from '#db/schema/index.ts';
import { and, eq, isNotNull, isNull, or, sql } from '#db/sql.ts';
import type { RequestContext } from '../../context.ts';
import { isKnown, originHashOf } from '../../identity/known-device.ts';
import { refuse } from '../../platform/errors.ts';
import { isLoopback } from '../../platform/ip-address.ts';
import { AT_ONE_TIME } from '../../platform/limit-policies.ts';

type Buyer = { phone: string; email: string; originHash: string | null };

/** Hash of the device or network that an order comes from; `null` where a proxy on this machine hides it. */
export const orderOriginHash = (ctx: RequestContext, phone: string): string | null =>
  isLoopback(ctx.ipAddress) && !isKnown(ctx, phone) ? null : originHashOf(ctx, phone);

/**
 * Names that an order locks (`transactionWithLocks`), so that orders of one phone, e-mail or origin are counted one
 * after the other, in whichever store of the company. The account's own phone and e-mail are among them: its orders as
 * a guest count too (`usedBy`). The account itself is locked by its row.
 */
export function lockNamesOf(ctx: RequestContext, { phone, email, originHash }: Buyer): string[] {
  const { customer } = ctx;
  const phones = [...new Set([phone, customer?.phone ?? phone])].sort().map((one) => `phone:${one}`);
  const emails = [...new Set([email, customer?.email ?? email])].map((one) => `email:${one.toLowerCase()}`).sort();
  return [...phones, ...emails, ...(originHash ? [originHash] : [])].map((name) => `${ctx.store.companyUid}/${name}`);
}

/**
 * Caps unpaid orders per account, or per phone and origin for guests, and guests' orders per origin. Only the pair
 * counts for a guest, because somebody else who knows a phone must not keep its owner from ordering; an account's order
 * is one of the pair's, too. Call it with `lockNamesOf` locked, so that simultaneous orders are counted too. @throws
 * TOO_MANY_OPEN_ORDERS
 */
export async function limitOpenOrders(ctx: RequestContext, db: Db, { phone, originHash }: Buyer): Promise<void> {
  const customer = ctx.customer?.uuid ?? null;
  const [open] = await openQuery(db).execute({ store: ctx.store.uuid, customer, phone, origin: originHash });
  // Customers behind one IP are told apart by their accounts.
  const ofOrigin = customer === null ? (open?.ofOrigin ?? 0) : 0;
  if (open && (open.ofBuyer >= AT_ONE_TIME.openOrders || ofOrigin >= AT_ONE_TIME.openOrdersOfAddress))
    throw refuse('TOO_MANY_OPEN_ORDERS');
}

const openQuery = prepared((db) => {
  const customer = sql`${sql.placeholder('customer')}::uuid`;
  const origin = sql`${sql.placeholder('origin')}::text`;
  const isGuest = isNull(orders.customerUid);
  const ofBuyer = sql`case when ${customer} is null
    then ${orders.phone} = ${sql.placeholder('phone')} and ${orders.originHash} is not distinct from ${origin}
    else ${orders.customerUid} = ${customer} end`;
  return db
    .select({
      ofBuyer: sql<number>`count(*) filter (where ${ofBuyer})::int`,
      ofOrigin: sql<number>`count(*) filter (where ${isGuest} and ${orders.originHash} = ${origin})::int`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.storeUid, sql.placeholder('store')),
        eq(orders.status, 'payment'),
        isNotNull(orders.holdUntil),
        // What staff have placed waits beside what its customer buys, as in `open-order.ts`.
        isNull(orders.placedByUid),
        or(
          eq(orders.phone, sql.placeholder('phone')),
          sql`${orders.originHash} = ${origin}`,
          sql`${orders.customerUid} = ${customer}`,
        ),
      ),
    )
    .prepare('open_orders');
});
