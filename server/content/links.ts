import type { Db } from '#db/client.ts';
import { type SQL, sql } from '#db/sql.ts';

const kinds = {
  page: { at: 'page', entityType: 'CONTENT_PAGE' },
  post: { at: 'blog', entityType: '' },
  category: { at: 'category', entityType: 'COLLECTION' },
  product: { at: 'product', entityType: 'PRODUCT' },
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
