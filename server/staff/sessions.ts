import type { Db } from '#db/client.ts';
import { roles, staff, staffRoles, staffSessions } from '#db/schema/index.ts';
import { and, eq, gt, lt, ne } from '#db/sql.ts';
import { HOUR_MS } from '#domain/calendar/durations.ts';
import type { OfficeContext, StaffMember } from '../context.ts';
import { newSecret } from '../identity/tokens.ts';
import { secretHash } from '../platform/keyed-hash.ts';
import { isDemoPerson, maySignIn } from './demo-staff.ts';
import { grantOf } from './grants.ts';
import { SESSION_HOURS } from './lifetimes.ts';

/** Milliseconds between two writes of when a session was last seen. */
const SEEN_EVERY_MS = 60_000;

/** A new session; @returns its token, of which only the hash is stored. */
export async function openSession(ctx: OfficeContext, staffUid: string): Promise<string> {
  const token = newSecret();
  const now = ctx.now();
  await ctx.db.insert(staffSessions).values({
    tokenHash: secretHash(token),
    staffUid,
    provedAt: now,
    ipAddress: ctx.ipAddress,
    userAgent: ctx.userAgent.slice(0, 300),
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_HOURS * HOUR_MS),
    createdAt: now,
  });
  await ctx.db.update(staff).set({ lastSignInAt: now }).where(eq(staff.uuid, staffUid));
  return token;
}

/** Whose session the token is, with what they may; `null` for an ended one and for people who aren't active. */
export async function staffOfSession(
  ctx: Pick<OfficeContext, 'db' | 'now' | 'env'>,
  token: string,
): Promise<StaffMember | null> {
  const { db, now } = ctx;
  const at = now();
  const rows = await db
    .select({ session: staffSessions, person: staff, role: roles, storeUid: staffRoles.storeUid })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.uuid, staffSessions.staffUid))
    .leftJoin(staffRoles, eq(staffRoles.staffUid, staff.uuid))
    .leftJoin(roles, eq(roles.uuid, staffRoles.roleUid))
    .where(
      and(eq(staffSessions.tokenHash, secretHash(token)), gt(staffSessions.expiresAt, at), eq(staff.status, 'active')),
    );
  const [first] = rows;
  if (!first || !maySignIn(ctx, first.person)) return null;
  const { session, person } = first;
  if (at.getTime() - session.lastSeenAt.getTime() > SEEN_EVERY_MS)
    await db
      .update(staffSessions)
      .set({ lastSeenAt: at })
      .where(and(eq(staffSessions.uuid, session.uuid), lt(staffSessions.lastSeenAt, at)));
  return {
    uuid: person.uuid,
    name: person.name,
    email: person.email,
    sessionUid: session.uuid,
    // The demo's people have no factor to prove: they are in by a press.
    provedAt: isDemoPerson(person) ? at : session.provedAt,
    grants: rows.flatMap(({ role, storeUid }) => (role ? [grantOf(role, storeUid)] : [])),
  };
}

/** Notes that the person has proved a factor again in this session. */
export async function noteProof(ctx: OfficeContext, tx: Db, { sessionUid }: StaffMember): Promise<void> {
  await tx.update(staffSessions).set({ provedAt: ctx.now() }).where(eq(staffSessions.uuid, sessionUid));
}

/** Ends one session of a person, or all: with `but` every other than that, with `null` every one. */
export async function closeSessions(
  { db }: Pick<OfficeContext, 'db'>,
  staffUid: string,
  which: { uuid: string } | { but: string | null },
): Promise<void> {
  const isChosen =
    'uuid' in which ? eq(staffSessions.uuid, which.uuid) : which.but ? ne(staffSessions.uuid, which.but) : undefined;
  await db.delete(staffSessions).where(and(eq(staffSessions.staffUid, staffUid), isChosen));
}
