// Rules about people that the office and the commands share. Each is called in a transaction.
import { randomBytes } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { takeLock } from '#db/locks.ts';
import { roles, type StaffRow, staff, staffRoles } from '#db/schema/index.ts';
import { and, eq, isNull, sql } from '#db/sql.ts';
import type { Deps } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import { removeFactors } from './factors.ts';
import { closeSessions } from './sessions.ts';
import { issueTicket, voidTickets } from './tickets.ts';

type Clock = Pick<Deps, 'now'>;

/** What changes people and roles comes one after the other, so that two owners can't remove one another. */
export async function lockPeople(tx: Db): Promise<void> {
  await takeLock(tx, 'staff and roles');
}

export async function personByEmail(db: Db, email: string): Promise<StaffRow | null> {
  const [person] = await db
    .select()
    .from(staff)
    .where(eq(sql`lower(${staff.email})`, email.trim().toLowerCase()));
  return person ?? null;
}

type Invitation = {
  email: string;
  name: string;
  roleUid: string;
  storeUids: (string | null)[];
  invitedByUid: string | null;
};

/**
 * A new person with a role, without any way in but the link. @returns the link's ticket @throws CONFLICT for an e-mail
 * that has one
 */
export async function invite(
  clock: Clock,
  tx: Db,
  { email, name, roleUid, storeUids, invitedByUid }: Invitation,
): Promise<{ person: StaffRow; ticket: string }> {
  const [person] = await tx
    .insert(staff)
    .values({
      email: email.trim().toLowerCase(),
      name: name.trim(),
      invitedByUid,
      passkeyHandle: randomBytes(32).toString('base64url'),
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning();
  if (!person) throw refuse('CONFLICT', { message: 'כבר יש בצוות מי שמשתמש בכתובת הדוא״ל הזו' });
  await tx.insert(staffRoles).values(storeUids.map((storeUid) => ({ staffUid: person.uuid, roleUid, storeUid })));
  const ticket = await issueTicket(clock, tx, { kind: 'invitation', staffUid: person.uuid });
  return { person, ticket };
}

/**
 * Back to invited: every way in, session and earlier link is void at once, as whoever has the lost telephone may be in.
 * The roles stay. @returns the new link's ticket
 */
export async function reset(clock: Clock, tx: Db, person: Pick<StaffRow, 'uuid' | 'status'>): Promise<string> {
  await shutOut(tx, person.uuid, 'invited');
  const kind = person.status === 'invited' ? 'invitation' : 'reset';
  return issueTicket(clock, tx, { kind, staffUid: person.uuid });
}

/** Sessions, links and factors end, so that nothing waits for the day when the person is let in again. */
export async function shutOut(tx: Db, staffUid: string, status: 'invited' | 'disabled'): Promise<void> {
  await tx.update(staff).set({ status }).where(eq(staff.uuid, staffUid));
  await removeFactors(tx, staffUid);
  await closeSessions({ db: tx }, staffUid, { but: null });
  await voidTickets(tx, staffUid);
}

/** After a change: an active person is still owner of all stores. @throws NOT_POSSIBLE */
export async function refuseWithoutOwner(tx: Db): Promise<void> {
  if (!(await hasOwner(tx)))
    throw refuse('NOT_POSSIBLE', { message: 'לפחות אדם אחד פעיל צריך להישאר בתפקיד הבעלים. מנו קודם בעלים נוסף' });
}

export async function hasOwner(db: Db): Promise<boolean> {
  const [owner] = await db
    .select({ uuid: staff.uuid })
    .from(staff)
    .innerJoin(staffRoles, eq(staffRoles.staffUid, staff.uuid))
    .innerJoin(roles, eq(roles.uuid, staffRoles.roleUid))
    .where(and(eq(roles.key, 'owner'), isNull(staffRoles.storeUid), eq(staff.status, 'active')))
    .limit(1);
  return owner !== undefined;
}

/** Where an invitation or a reset leads. */
export const joinLink = (origin: string, ticket: string): string => `${origin}/join?ticket=${ticket}`;
