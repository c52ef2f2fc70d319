import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { outbox } from '#db/schema/index.ts';
import { webhookKey } from '../areas/contacts/webhook.ts';
import { whenToSend } from '../areas/mailing/send.ts';
import type { Deps } from '../context.ts';
import { MailRefused } from '../providers/mail/mail.ts';
import { sendWebhook, WebhookRefused } from '../providers/webhook/webhook.ts';
import { mailOf } from './mail.ts';

const BATCH = 20;
/** Advertisements: they wait for every other mail, and rest when the law wants them to. */
const NEWSLETTER = 'newsletter';
/** Longer than any provider takes: until then nobody else takes the message up. */
const LEASE_SECONDS = 120;
/** 30 s, 1 min, 2 min … up to an hour: with these many, about a day. */
const MOST_ATTEMPTS = 30;

export type Message = typeof outbox.$inferSelect;

export const deliverSms = (deps: Deps, log: FastifyBaseLogger): Promise<void> =>
  deliver(deps, log, 'sms', ({ recipient, body }) => deps.sms.deliver({ phone: recipient, text: body }));

export async function deliverMail(deps: Deps, log: FastifyBaseLogger): Promise<void> {
  const mails = mailOf(deps);
  await deliver(deps, log, 'email', async (message) => deps.mail.deliver(await mails(message)));
}

export const deliverWebhooks = (deps: Deps, log: FastifyBaseLogger): Promise<void> =>
  deliver(deps, log, 'webhook', ({ uuid, storeUid, recipient, body }) => {
    const key = webhookKey(deps.secret, storeUid ?? '');
    return sendWebhook({ id: uuid, url: recipient, body, key }, deps.env.WEBHOOK_HOSTS, deps.now());
  });

/**
 * Carries waiting messages out, at least once each. A message is claimed by moving its next attempt on before it is
 * delivered, so that no transaction waits for the outside world, no two processes send the same, and one that dies leaves it to
 * be tried again. A newsletter to thousands holds up nobody's password or order: it goes when nothing else is due.
 */
export async function deliver(
  { db, now }: Deps,
  log: FastifyBaseLogger,
  channel: 'sms' | 'email' | 'webhook',
  send: (message: Message) => Promise<void>,
): Promise<void> {
  // One at a time: of a batch, the last would wait for all others to be sent, perhaps longer than it was claimed for.
  for (let taken = 0; taken < BATCH; taken++) {
    const at = now();
    const due = sql`select uuid from ${outbox} where channel = ${channel} and sent_at is null and gave_up_at is null
      and next_attempt_at <= ${at} order by (about = ${NEWSLETTER}), next_attempt_at limit 1 for update skip locked`;
    const [message] = await db
      .update(outbox)
      .set({ attempts: sql`${outbox.attempts} + 1`, nextAttemptAt: new Date(at.getTime() + LEASE_SECONDS * 1_000) })
      .where(sql`${outbox.uuid} = (${due})`)
      .returning();
    if (!message) return;
    const allowed = message.about === NEWSLETTER ? whenToSend(at) : at;
    if (allowed > at) {
      const { uuid, attempts } = message;
      await db
        .update(outbox)
        .set({ attempts: attempts - 1, nextAttemptAt: allowed })
        .where(eq(outbox.uuid, uuid));
      await putOffNewsletters(db, at, allowed);
      continue;
    }
    try {
      await send(message);
      await db.update(outbox).set({ sentAt: now(), lastError: null }).where(eq(outbox.uuid, message.uuid));
    } catch (error) {
      const lastError = error instanceof Error ? error.message : String(error);
      const gaveUpAt =
        error instanceof MailRefused || error instanceof WebhookRefused || message.attempts >= MOST_ATTEMPTS
          ? now()
          : null;
      const about = { message: message.uuid, channel, attempts: message.attempts };
      if (gaveUpAt) log.error(about, 'a message was given up; `outbox retry` sends it again');
      else log.warn(about, 'a message could not be delivered; it will be tried again');
      const wait = Math.min(3_600, 30 * 2 ** Math.min(message.attempts - 1, 7));
      const nextAttemptAt = new Date(now().getTime() + wait * 1_000);
      await db.update(outbox).set({ lastError, gaveUpAt, nextAttemptAt }).where(eq(outbox.uuid, message.uuid));
    }
  }
}

/** All that are due at `at`, which is within a night or a rest, at once. */
async function putOffNewsletters(db: Deps['db'], at: Date, until: Date): Promise<void> {
  const waiting = and(isNull(outbox.sentAt), isNull(outbox.gaveUpAt), lte(outbox.nextAttemptAt, at));
  await db
    .update(outbox)
    .set({ nextAttemptAt: until })
    .where(and(eq(outbox.about, NEWSLETTER), waiting));
}
