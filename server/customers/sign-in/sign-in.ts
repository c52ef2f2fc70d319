import type { SignedInReply } from '#contract/customers/customers.ts';
import type { LoginTicket, SignUp } from '#contract/customers/sign-in.ts';
import type { Db } from '#db/client.ts';
import { type CustomerRow, consents, customers, orders } from '#db/schema/index.ts';
import { and, eq, isNull, sql } from '#db/sql.ts';
import { UPDATES_TEXT } from '#domain/people/consent-texts.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer } from '../../identity/require-customer.ts';
import { issueToken, revokeToken, spendIdentity, spendTicket } from '../../identity/tokens.ts';
import { refuse } from '../../platform/errors.ts';
import { toCustomer } from '../profile.ts';
import { tie } from './identities.ts';
import { hashPassword, refuseWeak } from './passwords.ts';

/**
 * Exchanges a ticket for a token. `before` is the request's own token, which ends here: a sign-in never continues a
 * session that may have been planted.
 * @throws TICKET_INVALID, NOT_REGISTERED (the ticket then stays valid)
 */
export async function login(ctx: RequestContext, body: LoginTicket, before?: string): Promise<SignedInReply> {
  return ctx.db.transaction(async (tx) => {
    const phone = await spendTicket(ctx, tx, body.ticket);
    const customer = await customerOfPhone(ctx, tx, phone);
    if (!customer) throw refuse('NOT_REGISTERED');
    await tieTo(ctx, tx, customer, body.social_ticket);
    return enter(ctx, tx, customer, before);
  });
}

/**
 * Signs up the phone that the ticket proves. A registered phone is signed in, its details unchanged.
 * @throws TICKET_INVALID, WEAK_PASSWORD (the ticket then stays valid)
 */
export async function createCustomer(ctx: RequestContext, body: SignUp, before?: string): Promise<SignedInReply> {
  const { first_name: firstName, last_name: lastName, email = null, password } = body;
  if (password) refuseWeak(ctx, password, { firstName, lastName, email, phone: null });
  return ctx.db.transaction(async (tx) => {
    const phone = await spendTicket(ctx, tx, body.ticket);
    // Costly, so only with a ticket.
    const passwordHash = password ? await hashPassword(password) : null;
    const [created] = await tx
      .insert(customers)
      .values({
        storeUid: ctx.store.uuid,
        phone,
        firstName,
        lastName,
        email,
        passwordHash,
        createdAt: ctx.now(),
      })
      .onConflictDoNothing({ target: [customers.storeUid, customers.phone] })
      .returning();
    if (created && body.marketing_consent) {
      const consent = { kind: 'marketing', given: true, text: UPDATES_TEXT, createdAt: ctx.now() };
      await tx.insert(consents).values({ customerUid: created.uuid, ...consent });
    }
    const customer = created ?? (await customerOfPhone(ctx, tx, phone));
    if (!customer) throw refuse('CONFLICT');
    await tieTo(ctx, tx, customer, body.social_ticket);
    return enter(ctx, tx, customer, before);
  });
}

async function customerOfPhone(ctx: RequestContext, tx: Db, phone: string) {
  const [row] = await tx
    .select()
    .from(customers)
    .where(and(eq(customers.storeUid, ctx.store.uuid), eq(customers.phone, phone), isNull(customers.erasedAt)));
  return row;
}

/** Ties the visitor's account of Google or Facebook, if any. @throws TICKET_INVALID */
async function tieTo(ctx: RequestContext, tx: Db, customer: CustomerRow, socialTicket?: string): Promise<void> {
  if (socialTicket) await tie(ctx, tx, customer.uuid, await spendIdentity(ctx, tx, socialTicket));
}

/**
 * The end of every way in: the old session ends, the phone's guest orders become the customer's, a token is created.
 * @throws UNAUTHORIZED for one who was erased, or got another phone, meanwhile
 */
export async function enter(
  ctx: RequestContext,
  tx: Db,
  customer: CustomerRow,
  before?: string,
): Promise<SignedInReply> {
  await lockCustomer(tx, customer.uuid);
  // The phone that opened it may have been changed meanwhile, and all sessions ended.
  const isSame = sql`${customers.phone} is not distinct from ${customer.phone}`;
  const same = await tx
    .select({ uuid: customers.uuid })
    .from(customers)
    .where(and(eq(customers.uuid, customer.uuid), isSame));
  if (same.length === 0) throw refuse('UNAUTHORIZED');
  if (before) await revokeToken(tx, before);
  const added = await tx
    .update(orders)
    .set({ customerUid: customer.uuid })
    .where(
      and(
        eq(orders.storeUid, ctx.store.uuid),
        eq(orders.phone, customer.phone ?? ''),
        isNull(orders.customerUid),
        isNull(orders.erasedAt),
      ),
    )
    .returning({ uuid: orders.uuid });
  const token = await issueToken(ctx, tx, customer.uuid);
  return { token, customer: toCustomer(customer), orders_added: added.length };
}
