import { lte, sql } from 'drizzle-orm';
import { addressCounts } from '#db/schema/index.ts';
import type { Deps } from '../../context.ts';
import { addressKey } from '../customers/limits.ts';

const HOUR = 3_600_000;

/** How often one network address may do a thing in an hour, in all stores and all processes together. */
const limits = { message: 20, gate: 20, quote: 300 };

/**
 * Counts one more from an address, in one statement, so that of those who come at once none is overlooked. The hour begins
 * with the first.
 * @returns the seconds until the next one may come; 0 when this one may
 */
export async function countAddress(
  { db, now, address }: Pick<Deps, 'db' | 'now'> & { address: string },
  kind: keyof typeof limits,
): Promise<number> {
  const at = now();
  const until = new Date(at.getTime() + HOUR);
  const over = lte(addressCounts.until, at);
  const [counted] = await db
    .insert(addressCounts)
    .values({ kind, address: addressKey(address), count: 1, until })
    .onConflictDoUpdate({
      target: [addressCounts.kind, addressCounts.address],
      set: {
        count: sql`case when ${over} then 1 else ${addressCounts.count} + 1 end`,
        until: sql`case when ${over} then excluded.until else ${addressCounts.until} end`,
      },
    })
    .returning({ count: addressCounts.count, until: addressCounts.until });
  if (!counted) throw new Error('a count gave no row');
  return counted.count > limits[kind] ? Math.ceil((counted.until.getTime() - at.getTime()) / 1_000) : 0;
}

export async function forgetAddresses({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(addressCounts).where(lte(addressCounts.until, now()));
}
