import { UNSAFE_decodeViaTurboStream as decodeViaTurboStream } from 'react-router';
import type { RoleKey } from '#domain/people/permissions.ts';
import type { TestApp } from './app.ts';
import type { Reply } from './http.ts';

/** What is asked of a site: an application in this process, or a process beside it. */
export type OfficeSite = Pick<TestApp, 'call' | 'port'> & { connection: Pick<TestApp['connection'], 'pool'> };

/** Signs in as the demo's person of a role. @returns the cookie header */
export async function signInAs(site: OfficeSite, role: RoleKey): Promise<string> {
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

/** Takes a store from the demo's people of a role: it is a foreign one to them afterwards. */
export async function leaveStore(site: TestApp, role: RoleKey, store: string): Promise<void> {
  await site.connection.pool.query(
    `delete from staff_roles where role_uid = (select uuid from roles where key = $1) and store_uid = (select uuid from stores where key = $2)`,
    [role, store],
  );
}

type Answer<T> = { status: number; data: T };
type ActionAnswer = {
  ok: boolean;
  message?: string;
  errors?: { path: string; message: string }[];
  details?: unknown;
  result?: unknown;
};

/** What a page's loaders return, by the page's own data request: the loader of the innermost route. */
export async function readPage<T>(site: OfficeSite, cookie: string, path: string): Promise<Answer<T>> {
  const [route = '', query = ''] = path.split('?');
  const reply = await site.call({
    host: 'office.localhost',
    path: `${route}.data${query && `?${query}`}`,
    headers: { cookie },
  });
  const routes = Object.values((await decoded(reply)) as Record<string, { data?: T }>);
  return { status: reply.status, data: routes.at(-1)?.data as T };
}

/** Makes one of a page's calls as its form does. `input` may be nested; lists of plain values are repeated fields. */
export async function act(
  site: OfficeSite,
  cookie: string,
  path: string,
  call: string,
  input: Record<string, unknown> = {},
): Promise<Answer<ActionAnswer>> {
  const body = new URLSearchParams([['_call', call], ...fieldsOf(input)]);
  const reply = await site.call({
    host: 'office.localhost',
    path: `${path}.data`,
    method: 'POST',
    headers: {
      cookie,
      origin: `http://office.localhost:${site.port}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: body.toString(),
  });
  return { status: reply.status, data: ((await decoded(reply)) as { data: ActionAnswer }).data };
}

function fieldsOf(value: unknown, name = ''): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value))
    return value.flatMap((one, at) => fieldsOf(one, typeof one === 'object' ? `${name}[${at}]` : `${name}[]`));
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, one]) => fieldsOf(one, name ? `${name}.${key}` : key));
  return [[name, String(value)]];
}

/** React Router's own format of data requests. */
async function decoded(reply: Reply): Promise<unknown> {
  const stream = new Blob([new Uint8Array(reply.body)]).stream();
  return (await decodeViaTurboStream(stream, globalThis)).value;
}

type Fields = Record<string, string>;

/**
 * The office's pages as a person of the role gets them: `get` a page, `post` a form (or with files, a multipart one).
 */
export async function officeOf(site: TestApp, role: RoleKey) {
  const cookie = await signInAs(site, role);
  const host = 'office.localhost';
  const origin = `http://${host}:${site.port}`;
  return {
    cookie,
    get: (path: string) => site.call({ host, path, headers: { cookie } }),
    post: (path: string, fields: Fields) =>
      site.call({
        host,
        path,
        method: 'POST',
        headers: { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
    /** The path is of the office's own host. */
    async upload(path: string, form: FormData) {
      const request = new Request(`${origin}${path}`, { method: 'POST', body: form });
      return site.call({
        host,
        path,
        method: 'POST',
        headers: { cookie, origin, 'content-type': request.headers.get('content-type') ?? '' },
        body: Buffer.from(await request.arrayBuffer()),
      });
    },
  };
}
