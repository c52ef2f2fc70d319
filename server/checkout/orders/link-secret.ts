import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { orderSecret } from '../order-secret.ts';

/**
 * The secret for a link to an order that is about to be given out, under today's key. After a change of key the order is found by
 * this one from now on, and by the former no more: run it in the transaction that writes the link.
 */
export async function linkSecret(key: string, db: Db, orderUid: string): Promise<string> {
  const secret = orderSecret(key, orderUid);
  const hash = secretHash(secret);
  await db
    .update(orders)
    .set({ secretHash: hash })
    .where(and(eq(orders.uuid, orderUid), ne(orders.secretHash, hash)));
  return secret;
}
