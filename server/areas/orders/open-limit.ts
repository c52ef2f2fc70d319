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
  const store = ctx.store.uuid;
  const keys = [`phone:${phone}`, from].filter((key) => key !== null);
  // What others have committed meanwhile is seen only by a statement that begins after the wait.
  await lockQuery(tx).execute({ keys: keys.map((key) => `${store}/${key}`) });
  const [open] = await openQuery(tx).execute({ store, phone, from });
  if (open && (open.ofPhone >= PER_PHONE || open.ofAddress >= PER_ADDRESS)) throw refuse('TOO_MANY_OPEN_ORDERS');
}

const lockQuery = prepared((db) =>
  db
    .select({ lock: sql`pg_advisory_xact_lock(hashtextextended(key, 0))` })
    .from(sql`unnest(${sql.placeholder('keys')}::text[]) with ordinality as keys (key, place)`)
    .prepare('lock_open_orders'),
);

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
