import type { FastifyBaseLogger } from 'fastify';
import type { StoreSettings } from '#contract/store-settings.ts';
import { outbox, stores } from '#db/schema/index.ts';
import { and, eq, inArray, isNull, lte, ne, type SQL, sql } from '#db/sql.ts';
import { whenToSend } from '#domain/calendar/quiet-times.ts';
import type { Deps } from '../context.ts';
import { ALERT_LIFETIME_SECONDS, REQUESTED } from '../customers/requested-messages/request.ts';
import { webhookKey } from '../leads/inquiries/webhook.ts';
import { MailRefused } from '../providers/mail/mail.ts';
import { SmsRefused } from '../providers/sms/sms.ts';
import { sendWebhook, WebhookAnswered, WebhookRefused } from '../providers/webhook/webhook.ts';
import { mailOf } from './mail.ts';

const BATCH = 20;
/**
 * Advertisements, and what comes unasked for at that moment: never in quiet times (docs/rules/disclosure.md), whatever
 * delayed it.
 */
const NOT_IN_QUIET = [
  ...['newsletter', REQUESTED.favorite_alerts.about, REQUESTED.vehicle_reminders.about],
  ...['stock returned', 'order review'],
];
/** Seconds after which what a message says no longer holds: prices of an alert, the hour of a link. */
const LIFETIME_SECONDS: Partial<Record<string, number>> = {
  [REQUESTED.favorite_alerts.about]: ALERT_LIFETIME_SECONDS,
  'password link': 3_600,
  'e-mail proof': 3_600,
};
/** Longer than any provider takes: no other process claims the message before that. */
export const LEASE_SECONDS = 120;
/** 30 s, 1 min, 2 min … up to an hour: this many attempts take about a day. */
const MAX_ATTEMPTS = 30;
const usualWait = (attempts: number): number => Math.min(3_600, 30 * 2 ** Math.min(attempts - 1, 7));

/** What it says is over: a one-time code, a link, a price. */
class TooLate extends Error {}
/** Permanent failures. */
const FINAL = [MailRefused, WebhookRefused, SmsRefused, TooLate];

export type Message = typeof outbox.$inferSelect;
/** Columns that change when a message has been sent. */
export type Sent = Partial<Message>;

/** A part of the outbox that is processed independently. */
export type Lane = {
  channel: 'sms' | 'email' | 'webhook';
  /** Which messages of the channel; omitted: all. */
  only?: SQL;
  /** Stores whose messages wait for the next turn; it may grow meanwhile. */
  except?: ReadonlySet<string>;
  /** State of a message while it is being sent; it stays when the process dies meanwhile. */
  claim?: (at: Date) => Sent;
  /** Seconds until the next attempt. */
  wait?: (attempts: number) => number;
  /** Seconds after which a message is worthless. */
  lifetimeSeconds?: number;
};

export async function deliverMail(deps: Deps, log: FastifyBaseLogger): Promise<void> {
  const mails = mailOf(deps);
  const { name } = deps.mail;
  await deliver(deps, log, { channel: 'email' }, async (message) => {
    await deps.mail.deliver(await mails(message));
    return name === 'outbox' ? { delivery: 'kept' } : { delivery: 'accepted', provider: name };
  });
}

/**
 * Each goes to where its store's webhook leads by now: nothing that waits reaches an address that the store has left.
 */
export async function deliverWebhooks(deps: Deps, log: FastifyBaseLogger): Promise<void> {
  const failing = new Set<string>();
  await deliver(deps, log, { channel: 'webhook', except: failing }, async ({ uuid, storeUid, body }) => {
    const [store] = await deps.db
      .select({ uuid: stores.uuid, version: stores.webhookKeyVersion, settings: stores.settings })
      .from(stores)
      .where(eq(stores.uuid, storeUid ?? sql`null`));
    const { lead_webhook: url } = (store?.settings ?? {}) as StoreSettings;
    if (!store || !url) throw new WebhookRefused('the webhook is switched off');
    const key = webhookKey(deps.secret, store.uuid, store.version);
    try {
      const status = await sendWebhook({ id: uuid, url, body, key }, deps.env.WEBHOOK_HOSTS, deps.now());
      return { recipient: url, delivery: 'delivered', deliveryNote: String(status) };
    } catch (error) {
      // One that hangs takes ten seconds: the other stores' messages don't wait for all of its.
      if (!(error instanceof WebhookRefused)) failing.add(store.uuid);
      throw error;
    }
  });
}

/**
 * Sends due messages at least once each. A claim moves the next attempt into the future before delivery, so that no
 * transaction waits for the network, no two processes send the same message, and a killed process leaves it to be
 * retried. A newsletter to thousands delays no password or order: it is sent when nothing else is due.
 */
export async function deliver(
  deps: Deps,
  log: FastifyBaseLogger,
  lane: Lane,
  send: (message: Message) => Promise<Sent>,
): Promise<void> {
  const { db, now } = deps;
  // One at a time: the last of a batch would wait for all others, perhaps longer than its lease.
  for (let count = 0; count < BATCH; count++) {
    const at = now();
    const message = await claimNext(db, lane, at);
    if (!message) return;
    const allowed = NOT_IN_QUIET.includes(message.about) ? whenToSend(at) : at;
    const lifetimeSeconds = LIFETIME_SECONDS[message.about] ?? lane.lifetimeSeconds;
    const isInTime = !lifetimeSeconds || at.getTime() - message.createdAt.getTime() <= lifetimeSeconds * 1_000;
    const change =
      allowed > at
        ? { attempts: message.attempts - 1, nextAttemptAt: allowed, delivery: null, reportDueAt: null }
        : await (isInTime ? send(message) : Promise.reject(new TooLate('it came too late to be of use'))).then(
            (sent) => ({ sentAt: now(), lastError: null, ...sent }),
            (error) => failed(error, message, lane, log, now()),
          );
    // Outside the attempt: a message that was sent and can't be recorded was not refused. One of a person who was
    // erased meanwhile stays empty.
    await db
      .update(outbox)
      .set(change)
      .where(and(eq(outbox.uuid, message.uuid), ne(outbox.recipient, '')));
    if (allowed > at) await postponeDue(db, at, allowed);
  }
}

async function claimNext(
  db: Deps['db'],
  { channel, only, except = new Set(), claim }: Lane,
  at: Date,
): Promise<Message | undefined> {
  const due = sql`select uuid from ${outbox} where channel = ${channel} and sent_at is null and gave_up_at is null
    and delivery is distinct from 'unknown' and next_attempt_at <= ${at} and ${only ?? sql`true`}
    and (store_uid is null or store_uid <> all(${sql.param([...except])}::uuid[]))
    order by (about in ('newsletter', ${REQUESTED.favorite_alerts.about}, 'stock.out')), next_attempt_at limit 1 for update skip locked`;
  const [message] = await db
    .update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      nextAttemptAt: new Date(at.getTime() + LEASE_SECONDS * 1_000),
      ...claim?.(at),
    })
    .where(sql`${outbox.uuid} = (${due})`)
    .returning();
  return message;
}

function failed(error: unknown, message: Message, lane: Lane, log: FastifyBaseLogger, now: Date): Sent {
  const lastError = error instanceof Error ? error.message : String(error);
  const isFinal = FINAL.some((kind) => error instanceof kind) || message.attempts >= MAX_ATTEMPTS;
  const about = { message: message.uuid, channel: lane.channel, attempts: message.attempts };
  if (isFinal) log.error(about, 'a message was given up; `outbox retry` sends it again');
  else log.warn(about, 'a message could not be delivered; it will be tried again');
  const nextAttemptAt = new Date(now.getTime() + (lane.wait ?? usualWait)(message.attempts) * 1_000);
  const answered = (error instanceof WebhookAnswered || error instanceof WebhookRefused) && error.status;
  const code = lane.channel === 'webhook' && { deliveryNote: answered ? String(answered) : null };
  return { lastError, gaveUpAt: isFinal ? now : null, nextAttemptAt, delivery: null, reportDueAt: null, ...code };
}

/** Postpones all that is due at `at`, within a quiet time, at once. */
async function postponeDue(db: Deps['db'], at: Date, until: Date): Promise<void> {
  const waiting = and(isNull(outbox.sentAt), isNull(outbox.gaveUpAt), lte(outbox.nextAttemptAt, at));
  await db
    .update(outbox)
    .set({ nextAttemptAt: until })
    .where(and(inArray(outbox.about, NOT_IN_QUIET), waiting));
}
