import { proveEmailForm } from '#contract/customers/prove-email-form.ts';
import { customers, outbox } from '#db/schema/index.ts';
import { and, eq, isNull, ne, sql } from '#db/sql.ts';
import { type FormReply, parseForm } from '#domain/forms/parse-form.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import type { RequestContext } from '../../context.ts';
import { EMAIL_LINK_MINUTES } from '../../identity/lifetimes.ts';
import { lockCustomer, lockMailbox, requireCustomer } from '../../identity/require-customer.ts';
import { isFresh } from '../../identity/tokens.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { keyedHash, sameSecret } from '../../platform/keyed-hash.ts';
import { takeOrRefuse } from '../../platform/limits.ts';
import { siteUrl } from '../../platform/site-url.ts';

/**
 * The account's e-mail, and whether its owner has shown that mails arrive there. `fresh`: it can be proved without
 * signing in again.
 * @throws UNAUTHORIZED
 */
export async function ownEmail(
  ctx: RequestContext,
): Promise<{ email: string | null; isProved: boolean; fresh: boolean }> {
  const { uuid } = requireCustomer(ctx);
  const [row] = await ctx.db
    .select({ email: customers.email, isProved: sql<boolean>`${customers.emailVerifiedAt} is not null` })
    .from(customers)
    .where(eq(customers.uuid, uuid));
  return { ...(row ?? { email: null, isProved: false }), fresh: isFresh(ctx, uuid) };
}

/** Works only for a session of the account, and only while the account has this e-mail. */
const proofOf = ({ secret }: RequestContext, uuid: string, email: string, expires: string): string =>
  `${expires}.${keyedHash(secret, `prove-email:${uuid}:${email.toLowerCase()}:${expires}`)}`;

/** Mails a link that proves the e-mail; one that differs from the account's takes its place. @throws UNAUTHORIZED */
export async function receiveEmailToProve(
  ctx: RequestContext,
  form: FormData,
  path: string,
): Promise<{ sent: string } | FormReply> {
  const { data, errors, values } = parseForm(proveEmailForm, form);
  if (errors) return { errors, values };
  try {
    await mailProof(ctx, data.email, path);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 401) throw error;
    return { errors: {}, values, message: error.message };
  }
  return { sent: data.email };
}

async function mailProof(ctx: RequestContext, email: string, path: string): Promise<void> {
  const { uuid } = requireCustomer(ctx);
  if (!isFresh(ctx, uuid)) throw refuse('SIGN_IN_AGAIN', { message: 'לפני שמאמתים כתובת, התחברו שוב עם קוד לטלפון' });
  const accountEmail = await ownEmail(ctx);
  await takeOrRefuse(ctx, [
    // Requests of strangers don't use up the owner's limit.
    {
      policy: 'reset',
      subject: `${ctx.store.uuid}:${email.toLowerCase()}`,
      knownDevice: accountEmail.email?.toLowerCase() === email.toLowerCase(),
    },
    // Whoever has an account could otherwise mail to any number of other people.
    { policy: 'proof', subject: uuid },
  ]);
  const expires = String(ctx.now().getTime() + EMAIL_LINK_MINUTES * 60_000);
  const url = `${siteUrl(ctx.env, ctx.store)}${path}&token=${proofOf(ctx, uuid, email, expires)}`;
  const content: MailContent = {
    heading: 'אימות כתובת הדוא״ל',
    paragraphs: [
      `ביקשתם שנאמת את הכתובת הזו בחשבון שלכם ב${ctx.store.name}.`,
      'הקישור תקף לשעה אחת, ונפתח בחשבון שלכם בלבד.',
    ],
    button: { label: 'אימות הכתובת', url },
    note: 'לא ביקשתם? אין צורך לעשות דבר.',
  };
  await ctx.db.transaction(async (tx) => {
    await lockCustomer(tx, uuid);
    await tx
      .update(customers)
      .set({ email, emailVerifiedAt: null })
      .where(and(eq(customers.uuid, uuid), sql`lower(${customers.email}) is distinct from ${email.toLowerCase()}`));
    await tx.insert(outbox).values({
      storeUid: ctx.store.uuid,
      about: 'e-mail proof',
      channel: 'email',
      recipient: email,
      subject: `${content.heading} – ${ctx.store.name}`,
      body: plainText(content),
      content,
      nextAttemptAt: ctx.now(),
      createdAt: ctx.now(),
    });
  });
}

/** @returns the e-mail that the link proves, `null` for one that is over, of another account or of a former e-mail */
export async function readEmailProof(ctx: RequestContext, token: string): Promise<string | null> {
  const { uuid } = requireCustomer(ctx);
  const { email } = await ownEmail(ctx);
  const [expires = ''] = token.split('.');
  const isOver = !/^\d{13}$/.test(expires) || Number(expires) < ctx.now().getTime();
  if (isOver || email === null) return null;
  return sameSecret(token, proofOf(ctx, uuid, email, expires)) ? email : null;
}

/**
 * A proved e-mail opens the account, by a forgotten password or an issuer's sign-in: whoever finds an open session must
 * not prove one of their own, so the sign-in has to be recent.
 * @returns whether it is proved
 * @throws UNAUTHORIZED
 */
export async function proveEmail(ctx: RequestContext, token: string): Promise<boolean> {
  const { uuid } = requireCustomer(ctx);
  if (!isFresh(ctx, uuid)) return false;
  const email = await readEmailProof(ctx, token);
  if (email === null) return false;
  return ctx.db.transaction(async (tx) => {
    const sameMailbox = await lockMailbox(tx, ctx.store.uuid, email);
    await tx
      .update(customers)
      .set({ emailVerifiedAt: null })
      .where(and(sameMailbox, ne(customers.uuid, uuid)));
    const updatedRows = await tx
      .update(customers)
      .set({ emailVerifiedAt: ctx.now() })
      .where(and(sameMailbox, eq(customers.uuid, uuid), isNull(customers.erasedAt)))
      .returning({ uuid: customers.uuid });
    return updatedRows.length > 0;
  });
}
