import type { Db } from '#db/client.ts';
import { type contentPages, posts } from '#db/schema/index.ts';
import { containingWords, type SQL, sql } from '#db/sql.ts';
import { withPaths } from '../../export/media.ts';
import { refuse } from '../../platform/errors.ts';
import { chosenStores } from '../list.ts';

type Filters = { q?: string | undefined; store?: string[] | undefined };

/** Pages or posts `p` that the person may see and asked for. */
export function articleConditions({ stores }: { stores: string[] }, { q, store }: Filters): (SQL | undefined)[] {
  const filteredStores = chosenStores(stores, store);
  const like = containingWords(q ?? '');
  return [
    sql`p.store_uid = any(${sql.param(filteredStores)}::uuid[])`,
    q ? sql`(lower(p.title) like ${like} or lower(p.slug) like ${like})` : undefined,
  ];
}

/** A stored text as the editor shows it: pictures whole, by their own addresses. */
export const shownBody = (body: string): Promise<string> => withPaths(body, async (media) => `/media/${media}`);

/** What all calls have that write pages and posts. */
export const write = { permission: 'content.edit', also: 'content.publish', kind: 'write', draftable: true } as const;

type Table = typeof contentPages | typeof posts;

/** The store's article at an address. */
export async function articleAt(tx: Db, table: Table, storeUid: string, slug: string): Promise<string | null> {
  const { rows } = await tx.execute<{ uuid: string }>(
    sql`select uuid from ${table} where store_uid = ${storeUid} and slug = ${slug}`,
  );
  return rows[0]?.uuid ?? null;
}

/** @throws BAD_REQUEST at the field of the address */
export async function refuseTaken(tx: Db, table: Table, storeUid: string, slug: string): Promise<void> {
  if (!(await articleAt(tx, table, storeUid, slug))) return;
  const message = table === posts ? 'יש כבר כתבה בכתובת הזו' : 'יש כבר דף בכתובת הזו';
  throw refuse('BAD_REQUEST', { fields: [{ path: 'slug', message }] });
}
