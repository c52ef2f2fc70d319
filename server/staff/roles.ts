import type { Db } from '#db/client.ts';
import { roles } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import { builtInRoles } from '#domain/people/permissions.ts';

/** Roles that are missing are made; those that the office has changed stay. The owner's always has every permission. */
export async function ensureRoles(db: Db): Promise<void> {
  const rows = Object.entries(builtInRoles).map(([key, role]) => ({
    key,
    ...role,
    permissions: [...role.permissions],
  }));
  await db.insert(roles).values(rows).onConflictDoNothing();
  const owner = [...builtInRoles.owner.permissions];
  await db
    .update(roles)
    .set({ permissions: owner })
    .where(sql`${roles.key} = 'owner' and ${roles.permissions} <> ${sql.param(owner, roles.permissions)}`);
}
