import type { SignedInReply } from '#contract/customers/customers.ts';
import { type CustomerRow, customers } from '#db/schema/index.ts';
import { and, asc, eq, isNotNull, isNull, sql } from '#db/sql.ts';
import type { RequestContext } from '../../context.ts';
import { isKnown } from '../../identity/known-device.ts';
import { refuse } from '../../platform/errors.ts';
import { forgetHit, type Hit, takeOrRefuse } from '../../platform/limits.ts';
import { isPassword } from './passwords.ts';
import { enter } from './sign-in.ts';

/**
 * Several accounts may have typed an unproved e-mail; the one that proved it comes first. Each takes a phone of its
 * own.
 */
const MAX_READ = 100;
/** Of those that the device doesn't know so many are tried: each costs 40 ms of a core. */
const MAX_TRIED = 10;

/** Limit subject of tries by e-mail; the same whether or not there are accounts. */
export const mailboxOf = (ctx: RequestContext, email: string): string => `${ctx.store.uuid}:${email.toLowerCase()}`;

/**
 * Exchanges e-mail and password for a token. Unknown e-mail, account without password and wrong password give one
 * answer after the same work. `before` as in `login`.
 * @throws WRONG_LOGIN, RATE_LIMITED
 */
export async function loginByEmail(
  ctx: RequestContext,
  { email, password }: { email: string; password: string },
  before?: string,
): Promise<SignedInReply> {
  const accounts = await accountsOf(ctx, email);
  // Accounts known to this device are tried first and counted apart, so that unknown callers can't lock the owner
  // out.
  const knownAccounts = accounts.filter(({ phone }) => phone && isKnown(ctx, phone));
  const others = accounts.filter((account) => !knownAccounts.includes(account)).slice(0, MAX_TRIED);
  const hits = knownAccounts.map(({ uuid }): Hit => ({ policy: 'password', subject: uuid, knownDevice: true }));
  if (knownAccounts.length > 0) {
    const reply = await tryAccounts(ctx, knownAccounts, password, hits, before);
    if (reply) return reply;
    if (others.length === 0) throw refuse('WRONG_LOGIN');
  }
  const reply = await tryAccounts(
    ctx,
    others,
    password,
    [{ policy: 'password', subject: mailboxOf(ctx, email) }],
    before,
  );
  if (!reply) throw refuse('WRONG_LOGIN');
  return reply;
}

const accountsOf = (ctx: RequestContext, email: string): Promise<CustomerRow[]> =>
  ctx.db
    .select()
    .from(customers)
    .where(
      and(
        eq(customers.storeUid, ctx.store.uuid),
        eq(sql`lower(${customers.email})`, email.toLowerCase()),
        isNotNull(customers.passwordHash),
        isNull(customers.erasedAt),
      ),
    )
    .orderBy(sql`${customers.emailVerifiedAt} is null`, asc(customers.createdAt))
    .limit(MAX_READ);

/** One try, against each of these accounts. @throws RATE_LIMITED */
async function tryAccounts(
  ctx: RequestContext,
  accounts: CustomerRow[],
  password: string,
  hits: Hit[],
  before?: string,
): Promise<SignedInReply | null> {
  const attempt = await takeOrRefuse(ctx, hits);
  if (accounts.length === 0) await isPassword(password, null);
  for (const account of accounts) {
    if (!(await isPassword(password, account.passwordHash))) continue;
    await forgetHit(ctx, attempt);
    return ctx.db.transaction((tx) => enter(ctx, tx, account, before));
  }
  return null;
}
