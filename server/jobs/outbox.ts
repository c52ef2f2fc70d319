import { eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { outbox } from '#db/schema/index.ts';
import type { Deps } from '../context.ts';

const BATCH = 20;

/**
 * Carries waiting messages out, at least once each. A message is claimed by moving its next attempt on before it is
 * delivered, so that no transaction waits for the outside world and a process that dies leaves it to be tried again.
 */
export async function deliverSms({ db, sms, now }: Deps, log: FastifyBaseLogger): Promise<void> {
  const at = now();
  const due = sql`select uuid from ${outbox} where channel = 'sms' and sent_at is null and next_attempt_at <= ${at}
    order by next_attempt_at limit ${BATCH} for update skip locked`;
  const claimed = await db
    .update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      // 30 s, 1 min, 2 min … up to an hour.
      nextAttemptAt: sql`${at}::timestamptz + least(3600, 30 * 2 ^ least(${outbox.attempts}, 7)) * interval '1 second'`,
    })
    .where(sql`${outbox.uuid} in (${due})`)
    .returning();
  for (const { uuid, recipient, body } of claimed) {
    try {
      await sms.deliver({ phone: recipient, text: body });
      await db.update(outbox).set({ sentAt: now(), lastError: null }).where(eq(outbox.uuid, uuid));
    } catch (error) {
      const lastError = error instanceof Error ? error.message : String(error);
      log.warn({ provider: sms.name, message: uuid }, 'an SMS could not be delivered; it will be tried again');
      await db.update(outbox).set({ lastError }).where(eq(outbox.uuid, uuid));
    }
  }
}
