import type { FastifyBaseLogger } from 'fastify';
import type { StoreSettings } from '#contract/store-settings.ts';
import { outbox, stores } from '#db/schema/index.ts';
import { and, eq, inArray, isNotNull, lte, sql } from '#db/sql.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/calendar/durations.ts';
import type { Deps } from '../context.ts';
import { CODE_LIFETIME_SECONDS } from '../identity/lifetimes.ts';
import { SmsLost, sendByFirst } from '../providers/sms/fall-over.ts';
import type { DeliveryReport, SmsProvider } from '../providers/sms/sms.ts';
import { deliver, type Lane, LEASE_SECONDS, type Message, type Sent } from './outbox.ts';

/** First query for a message's state, then after twice its age each time, at most every six hours. */
const FIRST_REPORT_MS = 30_000;
const LONGEST_WAIT_MS = 6 * HOUR_MS;
/** Networks try for two days to reach a phone. */
const REPORTS_END_MS = 48 * HOUR_MS;
/** A provider that doesn't know a message after this long never accepted it. */
const SURELY_LOST_MS = 15 * MINUTE_MS;
/** A message in doubt that no provider could be queried about for a day is left to a person. */
const DOUBT_ENDS_MS = 24 * HOUR_MS;
const BATCH = 500;

/** Start of the latest attempt: a claim moves the next one by this much. */
const attemptedAt = ({ nextAttemptAt }: Message): Date => new Date(nextAttemptAt.getTime() - LEASE_SECONDS * 1_000);
/** Unique reference of an attempt, also after `outbox retry`. */
const referenceOf = (message: Message): string => `${message.uuid}.${attemptedAt(message).getTime().toString(36)}`;

/**
 * Codes have a lane of their own: nothing delays them, they are retried within seconds, and never after they expire.
 * A code that was perhaps sent isn't sent again: its owner requests another.
 */
const codes: Lane = {
  channel: 'sms',
  only: sql`about = 'code'`,
  wait: (attempts) => Math.min(60, 3 * 2 ** (attempts - 1)),
  lifetimeSeconds: CODE_LIFETIME_SECONDS - 30,
};
/** A duplicate costs money and annoys people, so a message is in doubt from before it is sent until a reply arrives. */
const others: Lane = {
  channel: 'sms',
  only: sql`about <> 'code'`,
  claim: (at) => ({
    delivery: 'unknown',
    provider: null,
    reference: null,
    reportDueAt: new Date(at.getTime() + LEASE_SECONDS * 1_000),
  }),
};

export const deliverCodes = (deps: Deps, log: FastifyBaseLogger): Promise<void> =>
  deliver(deps, log, codes, (message) => send(deps, log, message));

export const deliverSms = (deps: Deps, log: FastifyBaseLogger): Promise<void> =>
  deliver(deps, log, others, (message) => send(deps, log, message));

async function send(deps: Deps, log: FastifyBaseLogger, message: Message): Promise<Sent> {
  if (deps.sms.length === 0) return { delivery: 'kept', reference: null, reportDueAt: null };
  const urgent = message.about === 'code';
  const sender = await senderOf(deps, message.storeUid);
  const sms = { reference: referenceOf(message), phone: message.recipient, text: message.body, sender, urgent };
  try {
    const receipt = await sendByFirst(deps.sms, sms, deps.now());
    return { ...receipt, delivery: 'accepted', reportDueAt: new Date(deps.now().getTime() + FIRST_REPORT_MS) };
  } catch (error) {
    if (!(error instanceof SmsLost)) throw error;
    log.error({ message: message.uuid, provider: error.provider }, 'an SMS was perhaps sent, and perhaps not');
    return {
      sentAt: null,
      gaveUpAt: urgent ? deps.now() : null,
      delivery: 'unknown',
      provider: error.provider,
      reference: sms.reference,
      lastError: error.message,
      reportDueAt: new Date(deps.now().getTime() + FIRST_REPORT_MS),
    };
  }
}

/** The store's name in Latin letters, the only ones networks accept; it has to be registered with the provider. */
async function senderOf({ db }: Deps, storeUid: string | null): Promise<string> {
  const [store] = await db
    .select({ nameEn: stores.nameEn, settings: stores.settings })
    .from(stores)
    .where(eq(stores.uuid, storeUid ?? sql`null`));
  if (!store) throw new Error('an SMS of no store');
  const { sms_sender: sender } = store.settings as StoreSettings;
  return sender ?? store.nameEn.replace(/[^A-Za-z0-9]/g, '').slice(0, 11);
}

/** Queries providers about messages that they accepted or may have accepted. */
export async function askForReports(deps: Deps, log: FastifyBaseLogger): Promise<void> {
  const { db, now } = deps;
  // The next query is scheduled first, so that no two processes query the same messages.
  const due = db
    .select({ uuid: outbox.uuid })
    .from(outbox)
    .where(and(isNotNull(outbox.reportDueAt), lte(outbox.reportDueAt, now())))
    .orderBy(outbox.reportDueAt)
    .limit(BATCH)
    .for('update', { skipLocked: true });
  const claimed = await db
    .update(outbox)
    .set({ reportDueAt: new Date(now().getTime() + LEASE_SECONDS * 1_000) })
    .where(inArray(outbox.uuid, due))
    .returning();
  if (claimed.length === 0) return;
  const { answers, unasked } = await answersTo(deps, log, claimed);
  for (const message of claimed) {
    const change = afterReport(message, answers.get(message.uuid), !unasked.has(message.uuid), now());
    // A decision taken meanwhile (`outbox retry`) stays.
    await db
      .update(outbox)
      .set(change)
      .where(and(eq(outbox.uuid, message.uuid), eq(outbox.attempts, message.attempts)));
    if (change.delivery === 'undelivered') log.warn({ message: message.uuid }, 'an SMS did not reach its phone');
  }
}

type Report = DeliveryReport & { provider: string };

/** A message without a known provider is queried everywhere: a process may have died while sending it. */
async function answersTo(deps: Deps, log: FastifyBaseLogger, messages: Message[]) {
  const answers = new Map<string, Report>();
  const providerNames = new Set<string | null>([null, ...deps.sms.map(({ name }) => name)]);
  const unasked = new Set(messages.filter(({ provider }) => !providerNames.has(provider)).map(({ uuid }) => uuid));
  for (const provider of deps.sms) {
    const providerMessages = messages.filter((one) => one.provider === provider.name || one.provider === null);
    if (providerMessages.length === 0) continue;
    try {
      const reports = await provider.reports(providerMessages.map(inQuestion));
      for (const [uuid, report] of reports) answers.set(uuid, { ...report, provider: provider.name });
    } catch (err) {
      log.warn({ err, provider: provider.name }, 'delivery reports could not be had');
      for (const { uuid } of providerMessages) unasked.add(uuid);
    }
  }
  return { answers, unasked };
}

const inQuestion = (message: Message): Parameters<SmsProvider['reports']>[0][number] => ({
  uuid: message.uuid,
  reference: message.reference ?? referenceOf(message),
  phone: message.recipient,
  text: message.body,
  sentAt: message.sentAt ?? attemptedAt(message),
});

/** A message's columns after a report, or after no report. */
function afterReport(message: Message, report: Report | undefined, isAsked: boolean, now: Date): Sent {
  const age = now.getTime() - (message.sentAt ?? attemptedAt(message)).getTime();
  const nextReport = new Date(now.getTime() + Math.min(Math.max(age, FIRST_REPORT_MS), LONGEST_WAIT_MS));
  const reportDueAt = age > REPORTS_END_MS ? null : nextReport;
  if (!report)
    return message.delivery === 'unknown' ? inDoubt(message, { age, isAsked, nextReport, now }) : { reportDueAt };
  const { state, note, reference, provider } = report;
  const isOpen = state === 'pending';
  return {
    provider,
    reference,
    delivery: isOpen ? 'accepted' : state,
    deliveryNote: note,
    reportDueAt: isOpen ? reportDueAt : null,
    sentAt: message.sentAt ?? now,
    gaveUpAt: null,
    lastError: null,
  };
}

/** A message that was perhaps sent has no report. */
function inDoubt(
  { attempts, gaveUpAt, lastError }: Message,
  { age, isAsked, nextReport, now }: { age: number; isAsked: boolean; nextReport: Date; now: Date },
): Sent {
  // No provider accepted it. After the second loss it is left to a person: this very message may be the cause.
  if (isAsked && age > SURELY_LOST_MS && gaveUpAt === null)
    return { delivery: null, reportDueAt: null, ...(attempts < 2 ? { nextAttemptAt: now } : { gaveUpAt: now }) };
  if (age < DOUBT_ENDS_MS) return { reportDueAt: nextReport };
  return { reportDueAt: null, gaveUpAt: gaveUpAt ?? now, lastError: lastError ?? 'nobody knows whether it was sent' };
}
