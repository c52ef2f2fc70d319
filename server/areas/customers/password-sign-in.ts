import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { SignedInReply } from '#contract/customers.ts';
import { customers } from '#db/schema/index.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../errors.ts';
import { isPassword } from './passwords.ts';
import { enter } from './sign-in.ts';
import { countTry, forgetTry } from './tries.ts';

/** An address that nobody has proved may have been typed by several; the one who proved it comes first. */
const MOST = 3;

/**
 * An e-mail address and a password for a token. Unknown address, account without password and wrong password are one
 * answer, after the same work. `before` as in `login`. @throws WRONG_LOGIN, RATE_LIMITED
 */
export async function loginByEmail(
  ctx: RequestContext,
  { email, password }: { email: string; password: string },
  before?: string,
): Promise<SignedInReply> {
  const address = email.toLowerCase();
  const attempt = await countTry(ctx, 'password', address);
  const found = await ctx.db
    .select()
    .from(customers)
    .where(
      and(
        eq(customers.storeUid, ctx.store.uuid),
        eq(sql`lower(${customers.email})`, address),
        isNotNull(customers.passwordHash),
        isNull(customers.erasedAt),
      ),
    )
    .orderBy(sql`${customers.emailVerifiedAt} is null`, asc(customers.createdAt))
    .limit(MOST);
  if (found.length === 0) await isPassword(password, null);
  for (const customer of found) {
    if (!(await isPassword(password, customer.passwordHash))) continue;
    await forgetTry(ctx, attempt);
    return ctx.db.transaction((tx) => enter(ctx, tx, customer, before));
  }
  throw refuse('WRONG_LOGIN');
}
