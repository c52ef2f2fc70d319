import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { customers, orders, otpCodes, outbox } from '#db/schema/index.ts';
import { and, desc, eq, inArray, isNull } from '#db/sql.ts';
import { parseMobile } from '#domain/people/phone.ts';
import type { RequestContext } from '../../context.ts';
import { isKnown } from '../../identity/known-device.ts';
import { CODE_LIFETIME_SECONDS } from '../../identity/lifetimes.ts';
import { issueTicket } from '../../identity/tokens.ts';
import { refuse } from '../../platform/errors.ts';
import { CODE_TRIES, CODE_TRIES_KEPT } from '../../platform/limit-policies.ts';
import { type Hit, ipHashOf, look, refuseBeforeCounting, remainingAfter, takeOrRefuse } from '../../platform/limits.ts';

/** One segment of a Hebrew SMS (docs/rules/phones.md). */
const SEGMENT = 70;

/** @throws INVALID_PHONE for anything but an Israeli mobile */
export function mobileOf(input: string): string {
  const phone = parseMobile(input);
  if (!phone) throw refuse('INVALID_PHONE', { fields: [{ path: 'phone', message: 'מספר הטלפון אינו תקין' }] });
  return phone;
}

/**
 * The last line, in this exact form, lets the browser fill the code in (WebOTP, docs/rules/phones.md). The store's
 * name always comes first.
 */
export function codeMessage(store: string, code: string, host: string): string {
  const words = `${store}: הקוד שלכם ${code}`;
  const text = `${words}\n\n@${host} #${code}`;
  return text.length <= SEGMENT ? text : words;
}

const hashOf = (ctx: RequestContext, phone: string, code: string): string =>
  createHmac('sha256', ctx.secret).update(`sign-in:${ctx.store.uuid}:${phone}:${code}`).digest('hex');

const storeHost = (ctx: RequestContext): string =>
  (ctx.env.MODE === 'live' && ctx.store.publicDomain) || new URL(ctx.origin).hostname;

type Sent = { expires_in: number; resend_in: number; remaining: number };

const hitsOf = (ctx: RequestContext, phone: string): Hit[] => {
  const knownDevice = isKnown(ctx, phone);
  return [
    { policy: 'code', subject: phone, knownDevice },
    { policy: 'sms', knownDevice },
  ];
};

/** Whether a code would be sent now, and if not, how long to wait; nothing else, as anybody may ask about any phone. */
export async function checkCode(ctx: RequestContext, input: string) {
  const { wait } = await look(ctx, hitsOf(ctx, mobileOf(input)));
  return { allowed: wait === 0, remaining: remainingAfter(wait), retry_after: wait };
}

/** Sends a new code, which invalidates the previous one. The reply is the same for known and unknown phones. */
export async function sendCode(ctx: RequestContext, input: string): Promise<Sent> {
  const phone = mobileOf(input);
  const hits = hitsOf(ctx, phone);
  await refuseBeforeCounting(ctx, hits);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return ctx.db.transaction(async (tx) => {
    const { remaining } = await takeOrRefuse(ctx, hits, tx);
    const now = ctx.now();
    const newCode = {
      codeHash: hashOf(ctx, phone, code),
      triesLeft: CODE_TRIES,
      ipHash: ipHashOf(ctx),
      expiresAt: new Date(now.getTime() + CODE_LIFETIME_SECONDS * 1_000),
      sentAt: now,
      usedAt: null,
    };
    await tx
      .insert(otpCodes)
      .values({ storeUid: ctx.store.uuid, phone, ...newCode })
      .onConflictDoUpdate({ target: [otpCodes.storeUid, otpCodes.phone], set: newCode });
    await tx.insert(outbox).values({
      storeUid: ctx.store.uuid,
      about: 'code',
      channel: 'sms',
      recipient: phone,
      body: codeMessage(ctx.store.name, code, storeHost(ctx)),
      nextAttemptAt: now,
      createdAt: now,
    });
    const { wait } = await look({ ...ctx, db: tx, limits: [] }, hits);
    // What this caller has left, unless others have used it up.
    return { expires_in: CODE_LIFETIME_SECONDS, resend_in: wait, remaining: Math.min(remaining, remainingAfter(wait)) };
  });
}

type Buyer = { first_name: string; last_name: string; email: string };
type Verified = { ticket: string; registered: boolean; buyer: Buyer | null };

/**
 * Exchanges a correct code for a ticket.
 * @throws OTP_WRONG (with the tries left), OTP_EXPIRED, OTP_USED_UP, RATE_LIMITED
 */
export async function verifyCode(ctx: RequestContext, input: string, code: string): Promise<Verified> {
  const phone = mobileOf(input);
  await takeOrRefuse(ctx, [{ policy: 'code_try', subject: phone, knownDevice: isKnown(ctx, phone) }]);
  // A wrong try must be committed, so the refusal is thrown after the transaction.
  const result = await ctx.db.transaction((tx) => tryCode(ctx, tx, phone, code));
  if ('ticket' in result) return result;
  throw result;
}

async function tryCode(ctx: RequestContext, tx: Db, phone: string, code: string) {
  const ofPhone = and(eq(otpCodes.storeUid, ctx.store.uuid), eq(otpCodes.phone, phone));
  const [live] = await tx.select().from(otpCodes).where(ofPhone).for('update');
  if (!live || live.usedAt || live.expiresAt <= ctx.now()) return refuse('OTP_EXPIRED');
  // Unknown callers must not use up a code that its owner is about to type.
  const reserved = live.ipHash === ipHashOf(ctx) || isKnown(ctx, phone) ? 0 : CODE_TRIES_KEPT;
  if (live.triesLeft <= reserved) return refuse('OTP_USED_UP');
  if (!timingSafeEqual(Buffer.from(live.codeHash), Buffer.from(hashOf(ctx, phone, code)))) {
    const triesLeft = live.triesLeft - 1;
    await tx.update(otpCodes).set({ triesLeft }).where(ofPhone);
    const remaining = triesLeft - reserved;
    if (remaining === 0) return refuse('OTP_USED_UP');
    const message = remaining === 1 ? 'הקוד שגוי, נותר ניסיון אחד' : `הקוד שגוי, נותרו ${remaining} ניסיונות`;
    return refuse('OTP_WRONG', { message, details: { tries_left: remaining } });
  }
  await tx.update(otpCodes).set({ usedAt: ctx.now() }).where(ofPhone);
  const ticket = await issueTicket(ctx, tx, { kind: 'phone', phone });
  const [customer] = await tx
    .select({ uuid: customers.uuid })
    .from(customers)
    .where(and(eq(customers.storeUid, ctx.store.uuid), eq(customers.phone, phone), isNull(customers.erasedAt)));
  return { ticket, registered: customer !== undefined, buyer: customer ? null : await buyerOf(ctx, tx, phone) };
}

/** Of paid orders alone: anybody may have typed the phone into an order that was never paid. */
async function buyerOf(ctx: RequestContext, tx: Db, phone: string): Promise<Buyer | null> {
  const [order] = await tx
    .select({ first_name: orders.firstName, last_name: orders.lastName, email: orders.email })
    .from(orders)
    .where(
      and(
        eq(orders.storeUid, ctx.store.uuid),
        eq(orders.phone, phone),
        inArray(orders.paymentStatus, ['paid', 'partly_refunded', 'refunded']),
        isNull(orders.customerUid),
        isNull(orders.erasedAt),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return order ?? null;
}
