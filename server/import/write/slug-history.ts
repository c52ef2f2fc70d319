import type pg from 'pg';
import { type RowWriter, tally } from '#server/catalogue/derived/row-writer.ts';
import { sync } from '#server/catalogue/derived/sync.ts';
import { renameLinks } from '#server/content/links.ts';
import type { Writer } from './writer.ts';

type Named = { uuid: string | undefined; former_slugs?: string[] | null | undefined };

/** Former URLs stay valid: a row that no longer names one doesn't remove it. */
export async function writeFormerSlugs(
  writer: Writer,
  { owner, type }: { owner: string; type: 'PRODUCT' | 'ASSEMBLY' | 'COLLECTION' | 'POST' | 'CONTENT_PAGE' },
  entities: Named[],
): Promise<void> {
  const rows = entities.flatMap(({ uuid, former_slugs }) =>
    [...new Set(former_slugs)].map((slug) => ({ owner_uid: owner, entity_type: type, slug, entity_uid: uuid })),
  );
  await sync(writer, { table: 'slug_history', key: ['owner_uid', 'entity_type', 'slug'] }, rows);
}

/** A product whose row names its slug as a former one keeps its orders, pictures and position in category lists. */
export async function renameProducts(writer: Writer): Promise<void> {
  for (const { data } of writer.folder.products) {
    if (!data.former_slugs?.length) continue;
    const { rows } = await writer.client.query<{ former: string }>(
      `update products p set slug = $2 from products was
       where p.uuid = was.uuid and p.company_uid = $1 and p.slug = any($3)
         and not exists (select 1 from products where company_uid = $1 and slug = $2)
       returning was.slug as former`,
      [writer.companyUid, data.slug, data.former_slugs],
    );
    tally(writer, 'products', { updated: rows.length });
    for (const { former } of rows) await renameInLists(writer, former, data.slug);
  }
}

type Article = { slug: string; former_slugs?: string[] | null | undefined };
const articles = { POST: 'posts', CONTENT_PAGE: 'content_pages' } as const;

/** Runs before posts or content pages are written: renamed ones stay the same rows, and links lead on to them. */
export async function renameArticles(
  { client }: Writer,
  type: keyof typeof articles,
  storeUid: string,
  articleRows: Article[],
): Promise<void> {
  for (const { slug, former_slugs } of articleRows) {
    if (!former_slugs?.length) continue;
    const { rows } = await client.query<{ former: string }>(
      `update ${articles[type]} a set slug = $2 from ${articles[type]} was
       where a.uuid = was.uuid and a.store_uid = $1 and a.slug = any($3)
         and not exists (select 1 from ${articles[type]} where store_uid = $1 and slug = $2)
       returning was.slug as former`,
      [storeUid, slug, former_slugs],
    );
    const kind = type === 'POST' ? 'post' : 'page';
    for (const { former } of rows) await renameLinks(client, kind, [storeUid], former, slug);
  }
}

/** Runs after they are written: their former URLs lead to them. */
export async function writeFormerArticles(
  writer: Writer,
  type: keyof typeof articles,
  storeUid: string,
  articleRows: Article[],
): Promise<void> {
  const renamed = articleRows.filter(({ former_slugs }) => former_slugs?.length);
  if (renamed.length === 0) return;
  const { rows } = await writer.client.query<{ slug: string; uuid: string }>(
    `select slug, uuid from ${articles[type]} where store_uid = $1`,
    [storeUid],
  );
  const uuids = new Map(rows.map((row) => [row.slug, row.uuid]));
  await writeFormerSlugs(
    writer,
    { owner: storeUid, type },
    renamed.map((one) => ({ ...one, uuid: uuids.get(one.slug) })),
  );
}

/** Categories, menus, home pages and posts name products by their slugs. */
export async function renameInLists(
  { client, companyUid }: Pick<RowWriter, 'client' | 'companyUid'>,
  former: string,
  slug: string,
): Promise<void> {
  const { rows } = await client.query<{ uuid: string }>('select uuid from stores where company_uid = $1', [companyUid]);
  const stores = rows.map(({ uuid }) => uuid);
  const values = [stores, former, slug];
  await renameLinks(client, 'product', stores, former, slug);
  await client.query(
    `update collections set rule = jsonb_set(rule, '{products}', ${renamedIn("rule->'products'")})
     where store_uid = any($1) and rule->'products' ? $2`,
    values,
  );
  await client.query(
    `update posts set products = array_replace(products, $2, $3) where store_uid = any($1) and $2 = any(products)`,
    values,
  );
  await client.query(
    `update stores set home = jsonb_set(home, '{featured}', ${renamedIn("home->'featured'")})
     where uuid = any($1) and home->'featured' ? $2`,
    values,
  );
  await client.query(
    `update stores set home = jsonb_set(home, '{hero}',
       (select jsonb_agg(case when one->>'product' = $2 then one || jsonb_build_object('product', $3::text) else one end order by place)
        from jsonb_array_elements(home->'hero') with ordinality list (one, place)))
     where uuid = any($1) and home->'hero' @> jsonb_build_array(jsonb_build_object('product', $2::text))`,
    values,
  );
}

/** The home page and menus name categories by their slugs. */
export async function renameCategory(
  client: pg.ClientBase,
  store: string,
  former: string,
  slug: string,
): Promise<void> {
  await renameLinks(client, 'category', [store], former, slug);
  await client.query(
    `update stores set home = jsonb_set(home, '{categories}', ${renamedIn("home->'categories'")})
     where uuid = $1 and home->'categories' ? $2`,
    [store, former, slug],
  );
}

/** SQL of the list of texts with $3 for $2. */
const renamedIn = (list: string): string =>
  `(select jsonb_agg(case when one = to_jsonb($2::text) then to_jsonb($3::text) else one end order by place)
    from jsonb_array_elements(${list}) with ordinality list (one, place))`;
