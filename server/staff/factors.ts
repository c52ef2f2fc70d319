import type { Db } from '#db/client.ts';
import { type StaffRow, staff, staffDevices, staffPasskeys, staffRecoveryCodes } from '#db/schema/index.ts';
import { and, count, eq, isNull } from '#db/sql.ts';
import { passwordProblem } from '#domain/people/password.ts';
import type { OfficeContext } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import { takeOrRefuse } from '../platform/limits.ts';
import type { Allowed } from './office-call.ts';

/**
 * The ways in: password with one-time codes (and recovery codes), which come and go together, and passkeys. An active
 * person always has one.
 */
export type Factors = { hasPassword: boolean; passkeys: number; recoveryCodes: number };

export async function factorsOf(db: Db, staffUid: string): Promise<Factors> {
  const [person] = await db.select({ hash: staff.passwordHash }).from(staff).where(eq(staff.uuid, staffUid));
  const [keys] = await db.select({ count: count() }).from(staffPasskeys).where(eq(staffPasskeys.staffUid, staffUid));
  const [codes] = await db
    .select({ count: count() })
    .from(staffRecoveryCodes)
    .where(and(eq(staffRecoveryCodes.staffUid, staffUid), isNull(staffRecoveryCodes.usedAt)));
  return { hasPassword: Boolean(person?.hash), passkeys: keys?.count ?? 0, recoveryCodes: codes?.count ?? 0 };
}

/** Everything that lets the person in is gone, and which browsers they used. */
export async function removeFactors(tx: Db, staffUid: string): Promise<void> {
  await tx.update(staff).set({ passwordHash: null, totpSecret: null, totpLastStep: 0 }).where(eq(staff.uuid, staffUid));
  await tx.delete(staffPasskeys).where(eq(staffPasskeys.staffUid, staffUid));
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staffUid, staffUid));
  await tx.delete(staffDevices).where(eq(staffDevices.staffUid, staffUid));
}

/** @throws WEAK_PASSWORD with the reason */
export function refuseWeak(password: string, { name, email }: { name: string; email: string }): void {
  const problem = passwordProblem(password, [name, email]);
  if (problem) throw refuse('WEAK_PASSWORD', { message: problem, fields: [{ path: 'password', message: problem }] });
}

/** The person's row, locked: changes of one's factors come one after the other. */
export async function lockedPerson(ctx: Pick<OfficeContext, 'db'>, staffUid: string): Promise<StaffRow> {
  const [person] = await ctx.db.select().from(staff).where(eq(staff.uuid, staffUid)).for('update');
  if (!person) throw refuse('NOT_FOUND');
  return person;
}

/** Tries of a signed-in person; those of unknown callers don't count. @throws RATE_LIMITED */
export const countOwnTry = ({ limits: _, ...ctx }: Allowed, policy: 'staff_password' | 'staff_code') =>
  takeOrRefuse(ctx, [{ policy, subject: ctx.staff.uuid, knownDevice: true }]);
