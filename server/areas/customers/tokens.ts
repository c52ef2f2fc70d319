import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { customers, customerTokens, loginTickets } from '#db/schema/index.ts';
import type { RequestContext, SignedIn } from '../../context.ts';
import { refuse } from '../../errors.ts';

/** A token lives this long after it was last used. */
export const TOKEN_DAYS = 30;
const DAY = 86_400_000;
const TICKET_MINUTES = 5;

/** 256 bits. Only its hash is kept, so that who reads the database can't sign in by it. */
const secret = (): string => randomBytes(32).toString('base64url');
const hash = (value: string): string => createHash('sha256').update(value).digest('hex');

export async function issueToken(ctx: RequestContext, tx: Db, customerUid: string): Promise<string> {
  const token = secret();
  const expiresAt = new Date(ctx.now().getTime() + TOKEN_DAYS * DAY);
  await tx.insert(customerTokens).values({ tokenHash: hash(token), customerUid, expiresAt, createdAt: ctx.now() });
  return token;
}

export async function revokeToken(db: Db, token: string): Promise<void> {
  await db.delete(customerTokens).where(eq(customerTokens.tokenHash, hash(token)));
}

/** The customer whom a token names, of this store only. Using it lets it live another 30 days. */
export async function customerByToken(ctx: RequestContext, token: string): Promise<SignedIn | null> {
  const [row] = await ctx.db
    .select({
      expiresAt: customerTokens.expiresAt,
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
        eq(customerTokens.tokenHash, hash(token)),
        gt(customerTokens.expiresAt, ctx.now()),
        eq(customers.storeUid, ctx.store.uuid),
      ),
    );
  if (!row) return null;
  // Written once a day at most: reading pages should not write at every step.
  const now = ctx.now().getTime();
  const stale = new Date(now + (TOKEN_DAYS - 1) * DAY);
  if (row.expiresAt < stale) {
    await ctx.db
      .update(customerTokens)
      .set({ expiresAt: new Date(now + TOKEN_DAYS * DAY) })
      .where(and(eq(customerTokens.tokenHash, hash(token)), lt(customerTokens.expiresAt, stale)));
  }
  return row.customer;
}

/** What proves for five minutes, once, that a code was right. */
export async function issueTicket(ctx: RequestContext, tx: Db, phone: string): Promise<string> {
  const ticket = secret();
  const expiresAt = new Date(ctx.now().getTime() + TICKET_MINUTES * 60_000);
  await tx.insert(loginTickets).values({ ticketHash: hash(ticket), storeUid: ctx.store.uuid, phone, expiresAt });
  return ticket;
}

/** Spends a ticket; a roll-back gives it back. @returns the phone that it proves. @throws TICKET_INVALID */
export async function spendTicket(ctx: RequestContext, tx: Db, ticket: string): Promise<string> {
  const [row] = await tx
    .delete(loginTickets)
    .where(
      and(
        eq(loginTickets.ticketHash, hash(ticket)),
        eq(loginTickets.storeUid, ctx.store.uuid),
        gt(loginTickets.expiresAt, ctx.now()),
      ),
    )
    .returning({ phone: loginTickets.phone });
  if (!row) throw refuse('TICKET_INVALID');
  return row.phone;
}
