import { z } from 'zod';
import { staffPasskeys, staffSessions } from '#db/schema/index.ts';
import { and, asc, desc, eq, gt } from '#db/sql.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { factorsOf } from '../../staff/factors.ts';
import { isFresh, officeCall } from '../../staff/office-call.ts';
import { closeSessions } from '../../staff/sessions.ts';

/** One's own account: factors, passkeys and sessions. No secrets. */
export const readAccount = officeCall(
  { name: 'account.read', permission: null, input: z.object({}), kind: 'read' },
  async (ctx) => {
    const { uuid, name, email, sessionUid } = ctx.staff;
    const passkeys = await ctx.db
      .select({
        id: staffPasskeys.credentialId,
        name: staffPasskeys.name,
        created_at: staffPasskeys.createdAt,
        last_used_at: staffPasskeys.lastUsedAt,
      })
      .from(staffPasskeys)
      .where(eq(staffPasskeys.staffUid, uuid))
      .orderBy(asc(staffPasskeys.createdAt));
    const sessions = await ctx.db
      .select({
        uuid: staffSessions.uuid,
        ip_address: staffSessions.ipAddress,
        user_agent: staffSessions.userAgent,
        created_at: staffSessions.createdAt,
        last_seen_at: staffSessions.lastSeenAt,
      })
      .from(staffSessions)
      .where(and(eq(staffSessions.staffUid, uuid), gt(staffSessions.expiresAt, ctx.now())))
      .orderBy(desc(staffSessions.lastSeenAt));
    return {
      name,
      email,
      roles: [...new Set(ctx.staff.grants.map(({ role }) => role))],
      factors: await factorsOf(ctx.db, uuid),
      fresh: isFresh(ctx, ctx.staff),
      passkeys,
      sessions: sessions.map((session) => ({ ...session, isThis: session.uuid === sessionUid })),
    };
  },
);

/** Ends one of one's own sessions. */
export const endSession = officeCall(
  { name: 'account.endSession', permission: null, input: z.object({ session: z.uuid() }), kind: 'write' },
  (ctx, { session }) =>
    ctx.db.transaction(async (tx) => {
      await closeSessions({ db: tx }, ctx.staff.uuid, { uuid: session });
      await noteOperation(tx, { session_ended: session });
    }),
);

/** Ends all others. */
export const endOtherSessions = officeCall(
  { name: 'account.endOtherSessions', permission: null, input: z.object({}), kind: 'write' },
  (ctx) =>
    ctx.db.transaction(async (tx) => {
      await closeSessions({ db: tx }, ctx.staff.uuid, { but: ctx.staff.sessionUid });
      await noteOperation(tx, { sessions_ended: 'others' });
    }),
);
