import type { SignedInReply } from '#contract/customers/customers.ts';
import type { Db } from '#db/client.ts';
import { customerIdentities, customers } from '#db/schema/index.ts';
import { and, eq, isNotNull, isNull, sql } from '#db/sql.ts';
import type { RequestContext } from '../../context.ts';
import { issueTicket, spendNonce } from '../../identity/tokens.ts';
import { type Refusal, refuse } from '../../platform/errors.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { takeOrRefuse } from '../../platform/limits.ts';
import type { SocialIdentity, SocialName } from '../../providers/social/social.ts';
import { tie } from './identities.ts';
import { enter } from './sign-in.ts';

/** Which of Google and Facebook the store has a client id of. */
export const socialWays = ({ store }: RequestContext): SocialName[] =>
  (['google', 'facebook'] as const).filter((name) => store.settings.social?.[name]);

/** @throws SOCIAL_OFF where the store has no client id of this issuer */
function clientOf(ctx: RequestContext, provider: SocialName): string {
  const clientId = ctx.store.settings.social?.[provider];
  if (!clientId) throw refuse('SOCIAL_OFF');
  return clientId;
}

/** An unavailable issuer gets an error of its own; the cause is logged. */
async function reach<T>(ctx: RequestContext, work: Promise<T>): Promise<T> {
  return work.catch((error: Error) => {
    ctx.log.error({ err: error }, 'an issuer of ID tokens could not be asked');
    throw refuse('SOCIAL_UNAVAILABLE');
  });
}

/**
 * The URL where the browser signs in at Google or Facebook. `nonce` goes into a cookie that no script reads: only its
 * hash is sent and returns in the token, so that a token works in one browser only.
 * @throws SOCIAL_OFF, SOCIAL_UNAVAILABLE
 */
export async function startSocial(ctx: RequestContext, provider: SocialName) {
  const clientId = clientOf(ctx, provider);
  await takeOrRefuse(ctx, [{ policy: 'social' }]);
  const nonce = await issueTicket(ctx, ctx.db, { kind: 'nonce' });
  const ask = { clientId, returnTo: `${ctx.origin}/login`, nonce: secretHash(nonce), state: provider };
  return { nonce, url: await reach(ctx, ctx.social[provider].signInUrl(ask)) };
}

/**
 * Exchanges an ID token for a token of ours. Without an account, NOT_REGISTERED carries a `social_ticket`: with it
 * and a proved phone, `login` or `create-customer` ties the two.
 * @throws SOCIAL_OFF, SOCIAL_REFUSED, SOCIAL_UNAVAILABLE, NOT_REGISTERED
 */
export async function loginWithSocial(
  ctx: RequestContext,
  { provider, id_token }: { provider: SocialName; id_token: string },
  nonce: string | undefined,
  before?: string,
): Promise<SignedInReply> {
  const clientId = clientOf(ctx, provider);
  await takeOrRefuse(ctx, [{ policy: 'social' }]);
  if (!nonce) throw refuse('SOCIAL_REFUSED');
  // Spent first: a token is tried once, valid or not.
  await spendNonce(ctx, ctx.db, nonce).catch(() => {
    throw refuse('SOCIAL_REFUSED');
  });
  const expected = { clientId, nonce: secretHash(nonce), now: ctx.now() };
  const identity = await reach(ctx, ctx.social[provider].verify(id_token, expected));
  if (!identity) throw refuse('SOCIAL_REFUSED');
  const result = await ctx.db.transaction(async (tx): Promise<SignedInReply | Refusal> => {
    const customer = (await knownAs(ctx, tx, identity)) ?? (await ownerOfAddress(ctx, tx, identity));
    return customer ? enter(ctx, tx, customer, before) : offerRegistration(ctx, tx, identity);
  });
  // The ticket must be committed, so the refusal is thrown after the transaction.
  if ('token' in result) return result;
  throw result;
}

async function knownAs(ctx: RequestContext, tx: Db, { provider, subject }: SocialIdentity) {
  const [row] = await tx
    .select({ customer: customers })
    .from(customerIdentities)
    .innerJoin(customers, eq(customers.uuid, customerIdentities.customerUid))
    .where(
      and(
        eq(customerIdentities.storeUid, ctx.store.uuid),
        eq(customerIdentities.provider, provider),
        eq(customerIdentities.subject, subject),
        isNull(customers.erasedAt),
      ),
    );
  return row?.customer;
}

/** An e-mail proved both by the issuer and here belongs to one person. */
async function ownerOfAddress(ctx: RequestContext, tx: Db, { provider, subject, email, emailProved }: SocialIdentity) {
  if (!email || !emailProved) return undefined;
  const [customer] = await tx
    .select()
    .from(customers)
    .where(
      and(
        eq(customers.storeUid, ctx.store.uuid),
        eq(sql`lower(${customers.email})`, email.toLowerCase()),
        isNotNull(customers.emailVerifiedAt),
        isNull(customers.erasedAt),
      ),
    );
  if (customer) await tie(ctx, tx, customer.uuid, { provider, subject });
  return customer;
}

async function offerRegistration(
  ctx: RequestContext,
  tx: Db,
  { provider, subject, ...person }: SocialIdentity,
): Promise<Refusal> {
  const social_ticket = await issueTicket(ctx, tx, { kind: 'identity', identity: { provider, subject } });
  return refuse('NOT_REGISTERED', {
    message: 'עוד אין כאן חשבון שמחובר לכניסה הזו. אמתו את הטלפון, ונחבר אותם',
    details: { social_ticket, first_name: person.firstName, last_name: person.lastName, email: person.email },
  });
}
