import type { Db } from '#db/client.ts';
import { roles, staff, staffRoles } from '#db/schema/index.ts';
import { and, asc, eq, inArray, isNull, or, sql } from '#db/sql.ts';
import type { Permission } from '#domain/people/permissions.ts';

/**
 * People of the office who have the permission in the store, or in one of several: whom something there can be given
 * to.
 */
export const colleagues = (
  db: Db,
  permission: Permission,
  storeUid: string | string[],
): Promise<{ uuid: string; name: string }[]> =>
  db
    .selectDistinct({ uuid: staff.uuid, name: staff.name })
    .from(staff)
    .innerJoin(staffRoles, eq(staffRoles.staffUid, staff.uuid))
    .innerJoin(roles, eq(roles.uuid, staffRoles.roleUid))
    .where(
      and(
        eq(staff.status, 'active'),
        sql`${permission} = any(${roles.permissions})`,
        or(isNull(staffRoles.storeUid), inArray(staffRoles.storeUid, [storeUid].flat())),
      ),
    )
    .orderBy(asc(staff.name));
