import { randomBytes } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { customers, customerTokens, loginTickets } from '#db/schema/index.ts';
import { and, eq, gt, isNull, lt, ne } from '#db/sql.ts';
import { DAY_MS } from '#domain/calendar/durations.ts';
import type { RequestContext, Session } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import { secretHash } from '../platform/keyed-hash.ts';
import { FRESH_SIGN_IN_MINUTES, TICKET_MINUTES, TOKEN_DAYS } from './lifetimes.ts';

/**
 * 256 random bits, for one session, ticket or key. Only its hash is stored, so that reading the database doesn't grant
 * a sign-in.
 */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export async function issueToken(ctx: RequestContext, tx: Db, customerUid: string): Promise<string> {
  const token = newSecret();
  const expiresAt = new Date(ctx.now().getTime() + TOKEN_DAYS * DAY_MS);
  await tx
    .insert(customerTokens)
    .values({ tokenHash: secretHash(token), customerUid, expiresAt, createdAt: ctx.now() });
  ctx.log.info({ event: 'SIGNED_IN', customer: customerUid, ip: ctx.ipAddress }, 'security event');
  return token;
}

/** Signs a customer out everywhere; `but` is a token that stays valid. */
export async function revokeTokens(db: Db, customerUid: string, but?: string): Promise<void> {
  const others = but ? ne(customerTokens.tokenHash, secretHash(but)) : undefined;
  await db.delete(customerTokens).where(and(eq(customerTokens.customerUid, customerUid), others));
}

/** Whether the customer signed in a short while ago: required before sensitive changes. */
export function isFresh({ customer, now }: RequestContext, customerUid: string): boolean {
  if (customer?.uuid !== customerUid) return false;
  return now().getTime() - customer.signedInAt.getTime() < FRESH_SIGN_IN_MINUTES * 60_000;
}

export async function revokeToken(db: Db, token: string): Promise<void> {
  await db.delete(customerTokens).where(eq(customerTokens.tokenHash, secretHash(token)));
}

/** The customer of a token, of this store only. Using it extends it (`TOKEN_DAYS`). */
export async function customerByToken(ctx: RequestContext, token: string): Promise<Session | null> {
  const [row] = await ctx.db
    .select({
      expiresAt: customerTokens.expiresAt,
      signedInAt: customerTokens.createdAt,
      customer: {
        uuid: customers.uuid,
        firstName: customers.firstName,
        lastName: customers.lastName,
        phone: customers.phone,
        email: customers.email,
        image: customers.image,
      },
    })
    .from(customerTokens)
    .innerJoin(customers, eq(customers.uuid, customerTokens.customerUid))
    .where(
      and(
        eq(customerTokens.tokenHash, secretHash(token)),
        gt(customerTokens.expiresAt, ctx.now()),
        eq(customers.storeUid, ctx.store.uuid),
        isNull(customers.erasedAt),
      ),
    );
  if (!row) return null;
  // Written at most once a day: page views should not cause writes.
  const now = ctx.now().getTime();
  const stale = new Date(now + (TOKEN_DAYS - 1) * DAY_MS);
  if (row.expiresAt < stale) {
    await ctx.db
      .update(customerTokens)
      .set({ expiresAt: new Date(now + TOKEN_DAYS * DAY_MS) })
      .where(and(eq(customerTokens.tokenHash, secretHash(token)), lt(customerTokens.expiresAt, stale)));
  }
  return { ...row.customer, signedInAt: row.signedInAt };
}

type Ticket = { kind: 'phone'; phone: string } | { kind: 'identity'; identity: Identity } | { kind: 'nonce' };
export type Identity = { provider: string; subject: string };

/** A ticket proves once, for some minutes, that a code was correct or who the visitor is at Google or Facebook. */
export async function issueTicket(ctx: RequestContext, tx: Db, ticket: Ticket): Promise<string> {
  const value = newSecret();
  const expiresAt = new Date(ctx.now().getTime() + TICKET_MINUTES[ticket.kind] * 60_000);
  await tx
    .insert(loginTickets)
    .values({ ticketHash: secretHash(value), storeUid: ctx.store.uuid, expiresAt, ...ticket });
  return value;
}

/** Spends a ticket; a rollback restores it. @throws TICKET_INVALID */
async function spend(ctx: RequestContext, tx: Db, kind: Ticket['kind'], ticket: string) {
  const [row] = await tx
    .delete(loginTickets)
    .where(
      and(
        eq(loginTickets.ticketHash, secretHash(ticket)),
        eq(loginTickets.storeUid, ctx.store.uuid),
        eq(loginTickets.kind, kind),
        gt(loginTickets.expiresAt, ctx.now()),
      ),
    )
    .returning({ phone: loginTickets.phone, identity: loginTickets.identity });
  if (!row) throw refuse('TICKET_INVALID');
  return row;
}

/** @returns the phone that the ticket proves @throws TICKET_INVALID */
export async function spendTicket(ctx: RequestContext, tx: Db, ticket: string): Promise<string> {
  const { phone } = await spend(ctx, tx, 'phone', ticket);
  if (!phone) throw refuse('TICKET_INVALID');
  return phone;
}

/** @throws TICKET_INVALID */
export async function spendIdentity(ctx: RequestContext, tx: Db, ticket: string): Promise<Identity> {
  const { identity } = await spend(ctx, tx, 'identity', ticket);
  if (!identity) throw refuse('TICKET_INVALID');
  return identity;
}

/** @throws TICKET_INVALID */
export async function spendNonce(ctx: RequestContext, tx: Db, ticket: string): Promise<void> {
  await spend(ctx, tx, 'nonce', ticket);
}
