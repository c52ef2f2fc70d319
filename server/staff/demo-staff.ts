import { randomBytes } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { roles, type StaffRow, staff, staffPasskeys, staffRoles, staffSessions, stores } from '#db/schema/index.ts';
import { eq, inArray, sql } from '#db/sql.ts';
import type { RoleKey } from '#domain/people/permissions.ts';
import type { OfficeContext } from '../context.ts';

/**
 * People whom the demo's sign-in page offers, one for each role. The sales person and the warehouse know four stores
 * only, motorbikes' among them.
 */
const demoPeople: Record<RoleKey, { name: string; email: string; stores?: number }> = {
  owner: { name: 'נועה ברק', email: 'noa@demo.example' },
  manager: { name: 'איתן שגיא', email: 'eitan@demo.example' },
  sales: { name: 'מאיה לוין', email: 'maya@demo.example', stores: 4 },
  warehouse: { name: 'יוסי כהן', email: 'yossi@demo.example', stores: 4 },
  accountant: { name: 'רותי אדלר', email: 'ruti@demo.example' },
  editor: { name: 'עומר פלד', email: 'omer@demo.example' },
  service: { name: 'תמר אזולאי', email: 'tamar@demo.example' },
  privacy: { name: 'דנה רוזן', email: 'dana@demo.example' },
  viewer: { name: 'אורי מזרחי', email: 'uri@demo.example' },
};
/** No mail arrives there (RFC 2606). */
export const isDemoPerson = ({ email }: { email: string }): boolean => /@demo\.example$/i.test(email);

/**
 * Whether the person may sign in at all: active, and in live mode none of the demo's, even on a database that was a
 * demo.
 */
export const maySignIn = ({ env }: Pick<OfficeContext, 'env'>, person: Pick<StaffRow, 'status' | 'email'>): boolean =>
  person.status === 'active' && (env.MODE === 'demo' || !isDemoPerson(person));

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

/**
 * When a demo's database goes live: its people, and all whom they have invited, are shut out. @returns how many were in
 */
export async function shutOutDemoStaff(db: Db): Promise<number> {
  const { rows } = await db.execute<{ uuid: string }>(sql`
    with recursive guests as (
      select uuid, status from staff where email ilike '%@demo.example'
      union select s.uuid, s.status from staff s join guests g on s.invited_by_uid = g.uuid
    ) select uuid from guests where status <> 'disabled'`);
  const uuids = rows.map(({ uuid }) => uuid);
  if (uuids.length === 0) return 0;
  await db.transaction(async (tx) => {
    await tx
      .update(staff)
      .set({ status: 'disabled', passwordHash: null, totpSecret: null })
      .where(inArray(staff.uuid, uuids));
    await tx.delete(staffSessions).where(inArray(staffSessions.staffUid, uuids));
    await tx.delete(staffPasskeys).where(inArray(staffPasskeys.staffUid, uuids));
  });
  return uuids.length;
}

/** `stores`: names; none for who works in all. */
export type DemoPerson = { uuid: string; name: string; email: string; role: string; stores: string[] };

/** The demo's people in the order of the roles; in live mode there are none. */
export async function demoStaff({ db, env }: Pick<OfficeContext, 'db' | 'env'>): Promise<DemoPerson[]> {
  if (env.MODE !== 'demo') return [];
  const emails = Object.values(demoPeople).map(({ email }) => email);
  const rows = await db
    .select({
      uuid: staff.uuid,
      name: staff.name,
      email: staff.email,
      role: roles.name,
      status: staff.status,
      stores: sql<
        string[]
      >`coalesce(array_agg(${stores.name} order by ${stores.name}) filter (where ${stores.name} is not null), '{}')`,
    })
    .from(staff)
    .innerJoin(staffRoles, eq(staffRoles.staffUid, staff.uuid))
    .innerJoin(roles, eq(roles.uuid, staffRoles.roleUid))
    .leftJoin(stores, eq(stores.uuid, staffRoles.storeUid))
    .where(inArray(staff.email, emails))
    .groupBy(staff.uuid, roles.uuid);
  return rows
    .filter(({ status }) => status === 'active')
    .sort((a, b) => emails.indexOf(a.email) - emails.indexOf(b.email))
    .map(({ status: _, ...person }) => person);
}
