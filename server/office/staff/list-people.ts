import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { roles, staff, staffPasskeys, staffRoles, stores } from '#db/schema/index.ts';
import { asc, eq, sql } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';

export type PersonRow = {
  uuid: string;
  name: string;
  email: string;
  status: 'invited' | 'active' | 'disabled';
  last_sign_in_at: Date | null;
  hasPassword: boolean;
  passkeys: number;
  /** `store`: null in all stores. */
  grants: { uuid: string; role: string; store: string | null }[];
};

/** Everybody of the office; there are few. */
export const listPeople = officeCall(
  { name: 'staff.list', permission: 'staff.read', input: z.object({}), kind: 'read', companyWide: true },
  (ctx) => people(ctx.db),
);

/** @throws NOT_FOUND */
export const readPerson = officeCall(
  {
    name: 'staff.read',
    permission: 'staff.read',
    input: z.object({ person: z.uuid() }),
    kind: 'read',
    companyWide: true,
  },
  async (ctx, input) => {
    const [person] = await people(ctx.db, input.person);
    if (!person) throw refuse('NOT_FOUND');
    return { ...person, isSelf: person.uuid === ctx.staff.uuid };
  },
);

/** What a role is given with: roles and stores to choose from. */
export const listChoices = officeCall(
  { name: 'staff.choices', permission: 'staff.read', input: z.object({}), kind: 'read', companyWide: true },
  async (ctx) => ({
    roles: await ctx.db
      .select({ uuid: roles.uuid, name: roles.name })
      .from(roles)
      .orderBy(asc(roles.createdAt), asc(roles.name)),
    stores: await ctx.db
      .select({ uuid: stores.uuid, name: stores.name })
      .from(stores)
      .orderBy(asc(stores.position), asc(stores.key)),
  }),
);

async function people(db: Db, only?: string): Promise<PersonRow[]> {
  const rows = await db
    .select({
      uuid: staff.uuid,
      name: staff.name,
      email: staff.email,
      status: staff.status,
      last_sign_in_at: staff.lastSignInAt,
      hasPassword: sql<boolean>`${staff.passwordHash} is not null`,
      passkeys: sql<number>`(select count(*)::int from ${staffPasskeys} where ${staffPasskeys.staffUid} = ${staff.uuid})`,
    })
    .from(staff)
    .where(only ? eq(staff.uuid, only) : undefined)
    .orderBy(sql`${staff.status} = 'disabled'`, asc(staff.name));
  const grants = await db
    .select({ uuid: staffRoles.uuid, staffUid: staffRoles.staffUid, role: roles.name, store: stores.name })
    .from(staffRoles)
    .innerJoin(roles, eq(roles.uuid, staffRoles.roleUid))
    .leftJoin(stores, eq(stores.uuid, staffRoles.storeUid))
    .where(only ? eq(staffRoles.staffUid, only) : undefined)
    .orderBy(asc(roles.name), asc(stores.position));
  return rows.map((row) => ({
    ...row,
    grants: grants
      .filter(({ staffUid }) => staffUid === row.uuid)
      .map(({ uuid, role, store }) => ({ uuid, role, store })),
  }));
}
