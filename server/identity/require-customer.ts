import type { Db } from '#db/client.ts';
import { takeLock } from '#db/locks.ts';
import { customers } from '#db/schema/index.ts';
import { and, eq, isNull, type SQL, sql } from '#db/sql.ts';
import type { RequestContext, SignedIn } from '../context.ts';
import { refuse } from '../platform/errors.ts';

/** @throws UNAUTHORIZED without a signed-in customer */
export function requireCustomer(ctx: RequestContext): SignedIn {
  if (!ctx.customer) throw refuse('UNAUTHORIZED');
  return ctx.customer;
}

/**
 * First statement of every transaction that writes something of a customer's: serialises them, and fails once the
 * account is erased, so that nothing deleted comes back. Taken before all other locks, as the erasure does.
 * @throws UNAUTHORIZED
 */
export async function lockCustomer(tx: Db, uuid: string): Promise<void> {
  const living = and(eq(customers.uuid, uuid), isNull(customers.erasedAt));
  const [locked] = await tx.select({ uuid: customers.uuid }).from(customers).where(living).for('update');
  if (!locked) throw refuse('UNAUTHORIZED');
}

/**
 * The store's accounts with this e-mail, as a condition. Locked in one sequence, since two of them may be proved at the
 * same moment: a mailbox has one owner, and an account that proved it before is this person's too, or has lost it.
 */
export async function lockMailbox(tx: Db, storeUid: string, email: string): Promise<SQL | undefined> {
  const ofMailbox = and(eq(customers.storeUid, storeUid), eq(sql`lower(${customers.email})`, email.toLowerCase()));
  await tx.select({ uuid: customers.uuid }).from(customers).where(ofMailbox).orderBy(customers.uuid).for('update');
  return ofMailbox;
}

/**
 * Serialises what is written of a phone's visits, so that concurrent requests are counted correctly and overlaps are
 * seen. Of two phones, in the order of their numbers.
 */
export const lockPhone = (tx: Db, { storeUid, phone }: { storeUid: string; phone: string }) =>
  takeLock(tx, 'booking', { of: `${storeUid}/${phone}` });
