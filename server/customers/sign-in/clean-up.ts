import { lt } from 'drizzle-orm';
import { customerTokens, loginTickets, otpCodes, passwordLinks } from '#db/schema/index.ts';
import type { Deps } from '../../context.ts';
import { forgetOldHits } from '../../platform/limits.ts';

const DAY = 86_400_000;

/** Deletes leftovers of sign-ins: nothing is kept longer than its limit needs. */
export async function cleanUpSignIns({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now();
  await forgetOldHits({ db, now });
  await db.delete(otpCodes).where(lt(otpCodes.expiresAt, new Date(at.getTime() - DAY)));
  await db.delete(loginTickets).where(lt(loginTickets.expiresAt, at));
  await db.delete(passwordLinks).where(lt(passwordLinks.expiresAt, at));
  await db.delete(customerTokens).where(lt(customerTokens.expiresAt, at));
}
