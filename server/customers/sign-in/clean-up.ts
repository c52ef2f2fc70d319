import { customerTokens, loginTickets, otpCodes, outbox, passwordLinks } from '#db/schema/index.ts';
import { and, inArray, isNotNull, lt, ne, or } from '#db/sql.ts';
import { DAY_MS, HOUR_MS } from '#domain/calendar/durations.ts';
import type { Deps } from '../../context.ts';
import { forgetOldHits } from '../../platform/limits.ts';

/** Messages that hold a code, or a link that opens an account; the links are valid for an hour. */
const WITH_SECRETS = ['code', 'password link', 'e-mail proof'];

/** Deletes leftovers of sign-ins, also in messages: nothing is kept longer than its limit needs. */
export async function cleanUpSignIns({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now();
  await forgetOldHits({ db, now });
  await db.delete(otpCodes).where(lt(otpCodes.expiresAt, new Date(at.getTime() - DAY_MS)));
  await db.delete(loginTickets).where(lt(loginTickets.expiresAt, at));
  await db.delete(passwordLinks).where(lt(passwordLinks.expiresAt, at));
  const isOver = or(isNotNull(outbox.sentAt), isNotNull(outbox.gaveUpAt));
  await db
    .update(outbox)
    .set({ body: '', content: null })
    .where(
      and(
        inArray(outbox.about, WITH_SECRETS),
        ne(outbox.body, ''),
        isOver,
        lt(outbox.createdAt, new Date(at.getTime() - HOUR_MS)),
      ),
    );
  await db.delete(customerTokens).where(lt(customerTokens.expiresAt, at));
}
