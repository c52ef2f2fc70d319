import { stores } from '#db/schema/index.ts';
import { asc, inArray } from '#db/sql.ts';
import type { Permission } from '#domain/people/permissions.ts';
import type { OfficeContext } from '../context.ts';
import { refuse } from '../platform/errors.ts';

export type ShellData = {
  name: string;
  email: string;
  roles: string[];
  /** Permissions that the person has in any store: what the menu shows. */
  permissions: Permission[];
  /** Stores that the person has any role in. */
  stores: { uuid: string; key: string; name: string }[];
  /** Whether these are all stores. */
  everywhere: boolean;
};

/** What stands around every page. @throws UNAUTHORIZED */
export async function readShell(ctx: OfficeContext): Promise<ShellData> {
  if (!ctx.staff) throw refuse('UNAUTHORIZED');
  const { name, email, grants } = ctx.staff;
  const everywhere = grants.some(({ storeUid }) => storeUid === null);
  const uuids = grants.flatMap(({ storeUid }) => storeUid ?? []);
  const rows = await ctx.db
    .select({ uuid: stores.uuid, key: stores.key, name: stores.name })
    .from(stores)
    .where(everywhere ? undefined : inArray(stores.uuid, uuids))
    .orderBy(asc(stores.position), asc(stores.key));
  return {
    name,
    email,
    roles: [...new Set(grants.map(({ role }) => role))],
    permissions: [...new Set(grants.flatMap(({ permissions }) => permissions))],
    stores: rows,
    everywhere,
  };
}
