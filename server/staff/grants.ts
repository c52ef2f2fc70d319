import type { Db } from '#db/client.ts';
import { roles, staffRoles } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { isPermission, type Permission, type RoleLimits } from '#domain/people/permissions.ts';
import type { StaffGrant, StaffMember } from '../context.ts';

export const grantOf = (role: typeof roles.$inferSelect, storeUid: string | null): StaffGrant => ({
  role: role.name,
  storeUid,
  permissions: role.permissions.filter(isPermission),
  refundLimitAgorot: role.refundLimitAgorot,
  discountLimitBp: role.discountLimitBp,
});

/** What a person may, as it is written now. */
export async function grantsOf(db: Db, staffUid: string): Promise<StaffGrant[]> {
  const rows = await db
    .select({ role: roles, storeUid: staffRoles.storeUid })
    .from(staffRoles)
    .innerJoin(roles, eq(roles.uuid, staffRoles.roleUid))
    .where(eq(staffRoles.staffUid, staffUid));
  return rows.map(({ role, storeUid }) => grantOf(role, storeUid));
}

const grantsWith = (staff: Pick<StaffMember, 'grants'>, permission: Permission): StaffGrant[] =>
  staff.grants.filter(({ permissions }) => permissions.includes(permission));

/** The stores where the person may: `'all'`, or their uuids, which may be none. */
export function storesWith(staff: Pick<StaffMember, 'grants'>, permission: Permission): 'all' | string[] {
  const grants = grantsWith(staff, permission);
  if (grants.some(({ storeUid }) => storeUid === null)) return 'all';
  return [...new Set(grants.map(({ storeUid }) => storeUid as string))];
}

/** Whether the person may see and write what all goods cost the importer. */
export const seesCosts = (staff: Pick<StaffMember, 'grants'>): boolean => storesWith(staff, 'products.cost') === 'all';

/**
 * Whether the person may in the store; without one, in any at all: enough to show a menu entry, never to let anything
 * through.
 */
export function may(staff: Pick<StaffMember, 'grants'>, permission: Permission, storeUid?: string): boolean {
  return grantsWith(staff, permission).some(
    (grant) => storeUid === undefined || grant.storeUid === null || grant.storeUid === storeUid,
  );
}

/** As `may`, where what is of no single store (`null`) is every store's. */
export const mayThroughout = (
  staff: Pick<StaffMember, 'grants'>,
  permission: Permission,
  storeUid: string | null,
): boolean => (storeUid === null ? storesWith(staff, permission) === 'all' : may(staff, permission, storeUid));

/**
 * What money the person may move alone in the store: the most that any of the roles allows which have the permission.
 */
export function limitsOf(
  staff: Pick<StaffMember, 'grants'>,
  permission: Permission,
  storeUid: string | null,
): RoleLimits {
  const grants = grantsWith(staff, permission).filter(
    (grant) => grant.storeUid === null || grant.storeUid === storeUid,
  );
  const most = (limits: (number | null)[]): number | null =>
    limits.includes(null) ? null : Math.max(0, ...(limits as number[]));
  return {
    refundLimitAgorot: most(grants.map(({ refundLimitAgorot }) => refundLimitAgorot)),
    discountLimitBp: most(grants.map(({ discountLimitBp }) => discountLimitBp)),
  };
}

type Bounds = RoleLimits & { permissions: Permission[] };

/**
 * Whether the person may themselves do all that a role allows in a store (`null`: in all of them), with as much money.
 */
export function covers(staff: Pick<StaffMember, 'grants'>, role: Bounds, storeUid: string | null): boolean {
  return role.permissions.every((permission) => {
    const holds = grantsWith(staff, permission).some((grant) => grant.storeUid === null || grant.storeUid === storeUid);
    const ownLimits = limitsOf(staff, permission, storeUid);
    return (
      holds &&
      reaches(ownLimits.refundLimitAgorot, role.refundLimitAgorot) &&
      reaches(ownLimits.discountLimitBp, role.discountLimitBp)
    );
  });
}

/** `null` is no limit. */
const reaches = (ownLimit: number | null, roleLimit: number | null): boolean =>
  ownLimit === null || (roleLimit !== null && ownLimit >= roleLimit);
