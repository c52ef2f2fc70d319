import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { prepared } from '#db/prepared.ts';
import { orders } from '#db/schema/index.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../errors.ts';
import { addressKey } from '../customers/limits.ts';
import { keyedHash } from './secret.ts';

/** Unpaid orders that hold goods at one time. */
const PER_PHONE = 5;
/** Phones of a mobile network share addresses, so there may be more. */
const PER_ADDRESS = 25;

type Orderer = { phone: string; from: string | null };

/** Where an order came from, without keeping the address itself; `null` where a proxy on this machine hides it. */
export const placedFrom = ({ address, secret }: RequestContext): string | null =>
  /^(127\.|::1$|::ffff:127\.)/.test(address) ? null : keyedHash(secret, `address:${addressKey(address)}`);

/**
 * Who orders, for `withLocks`: of two orders of one phone, customer or address, the second begins when the first is written. By the
 * phone of an account its orders as a guest are counted too (`usedBy`).
 */
export function orderersOf(ctx: RequestContext, { phone, from }: Orderer): string[] {
  const { customer } = ctx;
  const phones = [...new Set([phone, customer?.phone ?? phone])].sort().map((one) => `phone:${one}`);
  return [...phones, ...(customer ? [`customer:${customer.uuid}`] : []), ...(from ? [from] : [])].map(
    (name) => `${ctx.store.uuid}/${name}`,
  );
}

/**
 * Nobody takes all goods from the others by orders that are never paid. To be asked with the orderers locked: then not even
 * a hundred at once are more. @throws TOO_MANY_OPEN_ORDERS
 */
export async function limitOpenOrders(ctx: RequestContext, db: Db, { phone, from }: Orderer): Promise<void> {
  const [open] = await openQuery(db).execute({ store: ctx.store.uuid, phone, from });
  if (open && (open.ofPhone >= PER_PHONE || open.ofAddress >= PER_ADDRESS)) throw refuse('TOO_MANY_OPEN_ORDERS');
}

const openQuery = prepared((db) => {
  const ofPhone = eq(orders.phone, sql.placeholder('phone'));
  const ofAddress = eq(orders.placedFrom, sql.placeholder('from'));
  return db
    .select({
      ofPhone: sql<number>`count(*) filter (where ${ofPhone})::int`,
      ofAddress: sql<number>`count(*) filter (where ${ofAddress})::int`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.storeUid, sql.placeholder('store')),
        eq(orders.status, 'payment'),
        isNotNull(orders.holdUntil),
        or(ofPhone, ofAddress),
      ),
    )
    .prepare('open_orders');
});
