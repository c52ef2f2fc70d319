import { z } from 'zod';
import { auditLog } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import { IS_RETRIED, outboxHealth, retryGivenUp } from '../../notifications/outbox-health.ts';
import { actorName, officeCall } from '../../staff/office-call.ts';

export type Queue = { key: string; waiting: number; failed: number; oldest: Date | null };

/** The state of work without a request, of the whole installation. */
export const readJobs = officeCall(
  { name: 'jobs.read', permission: 'jobs.read', companyWide: true, input: z.object({}), kind: 'read' },
  async (ctx) => {
    const { rows: queues } = await ctx.db.execute<Queue>(sql`
      select 'outbox.' || c.channel as key,
        count(m.uuid) filter (where m.sent_at is null and m.gave_up_at is null)::int as waiting,
        count(m.uuid) filter (where ${IS_RETRIED})::int as failed,
        min(m.created_at) filter (where m.sent_at is null and m.gave_up_at is null) as oldest
      from (values ('email'), ('sms'), ('webhook')) c (channel)
        left join outbox m on m.channel = c.channel and m.sent_at is null group by c.channel
      union all
      select 'orders', count(*) filter (where hold_until <= ${now(ctx)})::int, 0, min(hold_until) filter (where hold_until <= ${now(ctx)})
      from orders where status = 'payment' and hold_until is not null
      union all
      select 'refunds', count(*) filter (where status in ('due', 'asked'))::int, count(*) filter (where status in ('unknown', 'refused'))::int,
        min(created_at) filter (where status in ('due', 'asked')) from refunds where status <> 'done'
      union all
      select 'payments', count(*) filter (where next_check_at is not null)::int,
        count(*) filter (where review_reason is not null and review_resolved_at is null)::int, min(next_check_at) from payments
        where next_check_at is not null or (review_reason is not null and review_resolved_at is null)
      union all
      select 'stock_alerts', count(*)::int, 0, null from stock_subscriptions
      order by 1`);
    const [done, every] = await Promise.all([ctx.metrics.jobDoneAt.get(), ctx.metrics.jobInterval.get()]);
    const at = ctx.now().getTime();
    const jobs = every.values.map(({ labels, value: seconds }) => {
      const last = done.values.find((one) => one.labels.job === labels.job)?.value ?? 0;
      return {
        name: String(labels.job),
        everySeconds: seconds,
        doneAt: new Date(last * 1_000),
        late: isLate(at / 1_000 - last, seconds),
      };
    });
    return { queues, jobs, messages: await outboxHealth(ctx.db), running: ctx.env.JOBS === 'on' };
  },
);

/** As the alarm `StorefrontJobOverdue` of deploy/alarms.yml. Seconds. */
const isLate = (since: number, every: number): boolean => since > 2.5 * every + 600;

const now = (ctx: { now: () => Date }) => sql`${ctx.now().toISOString()}::timestamptz`;

/**
 * Failed messages of a channel begin anew, as far as they are still true. What failed with money is decided by people,
 * order by order.
 */
export const retryJobs = officeCall(
  {
    name: 'jobs.retry',
    permission: 'jobs.retry',
    companyWide: true,
    input: z.object({ channel: z.enum(['email', 'sms', 'webhook']) }),
    kind: 'write',
  },
  async (ctx, { channel }) => {
    const { retried, leftOut } = await retryGivenUp(ctx.db, { channel });
    // The outbox is a queue that the change log doesn't watch.
    await ctx.db.insert(auditLog).values({
      actor: actorName(ctx.staff),
      actorKind: 'staff',
      command: 'jobs.retry',
      details: { channel, messages: retried.length, left_out: leftOut },
      createdAt: ctx.now(),
    });
    return { retried: retried.length, message: retriedText(retried.length, leftOut) };
  },
);

function retriedText(retried: number, leftOut: number): string {
  const retryText = retried === 1 ? 'הודעה אחת תישלח שוב' : `${retried} הודעות יישלחו שוב`;
  if (leftOut === 0) return retryText;
  return `${retryText}. ${leftOut === 1 ? 'הודעה אחת שכבר אינה רלוונטית לא תישלח' : `${leftOut} הודעות שכבר אינן רלוונטיות לא יישלחו`}`;
}
