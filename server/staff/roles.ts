import { randomBytes } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { roles, staff, staffRoles, stores } from '#db/schema/index.ts';
import { builtInRoles, type RoleKey } from '#domain/people/permissions.ts';

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

/** People whom the demo's sign-in page offers, one for each role. The sales person and the warehouse know two stores only. */
const demoPeople: Record<RoleKey, { name: string; email: string; stores?: number }> = {
  owner: { name: 'נועה ברק', email: 'noa@demo.example' },
  manager: { name: 'איתן שגיא', email: 'eitan@demo.example' },
  sales: { name: 'מאיה לוין', email: 'maya@demo.example', stores: 2 },
  warehouse: { name: 'יוסי כהן', email: 'yossi@demo.example', stores: 2 },
  accountant: { name: 'רותי אדלר', email: 'ruti@demo.example' },
  editor: { name: 'עומר פלד', email: 'omer@demo.example' },
  service: { name: 'תמר אזולאי', email: 'tamar@demo.example' },
  privacy: { name: 'דנה רוזן', email: 'dana@demo.example' },
  viewer: { name: 'אורי מזרחי', email: 'uri@demo.example' },
};

/** Makes the demo's people, once. They have no password: only the demo's sign-in page lets them in. */
export async function ensureDemoStaff(db: Db): Promise<void> {
  const allRoles = await db.select().from(roles);
  const firstStores = await db.select({ uuid: stores.uuid }).from(stores).orderBy(stores.position, stores.key);
  for (const [key, { name, email, stores: count }] of Object.entries(demoPeople)) {
    const roleUid = allRoles.find((role) => role.key === key)?.uuid;
    const passkeyHandle = randomBytes(32).toString('base64url');
    const [person] = await db
      .insert(staff)
      .values({ name, email, status: 'active', passkeyHandle })
      .onConflictDoNothing()
      .returning({ uuid: staff.uuid });
    if (!person || !roleUid) continue;
    const places = count ? firstStores.slice(0, count).map(({ uuid }) => uuid) : [null];
    await db.insert(staffRoles).values(places.map((storeUid) => ({ staffUid: person.uuid, roleUid, storeUid })));
  }
}

export type DemoPerson = { uuid: string; name: string; role: string };

/** The demo's people in the order of the roles. */
export async function demoStaff(db: Db): Promise<DemoPerson[]> {
  const emails = Object.values(demoPeople).map(({ email }) => email);
  const rows = await db
    .selectDistinct({ uuid: staff.uuid, name: staff.name, email: staff.email, role: roles.name })
    .from(staff)
    .innerJoin(staffRoles, eq(staffRoles.staffUid, staff.uuid))
    .innerJoin(roles, eq(roles.uuid, staffRoles.roleUid))
    .where(inArray(staff.email, emails));
  return rows
    .sort((a, b) => emails.indexOf(a.email) - emails.indexOf(b.email))
    .map(({ uuid, name, role }) => ({ uuid, name, role }));
}
