import type pg from 'pg';
import type { Db } from '#db/client.ts';
import { type SQL, sql } from '#db/sql.ts';
import { legacyKey } from '#domain/text/legacy-url.ts';

/** What a link leads to: the first part of its path, and what a menu calls it that names it by its slug. */
const kinds = {
  page: { at: 'page', entityType: 'CONTENT_PAGE' },
  post: { at: 'blog', entityType: '' },
  category: { at: 'category', entityType: 'COLLECTION' },
  product: { at: 'product', entityType: 'PRODUCT' },
  assembly: { at: 'spare-parts', entityType: '' },
};

export type Linked = keyof typeof kinds;
/** `named`: the menu's link or the redirect's source. */
export type Link = { by: 'menu' | 'home' | 'widget' | 'redirect'; named: string; slug: string };

/** A path of the site without its slashes, query and fragment. */
export const pathOf = (link: SQL) => sql`trim('/' from regexp_replace(${link}, '[?#].*$', ''))`;

/** Redirects are stored as browsers are sent on, other links as they were typed. */
export const spellings = (kind: Linked, slug: string): string[] => {
  const path = `${kinds[kind].at}/${slug}`;
  return [path, encodeURI(path)];
};

/**
 * What leads to addresses of the store, in its menus, on its home page and, but for products, by its redirects: those
 * follow a product.
 */
export async function findLinks(db: Db, store: string, kind: Linked, slugs: string[]): Promise<Link[]> {
  const pairs = slugs.flatMap((slug) => [...new Set(spellings(kind, slug))].map((path) => ({ path, slug })));
  const paths = sql`json_to_recordset(${JSON.stringify(pairs)}) as a(path text, slug text)`;
  const slugList = sql`${sql.param(slugs)}::text[]`;
  const linksIn = (values: SQL) =>
    sql`jsonb_path_query(${values}, '$.**.link') l join ${paths} on a.path = ${pathOf(sql`l #>> '{}'`)}`;
  const namedIn = (values: SQL) => sql`jsonb_array_elements_text(${values}) s(slug) where s.slug = any(${slugList})`;
  const ofHome =
    kind === 'category'
      ? sql`union all select 'home', '', s.slug from stores, ${namedIn(sql`coalesce(home -> 'categories', '[]')`)} and uuid = ${store}`
      : kind === 'product'
        ? sql`union all select 'home', '', s.slug from stores, ${namedIn(sql`jsonb_path_query_array(home, '$.hero[*].product')`)} and uuid = ${store}`
        : sql``;
  const ofRedirects =
    kind === 'product'
      ? sql``
      : sql`union all select 'redirect', source, a.slug from redirects join ${paths} on a.path = ${pathOf(sql`target`)} where store_uid = ${store}`;
  const { rows } = await db.execute<Link>(sql`
    select 'menu' as by, name as named, slug from menu_links
      where store_uid = ${store} and entity_type = ${kinds[kind].entityType} and slug = any(${slugList})
    union all select 'menu', name, a.slug from menu_links join ${paths} on a.path = ${pathOf(sql`custom_path`)} where store_uid = ${store}
    union all select 'home', '', a.slug from stores, ${linksIn(sql`home`)} where uuid = ${store}
    ${ofHome}
    union all select 'widget', '', a.slug from widgets, ${linksIn(sql`jsonb_build_array(attributes, items)`)}
      where store_uid = ${store} and area = 'CENTER'
    ${ofRedirects}`);
  return rows;
}

/**
 * Links of menus, home pages, banners and redirects; what follows the path stays. The former address leads on, but
 * forms and imports accept links to present ones only, and nothing is removed to which one leads
 * (server/office/content/led-to.ts).
 */
export async function renameLinks(
  client: pg.ClientBase,
  kind: Linked,
  stores: string[],
  former: string,
  slug: string,
): Promise<void> {
  const { at, entityType } = kinds[kind];
  // Before their rows, as whoever saves a menu, redirects or the home page does.
  await client.query('select from stores where uuid = any($1) order by uuid for no key update', [stores]);
  await client.query('update menu_links set slug = $4 where store_uid = any($1) and entity_type = $2 and slug = $3', [
    stores,
    entityType,
    former,
    slug,
  ]);
  const led = (to: string): string => `\\1${at}/${to}\\2`;
  // As typed, and as browsers are sent on.
  for (const typed of new Set([former, encodeURI(former)])) {
    const path = `(/?)${at}/${typed.replaceAll('.', '\\.')}`;
    const whole = `^${path}(/?(?:[?#].*)?)$`;
    await client.query(
      'update menu_links set custom_path = regexp_replace(custom_path, $2, $3) where store_uid = any($1) and custom_path ~ $2',
      [stores, whole, led(slug)],
    );
    // One whose own address is the new one would lead to itself.
    await client.query(
      'update redirects set target = regexp_replace(target, $2, $3) where store_uid = any($1) and target ~ $2 and source <> $4',
      [stores, whole, led(encodeURI(slug)), legacyKey(`/${at}/${slug}`)],
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
