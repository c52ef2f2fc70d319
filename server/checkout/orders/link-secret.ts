import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { orderSecret } from '../order-secret.ts';

/**
 * The secret for a new link to an order, made with today's key. After a change of key it replaces the stored hash, and former links
 * stop working: call it in the transaction that writes the link.
 */
export async function linkSecret(key: string, db: Db, orderUid: string): Promise<string> {
  await keepSecrets(key, db, [orderUid]);
  return orderSecret(key, orderUid);
}

/** What `linkSecret` stores, for several orders whose links are made of `orderSecret`. */
export async function keepSecrets(key: string, db: Db, orderUids: string[]): Promise<void> {
  const hashes = orderUids.map((uid) => secretHash(orderSecret(key, uid)));
  await db.execute(sql`
    update orders o set secret_hash = today.hash
    from unnest(${sql.param(orderUids)}::uuid[], ${sql.param(hashes)}::text[]) as today (uuid, hash)
    where o.uuid = today.uuid and o.secret_hash <> today.hash`);
}
