import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { roles, type StaffRow, staff, staffRoles, stores } from '#db/schema/index.ts';
import { and, eq, inArray } from '#db/sql.ts';
import { EMAIL } from '#domain/people/email.ts';
import { isPermission } from '#domain/people/permissions.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { mail } from '../../staff/devices.ts';
import { covers, grantsOf, may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { invite, joinLink, lockPeople, refuseWithoutOwner, reset, shutOut } from '../../staff/people.ts';

const edits = { permission: 'staff.edit', kind: 'write', companyWide: true, fresh: true } as const;
const person = z.uuid();
/** Which stores a role is given in. */
const places = {
  role: z.uuid('בחרו תפקיד'),
  where: z.enum(['all', 'some']),
  stores: z.array(z.uuid()).max(100).optional(),
};

/**
 * One change of people at a time. Who acts is read again behind the lock, as an earlier change may have been about
 * them.
 * @throws FORBIDDEN
 */
function changing<T>(ctx: Allowed, work: (tx: Db, self: Allowed) => Promise<T>): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    await lockPeople(tx);
    const [account] = await tx.select({ status: staff.status }).from(staff).where(eq(staff.uuid, ctx.staff.uuid));
    const self = { ...ctx, staff: { ...ctx.staff, grants: await grantsOf(tx, ctx.staff.uuid) } };
    if (account?.status !== 'active' || !may(self.staff, 'staff.edit')) throw refuse('FORBIDDEN');
    return work(tx, self);
  });
}

/**
 * The locked row of a person that `self` may change. @throws NOT_FOUND, FORBIDDEN for one with more rights,
 * NOT_POSSIBLE for oneself
 */
async function below(tx: Db, self: Allowed, uuid: string): Promise<StaffRow> {
  if (uuid === self.staff.uuid)
    throw refuse('NOT_POSSIBLE', { message: 'אי אפשר לשנות את ההרשאות של עצמכם. בקשו זאת ממישהו אחר' });
  const [target] = await tx.select().from(staff).where(eq(staff.uuid, uuid)).for('update');
  if (!target) throw refuse('NOT_FOUND');
  const grants = await grantsOf(tx, uuid);
  if (!grants.every((grant) => covers(self.staff, grant, grant.storeUid)))
    throw refuse('FORBIDDEN', { message: 'יש לאדם הזה הרשאות שאין לכם' });
  return target;
}

/** The role in these stores, if whoever gives it has as much there. @throws NOT_FOUND, BAD_REQUEST, FORBIDDEN */
async function given(
  tx: Db,
  self: Allowed,
  {
    role: uuid,
    where,
    stores: chosenStores = [],
  }: { role: string; where: 'all' | 'some'; stores?: string[] | undefined },
): Promise<{ roleUid: string; storeUids: (string | null)[] }> {
  const [role] = await tx.select().from(roles).where(eq(roles.uuid, uuid));
  if (!role) throw refuse('NOT_FOUND');
  if (where === 'some' && chosenStores.length === 0)
    throw refuse('BAD_REQUEST', { fields: [{ path: 'stores', message: 'בחרו לפחות חנות אחת' }] });
  const existingStores = await tx.select({ uuid: stores.uuid }).from(stores).where(inArray(stores.uuid, chosenStores));
  const storeUids = where === 'all' ? [null] : existingStores.map((store) => store.uuid);
  if (storeUids.length === 0) throw refuse('NOT_FOUND');
  const bounds = { ...role, permissions: role.permissions.filter(isPermission) };
  if (!storeUids.every((storeUid) => covers(self.staff, bounds, storeUid)))
    throw refuse('FORBIDDEN', { message: 'אפשר לתת רק תפקיד שאינו גבוה משלכם' });
  return { roleUid: role.uuid, storeUids };
}

/** A new person with a role. @returns the link that they join by, shown once */
export const invitePerson = officeCall(
  {
    ...edits,
    name: 'staff.invite',
    input: z.object({
      name: z.string({ error: 'הזינו שם' }).trim().min(2, 'הזינו שם').max(80),
      email: z.email({ pattern: EMAIL, error: 'כתובת הדוא״ל אינה תקינה' }).max(200),
      ...places,
    }),
  },
  (ctx, { name, email, ...place }) =>
    changing(ctx, async (tx, self) => {
      const role = await given(tx, self, place);
      const { person: invited, ticket } = await invite(ctx, tx, {
        ...role,
        name,
        email,
        invitedByUid: self.staff.uuid,
      });
      await noteOperation(tx, { invited: invited.uuid, role: role.roleUid });
      return { link: joinLink(ctx.origin, ticket) };
    }),
);

/**
 * The person learns of it by mail, so that nobody becomes somebody else unnoticed. No link, and nothing that opens
 * anything.
 */
const notifyPerson = (ctx: Allowed, tx: Db, target: { email: string; name: string }, heading: string, what: string) =>
  mail(ctx, tx, target, {
    heading,
    paragraphs: [`שלום ${target.name},`, `${ctx.staff.name} ${what}`, 'לא ידעתם על כך? הודיעו מיד למי שמנהל את הצוות.'],
  });

/** A role more. */
export const grantRole = officeCall(
  { ...edits, name: 'staff.grant', input: z.object({ person, ...places }) },
  (ctx, { person: uuid, ...place }) =>
    changing(ctx, async (tx, self) => {
      const target = await below(tx, self, uuid);
      const { roleUid, storeUids } = await given(tx, self, place);
      await tx
        .insert(staffRoles)
        .values(storeUids.map((storeUid) => ({ staffUid: uuid, roleUid, storeUid })))
        .onConflictDoNothing();
      await noteOperation(tx, { person: uuid, granted: roleUid });
      await notifyPerson(ctx, tx, target, 'קיבלתם תפקיד נוסף במשרד', 'הוסיפו לכם תפקיד במשרד של החנויות.');
    }),
);

/** A role less; never the last owner's. */
export const revokeRole = officeCall(
  { ...edits, name: 'staff.revoke', input: z.object({ person, grant: z.uuid() }) },
  (ctx, input) =>
    changing(ctx, async (tx, self) => {
      await below(tx, self, input.person);
      const [removedRole] = await tx
        .delete(staffRoles)
        .where(and(eq(staffRoles.uuid, input.grant), eq(staffRoles.staffUid, input.person)))
        .returning({ roleUid: staffRoles.roleUid });
      if (!removedRole) throw refuse('NOT_FOUND');
      await refuseWithoutOwner(tx);
      await noteOperation(tx, { person: input.person, revoked: removedRole.roleUid });
    }),
);

/** Sessions, links and factors end at once; the roles stay for when the person comes back. */
export const disablePerson = officeCall(
  { ...edits, name: 'staff.disable', input: z.object({ person }) },
  (ctx, input) =>
    changing(ctx, async (tx, self) => {
      const target = await below(tx, self, input.person);
      await shutOut(tx, input.person, 'disabled');
      await refuseWithoutOwner(tx);
      await noteOperation(tx, { disabled: input.person });
      await notifyPerson(
        ctx,
        tx,
        target,
        'הכניסה שלכם למשרד נחסמה',
        'חסמו את הכניסה שלכם למשרד של החנויות. כל המכשירים נותקו.',
      );
    }),
);

/**
 * A new link for somebody who lost their way in, was disabled, or let the invitation run out. What they had is void at
 * once.
 * @returns the link, shown once
 */
export const resetPerson = officeCall({ ...edits, name: 'staff.reset', input: z.object({ person }) }, (ctx, input) =>
  changing(ctx, async (tx, self) => {
    const target = await below(tx, self, input.person);
    const ticket = await reset(ctx, tx, target);
    await refuseWithoutOwner(tx);
    await noteOperation(tx, { reset: input.person });
    await notifyPerson(
      ctx,
      tx,
      target,
      'דרכי הכניסה שלכם למשרד אופסו',
      'איפסו את דרכי הכניסה שלכם למשרד של החנויות. הסיסמה, הקודים והמפתחות הקודמים אינם פועלים עוד, וכל המכשירים נותקו.',
    );
    return { link: joinLink(ctx.origin, ticket) };
  }),
);
