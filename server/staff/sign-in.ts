import { randomUUID } from 'node:crypto';
import { actingAs } from '#db/actor.ts';
import type { Db } from '#db/client.ts';
import { type StaffRow, staff, staffDevices, staffPasskeys } from '#db/schema/index.ts';
import { and, eq, type SQL, sql } from '#db/sql.ts';
import type { OfficeContext } from '../context.ts';
import { isPassword } from '../customers/sign-in/passwords.ts';
import { refuse } from '../platform/errors.ts';
import { forgetHit, takeOrRefuse } from '../platform/limits.ts';
import { noteOperation } from '../platform/note-operation.ts';
import { maySignIn } from './demo-staff.ts';
import { deviceHash, rememberDevice } from './devices.ts';
import { actorName } from './office-call.ts';
import { acceptPasskey, provePasskey } from './passkeys.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { closeSessions, openSession } from './sessions.ts';
import { issueTicket, spendTicket, takeTry } from './tickets.ts';
import { acceptCode } from './totp.ts';

/** The cookies of who has signed in. */
export type Entered = { token: string; device: string };
/** A sign-in that still lacks its second factor: good for five minutes and five tries, and for nothing else. */
export type Half = { half: string; hasPasskey: boolean };

/** `isKnownDevice`: this browser has signed the person in before. */
async function findOnDevice({ db, device }: OfficeContext, isPerson: SQL) {
  const [row] = await db
    .select({ person: staff, isKnownDevice: sql<boolean>`${staffDevices.staffUid} is not null` })
    .from(staff)
    .leftJoin(staffDevices, and(eq(staffDevices.staffUid, staff.uuid), eq(staffDevices.deviceHash, deviceHash(device))))
    .where(isPerson);
  return row;
}

/**
 * First step. Unknown, invited, disabled and passwordless people get the answer of a wrong password, after the same
 * work.
 * @throws WRONG_LOGIN, RATE_LIMITED
 */
export async function signInByPassword(ctx: OfficeContext, input: { email: string; password: string }): Promise<Half> {
  const email = input.email.trim().toLowerCase();
  const match = await findOnDevice(ctx, eq(sql`lower(${staff.email})`, email));
  const knownDevice = match?.isKnownDevice ?? false;
  const hit = await takeOrRefuse(ctx, [
    { policy: 'staff_password', subject: match?.person.uuid ?? email, knownDevice },
  ]);
  const person = match?.person;
  const isCorrect = await isPassword(input.password, person?.passwordHash ?? null);
  if (!isCorrect || !person || !maySignIn(ctx, person)) {
    await actingAsSignIn(ctx, 'office', () =>
      ctx.db.transaction((tx) =>
        noteOperation(tx, { event: 'sign-in refused', step: 'password', person: person?.uuid ?? null }),
      ),
    );
    ctx.log.info({ event: 'STAFF_WRONG_PASSWORD', staff: person?.uuid }, 'security event');
    throw refuse('WRONG_LOGIN');
  }
  await forgetHit(ctx, hit);
  const [key] = await ctx.db
    .select({ id: staffPasskeys.credentialId })
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staffUid, person.uuid))
    .limit(1);
  return { half: await issueTicket(ctx, ctx.db, { kind: 'half', staffUid: person.uuid }), hasPasskey: Boolean(key) };
}

/**
 * Second step: a code of the app, or one of the recovery codes. Guesses are counted by half and, over all halves, by
 * account.
 * @throws TICKET_INVALID, OTP_WRONG, RATE_LIMITED
 */
export async function signInByCode(ctx: OfficeContext, input: { half: string; code: string }): Promise<Entered> {
  const ticket = await takeTry(ctx, ctx.db, ['half'], input.half);
  if (!ticket?.staffUid) throw refuse('TICKET_INVALID');
  const match = await findOnDevice(ctx, eq(staff.uuid, ticket.staffUid));
  const person = match?.person;
  if (!person || !maySignIn(ctx, person)) throw refuse('TICKET_INVALID');
  await takeOrRefuse(ctx, [{ policy: 'staff_code', subject: person.uuid, knownDevice: match.isKnownDevice }]);
  const isRecovery = /[a-z]/i.test(input.code);
  const entered = await actingAsSignIn(ctx, actorName(person), () =>
    ctx.db.transaction(async (tx) => {
      const isCorrect = isRecovery
        ? await spendRecoveryCode(ctx, tx, person.uuid, input.code)
        : await acceptCode(ctx, tx, person, input.code);
      // A failure is kept: thrown after the commit.
      if (!isCorrect || !(await spendTicket(ctx, tx, ticket))) {
        await noteOperation(tx, {
          event: 'sign-in refused',
          step: isRecovery ? 'recovery code' : 'code',
          person: person.uuid,
        });
        return null;
      }
      return enter(ctx, tx, person, isRecovery ? 'recovery code' : 'password and code');
    }),
  );
  if (entered) return entered;
  ctx.log.info({ event: 'STAFF_WRONG_CODE', staff: person.uuid }, 'security event');
  throw refuse('OTP_WRONG');
}

/** A passkey alone, which proves a device and its holder. Never shut by account. @throws WRONG_PASSKEY, RATE_LIMITED */
export async function signInByPasskey(ctx: OfficeContext, response: string): Promise<Entered> {
  await takeOrRefuse(ctx, [{ policy: 'staff_passkey' }]);
  const passkey = await provePasskey(ctx, response, 'sign-in', null);
  const mayEnter = passkey !== null && maySignIn(ctx, passkey.person);
  const entered = await actingAsSignIn(ctx, mayEnter ? actorName(passkey.person) : 'office', () =>
    ctx.db.transaction(async (tx) => {
      if (mayEnter && (await acceptPasskey(ctx, tx, passkey))) return enter(ctx, tx, passkey.person, 'passkey');
      await noteOperation(tx, { event: 'sign-in refused', step: 'passkey', person: passkey?.person.uuid ?? null });
      return null;
    }),
  );
  if (!entered) throw refuse('WRONG_PASSKEY');
  return entered;
}

/** The demo's one press: of one of its people, in demo mode alone. @returns `null` for anybody else */
export async function signInAtOnePress(
  ctx: OfficeContext,
  person: Pick<StaffRow, 'uuid' | 'email' | 'name'>,
): Promise<Entered> {
  return actingAsSignIn(ctx, actorName(person), () => ctx.db.transaction((tx) => enter(ctx, tx, person, 'demo')));
}

/** Before somebody is signed in: what a sign-in writes is one operation, of the person once they are proved. */
export const actingAsSignIn = <T>(ctx: Pick<OfficeContext, 'source'>, name: string, work: () => Promise<T>) =>
  actingAs({ kind: 'staff', name, source: `sign-in ${ctx.source}`, operation: randomUUID() }, work);

/** A new session, whatever the browser had before; the one it had ends. */
export async function enter(
  ctx: OfficeContext,
  tx: Db,
  person: Pick<StaffRow, 'uuid' | 'email' | 'name'>,
  how: string,
): Promise<Entered> {
  if (ctx.staff) await closeSessions({ db: tx }, ctx.staff.uuid, { uuid: ctx.staff.sessionUid });
  // Locked against being disabled at the same time.
  const [active] = await tx
    .select({ status: staff.status })
    .from(staff)
    .where(eq(staff.uuid, person.uuid))
    .for('update');
  if (active?.status !== 'active') throw refuse('WRONG_LOGIN');
  const device = await rememberDevice(ctx, tx, person);
  const token = await openSession({ ...ctx, db: tx }, person.uuid);
  await noteOperation(tx, { event: 'signed in', how, person: person.uuid });
  ctx.log.info({ event: 'STAFF_SIGNED_IN', staff: person.uuid, how }, 'security event');
  return { token, device };
}
