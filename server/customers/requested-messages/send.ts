import type { Db } from '#db/client.ts';
import { type CustomerRow, companies, customers, outbox, stores } from '#db/schema/index.ts';
import { and, asc, eq, isNull, lte, or, sql } from '#db/sql.ts';
import { DAY_MS } from '#domain/calendar/durations.ts';
import { addDays, atIsraelTime, israelDay } from '#domain/calendar/israel-time.ts';
import { whenToSend } from '#domain/calendar/quiet-times.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import type { Deps } from '../../context.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { isOpenAt } from '../../stores/stores.ts';
import { REQUESTED, type Requested, stopToken } from './request.ts';

export type SendTools = Pick<Deps, 'db' | 'now' | 'env' | 'secret'>;

export type Recipient = {
  ways: { bySms: boolean; byEmail: boolean };
  customer: CustomerRow;
  store: typeof stores.$inferSelect;
  company: typeof companies.$inferSelect;
};

const BATCH = 50;

type Notify = (tx: Db, recipient: Recipient) => Promise<void>;

/**
 * Calls `notify` for each customer of an open store who asked for such messages and is to be looked at now: all are due
 * at the same hour.
 */
export async function forEachDueRecipient(
  tools: SendTools,
  kind: Requested,
  notify: Notify,
  stop?: AbortSignal,
): Promise<void> {
  while (!stop?.aborted && (await notifyBatch(tools, kind, notify)) === BATCH);
}

/**
 * In one transaction, in which customers are locked, so that another process skips them, and one who is being erased
 * gets no message.
 * @returns how many there were
 */
async function notifyBatch(tools: SendTools, kind: Requested, notify: Notify): Promise<number> {
  const now = tools.now();
  if (whenToSend(now) > now) return 0;
  const { table } = REQUESTED[kind];
  return tools.db.transaction(async (tx) => {
    const due = await tx
      .select({
        ways: { bySms: table.bySms, byEmail: table.byEmail },
        customer: customers,
        store: stores,
        company: companies,
      })
      .from(table)
      .innerJoin(customers, eq(customers.uuid, table.customerUid))
      .innerJoin(stores, eq(stores.uuid, customers.storeUid))
      .innerJoin(companies, eq(companies.uuid, stores.companyUid))
      .where(
        and(lte(table.nextCheckAt, now), or(table.bySms, table.byEmail), isNull(customers.erasedAt), isOpenAt(now)),
      )
      .orderBy(asc(table.nextCheckAt))
      .limit(BATCH)
      .for('update', { of: [customers, table], skipLocked: true });
    for (const recipient of due) await notify(tx, recipient);
    return due.length;
  });
}

/**
 * Whether the last message of a kind, in all its channels, was not sent, and at least one of them because nobody took
 * it within its life. One that was refused, or was perhaps sent, is not lost.
 */
export async function isLastUndelivered(
  { now }: SendTools,
  tx: Db,
  kind: Requested,
  { customer, store }: Recipient,
  lifetimeSeconds: number,
): Promise<boolean> {
  const { rows } = await tx.execute<{ lost: boolean | null }>(sql`
    with own as (select sent_at, delivery, created_at, coalesce(gave_up_at, ${now().toISOString()}::timestamptz) as ended_at from ${outbox}
      where store_uid = ${store.uuid} and about = ${REQUESTED[kind].about} and thing_uid = ${customer.uuid})
    select not bool_or(sent_at is not null or coalesce(delivery = 'unknown', false)) and bool_or(ended_at > created_at + ${lifetimeSeconds} * interval '1 second') as lost
    from own where created_at = (select max(created_at) from own)`);
  return rows[0]?.lost ?? false;
}

/** `subject` is given where it isn't the heading. */
export type RequestedMessage = { sms: string; mail: MailContent; subject?: string };

/**
 * Writes the message to a customer, if there is one, and schedules the next check for the next day.
 * @param write gets the store's address and the link that ends such messages
 * @returns whether there is a message: not to whom no way leads any more
 */
export async function sendAndScheduleNext(
  tools: SendTools,
  tx: Db,
  kind: Requested,
  { ways, customer, store }: Recipient,
  write: ((links: { site: string; stop: string }) => RequestedMessage) | null,
): Promise<boolean> {
  const now = tools.now();
  const { table, about } = REQUESTED[kind];
  const token = stopToken(tools.secret, kind, customer.uuid);
  const base = { storeUid: store.uuid, thingUid: customer.uuid, about, createdAt: now, nextAttemptAt: now };
  const messages: (typeof outbox.$inferInsert)[] = [];
  if (write) {
    const site = siteUrl(tools.env, store);
    const { sms, mail, subject = mail.heading } = write({ site, stop: `${site}/unsubscribe/${token}` });
    if (ways.bySms && customer.phone) messages.push({ ...base, channel: 'sms', recipient: customer.phone, body: sms });
    if (ways.byEmail && customer.email && customer.emailVerifiedAt)
      messages.push({
        ...base,
        channel: 'email',
        recipient: customer.email,
        subject,
        body: plainText(mail),
        content: mail,
      });
  }
  if (messages.length > 0) await tx.insert(outbox).values(messages);
  await tx
    .update(table)
    .set({
      nextCheckAt: atIsraelTime(addDays(israelDay(now), 1), '09:00') ?? new Date(now.getTime() + DAY_MS),
      ...(messages.length > 0 && { stopHash: secretHash(token) }),
    })
    .where(eq(table.customerUid, customer.uuid));
  return messages.length > 0;
}
