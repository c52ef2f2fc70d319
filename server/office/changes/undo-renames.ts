import type pg from 'pg';
import { type Linked, renameLinks } from '../../content/links.ts';
import { renameCategory, renameInLists } from '../../import/write/slug-history.ts';

/**
 * A row whose address an undo changes from `former` back to `slug`. `owner`: the store or company that it is unique in.
 */
export type Rename = { kind: Linked; uuid: string; owner: string; former: string; slug: string };

/** What has an address, the column of its owner, and how `slug_history` calls it. */
const NAMED: Record<Linked, { table: string; owner: 'store_uid' | 'company_uid'; type: string }> = {
  page: { table: 'content_pages', owner: 'store_uid', type: 'CONTENT_PAGE' },
  post: { table: 'posts', owner: 'store_uid', type: 'POST' },
  category: { table: 'collections', owner: 'store_uid', type: 'COLLECTION' },
  product: { table: 'products', owner: 'company_uid', type: 'PRODUCT' },
  assembly: { table: 'assemblies', owner: 'company_uid', type: 'ASSEMBLY' },
};

/**
 * The renames among `undoing`, before it is carried out; their stores are locked, as whoever saves a menu does first.
 */
export async function findRenames(client: pg.ClientBase): Promise<Rename[]> {
  const { rows } = await client.query<Rename>(
    Object.entries(NAMED)
      .map(
        ([kind, { table, owner }]) =>
          `select '${kind}' as kind, t.uuid, t.${owner} as owner, t.slug as former, c.before ->> 'slug' as slug
           from undoing c join ${table} t on t.uuid = (c.row_key ->> 'uuid')::uuid
           where c.table_name = '${table}' and c.operation = 'update' and c.before ->> 'slug' <> t.slug`,
      )
      .join(' union all '),
  );
  const owners = [...new Set(rows.map(({ owner }) => owner))];
  await client.query(
    'select from stores where uuid = any($1) or company_uid = any($1) order by uuid for no key update',
    [owners],
  );
  return rows;
}

/**
 * Once the rows have their former addresses again: links that were made since the rename follow, as they follow any
 * rename, and the address that is given up leads on, unless it was a former one of another row. One that another row
 * has by then is that row's.
 */
export async function undoRenames(client: pg.ClientBase, renames: Rename[]): Promise<void> {
  for (const { kind, uuid, owner: ownerUid, former, slug } of renames) {
    const { table, owner, type } = NAMED[kind];
    const { rowCount } = await client.query(
      `insert into slug_history (owner_uid, entity_type, slug, entity_uid)
       select $1::uuid, '${type}', $2::text, $3::uuid where not exists (select from ${table} where ${owner} = $1::uuid and slug = $2::text)
       on conflict (owner_uid, entity_type, slug) do update set slug = excluded.slug`,
      [ownerUid, former, uuid],
    );
    if (rowCount === 0) continue;
    if (kind === 'product') await renameInLists({ client, companyUid: ownerUid }, former, slug);
    else if (kind === 'category') await renameCategory(client, ownerUid, former, slug);
    else await renameLinks(client, kind, await storesOf(client, ownerUid), former, slug);
  }
}

async function storesOf(client: pg.ClientBase, owner: string): Promise<string[]> {
  const { rows } = await client.query<{ uuid: string }>('select uuid from stores where $1 in (uuid, company_uid)', [
    owner,
  ]);
  return rows.map(({ uuid }) => uuid);
}
