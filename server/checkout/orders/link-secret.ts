import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { orderSecret } from '../order-secret.ts';

/**
 * The secret for a new link to an order, made with today's key. After a change of key it replaces the stored hash, and former links
 * stop working: call it in the transaction that writes the link.
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
