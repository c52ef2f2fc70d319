import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { prepared } from '#db/prepared.ts';
import { orders } from '#db/schema/index.ts';
import type { RequestContext } from '../../context.ts';
import { isKnown, originOf } from '../../identity/known-device.ts';
import { refuse } from '../../platform/errors.ts';
import { AT_ONE_TIME } from '../../platform/limit-policies.ts';
import { isLoopback } from '../../platform/network-address.ts';

type Orderer = { phone: string; email: string; from: string | null };

/** Where an order came from, without keeping the address itself; `null` where a proxy on this machine hides it. */
export const placedFrom = (ctx: RequestContext, phone: string): string | null =>
  isLoopback(ctx.address) && !isKnown(ctx, phone) ? null : originOf(ctx, phone);

/**
 * Who orders, for `withLocks`: of two orders of one phone, mail address, customer or network address, the second begins when the first is written. By the
 * phone and e-mail address of an account its orders as a guest are counted too (`usedBy`).
 */
export function orderersOf(ctx: RequestContext, { phone, email, from }: Orderer): string[] {
  const { customer } = ctx;
  const phones = [...new Set([phone, customer?.phone ?? phone])].sort().map((one) => `phone:${one}`);
  const emails = [...new Set([email, customer?.email ?? email])].map((one) => `email:${one.toLowerCase()}`).sort();
  return [...phones, ...emails, ...(customer ? [`customer:${customer.uuid}`] : []), ...(from ? [from] : [])].map(
    (name) => `${ctx.store.uuid}/${name}`,
  );
}

/**
 * Caps the unpaid orders that hold goods. A stranger who knows a phone must not keep its owner from ordering: a signed-in
 * customer's orders are counted by the account, a guest's by the phone together with what the device knows of it or else the network address. To be asked with the orderers locked:
 * then not even a hundred at once are more. @throws TOO_MANY_OPEN_ORDERS
 */
export async function limitOpenOrders(
  ctx: RequestContext,
  db: Db,
  { phone, from }: Omit<Orderer, 'email'>,
): Promise<void> {
  const customer = ctx.customer?.uuid ?? null;
  const [open] = await openQuery(db).execute({ store: ctx.store.uuid, customer, phone, from });
  // Customers who share an address are told apart by their accounts.
  const byAddress = customer === null ? (open?.ofAddress ?? 0) : 0;
  if (open && (open.ofPerson >= AT_ONE_TIME.openOrders || byAddress >= AT_ONE_TIME.openOrdersOfAddress))
    throw refuse('TOO_MANY_OPEN_ORDERS');
}

const openQuery = prepared((db) => {
  const customer = sql`${sql.placeholder('customer')}::uuid`;
  const from = sql`${sql.placeholder('from')}::text`;
  const isGuest = isNull(orders.customerUid);
  const ofPerson = sql`case when ${customer} is null
    then ${isGuest} and ${orders.phone} = ${sql.placeholder('phone')} and ${orders.placedFrom} is not distinct from ${from}
    else ${orders.customerUid} = ${customer} end`;
  return db
    .select({
      ofPerson: sql<number>`count(*) filter (where ${ofPerson})::int`,
      ofAddress: sql<number>`count(*) filter (where ${isGuest} and ${orders.placedFrom} = ${from})::int`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.storeUid, sql.placeholder('store')),
        eq(orders.status, 'payment'),
        isNotNull(orders.holdUntil),
        or(
          eq(orders.phone, sql.placeholder('phone')),
          sql`${orders.placedFrom} = ${from}`,
          sql`${orders.customerUid} = ${customer}`,
        ),
      ),
    )
    .prepare('open_orders');
});
