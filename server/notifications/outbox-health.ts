import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';

/** Counts of messages; `doubt`: perhaps sent; the last three of the last day. */
export type OutboxHealth = Record<'waiting' | 'late' | 'doubt' | 'given_up' | 'undelivered' | 'sms_sent', number>;

export async function outboxHealth(db: Db): Promise<OutboxHealth> {
  const { rows } = await db.execute<OutboxHealth>(sql`
    select count(*) filter (where sent_at is null and gave_up_at is null)::int as waiting,
      count(*) filter (where sent_at is null and gave_up_at is null and delivery is distinct from 'unknown'
        and greatest(created_at, next_attempt_at) < now() - interval '5 minutes')::int as late,
      count(*) filter (where delivery = 'unknown' and gave_up_at is null)::int as doubt,
      count(*) filter (where gave_up_at > now() - interval '1 day')::int as given_up,
      count(*) filter (where delivery = 'undelivered' and sent_at > now() - interval '1 day')::int as undelivered,
      count(*) filter (where channel = 'sms' and sent_at > now() - interval '1 day')::int as sms_sent
    from outbox where created_at > now() - interval '8 days'`);
  return rows[0] ?? { waiting: 0, late: 0, doubt: 0, given_up: 0, undelivered: 0, sms_sent: 0 };
}

type Retried = { uuid: string; channel: string; recipient: string };

/** Messages that are useless, or no longer true, by the time that a failure is looked at. */
const OUTDATED = sql`(m.about in ('code', 'password link', 'e-mail proof', 'favorite alert')
  or (m.about in ('booking reminder', 'vehicle reminder', 'stock returned', 'order review') and m.created_at < now() - interval '1 day')
  or (m.about = 'order payment_failed'
    and not exists (select from orders o where o.uuid = m.order_uid and o.status = 'payment')))`;

/** Given up, and can be sent again: a message to an erased person has no recipient any more, an old code no body. */
export const HAS_FAILED = sql`(m.gave_up_at is not null and m.recipient <> '' and m.body <> '')`;

/** Of a row `m` of the outbox: that it was given up, and that a retry of all sends it. */
export const IS_RETRIED = sql`(${HAS_FAILED} and not ${OUTDATED})`;

/**
 * Messages that were given up are tried again from the first attempt: one, or those of a channel, or all, without the
 * outdated.
 */
export async function retryGivenUp(
  db: Db,
  { message = null, channel = null }: { message?: string | null; channel?: string | null } = {},
): Promise<{ retried: Retried[]; leftOut: number }> {
  const ofChannel = sql`(${channel}::text is null or m.channel = ${channel})`;
  const condition = message === null ? IS_RETRIED : sql`${HAS_FAILED} and m.uuid = ${message}`;
  const { rows: retried } = await db.execute<Retried>(sql`
    update outbox m set gave_up_at = null, attempts = 0, next_attempt_at = now(), delivery = null, report_due_at = null
    where ${condition} and ${ofChannel} returning m.uuid, m.channel, m.recipient`);
  if (message !== null) return { retried, leftOut: 0 };
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int from outbox m where ${HAS_FAILED} and ${OUTDATED} and ${ofChannel}`,
  );
  return { retried, leftOut: rows[0]?.count ?? 0 };
}
