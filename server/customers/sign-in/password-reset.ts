import { setTimeout as wait } from 'node:timers/promises';
import type { ResetLink } from '#contract/customers/sign-in.ts';
import type { Db } from '#db/client.ts';
import { type CustomerRow, customers, outbox, passwordLinks } from '#db/schema/index.ts';
import { and, desc, eq, gt, isNull, ne, sql } from '#db/sql.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import type { RequestContext } from '../../context.ts';
import { PASSWORD_LINK_MINUTES } from '../../identity/lifetimes.ts';
import { lockCustomer, lockMailbox, requireCustomer } from '../../identity/require-customer.ts';
import { isFresh, newSecret, revokeTokens } from '../../identity/tokens.ts';
import { refuse } from '../../platform/errors.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { forgetSubject, takeOrRefuse } from '../../platform/limits.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { mailboxOf } from './password-sign-in.ts';
import { hashPassword, isPassword, refuseWeak } from './passwords.ts';

/** Longer than the work takes, so that response times don't reveal whether an account exists. */
const ANSWER_AFTER_MS = 350;

/** Mails a reset link if the e-mail has an account. The reply never says whether. @throws RATE_LIMITED */
export async function forgotPassword(ctx: RequestContext, email: string): Promise<{ expires_in: number }> {
  const mailbox = email.toLowerCase();
  // Requests of strangers don't use up the owner's limit.
  const knownDevice = ctx.customer?.email?.toLowerCase() === mailbox;
  await takeOrRefuse(ctx, [{ policy: 'reset', subject: `${ctx.store.uuid}:${mailbox}`, knownDevice }]);
  await Promise.all([mailLink(ctx, mailbox), wait(ANSWER_AFTER_MS)]);
  return { expires_in: PASSWORD_LINK_MINUTES * 60 };
}

async function mailLink(ctx: RequestContext, mailbox: string): Promise<void> {
  const token = newSecret();
  const expiresAt = new Date(ctx.now().getTime() + PASSWORD_LINK_MINUTES * 60_000);
  await ctx.db.transaction(async (tx) => {
    const account = await accountOf(ctx, tx, mailbox);
    if (!account?.email) return;
    const { email, uuid } = account;
    await tx.delete(passwordLinks).where(eq(passwordLinks.customerUid, uuid));
    await tx.insert(passwordLinks).values({ tokenHash: secretHash(token), customerUid: uuid, email, expiresAt });
    await mail(ctx, tx, email, 'password link', {
      heading: 'בחירת סיסמה חדשה',
      paragraphs: [`קיבלנו בקשה לבחור סיסמה לחשבון שלכם ב${ctx.store.name}.`, 'הקישור תקף לשעה אחת ולשימוש אחד.'],
      button: { label: 'בחירת סיסמה', url: `${siteUrl(ctx.env, ctx.store)}/reset-password?token=${token}` },
      note: 'לא ביקשתם? אין צורך לעשות דבר, הסיסמה לא תשתנה.',
    });
  });
}

/**
 * Locked, so that it isn't erased meanwhile. The signed-in customer's own account first; then the one that has proved
 * the e-mail; then the newest.
 */
async function accountOf(ctx: RequestContext, tx: Db, mailbox: string): Promise<CustomerRow | undefined> {
  const [row] = await tx
    .select()
    .from(customers)
    .where(
      and(
        eq(customers.storeUid, ctx.store.uuid),
        eq(sql`lower(${customers.email})`, mailbox),
        isNull(customers.erasedAt),
      ),
    )
    .orderBy(
      desc(sql`${customers.uuid} = ${ctx.customer?.uuid ?? null}::uuid is true`),
      sql`${customers.emailVerifiedAt} is null`,
      sql`${customers.passwordHash} is null`,
      desc(customers.createdAt),
    )
    .limit(1)
    .for('update');
  return row;
}

/** Whether a link is still valid, and whether a phone must be proved before it is used. */
export async function verifyLink(ctx: RequestContext, link: string): Promise<ResetLink> {
  const account = await accountOfLink(ctx, ctx.db, link);
  if (!account) return { valid: false, email: null, sign_in_first: false };
  return { valid: true, email: masked(account.email ?? ''), sign_in_first: mustSignIn(ctx, account) };
}

async function accountOfLink(ctx: RequestContext, db: Db, link: string): Promise<CustomerRow | undefined> {
  const [row] = await db
    .select({ account: customers })
    .from(passwordLinks)
    .innerJoin(customers, eq(customers.uuid, passwordLinks.customerUid))
    .where(
      and(
        eq(passwordLinks.tokenHash, secretHash(link)),
        gt(passwordLinks.expiresAt, ctx.now()),
        eq(customers.storeUid, ctx.store.uuid),
        // The link is void once the account has another e-mail.
        eq(sql`lower(${customers.email})`, sql`lower(${passwordLinks.email})`),
        isNull(customers.erasedAt),
      ),
    );
  return row?.account;
}

/** A mistyped e-mail belongs to another person. Until it is proved, the link alone must not open the account. */
const mustSignIn = (ctx: RequestContext, account: CustomerRow): boolean =>
  account.emailVerifiedAt === null && !isFresh(ctx, account.uuid);

/** @throws RESET_LINK_INVALID, SIGN_IN_AGAIN */
async function openedBy(ctx: RequestContext, db: Db, link: string): Promise<CustomerRow> {
  const account = await accountOfLink(ctx, db, link);
  if (!account) throw refuse('RESET_LINK_INVALID');
  if (mustSignIn(ctx, account)) throw refuse('SIGN_IN_AGAIN');
  return account;
}

const masked = (email: string): string => email.replace(/^(.)[^@]*(?=@)/u, '$1…');

/**
 * Exchanges a link for a new password, which proves its e-mail. All other sessions end; `token`, the request's own,
 * stays if it is this customer's.
 * @throws RESET_LINK_INVALID, SIGN_IN_AGAIN, WEAK_PASSWORD (the link then stays valid)
 */
export async function resetPassword(
  ctx: RequestContext,
  link: string,
  password: string,
  token?: string,
): Promise<void> {
  const account = await openedBy(ctx, ctx.db, link);
  refuseWeak(ctx, password, account);
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    const { storeUid, uuid } = account;
    const sameMailbox = await lockMailbox(tx, storeUid, account.email ?? '');
    await lockCustomer(tx, uuid);
    // While the password was hashed, the link may have been used, or the account got an e-mail that the link was not
    // mailed to.
    await openedBy(ctx, tx, link);
    await tx
      .update(customers)
      .set({ emailVerifiedAt: null })
      .where(and(sameMailbox, ne(customers.uuid, uuid)));
    await change(ctx, tx, account, { passwordHash, emailVerifiedAt: ctx.now() }, token);
  });
  await forgetSubject(ctx, { policy: 'password', subject: mailboxOf(ctx, account.email ?? '') });
}

/**
 * What the page that changes the password has to ask for. `fresh`: a first one may be chosen without signing in
 * again.
 */
export async function ownPassword(ctx: RequestContext): Promise<{ exists: boolean; fresh: boolean }> {
  const { uuid } = requireCustomer(ctx);
  const [account] = await ctx.db
    .select({ exists: sql<boolean>`${customers.passwordHash} is not null` })
    .from(customers)
    .where(eq(customers.uuid, uuid));
  return { exists: account?.exists ?? false, fresh: isFresh(ctx, uuid) };
}

/**
 * The old password authorises the new one; without one, a recent sign-in does, so that a stolen session can't plant a
 * password.
 * @throws UNAUTHORIZED, WRONG_PASSWORD, SIGN_IN_AGAIN, EMAIL_REQUIRED, WEAK_PASSWORD, RATE_LIMITED
 */
export async function changePassword(
  ctx: RequestContext,
  body: { current_password?: string; password: string },
  token?: string,
): Promise<void> {
  const { uuid } = requireCustomer(ctx);
  // Signed in, so guesses of unknown callers don't count.
  await takeOrRefuse(ctx, [{ policy: 'password', subject: uuid, knownDevice: true }]);
  const [account] = await ctx.db.select().from(customers).where(eq(customers.uuid, uuid));
  if (!account) throw refuse('UNAUTHORIZED');
  if (account.passwordHash || body.current_password !== undefined) await refuseWrong(account, body.current_password);
  else if (!isFresh(ctx, uuid))
    throw refuse('SIGN_IN_AGAIN', { message: 'לפני שבוחרים סיסמה, התחברו שוב עם קוד לטלפון' });
  await forgetSubject(ctx, { policy: 'password', subject: uuid });
  if (!account.email) throw refuse('EMAIL_REQUIRED');
  refuseWeak(ctx, body.password, account);
  const passwordHash = await hashPassword(body.password);
  await ctx.db.transaction((tx) => change(ctx, tx, account, { passwordHash }, token));
}

/** @throws WRONG_PASSWORD */
async function refuseWrong({ passwordHash }: CustomerRow, password = ''): Promise<void> {
  if (await isPassword(password, passwordHash)) return;
  throw refuse('WRONG_PASSWORD', { fields: [{ path: 'current_password', message: 'הסיסמה הנוכחית אינה נכונה' }] });
}

/** A new password ends every link and every session but the current one, and its e-mail is notified. */
async function change(
  ctx: RequestContext,
  tx: Db,
  { uuid, email }: CustomerRow,
  values: Partial<CustomerRow>,
  token?: string,
): Promise<void> {
  await lockCustomer(tx, uuid);
  await tx.update(customers).set(values).where(eq(customers.uuid, uuid));
  await tx.delete(passwordLinks).where(eq(passwordLinks.customerUid, uuid));
  await revokeTokens(tx, uuid, token);
  if (!email) return;
  await mail(ctx, tx, email, 'password changed', {
    heading: 'הסיסמה הוחלפה',
    paragraphs: [
      `הסיסמה לחשבון שלכם ב${ctx.store.name} הוחלפה, והחשבון נותק מכל המכשירים האחרים.`,
      'לא אתם החלפתם? התחברו עם קוד לטלפון ובחרו סיסמה חדשה.',
    ],
    button: { label: 'לחשבון', url: `${siteUrl(ctx.env, ctx.store)}/login` },
  });
}

async function mail(ctx: RequestContext, tx: Db, to: string, about: string, content: MailContent): Promise<void> {
  await tx.insert(outbox).values({
    storeUid: ctx.store.uuid,
    about,
    channel: 'email',
    recipient: to,
    subject: `${content.heading} – ${ctx.store.name}`,
    body: plainText(content),
    content,
    nextAttemptAt: ctx.now(),
    createdAt: ctx.now(),
  });
}
