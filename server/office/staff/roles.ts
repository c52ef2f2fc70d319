import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { roles, staffRoles } from '#db/schema/index.ts';
import { asc, count, countDistinct, eq } from '#db/sql.ts';
import { nearestAgorot, toBasisPoints, toPercent, toShekels } from '#domain/money/money.ts';
import { isPermission, type Permission, permissions } from '#domain/people/permissions.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { covers } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { lockPeople } from '../../staff/people.ts';
import type { FieldConflict } from '../edited-fields.ts';
import { versionOf } from '../products/change-product.ts';

const names = Object.keys(permissions) as [Permission, ...Permission[]];
const edits = { permission: 'staff.edit', kind: 'write', companyWide: true, fresh: true } as const;

/** Roles with their limits and how many have them. */
export const listRoles = officeCall(
  { name: 'roles.list', permission: 'staff.read', input: z.object({}), kind: 'read', companyWide: true },
  async (ctx) => {
    const rows = await ctx.db
      .select({ role: roles, people: countDistinct(staffRoles.staffUid) })
      .from(roles)
      .leftJoin(staffRoles, eq(staffRoles.roleUid, roles.uuid))
      .groupBy(roles.uuid)
      .orderBy(asc(roles.createdAt), asc(roles.name));
    return rows.map(({ role, people }) => shown(role, people));
  },
);

export type RoleRow = ReturnType<typeof shown>;
const shown = (role: typeof roles.$inferSelect, people: number) => ({
  uuid: role.uuid,
  name: role.name,
  permissions: role.permissions.filter(isPermission),
  refund_limit_agorot: role.refundLimitAgorot,
  discount_limit_bp: role.discountLimitBp,
  /** The owner's is as it is. */
  isFixed: role.key === 'owner',
  isBuiltIn: role.key !== null,
  people,
  version: roleVersion(role),
});
type Stored = Omit<Written, 'permissions'> & { permissions: string[] };
const roleVersion = ({ name, permissions: granted, refundLimitAgorot, discountLimitBp }: Stored): string =>
  versionOf([name, granted, refundLimitAgorot, discountLimitBp]);

/** @throws NOT_FOUND */
export const readRole = officeCall(
  {
    name: 'roles.read',
    permission: 'staff.read',
    input: z.object({ role: z.uuid() }),
    kind: 'read',
    companyWide: true,
  },
  async (ctx, input) => {
    const [role] = await ctx.db.select().from(roles).where(eq(roles.uuid, input.role));
    if (!role) throw refuse('NOT_FOUND');
    const [used] = await ctx.db
      .select({ people: countDistinct(staffRoles.staffUid) })
      .from(staffRoles)
      .where(eq(staffRoles.roleUid, role.uuid));
    return shown(role, used?.people ?? 0);
  },
);

/** Shekels and percent, as people type them; left empty, there is no limit. */
const fields = {
  name: z.string({ error: 'תנו שם לתפקיד' }).trim().min(2, 'תנו שם לתפקיד').max(60),
  permissions: z.array(z.enum(names), { error: 'בחרו לפחות הרשאה אחת' }).min(1, 'בחרו לפחות הרשאה אחת'),
  refund: z.coerce.number('הזינו סכום בשקלים').min(0).max(10_000_000).optional(),
  discount: z.coerce.number('הזינו אחוזים').min(0).max(100).optional(),
};

const written = ({ name, permissions: chosen, refund, discount }: z.output<z.ZodObject<typeof fields>>) => ({
  name,
  permissions: [...new Set(chosen)],
  refundLimitAgorot: refund === undefined ? null : nearestAgorot(refund),
  discountLimitBp: discount === undefined ? null : toBasisPoints(discount),
});
type Written = ReturnType<typeof written>;

function refuseAbove(ctx: Allowed, role: Written): void {
  if (!covers(ctx.staff, role, null))
    throw refuse('FORBIDDEN', { message: 'אפשר לתת לתפקיד רק הרשאות וסכומים שיש גם לכם' });
}

/** The role's row, locked, if whoever edits it has as much. @throws NOT_FOUND, NOT_POSSIBLE, FORBIDDEN */
async function editable(ctx: Allowed, tx: Db, uuid: string): Promise<typeof roles.$inferSelect> {
  await lockPeople(tx);
  const [role] = await tx.select().from(roles).where(eq(roles.uuid, uuid)).for('update');
  if (!role) throw refuse('NOT_FOUND');
  if (role.key === 'owner') throw refuse('NOT_POSSIBLE', { message: 'תפקיד הבעלים קבוע: יש לו תמיד כל הרשאה' });
  refuseAbove(ctx, { ...role, permissions: role.permissions.filter(isPermission) });
  return role;
}

async function refuseSameName(tx: Db, name: string, but?: string): Promise<void> {
  const [same] = await tx.select({ uuid: roles.uuid }).from(roles).where(eq(roles.name, name));
  if (same && same.uuid !== but)
    throw refuse('BAD_REQUEST', { fields: [{ path: 'name', message: 'יש כבר תפקיד בשם הזה' }] });
}

export const createRole = officeCall({ ...edits, name: 'roles.create', input: z.object(fields) }, (ctx, input) =>
  ctx.db.transaction(async (tx) => {
    const role = written(input);
    await lockPeople(tx);
    refuseAbove(ctx, role);
    await refuseSameName(tx, role.name);
    const [createdRole] = await tx
      .insert(roles)
      .values({ ...role, createdAt: ctx.now() })
      .returning({ uuid: roles.uuid });
    await noteOperation(tx, { role: createdRole?.uuid });
  }),
);

/** What somebody else has saved of a role meanwhile, in words, and the version by which the next save replaces it. */
export type RoleMeanwhile = { version: string; conflicts: FieldConflict[] };

function meanwhileOf(role: Stored): RoleMeanwhile {
  const limits = [
    role.refundLimitAgorot !== null && `זיכוי בלי אדם נוסף: עד ${formatExactPrice(toShekels(role.refundLimitAgorot))}`,
    role.discountLimitBp !== null && `הנחה בלי אדם נוסף: עד ${toPercent(role.discountLimitBp)}%`,
  ];
  const granted = role.permissions.filter(isPermission).map((name) => permissions[name]);
  const theirs = [role.name, ...limits, ...granted].filter(Boolean).join('\n');
  return { version: roleVersion(role), conflicts: [{ field: 'permissions', was: null, theirs, mine: null }] };
}

/**
 * For everybody who has it, from their next press on. `version`: of the role that the form began with, as a form holds
 * all of it.
 * @throws CHANGED_MEANWHILE with `RoleMeanwhile` in its details
 */
export const editRole = officeCall(
  { ...edits, name: 'roles.edit', input: z.object({ role: z.uuid(), version: z.string(), ...fields }) },
  (ctx, { role: uuid, version, ...input }) =>
    ctx.db.transaction(async (tx) => {
      const current = await editable(ctx, tx, uuid);
      const role = written(input);
      refuseAbove(ctx, role);
      if (roleVersion(current) !== version)
        throw refuse('CHANGED_MEANWHILE', {
          message: 'התפקיד השתנה מאז שהדף נפתח',
          details: meanwhileOf(current),
        });
      await refuseSameName(tx, role.name, uuid);
      await tx.update(roles).set(role).where(eq(roles.uuid, uuid));
      await noteOperation(tx, { role: uuid });
    }),
);

/** One made in the office and assigned to no person. */
export const removeRole = officeCall(
  { ...edits, name: 'roles.remove', input: z.object({ role: z.uuid() }) },
  (ctx, input) =>
    ctx.db.transaction(async (tx) => {
      const { key } = await editable(ctx, tx, input.role);
      const [used] = await tx.select({ people: count() }).from(staffRoles).where(eq(staffRoles.roleUid, input.role));
      if (key !== null || (used && used.people > 0))
        throw refuse('NOT_POSSIBLE', { message: 'אפשר להסיר רק תפקיד שנוסף במשרד ושאיש אינו ממלא' });
      await tx.delete(roles).where(eq(roles.uuid, input.role));
      await noteOperation(tx, { role: input.role });
    }),
);
