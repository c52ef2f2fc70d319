import { containingWords, type SQL, sql } from '#db/sql.ts';
import { withPaths } from '../../export/media.ts';
import { chosenStores } from '../list.ts';

type Filters = { q?: string | undefined; store?: string[] | undefined };

/** Pages or posts `p` that the person may see and asked for. */
export function articleConditions({ stores }: { stores: string[] }, { q, store }: Filters): (SQL | undefined)[] {
  const chosen = chosenStores(stores, store);
  const like = containingWords(q ?? '');
  return [
    sql`p.store_uid = any(${sql.param(chosen)}::uuid[])`,
    q ? sql`(lower(p.title) like ${like} or lower(p.slug) like ${like})` : undefined,
  ];
}

/** A stored text as the editor shows it: pictures whole, by their own addresses. */
export const shownBody = (body: string): Promise<string> => withPaths(body, async (media) => `/media/${media}`);
