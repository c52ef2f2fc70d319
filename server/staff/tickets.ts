import type { Db } from '#db/client.ts';
import { staffSessions, staffTickets } from '#db/schema/index.ts';
import { and, eq, gt, inArray, isNull, lt, or, type SQL, sql } from '#db/sql.ts';
import { DAY_MS } from '#domain/calendar/durations.ts';
import type { Deps } from '../context.ts';
import { newSecret } from '../identity/tokens.ts';
import { secretHash } from '../platform/keyed-hash.ts';
import { TICKET_MINUTES } from './lifetimes.ts';

export type Ticket = typeof staffTickets.$inferSelect;
type Kind = Ticket['kind'];

type Clock = Pick<Deps, 'now'>;
type New = { kind: Kind; staffUid: string | null; details?: Record<string, unknown>; value?: string };

/** @returns the ticket's value; only its hash is stored */
export async function issueTicket(
  { now }: Clock,
  db: Db,
  { kind, staffUid, details = {}, value = newSecret() }: New,
): Promise<string> {
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + TICKET_MINUTES[kind] * 60_000);
  await db
    .insert(staffTickets)
    .values({ ticketHash: secretHash(value), kind, staffUid, details, expiresAt, createdAt });
  return value;
}

const open = ({ now }: Clock, kinds: Kind[], value: string): SQL | undefined =>
  and(
    eq(staffTickets.ticketHash, secretHash(value)),
    inArray(staffTickets.kind, kinds),
    isNull(staffTickets.usedAt),
    gt(staffTickets.triesLeft, 0),
    gt(staffTickets.expiresAt, now()),
  );

export async function readTicket(clock: Clock, db: Db, kinds: Kind[], value: string): Promise<Ticket | null> {
  const [row] = await db
    .select()
    .from(staffTickets)
    .where(open(clock, kinds, value));
  return row ?? null;
}

/** One try less, in a commit of its own, so that a try which fails is counted all the same. */
export async function takeTry(clock: Clock, db: Db, kinds: Kind[], value: string): Promise<Ticket | null> {
  const [row] = await db
    .update(staffTickets)
    .set({ triesLeft: sql`${staffTickets.triesLeft} - 1` })
    .where(open(clock, kinds, value))
    .returning();
  return row ?? null;
}

/** Once: of two that come at the same time, one. A ticket whose last try this is has none left, and is still spent. */
export async function spendTicket(clock: Clock, db: Db, { ticketHash }: Pick<Ticket, 'ticketHash'>): Promise<boolean> {
  const spent = await db
    .update(staffTickets)
    .set({ usedAt: clock.now() })
    .where(
      and(
        eq(staffTickets.ticketHash, ticketHash),
        isNull(staffTickets.usedAt),
        gt(staffTickets.expiresAt, clock.now()),
      ),
    )
    .returning({ kind: staffTickets.kind });
  return spent.length > 0;
}

/** The old password alone opens nothing any more. */
export async function voidHalves(db: Db, staffUid: string): Promise<void> {
  await db.delete(staffTickets).where(and(eq(staffTickets.staffUid, staffUid), eq(staffTickets.kind, 'half')));
}

/** Links and half sign-ins of a person are void. */
export async function voidTickets(db: Db, staffUid: string): Promise<void> {
  await db.delete(staffTickets).where(eq(staffTickets.staffUid, staffUid));
}

/** What has ended, of sessions too. Spent tickets stay a day longer than they would have lived. */
export async function cleanUpStaffSignIns({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now();
  const yesterday = new Date(at.getTime() - DAY_MS);
  await db
    .delete(staffTickets)
    .where(
      or(
        lt(staffTickets.expiresAt, yesterday),
        and(eq(staffTickets.kind, 'challenge'), lt(staffTickets.expiresAt, at)),
      ),
    );
  await db.delete(staffSessions).where(lt(staffSessions.expiresAt, at));
}
