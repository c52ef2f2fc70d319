import type { RoleKey } from '#domain/people/permissions.ts';
import type { TestApp } from './app.ts';

/** Signs in as the demo's person of a role. @returns the cookie header */
export async function signInAs(site: TestApp, role: RoleKey): Promise<string> {
  const { rows } = await site.connection.pool.query<{ uuid: string }>(
    `select s.uuid from staff s join staff_roles sr on sr.staff_uid = s.uuid join roles r on r.uuid = sr.role_uid
     where r.key = $1 and s.email like '%@demo.example' limit 1`,
    [role],
  );
  const reply = await site.call({
    host: 'office.localhost',
    path: '/sign-in',
    method: 'POST',
    headers: { origin: `http://office.localhost:${site.port}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ person: rows[0]?.uuid ?? '' }).toString(),
  });
  const [cookie] = [reply.headers['set-cookie'] ?? []].flat();
  return cookie?.split(';')[0] ?? '';
}
