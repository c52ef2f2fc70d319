import { z } from 'zod';
import { staff, staffRecoveryCodes } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import type { OfficeContext } from '../../context.ts';
import { hashPassword, isPassword } from '../../customers/sign-in/passwords.ts';
import { refuse } from '../../platform/errors.ts';
import { forgetHit } from '../../platform/limits.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { mail } from '../../staff/devices.ts';
import { countOwnTry, factorsOf, lockedPerson, refuseWeak } from '../../staff/factors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { renewRecoveryCodes } from '../../staff/recovery-codes.ts';
import { closeSessions } from '../../staff/sessions.ts';
import { issueTicket, spendTicket, takeTry, voidHalves } from '../../staff/tickets.ts';
import { enrolled, enrolment } from '../../staff/totp.ts';

const password = z.string({ error: 'בחרו סיסמה' }).max(500);

/** A secret for an authenticator app, not enrolled before its first code. */
export const beginCodes = officeCall(
  { name: 'account.beginCodes', permission: null, input: z.object({}), kind: 'write', fresh: true },
  async (ctx) => {
    const { uuid, email } = ctx.staff;
    const ticket = await issueTicket(ctx, ctx.db, { kind: 'challenge', staffUid: uuid, details: { purpose: 'codes' } });
    return { ticket, ...enrolment(ctx, ticket, email) };
  },
);

/**
 * Sets up the sign-in by password and codes, or moves the codes to another app; recovery codes are made anew.
 * @returns them, shown once @throws TICKET_INVALID, OTP_WRONG, WEAK_PASSWORD, PROVE_AGAIN
 */
export const enrolCodes = officeCall(
  {
    name: 'account.enrolCodes',
    permission: null,
    input: z.object({
      ticket: z.string().max(100),
      code: z.string({ error: 'הקלידו את הקוד מהאפליקציה' }).max(20),
      /** Where there is none yet. */
      password: password.optional(),
    }),
    kind: 'write',
    fresh: true,
  },
  async (ctx, input) => {
    const { hasPassword } = await factorsOf(ctx.db, ctx.staff.uuid);
    if (!hasPassword) refuseWeak(input.password ?? '', ctx.staff);
    const ticket = await takeTry(ctx, ctx.db, ['challenge'], input.ticket);
    if (ticket?.staffUid !== ctx.staff.uuid || ticket.details.purpose !== 'codes') throw refuse('TICKET_INVALID');
    const totp = enrolled(ctx, input.ticket, ctx.staff.uuid, input.code);
    if (!totp)
      throw refuse('OTP_WRONG', { fields: [{ path: 'code', message: 'הקוד שגוי. בדקו שהשעון בטלפון מדויק' }] });
    const passwordHash = hasPassword ? null : await hashPassword(input.password ?? '');
    return ctx.db.transaction(async (tx) => {
      const person = await lockedPerson({ db: tx }, ctx.staff.uuid);
      if (!(await spendTicket(ctx, tx, ticket))) throw refuse('TICKET_INVALID');
      if (!passwordHash && !person.passwordHash) throw refuse('CONFLICT');
      await tx
        .update(staff)
        .set({ ...totp, ...(passwordHash && { passwordHash }) })
        .where(eq(staff.uuid, person.uuid));
      await noteOperation(tx, { codes: hasPassword ? 'moved' : 'added' });
      return { codes: await renewRecoveryCodes(ctx, tx, person.uuid) };
    });
  },
);

/** Ten new ones; all before are void. @returns them, shown once */
export const newRecoveryCodes = officeCall(
  { name: 'account.newRecoveryCodes', permission: null, input: z.object({}), kind: 'write', fresh: true },
  (ctx) =>
    ctx.db.transaction(async (tx) => {
      const person = await lockedPerson({ db: tx }, ctx.staff.uuid);
      if (!person.passwordHash)
        throw refuse('NOT_POSSIBLE', { message: 'קודי שחזור משלימים כניסה בסיסמה. הוסיפו קודם סיסמה' });
      await noteOperation(tx, { recovery_codes: 'renewed' });
      return { codes: await renewRecoveryCodes(ctx, tx, person.uuid) };
    }),
);

/** The old one authorises the new one; all other sessions end. @throws WRONG_PASSWORD, WEAK_PASSWORD, PROVE_AGAIN */
export const changePassword = officeCall(
  {
    name: 'account.changePassword',
    permission: null,
    input: z.object({ current: z.string({ error: 'הקלידו את הסיסמה הנוכחית' }).max(500), password }),
    kind: 'write',
    fresh: true,
  },
  async (ctx, input) => {
    const hit = await countOwnTry(ctx, 'staff_password');
    const [person] = await ctx.db.select().from(staff).where(eq(staff.uuid, ctx.staff.uuid));
    if (!person?.passwordHash || !(await isPassword(input.current, person.passwordHash))) {
      await ctx.db.transaction((tx) => noteOperation(tx, { password: 'refused' }));
      throw refuse('WRONG_PASSWORD', { fields: [{ path: 'current', message: 'הסיסמה הנוכחית אינה נכונה' }] });
    }
    await forgetHit(ctx, hit);
    refuseWeak(input.password, person);
    const passwordHash = await hashPassword(input.password);
    await ctx.db.transaction(async (tx) => {
      const locked = await lockedPerson({ db: tx }, person.uuid);
      // Changed or removed meanwhile: what was proved is no longer it.
      if (locked.passwordHash !== person.passwordHash) throw refuse('CONFLICT');
      await tx.update(staff).set({ passwordHash }).where(eq(staff.uuid, person.uuid));
      await closeSessions({ db: tx }, person.uuid, { but: ctx.staff.sessionUid });
      await voidHalves(tx, person.uuid);
      await noteOperation(tx, { password: 'changed' });
      await notifyOfNewPassword(ctx, tx);
    });
  },
);

/** No more sign-in by password: with it go the codes. Never the last way in. @throws NOT_POSSIBLE, PROVE_AGAIN */
export const removePassword = officeCall(
  { name: 'account.removePassword', permission: null, input: z.object({}), kind: 'write', fresh: true },
  (ctx) =>
    ctx.db.transaction(async (tx) => {
      const { uuid } = await lockedPerson({ db: tx }, ctx.staff.uuid);
      const { passkeys } = await factorsOf(tx, uuid);
      if (passkeys === 0)
        throw refuse('NOT_POSSIBLE', { message: 'זו הדרך היחידה שלכם להיכנס. הוסיפו קודם מפתח כניסה' });
      await tx.update(staff).set({ passwordHash: null, totpSecret: null }).where(eq(staff.uuid, uuid));
      await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staffUid, uuid));
      await voidHalves(tx, uuid);
      await noteOperation(tx, { password: 'removed' });
    }),
);

const notifyOfNewPassword = (
  ctx: OfficeContext & { staff: { email: string; name: string } },
  tx: OfficeContext['db'],
) =>
  mail(ctx, tx, ctx.staff, {
    heading: 'הסיסמה למשרד הוחלפה',
    paragraphs: [
      'הסיסמה שלכם למשרד הוחלפה, וכל המכשירים האחרים נותקו.',
      'לא אתם החלפתם? הודיעו מיד למי שמנהל את הצוות.',
    ],
    button: { label: 'לחשבון שלי', url: `${ctx.origin}/account` },
  });
