import type pg from 'pg';
import { legacyKey } from '#domain/text/legacy-url.ts';
import { type RowWriter, tally } from '#server/catalogue/derived/row-writer.ts';
import { sync } from '#server/catalogue/derived/sync.ts';
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

/** Runs before posts or content pages are written: renamed ones stay the same rows. */
export async function renameArticles(
  { client }: Writer,
  type: keyof typeof articles,
  storeUid: string,
  articleRows: Article[],
): Promise<void> {
  for (const { slug, former_slugs } of articleRows) {
    if (!former_slugs?.length) continue;
    await client.query(
      `update ${articles[type]} set slug = $2 where store_uid = $1 and slug = any($3)
         and not exists (select 1 from ${articles[type]} where store_uid = $1 and slug = $2)`,
      [storeUid, slug, former_slugs],
    );
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
  await renameInLinks(client, 'PRODUCT', stores, former, slug);
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
  await renameInLinks(client, 'COLLECTION', [store], former, slug);
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

const FOLDERS = { PRODUCT: 'product', COLLECTION: 'category', CONTENT_PAGE: 'page', POST: 'blog' };

/**
 * Links of menus, home pages, banners and redirects; what follows the path stays. The former address leads on, but
 * forms and imports accept links to present ones only, and nothing is removed to which one leads
 * (server/office/content/led-to.ts).
 */
export async function renameInLinks(
  client: pg.ClientBase,
  type: keyof typeof FOLDERS,
  stores: string[],
  former: string,
  slug: string,
): Promise<void> {
  const values = [stores, type, former, slug];
  // Before their rows, as whoever saves a menu, redirects or the home page does.
  await client.query('select from stores where uuid = any($1) order by uuid for no key update', [stores]);
  await client.query(
    'update menu_links set slug = $4 where store_uid = any($1) and entity_type = $2 and slug = $3',
    values,
  );
  const folder = FOLDERS[type];
  const led = (to: string): string => `\\1${folder}/${to}\\2`;
  // As typed, and as browsers are sent on.
  for (const typed of new Set([former, encodeURI(former)])) {
    const path = `(/?)${folder}/${typed.replaceAll('.', '\\.')}`;
    const whole = `^${path}(/?(?:[?#].*)?)$`;
    await client.query(
      'update menu_links set custom_path = regexp_replace(custom_path, $2, $3) where store_uid = any($1) and custom_path ~ $2',
      [stores, whole, led(slug)],
    );
    // One whose own address is the new one would lead to itself.
    await client.query(
      'update redirects set target = regexp_replace(target, $2, $3) where store_uid = any($1) and target ~ $2 and source <> $4',
      [stores, whole, led(encodeURI(slug)), legacyKey(`/${folder}/${slug}`)],
    );
    // Quotes within a text have a backslash before them, so a text that looks like a link isn't taken for one.
    const inJson = [stores, `"link": "${path}(/?(?:[?#][^"]*)?)"`, `"link": "${led(slug)}"`];
    const renamed = (column: string) => `regexp_replace(${column}::text, $2, $3, 'g')::jsonb`;
    await client.query(`update stores set home = ${renamed('home')} where uuid = any($1) and home::text ~ $2`, inJson);
    await client.query(
      `update widgets set attributes = ${renamed('attributes')}, items = ${renamed('items')}
       where store_uid = any($1) and concat(attributes, items) ~ $2`,
      inJson,
    );
  }
}
