import { createHmac, randomUUID } from 'node:crypto';
import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { signInTries } from '#db/schema/index.ts';
import type { RequestContext } from '../../context.ts';
import { addressKey, tooOften } from './limits.ts';

type Limit = { minutes: number; perSubject: number; perAddress: number };

/**
 * How often something may be tried: for one subject (an e-mail address, a phone, an account) from wherever, and from one
 * network address for whatever subjects. Whether the subject is known here makes no difference.
 */
const limits = {
  password: { minutes: 15, perSubject: 10, perAddress: 30 },
  reset: { minutes: 60, perSubject: 3, perAddress: 10 },
  /** Five tries a code hold already; this is for who goes through many phones. */
  code: { minutes: 60, perSubject: 60, perAddress: 100 },
  social: { minutes: 60, perSubject: 1_000, perAddress: 60 },
} satisfies Record<string, Limit>;

export const TRIES_KEPT = 60 * 60_000;

export type TryKind = keyof typeof limits;

const subjectOf = (ctx: RequestContext, subject: string): string =>
  createHmac('sha256', ctx.secret).update(`try:${ctx.store.uuid}:${subject}`).digest('base64url');

/** Counts one more try, or refuses it. @returns the try, for `forgetTry`. @throws RATE_LIMITED with the waiting time */
export async function countTry(ctx: RequestContext, kind: TryKind, subject: string): Promise<string> {
  const row = { kind, subject: subjectOf(ctx, subject), address: addressKey(ctx.address), at: ctx.now() };
  // Counted here without the lock, so that a flood is turned away before it queues for it.
  await refuseOver(ctx.db, row);
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`sign_in_tries ${kind}`}))`);
    await refuseOver(tx, row);
    const uuid = randomUUID();
    await tx.insert(signInTries).values({ uuid, ...row });
    return uuid;
  });
}

/** What was right was no try to guess. Those before it stay counted: they may have been guesses at somebody else's account. */
export async function forgetTry(ctx: RequestContext, uuid: string): Promise<void> {
  await ctx.db.delete(signInTries).where(eq(signInTries.uuid, uuid));
}

/** All tries for a subject, by who has proved to be its only owner: of a mailbox, or signed in to the account. */
export async function forgetTries(ctx: RequestContext, kind: TryKind, subject: string): Promise<void> {
  const own = and(eq(signInTries.kind, kind), eq(signInTries.subject, subjectOf(ctx, subject)));
  await ctx.db.delete(signInTries).where(own);
}

type Try = { kind: TryKind; subject: string; address: string; at: Date };

async function refuseOver(db: Db, { kind, subject, address, at }: Try): Promise<void> {
  const { minutes, perSubject, perAddress } = limits[kind];
  const span = minutes * 60_000;
  const first = (column: typeof signInTries.subject | typeof signInTries.address, value: string) =>
    sql<Date | null>`min(${signInTries.at}) filter (where ${column} = ${value})`.mapWith(signInTries.at);
  const [counted] = await db
    .select({
      subject: sql<number>`count(*) filter (where ${signInTries.subject} = ${subject})::int`,
      subjectFirst: first(signInTries.subject, subject),
      address: sql<number>`count(*) filter (where ${signInTries.address} = ${address})::int`,
      addressFirst: first(signInTries.address, address),
    })
    .from(signInTries)
    .where(
      and(
        eq(signInTries.kind, kind),
        gt(signInTries.at, new Date(at.getTime() - span)),
        or(eq(signInTries.subject, subject), eq(signInTries.address, address)),
      ),
    );
  if (!counted) throw new Error('a count gave no row');
  const until = (from: Date | null) => (from ? Math.ceil((from.getTime() + span - at.getTime()) / 1_000) : 0);
  const wait = Math.max(
    counted.subject >= perSubject ? until(counted.subjectFirst) : 0,
    counted.address >= perAddress ? until(counted.addressFirst) : 0,
  );
  if (wait > 0) throw tooOften(wait);
}
