import { isIPv6 } from 'node:net';
import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { otpSends } from '#db/schema/index.ts';
import { formatWait } from '#domain/wait.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { type Refusal, refuse } from '../../errors.ts';

const RESEND_SECONDS = 60;
const PER_PHONE = 5;
/** With five tries a code, 50 guesses of a million in a day, from however many addresses. */
const PER_PHONE_DAY = 10;
const PER_ADDRESS = 20;
/** Three bookings and their cancellations. */
const FORMS_PER_PHONE_DAY = 6;
/** Over all stores: what a flood of codes may cost before someone looks. A day's, forms included, is the setting CODES_PER_DAY. */
const perMinute = (perDay: number): number => Math.max(60, perDay / 50);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How many more codes may go to a phone, and after how many seconds the next one. */
export type Allowance = { remaining: number; retryAfter: number };

/** A household's IPv6 addresses share their first half, so they count as one. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - last.length;
  const all = [...groups, ...Array<string>(missing).fill('0'), ...last];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

export async function allowance(ctx: RequestContext, db: Db, phone: string): Promise<Allowance> {
  const now = ctx.now().getTime();
  const ago = (milliseconds: number) => new Date(now - milliseconds);
  const address = addressKey(ctx.address);
  const isCode = eq(otpSends.about, 'code');
  const ofPhone = and(isCode, eq(otpSends.phone, phone));
  const [[own], [all]] = await Promise.all([
    db
      .select({
        phone: sql<number>`count(*) filter (where ${otpSends.phone} = ${phone})::int`,
        phoneFirst: sql<Date | null>`min(${otpSends.sentAt}) filter (where ${otpSends.phone} = ${phone})`.mapWith(
          otpSends.sentAt,
        ),
        address: sql<number>`count(*) filter (where ${otpSends.address} = ${address})::int`,
        addressFirst: sql<Date | null>`min(${otpSends.sentAt}) filter (where ${otpSends.address} = ${address})`.mapWith(
          otpSends.sentAt,
        ),
        last: sql<Date | null>`max(${otpSends.sentAt}) filter (where ${otpSends.phone} = ${phone} and ${otpSends.storeUid} = ${ctx.store.uuid})`.mapWith(
          otpSends.sentAt,
        ),
      })
      .from(otpSends)
      .where(and(isCode, gt(otpSends.sentAt, ago(HOUR)), or(eq(otpSends.phone, phone), eq(otpSends.address, address)))),
    db
      .select({
        phone: sql<number>`count(*) filter (where ${ofPhone})::int`,
        phoneFirst: sql<Date | null>`min(${otpSends.sentAt}) filter (where ${ofPhone})`.mapWith(otpSends.sentAt),
        minute: sql<number>`count(*) filter (where ${and(isCode, gt(otpSends.sentAt, ago(MINUTE)))})::int`,
        day: sql<number>`count(*)::int`,
      })
      .from(otpSends)
      .where(gt(otpSends.sentAt, ago(24 * HOUR))),
  ]);
  if (!own || !all) throw new Error('a count gave no row');

  const until = (from: Date | null, span: number) => (from ? Math.ceil((from.getTime() + span - now) / 1_000) : 0);
  const perDay = ctx.env.CODES_PER_DAY;
  const full = all.minute >= perMinute(perDay) || all.day >= perDay;
  if (full) ctx.log.error({ minute: all.minute, day: all.day }, 'the cap on SMS is reached');
  const waits = [
    until(own.last, RESEND_SECONDS * 1_000),
    own.phone >= PER_PHONE ? until(own.phoneFirst, HOUR) : 0,
    all.phone >= PER_PHONE_DAY ? until(all.phoneFirst, 24 * HOUR) : 0,
    own.address >= PER_ADDRESS ? until(own.addressFirst, HOUR) : 0,
    all.minute >= perMinute(perDay) ? 60 : 0,
    all.day >= perDay ? 3_600 : 0,
  ];
  const remaining = full
    ? 0
    : Math.max(0, Math.min(PER_PHONE - own.phone, PER_PHONE_DAY - all.phone, PER_ADDRESS - own.address));
  return { remaining, retryAfter: Math.max(0, ...waits) };
}

/**
 * Counts one more SMS that a form causes (a booking, its cancellation, a notice of cancellation), of all stores and processes,
 * under the same cap of the day as the codes, of which it may use one half.
 * @returns whether it may go; beyond the limit what was asked for is kept, and told by other ways
 */
export async function takeFormSms(
  { env, now, log }: Pick<Deps, 'env' | 'now'> & { log?: FastifyBaseLogger },
  tx: Db,
  storeUid: string,
  phone: string,
): Promise<boolean> {
  await lockSends(tx);
  const at = now();
  const [sent] = await tx
    .select({
      phone: sql<number>`count(*) filter (where ${and(eq(otpSends.about, 'form'), eq(otpSends.phone, phone))})::int`,
      forms: sql<number>`count(*) filter (where ${eq(otpSends.about, 'form')})::int`,
      day: sql<number>`count(*)::int`,
    })
    .from(otpSends)
    .where(gt(otpSends.sentAt, new Date(at.getTime() - 24 * HOUR)));
  if (!sent) throw new Error('a count gave no row');
  // A flood of bookings must not keep people from signing in.
  const full = sent.day >= env.CODES_PER_DAY || sent.forms >= env.CODES_PER_DAY / 2;
  if (full) log?.error({ day: sent.day }, 'the cap on SMS is reached');
  if (full || sent.phone >= FORMS_PER_PHONE_DAY) return false;
  await tx.insert(otpSends).values({ storeUid, about: 'form', phone, address: '', sentAt: at });
  return true;
}

/** One after the other until the transaction ends, so that those that come at once are counted like others. */
export const lockSends = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('otp_sends'))`);

/** @throws RATE_LIMITED with the waiting time */
export async function refuseOverLimit(ctx: RequestContext, db: Db, phone: string): Promise<Allowance> {
  const allowed = await allowance(ctx, db, phone);
  const { remaining, retryAfter } = allowed;
  if (retryAfter === 0) return allowed;
  if (remaining === 0) throw tooOften(retryAfter);
  const message = `אפשר לבקש קוד נוסף בעוד ${retryAfter} שניות`;
  throw refuse('RATE_LIMITED', { message, retryAfter, details: { retry_after: retryAfter, remaining } });
}

/** A refusal that says, in words and in seconds, when the next try will be taken. */
export function tooOften(retryAfter: number): Refusal {
  const message = `ניסיתם יותר מדי פעמים. אפשר לנסות שוב בעוד ${formatWait(retryAfter)}`;
  return refuse('RATE_LIMITED', { message, retryAfter, details: { retry_after: retryAfter, remaining: 0 } });
}
