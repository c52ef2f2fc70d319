import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';

/**
 * SQL: whether the promotion runs or is yet to begin, and is for the category or gives something of it. Its terms name
 * categories by their uuids, and without the category its scope would be empty.
 */
export const isForCategory = (sale: string, category: string): string =>
  `(${sale}.active and (${sale}.ends_at is null or ${sale}.ends_at > now()) and (${sale}.terms -> 'collections' ? ${category}.uuid::text
    or ${sale}.terms -> 'reward' -> 'collections' ? ${category}.uuid::text))`;

/** Of the store's categories with these slugs. `imported`: an import may change the promotion. */
export async function promotionsOfCategories(
  db: Db,
  store: string,
  slugs: string[],
): Promise<{ name: string; slug: string; imported: boolean }[]> {
  const { rows } = await db.execute<{ name: string; slug: string; imported: boolean }>(sql`
    select a.name, c.slug, a.origin = 'IMPORT' as imported
    from collections c join sales a on a.store_uid = c.store_uid and ${sql.raw(isForCategory('a', 'c'))}
    where c.store_uid = ${store} and c.slug = any(${sql.param(slugs)}::text[]) order by a.name`);
  return rows;
}
