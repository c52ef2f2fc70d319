import { and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { outbox, stores } from '#db/schema/index.ts';
import type { Deps, StoreSettings } from '../context.ts';
import { CODE_LIFE_SECONDS } from '../customers/sign-in/codes.ts';
import { SmsLost, sendByFirst } from '../providers/sms/fall-over.ts';
import type { DeliveryReport, SmsProvider } from '../providers/sms/sms.ts';
import { deliver, type Lane, LEASE_SECONDS, type Message, type Sent } from './outbox.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What became of a message is asked so soon, then after twice its age each time, at most every six hours. */
const FIRST_REPORT_MS = 30_000;
const LONGEST_WAIT_MS = 6 * HOUR;
/** Networks try for two days to reach a phone. */
const REPORTS_END_MS = 48 * HOUR;
/** A provider that knows nothing of a message after so long has not taken it. */
const SURELY_LOST_MS = 15 * MINUTE;
/** A message in doubt that nobody could be asked about for a day is left to a person. */
const DOUBT_ENDS_MS = 24 * HOUR;
const BATCH = 500;

/** When the latest attempt began: a claim moves the next one so far on. */
const attemptedAt = ({ nextAttemptAt }: Message): Date => new Date(nextAttemptAt.getTime() - LEASE_SECONDS * 1_000);
/** An attempt's own name: no other attempt has it, not after `outbox retry` either. */
const referenceOf = (message: Message): string => `${message.uuid}.${attemptedAt(message).getTime().toString(36)}`;

/**
 * Codes have a lane of their own: nothing holds them up, they are tried again within seconds, and not once they have expired.
 * A code that was perhaps sent is not sent again: its owner asks for another.
 */
const codes: Lane = {
  channel: 'sms',
  only: sql`about = 'code'`,
  wait: (attempts) => Math.min(60, 3 * 2 ** (attempts - 1)),
  life: CODE_LIFE_SECONDS - 30,
};
/** A repetition costs money and bothers people, so a message is in doubt from before it is sent until an answer has come. */
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

/** The store's name in Latin letters, as networks take no others; what they show has to be registered with the provider. */
async function senderOf({ db }: Deps, storeUid: string | null): Promise<string> {
  const [store] = await db
    .select({ nameEn: stores.nameEn, settings: stores.settings })
    .from(stores)
    .where(eq(stores.uuid, storeUid ?? sql`null`));
  if (!store) throw new Error('an SMS of no store');
  const { sms_sender: sender } = store.settings as StoreSettings;
  return sender ?? store.nameEn.replace(/[^A-Za-z0-9]/g, '').slice(0, 11);
}

/** Asks providers what became of the messages that they took, and of those of which nobody knows whether they did. */
export async function askForReports(deps: Deps, log: FastifyBaseLogger): Promise<void> {
  const { db, now } = deps;
  // The next turn is set before anybody is asked, so that no two processes ask about the same.
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
    // What was decided meanwhile (`outbox retry`) stays.
    await db
      .update(outbox)
      .set(change)
      .where(and(eq(outbox.uuid, message.uuid), eq(outbox.attempts, message.attempts)));
    if (change.delivery === 'undelivered') log.warn({ message: message.uuid }, 'an SMS did not reach its phone');
  }
}

type Report = DeliveryReport & { provider: string };

/** A message that is on nobody's books is asked about everywhere: a process may have died while it was sending it. */
async function answersTo(deps: Deps, log: FastifyBaseLogger, messages: Message[]) {
  const answers = new Map<string, Report>();
  const known = new Set<string | null>([null, ...deps.sms.map(({ name }) => name)]);
  const unasked = new Set(messages.filter(({ provider }) => !known.has(provider)).map(({ uuid }) => uuid));
  for (const provider of deps.sms) {
    const own = messages.filter((one) => one.provider === provider.name || one.provider === null);
    if (own.length === 0) continue;
    try {
      const reports = await provider.reports(own.map(inQuestion));
      for (const [uuid, report] of reports) answers.set(uuid, { ...report, provider: provider.name });
    } catch (err) {
      log.warn({ err, provider: provider.name }, 'delivery reports could not be had');
      for (const { uuid } of own) unasked.add(uuid);
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

/** What an answer, or that there is none, makes of a message. */
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

/** Of a message that was perhaps sent there is no report. */
function inDoubt(
  { attempts, gaveUpAt, lastError }: Message,
  { age, isAsked, nextReport, now }: { age: number; isAsked: boolean; nextReport: Date; now: Date },
): Sent {
  // Nobody took it. Lost twice, it is left to a person: it may be this message that providers stumble over.
  if (isAsked && age > SURELY_LOST_MS && gaveUpAt === null)
    return { delivery: null, reportDueAt: null, ...(attempts < 2 ? { nextAttemptAt: now } : { gaveUpAt: now }) };
  if (age < DOUBT_ENDS_MS) return { reportDueAt: nextReport };
  return { reportDueAt: null, gaveUpAt: gaveUpAt ?? now, lastError: lastError ?? 'nobody knows whether it was sent' };
}
