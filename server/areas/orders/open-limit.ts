import { and, count, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../errors.ts';
import { addressKey } from '../customers/limits.ts';
import { keyedHash } from './secret.ts';

/** Unpaid orders that hold goods at one time. */
const PER_PHONE = 5;
/** Phones of a mobile network share addresses, so there may be more. */
const PER_ADDRESS = 25;

/** Where an order came from, without keeping the address itself; `null` where a proxy on this machine hides it. */
export const placedFrom = ({ address, secret }: RequestContext): string | null =>
  /^(127\.|::1$|::ffff:127\.)/.test(address) ? null : keyedHash(secret, `address:${addressKey(address)}`);

/**
 * Nobody takes all goods from the others by orders that are never paid. Orders of one phone or address wait for each
 * other here, so that not even a hundred at once are more. @throws TOO_MANY_OPEN_ORDERS
 */
export async function limitOpenOrders(
  ctx: RequestContext,
  tx: Db,
  { phone, from }: { phone: string; from: string | null },
): Promise<void> {
  const limits = [
    { key: `phone:${phone}`, most: PER_PHONE, where: eq(orders.phone, phone) },
    ...(from ? [{ key: from, most: PER_ADDRESS, where: eq(orders.placedFrom, from) }] : []),
  ];
  for (const { key, most, where } of limits) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.store.uuid}/${key}`}, 0))`);
    const [open] = await tx
      .select({ orders: count() })
      .from(orders)
      .where(
        and(eq(orders.storeUid, ctx.store.uuid), where, eq(orders.status, 'payment'), isNotNull(orders.holdUntil)),
      );
    if ((open?.orders ?? 0) >= most) throw refuse('TOO_MANY_OPEN_ORDERS');
  }
}
